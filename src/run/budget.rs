//! How much all transcripts of a run may take together. What is cut first is what proves least.

use crate::run::result::ScenarioResult;
use crate::transcript::{EventId, Transcript};
use crate::verdict::{Finding, Severity};

/// How many bytes all transcripts of a run take at most, unless the evidence alone takes more.
const RUN: usize = 8 << 20;
/// How many are left when some had to be cut, so that not every further scenario cuts again.
const AFTER: usize = 6 << 20;
/// What one attempt keeps while it waits to be repeated.
const WAITING: usize = 32 << 10;

/// In which order transcripts are cut, and to how many bytes: those of scenarios in which nothing counts give way first.
const LEVELS: [(bool, usize); 6] = [
    (true, 32 << 10),
    (true, 8 << 10),
    (false, 64 << 10),
    (false, 16 << 10),
    (true, 2 << 10),
    (false, 4 << 10),
];

/// Cuts transcripts until all of them together are within bounds.
pub(super) fn fit<'r>(results: impl Iterator<Item = &'r mut ScenarioResult>) {
    let mut results: Vec<&mut ScenarioResult> = results.collect();
    let sizes = results.iter().map(|result| result.transcript.size());
    let mut total: usize = sizes.sum();
    if total <= RUN {
        return;
    }
    // The largest first.
    results.sort_by_cached_key(|result| std::cmp::Reverse(result.transcript.size()));
    for (only_passed, room) in LEVELS {
        for result in &mut results {
            if total <= AFTER {
                return;
            }
            if only_passed && counts(&result.findings) {
                continue;
            }
            let before = result.transcript.size();
            let evidence = evidence(&result.findings);
            result.transcript.thin(room, &evidence);
            total -= before - result.transcript.size();
        }
    }
}

/// Cuts what an attempt has shown while it waits to be repeated.
pub(super) fn wait(transcript: &mut Transcript, findings: &[Finding]) {
    transcript.thin(WAITING, &evidence(findings));
}

fn counts(findings: &[Finding]) -> bool {
    let mut findings = findings.iter();
    findings.any(|finding| finding.severity >= Severity::Warn)
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
    use crate::protocol;
    use crate::run::judged::unplayed;
    use crate::scenario;
    use crate::transcript::{Event, EventKind, Line};
    use crate::verdict::{ClauseId, Verdict, Watcher};

    fn result(lines: usize, at_fault: Option<usize>) -> ScenarioResult {
        let (library, _) = scenario::load(protocol::dialect("usi").unwrap(), &[]);
        let event = |id| Event {
            id: EventId(id),
            at: Duration::ZERO,
            kind: EventKind::Received(Line::new("info depth 1 score cp 3 pv 7g7f 3c3d")),
        };
        let finding = |id| Finding {
            clause: ClauseId("USI-PON-01"),
            severity: Severity::Fail,
            watcher: Watcher::Expectation,
            misdeed: None,
            expected: Text::EMPTY,
            got: Text::EMPTY,
            message: Text::EMPTY,
            events: vec![EventId(id)],
            columns: None,
            scenario_line: None,
            at: Duration::ZERO,
            timing: false,
            over: None,
            position: None,
            clock: None,
            notes: Vec::new(),
        };
        ScenarioResult {
            transcript: Transcript {
                events: (0..lines).map(event).collect(),
                ..Transcript::default()
            },
            findings: at_fault.map(finding).into_iter().collect(),
            ..unplayed(&library.scenarios[0], Verdict::Pass, Text::EMPTY)
        }
    }

    #[test]
    fn a_run_of_ordinary_size_is_kept_whole() {
        let mut results: Vec<_> = (0..50).map(|_| result(500, None)).collect();
        let before = results.clone();
        fit(results.iter_mut());
        assert_eq!(results, before);
    }

    #[test]
    fn what_passed_gives_way_first_and_evidence_stays() {
        let mut results: Vec<_> = (0..20).map(|_| result(3000, None)).collect();
        results.extend((0..3).map(|_| result(3000, Some(1500))));
        fit(results.iter_mut());
        let (passed, failed) = results.split_at(20);
        assert!(passed.iter().any(|result| result.transcript.cut > 0));
        assert!(failed.iter().all(|result| result.transcript.cut == 0));

        let mut results: Vec<_> = (0..200).map(|_| result(3000, Some(1500))).collect();
        fit(results.iter_mut());
        let total: usize = results.iter().map(|result| result.transcript.size()).sum();
        assert!(total <= RUN, "{total}");
        assert!(
            results
                .iter()
                .all(|result| result.transcript.get(EventId(1500)).is_some())
        );
        // It is not cut again and again.
        let before = results.clone();
        fit(results.iter_mut());
        assert_eq!(results, before);
    }
}
