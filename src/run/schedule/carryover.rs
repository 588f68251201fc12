//! Examines violations that occur only in a process in which other scenarios have been played: either the engine
//! carries state from one game to the next, or the violation occurs by chance.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::lang::Text;
use crate::run::aggregate::merge;
use crate::run::result::ScenarioResult;
use crate::run::schedule::candidate::{CarryoverCandidate, has};
use crate::run::schedule::confirmed::Attempt;
use crate::run::schedule::judged::{judged, verdict_of};
use crate::run::schedule::scheduler::Scheduler;
use crate::run::schedule::trial::Trial;
use crate::run::time_use::Spent;
use crate::run::timing::established::{Established, EstablishedViolation};
use crate::scenario::Scenario;
use crate::verdict::{Finding, Verdict, Watcher};

/// How often a timing violation has to occur again in a shared process, with nothing else running. Together with the
/// first occurrence these are three of three, as for all timing violations.
const LATE_AGAIN: u32 = 2;

/// The results of attempts in shared and in fresh processes.
struct Attempts<'r> {
    /// The findings that count against the engine and never occurred in a fresh process.
    findings: Vec<Finding>,
    /// The scenarios before the last attempt that showed them, and the trial of that attempt.
    before: Vec<&'r Scenario>,
    trial: Trial,
    took: Duration,
    spent: Spent,
    /// The number of attempts in a shared process, and the number of those that showed a violation.
    attempts: u32,
    seen: u32,
}

/// Examines a candidate while nothing else runs. `fresh` is the result in a fresh process.
pub(in crate::run) fn examine<'r>(
    scheduler: &Scheduler<'r>,
    candidate: CarryoverCandidate<'r>,
    fresh: ScenarioResult,
) -> ScenarioResult {
    let index = candidate.index;
    let mut shown = Attempts::of(candidate, &fresh);
    let first = shown.trial.transcript.clone();
    let mut seldom: Vec<Finding> = shown.certain().cloned().collect();
    let confirmed =
        shown.again_in_shared_process(&mut |before| scheduler.play_after(before, index));
    if scheduler.plan.cancel.load(Ordering::Relaxed) {
        return shown.cut_short(fresh);
    }
    let timing = shown.certain().next().is_none();
    // One more fresh process shows whether the violation depends on the shared process or occurs at random.
    let again =
        if confirmed { scheduler.attempt(index, Some(&scheduler.isolation())).ok() } else { None };
    let Some(played) = again else {
        return if timing { shown.perhaps_late(fresh) } else { shown.once(fresh) };
    };
    // A violation that does not depend on time counts even if only one attempt shows it.
    let once = shown.counts(1);
    seldom.retain(|finding| !has(&shown.findings, finding));
    for finding in &mut seldom {
        finding.notes.push(once.clone());
    }
    let mut found = played.0.findings.iter();
    let mut result = if found.any(|finding| has(&shown.findings, finding)) {
        let again = judged(&scheduler.scenarios[index], vec![played], &Established::default());
        shown.in_any_process(both(again, fresh))
    } else {
        let mut result = fresh;
        result.attempts += 1;
        result.spent.add(&played.0.spent);
        result.duration += played.1;
        let leaks = shown.carryover(scheduler, result.attempts);
        shown.reported(result, leaks)
    };
    raise(&mut result, &seldom);
    merge::append(&mut result, seldom, first);
    result
}

/// The result of a candidate that cannot be examined, because the run has been ended or a process cannot be started.
pub(in crate::run) fn unexamined(
    candidate: CarryoverCandidate<'_>,
    fresh: ScenarioResult,
) -> ScenarioResult {
    Attempts::of(candidate, &fresh).cut_short(fresh)
}

/// Two results in fresh processes as one: the worse of the two, with what else is certain in the other.
fn both(one: ScenarioResult, other: ScenarioResult) -> ScenarioResult {
    let (mut worse, mut other) = merge::worse_first(one, other);
    other.findings.retain(|finding| !finding.timing);
    merge::absorb(&mut worse, other);
    worse
}

/// Makes the verdict at least as bad as these findings.
fn raise(result: &mut ScenarioResult, findings: &[Finding]) {
    let worst = findings.iter().map(|finding| finding.severity).max();
    let verdict = worst.map_or(Verdict::Pass, verdict_of);
    // What is certain counts though the harness failed in another attempt.
    let fails = verdict == Verdict::Fail && result.verdict == Verdict::Error;
    if fails || verdict > result.verdict {
        result.verdict = verdict;
        result.reason = None;
    }
}

