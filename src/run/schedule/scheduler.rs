//! Decides which scenario runs when: prerequisites first, several at once, and doubtful timings again in isolation.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::engine::{LaunchError, Timings, Transport};
use crate::protocol::{EngineProfile, Limit};
use crate::run::aggregate::engine_profile;
use crate::run::plan::{Observer, Plan};
use crate::run::result::ScenarioResult;
use crate::run::schedule::candidate::CarryoverCandidate;
use crate::run::schedule::confirmed::Attempt;
use crate::run::schedule::disturb::{OptionStore, disturbers};
use crate::run::schedule::isolation::Isolation;
use crate::run::schedule::judged::unplayed;
use crate::run::schedule::known_finding::KnownFinding;
use crate::run::schedule::known_state;
use crate::run::schedule::order;
use crate::run::schedule::shared_process::SharedProcess;
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::run::timing::cpu_slots::CpuSlots;
use crate::run::timing::established::Established;
use crate::run::timing::process_cost::ProcessCost;
use crate::run::timing::samples::Samples;
use crate::run::timing::unanswered::Unanswered;
use crate::scenario::{Need, Scenario};
use crate::verdict::Verdict;

/// How long an engine may leave its input unread before that is reported.
const WRITE_STALL: Duration = Duration::from_secs(5);

/// The results of all scenarios that were played.
#[derive(Default)]
pub(in crate::run) struct SchedulerResult {
    /// By the index of the scenario.
    pub(in crate::run) results: HashMap<usize, ScenarioResult>,
    pub(in crate::run) engine_profile: EngineProfile,
    pub(in crate::run) samples: Samples,
}

/// Plays each of these scenarios. `margin` is added to the slack of time limits, because of the jitter of the host.
pub(in crate::run) fn play(
    plan: &Plan,
    scenarios: &[Scenario],
    margin: Duration,
    observer: &dyn Observer,
) -> SchedulerResult {
    // A number of threads that the user sets is taken into account from the first start on.
    let cpu_slots = most_busy(plan, &EngineProfile::default()).map(CpuSlots::new);
    let cost = ProcessCost::default();
    let scheduler = Scheduler::new(plan, scenarios, margin, observer, (cpu_slots.as_ref(), &cost));
    std::thread::scope(|scope| {
        for _ in 1..plan.jobs.clamp(1, scenarios.len().max(1)) {
            let thread = std::thread::Builder::new();
            if thread.spawn_scoped(scope, || scheduler.work()).is_err() {
                // The system cannot create more threads. The existing ones do all the work.
                break;
            }
        }
        scheduler.work();
    });
    let state = scheduler.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    SchedulerResult {
        results: state.results,
        engine_profile: state.engine_profile,
        samples: state.samples,
    }
}

pub(in crate::run) fn timings(plan: &Plan) -> Timings {
    Timings { partial_line: plan.limits.get(Limit::PartialLine), write_stall: WRITE_STALL }
}

/// How many engines like this one may be busy at once, if that is limited: each counts for all its threads.
pub(super) fn most_busy(plan: &Plan, known: &EngineProfile) -> Option<usize> {
    let threads = engine_profile::threads(plan.dialect, known, &plan.set);
    plan.busy.map(|busy| busy / threads)
}

