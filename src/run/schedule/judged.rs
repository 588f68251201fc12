//! Makes the verdict of a scenario out of its attempts.
//!
//! A violation that does not depend on time counts if any attempt shows it. A timing violation counts only if every
//! attempt shows it and the host is not the possible cause in any of them.

use std::time::Duration;

use crate::lang::Text;
use crate::run::aggregate::merge;
use crate::run::result::ScenarioResult;
use crate::run::schedule::confirmed::{
    ATTEMPTS, Attempt, TimingViolation, is_timing, shown_by_all,
};
use crate::run::schedule::trial::Trial;
use crate::run::script::findings::is_of_text;
use crate::run::script::state::End;
use crate::run::time_use::Spent;
use crate::run::timing::established::{Established, EstablishedViolation};
use crate::scenario::Scenario;
use crate::transcript::Transcript;
use crate::verdict::{Finding, Severity, Verdict};

pub(in crate::run) fn judged(
    scenario: &Scenario,
    mut played: Vec<Attempt>,
    established: &Established,
) -> ScenarioResult {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let attempts = count(played.len());
    let held = played.iter().filter(|(trial, _)| trial.findings.iter().any(Finding::counts));
    let failed_attempts = count(held.count());
    let duration = played.iter().map(|(_, took)| *took).sum();
    let mut spent = Spent::default();
    for (trial, _) in &played {
        spent.add(&trial.spent);
    }
    let judgement = Judgement::of(&played, established);
    // The findings that other attempts show in addition.
    let besides: Vec<(Vec<Finding>, Transcript)> = played
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != judgement.shown)
        .map(|(index, (trial, _))| (judgement.of_attempt(index, trial), trial))
        .filter(|(findings, _)| !findings.is_empty())
        .map(|(findings, trial)| (findings, trial.transcript.clone()))
        .collect();
    let reached_end =
        played.last().is_some_and(|(last, _)| matches!(last.end, Ok(()) | Err(End::Stop)));
    let (mut shown, _) = played.swap_remove(judgement.shown);
    if let Some(timing) = judgement.timing {
        shown.findings.retain(|finding| !is_timing(&finding));
        let here = timing.into_iter().filter(|(at, _)| *at == judgement.shown);
        shown.findings.extend(here.map(|(_, finding)| finding));
    }
    let mut result = ScenarioResult {
        reached_end,
        unread: shown.unread,
        findings: shown.findings,
        transcript: shown.transcript,
        measurements: shown.measurements,
        races: shown.races,
        stopped_at_line: shown.stopped_at_line,
        attempts,
        failed_attempts,
        duration,
        spent,
        ..unplayed(scenario, judgement.verdict, judgement.reason.unwrap_or_default())
    };
    // Syntax findings are among them if the verdict is open. Unless a prerequisite has reported them, they decide it.
    if !matches!(result.verdict, Verdict::Pass | Verdict::Skip) {
        for (findings, transcript) in besides {
            merge::append(&mut result, findings, transcript);
        }
    }
    result
}

/// The judgement on all attempts.
struct Judgement {
    verdict: Verdict,
    reason: Option<Text>,
    /// The index of the attempt that is reported.
    shown: usize,
    /// The timing findings to report, each with the index of its attempt; `None` if those of the reported attempt stay.
    timing: Option<Vec<(usize, Finding)>>,
}

