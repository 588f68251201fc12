//! The plan of a run: what is played against which engine, and how.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::{EngineSource, spare_memory};
use crate::lang::Text;
use crate::protocol::{Dialect, Limits, judge};
use crate::run::max_fail::MaxFail;
use crate::run::shards::PartOf;
use crate::scenario::{Offset, Scenario};
use crate::snapshot::Redaction;
use crate::verdict::{Severity, Verdict};

/// The plan of a run.
#[derive(Clone)]
pub struct Plan {
    /// The engine to examine.
    pub engine: EngineSource,
    /// Whether the engine is the one built into this program.
    pub built_in: bool,
    /// The dialect.
    pub dialect: &'static dyn Dialect,
    /// The profile, one of those of the dialect.
    pub profile: &'static str,
    /// The limits by name, already scaled.
    pub limits: Limits,
    /// The factor by which the limits were scaled, for the report.
    pub limits_scale: f64,
    /// The scenarios that were asked for. Prerequisites that are missing here are in `library`.
    pub scenarios: Vec<Scenario>,
    /// Whether some scenarios of the suite were left out, by name or as generated ones, for the report.
    pub filtered: bool,
    /// Whether only the quick set is played, for the report.
    pub quick: bool,
    /// The shard that `scenarios` are, if the run is a shard. Prerequisites of other shards are then played too, but
    /// reported only if something was found in them.
    pub part: Option<PartOf>,
    /// Every known scenario, in which prerequisites are looked up.
    pub library: Vec<Scenario>,
    /// Options to set at each boot, as pairs of name and value.
    pub set: Vec<(String, String)>,
    /// Options that may be tested freely: a button may be pressed, a text may be set to any value.
    pub harmless: Harmless,
    /// How many scenarios may run at once.
    pub jobs: usize,
    /// How many threads of engines that start up or search may be busy at once. Waiting ones do not count. `None`: any
    /// number.
    pub busy: Option<usize>,
    /// How many bytes of memory the host has for engines. No more run at once than fit into it. `None`: any number.
    pub spare_memory: Option<u64>,
    /// How often the whole run is made, 1 or more. Each scenario is played this often, with the same seed.
    pub repeat: u32,
    /// A program that writes back each line that it reads. It is used to measure the jitter of the host before the
    /// engine is examined. `None`: the jitter is not measured.
    pub stub: Option<EngineSource>,
    /// Whether scenarios share processes of the engine.
    pub share: Share,
    /// Scenarios that are played first in the process of each scenario that can share one, whatever `share` is.
    pub preceded_by: Vec<Scenario>,
    /// The redactions of the snapshots of this run; `None` if the run makes no snapshots.
    pub snapshots: Option<Vec<Redaction>>,
    /// The random seed.
    pub seed: u64,
    /// Plays every round of every race at this offset instead of the offsets of the script.
    pub race_offset: Option<Offset>,
    /// Which findings fail the run.
    pub fail_on: FailOn,
    /// The arguments after `kentei run` that repeat this run, for the report.
    pub replay: Vec<String>,
    /// The time after which the run is ended, with the results so far. `None`: the run ends when everything is done.
    pub max_time: Option<MaxTime>,
    /// The number of failed scenarios after which the run is ended. `None`: the run ends when everything is done.
    pub max_fail: Option<MaxFail>,
    /// Set by the caller to end the run early. The results so far are reported.
    pub cancel: Arc<AtomicBool>,
}

