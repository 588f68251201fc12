//! Messages about wrong arguments in Japanese. The English messages are those of clap, with a hint of our own.

use std::error::Error as _;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::screen;
use crate::lang::{self, Lang, Text};
use crate::report::replay;

/// Prints what clap found: help, the version, or what is wrong with the arguments.
pub(super) fn print(mut error: clap::Error, args: &[OsString], lang: Lang) {
    let hint = dashes_hint(&error, args);
    if let Some(message) = message(&error, hint.clone(), lang) {
        return screen::note(&message);
    }
    if let Some(hint) = hint {
        let tips = ContextValue::StyledStrs(vec![hint.to_string().into()]);
        error.insert(ContextKind::Suggested, tips);
    }
    // If nothing can be printed, nobody can read a message about that.
    let _ = error.print();
}

/// The hint that the arguments of an engine come after `--`, if a word is left over.
fn dashes_hint(error: &clap::Error, args: &[OsString]) -> Option<Text> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let command = with_dashes(&word(error, ContextKind::InvalidArg)?, args)?;
    Some(say!("the arguments of an engine come after \"--\": {command}", command))
}

/// The command line up to a word that is left over, with `--` before the word that stands before it, the engine.
fn with_dashes(argument: &str, args: &[OsString]) -> Option<String> {
    let mut words: Vec<String> =
        args.iter().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let at = words.iter().position(|word| word == argument)?;
    words.truncate(at + 1);
    let command = words.iter().position(|word| ["run", "explore", "shrink"].contains(&&**word))?;
    // After a flag, the word before may be its value.
    let is_flag = |place: usize| words[place].starts_with('-');
    if at < command + 2 || is_flag(at) || is_flag(at - 1) || is_flag(at - 2) {
        return None;
    }
    words.insert(at - 1, "--".to_owned());
    words.insert(0, "kentei".to_owned());
    let quoted: Vec<String> = words.iter().map(|word| replay::quote(word, cfg!(windows))).collect();
    Some(quoted.join(" "))
}

/// The message in this language; `None` if the message of clap is to be shown: in English, for help, and for errors
/// without a translation.
fn message(error: &clap::Error, hint: Option<Text>, lang: Lang) -> Option<String> {
    match lang {
        Lang::En => None,
        Lang::Ja => lang::with_lang(lang, || written(error, hint)),
    }
}

fn written(error: &clap::Error, hint: Option<Text>) -> Option<String> {
    let mut lines = vec![say!("error: {message}", message = what(error)?)];
    lines.extend(hint.map(|hint| say!("  try: {hint}", hint)));
    for (kind, tip) in TIPS {
        let near = words(error, *kind);
        if !near.is_empty() {
            lines.push(say!(
                "  try: {hint}",
                hint = say!("{tip} {names}", tip, names = near.join(", "))
            ));
        }
    }
    if let Some(usage) = word(error, ContextKind::Usage) {
        let usage = usage.trim().strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
        lines.push(say!("\nusage: {usage}", usage));
    }
    lines.push(say!("\n`--help` says more"));
    Some(lines.iter().map(|line| format!("{line}\n")).collect())
}

static TIPS: &[(ContextKind, Text)] = &[
    (ContextKind::ValidValue, say!("one of")),
    (ContextKind::SuggestedArg, say!("perhaps")),
    (ContextKind::SuggestedSubcommand, say!("perhaps the command")),
    (ContextKind::SuggestedValue, say!("perhaps the value")),
];

/// What is wrong, without what to try.
fn what(error: &clap::Error) -> Option<Text> {
    let argument = word(error, ContextKind::InvalidArg);
    let value = word(error, ContextKind::InvalidValue);
    let why = error.source().map(|why| Text::plain(why.to_string()));
    Some(match error.kind() {
        ErrorKind::UnknownArgument => say!("unknown argument \"{argument}\"", argument = argument?),
        ErrorKind::InvalidSubcommand => {
            say!("unknown command \"{name}\"", name = word(error, ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::InvalidValue if value.as_deref() == Some("") => {
            say!("\"{argument}\" needs a value", argument = argument?)
        }
        ErrorKind::InvalidValue => {
            say!(
                "\"{value}\" is not a value of \"{argument}\"",
                value = value?,
                argument = argument?
            )
        }
        ErrorKind::ValueValidation => say!(
            "\"{value}\" is not a value of \"{argument}\": {why}",
            value = value?,
            argument = argument?,
            why = why?
        ),
        ErrorKind::ArgumentConflict => {
            let others = words(error, ContextKind::PriorArg);
            let argument = argument?;
            match others.as_slice() {
                [other] if *other == argument => {
                    say!("\"{argument}\" is given more than once", argument)
                }
                others => say!(
                    "\"{argument}\" cannot be used together with {others}",
                    argument,
                    others = others.join(", ")
                ),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = words(error, ContextKind::InvalidArg).join(", ");
            say!("these arguments are missing: {missing}", missing)
        }
        ErrorKind::MissingSubcommand => say!("a command is missing"),
        ErrorKind::NoEquals => say!("\"{argument}\" needs a value", argument = argument?),
        ErrorKind::TooManyValues => {
            say!(
                "\"{value}\" is one value too many for \"{argument}\"",
                value = value?,
                argument = argument?
            )
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            say!("\"{argument}\" has the wrong number of values", argument = argument?)
        }
        ErrorKind::InvalidUtf8 => say!("an argument is not UTF-8"),
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        | ErrorKind::DisplayVersion
        | ErrorKind::Io
        | ErrorKind::Format
        | _ => return None,
    })
}

/// The first value of this kind in the context of the error.
fn word(error: &clap::Error, kind: ContextKind) -> Option<String> {
    words(error, kind).into_iter().next()
}

fn words(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => vec![word.clone()],
        Some(ContextValue::Strings(words)) => words.clone(),
        Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
        Some(ContextValue::StyledStrs(texts)) => texts.iter().map(ToString::to_string).collect(),
        Some(ContextValue::None | ContextValue::Bool(_) | ContextValue::Number(_) | _) | None => {
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, argument: &str, wanted: Option<&str>) {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        assert_eq!(with_dashes(argument, &args).as_deref(), wanted, "{line}");
    }

    #[test]
    fn the_arguments_of_an_engine_come_after_the_dashes() {
        check("kentei run python3 e.py", "e.py", Some("kentei run -- python3 e.py"));
        check("kentei run python3 e.py --x", "e.py", Some("kentei run -- python3 e.py"));
        check("kentei shrink ID sh e.sh", "e.sh", Some("kentei shrink ID -- sh e.sh"));
        let line = "kentei --lang ja run -d uci python3 e.py";
        check(line, "e.py", Some("kentei --lang ja run -d uci -- python3 e.py"));
    }

    #[test]
    fn nothing_is_guessed_about_words_beside_flags() {
        for line in ["kentei run python3 -q e.py", "kentei run python3 -d uci e.py"] {
            check(line, "e.py", None);
        }
        check("kentei run python3 --nosuch", "--nosuch", None);
        check("kentei list clauses e.py", "e.py", None);
    }
}
