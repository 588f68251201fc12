//! The part of the scheduler that deals with shared processes.

use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::engine::LaunchError;
use crate::lang::ToText;
use crate::run::aggregate::budget;
use crate::run::plan::Share;
use crate::run::result::ScenarioResult;
use crate::run::schedule::candidate::CarryoverCandidate;
use crate::run::schedule::carryover;
use crate::run::schedule::isolation::Isolation;
use crate::run::schedule::judged::{judged, unplayed};
use crate::run::schedule::known_finding::KnownFinding;
use crate::run::schedule::scheduler::{Scheduler, State};
use crate::run::schedule::shared_process::{SharedProcess, SharedProcessContext};
use crate::run::schedule::trial::{Bench, Trial};
use crate::run::script::findings::is_of_text;
use crate::run::script::state::End;
use crate::scenario::Scenario;
use crate::verdict::{Finding, Verdict, Watcher};

/// The largest number of shared processes at the same time. Each of them costs a start, but scenarios that share a
/// process wait for each other.
const SHARED_PROCESSES: usize = 5;
/// How often a waiting worker checks the state while the cost of a start is not known yet.
const LOOK: Duration = Duration::from_millis(50);
/// The largest number of remembered findings of rules. In practice there are far fewer.
const KNOWN: usize = 1000;
/// The number of fresh processes in which a violation must occur before sharing is ruled out as its cause.
const OFTEN: u32 = 3;
/// The number of abandoned shared processes from which on sharing stops, if at least as many scenarios ended their
/// process as left it usable: sharing then saves nothing, and a few examples of violations in shared processes are
/// enough.
const MOST_BROKEN: usize = 12;

impl State<'_> {
    /// Remembers the findings of rules in a fresh process, except those that depend on time.
    pub(in crate::run) fn remember(&mut self, trial: &Trial) {
        for finding in &trial.findings {
            if finding.timing || !matches!(finding.watcher, Watcher::Rule(_)) {
                continue;
            }
            match self.known.iter().position(|known| known.finding.includes(finding)) {
                Some(at) => self.known[at].times += 1,
                None if self.known.len() < KNOWN => {
                    self.known.push(KnownFinding { finding: finding.clone(), times: 1 })
                }
                None => {}
            }
        }
    }

    /// Whether a finding has occurred in enough fresh processes. For a syntax finding one is enough, because earlier
    /// scenarios do not affect it.
    fn knows(&self, finding: &Finding) -> bool {
        let enough = if is_of_text(&finding.watcher) { 1 } else { OFTEN };
        let mut known = self.known.iter();
        known.any(|known| known.times >= enough && known.finding.includes(finding))
    }

    /// Whether the script did not fail, and everything that counts against the engine is known from fresh processes.
    fn is_clean(&self, trial: &Trial) -> bool {
        let held = |finding: &&Finding| finding.counts();
        let mut held = trial.findings.iter().filter(held);
        trial.end != Err(End::Unmet) && held.all(|finding| self.knows(finding))
    }
}

impl<'a> Scheduler<'a> {
    /// Whether a scenario is to be played in a shared process; `None` if that is not known yet.
    pub(in crate::run) fn shares(&self, state: &State<'_>, index: usize) -> Option<bool> {
        let can = self.can_share[index] && !state.candidates.contains_key(&index);
        match self.plan.share {
            _ if !can || !self.plan.preceded_by.is_empty() => Some(false),
            _ if state.broken >= MOST_BROKEN && state.broken >= state.kept => Some(false),
            Share::Never => Some(false),
            Share::Always => Some(true),
            Share::Auto => self.cost.is_start_costly(),
        }
    }

    /// Whether scenarios that can share a process are still waiting.
    pub(in crate::run) fn sharing_is_wanted(&self, state: &State<'_>) -> bool {
        let mut waiting = state.waiting.iter();
        waiting.any(|index| self.shares(state, *index) == Some(true))
    }

