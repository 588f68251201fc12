//! What a run is asked to do.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::EngineSource;
use crate::lang::Text;
use crate::protocol::{Dialect, Limits, judge};
use crate::run::max_fail::MaxFail;
use crate::run::shards::PartOf;
use crate::scenario::{Offset, Scenario};
use crate::snapshot::Redaction;
use crate::verdict::{Severity, Verdict};

/// A run to be made.
#[derive(Clone)]
pub struct Plan {
    /// The engine.
    pub engine: EngineSource,
    /// Whether it is the engine built into this program.
    pub built_in: bool,
    /// The dialect.
    pub dialect: &'static dyn Dialect,
    /// The profile, one of the dialect's.
    pub profile: &'static str,
    /// Limits by name, scaled.
    pub limits: Limits,
    /// The factor by which they were scaled, for the record.
    pub limits_scale: f64,
    /// The scenarios that were asked for. Prerequisites that are missing here are in `library`.
    pub scenarios: Vec<Scenario>,
    /// Whether some were left out by name, for the record.
    pub filtered: bool,
    /// Whether the quick set alone is played, for the record.
    pub quick: bool,
    /// What `scenarios` are a part of, where they are one: prerequisites are then played along, and reported only
    /// if something was found in them.
    pub part: Option<PartOf>,
    /// Every known scenario, so that prerequisites can be found.
    pub library: Vec<Scenario>,
    /// Options to set at each boot: name, value.
    pub set: Vec<(String, String)>,
    /// Options that may be tried at will: a button is pressed, a text set to anything.
    pub harmless: Harmless,
    /// How many scenarios may run at once.
    pub jobs: usize,
    /// How many threads of engines may be busy at once, of those that start up or search; what waits is
    /// not counted. `None` for any number.
    pub busy: Option<usize>,
    /// How often the whole run is made, 1 or more: each scenario is played so often, with the same seed.
    pub repeat: u32,
    /// A program that writes back each line that it reads, by which the jitter of the host is measured before
    /// the engine is examined. `None`: it is not measured.
    pub stub: Option<EngineSource>,
    /// Whether scenarios share processes.
    pub share: Share,
    /// Scenarios that are played first in the process of each that can share one, whatever `share` says.
    pub preceded_by: Vec<Scenario>,
    /// What is redacted in the snapshots that are made of the run; `None` where none are made.
    pub snapshots: Option<Vec<Redaction>>,
    /// The random seed.
    pub seed: u64,
    /// Plays every round of every race at this offset, instead of those of the script.
    pub race_offset: Option<Offset>,
    /// What fails the run.
    pub fail_on: FailOn,
    /// The words after `kentei run` that make this run again, for the record.
    pub replay: Vec<String>,
    /// After which time the run is ended, with what is known by then; `None`: when all is done.
    pub max_time: Option<MaxTime>,
    /// After how many failed scenarios the run is ended; `None`: when all is done.
    pub max_fail: Option<MaxFail>,
    /// Set from outside to end the run early; what is known by then is reported.
    pub cancel: Arc<AtomicBool>,
}

impl Plan {
    /// Every scenario of `library`, once, in the default profile, with the usual limits, as many at once as the machine
    /// bears, and seed 0. The jitter of the host is not measured.
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

    /// Why the run was ended before all was judged, where that is as planned: its time was over, or enough has failed.
    #[must_use]
    pub fn ended_early(&self) -> Option<Text> {
        if self.max_time.as_ref().is_some_and(MaxTime::is_over) {
            return Some(say!("the time of the run was over before it could be judged"));
        }
        let max_fail = self.max_fail.as_ref().filter(|max_fail| max_fail.is_reached())?;
        Some(max_fail.reason())
    }

    /// Whether a scenario is one of this plan, and not of another part of the same run.
    #[must_use]
    pub fn owns(&self, id: &str) -> bool {
        self.part.is_none() || self.scenarios.iter().any(|scenario| scenario.id == id)
    }
}

/// How long a run may take.
#[derive(Debug, Clone)]
pub struct MaxTime {
    length: Duration,
    over: Arc<AtomicBool>,
}

impl MaxTime {
    /// A run may take this long.
    #[must_use]
    pub fn new(length: Duration) -> Self {
        Self { length, over: Arc::default() }
    }

    /// Whether it is over, and the run was ended for that.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Sets `cancel` when the time is over, unless what comes back is dropped before.
    pub(crate) fn watch(&self, cancel: &Arc<AtomicBool>) -> Sender<()> {
        let (running, ended) = mpsc::channel::<()>();
        let (length, over, cancel) = (self.length, Arc::clone(&self.over), Arc::clone(cancel));
        std::thread::spawn(move || {
            if ended.recv_timeout(length) == Err(RecvTimeoutError::Timeout)
                && !cancel.load(Ordering::Relaxed)
            {
                over.store(true, Ordering::Relaxed);
                cancel.store(true, Ordering::Relaxed);
            }
        });
        running
    }
}

/// How many scenarios run at once by default, and how many threads of engines may be busy at once,
/// on a host with so many cores.
#[must_use]
pub fn jobs(cores: usize, built_in: bool) -> (usize, usize) {
    if built_in {
        // It answers a search within its first milliseconds, and then waits for its clock.
        ((24 * cores).min(96), 10 * cores)
    } else {
        // Each takes memory, and a handful is enough to keep the cores busy while the others wait.
        ((8 * cores).min(32.max(cores)), cores)
    }
}

/// What fails a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FailOn {
    /// A clause that counts is broken.
    #[default]
    Fail,
    /// Warnings, too.
    Warn,
    /// Nothing: only the exit code hangs on it, the report is that of [`FailOn::Fail`].
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

    /// What counts against the engine has at least this severity.
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
    /// Where a start is costly.
    #[default]
    Auto,
    /// Never: each has a process of its own.
    Never,
    /// Whatever a start costs.
    Always,
}

/// Options with which nothing can be lost. Only the user knows them: a button may erase what was learnt,
/// and a text may name a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Harmless {
    /// All: the built-in engine has nothing to lose.
    All,
    /// These, by name.
    Named(Vec<String>),
}

/// Someone who watches a run. Each method may be called from several threads at once; the run goes on meanwhile.
pub trait Observer: Sync {
    /// How many scenarios there will be, prerequisites included.
    fn planned(&self, _count: usize) {}
    /// About how long a scenario will take each time it is played, said once of each before any begins. The
    /// engine's own time is only guessed.
    fn expected(&self, _id: &str, _takes: Duration) {}
    /// A scenario begins.
    fn started(&self, _id: &str) {}
    /// A scenario has ended with this verdict.
    fn finished(&self, _id: &str, _verdict: Verdict) {}
}

/// An observer who does not look.
#[derive(Debug, Clone, Copy)]
pub struct NoObserver;

impl Observer for NoObserver {}
