//! Sentences about clauses, and about scenarios that are newly judged or no longer judged.

use super::parts::{Part, fill, id, ids, ours, text};
use super::{Impact, Sentence, back};
use crate::lang::Text;
use crate::protocol::Catalogue;
use crate::report::changes::types::{ClauseChange, ClauseWhat, ScenarioChange};
use crate::report::words::{self, Noun};
use crate::verdict::{Severity, Verdict};

pub(super) fn clause(change: &ClauseChange, catalogue: Option<&Catalogue>) -> Vec<Part> {
    let warns = |severity| severity == Some(Severity::Warn);
    let what = match change.what {
        ClauseWhat::Broken if warns(change.new) => say!("is newly broken, as a warning"),
        ClauseWhat::Broken => say!("is newly broken"),
        ClauseWhat::Fixed if warns(change.old) => say!("is fixed; it was a warning"),
        ClauseWhat::Fixed => say!("is fixed"),
        ClauseWhat::Graver => say!("was a warning and is a failure now"),
        ClauseWhat::Milder => say!("was a failure and is only a warning now"),
        ClauseWhat::Spread => say!("is broken in more places than before"),
        ClauseWhat::Receded => say!("is broken in fewer places than before"),
        ClauseWhat::Revealed => {
            say!("is broken; the scenarios that show it were not judged before")
        }
        ClauseWhat::Hidden => {
            say!("was broken; the scenarios that showed it are not judged any more")
        }
    };
    let clause = id(&change.clause);
    let listed = catalogue.and_then(|catalogue| catalogue.clause(&change.clause));
    let mut parts = match listed {
        Some(listed) => fill!(
            say!("{clause} ({title}) {what}"),
            clause = clause,
            title = listed.title.to_string(),
            what = what.to_string()
        ),
        None => fill!(say!("{clause} {what}"), clause = clause, what = what.to_string()),
    };
    if !change.message.is_empty() {
        let message = text(&back(&change.message, change.message_said.as_ref()));
        parts = match change.what {
            ClauseWhat::Fixed | ClauseWhat::Receded | ClauseWhat::Hidden => {
                fill!(say!("{sentence}. Before: {message}"), sentence = parts, message = message)
            }
            ClauseWhat::Broken
            | ClauseWhat::Graver
            | ClauseWhat::Milder
            | ClauseWhat::Spread
            | ClauseWhat::Revealed => because(parts, message),
        };
    }
    let (here, there) = match change.what {
        ClauseWhat::Fixed | ClauseWhat::Receded | ClauseWhat::Hidden => {
            (&change.old_scenarios, &change.new_scenarios)
        }
        ClauseWhat::Broken
        | ClauseWhat::Graver
        | ClauseWhat::Milder
        | ClauseWhat::Spread
        | ClauseWhat::Revealed => (&change.new_scenarios, &change.old_scenarios),
    };
    let fresh: Vec<String> = here.iter().filter(|id| !there.contains(id)).cloned().collect();
    let shown = if fresh.is_empty() { here } else { &fresh };
    if !shown.is_empty() {
        parts.extend(shown_in(shown));
    }
    if let Some(reason) = &change.known {
        parts = fill!(
            say!("{sentence}. A known failure: {reason}"),
            sentence = parts,
            reason = text(reason)
        );
    }
    parts
}

/// A sentence, and after it the details.
fn because(sentence: Vec<Part>, why: Part) -> Vec<Part> {
    fill!(say!("{sentence}: {reason}"), sentence = sentence, reason = why)
}

/// The scenarios in which something shows, as a list in brackets after the sentence.
fn shown_in(scenarios: &[String]) -> Vec<Part> {
    let mut parts = vec![ours(" [")];
    parts.extend(ids(scenarios));
    parts.push(ours("]"));
    parts
}

pub(super) fn scenarios(change: &ScenarioChange) -> Vec<Part> {
    let number = change.scenarios.len() as u64;
    let one = number == 1;
    let (count, before) = (words::count(number, Noun::Scenario), standing(change.old).to_string());
    // The reason, which follows the sentence, belongs to the side on which the scenario was not judged.
    let parts = match change.new {
        Verdict::Pass | Verdict::Warn | Verdict::Fail if one => fill!(
            say!("{scenarios} is judged now; before, it was {before}"),
            scenarios = count,
            before = before
        ),
        Verdict::Pass | Verdict::Warn | Verdict::Fail => fill!(
            say!("{scenarios} are judged now; before, they were {before}"),
            scenarios = count,
            before = before
        ),
        Verdict::Flaky
        | Verdict::Skip
        | Verdict::Blocked
        | Verdict::Inconclusive
        | Verdict::Error => {
            let now = standing(change.new).to_string();
            let before = match change.old {
                Verdict::Fail => say!("judged, and failed").to_string(),
                Verdict::Pass
                | Verdict::Warn
                | Verdict::Flaky
                | Verdict::Skip
                | Verdict::Blocked
                | Verdict::Inconclusive
                | Verdict::Error => before,
            };
            if one {
                fill!(
                    say!("{scenarios} is now {now} (before: {before})"),
                    scenarios = count,
                    now = now,
                    before = before
                )
            } else {
                fill!(
                    say!("{scenarios} are now {now} (before: {before})"),
                    scenarios = count,
                    now = now,
                    before = before
                )
            }
        }
    };
    let mut parts = match &change.reason {
        Some(reason) => because(parts, text(&back(reason, change.reason_said.as_ref()))),
        None => parts,
    };
    parts.extend(shown_in(&change.scenarios));
    parts
}

/// The outcome of a scenario, in which all verdicts that were judged have the same word.
fn standing(verdict: Verdict) -> Text {
    match verdict {
        Verdict::Pass | Verdict::Warn | Verdict::Fail => say!("judged"),
        Verdict::Flaky => say!("flaky"),
        Verdict::Skip => say!("skipped"),
        Verdict::Blocked => say!("blocked"),
        Verdict::Inconclusive => say!("inconclusive"),
        Verdict::Error => say!("stopped by an error of the harness"),
    }
}

/// The sentence about clauses that no scenario examines any longer.
pub(super) fn no_longer_examined(clauses: &[String]) -> Option<Sentence> {
    let parts = match clauses {
        [] => return None,
        [clause] => fill!(say!("{clause} is no longer examined"), clause = id(clause)),
        _ => fill!(
            say!("{number} clauses are no longer examined: {clauses}"),
            number = clauses.len() as u64,
            clauses = ids(clauses)
        ),
    };
    Some(Sentence { way: Impact::Worse, parts })
}

/// The sentence about clauses that a scenario examines for the first time.
pub(super) fn newly_examined(clauses: &[String]) -> Option<Sentence> {
    let parts = match clauses {
        [] => return None,
        [clause] => fill!(say!("{clause} is newly examined"), clause = id(clause)),
        _ => fill!(
            say!("{number} clauses are newly examined: {clauses}"),
            number = clauses.len() as u64,
            clauses = ids(clauses)
        ),
    };
    Some(Sentence { way: Impact::Better, parts })
}
