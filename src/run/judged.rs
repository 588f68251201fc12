//! From the attempts at a scenario to its verdict.

use std::time::Duration;

use crate::run::findings::is_of_text;
use crate::run::result::ScenarioResult;
use crate::run::script::End;
use crate::run::time_use::Spent;
use crate::run::trial::Trial;
use crate::scenario::Scenario;
use crate::verdict::{Severity, Verdict};

/// Whether a trial counts only if it repeats: a breach that rests on the clock.
pub(super) fn is_doubtful(trial: &Trial) -> bool {
    trial
        .findings
        .iter()
        .any(|finding| finding.timing && finding.severity >= Severity::Warn)
}

/// Why what was found does not count, if all of it came too late, and in an attempt for which the host is to
/// blame.
fn excuse(earlier: &[(Trial, Duration)], last: &Trial) -> Option<String> {
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
    let (verdict, reason, shown) = match &last.end {
        Err(End::Cancelled) => (
            Verdict::Inconclusive,
            Some("the run was ended by the user".to_owned()),
            last,
        ),
        Err(End::Skip(why)) if worst(&last) < Severity::Warn => {
            (Verdict::Skip, Some(why.clone()), last)
        }
        Ok(()) | Err(_) => match worst(&last).max(earlier) {
            Severity::Fail | Severity::Warn if let Some(excuse) = excuse(&played, &last) => {
                (Verdict::Inconclusive, Some(excuse), last)
            }
            Severity::Fail => (Verdict::Fail, None, last),
            Severity::Warn => (Verdict::Warn, None, last),
            Severity::Info | Severity::Skip if attempts > 1 => {
                let reason = format!("{failed_attempts} of {attempts} attempts broke a time limit");
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
    ScenarioResult {
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
    }
}

pub(super) fn unplayed(scenario: &Scenario, verdict: Verdict, reason: String) -> ScenarioResult {
    ScenarioResult {
        id: scenario.id.clone(),
        title: scenario.title.clone(),
        file: scenario.file.path.clone(),
        clauses: scenario.clauses.clone(),
        verdict,
        reason: Some(reason).filter(|reason| !reason.is_empty()),
        duration: Duration::ZERO,
        spent: Spent::default(),
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
