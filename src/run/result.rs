//! The complete result of a run, and the only data that reports read.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::lang::wire::Reason;
use crate::lang::{Made, Text};
use crate::millis::{self, Ms};
use crate::names::{self, Name};
use crate::protocol::DeclaredOption;
pub use crate::run::clause_result::{ClauseResult, ClauseVerdict};
use crate::run::exploration::Exploration;
use crate::run::jitter::Jitter;
use crate::run::known::{Known, KnownResult};
pub use crate::run::measured::{ClockResult, LatencyResult, Margin, Measurement};
use crate::run::plan::FailOn;
use crate::run::race_result::RaceResult;
use crate::run::repeats::Repeats;
use crate::run::shards::PartOf;
use crate::run::started::Started;
use crate::run::time_use::{Spent, TimeUse};
use crate::snapshot::result::SnapshotsResult;
use crate::transcript::Transcript;
use crate::verdict::{ClauseId, Finding, Severity, Verdict};

/// A whole run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunResult {
    /// The program that made it.
    pub tool: Tool,
    /// The machine that it was made on.
    pub host: Host,
    /// The engine that was examined.
    pub engine: EngineInfo,
    /// Name of the dialect.
    #[serde(deserialize_with = "names::read")]
    pub dialect: Name,
    /// Name of the profile.
    #[serde(deserialize_with = "names::word")]
    pub profile: String,
    /// The verdict of the run.
    pub verdict: Conformance,
    /// One sentence that says why, for the verdict `inconclusive`.
    #[serde(flatten, with = "Reason")]
    pub reason: Option<Text>,
    /// The scenarios, in the order of their ids.
    pub scenarios: Vec<ScenarioResult>,
    /// Every clause that the run's scenarios and rules watch, in catalogue order.
    pub clauses: Vec<ClauseResult>,
    /// Failures that the user knows of, in the order in which they were written.
    #[serde(rename = "known_failures", default)]
    pub known: Vec<KnownResult>,
    /// How long the engine took from a command to what it answers, over all processes of the run. What
    /// was never measured is left out.
    #[serde(default)]
    pub latencies: Vec<LatencyResult>,
    /// How searches used their clocks, over the run; races and what was stopped left out.
    #[serde(default)]
    pub clocks: Vec<ClockResult>,
    /// How the repeats went; `None` where nothing was repeated.
    #[serde(default)]
    pub repeats: Option<Repeats>,
    /// When it began, in UTC: `2026-11-23T19:14:02Z`; null in reports that do not say.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub started: Option<Started>,
    /// Wall time of the whole run.
    #[serde(rename = "elapsed_ms", with = "Ms")]
    pub elapsed: Duration,
    /// Where the time went.
    #[serde(default)]
    pub time: TimeUse,
    /// Scenarios that ran at once at most.
    pub jobs: usize,
    /// The factor on every limit.
    pub limits_scale: f64,
    /// The random seed of the run.
    pub seed: u64,
    /// What fails the run.
    #[serde(default)]
    pub fail_on: FailOn,
    /// Whether scenarios were left out by name.
    #[serde(default)]
    pub filtered: bool,
    /// Whether the quick set alone was played.
    #[serde(default)]
    pub quick: bool,
    /// What it is a part of, where it is one.
    #[serde(rename = "shard", default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartOf>,
    /// How far the exploration came; absent for other runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploration: Option<Exploration>,
    /// The words after `kentei run` that make this run again, as typed, its filters left out; none where no command line can.
    pub replay: Vec<String>,
    /// Whether the run was ended early by the user.
    pub interrupted: bool,
    /// The outcome of the snapshots; `None` where none were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshots: Option<SnapshotsResult>,
}

/// The program that made a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Its name: `kentei`.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Tool {
    /// This program.
    #[must_use]
    pub fn this() -> Self {
        Self {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// The machine that a run was made on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Host {
    /// Name of its system: `linux`, `macos`, `windows`.
    pub os: String,
    /// Name of its processor family: `x86_64`.
    pub arch: String,
    /// How many threads it runs at once.
    pub cores: usize,
    /// How long it lets a process wait that only answers, measured before the engine was examined; null where
    /// that was not measured.
    #[serde(default)]
    pub jitter: Option<Jitter>,
}

impl Host {
    /// This machine.
    #[must_use]
    pub fn this() -> Self {
        Self {
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            cores: thread::available_parallelism().map_or(1, NonZero::get),
            jitter: None,
        }
    }
}

impl RunResult {
    /// The known failure that covers a finding, if there is one.
    #[must_use]
    pub fn known(&self, scenario: &str, finding: &Finding) -> Option<&Known> {
        if finding.severity < Severity::Warn {
            return None;
        }
        let mut known = self.known.iter().map(|result| &result.known);
        known.find(|known| known.is(scenario, finding))
    }

    /// Whether a scenario has findings of at least this severity and all of them are known failures.
    #[must_use]
    pub fn is_excused(&self, scenario: &ScenarioResult, least: Severity) -> bool {
        let held = scenario.findings.iter();
        let mut held = held.filter(|finding| finding.severity >= least).peekable();
        held.peek().is_some() && held.all(|finding| self.known(&scenario.id, finding).is_some())
    }
}

/// The verdict of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Conformance {
    /// Nothing was found that counts against the engine (exit code 0; 1 where changed snapshots fail a run).
    Conformant,
    /// At least one clause was broken (exit code 1).
    Nonconformant,
    /// It could not be judged (exit code 3).
    Inconclusive,
}

