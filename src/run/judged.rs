//! From the attempts at a scenario to its verdict.

use std::time::Duration;

use crate::lang::Text;
use crate::run::findings::is_of_text;
use crate::run::merge;
use crate::run::result::ScenarioResult;
use crate::run::script::End;
use crate::run::time_use::Spent;
use crate::run::trial::Trial;
use crate::scenario::Scenario;
use crate::transcript::Transcript;
use crate::verdict::{Finding, Severity, Verdict};

/// Whether a trial counts only if it repeats: a breach that rests on the clock.
pub(super) fn is_doubtful(trial: &Trial) -> bool {
    trial
        .findings
        .iter()
        .any(|finding| finding.timing && finding.severity >= Severity::Warn)
}

/// Why what was found does not count, if all of it came too late, and in an attempt for which the host is to
/// blame.
fn excuse(earlier: &[(Trial, Duration)], last: &Trial) -> Option<Text> {
    let attempts = || earlier.iter().map(|(trial, _)| trial).chain([last]);
    let certain = |trial: &Trial| {
        let mut held = trial.findings.iter();
        // Slips of the text are another matter, and mostly told by a prerequisite.
        held.any(|finding| {
            let text = is_of_text(&finding.watcher);
            !finding.timing && !text && finding.severity >= Severity::Warn
        })
    };
    if attempts().any(certain) {
        return None;
    }
    attempts().find_map(|trial| trial.blamed.excuse())
}

pub(super) fn worst(trial: &Trial) -> Severity {
    trial
        .findings
        .iter()
        .map(|finding| finding.severity)
        .max()
        .unwrap_or(Severity::Skip)
}

pub(super) fn judged(scenario: &Scenario, mut played: Vec<(Trial, Duration)>) -> ScenarioResult {
    let attempts = u32::try_from(played.len()).unwrap_or(u32::MAX);
    let failed_attempts = u32::try_from(
        played
            .iter()
            .filter(|(trial, _)| worst(trial) >= Severity::Warn)
            .count(),
    )
    .unwrap_or(u32::MAX);
    let duration = played.iter().map(|(_, took)| *took).sum();
    let mut spent = Spent::default();
    for (trial, _) in &played {
        spent.add(&trial.spent);
    }
    let (last, _) = played
        .pop()
        .unwrap_or_else(|| unreachable!("a scenario is judged once it was played"));
    let certain = |trial: &Trial| {
        trial
            .findings
            .iter()
            .filter(|finding| !finding.timing)
            .map(|finding| finding.severity)
            .max()
    };
    // What rests on no clock counts whatever the other attempts showed.
    let earlier = played
        .iter()
        .filter_map(|(trial, _)| certain(trial))
        .max()
        .unwrap_or(Severity::Skip);
    let settled: Vec<(Vec<Finding>, Transcript)> = played
        .iter()
        .filter(|_| earlier >= Severity::Warn)
        .map(|(trial, _)| {
            let mut findings = trial.findings.clone();
            findings.retain(|finding| !finding.timing && finding.severity >= Severity::Warn);
            (findings, trial.transcript.clone())
        })
        .collect();
    let (verdict, reason, shown) = match &last.end {
        Err(End::Cancelled) => (
            Verdict::Inconclusive,
            Some(say!("the run was ended by the user")),
            last,
        ),
        Err(End::Skip(why)) if worst(&last).max(earlier) < Severity::Warn => {
            (Verdict::Skip, Some(why.clone()), last)
        }
        Ok(()) | Err(_) => match worst(&last).max(earlier) {
            Severity::Fail | Severity::Warn if let Some(excuse) = excuse(&played, &last) => {
                (Verdict::Inconclusive, Some(excuse), last)
            }
            Severity::Fail => (Verdict::Fail, None, last),
            Severity::Warn => (Verdict::Warn, None, last),
            Severity::Info | Severity::Skip if attempts > 1 => {
                let reason = say!(
                    "{failed} of {attempts} attempts broke a time limit",
                    failed = failed_attempts,
                    attempts
                );
                let (first, _) = played.swap_remove(0);
                (
                    Verdict::Flaky,
                    Some(reason),
                    Trial {
                        end: last.end,
                        ..first
                    },
                )
            }
            Severity::Info | Severity::Skip => (Verdict::Pass, None, last),
        },
    };
    let mut result = ScenarioResult {
        reached_end: matches!(shown.end, Ok(()) | Err(End::Stop)),
        findings: shown.findings,
        transcript: shown.transcript,
        measurements: shown.measurements,
        races: shown.races,
        stopped_at_line: shown.stopped_at_line,
        attempts,
        failed_attempts,
        duration,
        spent,
        ..unplayed(scenario, verdict, reason.unwrap_or_default())
    };
    if matches!(result.verdict, Verdict::Fail | Verdict::Warn) {
        for (findings, transcript) in settled {
            merge::append(&mut result, findings, transcript);
        }
    }
    result
}

