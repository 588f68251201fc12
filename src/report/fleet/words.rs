//! What people read of several engines, in one place for all formats.

use super::Fleet;
use super::table::{Cell, Rest};
use crate::report::words;
use crate::run::result::Conformance;

/// The word for what became of a clause: five letters at most, for narrow columns.
#[must_use]
pub fn cell(cell: Cell) -> &'static str {
    match cell {
        Cell::Fail => "fail",
        Cell::Warn => "warn",
        Cell::Known => "known",
        Cell::Open => "open",
        Cell::Info => "info",
        Cell::Pass => "pass",
        Cell::Unjudged => "?",
        Cell::Skip => "skip",
        Cell::Unexamined => "–",
    }
}

/// What such a word means.
#[must_use]
pub fn about(cell: Cell) -> &'static str {
    match cell {
        Cell::Fail => "broken",
        Cell::Warn => "broken in a way that sound GUIs survive",
        Cell::Known => "broken, and known to be",
        Cell::Open => {
            "something was found that could not be settled; it is not held against the engine"
        }
        Cell::Info => "something was noted that is never held against an engine",
        Cell::Pass => "examined, and nothing was found",
        Cell::Unjudged => "it could not be judged",
        Cell::Skip => "the engine does not offer what the clause is about",
        Cell::Unexamined => "neither a scenario nor a finding of the run is about it",
    }
}

/// `fail: broken · open: …`: what those words mean that stand in a table, worst first.
#[must_use]
pub fn key(used: &[Cell]) -> String {
    let told = Cell::ALL.iter().filter(|cell| used.contains(cell));
    let told = told.map(|one| format!("{}: {}", cell(*one), about(*one)));
    told.collect::<Vec<_>>().join(" · ")
}

/// `USI: 3 engines, 190 clauses`.
#[must_use]
pub fn title(dialect: &str, engines: usize, clauses: usize) -> String {
    format!(
        "{}: {}, {}",
        dialect.to_uppercase(),
        words::count(engines as u64, "engine"),
        words::count(clauses as u64, "clause")
    )
}

/// The rows that are not shown; `shown` says whether others are.
#[must_use]
pub fn rest(rest: Rest, shown: bool) -> String {
    let parts = [
        (
            rest.kept,
            "kept by every engine that was judged at it",
            "kept by every engine that was judged at them",
        ),
        (
            rest.noted,
            "with nothing but notes",
            "with nothing but notes",
        ),
        (
            rest.open,
            "at which no engine was judged",
            "at which no engine was judged",
        ),
    ];
    let told: Vec<String> = parts
        .into_iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, one, many)| format!("{number} {}", if number == 1 { one } else { many }))
        .collect();
    if told.is_empty() {
        return String::new();
    }
    let more = if shown {
        "Clauses not shown"
    } else {
        "Clauses"
    };
    format!("{more}: {}", told.join(", "))
}

/// Where there is nothing to show in a table.
pub const NOTHING: &str = "No clause is broken, warned of or left open.";

/// The verdict of all: the word, a colon, and how many engines came to what.
#[must_use]
pub fn verdict(fleet: &Fleet<'_>) -> String {
    let word = match fleet.verdict() {
        Conformance::Conformant => "conformant",
        Conformance::Nonconformant => "not conformant",
        Conformance::Inconclusive => "inconclusive",
    };
    let mut text = format!("{word}: {}", counts(fleet));
    if fleet.interrupted() {
        text.push_str("; the run was ended by the user, and this is what was known by then");
    }
    text
}

/// `of 3 engines 1 conformant, 2 not conformant`.
#[must_use]
pub fn counts(fleet: &Fleet<'_>) -> String {
    let all = fleet.members.len();
    let parts: Vec<String> = [
        (Conformance::Conformant, "conformant"),
        (Conformance::Nonconformant, "not conformant"),
        (Conformance::Inconclusive, "could not be judged"),
    ]
    .into_iter()
    .map(|(verdict, word)| (fleet.count(verdict), word))
    .filter(|(number, _)| *number > 0)
    .map(|(number, word)| format!("{number} {word}"))
    .collect();
    format!(
        "of {} {}",
        words::count(all as u64, "engine"),
        parts.join(", ")
    )
}

/// The head of an engine's own part: `engine 2 of 3: mine`.
#[must_use]
pub fn member(place: usize, all: usize, name: &str) -> String {
    format!("engine {} of {all}: {name}", place + 1)
}

/// Of an engine whose turn did not come.
pub const NOT_BEGUN: &str = "not begun: the run was ended before its turn";