/// The engine as it was started and as it presented itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineInfo {
    /// Program and arguments.
    pub command: Vec<String>,
    /// Whether it is the engine built into this program.
    pub built_in: bool,
    /// From `id name`.
    pub name: Option<String>,
    /// From `id author`.
    pub author: Option<String>,
    /// Dialects besides that of the run whose opening word it acknowledged; empty where it was not asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_speaks: Vec<String>,
    /// Declared options, in their order.
    pub options: Vec<DeclaredOption>,
    /// How many options and choices besides are not kept, because there is no room for them.
    #[serde(default, deserialize_with = "millis::count", skip_serializing_if = "millis::is_none")]
    pub options_cut: u64,
}

/// What a snapshot contains of a scenario, or a fragment that says why there can be no snapshot.
pub type NormalForm = Result<String, String>;

/// A report is written even if a path is not valid UTF-8; the invalid parts are replaced.
fn lossy<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&path.to_string_lossy())
}

/// One scenario of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioResult {
    /// Its id, such as `usi/ponder/stop-on-miss`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its file; below the bundled root for a bundled one.
    #[serde(serialize_with = "lossy")]
    pub file: PathBuf,
    /// Whether that file is part of this program.
    #[serde(default)]
    pub bundled: bool,
    /// The clauses that it names.
    pub clauses: Vec<ClauseId>,
    /// How it ended.
    pub verdict: Verdict,
    /// Why it was skipped, blocked or could not be judged.
    #[serde(flatten, with = "Reason")]
    pub reason: Option<Text>,
    /// Wall time of all attempts.
    #[serde(rename = "duration_ms", with = "Ms")]
    pub duration: Duration,
    /// What that time was spent on; left out where that is not known.
    #[serde(default, skip_serializing_if = "Spent::is_unknown")]
    pub spent: Spent,
    /// Whether it belongs to another part of the run, and was played because others need it to come first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub along: bool,
    /// The scenarios that had been played before it in the process that is reported, by id and in their order;
    /// what happened in them is left out. Mostly there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preceded_by: Vec<String>,
    /// How often it was played.
    pub attempts: u32,
    /// How many of the attempts failed.
    pub failed_attempts: u32,
    /// Whether the script ran to its last step.
    pub reached_end: bool,
    /// What was found, in the order of events.
    pub findings: Vec<Finding>,
    /// What happened, in the attempt that is reported.
    #[serde(flatten)]
    pub transcript: Transcript,
    /// What a snapshot has of it, or why there can be none, where the transcript had to be cut after that was made.
    #[serde(skip)]
    pub normal: Option<NormalForm>,
    /// Named latencies.
    pub measurements: Vec<Measurement>,
    /// The races that were run, in the order of the script; left out where there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub races: Vec<RaceResult>,
    /// The first line of the script that was not reached; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_at_line: Option<u32>,
}

impl ScenarioResult {
    /// What the engine does not offer, in the words of scripts, if the scenario was skipped for that reason.
    #[must_use]
    pub fn lacks(&self) -> Option<String> {
        let reason = self.reason.as_ref().filter(|_| self.verdict == Verdict::Skip)?;
        let Made::Template(template, [(_, what)]) = reason.made_of() else {
            return None;
        };
        match template {
            "the engine does not offer {name}"
            | "the engine does not declare the option {name}" => Some(what.to_string()),
            "no option of type {kinds} can be set in this way" => {
                Some(format!("option … type {what}"))
            }
            _ => None,
        }
    }

    /// Whether the scenario could not be judged because the run was ended by one of its limits.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        let reason = self.reason.as_ref().filter(|_| self.verdict == Verdict::Inconclusive);
        let Some(Made::Template(template, _)) = reason.map(Text::made_of) else {
            return false;
        };
        matches!(
            template,
            "the time of the run was over before it could be judged"
                | "the run was ended before it could be judged: {number} failed"
        )
    }

    /// How long the attempts took, without the time in a queue, which depends on the other scenarios.
    #[must_use]
    pub fn took(&self) -> Duration {
        self.duration.saturating_sub(self.spent.queued)
    }
}
