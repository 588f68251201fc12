//! Sentences about clauses, and about scenarios that changed in whether they are judged.

use super::{Part, Sentence, id, ours, row};
use crate::protocol::Catalogue;
use crate::report::changes::types::{ClauseChange, ClauseWhat, ScenarioChange, Way};
use crate::report::json::types::{SeverityV1, VerdictV1};

pub(super) fn clause(change: &ClauseChange, catalogue: Option<&Catalogue>) -> Vec<Part> {
    let warns = |severity| severity == Some(SeverityV1::Warn);
    let what = match change.what {
        ClauseWhat::Broken if warns(change.new) => "is newly broken, as a warning",
        ClauseWhat::Broken => "is newly broken",
        ClauseWhat::Fixed if warns(change.old) => "is fixed; it was a warning",
        ClauseWhat::Fixed => "is fixed",
        ClauseWhat::Graver => "was a warning and is a failure now",
        ClauseWhat::Milder => "was a failure and is only a warning now",
        ClauseWhat::Spread => "is broken in more places than before",
        ClauseWhat::Receded => "is broken in fewer places than before",
        ClauseWhat::Revealed => "is broken; before, what shows it was not judged",
        ClauseWhat::Hidden => "is not seen broken any more, but what showed it was not judged",
    };
    let title = catalogue.and_then(|catalogue| catalogue.clause(&change.clause));
    let title = title.map_or_else(String::new, |clause| format!(" ({})", clause.title));
    let mut parts = vec![id(&change.clause), ours(format!("{title} {what}"))];
    if !change.message.is_empty() {
        let then = match change.what {
            ClauseWhat::Fixed | ClauseWhat::Receded | ClauseWhat::Hidden => ". Before: ",
            ClauseWhat::Broken
            | ClauseWhat::Graver
            | ClauseWhat::Milder
            | ClauseWhat::Spread
            | ClauseWhat::Revealed => ": ",
        };
        parts.push(ours(then));
        parts.push(Part::Text(change.message.clone()));
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
    let fresh: Vec<String> = here
        .iter()
        .filter(|id| !there.contains(id))
        .cloned()
        .collect();
    let shown = if fresh.is_empty() { here } else { &fresh };
    if !shown.is_empty() {
        parts.push(ours(" ["));
        parts.extend(row(shown));
        parts.push(ours("]"));
    }
    if let Some(reason) = &change.known {
        parts.push(ours(". A known failure: "));
        parts.push(Part::Text(reason.clone()));
    }
    parts
}

pub(super) fn scenarios(change: &ScenarioChange) -> Vec<Part> {
    let number = change.scenarios.len() as u64;
    let (is, was) = if number == 1 {
        ("is", "was")
    } else {
        ("are", "were")
    };
    let word = |verdict| match verdict {
        VerdictV1::Pass | VerdictV1::Warn | VerdictV1::Fail => "judged",
        VerdictV1::Flaky => "flaky",
        VerdictV1::Skip => "skipped",
        VerdictV1::Blocked => "blocked",
        VerdictV1::Inconclusive => "inconclusive",
        VerdictV1::Error => "stopped by an error of the harness",
    };
    let failed = |verdict| match verdict {
        VerdictV1::Fail => " (and failed)",
        VerdictV1::Pass
        | VerdictV1::Warn
        | VerdictV1::Flaky
        | VerdictV1::Skip
        | VerdictV1::Blocked
        | VerdictV1::Inconclusive
        | VerdictV1::Error => "",
    };
    let (count, now, before) = (
        super::count(number, "scenario"),
        word(change.new),
        word(change.old),
    );
    // The reason is that of the side on which it was not judged, and stands behind it.
    let mut parts = vec![ours(if now == "judged" {
        let it = if number == 1 { "it" } else { "they" };
        format!("{count} {is} judged now; before, {it} {was} {before}")
    } else {
        let failed = failed(change.old);
        format!("{count} {is} {now} that {was} {before}{failed}")
    })];
    if let Some(reason) = &change.reason {
        parts.push(ours(": "));
        parts.push(Part::Text(reason.clone()));
    }
    parts.push(ours(" ["));
    parts.extend(row(&change.scenarios));
    parts.push(ours("]"));
    parts
}

pub(super) fn examined(clauses: &[String], way: Way, what: &str) -> Option<Sentence> {
    let (first, _) = clauses.split_first()?;
    let parts = match clauses.len() {
        1 => vec![id(first), ours(format!(" is {what}"))],
        number => {
            let mut parts = vec![ours(format!("{number} clauses are {what}: "))];
            parts.extend(row(clauses));
            parts
        }
    };
    Some(Sentence { way, parts })
}
