//! The interface for the tests of an engine: [`Examination`].

mod error;
mod report;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

pub use error::ExaminationError;
pub use report::ExaminationReport;

use crate::diagnostic::Level;
use crate::engine::EngineSource;
use crate::protocol::{Dialect, Limits, SettingMistake};
use crate::run::plan::{FailOn, Harmless, MaxTime, NoObserver};
use crate::run::{self, Plan};
use crate::scenario::filter::{self, Item};
use crate::scenario::{self, Scenario};

/// The factors for limits that `kentei run --limits-scale` accepts, too.
const FACTORS: RangeInclusive<f64> = 0.1..=100.0;

/// An examination of an engine: what `kentei run --no-generated` does, without the command line.
///
/// ```no_run
/// use kentei::engine::Launch;
///
/// # fn main() -> Result<(), kentei::ExaminationError> {
/// let engine = Launch::new("target/debug/my-engine");
/// let report = kentei::Examination::of(engine, &kentei::USI).filter("usi/ponder/*").run()?;
/// report.assert_conformant();
/// # Ok(())
/// # }
/// ```
///
/// Nothing is printed, and no process is left when [`run`](Self::run) returns. Unlike the command, an examination
/// always has the same seed unless one is given.
#[derive(Clone)]
#[must_use = "nothing is examined before `run`"]
pub struct Examination {
    engine: EngineSource,
    dialect: &'static dyn Dialect,
    profile: Option<String>,
    filters: Vec<String>,
    scenarios: Vec<PathBuf>,
    set: Vec<(String, String)>,
    set_undeclared: bool,
    harmless: Vec<String>,
    limits: Vec<(String, Duration)>,
    limits_scale: f64,
    jobs: Option<usize>,
    repeat: u32,
    seed: u64,
    max_time: Option<Duration>,
    fail_on: FailOn,
}

impl Examination {
    /// An examination of an engine of `dialect`, such as [`USI`](crate::USI) or [`UCI`](crate::UCI). The engine is a
    /// [`Launch`](crate::engine::Launch) of a program or, on Unix, an [`InProcess`](crate::engine::InProcess) function.
    pub fn of(engine: impl Into<EngineSource>, dialect: &'static dyn Dialect) -> Self {
        Self {
            engine: engine.into(),
            dialect,
            profile: None,
            filters: Vec::new(),
            scenarios: Vec::new(),
            set: Vec::new(),
            set_undeclared: false,
            harmless: Vec::new(),
            limits: Vec::new(),
            limits_scale: 1.0,
            jobs: None,
            repeat: 1,
            seed: 0,
            max_time: None,
            fail_on: FailOn::Fail,
        }
    }

    /// A profile of the dialect: how strictly documents are read where they differ. The default is its first, `core`.
    pub fn profile(mut self, name: impl Into<String>) -> Self {
        self.profile = Some(name.into());
        self
    }

    /// Plays only scenarios that match a filter: a glob for ids, or a clause. It can be called several times; one match
    /// is enough. `!FILTER` excludes the scenarios that match.
    pub fn filter(mut self, filter: impl Into<String>) -> Self {
        self.filters.push(filter.into());
        self
    }

    /// Adds scenarios to the bundled ones: a file, or a folder of files. They replace bundled scenarios with the same
    /// id.
    pub fn scenarios(mut self, path: impl Into<PathBuf>) -> Self {
        self.scenarios.push(path.into());
        self
    }

    /// Sets an option of the engine at each boot. No scenario changes it. [`run`](Self::run) returns an error if the
    /// engine does not declare it, or not with this value, unless [`set_undeclared`](Self::set_undeclared) is called.
    pub fn set(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.set.push((name.into(), value.into()));
        self
    }

    /// Also sends options and values that the engine does not declare.
    pub fn set_undeclared(mut self) -> Self {
        self.set_undeclared = true;
        self
    }

    /// Names an option that is safe to use in any way: a button may be pressed, and a text may be set to any value.
    pub fn harmless(mut self, name: impl Into<String>) -> Self {
        self.harmless.push(name.into());
        self
    }

    /// The time of a limit of the dialect, by its name, such as `usiok`.
    pub fn limit(mut self, name: impl Into<String>, time: Duration) -> Self {
        self.limits.push((name.into(), time));
        self
    }

    /// A factor for every limit, for slow machines: 0.1 to 100. [`run`](Self::run) returns an error for any other
    /// factor.
    pub fn limits_scale(mut self, factor: f64) -> Self {
        self.limits_scale = factor;
        self
    }

