//! Handles a scenario that was played: stores its result, or schedules it to be played again.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::engine::LaunchError;
use crate::lang::ToText;
use crate::run::aggregate::budget;
use crate::run::aggregate::changed;
use crate::run::aggregate::engine_profile;
use crate::run::result::ScenarioResult;
use crate::run::schedule::carryover;
use crate::run::schedule::confirmed::{Attempt, is_open};
use crate::run::schedule::isolation::Isolation;
use crate::run::schedule::judged::{judged, unplayed};
use crate::run::schedule::scheduler::{Scheduler, State, most_busy};
use crate::run::schedule::trial::Trial;
use crate::verdict::Verdict;

impl<'a> Scheduler<'a> {
    /// Records what a trial has shown of the engine.
    pub(in crate::run) fn learn(&self, state: &mut State<'a>, trial: &Trial) {
        engine_profile::merge(&mut state.engine_profile, &trial.engine_profile);
        let most = most_busy(self.plan, &state.engine_profile);
        if let (Some(cpu_slots), Some(most)) = (self.cpu_slots, most) {
            cpu_slots.limit(most);
        }
    }

    pub(in crate::run) fn first_result(
        &self,
        state: &mut State<'a>,
        index: usize,
        played: Result<(Trial, Duration), LaunchError>,
    ) {
        match played {
            Ok((trial, took)) => {
                self.learn(state, &trial);
                state.remember(&trial);
                let mut played = vec![(trial, took)];
                if is_open(&played, &state.established) {
                    for (trial, _) in &mut played {
                        budget::wait(&mut trial.transcript, &trial.findings);
                    }
                    state.doubtful.push((index, played));
                } else {
                    let result = judged(&self.scenarios[index], played, &state.established);
                    self.settle(state, index, result);
                }
            }
            Err(error) => {
                let result = unplayed(&self.scenarios[index], Verdict::Error, error.to_text());
                self.settle(state, index, result);
            }
        }
    }

    /// Plays a doubtful scenario in isolation until its timing violations are confirmed or an attempt does not show
    /// them.
    pub(in crate::run) fn again(&self, index: usize, mut played: Vec<Attempt>) -> ScenarioResult {
        let first = played.first().map(|(first, _)| first);
        let isolation = first.map(|first| {
            Isolation::confirming(&first.findings, &first.races, &first.transcript, self.margin)
        });
        while is_open(&played, &self.lock().established) {
            match self.attempt(index, isolation.as_ref()) {
                Ok(attempt) => played.push(attempt),
                // What is certain counts although no further attempt could begin.
                Err(error) => {
                    let mut result =
                        judged(&self.scenarios[index], played, &self.lock().established);
                    if result.verdict != Verdict::Fail {
                        result.findings.retain(|finding| !finding.timing);
                        result.verdict = Verdict::Error;
                        result.reason = Some(error.to_text());
                    }
                    return result;
                }
            }
        }
        judged(&self.scenarios[index], played, &self.lock().established)
    }

    pub(in crate::run) fn settle(
        &self,
        state: &mut State<'a>,
        index: usize,
        mut result: ScenarioResult,
    ) {
        let ended = self.plan.cancel.load(Ordering::Relaxed) || result.verdict == Verdict::Error;
        if let Some(candidate) = state.candidates.remove(&index)
            && !candidate.is_explained(&result)
        {
            if ended {
                let result = carryover::unexamined(candidate, result);
                return self.settle(state, index, result);
            }
            budget::wait(&mut result.transcript, &result.findings);
            state.suspicions.push((candidate, result));
            return;
        }
        self.leave_to_prerequisites(state, index, &mut result);
        if matches!(result.verdict, Verdict::Fail | Verdict::Warn) {
            state.established.take(&result.id, &result.findings);
        }
        if result.verdict == Verdict::Inconclusive
            && let Some(reason) = self.plan.ended_early()
        {
            result.reason = Some(reason);
        }
        state.finished.push((index, result.verdict));
        state.transcript_bytes += result.transcript.size();
        state.results.insert(index, result);
        if let Some(max_fail) = &self.plan.max_fail {
            let least = self.plan.fail_on.least();
            max_fail.weigh(state.results.values(), least, &self.plan.cancel);
        }
        if state.transcript_bytes > budget::RUN {
            let engine_profile = &state.engine_profile;
            let normal = |index: usize, result: &ScenarioResult| {
                changed::normal(self.plan, &self.scenarios[index], engine_profile, result)
            };
            state.transcript_bytes = budget::fit(state.results.iter_mut(), &normal);
        }
    }
}

#[cfg(test)]
mod tests;
