//! Messages about wrong arguments in Japanese. The English messages are those of clap.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::lang::{self, Lang, Text};

/// The message in this language; `None` if the message of clap is to be shown: in English, for help, and for errors
/// without a translation.
pub(super) fn message(error: &clap::Error, lang: Lang) -> Option<String> {
    match lang {
        Lang::En => None,
        Lang::Ja => lang::with_lang(lang, || written(error)),
    }
}

fn written(error: &clap::Error) -> Option<String> {
    let mut lines = vec![say!("error: {message}", message = what(error)?)];
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
    let why = error.source().map(|why| reason(&why.to_string()));
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

/// Why a value is refused. The reason comes from one of our own parsers, or in English from one of the parsers for
/// numbers.
fn reason(why: &str) -> Text {
    if why.starts_with("invalid digit") || why.starts_with("invalid float") {
        return say!("not a number");
    }
    let range = why.split_once(" is not in ").and_then(|(_, range)| range.split_once(".."));
    match range {
        Some((low, "")) => say!("it is at least {low}", low),
        Some((low, high)) => {
            say!("it goes from {low} to {high}", low, high = high.trim_start_matches('='))
        }
        None => Text::plain(why),
    }
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
