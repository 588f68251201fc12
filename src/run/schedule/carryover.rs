//! Examines violations that occur only in a process in which other scenarios have been played: either the engine
//! carries state from one game to the next, or the violation occurs by chance.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::lang::Text;
use crate::run::result::ScenarioResult;
use crate::run::schedule::candidate::{CarryoverCandidate, has};
use crate::run::schedule::confirmed::is_held;
use crate::run::schedule::judged::judged;
use crate::run::schedule::scheduler::Scheduler;
use crate::run::schedule::trial::Trial;
use crate::run::time_use::Spent;
use crate::run::timing::established::{Established, EstablishedViolation};
use crate::scenario::Scenario;
use crate::verdict::{Finding, Severity, Verdict, Watcher};

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
    let mut shown = Attempts {
        findings: candidate.only_in_shared_process(&fresh),
        spent: candidate.trial.spent,
        before: candidate.before,
        trial: candidate.trial,
        took: candidate.took,
        attempts: 1,
        seen: 1,
    };
    let confirmed = shown.again_in_shared_process(scheduler, index);
    if scheduler.plan.cancel.load(Ordering::Relaxed) {
        return shown.counted(fresh);
    }
    let timing = shown.findings.iter().all(|finding| finding.timing);
    let mut result = fresh;
    // One more fresh process shows whether the violation depends on the shared process or occurs at random.
    if confirmed && let Ok(played) = scheduler.attempt(index, Some(&scheduler.isolation())) {
        let mut found = played.0.findings.iter();
        if found.any(|finding| has(&shown.findings, finding)) {
            result = judged(&scheduler.scenarios[index], vec![played], &Established::default());
            if timing {
                result.verdict = Verdict::Flaky;
                result.reason = Some(shown.counts());
            }
            return shown.counted(result);
        }
        result.attempts += 1;
        result.spent.add(&played.0.spent);
        result.duration += played.1;
    }
    if confirmed {
        let leaks = shown.carryover(scheduler, result.attempts);
        return shown.reported(result, leaks);
    }
    if timing {
        // The host may be the cause if a time limit is not broken in every attempt.
        if matches!(result.verdict, Verdict::Pass | Verdict::Skip) {
            let findings = std::mem::take(&mut shown.findings);
            let reason = shown.counts();
            result = shown.reported(result, findings);
            result.verdict = Verdict::Flaky;
            result.reason = Some(reason);
            return result;
        }
        return shown.counted(result);
    }
    // A violation that does not depend on time counts even if only one attempt shows it.
    let note = shown.counts();
    let mut findings = std::mem::take(&mut shown.findings);
    for finding in &mut findings {
        finding.notes.push(note.clone());
    }
    shown.reported(result, findings)
}

impl<'r> Attempts<'r> {
    /// Plays the scenario again after the last of the earlier scenarios, and if this shows nothing, after all of them.
    /// Returns whether a violation occurred often enough.
    fn again_in_shared_process(&mut self, scheduler: &Scheduler<'r>, index: usize) -> bool {
        let all = self.before.clone();
        let last = all.len().saturating_sub(1);
        let mut predecessors = vec![&all[last..]];
        if last > 0 {
            predecessors.push(&all[..]);
        }
        predecessors.into_iter().any(|before| self.again_after(scheduler, index, before))
    }

    fn again_after(
        &mut self,
        scheduler: &Scheduler<'r>,
        index: usize,
        before: &[&'r Scenario],
    ) -> bool {
        let mut left = self.findings.clone();
        let timing = left.iter().all(|finding| finding.timing);
        let mut latest = None;
        for _ in 0..if timing { LATE_AGAIN } else { 1 } {
            let Some((trial, took)) = scheduler.play_after(before, index) else {
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
            let reported = trial.findings.iter().filter(|one| has(&left, one));
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
            .flat_map(|result| result.findings.iter().filter(|one| is_held(one)))
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

    fn counts(&self) -> Text {
        let (seen, attempts) = (self.seen, self.attempts);
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
        let worst = findings.iter().map(|finding| finding.severity).max();
        let transcript = self.trial.transcript;
        if result.findings.iter().any(is_held) {
            let last = result.transcript.events.last();
            let (ids, time) = last.map_or((0, Duration::ZERO), |last| (last.id.0 + 1, last.at));
            for finding in &mut findings {
                for event in &mut finding.events {
                    event.0 += ids;
                }
                finding.at += time;
            }
            result.transcript.join(transcript, ids, time);
        } else {
            result.findings.clear();
            result.transcript = transcript;
            result.measurements = self.trial.measurements;
            result.stopped_at_line = self.trial.stopped_at_line;
        }
        result.findings.append(&mut findings);
        result.preceded_by = ids(&self.before);
        let verdict = match worst {
            Some(Severity::Fail) => Verdict::Fail,
            Some(Severity::Warn) => Verdict::Warn,
            Some(Severity::Info | Severity::Skip) | None => Verdict::Pass,
        };
        if verdict > result.verdict || matches!(result.verdict, Verdict::Skip) {
            result.verdict = verdict.max(result.verdict);
            result.reason = None;
        }
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
mod tests {
    use super::*;
    use crate::engine::scripted::Reaction;
    use crate::run::schedule::trial;
    use crate::run::tests::paper;
    use crate::transcript::Transcript;

    const GO: &str = "  - send: isready\n  - expect: readyok\n  - send: position startpos\n  \
                      - send: go depth 1\n  - expect: bestmove\n    where: { move: legal }\n";

    #[test]
    fn the_waits_of_a_shared_process_follow_those_of_a_fresh_one() {
        let scenario = paper::scenario("USI-GO-19", GO);
        let limits = paper::limits();
        let play = || {
            let answer = [(paper::ms(5), "bestmove 3c3d")];
            let mut engine = paper::engine(vec![Reaction::on("go", &answer)]);
            trial::play_on(&paper::bench(&limits, 1), &scenario, &mut engine)
        };
        let trial = play();
        let waits = trial.transcript.windows.len();
        assert!(waits > 0 && trial.findings.iter().any(is_held));
        let fresh = judged(&scenario, vec![(play(), Duration::ZERO)], &Established::default());
        let end = fresh.transcript.events.last().map(|last| last.at);
        let shown = Attempts {
            findings: trial.findings.clone(),
            before: vec![&scenario],
            spent: trial.spent,
            took: paper::ms(3),
            attempts: 3,
            seen: 2,
            trial,
        };
        let findings = shown.findings.clone();
        let text = |transcript: &Transcript, finding: &Finding| -> Vec<_> {
            let kind = |id| transcript.get(id).map(|event| event.kind.clone());
            finding.events.iter().map(|id| kind(*id)).collect()
        };
        let alone: Vec<_> = findings.iter().map(|one| text(&shown.trial.transcript, one)).collect();
        let (attempts, failed, took) = (fresh.attempts, fresh.failed_attempts, fresh.duration);
        let both = shown.reported(fresh, findings);
        assert_eq!((both.attempts, both.failed_attempts), (attempts + 3, failed + 2));
        assert_eq!(both.duration, took + paper::ms(3));
        assert_eq!(both.preceded_by, [scenario.id.as_str()]);
        let added = &both.findings[both.findings.len() - alone.len()..];
        let together: Vec<_> = added.iter().map(|one| text(&both.transcript, one)).collect();
        assert_eq!(together, alone);
        assert!(added.iter().all(|finding| Some(finding.at) > end));
        let both = both.transcript;
        assert_eq!(both.windows.len(), 2 * waits);
        for window in &both.windows[waits..] {
            assert!(Some(window.from) >= end, "{window:?} begins before {end:?}");
        }
    }
}
