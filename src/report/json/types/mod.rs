//! The JSON report, version 1, as it stands on the wire. Fields are only ever added.

mod finding;
mod scenario;
mod transcript;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::known::KnownV1;
use super::repeats::RepeatsV1;
use super::snapshots::SnapshotsV1;
use super::texts::TextV1;
use crate::report::changes::Changes;

pub use finding::{ClockUseV1, FindingV1, PositionV1, SeverityV1};
pub use scenario::{MeasurementV1, RaceRoundV1, RaceV1, ScenarioV1, SpentV1, SummaryV1, VerdictV1};
pub use transcript::{EventKindV1, EventV1, LineEndV1, LineV1, StreamV1, WindowKindV1, WindowV1};

/// A report of one run of kentei.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "kentei report, version 1")]
pub struct ReportV1 {
    /// Always `kentei-report`.
    #[schemars(extend("const" = "kentei-report"))]
    pub format: String,
    /// Version of this format: 1.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// The program that made the report.
    pub tool: ToolV1,
    /// The machine that the run was made on.
    pub host: HostV1,
    /// The engine that was examined.
    pub engine: EngineV1,
    /// Name of the dialect.
    pub dialect: String,
    /// Name of the profile.
    pub profile: String,
    /// The verdict of the run.
    pub verdict: ConformanceV1,
    /// Why the run is inconclusive; null otherwise.
    pub reason: Option<String>,
    /// What `reason` is made of; left out where there is nothing to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_said: Option<TextV1>,
    /// How many scenarios ended with each verdict.
    pub summary: SummaryV1,
    /// What was not examined; left out where everything was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unexamined: Option<UnexaminedV1>,
    /// The scenarios, in the order of their ids.
    pub scenarios: Vec<ScenarioV1>,
    /// Every clause that the scenarios and rules of the run watch, in catalogue order.
    pub clauses: Vec<ClauseV1>,
    /// Failures that the engine file knows of, in the order of the file.
    #[serde(default)]
    pub known_failures: Vec<KnownV1>,
    /// How long the engine took from a command to what it answers, over all processes of the run; what was
    /// never measured is left out.
    #[serde(default)]
    pub latencies: Vec<LatencyV1>,
    /// How the searches of the run used their clocks, races and what was stopped left out.
    #[serde(default)]
    pub clocks: Vec<ClockV1>,
    /// How the repeats went; null where nothing was repeated.
    #[serde(default)]
    pub repeats: Option<RepeatsV1>,
    /// The seed that decided whatever was random.
    pub seed: u64,
    /// The factor on every limit.
    pub limits_scale: f64,
    /// Scenarios that ran at once at most.
    pub jobs: u64,
    /// Wall time of the run in milliseconds.
    pub elapsed_ms: f64,
    /// Where the time went.
    #[serde(default)]
    pub time: TimeV1,
    /// What fails the run.
    #[serde(default)]
    pub fail_on: FailOnV1,
    /// Whether scenarios were left out by name.
    #[serde(default)]
    pub filtered: bool,
    /// Whether the quick set alone was played.
    #[serde(default)]
    pub quick: bool,
    /// Which part of a run it is; left out where it is a whole one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardV1>,
    /// The words after `kentei run` that make this run again, its filters left out.
    pub replay: Vec<String>,
    /// Whether the user ended the run early.
    pub interrupted: bool,
    /// What has changed since an earlier report; left out where the run was compared with none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Changes>,
    /// What became of the snapshots; left out where none were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshots: Option<SnapshotsV1>,
}

/// What a run did not examine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnexaminedV1 {
    /// In a sentence, as it stands in the verdict of the other formats.
    pub text: String,
    /// How many scenarios were skipped because the engine does not offer what they are about.
    pub not_offered: u64,
    /// What that is: capabilities, options and types of options, what most scenarios are about first.
    pub names: Vec<String>,
}

/// A part of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShardV1 {
    /// Its number, from 1.
    pub index: u32,
    /// Of how many.
    pub of: u32,
    /// The ids of the scenarios of all shards together, in their order.
    pub all: Vec<String>,
}

/// What fails a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FailOnV1 {
    /// A clause that counts is broken.
    #[default]
    Fail,
    /// Warnings, too.
    Warn,
    /// Nothing: only the exit code hangs on it, the report is that of `fail`.
    Never,
}

/// Where the time of a run went. Sums are over all scenarios, which run at once: they are longer than the run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TimeV1 {
    /// What has to be waited for, in milliseconds: `windows_ms`, `replies_ms` and `starts_ms` together.
    pub necessary_ms: f64,
    /// Pauses, windows of silence and the moments of races: what scripts wait for, whatever the engine does.
    pub windows_ms: f64,
    /// Waiting for replies of the engine, after its start.
    pub replies_ms: f64,
    /// From the start of each process until it was ready for the first time.
    pub starts_ms: f64,
    /// How many processes were started.
    pub starts: u64,
    /// How many scenarios were spared one, because they were played in a process in which others had been.
    #[serde(default)]
    pub starts_saved: u64,
    /// Waiting for processes to leave.
    pub leaving_ms: f64,
    /// Waiting for other engines that were busy.
    pub queued_ms: f64,
    /// The scenarios of the longest chain of necessary waits, each the prerequisite of the next one. However
    /// many scenarios run at once, no run can be shorter.
    pub critical_path: Vec<String>,
    /// How long that chain is, in milliseconds.
    pub critical_path_ms: f64,
    /// By how many milliseconds the run was longer.
    pub overhead_ms: f64,
}