    fn shared_context(&self) -> SharedProcessContext<'a> {
        SharedProcessContext {
            cancel: &self.plan.cancel,
            cpu_slots: self.cpu_slots,
            cost: self.cost,
        }
    }

    /// Plays a scenario in this shared process, which is started first if there is none.
    fn in_shared_process(
        &self,
        index: usize,
        shared_process: &mut Option<SharedProcess<'a>>,
    ) -> Result<(Trial, Duration), LaunchError> {
        let begun = Instant::now();
        let trial = self.with_bench(index, None, |bench| {
            let shared_process = match shared_process {
                Some(shared_process) => shared_process,
                None => shared_process.insert(self.start_shared_process(bench)?),
            };
            Ok(shared_process.play(bench, &self.scenarios[index]))
        })?;
        self.measured(index, &trial);
        Ok((trial, begun.elapsed()))
    }

    fn start_shared_process(&self, bench: &Bench<'_>) -> Result<SharedProcess<'a>, LaunchError> {
        SharedProcess::start(bench, self.shared_context(), &mut || self.spawn())
    }

    /// Records the trial of a scenario in a shared process. Returns whether other scenarios can follow in that process.
    fn shared_process_result(
        &self,
        state: &mut State<'a>,
        index: usize,
        shared_process: &Option<SharedProcess<'a>>,
        played: Result<(Trial, Duration), LaunchError>,
    ) -> bool {
        let (trial, took) = match (played, shared_process) {
            (Ok(played), Some(_)) => played,
            (played, _) => {
                let reason = played.err().map(|error| error.to_text());
                let scenario = &self.scenarios[index];
                let result = unplayed(scenario, Verdict::Error, reason.unwrap_or_default());
                self.settle(state, index, result);
                return false;
            }
        };
        let before = shared_process.as_ref().map_or(&[][..], SharedProcess::before);
        let is_known = shared_process.as_ref().is_some_and(|one| one.is_known(&trial));
        if before.is_empty() {
            // The first scenario of a process is played as in a process of its own: sharing cannot cause what it shows.
            self.first_result(state, index, Ok((trial, took)));
            return is_known;
        }
        self.learn(state, &trial);
        let clean = state.is_clean(&trial);
        if clean || trial.end == Err(End::Cancelled) {
            let mut result =
                judged(&self.scenarios[index], vec![(trial, took)], &state.established);
            result.preceded_by = carryover::ids(before);
            self.settle(state, index, result);
            return clean && is_known;
        }
        let mut trial = trial;
        budget::wait(&mut trial.transcript, &trial.findings);
        let candidate = CarryoverCandidate { index, before: before.to_vec(), trial, took };
        state.candidates.insert(index, candidate);
        state.waiting.insert(0, index);
        false
    }

    /// Plays a scenario in a fresh process after these scenarios; `None` if one of them does not leave a known state.
    pub(in crate::run) fn play_after(
        &self,
        before: &[&'a Scenario],
        index: usize,
    ) -> Option<(Trial, Duration)> {
        let alone = self.isolation();
        let played =
            self.with_bench(index, Some(&alone), |bench| self.one_after(bench, before, index));
        let (trial, took, ready) = played.ok()?;
        ready.then_some((trial, took))
    }

    /// Plays a scenario after the scenarios that the plan puts before it.
    ///
    /// # Errors
    /// If the process cannot be started.
    pub(in crate::run) fn as_asked(
        &self,
        index: usize,
        isolation: Option<&Isolation>,
    ) -> Result<(Trial, Duration), LaunchError> {
        let before: Vec<&'a Scenario> = self.plan.preceded_by.iter().collect();
        let played =
            self.with_bench(index, isolation, |bench| self.one_after(bench, &before, index));
        let (mut trial, took, ready) = played?;
        if !ready && trial.end != Err(End::Cancelled) {
            trial.findings.clear();
            let reason = say!("what had to be played before it did not complete");
            trial.end = Err(End::Skip(reason));
        }
        Ok((trial, took))
    }

    /// Plays `before` and then a scenario in a fresh process. If one of `before` leaves the engine in an unknown state,
    /// the play ends with it: its trial is returned, with `false`.
    ///
    /// # Errors
    /// If the process cannot be started.
    fn one_after(
        &self,
        bench: &Bench<'_>,
        before: &[&'a Scenario],
        index: usize,
    ) -> Result<(Trial, Duration, bool), LaunchError> {
        let begun = Instant::now();
        let mut shared_process = self.start_shared_process(bench)?;
        for scenario in before {
            let trial = shared_process.play(bench, scenario);
            if !shared_process.is_known(&trial) {
                shared_process.end(self.plan.dialect);
                return Ok((trial, begun.elapsed(), false));
            }
        }
        let trial = shared_process.play(bench, &self.scenarios[index]);
        shared_process.end(self.plan.dialect);
        Ok((trial, begun.elapsed(), true))
    }

    /// Waits until the state of the run has changed.
    pub(in crate::run) fn wait<'s>(
        &'s self,
        state: MutexGuard<'s, State<'a>>,
    ) -> MutexGuard<'s, State<'a>> {
        if self.plan.share == Share::Auto && self.cost.is_start_costly().is_none() {
            // The cost of a start is recorded in the middle of a scenario, which does not wake this thread.
            let waited = self.changed.wait_timeout(state, LOOK);
            return waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the scenario at this position of the waiting list can begin. `is_shared`: the worker has a process.
    pub(in crate::run) fn can_begin(
        &self,
        state: &State<'_>,
        position: usize,
        is_shared: bool,
    ) -> bool {
        let index = state.waiting[position];
        if self.disturbers[index] && !self.can_disturb(state) {
            return false;
        }
        let processes = state.running + state.shared_processes;
        let fits = state.running == 0 || self.cost.fits(processes + 1, self.plan.spare_memory);
        let has_process = match self.shares(state, index) {
            Some(true) => is_shared || (fits && state.shared_processes < SHARED_PROCESSES),
            Some(false) => fits,
            // The cost of a start will be known soon.
            None => state.running == 0,
        };
        let mut before = self.prerequisites[index].iter();
        has_process && before.all(|index| state.results.contains_key(index))
    }

    /// Plays a scenario in a shared process and records what it shows.
    pub(in crate::run) fn joined<'s>(
        &'s self,
        mut state: MutexGuard<'s, State<'a>>,
        index: usize,
        shared_process: &mut Option<SharedProcess<'a>>,
    ) -> MutexGuard<'s, State<'a>> {
        state.running += 1;
        state.shared_processes += usize::from(shared_process.is_none());
        drop(state);
        self.observer.started(&self.scenarios[index].id);
        let played = self.in_shared_process(index, shared_process);
        let mut state = self.lock();
        state.running -= 1;
        let goes_on = self.shared_process_result(&mut state, index, shared_process, played);
        self.changed.notify_all();
        if goes_on {
            state.kept += 1;
            return state;
        }
        state.broken += 1;
        self.parted(state, shared_process)
    }

    /// Ends a shared process.
    pub(in crate::run) fn parted<'s>(
        &'s self,
        mut state: MutexGuard<'s, State<'a>>,
        shared_process: &mut Option<SharedProcess<'a>>,
    ) -> MutexGuard<'s, State<'a>> {
        drop(state);
        if let Some(shared_process) = shared_process.take() {
            shared_process.end(self.plan.dialect);
        }
        state = self.lock();
        state.shared_processes -= 1;
        self.changed.notify_all();
        state
    }

    /// Examines a violation that occurred only in a shared process, while nothing else runs.
    pub(in crate::run) fn looked_into<'s>(
        &'s self,
        mut state: MutexGuard<'s, State<'a>>,
        (candidate, fresh): (CarryoverCandidate<'a>, ScenarioResult),
    ) -> MutexGuard<'s, State<'a>> {
        state.running += 1;
        state.alone = true;
        drop(state);
        let index = candidate.index;
        let result = carryover::examine(self, candidate, fresh);
        let mut state = self.lock();
        state.running -= 1;
        state.alone = false;
        self.settle(&mut state, index, result);
        self.changed.notify_all();
        state
    }
}

#[cfg(test)]
mod tests;
