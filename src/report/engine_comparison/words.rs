//! The texts about several engines that people read, for all formats.

use super::EngineComparison;
use super::table::{Cell, Rest};
use crate::lang::Text;
use crate::report::words::{self, Noun};
use crate::run::result::Conformance;

/// The word for the outcome of a clause, at most five letters, for narrow columns.
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

/// The meaning of the word for an outcome.
#[must_use]
pub fn about(cell: Cell) -> Text {
    match cell {
        Cell::Fail => say!("broken"),
        Cell::Warn => say!("broken in a way that robust GUIs tolerate"),
        Cell::Known => say!("broken, and known to be"),
        Cell::Open => {
            say!(
                "something was found that could not be confirmed; it is not counted against the engine"
            )
        }
        Cell::Info => say!("something was noted that is never counted against an engine"),
        Cell::Pass => say!("examined, and nothing was found"),
        Cell::Unjudged => say!("it could not be judged"),
        Cell::Skip => say!("the engine does not offer what the clause is about"),
        Cell::Unexamined => say!("neither a scenario nor a finding of the run is about it"),
    }
}

/// The legend of a table: `fail: broken · open: …`, for the outcomes in `used`, the worst first.
#[must_use]
pub fn key(used: &[Cell]) -> String {
    let reported = Cell::ALL.iter().filter(|cell| used.contains(cell));
    let reported = reported.map(|one| format!("{}: {}", cell(*one), about(*one)));
    reported.collect::<Vec<_>>().join(" · ")
}

/// The title of a table: `USI: 3 engines, 190 clauses`.
#[must_use]
pub fn title(dialect: &str, engines: usize, clauses: usize) -> String {
    format!(
        "{}: {}, {}",
        dialect.to_uppercase(),
        words::count(engines as u64, Noun::Engine),
        words::count(clauses as u64, Noun::Clause)
    )
}

/// The numbers of clauses without a notable outcome; `shown` says whether the table has other rows.
#[must_use]
pub fn rest(rest: Rest, shown: bool) -> String {
    let mut reported = Vec::new();
    match rest.kept {
        0 => {}
        1 => reported.push(say!("1 followed by every engine that was judged on it")),
        number => {
            reported.push(say!("{number} followed by every engine that was judged on them", number))
        }
    }
    if rest.noted > 0 {
        reported.push(say!("{number} with notes only", number = rest.noted));
    }
    if rest.open > 0 {
        reported.push(say!("{number} on which no engine was judged", number = rest.open));
    }
    if reported.is_empty() {
        return String::new();
    }
    let reported = Text::list(reported);
    let text = if shown {
        say!("Clauses not shown: {reported}", reported)
    } else {
        say!("Clauses: {reported}", reported)
    };
    text.to_string()
}

/// The text for a table without notable rows.
pub const NOTHING: Text = say!("No clause is broken, has a warning or is undecided.");

/// The verdict of all engines: the word, a colon, and how many engines have each verdict.
#[must_use]
pub fn verdict(engine_comparison: &EngineComparison<'_>) -> String {
    let counts = counts(engine_comparison);
    let mut text = match engine_comparison.verdict() {
        Conformance::Conformant => say!("conformant: {counts}", counts),
        Conformance::Nonconformant => say!("not conformant: {counts}", counts),
        Conformance::Inconclusive => say!("inconclusive: {counts}", counts),
    };
    if engine_comparison.interrupted() {
        text = say!(
            "{text}; the run was ended by the user, and these are the results until then",
            text
        );
    }
    text.to_string()
}

/// How many engines have each verdict: `of 3 engines 1 conformant, 2 not conformant`.
#[must_use]
pub fn counts(engine_comparison: &EngineComparison<'_>) -> String {
    let mut parts = Vec::new();
    for verdict in [Conformance::Conformant, Conformance::Nonconformant, Conformance::Inconclusive]
    {
        let number = engine_comparison.count(verdict);
        if number > 0 {
            parts.push(match verdict {
                Conformance::Conformant => say!("{number} conformant", number),
                Conformance::Nonconformant => say!("{number} not conformant", number),
                Conformance::Inconclusive => say!("{number} could not be judged", number),
            });
        }
    }
    let engines = words::count(engine_comparison.members.len() as u64, Noun::Engine);
    say!("of {engines} {parts}", engines, parts = Text::list(parts)).to_string()
}

/// The heading of an engine's own part: `engine 2 of 3: mine`.
#[must_use]
pub fn member(place: usize, all: usize, name: &str) -> String {
    say!("engine {place} of {all}: {name}", place = place + 1, all, name).to_string()
}

/// The reason for an engine whose turn did not come.
pub const NOT_BEGUN: Text = say!("not started: the run was ended before its turn");