/// The program that made a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToolV1 {
    /// Its name: `kentei`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The machine that a run was made on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HostV1 {
    /// Name of its system: `linux`, `macos`, `windows`.
    pub os: String,
    /// Name of its processor family: `x86_64`.
    pub arch: String,
    /// How many threads it runs at once.
    pub cores: u64,
    /// How long it lets a process wait that only answers, measured before the engine was examined; null where
    /// that was not measured.
    #[serde(default)]
    pub jitter: Option<JitterV1>,
}

/// Round trips of a line to a program that only answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JitterV1 {
    /// How many there were.
    pub n: u64,
    /// The middle one, in microseconds; of two, the shorter one.
    pub median_us: f64,
    /// The one that 95 of 100 do not exceed, in microseconds.
    pub p95_us: f64,
    /// The longest, in microseconds.
    pub max_us: f64,
    /// By how many microseconds the slack of time limits grew: a reply that came later than limit and slack, but
    /// by no more than this, is inconclusive.
    pub slack_us: f64,
}

/// The engine as it was started and as it presented itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineV1 {
    /// Program and arguments.
    pub command: Vec<String>,
    /// Whether it is the engine built into kentei.
    pub built_in: bool,
    /// The name that it gave; null if it gave none.
    pub name: Option<String>,
    /// The author that it gave; null if it gave none.
    pub author: Option<String>,
    /// The options that it declared, in their order.
    pub options: Vec<OptionV1>,
    /// How many options and choices besides are not kept, because there is no room for them; not there if it is 0.
    #[serde(default, skip_serializing_if = "is_none")]
    pub options_cut: u64,
}

/// Whether there is nothing to be counted.
pub(super) fn is_none(count: &u64) -> bool {
    *count == 0
}

/// A declared option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionV1 {
    /// Its name.
    pub name: String,
    /// Its type, as the engine wrote it.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its default; null if it has none.
    pub default: Option<String>,
    /// Its least value; null if none was declared.
    pub min: Option<i64>,
    /// Its greatest value; null if none was declared.
    pub max: Option<i64>,
    /// Its choices.
    pub choices: Vec<String>,
}

/// The verdict of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConformanceV1 {
    /// Nothing that counts was found (exit code 0; 1 where changed snapshots fail a run).
    Conformant,
    /// At least one clause was broken (exit code 1).
    Nonconformant,
    /// It could not be judged (exit code 3).
    Inconclusive,
}

/// A latency of the engine, over a whole run. Only samples that are certain count: a stop, say, only
/// where the search could not end by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LatencyV1 {
    /// Its name: `usiok` or `uciok`, `readyok`, `first-info`, `stop`, `ponderhit`, `quit`.
    pub name: String,
    /// The command from which it counts.
    pub from: String,
    /// What ends it: a message, or `exit`.
    pub to: String,
    /// How many samples there were.
    pub n: u64,
    /// How many of them, the first ones, `median_ms` and `p95_ms` come from.
    pub kept: u64,
    /// The shortest, in milliseconds.
    pub min_ms: f64,
    /// The middle one, in milliseconds; of two, the shorter one.
    pub median_ms: f64,
    /// The one that 95 of 100 do not exceed, in milliseconds.
    pub p95_ms: f64,
    /// The longest, in milliseconds.
    pub max_ms: f64,
    /// Some of the kept ones, from the shortest to the longest, evenly chosen, in milliseconds: a hundred and one
    /// at most.
    #[serde(default)]
    pub spread_ms: Vec<f64>,
    /// All the kept ones, from the shortest to the longest, in the report of a shard, so that they can be brought
    /// together; else left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples_ms: Vec<f64>,
}

/// How the searches on one kind of clock used it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClockV1 {
    /// The kind of clock, in the words of the dialect.
    pub clock: String,
    /// How many searches there were.
    pub n: u64,
    /// How many of them took longer than it gave, be it within the slack.
    pub over: u64,
    /// When the middle one was answered, in milliseconds against the end of its clock: below zero, before it.
    pub median_ms: f64,
    /// When the latest one was answered, in the same way.
    pub max_ms: f64,
    /// When each of them was answered, in the same way, the earliest first: in the report of a shard, else left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub margins_ms: Vec<f64>,
}

/// One clause of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClauseV1 {
    /// Its id.
    pub id: String,
    /// What became of it.
    pub verdict: ClauseVerdictV1,
    /// How many scenarios that name it ran.
    pub exercised: u32,
    /// How many findings there are against it.
    pub findings: u32,
}

/// What became of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClauseVerdictV1 {
    /// Scenarios examined it and nothing was found.
    Pass,
    /// Only noted, never held against the engine.
    Info,
    /// Broken in a way that sound GUIs survive.
    Warn,
    /// Broken.
    Fail,
    /// Rules watched it and found nothing, but no scenario that names it ran.
    Watched,
}
