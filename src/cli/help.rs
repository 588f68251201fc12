//! The layout of `--help`, and its Japanese. The arguments are declared with English texts, which are the keys of the
//! Japanese texts in `lang/ja/help.yaml`.

use clap::{Arg, Command};
use terminal_size::{Width, terminal_size};

use crate::lang::{self, Lang};
use crate::report::escape;
use crate::report::wrap::wrap;

/// The width, in columns, if that of the terminal is unknown; also the largest width that is used.
const WIDTH: usize = 100;
/// The indentation, in columns, that clap uses for the text below the name of an argument.
const INDENT: usize = 10;

const TEMPLATE: &str =
    "{before-help}{about-with-newline}\n使い方: {usage}\n\n{all-args}{after-help}";

/// The arguments with their help in this language.
pub(super) fn command(declared: Command, lang: Lang) -> Command {
    let width = columns().unwrap_or(WIDTH).clamp(INDENT * 2, WIDTH);
    match lang {
        Lang::En => english(declared, width),
        Lang::Ja => {
            let mut declared = declared;
            // After this call, the arguments and commands that clap adds by itself (such as `--help`) are present.
            declared.build();
            japanese(declared, width)
        }
    }
}

/// The width of the terminal, as clap finds it.
fn columns() -> Option<usize> {
    let terminal = terminal_size().map(|(Width(columns), _)| usize::from(columns));
    terminal.or_else(|| std::env::var("COLUMNS").ok()?.parse().ok())
}

fn english(command: Command, width: usize) -> Command {
    let after =
        command.get_after_help().map(|text| after_help(&text.to_string(), width, str::to_owned));
    let command = command.mut_subcommands(|command| english(command, width));
    match after {
        Some(after) => command.after_help(after),
        None => command,
    }
}

fn japanese(command: Command, width: usize) -> Command {
    // This text is also shown in the list of commands, indented like the text of an argument.
    let about = command.get_about().map(|text| paragraphs(&text.to_string(), width - INDENT));
    let long = command.get_long_about().map(|text| paragraphs(&text.to_string(), width));
    let after =
        command.get_after_help().map(|text| after_help(&text.to_string(), width, translated));
    let mut command = command
        .help_template(TEMPLATE)
        .subcommand_help_heading("コマンド")
        .next_line_help(true)
        .mut_args(|arg| argument(arg, width - INDENT))
        .mut_subcommands(|command| japanese(command, width));
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long) = long {
        command = command.long_about(long);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command
}

fn argument(arg: Arg, width: usize) -> Arg {
    let heading = if arg.is_positional() { "引数" } else { "オプション" };
    let extra = extra(&arg);
    let text = |text: &clap::builder::StyledStr| {
        let mut text = paragraphs(&text.to_string(), width);
        for line in &extra {
            text.push('\n');
            text.push_str(&wrap(line, width).join("\n"));
        }
        text
    };
    let (help, long) = (arg.get_help().map(text), arg.get_long_help().map(text));
    // With a heading of their own, clap would sort positional arguments alphabetically.
    let place = arg.get_index();
    let arg = match place {
        Some(place) => arg.display_order(place),
        None => arg,
    };
    let mut arg = arg.help_heading(heading).hide_possible_values(true).hide_default_value(true);
    if let Some(help) = help {
        arg = arg.help(help);
    }
    if let Some(long) = long {
        arg = arg.long_help(long);
    }
    arg
}

/// The possible values and the default value of an argument, which clap would add in English.
fn extra(arg: &Arg) -> Vec<String> {
    let mut lines = Vec::new();
    let possible = arg.get_possible_values();
    if !arg.is_hide_possible_values_set() && !possible.is_empty() && arg.get_action().takes_values()
    {
        lines.push("指定できる値:".to_owned());
        lines.extend(possible.iter().filter(|value| !value.is_hide_set()).map(|value| {
            let about = value.get_help().map(|help| translated(&help.to_string()));
            match about {
                Some(about) => format!("- {}: {about}", value.get_name()),
                None => format!("- {}", value.get_name()),
            }
        }));
    }
    let default: Vec<_> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !arg.is_hide_default_value_set() && !default.is_empty() && arg.get_action().takes_values() {
        lines.push(format!("［既定値: {}］", default.join(" ")));
    }
    lines
}

/// The keys of a text for its Japanese: one key per paragraph, with its lines joined.
fn keys(text: &str) -> impl Iterator<Item = String> {
    text.split("\n\n").map(|paragraph| {
        let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
        lines.join(" ")
    })
}

fn translated(text: &str) -> String {
    lang::help(text).unwrap_or(text).to_owned()
}

fn paragraphs(text: &str, width: usize) -> String {
    let paragraphs: Vec<String> =
        keys(text).map(|key| wrap(&translated(&key), width).join("\n")).collect();
    paragraphs.join("\n\n")
}