pub(super) fn unplayed(scenario: &Scenario, verdict: Verdict, reason: Text) -> ScenarioResult {
    ScenarioResult {
        id: scenario.id.clone(),
        title: scenario.title.clone(),
        file: scenario.file.path.clone(),
        bundled: scenario.file.bundled,
        clauses: scenario.clauses.clone(),
        verdict,
        reason: Some(reason).filter(|reason| !reason.is_empty()),
        duration: Duration::ZERO,
        spent: Spent::default(),
        along: false,
        behind: Vec::new(),
        attempts: 0,
        failed_attempts: 0,
        reached_end: false,
        findings: Vec::new(),
        transcript: crate::transcript::Transcript::default(),
        measurements: Vec::new(),
        races: Vec::new(),
        stopped_at_line: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{self, Facts};
    use crate::run::blame::Blamed;
    use crate::run::samples::Samples;
    use crate::scenario;
    use crate::transcript::EventId;
    use crate::transcript_text;
    use crate::verdict::{ClauseId, Watcher};

    fn finding(clause: &'static str, timing: bool) -> Finding {
        Finding {
            clause: ClauseId(clause),
            severity: Severity::Fail,
            watcher: Watcher::Expectation,
            misdeed: None,
            expected: Text::EMPTY,
            got: Text::EMPTY,
            message: Text::EMPTY,
            events: vec![EventId(1)],
            columns: None,
            scenario_line: None,
            at: Duration::ZERO,
            timing,
            over: None,
            position: None,
            clock: None,
            notes: Vec::new(),
        }
    }

    fn attempt(findings: &[Finding]) -> (Trial, Duration) {
        let trial = Trial {
            end: Ok(()),
            findings: findings.to_vec(),
            transcript: Transcript {
                events: transcript_text::parse("> usi\n< usiok").unwrap(),
                ..Transcript::default()
            },
            measurements: Vec::new(),
            races: Vec::new(),
            samples: Samples::default(),
            facts: Facts::default(),
            blamed: Blamed::default(),
            stopped_at_line: None,
            spent: Spent::default(),
        };
        (trial, Duration::from_millis(3))
    }

    fn check(attempts: Vec<(Trial, Duration)>, verdict: Verdict, clauses: &[&str]) {
        let (library, _) = scenario::load(protocol::dialect("usi").unwrap(), &[]);
        let result = judged(&library.scenarios[0], attempts);
        let told: Vec<&str> = result.findings.iter().map(|found| found.clause.0).collect();
        assert_eq!((result.verdict, &told[..]), (verdict, clauses));
    }

    #[test]
    fn what_rests_on_no_clock_is_told_though_only_an_earlier_attempt_showed_it() {
        let (late, wrong) = (finding("LATE", true), finding("WRONG", false));
        let both = || attempt(&[late.clone(), wrong.clone()]);
        check(vec![both(), attempt(&[])], Verdict::Fail, &["WRONG"]);
        let lates = || attempt(std::slice::from_ref(&late));
        check(
            vec![both(), lates(), lates()],
            Verdict::Fail,
            &["LATE", "WRONG"],
        );
        check(
            vec![lates(), both(), attempt(&[])],
            Verdict::Fail,
            &["WRONG"],
        );
        check(vec![lates(), attempt(&[])], Verdict::Flaky, &["LATE"]);
        let mut skipped = attempt(&[]);
        skipped.0.end = Err(End::Skip(Text::plain("nothing to skip")));
        check(vec![both(), skipped], Verdict::Fail, &["WRONG"]);
    }
}
