//! Limits the total size of all transcripts of a run. Transcripts with the least evidence are cut first.

use crate::run::result::{NormalForm, ScenarioResult};
use crate::transcript::{EventId, Transcript};
use crate::verdict::Finding;

/// The largest total size of all transcripts in bytes, unless the evidence alone is larger.
pub(in crate::run) const RUN: usize = 8 << 20;
/// The total size in bytes down to which transcripts are cut, so that not every further scenario causes another cut.
const AFTER: usize = 6 << 20;
/// The largest total size in bytes of the normal forms of transcripts that were cut.
const NORMALS: usize = 4 << 20;
/// The size in bytes to which the transcript of an attempt is cut while the attempt waits to be repeated.
const WAITING: usize = 32 << 10;

/// The order in which transcripts are cut, and the size in bytes. `true`: only if nothing in the scenario counts.
const LEVELS: [(bool, usize); 6] = [
    (true, 32 << 10),
    (true, 8 << 10),
    (false, 64 << 10),
    (false, 16 << 10),
    (true, 2 << 10),
    (false, 4 << 10),
];

/// Cuts transcripts until all together are within the limit, and returns their total size in bytes. `normal` makes a
/// snapshot text before a transcript is cut.
pub(in crate::run) fn fit<'r>(
    results: impl Iterator<Item = (&'r usize, &'r mut ScenarioResult)>,
    normal: &dyn Fn(usize, &ScenarioResult) -> Option<NormalForm>,
) -> usize {
    let mut results: Vec<(usize, &mut ScenarioResult)> =
        results.map(|(index, result)| (*index, result)).collect();
    let sizes = results.iter().map(|(_, result)| result.transcript.size());
    let mut total: usize = sizes.sum();
    if total <= RUN {
        return total;
    }
    let made = results.iter().filter_map(|(_, result)| result.normal.as_ref()?.as_ref().ok());
    let mut normals: usize = made.map(String::len).sum();
    // The largest first.
    results.sort_by_cached_key(|(_, result)| std::cmp::Reverse(result.transcript.size()));
    for (only_passed, room) in LEVELS {
        for (index, result) in &mut results {
            if total <= AFTER {
                return total;
            }
            if only_passed && counts(&result.findings) {
                continue;
            }
            let before = result.transcript.size();
            if before > room && result.normal.is_none() && normals < NORMALS {
                result.normal = normal(*index, result);
                let made = result.normal.as_ref().and_then(|made| made.as_ref().ok());
                normals += made.map_or(0, String::len);
            }
            let evidence = evidence(&result.findings);
            result.transcript.thin(room, &evidence);
            total -= before - result.transcript.size();
        }
    }
    total
}

/// Cuts the transcript of an attempt that waits to be repeated.
pub(in crate::run) fn wait(transcript: &mut Transcript, findings: &[Finding]) {
    transcript.thin(WAITING, &evidence(findings));
}

fn counts(findings: &[Finding]) -> bool {
    let mut findings = findings.iter();
    findings.any(|finding| finding.counts())
}

fn evidence(findings: &[Finding]) -> Vec<EventId> {
    let all = findings.iter().flat_map(|finding| &finding.events);
    all.copied().collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::lang::Text;
    use crate::run::tests::finding::{ended, finding};
    use crate::transcript::{Event, EventKind, Line};
    use crate::verdict::Verdict;

    fn result(lines: usize, at_fault: Option<usize>) -> ScenarioResult {
        let event = |id| Event {
            id: EventId(id),
            at: Duration::ZERO,
            kind: EventKind::Received(Line::new("info depth 1 score cp 3 pv 7g7f 3c3d")),
        };
        let finding = |id| Finding { events: vec![EventId(id)], ..finding("USI-PON-01", false) };
        ScenarioResult {
            transcript: Transcript {
                events: (0..lines).map(event).collect(),
                ..Transcript::default()
            },
            findings: at_fault.map(finding).into_iter().collect(),
            ..ended(Verdict::Pass, Text::EMPTY)
        }
    }

    fn fit_all(results: &mut [ScenarioResult]) {
        let mut numbered: std::collections::BTreeMap<_, _> =
            results.iter().cloned().enumerate().collect();
        fit(numbered.iter_mut(), &|_, result| {
            Some(Ok(format!("{} lines", result.transcript.events.len())))
        });
        for (place, fitted) in results.iter_mut().zip(numbered.into_values()) {
            *place = fitted;
        }
    }

    #[test]
    fn a_run_of_ordinary_size_is_kept_whole() {
        let mut results: Vec<_> = (0..50).map(|_| result(500, None)).collect();
        let before = results.clone();
        fit_all(&mut results);
        assert_eq!(results, before);
    }

    #[test]
    fn snapshot_texts_have_a_largest_total_size() {
        let results = (0..40).map(|_| result(3000, None)).enumerate();
        let mut results: std::collections::BTreeMap<_, _> = results.collect();
        fit(results.iter_mut(), &|_, _| Some(Ok(" ".repeat(NORMALS / 2))));
        let cut = results.values().filter(|result| result.transcript.cut > 0).count();
        let made = results.values().filter(|result| result.normal.is_some()).count();
        assert!(cut > 2, "{cut}");
        assert_eq!(made, 2);
    }

    #[test]
    fn an_attempt_that_waits_to_be_repeated_keeps_its_evidence_and_little_else() {
        let mut waiting = result(3000, Some(1500));
        wait(&mut waiting.transcript, &waiting.findings);
        let size = waiting.transcript.size();
        assert!((WAITING / 2..WAITING * 2).contains(&size), "{size}");
        assert!(waiting.transcript.get(EventId(1500)).is_some());
    }

    #[test]
    fn what_passed_keeps_as_much_as_all_together_have_room_for() {
        let least = |count: usize, lines: usize| {
            let mut results: Vec<_> = (0..count).map(|_| result(lines, None)).collect();
            fit_all(&mut results);
            results.iter().map(|result| result.transcript.size()).min().unwrap_or_default()
        };
        let few = least(25, 3000);
        assert!((16 << 10..=32 << 10).contains(&few), "{few}");
        let many = least(300, 500);
        assert!((4 << 10..=8 << 10).contains(&many), "{many}");
    }

    #[test]
    fn what_passed_gives_way_first_and_evidence_stays() {
        let mut results: Vec<_> = (0..3).map(|_| result(3000, Some(1500))).collect();
        results.extend((0..20).map(|_| result(3000, None)));
        fit_all(&mut results);
        let (failed, passed) = results.split_at(3);
        for result in &results {
            let made = (result.transcript.cut > 0).then(|| Ok("3000 lines".to_owned()));
            assert_eq!(result.normal, made);
        }
        assert!(passed.iter().any(|result| result.transcript.cut > 0));
        assert!(failed.iter().all(|result| result.transcript.cut == 0));

        let mut results: Vec<_> = (0..200).map(|_| result(3000, Some(1500))).collect();
        results.push(result(30, Some(15)));
        fit_all(&mut results);
        let small = results.pop().unwrap();
        assert_eq!((small.transcript.cut, small.normal), (0, None));
        // The snapshot is made of the whole transcript, however often that is cut.
        assert!(results.iter().all(|result| result.normal == Some(Ok("3000 lines".to_owned()))));
        let total: usize = results.iter().map(|result| result.transcript.size()).sum();
        assert!(total <= RUN, "{total}");
        assert!(results.iter().all(|result| result.transcript.get(EventId(1500)).is_some()));
        // A second call does not cut again.
        let before = results.clone();
        fit_all(&mut results);
        assert_eq!(results, before);
    }
}