    /// The number of scenarios that run at once. The default is twelve per core, but at most 48, or the number of
    /// cores if that is larger.
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = Some(jobs.max(1));
        self
    }

    /// How many times the whole run is played, with the same seed.
    pub fn repeat(mut self, times: u32) -> Self {
        self.repeat = times;
        self
    }

    /// The random seed: a run with the same seed sends the same lines. The default is 0.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The time after which the run is ended; scenarios that were not judged by then are inconclusive.
    pub fn max_time(mut self, time: Duration) -> Self {
        self.max_time = Some(time);
        self
    }

    /// Which findings make the engine not conformant. The default is [`FailOn::Fail`].
    pub fn fail_on(mut self, what: FailOn) -> Self {
        self.fail_on = what;
        self
    }

    /// Examines the engine.
    ///
    /// # Errors
    ///
    /// If the examination itself is impossible: the engine does not start, a scenario file has mistakes, a name (of a
    /// profile, a limit, a scenario, an option of the engine) is unknown, or the factor for limits is out of range.
    pub fn run(self) -> Result<ExaminationReport, ExaminationError> {
        let plan = self.plan()?;
        if !self.set_undeclared && !self.set.is_empty() {
            self.check_settings(&plan)?;
        }
        let result = run::run(&plan, &NoObserver).map_err(ExaminationError::Launch)?;
        Ok(ExaminationReport::new(result, self.dialect))
    }

    fn check_settings(&self, plan: &Plan) -> Result<(), ExaminationError> {
        let Some(declared) = run::declared(plan).map_err(ExaminationError::Launch)? else {
            return Ok(());
        };
        for (name, value) in &self.set {
            match SettingMistake::of(name.trim(), value.trim(), &declared) {
                None => {}
                Some(SettingMistake::Undeclared) => {
                    let declared = declared.iter().map(|option| option.name.clone()).collect();
                    return Err(ExaminationError::UndeclaredOption(name.clone(), declared));
                }
                Some(SettingMistake::Value(option)) => {
                    return Err(ExaminationError::OptionValue(option.name.clone(), value.clone()));
                }
            }
        }
        Ok(())
    }

    fn plan(&self) -> Result<Plan, ExaminationError> {
        let (library, diagnostics) = scenario::load(self.dialect, &self.scenarios);
        if diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error) {
            return Err(ExaminationError::Scenarios(diagnostics));
        }
        let library = library.scenarios;
        let mut scenarios = self.chosen(&library)?;
        let mut plan = Plan::new(self.engine.clone(), self.dialect, library);
        if let Some(name) = &self.profile {
            let mut profiles = self.dialect.catalogue().profiles.iter().map(|(known, _)| *known);
            let unknown = || ExaminationError::UnknownProfile(name.clone());
            plan.profile = profiles.find(|known| known == name).ok_or_else(unknown)?;
        }
        scenarios.retain(|scenario| scenario.is_of_profile(plan.profile));
        if scenarios.is_empty() {
            return Err(ExaminationError::NoScenario(self.filters.join(" ")));
        }
        Ok(Plan {
            scenarios,
            filtered: !self.filters.is_empty(),
            limits: self.limits()?,
            limits_scale: self.limits_scale,
            set: self.set.clone(),
            harmless: Harmless::Named(self.harmless.clone()),
            jobs: self.jobs.unwrap_or(plan.jobs),
            repeat: self.repeat,
            stub: stub(),
            seed: self.seed,
            max_time: self.max_time.map(MaxTime::new),
            fail_on: self.fail_on,
            replay: self.replay(plan.profile),
            ..plan
        })
    }

    /// The scenarios that the filters select.
    fn chosen(&self, library: &[Scenario]) -> Result<Vec<Scenario>, ExaminationError> {
        let items: Vec<Item<'_>> = library.iter().map(Item::from).collect();
        if let Some(filter) = filter::unmatched(&items, &self.filters) {
            return Err(ExaminationError::NoScenario(filter.to_owned()));
        }
        let left =
            library.iter().zip(&items).filter(|(_, item)| filter::keeps(item, &self.filters));
        Ok(left.map(|(scenario, _)| scenario.clone()).collect())
    }

    fn limits(&self) -> Result<Limits, ExaminationError> {
        let known: Vec<&str> = self.dialect.limits().iter().map(|(name, _)| *name).collect();
        if let Some((name, _)) = self.limits.iter().find(|(name, _)| !known.contains(&&**name)) {
            return Err(ExaminationError::UnknownLimit(name.clone(), known));
        }
        // A time cannot be multiplied by a number that is negative or not finite.
        if !FACTORS.contains(&self.limits_scale) {
            return Err(ExaminationError::LimitsScale(self.limits_scale));
        }
        Ok(Limits::of(self.dialect, |name, usual| {
            let own = self.limits.iter().rev().find(|(known, _)| known == name);
            own.map_or(usual, |(_, limit)| *limit).mul_f64(self.limits_scale)
        }))
    }

    /// The words after `kentei run` that make a similar run; empty if the engine is a function of this program.
    fn replay(&self, profile: &str) -> Vec<String> {
        if self.engine.is_in_process() {
            return Vec::new();
        }
        let mut command = self.engine.command();
        let args = command.split_off(1);
        let mut words = command;
        let mut flag = |name: &str, value: String| words.extend([name.to_owned(), value]);
        flag("--dialect", self.dialect.name().to_owned());
        flag("--profile", profile.to_owned());
        for (name, value) in &self.set {
            flag("--set", format!("{name}={value}"));
        }
        for name in &self.harmless {
            flag("--harmless", name.clone());
        }
        for path in &self.scenarios {
            flag("--scenarios", path.to_string_lossy().into_owned());
        }
        for (name, time) in &self.limits {
            flag("--limit", format!("{name}={}s", time.as_secs_f64()));
        }
        if self.limits_scale != 1.0 {
            flag("--limits-scale", self.limits_scale.to_string());
        }
        if self.set_undeclared {
            words.push("--set-undeclared".to_owned());
        }
        if !args.is_empty() {
            words.push("--".to_owned());
            words.extend(args);
        }
        words
    }
}

/// A program that only echoes its input, to measure the jitter of the host.
#[cfg(unix)]
fn stub() -> Option<EngineSource> {
    let echo = crate::engine::InProcess::new("echo", |mut streams| {
        i32::from(std::io::copy(&mut streams.input, &mut streams.output).is_err())
    });
    Some(echo.into())
}

#[cfg(not(unix))]
fn stub() -> Option<EngineSource> {
    None
}