impl Judgement {
    fn of(played: &[Attempt], established: &Established) -> Self {
        let last = played.len().saturating_sub(1);
        let simple = |verdict, reason, shown| Self { verdict, reason, shown, timing: None };
        let end = played.last().map(|(trial, _)| &trial.end);
        let worst = |counts: &dyn Fn(&Finding) -> bool| {
            let findings = |trial: &Trial| {
                let counted = trial.findings.iter().filter(|one| counts(one));
                counted.map(|finding| finding.severity).max()
            };
            let all = played.iter().filter_map(|(trial, _)| findings(trial));
            all.max().unwrap_or(Severity::Skip)
        };
        let shown = shown_by_all(played);
        let confirmed: Vec<&TimingViolation<'_>> =
            shown.iter().filter(|one| one.is_confirmed(played, established)).collect();
        let worst_late = confirmed.iter().map(|one| one.severity()).max();
        // Syntax findings are a separate matter, and mostly reported by a prerequisite.
        let certain = worst(&|one| !one.timing && !is_of_text(&one.watcher));
        // What is certain counts even if the run was ended before the script was.
        if matches!(end, Some(Err(End::Cancelled))) && certain < Severity::Fail {
            let reason = say!("the run was ended by the user");
            return simple(Verdict::Inconclusive, Some(reason), last);
        }
        let counted = certain.max(worst_late.unwrap_or(Severity::Skip));
        // There is a worse violation in every attempt, which the host may have caused. The result stays open, because
        // the script has proved nothing after that point.
        let mut doubtful = shown.iter().filter(|one| one.severity() > counted);
        if counted == Severity::Warn
            && let Some(excuse) = doubtful.find_map(|one| one.excuse(played))
        {
            return simple(Verdict::Inconclusive, Some(excuse), last);
        }
        let late = |more_than: Severity| {
            let is_late = |one: &Finding| is_timing(&one) && one.severity > more_than;
            played.iter().filter(|(trial, _)| trial.findings.iter().any(is_late)).count()
        };
        let flaky = |failed: usize| {
            let attempts = played.len();
            let reason = if played.iter().any(|(trial, _)| trial.was_killed()) {
                say!(
                    "in {failed} of {attempts} attempts the engine was killed (signal 9), maybe for lack of memory, \
                     or it broke a time limit",
                    failed,
                    attempts
                )
            } else if failed == attempts && attempts > 1 {
                say!(
                    "each of {attempts} attempts broke a time limit, but not the same one",
                    attempts
                )
            } else {
                say!("{failed} of {attempts} attempts broke a time limit", failed, attempts)
            };
            simple(Verdict::Flaky, Some(reason), 0)
        };
        // No attempt has reached the end of the script, and they ended for different reasons. A warning does not
        // explain that.
        let cut_off = played.iter().all(|(trial, _)| trial.end == Err(End::Unmet));
        if counted == Severity::Warn && cut_off && late(counted) > 0 {
            return flaky(late(counted));
        }
        if counted >= Severity::Warn {
            let races = played.iter().any(|(trial, _)| !trial.races.is_empty());
            let timing = confirmed.iter().map(|one| described(one, races, established));
            return Self {
                verdict: verdict_of(counted.max(worst(&|one| !one.timing))),
                reason: None,
                shown: reported(played, &confirmed, races),
                timing: Some(timing.collect()),
            };
        }
        let failed = late(Severity::Skip);
        if failed > 0 {
            return match shown.iter().find_map(|one| one.excuse(played)) {
                Some(excuse) => simple(Verdict::Inconclusive, Some(excuse), last),
                None => flaky(failed),
            };
        }
        match (worst(&|_| true), end) {
            (Severity::Info | Severity::Skip, Some(Err(End::Skip(why)))) => {
                simple(Verdict::Skip, Some(why.clone()), last)
            }
            // If a prerequisite has reported all of this, the scenario is skipped with this reason.
            (worst, Some(Err(End::Skip(why)))) => {
                simple(verdict_of(worst), Some(why.clone()), last)
            }
            (worst, _) => simple(verdict_of(worst), None, last),
        }
    }
}

impl Judgement {
    /// The findings to report of an attempt other than the shown one.
    fn of_attempt(&self, index: usize, trial: &Trial) -> Vec<Finding> {
        let certain = trial.findings.iter().filter(|one| one.counts() && !one.timing);
        let timing = self.timing.iter().flatten().filter(|(at, _)| *at == index);
        certain.chain(timing.map(|(_, finding)| finding)).cloned().collect()
    }
}

pub(in crate::run) fn verdict_of(worst: Severity) -> Verdict {
    match worst {
        Severity::Fail => Verdict::Fail,
        Severity::Warn => Verdict::Warn,
        Severity::Info | Severity::Skip => Verdict::Pass,
    }
}

/// The index of the attempt that is reported. With confirmed timing violations it is the attempt with the least
/// lateness, or the first one if there are races, because it played most of their rounds. Otherwise it is the first one
/// with the worst finding.
fn reported(played: &[Attempt], confirmed: &[&TimingViolation<'_>], races: bool) -> usize {
    let late = confirmed.iter().rev().max_by_key(|one| one.severity());
    if let Some(late) = late {
        return if races { 0 } else { late.least().0 };
    }
    let worst = |(trial, _): &Attempt| {
        let certain = trial.findings.iter().filter(|one| !one.timing);
        certain.map(|finding| finding.severity).max()
    };
    let attempts = played.iter().enumerate().rev();
    let shown = attempts.max_by_key(|(_, attempt)| worst(attempt));
    shown.map_or(0, |(index, _)| index)
}

/// A confirmed violation as it is reported, and the index of the attempt that shows it: the one with the least
/// lateness, or the first one if there are races.
fn described(
    shown: &TimingViolation<'_>,
    races: bool,
    established: &Established,
) -> (usize, Finding) {
    let (attempt, finding) = match shown.0.first() {
        Some(first) if races => (0, *first),
        Some(_) | None => shown.least(),
    };
    let mut finding = finding.clone();
    finding.severity = shown.severity();
    finding.notes.extend(shown.range());
    let attempts = shown.0.len();
    if attempts < ATTEMPTS {
        finding.notes.push(say!(
            "attempts here: {attempts}; confirmed in isolation in other scenarios: {others}",
            attempts,
            others = established.scenarios(&EstablishedViolation::of(&finding))
        ));
    }
    (attempt, finding)
}

pub(in crate::run) fn unplayed(
    scenario: &Scenario,
    verdict: Verdict,
    reason: Text,
) -> ScenarioResult {
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
        prerequisite_only: false,
        preceded_by: Vec::new(),
        attempts: 0,
        failed_attempts: 0,
        reached_end: false,
        unread: false,
        findings: Vec::new(),
        transcript: crate::transcript::Transcript::default(),
        normal: None,
        measurements: Vec::new(),
        races: Vec::new(),
        stopped_at_line: None,
    }
}

#[cfg(test)]
mod tests;
