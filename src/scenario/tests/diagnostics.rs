//! What is said about mistakes, and where. The cases are in `cases/`; `KENTEI_BLESS=1` writes down what is
//! said now, to be looked through before it is committed.

use std::fmt::Write as _;
use std::path::Path;

use super::{around, read};
use crate::diagnostic::{Diagnostic, Level};

/// Between a script and what is said about it.
const SAID: &str = "\n-----\n";
/// Between cases.
const NEXT: &str = "\n=====\n";

/// Checks every case of a file. A case that begins with a step gets the usual head (three lines).
#[track_caller]
fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/scenario/tests/cases")
        .join(name);
    let cases = std::fs::read_to_string(&path).unwrap();
    let mut now = Vec::new();
    for case in cases.trim_end_matches('\n').split(NEXT) {
        let script = case.split_once(SAID).map_or(case, |(script, _)| script);
        let (title, yaml) = script.split_once('\n').unwrap_or((script, ""));
        assert!(
            title.starts_with("# "),
            "a case begins with its title: {title}"
        );
        let yaml = yaml
            .replace("<tab>", "\t")
            .replace("<cr>", "\r")
            .replace("<bom>", "\u{feff}");
        let yaml = match yaml.starts_with("  -") {
            true => around(&yaml),
            false => yaml,
        };
        let (_, diagnostics) = read("toy/case", &yaml, None);
        now.push(format!("{script}{SAID}{}", said(&diagnostics)));
    }
    let now = format!("{}\n", now.join(NEXT));
    if std::env::var_os("KENTEI_BLESS").is_some() {
        std::fs::write(&path, now).unwrap();
    } else {
        assert_eq!(cases, now, "in {}:\n{now}", path.display());
    }
}

/// Line, column and marked text of each, then what is said.
fn said(diagnostics: &[Diagnostic]) -> String {
    if diagnostics.is_empty() {
        return "nothing".to_owned();
    }
    let mut text = String::new();
    for diagnostic in diagnostics {
        if let Some(span) = &diagnostic.span {
            write!(text, "{}:{} «{}» ", span.line, span.column, span.text()).unwrap();
        }
        if diagnostic.level == Level::Warning {
            text.push_str("warning: ");
        }
        text.push_str(&diagnostic.message);
        if !diagnostic.label.is_empty() {
            write!(text, " ({})", diagnostic.label).unwrap();
        }
        text.push('\n');
        if let Some(help) = &diagnostic.help {
            writeln!(text, "    {help}").unwrap();
        }
    }
    text.trim_end().to_owned()
}

#[test]
fn bad_yaml_is_one_mistake_at_its_place() {
    check("yaml.txt");
}

#[test]
fn mistakes_in_the_head_of_a_file_are_all_shown() {
    check("head.txt");
}

#[test]
fn mistakes_in_steps_are_all_shown() {
    check("steps.txt");
}

#[test]
fn times_are_known_limits_or_have_units() {
    check("times.txt");
}

#[test]
fn fields_and_predicates_are_those_of_the_kind() {
    check("predicates.txt");
}

#[test]
fn what_is_sent_is_legal() {
    check("sends.txt");
}

#[test]
fn placeholders_are_known_where_they_are_used() {
    check("placeholders.txt");
}