/// The text below the arguments. It consists of paragraphs and indented lines. An indented line has a command or a name
/// and, after two or more blanks, its description.
fn after_help(text: &str, width: usize, translated: fn(&str) -> String) -> String {
    let lines = after_lines(text).into_iter().map(|line| match line {
        Line::Plain(line) => line,
        Line::Text(key) => wrap(&translated(&key), width).join("\n"),
        Line::Codes(key) => codes(&translated(&key), width),
        Line::About(head, key) => {
            let head_width = head.chars().count();
            let about = wrap(&translated(&key), width.saturating_sub(head_width).max(INDENT * 2));
            format!("{head}{}", about.join(&format!("\n{:head_width$}", "")))
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The exit codes in one line, or in one line each if that is too long.
fn codes(text: &str, width: usize) -> String {
    let line = format!("  {text}");
    if escape::width(&line) <= width { line } else { line.replace("    ", "\n  ") }
}

/// A line of the text below the arguments.
enum Line {
    /// A line without translatable words.
    Plain(String),
    /// A paragraph or a heading.
    Text(String),
    /// A list of exit codes.
    Codes(String),
    /// A command or a name with the blanks after it, and its description.
    About(String, String),
}

fn after_lines(text: &str) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    let mut paragraph = String::new();
    let close = |paragraph: &mut String, found: &mut Vec<Line>| {
        if !paragraph.is_empty() {
            found.push(Line::Text(std::mem::take(paragraph)));
        }
    };
    for line in text.lines() {
        let Some(indented) = line.strip_prefix("  ").filter(|line| !line.starts_with(' ')) else {
            if line.is_empty() {
                close(&mut paragraph, &mut found);
                found.push(Line::Plain(String::new()));
            } else {
                let blank = if paragraph.is_empty() { "" } else { " " };
                paragraph = format!("{paragraph}{blank}{}", line.trim());
                if line.ends_with(':') {
                    close(&mut paragraph, &mut found);
                }
            }
            continue;
        };
        close(&mut paragraph, &mut found);
        found.push(match indented.rfind("  ") {
            _ if indented.starts_with(|c: char| c.is_ascii_digit()) => {
                Line::Codes(indented.to_owned())
            }
            Some(at) => {
                let (head, about) = line.split_at(at + 4);
                Line::About(head.to_owned(), about.to_owned())
            }
            None => Line::Plain(line.to_owned()),
        });
    }
    close(&mut paragraph, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;

    /// Every text of the help, in the form of its key.
    fn declared() -> BTreeSet<String> {
        let mut all = super::super::Cli::command();
        all.build();
        let mut found = BTreeSet::new();
        let mut open = vec![&all];
        while let Some(command) = open.pop() {
            if command.is_hide_set() {
                continue;
            }
            let texts = [command.get_about(), command.get_long_about()];
            found.extend(
                texts
                    .into_iter()
                    .flatten()
                    .flat_map(|text| keys(&text.to_string()).collect::<Vec<_>>()),
            );
            if let Some(after) = command.get_after_help() {
                for line in after_lines(&after.to_string()) {
                    match line {
                        Line::Plain(_) => {}
                        Line::Text(key) | Line::Codes(key) | Line::About(_, key) => {
                            found.insert(key);
                        }
                    }
                }
            }
            for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
                let texts = [arg.get_help(), arg.get_long_help()];
                found.extend(
                    texts
                        .into_iter()
                        .flatten()
                        .flat_map(|text| keys(&text.to_string()).collect::<Vec<_>>()),
                );
                if !arg.is_hide_possible_values_set() && arg.get_action().takes_values() {
                    let values = arg.get_possible_values();
                    found.extend(
                        values.iter().filter_map(|value| Some(value.get_help()?.to_string())),
                    );
                }
            }
            open.extend(command.get_subcommands());
        }
        found
    }

    #[test]
    fn every_text_of_the_help_has_its_japanese_and_all_of_that_is_used() {
        let declared = declared();
        assert!(declared.len() > 100, "{}", declared.len());
        let missing: Vec<&String> =
            declared.iter().filter(|text| lang::help(text).is_none()).collect();
        assert!(missing.is_empty(), "no Japanese in help.yaml for {missing:#?}");
        let lost: Vec<&str> = lang::help_texts().filter(|text| !declared.contains(*text)).collect();
        assert!(lost.is_empty(), "no help says {lost:#?}");
    }

    #[test]
    fn no_line_of_the_help_is_too_wide() {
        let width = 80;
        let mut declared = super::super::Cli::command();
        declared.build();
        let mut open = vec![english(declared.clone(), width), japanese(declared, width)];
        while let Some(command) = open.pop() {
            let text = command.clone().term_width(width).render_long_help().to_string();
            for line in text.lines() {
                assert!(escape::width(line) <= width, "{line}");
            }
            open.extend(command.get_subcommands().cloned());
        }
    }

    #[test]
    fn the_help_in_japanese_has_every_argument() {
        let width = 80;
        let mut declared = super::super::Cli::command();
        declared.build();
        let mut open = vec![(declared.clone(), japanese(declared, width))];
        while let Some((before, after)) = open.pop() {
            let names = |command: &Command| -> Vec<String> {
                command.get_arguments().map(|arg| arg.get_id().to_string()).collect()
            };
            assert_eq!(names(&before), names(&after));
            let text = after.clone().term_width(width).render_long_help().to_string();
            for english in ["Usage:", "Options:", "Commands:", "Arguments:", "[default", "values:"]
            {
                assert!(!text.contains(english), "{english} in {text}");
            }
            open.extend(before.get_subcommands().cloned().zip(after.get_subcommands().cloned()));
        }
    }
}
