//! The messages about mistakes and their places. The cases are in `cases/`; `KENTEI_BLESS=1` writes the current
//! messages there, to be reviewed before they are committed.

use std::fmt::Write as _;
use std::path::Path;

use super::{around, dialect, read_in};
use crate::diagnostic::{Diagnostic, Level};
use crate::files::bless;
use crate::protocol::{Dialect, ucci, uci, usi};
use crate::scenario::check_text;

/// Separates a script from the messages about it.
const SAID: &str = "\n-----\n";
/// Separates cases.
const NEXT: &str = "\n=====\n";

/// Checks every case of a file. A case that begins with a step gets a default head of three lines.
#[track_caller]
fn check(name: &str) {
    check_in(&dialect::TOY, name);
}

/// The same for any dialect; the default head is for the toy dialect.
#[track_caller]
fn check_in(dialect: &'static dyn Dialect, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/scenario/tests/cases").join(name);
    let cases = std::fs::read_to_string(&path).unwrap();
    let mut now = Vec::new();
    for case in cases.trim_end_matches('\n').split(NEXT) {
        let script = case.split_once(SAID).map_or(case, |(script, _)| script);
        let (title, yaml) = script.split_once('\n').unwrap_or((script, ""));
        assert!(title.starts_with("# "), "a case begins with its title: {title}");
        let yaml = yaml.replace("<tab>", "\t").replace("<cr>", "\r").replace("<bom>", "\u{feff}");
        let yaml = match yaml.starts_with("  -") {
            true => around(&yaml),
            false => yaml,
        };
        let id = format!("{}/case", dialect.name());
        let (_, diagnostics) = read_in(dialect, &id, &yaml, None);
        now.push(format!("{script}{SAID}{}", said(&diagnostics)));
    }
    let now = format!("{}\n", now.join(NEXT));
    if bless::blessed() {
        std::fs::write(&path, now).unwrap();
    } else {
        assert_eq!(cases, now, "in {}:\n{now}", path.display());
    }
}

/// Line, column and marked text of each diagnostic, then its message.
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
        text.push_str(&diagnostic.message.to_string());
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
fn positions_of_shogi_are_proven_legal() {
    check_in(&usi::USI, "positions_usi.txt");
}

#[test]
fn positions_of_chess_are_proven_legal() {
    check_in(&uci::UCI, "positions_uci.txt");
}

#[test]
fn what_is_sent_is_sent_at_a_moment_at_which_a_client_sends_it() {
    check_in(&usi::USI, "moments_usi.txt");
    check_in(&uci::UCI, "moments_uci.txt");
    check_in(&ucci::UCCI, "moments_ucci.txt");
}

#[test]
fn five_hundred_plies_are_proven_to_the_last() {
    let check = |last: &str, said_of_it: &str| {
        let round = ["5i5h", "5a5b", "5h5i", "5b5a"];
        let mut moves: Vec<&str> = round.iter().copied().cycle().take(499).collect();
        moves.push(last);
        let yaml = format!(
            "title: T\nclauses: [USI-BM-01]\nafter: []\nsteps:\n  - send: position startpos moves {}\n  - send: go byoyomi 100\n  - expect: bestmove\n",
            moves.join(" "),
        );
        let (_, diagnostics) = read_in(&usi::USI, "usi/case", &yaml, None);
        let text = said(&diagnostics);
        assert_eq!(text.lines().next().unwrap_or(""), said_of_it);
    };
    check("5b5a", "nothing");
    check(
        "5b5c",
        "5:2530 «5b5c» move 500 (5b5c) is illegal here: the own pawn stands on 5c (the harness itself must send nothing illegal)",
    );
}

#[test]
fn a_text_without_a_file_is_checked_too() {
    let said_of = |text: &str| said(&check_text(&dialect::TOY, text));
    assert_eq!(said_of(&around("  - send: hi\n  - expect: ack\n")), "nothing");
    let wrong = said_of(&around("  - send: place aa\n  - expect: ack\n"));
    assert!(wrong.starts_with("4:17 «aa» illegal letter \"aa\""), "{wrong}");
}

#[test]
fn placeholders_are_known_where_they_are_used() {
    check("placeholders.txt");
}
