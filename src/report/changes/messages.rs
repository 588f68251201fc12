//! Kinds of message, and words in them, that the engine newly writes or no longer writes.
//!
//! The dialect parses the lines. How often a word appears depends on chance and on time, so a claim needs evidence.
//! The unit is the scenario, because the lines of one scenario depend on each other. Fisher's exact test has to give a
//! probability below one in a thousand for "the word is as frequent as before".

use std::collections::{BTreeMap, BTreeSet};

use super::types::MessageChange;
use super::{Judged, Pair, judged};
use crate::protocol::Dialect;
use crate::run::result::ScenarioResult;
use crate::transcript::EventKind;

/// Below this probability a difference is not explained by chance.
const CHANCE: f64 = 0.001;
/// The most words that are tracked, and the most bytes of a word: an engine can write anything.
const MOST: usize = 1000;
const LONGEST: usize = 60;

/// A kind of message, and a word in it; `None` for the kind as a whole.
type Part = (&'static str, Option<String>);

/// The kinds and words that one side has in some scenario and the other side in none.
pub(super) fn compare(dialect: &dyn Dialect, pairs: &[Pair<'_>]) -> Vec<MessageChange> {
    let mut seen: BTreeMap<Part, [u64; 2]> = BTreeMap::new();
    // A word is counted only in scenarios in which both engines wrote lines of its kind.
    let mut of: BTreeMap<Option<&'static str>, u64> = BTreeMap::new();
    let both = pairs.iter().filter(|(old, new)| was_played(old) && was_played(new));
    for (old, new) in both {
        let parts = [parts(dialect, old), parts(dialect, new)];
        *of.entry(None).or_default() += 1;
        let kinds = |side: usize| parts[side].iter().filter(|part| part.1.is_none());
        let common: Vec<&'static str> =
            kinds(0).filter(|kind| parts[1].contains(*kind)).map(|kind| kind.0).collect();
        for kind in &common {
            *of.entry(Some(kind)).or_default() += 1;
        }
        for (side, parts) in parts.iter().enumerate() {
            for part in parts.iter().filter(|part| part.1.is_none() || common.contains(&part.0)) {
                if seen.len() < MOST || seen.contains_key(part) {
                    seen.entry(part.clone()).or_default()[side] += 1;
                }
            }
        }
    }
    let changes = seen.into_iter().filter_map(|((kind, word), [old, new])| {
        let of = of.get(&word.as_ref().map(|_| kind)).copied().unwrap_or(0);
        let seen = old.max(new);
        let gone = old.min(new) == 0;
        (gone && by_chance(seen, of) < CHANCE).then(|| MessageChange {
            kind: kind.to_owned(),
            word,
            came: new > old,
            seen,
            of,
        })
    });
    changes.collect()
}

/// Whether the scenario was judged and ran to its end, so that the transcripts of both reports cover the same steps.
fn was_played(scenario: &ScenarioResult) -> bool {
    judged(scenario.verdict) == Judged::Yes && scenario.reached_end
}

/// The kinds and words in a transcript, each once.
fn parts(dialect: &dyn Dialect, scenario: &ScenarioResult) -> BTreeSet<Part> {
    let mut parts = BTreeSet::new();
    for event in &scenario.transcript.events {
        let EventKind::Received(line) = &event.kind else {
            continue;
        };
        let spoken = dialect.spoken(&line.bytes);
        parts.insert((spoken.kind, None));
        if parts.len() < MOST {
            let words = spoken.words.into_iter().filter(|word| word.len() <= LONGEST);
            parts.extend(words.map(|word| (spoken.kind, Some(word))));
        }
    }
    parts
}

/// The probability, by Fisher's exact test, that something with the same frequency on both sides shows in `seen` of
/// `of` scenarios on one side and in none of `of` on the other: all draws fall on one side.
fn by_chance(seen: u64, of: u64) -> f64 {
    (0..seen).map(|drawn| of.saturating_sub(drawn) as f64 / (2 * of - drawn) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_that_of_the_hypergeometric_distribution() {
        let check = |seen, of, expected: f64| {
            let found = by_chance(seen, of);
            assert!((found - expected).abs() < 1e-9, "{seen} of {of}: {found}");
        };
        check(5, 5, 1.0 / 252.0);
        check(7, 7, 1.0 / 3432.0);
        check(1, 2, 0.5);
        check(0, 0, 1.0);
        check(2, 10, 9.0 / 38.0);
    }
}