impl Plan {
    /// A plan that plays every scenario of `library` once, in the default profile, with the default limits, the default
    /// number of jobs on this machine, and seed 0. The jitter of the host is not measured.
    pub fn new(
        engine: impl Into<EngineSource>,
        dialect: &'static dyn Dialect,
        library: Vec<Scenario>,
    ) -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let (jobs, busy) = jobs(cores, false);
        Self {
            engine: engine.into(),
            built_in: false,
            dialect,
            profile: dialect.catalogue().profiles.first().map_or("", |(name, _)| name),
            limits: judge::default_limits(dialect),
            limits_scale: 1.0,
            scenarios: library.clone(),
            filtered: false,
            quick: false,
            part: None,
            library,
            set: Vec::new(),
            harmless: Harmless::Named(Vec::new()),
            jobs,
            busy: Some(busy),
            spare_memory: spare_memory(),
            repeat: 1,
            stub: None,
            share: Share::default(),
            preceded_by: Vec::new(),
            snapshots: None,
            seed: 0,
            race_offset: None,
            fail_on: FailOn::default(),
            replay: Vec::new(),
            max_time: None,
            max_fail: None,
            cancel: Arc::default(),
        }
    }

    /// Why a limit of the plan ended the run before everything was judged: its time was over, or enough scenarios had
    /// failed.
    #[must_use]
    pub fn ended_early(&self) -> Option<Text> {
        if self.max_time.as_ref().is_some_and(MaxTime::is_over) {
            return Some(say!("the time of the run was over before it could be judged"));
        }
        let max_fail = self.max_fail.as_ref().filter(|max_fail| max_fail.is_reached())?;
        Some(max_fail.reason())
    }

    /// Whether a scenario belongs to this plan, and not to another shard of the same run.
    #[must_use]
    pub fn owns(&self, id: &str) -> bool {
        self.part.is_none() || self.scenarios.iter().any(|scenario| scenario.id == id)
    }
}

/// The time that a run may take.
#[derive(Debug, Clone)]
pub struct MaxTime {
    length: Duration,
    over: Arc<AtomicBool>,
}

impl MaxTime {
    /// A run may take `length`.
    #[must_use]
    pub fn new(length: Duration) -> Self {
        Self { length, over: Arc::default() }
    }

    /// Whether the time is over and the run was ended for this reason.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Starts a thread that sets `cancel` when the time is over. Dropping the result ends the thread earlier, and waits
    /// for it: it must not end the next run.
    pub(crate) fn watch(&self, cancel: &Arc<AtomicBool>) -> Watch {
        let (running, ended) = mpsc::channel::<()>();
        let (length, over, cancel) = (self.length, Arc::clone(&self.over), Arc::clone(cancel));
        over.store(false, Ordering::Relaxed);
        let thread = thread::spawn(move || {
            if ended.recv_timeout(length) == Err(RecvTimeoutError::Timeout)
                && !cancel.load(Ordering::Relaxed)
            {
                over.store(true, Ordering::Relaxed);
                cancel.store(true, Ordering::Relaxed);
            }
        });
        Watch { running: Some(running), thread: Some(thread) }
    }
}

/// The thread that ends a run when its time is over.
#[derive(Debug)]
pub(crate) struct Watch {
    running: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        drop(self.running.take());
        // It can only have ended: nothing in it panics.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The default number of scenarios that run at once, and of engine threads that may be busy, on a host with so many
/// cores.
#[must_use]
pub fn jobs(cores: usize, built_in: bool) -> (usize, usize) {
    if built_in {
        // The built-in engine answers a search within its first milliseconds, and then waits for its clock.
        ((32 * cores).min(96), 10 * cores)
    } else {
        // So many keep the cores busy while most of them wait. The memory that is free limits them further.
        ((12 * cores).min(48.max(cores)), 3 * cores)
    }
}

/// What fails a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FailOn {
    /// A clause that counts is broken.
    #[default]
    Fail,
    /// A clause that counts is broken, or there is a warning.
    Warn,
    /// Nothing. Only the exit code depends on this; the report is the same as for `fail`.
    Never,
}

impl FailOn {
    /// The word on the command line and in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Warn => "warn",
            Self::Never => "never",
        }
    }

    /// The least severity of a finding that fails the run.
    #[must_use]
    pub fn least(self) -> Severity {
        match self {
            Self::Warn => Severity::Warn,
            Self::Fail | Self::Never => Severity::Fail,
        }
    }
}

/// Whether scenarios that leave the engine in a known state are played one after the other in one process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Share {
    /// If a start of the engine takes long.
    #[default]
    Auto,
    /// Never: each scenario has its own process.
    Never,
    /// Always, however short a start is.
    Always,
}

/// Options that can be changed without loss. Only the user knows which ones: a button may erase what the engine has
/// learnt, and a text may name a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Harmless {
    /// All options: the built-in engine has nothing to lose.
    All,
    /// The options with these names.
    Named(Vec<String>),
}

