//! Scenarios that are newly judged or no longer judged, and the clauses that are examined or not because of that.

use std::collections::BTreeSet;

use super::types::{Impact, ScenarioChange};
use super::{Judged, Pair, judged};
use crate::lang::Lang;
use crate::lang::wire::TextV1;
use crate::verdict::Verdict;

/// The changed scenarios, grouped by verdicts and reason, in the order of the scenarios.
pub(super) fn compare(pairs: &[Pair<'_>]) -> Vec<ScenarioChange> {
    let mut changes: Vec<ScenarioChange> = Vec::new();
    for (old, new) in pairs {
        let Some(way) = way(old.verdict, new.verdict) else {
            continue;
        };
        // The reason belongs to the side on which the scenario was not judged.
        let unjudged = match judged(new.verdict) {
            Judged::Yes => old,
            Judged::NotOffered | Judged::Blocked | Judged::Unsure => new,
        };
        let verdicts = [old.verdict, new.verdict].map(reported);
        let reason = unjudged.reason.as_ref().map(|reason| reason.in_lang(Lang::En));
        let same = |change: &&mut ScenarioChange| {
            ([change.old, change.new], &change.reason) == (verdicts, &reason)
        };
        match changes.iter_mut().find(same) {
            Some(change) => change.scenarios.push(new.id.clone()),
            None => changes.push(ScenarioChange {
                way,
                old: verdicts[0],
                new: verdicts[1],
                reason,
                reason_said: unjudged.reason.as_ref().and_then(TextV1::of),
                scenarios: vec![new.id.clone()],
            }),
        }
    }
    changes
}

/// The verdict by which groups are formed: a warning counts as a pass, as both were judged and did not fail.
fn reported(verdict: Verdict) -> Verdict {
    if verdict == Verdict::Warn { Verdict::Pass } else { verdict }
}

/// The direction of a change, if there is one. Scenarios that both sides judged are reported by their clauses.
fn way(old: Verdict, new: Verdict) -> Option<Impact> {
    let failed = |verdict| verdict == Verdict::Fail;
    match (judged(old), judged(new)) {
        (Judged::Yes, Judged::NotOffered | Judged::Blocked) if !failed(old) => Some(Impact::Worse),
        (Judged::NotOffered | Judged::Blocked, Judged::Yes) if !failed(new) => Some(Impact::Better),
        (before, now) if before == now => None,
        (_, _) => Some(Impact::Changed),
    }
}

/// The clauses that no scenario examines any longer, and those that a scenario examines for the first time.
pub(super) fn examined(pairs: &[Pair<'_>]) -> (Vec<String>, Vec<String>) {
    let played = |verdict| matches!(judged(verdict), Judged::Yes | Judged::Unsure);
    // Failed scenarios do not count here: for a clause that was violated there, the violation is what is reported.
    let kept = |verdict| played(verdict) && verdict != Verdict::Fail;
    let clauses = |which: &dyn Fn(&Pair<'_>) -> bool| -> BTreeSet<String> {
        let those = pairs.iter().filter(|pair| which(pair));
        those.flat_map(|(_, new)| new.clauses.iter().map(|clause| clause.0.to_owned())).collect()
    };
    let old = clauses(&|(old, _)| played(old.verdict));
    let new = clauses(&|(_, new)| played(new.verdict));
    let lost = clauses(&|(old, new)| kept(old.verdict) && !played(new.verdict));
    let gained = clauses(&|(old, new)| !played(old.verdict) && kept(new.verdict));
    let gone = lost.difference(&new).filter(|clause| old.contains(*clause));
    let come = gained.difference(&old).filter(|clause| new.contains(*clause));
    (gone.cloned().collect(), come.cloned().collect())
}
