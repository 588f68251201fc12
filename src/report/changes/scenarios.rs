//! Scenarios that were judged and are not any more, or the other way round, and what that does to clauses.

use std::collections::BTreeSet;

use super::types::{Impact, ScenarioChange};
use super::{Judged, Pair, judged};
use crate::lang::Lang;
use crate::lang::wire::TextV1;
use crate::verdict::Verdict;

/// What changed, by verdicts and reason, in the order of the scenarios.
pub(super) fn compare(pairs: &[Pair<'_>]) -> Vec<ScenarioChange> {
    let mut changes: Vec<ScenarioChange> = Vec::new();
    for (old, new) in pairs {
        let Some(way) = way(old.verdict, new.verdict) else {
            continue;
        };
        // The reason is that of the side on which it was not judged.
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

/// The verdict by which groups are formed: a warning was judged and did not fail, just as a pass.
fn reported(verdict: Verdict) -> Verdict {
    if verdict == Verdict::Warn { Verdict::Pass } else { verdict }
}

/// Which way it goes, if it is news. What was judged on both sides is reported by its clauses.
fn way(old: Verdict, new: Verdict) -> Option<Impact> {
    let failed = |verdict| verdict == Verdict::Fail;
    match (judged(old), judged(new)) {
        (Judged::Yes, Judged::NotOffered | Judged::Blocked) if !failed(old) => Some(Impact::Worse),
        (Judged::NotOffered | Judged::Blocked, Judged::Yes) if !failed(new) => Some(Impact::Better),
        (before, now) if before == now => None,
        (_, _) => Some(Impact::Changed),
    }
}

/// The clauses that nothing examines any longer, and those that something examines now.
pub(super) fn examined(pairs: &[Pair<'_>]) -> (Vec<String>, Vec<String>) {
    let played = |verdict| matches!(judged(verdict), Judged::Yes | Judged::Unsure);
    // What lost it: for a clause that was broken there, that is the news.
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
