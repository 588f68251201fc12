//! The history of clauses over several reports, in words.

use super::parts::{Part, fill};
use crate::lang::Text;
use crate::report::changes::history::{ClauseStanding, History, Past};
use crate::report::words::{Noun, count};
use crate::run::result::Conformance;

/// The heading of the history.
pub const TITLE: Text = say!("History");

/// The heading of the column of clauses.
pub const CLAUSE: Text = say!("Clause");

/// One sentence for each report.
#[must_use]
pub fn reports(history: &History) -> Vec<Vec<Part>> {
    history.reports.iter().enumerate().map(|(place, past)| report(place + 1, past)).collect()
}

fn report(number: usize, past: &Past) -> Vec<Part> {
    let name = past.name.clone().map_or_else(
        || vec![Part::Ours(say!("an engine without a name").to_string())],
        |name| vec![Part::Name(name)],
    );
    let verdict = match past.verdict {
        Conformance::Conformant => say!("conformant"),
        Conformance::Nonconformant => {
            say!("not conformant, {clauses} broken", clauses = count(past.broken, Noun::Clause))
        }
        Conformance::Inconclusive => say!("inconclusive"),
    };
    let verdict = vec![Part::Ours(verdict.to_string())];
    let number = number as u64;
    match past.started {
        Some(started) => fill!(
            say!("{number}: {name}, {started}: {verdict}"),
            number = number,
            name = name,
            started = started.to_string(),
            verdict = verdict
        ),
        None => fill!(
            say!("{number}: {name}: {verdict}"),
            number = number,
            name = name,
            verdict = verdict
        ),
    }
}

/// The word for the outcome of a clause in one report.
#[must_use]
pub fn standing(standing: ClauseStanding) -> Text {
    match standing {
        ClauseStanding::Fail => say!("fail"),
        ClauseStanding::Warn => say!("warn"),
        ClauseStanding::Kept => say!("kept"),
        ClauseStanding::Open => say!("not examined"),
    }
}

/// The outcomes of a clause in all reports, the oldest first.
#[must_use]
pub fn row(standings: &[ClauseStanding]) -> String {
    let words: Vec<String> = standings.iter().map(|one| standing(*one).to_string()).collect();
    words.join(" → ")
}