#[derive(Default)]
pub(in crate::run) struct State<'a> {
    pub(in crate::run) waiting: Vec<usize>,
    /// Scenarios with timing failures to be played again in isolation, with their attempts so far.
    pub(in crate::run) doubtful: Vec<(usize, Vec<Attempt>)>,
    /// The violations that the run has confirmed.
    pub(in crate::run) established: Established,
    /// Scenarios with findings in a shared process that are now played in a fresh process.
    pub(in crate::run) candidates: HashMap<usize, CarryoverCandidate<'a>>,
    /// Scenarios whose findings did not occur in a fresh process, with the result of that process.
    pub(in crate::run) suspicions: Vec<(CarryoverCandidate<'a>, ScenarioResult)>,
    /// Findings of rules in fresh processes, which sharing cannot have caused.
    pub(in crate::run) known: Vec<KnownFinding>,
    /// The number of shared processes at present.
    pub(in crate::run) shared_processes: usize,
    /// How many shared processes had to be abandoned.
    pub(in crate::run) broken: usize,
    /// How many scenarios have left their shared process in a known state.
    pub(in crate::run) kept: usize,
    pub(in crate::run) running: usize,
    /// Whether a worker has panicked. The others then end, so that the panic is reported.
    panicked: bool,
    pub(in crate::run) option_store: OptionStore,
    pub(in crate::run) alone: bool,
    pub(in crate::run) results: HashMap<usize, ScenarioResult>,
    /// The size in bytes of the transcripts of all results.
    pub(in crate::run) transcript_bytes: usize,
    /// Scenarios that have ended but are not reported to the observer yet.
    pub(in crate::run) finished: Vec<(usize, Verdict)>,
    pub(in crate::run) engine_profile: EngineProfile,
    pub(in crate::run) samples: Samples,
}

pub(in crate::run) struct Scheduler<'a> {
    pub(in crate::run) plan: &'a Plan,
    pub(in crate::run) observer: &'a dyn Observer,
    pub(in crate::run) scenarios: &'a [Scenario],
    /// How much the jitter of the host adds to the slack.
    pub(in crate::run) margin: Duration,
    /// The index of each scenario, by its id.
    numbers: HashMap<&'a str, usize>,
    /// For each scenario, the indices of those that have to be played before it.
    pub(in crate::run) prerequisites: Vec<Vec<usize>>,
    /// For each scenario, whether it can be played in a shared process.
    pub(in crate::run) can_share: Vec<bool>,
    /// For each scenario, whether it is played after all others, because it may change what the next start finds.
    pub(in crate::run) disturbers: Vec<bool>,
    state: Mutex<State<'a>>,
    pub(in crate::run) changed: Condvar,
    pub(in crate::run) cpu_slots: Option<&'a CpuSlots>,
    pub(in crate::run) cost: &'a ProcessCost,
    unanswered: Unanswered,
    /// For each scenario, its position in the order in which scenarios begin.
    ranks: Vec<usize>,
}

/// Ends the other workers if this one panics: they would wait for its scenario without end.
struct PanicWatch<'s, 'a>(&'s Scheduler<'a>);

impl Drop for PanicWatch<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().panicked = true;
            self.0.changed.notify_all();
        }
    }
}