impl<'r> Attempts<'r> {
    /// The attempt of a candidate, and what only this attempt shows.
    fn of(candidate: CarryoverCandidate<'r>, fresh: &ScenarioResult) -> Self {
        Self {
            findings: candidate.only_in_shared_process(fresh),
            spent: candidate.trial.spent,
            before: candidate.before,
            trial: candidate.trial,
            took: candidate.took,
            attempts: 1,
            seen: 1,
        }
    }

    /// The findings that do not depend on time.
    fn certain(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| !finding.timing)
    }

    /// The result if the examination was ended: what is certain counts, and what depends on time stays open.
    fn cut_short(self, fresh: ScenarioResult) -> ScenarioResult {
        if self.certain().next().is_some() {
            return self.once(fresh);
        }
        let mut result = self.counted(fresh);
        if matches!(result.verdict, Verdict::Pass | Verdict::Skip | Verdict::Warn) {
            result.verdict = Verdict::Inconclusive;
            result.reason = Some(self.counts(self.seen));
        }
        result
    }

    /// The result if the violations did not occur again: those that do not depend on time count even so.
    fn once(mut self, fresh: ScenarioResult) -> ScenarioResult {
        let note = self.counts(self.seen);
        let mut findings: Vec<Finding> = std::mem::take(&mut self.findings);
        findings.retain(|finding| !finding.timing);
        for finding in &mut findings {
            finding.notes.push(note.clone());
        }
        self.reported(fresh, findings)
    }

    /// The result if a time limit was not broken in every attempt: the host may be the cause.
    fn perhaps_late(mut self, fresh: ScenarioResult) -> ScenarioResult {
        if !matches!(fresh.verdict, Verdict::Pass | Verdict::Skip) {
            return self.counted(fresh);
        }
        let findings = std::mem::take(&mut self.findings);
        let reason = self.counts(self.seen);
        let mut result = self.reported(fresh, findings);
        result.verdict = Verdict::Flaky;
        result.reason = Some(reason);
        result
    }

    /// The result if a fresh process shows the violations too. `fresh`: what all fresh processes show.
    fn in_any_process(&self, fresh: ScenarioResult) -> ScenarioResult {
        let mut result = self.counted(fresh);
        if self.certain().next().is_none() && result.verdict < Verdict::Fail {
            result.verdict = Verdict::Flaky;
            result.reason = Some(self.counts(self.seen));
        }
        result
    }

    /// Plays the scenario again after the last of the earlier scenarios, and if this shows nothing, after all of them.
    /// Returns whether a violation occurred often enough. `play` returns `None` if there can be no attempt.
    fn again_in_shared_process(
        &mut self,
        play: &mut dyn FnMut(&[&'r Scenario]) -> Option<Attempt>,
    ) -> bool {
        let all = self.before.clone();
        let last = all.len().saturating_sub(1);
        let mut predecessors = vec![&all[last..]];
        if last > 0 {
            predecessors.push(&all[..]);
        }
        predecessors.into_iter().any(|before| self.again_after(before, play))
    }

    fn again_after(
        &mut self,
        before: &[&'r Scenario],
        play: &mut dyn FnMut(&[&'r Scenario]) -> Option<Attempt>,
    ) -> bool {
        let mut left = self.findings.clone();
        let timing = left.iter().any(|finding| finding.timing);
        let mut latest = None;
        for _ in 0..if timing { LATE_AGAIN } else { 1 } {
            let Some((trial, took)) = play(before) else {
                return false;
            };
            self.attempts += 1;
            self.spent.add(&trial.spent);
            self.took += took;
            let excused =
                |one: &Finding| one.timing && trial.host_load_verdict.excuse(one).is_some();
            let shows = |one: &Finding| has(&trial.findings, one) && !excused(one);
            left.retain(shows);
            if left.is_empty() {
                return false;
            }
            self.seen += 1;
            // The findings of the latest attempt are kept.
            let is_left = |one: &&Finding| left.iter().any(|known| known.is_about_the_same(one));
            let reported = trial.findings.iter().filter(|one| one.counts()).filter(is_left);
            left = reported.cloned().collect();
            latest = Some(trial);
        }
        if let Some(trial) = latest {
            self.trial = trial;
            self.before = before.to_vec();
        }
        self.findings = left;
        true
    }

    /// One finding of the clause about state that is carried from game to game, because there is one cause. The
    /// original findings are returned if fresh processes of other scenarios show all of the violations, or if the
    /// dialect has no such clause.
    fn carryover(&self, scheduler: &Scheduler<'r>, fresh: u32) -> Vec<Finding> {
        let plan = scheduler.plan;
        let state = scheduler.lock();
        let fresh_ones = state.results.values().filter(|result| result.preceded_by.is_empty());
        let alone: Vec<EstablishedViolation> = fresh_ones
            .flat_map(|result| result.findings.iter().filter(|one| one.counts()))
            .map(EstablishedViolation::of)
            .collect();
        drop(state);
        let is_carried = |finding: &&Finding| !alone.contains(&EstablishedViolation::of(finding));
        let mut carried = self.findings.iter().filter(is_carried);
        let Some(first) = carried.next() else {
            return self.findings.clone();
        };
        let worst = carried.fold(
            first,
            |worst, one| {
                if one.severity >= worst.severity { one } else { worst }
            },
        );
        let carryover_clause = plan.dialect.games().map(|games| games.carryover_clause);
        let clause = carryover_clause
            .and_then(|carryover_clause| plan.dialect.catalogue().clause(carryover_clause));
        let Some(clause) = clause else {
            return self.findings.clone();
        };
        let ceiling = plan.dialect.catalogue().severity(clause.id.0, plan.profile);
        let earlier = named(&self.before);
        let mut carryover = worst.clone();
        carryover.clause = clause.id;
        carryover.severity = worst.severity.min(ceiling);
        carryover.watcher = Watcher::Expectation;
        carryover.violation = None;
        carryover.message = say!(
            "after {earlier} in the same process: {message}",
            earlier,
            message = worst.message
        );
        for finding in &self.findings {
            carryover.notes.push(say!(
                "{seen} of {attempts} times after these scenarios: {message} ({clause})",
                seen = self.seen,
                attempts = self.attempts,
                message = finding.message,
                clause = finding.clause
            ));
        }
        carryover.notes.push(say!(
            "never in {fresh} new processes: something from an earlier game affects the next one",
            fresh
        ));
        vec![carryover]
    }

    /// In how many of the attempts a violation was shown.
    fn counts(&self, seen: u32) -> Text {
        let attempts = self.attempts;
        let earlier = named(&self.before);
        say!(
            "shown in {seen} of {attempts} attempts after {earlier} in the same process",
            seen,
            attempts,
            earlier
        )
    }

    /// Adds the attempts in shared processes to the numbers of a result.
    fn counted(&self, mut result: ScenarioResult) -> ScenarioResult {
        result.attempts += self.attempts;
        result.failed_attempts += self.seen;
        result.duration += self.took;
        result.spent.add(&self.spent);
        result
    }

    /// Adds the findings in a shared process to the result of a fresh process, and the events after its events.
    fn reported(self, fresh: ScenarioResult, mut findings: Vec<Finding>) -> ScenarioResult {
        let mut result = self.counted(fresh);
        raise(&mut result, &findings);
        let transcript = self.trial.transcript;
        if result.findings.iter().any(Finding::counts) {
            let (ids, time) = result.transcript.end();
            for finding in &mut findings {
                finding.shift(ids, time);
            }
            result.transcript.join(transcript, ids, time);
        } else {
            result.findings.clear();
            result.transcript = transcript;
            result.measurements = self.trial.measurements;
            result.stopped_at_line = self.trial.stopped_at_line;
            result.unread = self.trial.unread;
        }
        result.findings.append(&mut findings);
        result.preceded_by = ids(&self.before);
        result
    }
}

/// The ids of scenarios.
pub(in crate::run) fn ids(scenarios: &[&Scenario]) -> Vec<String> {
    scenarios.iter().map(|one| one.id.clone()).collect()
}

/// The earlier scenarios as text: the last one, and their number.
fn named(before: &[&Scenario]) -> Text {
    match before {
        [] => say!("nothing"),
        [one] => Text::plain(&one.id),
        [.., last] => say!(
            "{number} scenarios, the last of them {last}",
            number = before.len(),
            last = last.id
        ),
    }
}

#[cfg(test)]
mod tests;