/// Receives the progress of a run. Several threads may call a method at once, and the run does not wait for it.
pub trait Observer: Sync {
    /// The number of scenarios that will be played, prerequisites included.
    fn planned(&self, _count: usize) {}
    /// The approximate time of one play of a scenario, sent once for each scenario before the first one begins. The
    /// engine's own time is an estimate. Explorations do not send it.
    fn expected(&self, _id: &str, _takes: Duration) {}
    /// A scenario begins.
    fn started(&self, _id: &str) {}
    /// A scenario has ended with this verdict.
    fn finished(&self, _id: &str, _verdict: Verdict) {}
}

/// An observer that ignores everything.
#[derive(Debug, Clone, Copy)]
pub struct NoObserver;

impl Observer for NoObserver {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::shards::Shard;
    use crate::run::tests::finding::bundled_scenario;
    use crate::run::tests::games;

    /// Whether the time was over, and whether the run was ended, when the watching thread has ended.
    fn watched(length: Duration, ended: bool, stopped: bool) -> (bool, bool) {
        let (time, cancel) = (MaxTime::new(length), Arc::new(AtomicBool::new(ended)));
        let running = time.watch(&cancel);
        if !stopped {
            while Arc::strong_count(&cancel) > 1 {
                thread::yield_now();
            }
        }
        drop(running);
        assert_eq!(Arc::strong_count(&cancel), 1, "the thread still runs");
        (time.is_over(), cancel.load(Ordering::Relaxed))
    }

    #[test]
    fn only_the_time_of_a_run_that_still_goes_on_ends_it() {
        let hour = Duration::from_secs(3600);
        assert_eq!(watched(Duration::ZERO, false, false), (true, true));
        assert_eq!(watched(Duration::ZERO, true, false), (false, true), "the user was earlier");
        assert_eq!(watched(hour, false, true), (false, false), "the run was earlier");
    }

    #[test]
    fn the_limit_that_ended_a_run_is_its_reason() {
        let mut plan = games::plan(Vec::new());
        assert_eq!(plan.ended_early(), None);
        let one = MaxFail::new(1, Vec::new());
        plan.max_time = Some(MaxTime::new(Duration::ZERO));
        plan.max_fail = Some(one.clone());
        assert_eq!(plan.ended_early(), None);
        one.weigh([].into_iter(), Severity::Fail, &AtomicBool::new(false));
        assert_eq!(plan.ended_early(), None);
        let none = MaxFail::new(0, Vec::new());
        none.weigh([].into_iter(), Severity::Fail, &AtomicBool::new(false));
        plan.max_fail = Some(none.clone());
        assert_eq!(plan.ended_early(), Some(none.reason()));
        let over = MaxTime { over: Arc::new(AtomicBool::new(true)), length: Duration::ZERO };
        plan.max_time = Some(over);
        let reason = plan.ended_early().map(|reason| reason.to_string()).unwrap_or_default();
        assert!(reason.starts_with("the time of the run was over"), "{reason}");
    }

    #[test]
    fn a_shard_owns_its_scenarios_and_a_whole_run_owns_all() {
        let mine = bundled_scenario().clone();
        let id = mine.id.clone();
        let mut plan = games::plan(vec![mine]);
        assert!(plan.owns(&id) && plan.owns("usi/other"));
        let shard = Shard { index: 1, of: 2 };
        plan.part = Some(PartOf { shard, all: vec![id.clone(), "usi/other".to_owned()] });
        assert!(plan.owns(&id));
        assert!(!plan.owns("usi/other"));
    }

    #[test]
    fn more_cores_run_more_scenarios_up_to_a_limit() {
        let check = |cores, program, built_in| {
            assert_eq!((jobs(cores, false), jobs(cores, true)), (program, built_in), "{cores}");
        };
        check(1, (12, 3), (32, 10));
        check(2, (24, 6), (64, 20));
        check(4, (48, 12), (96, 40));
        check(8, (48, 24), (96, 80));
        check(64, (64, 192), (96, 640));
    }

    #[test]
    fn what_fails_a_run_has_a_word_and_a_least_severity() {
        let all = [FailOn::Fail, FailOn::Warn, FailOn::Never];
        assert_eq!(all.map(FailOn::word), ["fail", "warn", "never"]);
        assert_eq!(all.map(FailOn::least), [Severity::Fail, Severity::Warn, Severity::Fail]);
    }
}