enum Job<'a> {
    First(usize),
    /// In a shared process.
    InSharedProcess(usize),
    Again(usize, Vec<Attempt>),
    Suspicion(Box<(CarryoverCandidate<'a>, ScenarioResult)>),
    Settled,
    /// Ends the worker's own shared process.
    Part,
    Wait,
    Done,
}

impl<'a> Scheduler<'a> {
    /// A scheduler that has played nothing yet.
    pub(in crate::run) fn new(
        plan: &'a Plan,
        scenarios: &'a [Scenario],
        margin: Duration,
        observer: &'a dyn Observer,
        (cpu_slots, cost): (Option<&'a CpuSlots>, &'a ProcessCost),
    ) -> Self {
        let waiting = order::decisive_first(scenarios, &plan.limits, plan.max_time.is_some());
        let can_share = |scenario| known_state::can_share(plan.dialect, scenario);
        let numbers = order::numbers(scenarios);
        Self {
            plan,
            observer,
            scenarios,
            ranks: order::ranks(&waiting),
            prerequisites: order::prerequisites(scenarios, &numbers),
            numbers,
            can_share: scenarios.iter().map(can_share).collect(),
            disturbers: disturbers(plan, scenarios),
            margin,
            state: Mutex::new(State { waiting, ..State::default() }),
            changed: Condvar::new(),
            cpu_slots,
            cost,
            unanswered: Unanswered::default(),
        }
    }

    pub(in crate::run) fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let _watch = PanicWatch(self);
        let mut shared_process: Option<SharedProcess<'a>> = None;
        let mut state = self.lock();
        loop {
            if !state.finished.is_empty() {
                state = self.reported(state);
                continue;
            }
            if shared_process.is_some() && !self.sharing_is_wanted(&state) {
                state = self.parted(state, &mut shared_process);
                continue;
            }
            match self.choose(&mut state, shared_process.is_some()) {
                Job::Done => break,
                Job::Settled => self.changed.notify_all(),
                Job::Part => state = self.parted(state, &mut shared_process),
                Job::Wait => {
                    state = self.wait(state);
                }
                Job::InSharedProcess(index) => {
                    state = self.joined(state, index, &mut shared_process)
                }
                Job::First(index) => {
                    state.running += 1;
                    let disturbed = state.option_store.disturbed;
                    drop(state);
                    self.observer.started(&self.scenarios[index].id);
                    let played = self.attempt(index, None);
                    state = self.lock();
                    state.running -= 1;
                    if let (true, Ok((trial, _))) = (self.disturbers[index], &played) {
                        let State { option_store, engine_profile, .. } = &mut *state;
                        if disturbed {
                            option_store.started(engine_profile, &trial.engine_profile);
                        }
                        option_store.disturbed = true;
                    }
                    self.first_result(&mut state, index, played);
                    self.changed.notify_all();
                }
                Job::Again(index, earlier) => {
                    state.running += 1;
                    state.alone = true;
                    drop(state);
                    let result = self.again(index, earlier);
                    state = self.lock();
                    state.running -= 1;
                    state.alone = false;
                    self.settle(&mut state, index, result);
                    self.changed.notify_all();
                }
                Job::Suspicion(suspicion) => state = self.looked_into(state, *suspicion),
            }
        }
        self.changed.notify_all();
    }

    /// Reports the ended scenarios to the observer, with the state unlocked, because the observer may take long.
    fn reported<'s>(&'s self, mut state: MutexGuard<'s, State<'a>>) -> MutexGuard<'s, State<'a>> {
        let finished = std::mem::take(&mut state.finished);
        drop(state);
        for (index, verdict) in finished {
            self.observer.finished(&self.scenarios[index].id, verdict);
        }
        self.lock()
    }

    /// Chooses the next job.
    fn choose(&self, state: &mut State<'a>, is_shared: bool) -> Job<'a> {
        if state.panicked {
            return Job::Done;
        }
        let nothing_alone = state.doubtful.is_empty() && state.suspicions.is_empty();
        if state.waiting.is_empty() && nothing_alone {
            return if state.running == 0 { Job::Done } else { Job::Wait };
        }
        if state.alone {
            return Job::Wait;
        }
        let positions = || 0..state.waiting.len();
        let can_begin = |position: &usize| self.can_begin(state, *position, is_shared);
        let joins = |position: &usize| {
            let shares = self.shares(state, state.waiting[*position]);
            shares == Some(true) && can_begin(position)
        };
        // A shared process should not be idle.
        let joining = positions().find(|position| is_shared && joins(position));
        if let Some(position) = joining.or_else(|| positions().find(can_begin)) {
            let index = state.waiting.remove(position);
            if let Some((verdict, reason)) = self.hindrance(state, index) {
                let result = unplayed(&self.scenarios[index], verdict, reason);
                self.settle(state, index, result);
                return Job::Settled;
            }
            return match self.shares(state, index) {
                Some(true) => Job::InSharedProcess(index),
                Some(false) | None => Job::First(index),
            };
        }
        if state.running == 0 {
            // What is played alone is alone: an idle engine in a shared process may use the processor as well.
            if !nothing_alone && state.shared_processes > 0 {
                return if is_shared { Job::Part } else { Job::Wait };
            }
            if let Some((index, earlier)) = state.doubtful.pop() {
                return Job::Again(index, earlier);
            }
            if let Some(suspicion) = state.suspicions.pop() {
                return Job::Suspicion(Box::new(suspicion));
            }
            if state.shared_processes > 0 && !is_shared {
                return Job::Wait;
            }
            // The loader refuses cycles, so only scenarios with unknown prerequisites are left here.
            if let Some(index) = state.waiting.pop() {
                let reason = say!("its prerequisites are not known");
                let result = unplayed(&self.scenarios[index], Verdict::Error, reason);
                self.settle(state, index, result);
                return Job::Settled;
            }
        }
        Job::Wait
    }

    pub(in crate::run) fn scenario(&self, id: &str) -> Option<&'a Scenario> {
        self.numbers.get(id).map(|index| &self.scenarios[*index])
    }

    pub(in crate::run) fn result<'s>(
        &self,
        state: &'s State<'_>,
        id: &str,
    ) -> Option<&'s ScenarioResult> {
        state.results.get(self.numbers.get(id)?)
    }

    /// The settings of an attempt in isolation whose waits are as long as those of a first attempt.
    pub(in crate::run) fn isolation(&self) -> Isolation {
        Isolation { margin: self.margin, ..Isolation::default() }
    }

    /// Plays a scenario once.
    pub(in crate::run) fn attempt(
        &self,
        index: usize,
        isolation: Option<&Isolation>,
    ) -> Result<Attempt, LaunchError> {
        if !self.plan.preceded_by.is_empty() && self.can_share[index] {
            return self.as_asked(index, isolation);
        }
        let begun = Instant::now();
        let trial = self.with_bench(index, isolation, |bench| {
            trial::play(bench, &self.scenarios[index], &mut || self.spawn())
        })?;
        self.measured(index, &trial);
        Ok((trial, begun.elapsed()))
    }

    /// Records the samples of a trial. Those of a prerequisite that belongs to another shard are recorded there.
    pub(in crate::run) fn measured(&self, index: usize, trial: &Trial) {
        if self.plan.owns(&self.scenarios[index].id) {
            self.lock().samples.merge(&trial.samples);
        }
    }

    pub(in crate::run) fn spawn(&self) -> Result<Box<dyn Transport>, LaunchError> {
        let process = self.plan.engine.start(timings(self.plan))?;
        Ok(Box::new(process))
    }

    /// Calls `play` with what a scenario needs in addition to the engine.
    pub(in crate::run) fn with_bench<T>(
        &self,
        index: usize,
        isolation: Option<&Isolation>,
        play: impl FnOnce(&Bench<'_>) -> T,
    ) -> T {
        let known = self.lock().engine_profile.clone();
        let dialect = self.plan.dialect;
        let offers = |need: &Need, shown: &EngineProfile| {
            let mut all = known.clone();
            engine_profile::merge(&mut all, shown);
            engine_profile::offers(dialect, &all, need)
        };
        let bench = Bench {
            dialect,
            profile: self.plan.profile,
            limits: &self.plan.limits,
            set: &self.plan.set,
            harmless: &self.plan.harmless,
            cancel: &self.plan.cancel,
            offers: &offers,
            seed: self.plan.seed,
            race_offset: self.plan.race_offset,
            isolation,
            // Long scenarios begin first, and get their CPU slots first.
            cpu_slots: self.cpu_slots.map(|cpu_slots| (cpu_slots, self.ranks[index])),
            cost: Some(self.cost),
            // Waits are shortened on suspicion. An attempt in isolation has to prove it, unless its own waits are
            // short.
            unanswered: Some(&self.unanswered)
                .filter(|_| isolation.is_none_or(|isolation| isolation.brief)),
        };
        play(&bench)
    }
}

#[cfg(test)]
mod tests;
