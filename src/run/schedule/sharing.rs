//! The part of the schedule that is about processes which scenarios share.

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
use crate::verdict::{Finding, Severity, Verdict, Watcher};

/// How many processes scenarios share at once. Each is a costly start; but scenarios that share one wait for
/// each other.
const SHARED_PROCESSES: usize = 5;
/// How often a worker that waits looks up, until it is known what a start costs.
const LOOK: Duration = Duration::from_millis(50);
/// How many things that rules have found are remembered. There are far fewer.
const KNOWN: usize = 1000;
/// In how many fresh processes something has to be seen before it cannot be an effect of sharing a process.
const OFTEN: u32 = 3;
/// How many processes may be left because of what a scenario has shown in them, before no more are shared if
/// most did not last: nothing is spared then, and of what shows in shared processes alone a few examples are enough.
const MOST_BROKEN: usize = 12;

impl State<'_> {
    /// Remembers what rules have found in a fresh process, as far as it counts by itself.
    pub(in crate::run) fn remember(&mut self, trial: &Trial) {
        for finding in &trial.findings {
            if finding.timing || !matches!(finding.watcher, Watcher::Rule(_)) {
                continue;
            }
            match self.known.iter().position(|known| known.is(finding)) {
                Some(at) => self.known[at].times += 1,
                None if self.known.len() < KNOWN => {
                    self.known.push(KnownFinding { finding: finding.clone(), times: 1 })
                }
                None => {}
            }
        }
    }

    /// Whether something is seen in fresh processes again and again. A slip of the text has nothing to do with
    /// what was before, so once is enough.
    fn knows(&self, finding: &Finding) -> bool {
        let enough = if is_of_text(&finding.watcher) { 1 } else { OFTEN };
        let mut known = self.known.iter();
        known.any(|known| known.times >= enough && known.is(finding))
    }

    /// Whether a trial came to its end, and nothing counts against the engine but what is known of it.
    fn is_clean(&self, trial: &Trial) -> bool {
        let held = |finding: &&Finding| finding.severity >= Severity::Warn;
        let mut held = trial.findings.iter().filter(held);
        trial.end != Err(End::Unmet) && held.all(|finding| self.knows(finding))
    }
}

impl<'a> Scheduler<'a> {
    /// Whether a scenario is to be played in a process together with others; `None` if that is not known yet.
    pub(in crate::run) fn shares(&self, state: &State<'_>, index: usize) -> Option<bool> {
        let can = self.heads[index] && !state.candidates.contains_key(&index);
        match self.plan.share {
            _ if !can || !self.plan.preceded_by.is_empty() => Some(false),
            _ if state.broken >= MOST_BROKEN && state.broken >= state.kept => Some(false),
            Share::Never => Some(false),
            Share::Always => Some(true),
            Share::Auto => self.start.is_costly(),
        }
    }

    /// Whether there are scenarios left to be played in a process that they share.
    pub(in crate::run) fn sharing_is_wanted(&self, state: &State<'_>) -> bool {
        let mut waiting = state.waiting.iter();
        waiting.any(|index| self.shares(state, *index) == Some(true))
    }

    fn shared_context(&self) -> SharedProcessContext<'a> {
        SharedProcessContext {
            cancel: &self.plan.cancel,
            cpu_slots: self.cpu_slots,
            start: self.start,
        }
    }

    /// Plays a scenario after those that were played in this process, or in a fresh one.
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

    /// Takes in what a scenario has shown in a shared process. Says whether others can follow.
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
            // As good as a process of its own: sharing is not the cause of what it shows.
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

    /// Plays a scenario in a fresh process after these; `None` if they cannot be played to their end.
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

    /// Plays a scenario after those that the user wants before it.
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

    /// Plays scenarios in a fresh process, and one after them. Where one of them leaves the engine in an
    /// unknown state that is the last one that is played, and what comes with it is `false`.
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

    /// Waits until something has changed.
    pub(in crate::run) fn wait<'s>(
        &'s self,
        state: MutexGuard<'s, State<'a>>,
    ) -> MutexGuard<'s, State<'a>> {
        if self.plan.share == Share::Auto && self.start.is_costly().is_none() {
            // What a start costs is noted in the middle of a scenario, which wakes no thread.
            let waited = self.changed.wait_timeout(state, LOOK);
            return waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a scenario that waits at this position can be begun, by one who has a process to be shared or by
    /// one who has none.
    pub(in crate::run) fn can_begin(
        &self,
        state: &State<'_>,
        position: usize,
        is_shared: bool,
    ) -> bool {
        let index = state.waiting[position];
        let scenario = &self.scenarios[index];
        // What an engine may keep for its next start is tried at the very end, one by one.
        let last = state.running == 0 && state.doubtful.is_empty() && state.suspicions.is_empty();
        if self.disturbs(scenario) && !(last && self.only_disturbers_wait(state)) {
            return false;
        }
        let has_process = match self.shares(state, index) {
            Some(true) => is_shared || state.shared_processes < SHARED_PROCESSES,
            Some(false) => true,
            // It is about to be known.
            None => state.running == 0,
        };
        let mut after = scenario.after.iter();
        has_process && after.all(|id| self.result(state, id).is_some() || !self.known(id))
    }

    /// Plays a scenario in a process that is shared, and takes in what it shows.
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

    /// Ends a process that was shared.
    pub(in crate::run) fn parted<'s>(
        &'s self,
        mut state: MutexGuard<'s, State<'a>>,
        shared_process: &mut Option<SharedProcess<'a>>,
    ) -> MutexGuard<'s, State<'a>> {
        state.shared_processes -= 1;
        self.changed.notify_all();
        drop(state);
        if let Some(shared_process) = shared_process.take() {
            shared_process.end(self.plan.dialect);
        }
        self.lock()
    }

    /// Looks into what showed in a shared process alone, with nothing else running.
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
