//! What became of a scenario.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::finding::FindingV1;
use super::transcript::{EventV1, WindowV1};
use crate::report::json::texts::TextV1;

/// The verdict of a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictV1 {
    /// Nothing was found.
    Pass,
    /// Only warnings.
    Warn,
    /// A clause was broken.
    Fail,
    /// A timing failure that did not repeat.
    Flaky,
    /// The engine does not offer what is examined.
    Skip,
    /// The prerequisite failed.
    Blocked,
    /// The host was too slow to judge.
    Inconclusive,
    /// The harness itself is at fault.
    Error,
}

/// How many scenarios ended with each verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the fields are the verdicts, described at VerdictV1")]
pub struct SummaryV1 {
    pub pass: u64,
    pub warn: u64,
    pub fail: u64,
    pub flaky: u64,
    pub skip: u64,
    pub blocked: u64,
    pub inconclusive: u64,
    pub error: u64,
}

/// One scenario of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioV1 {
    /// Its id, such as `usi/ponder/stop-on-miss`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its file; below the bundled root for a bundled one.
    pub file: String,
    /// Whether that file is part of kentei. Where it is not said, a relative path below the dialect's name or
    /// `shared` is one.
    #[serde(default)]
    pub bundled: Option<bool>,
    /// The clauses that it examines.
    pub clauses: Vec<String>,
    /// How it ended.
    pub verdict: VerdictV1,
    /// Why it was skipped, blocked or could not be judged; null otherwise.
    pub reason: Option<String>,
    /// What `reason` is made of; left out where there is nothing to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_said: Option<TextV1>,
    /// Wall time of all attempts in milliseconds.
    pub duration_ms: f64,
    /// What that time was spent on.
    #[serde(default)]
    pub spent: SpentV1,
    /// True if it belongs to another shard: it was played because others need it to come first, and something was
    /// found in it; else left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub along: bool,
    /// The scenarios that had been played before it in the process that is reported, by id and in their order,
    /// their events left out; this list is left out where there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behind: Vec<String>,
    /// How often it was played.
    pub attempts: u32,
    /// How many of the attempts failed.
    pub failed_attempts: u32,
    /// Whether the script ran to its last step.
    pub reached_end: bool,
    /// The first line of the script that was not reached; null if all were.
    pub stopped_at_line: Option<u32>,
    /// What was found, in the order of events.
    pub findings: Vec<FindingV1>,
    /// What happened, in the attempt that is reported.
    pub transcript: Vec<EventV1>,
    /// How many events were dropped from the middle of the transcript.
    pub transcript_dropped: u64,
    /// How many of them so that all transcripts of the run stay within bounds; not there if it is 0.
    #[serde(default, skip_serializing_if = "super::is_none")]
    pub transcript_cut: u64,
    /// What the script waited for, in the order of their ends; a thousand at most.
    #[serde(default)]
    pub windows: Vec<WindowV1>,
    /// Named latencies, in the order in which they were taken.
    pub measurements: Vec<MeasurementV1>,
    /// The races that were run, in the order of the script.
    #[serde(default)]
    pub races: Vec<RaceV1>,
}

/// What the time of a scenario was spent on, all attempts and processes together.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpentV1 {
    /// How many processes were started.
    pub starts: u32,
    /// How often none was needed, because it was played in a process in which others had been.
    pub starts_saved: u32,
    /// From the start of each process until it was ready for the first time, in milliseconds.
    pub starting_ms: f64,
    /// Pauses, windows of silence and the moments of races.
    pub windows_ms: f64,
    /// Waiting for replies, after the start.
    pub replies_ms: f64,
    /// Waiting for the process to leave.
    pub leaving_ms: f64,
    /// Waiting for other engines that were busy.
    pub queued_ms: f64,
}

/// A named latency.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MeasurementV1 {
    /// Its name, such as `stop`.
    pub name: String,
    /// The time from the send to the reply in milliseconds.
    pub took_ms: f64,
}

/// A race: an exchange of many rounds, in each of which something is sent at another moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RaceV1 {
    /// Line in the scenario file.
    pub line: u32,
    /// The lines that raced, all of one write.
    pub sent: Vec<String>,
    /// What they raced against: a kind of message, or `send` for what had been sent before.
    pub event: String,
    /// How many rounds the script asks for; a race that keeps failing, or lasts too long, ends before.
    pub planned: u32,
    /// How many of the rounds that were played failed.
    pub failed: u64,
    /// Bounds of the true rate of failure with 95 % confidence, as parts of one.
    pub failure_rate: (f64, f64),
    /// The rounds, in the order in which they were played.
    pub rounds: Vec<RaceRoundV1>,
}

/// One round of a race.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RaceRoundV1 {
    /// When the lines were to be sent, in milliseconds after the event; null for the same write.
    pub wanted_ms: Option<f64>,
    /// When they were sent in truth, in milliseconds after the event, or after the moment for which it
    /// was expected; null for the same write.
    pub offset_ms: Option<f64>,
    /// Whether something was found in this round that is held against the engine.
    pub failed: bool,
}
