//! The JSON report, version 1, as it stands on the wire. Fields are only ever added.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::known::KnownV1;
use super::repeats::RepeatsV1;
use super::snapshots::SnapshotsV1;
use crate::report::changes::Changes;

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
    /// How many scenarios ended with each verdict.
    pub summary: SummaryV1,
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
    /// Which part of a run it is; left out where it is a whole one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardV1>,
    /// The words behind `kentei run` that make this run again, its filters left out.
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
    /// Waiting for replies of the engine, behind its start.
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
    /// Nothing that counts was found (exit code 0).
    Conformant,
    /// At least one clause was broken (exit code 1).
    Nonconformant,
    /// It could not be judged (exit code 3).
    Inconclusive,
}

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

/// How much a finding counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeverityV1 {
    /// Not read in this profile; never reported.
    Skip,
    /// Noted, never held against the engine.
    Info,
    /// A fault that sound GUIs survive.
    Warn,
    /// The engine does not conform.
    Fail,
}

/// How many scenarios ended with each verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(
    missing_docs,
    reason = "the fields are the verdicts, described at VerdictV1"
)]
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
    /// Waiting for replies, behind the start.
    pub replies_ms: f64,
    /// Waiting for the process to leave.
    pub leaving_ms: f64,
    /// Waiting for other engines that were busy.
    pub queued_ms: f64,
}

/// One judgement against the engine. Either `rule` or `expectation` says who made it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindingV1 {
    /// Id of the clause that was broken.
    pub clause: String,
    /// How much it counts in the profile of the run.
    pub severity: SeverityV1,
    /// Name of the always-on rule that noticed; left out if the script did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// True if a step of the script noticed; left out if a rule did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub expectation: bool,
    /// The misdeed that a rule saw, in the word of its dialect for it; left out for what the script noticed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misdeed: Option<String>,
    /// What the clause or the script wanted, in few words.
    pub expected: String,
    /// What came instead.
    pub got: String,
    /// One sentence for people.
    pub message: String,
    /// Ids of the events that show it (the `id` of `transcript` entries, which skip what was dropped);
    /// the last is the offender.
    pub events: Vec<u64>,
    /// First and one-behind-last byte of the offending part of the last event's line; null if not known.
    pub columns: Option<(u64, u64)>,
    /// The line of the scenario file that asked; null if none did.
    pub scenario_line: Option<u32>,
    /// When it was noticed, in milliseconds since the engine was spawned.
    pub at_ms: f64,
    /// Whether the judgement rests on a clock.
    pub timing: bool,
    /// How far behind its limit and slack a late reply came, in milliseconds; left out where none was late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_ms: Option<f64>,
    /// The position that it is about; left out where it is about none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<PositionV1>,
    /// The clock that was overrun; left out where none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockUseV1>,
    /// Why it does not fail the run, if the engine file knows of it; left out where it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// Further lines for the reader.
    pub notes: Vec<String>,
}

/// How a search used its clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClockUseV1 {
    /// The kind of clock, in the words of the dialect: `byoyomi`, `btime + binc`.
    pub clock: String,
    /// What it gave, without slack, in milliseconds.
    pub allowed_ms: f64,
    /// What the search took, in milliseconds.
    pub used_ms: f64,
}

/// The position that a finding is about. Where a line of moves is judged, it is the one in which the
/// offending move stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionV1 {
    /// The game: `shogi` or `chess`.
    pub game: String,
    /// How `notation` is written: `sfen` or `fen`.
    pub form: String,
    /// The whole position.
    pub notation: String,
    /// Whose turn it is: `black` or `white`.
    pub side_to_move: String,
    /// The move that led there in protocol notation; null if none did.
    pub last_move: Option<String>,
    /// The move that is illegal there, as the engine wrote it; null if none is.
    pub illegal_move: Option<String>,
    /// The squares of what forbids that move.
    pub squares: Vec<String>,
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
    /// When the lines were to be sent, in milliseconds behind the event; null for the same write.
    pub wanted_ms: Option<f64>,
    /// When they were sent in truth, in milliseconds behind the event, or behind the moment for which it
    /// was expected; null for the same write.
    pub offset_ms: Option<f64>,
    /// Whether something was found in this round that is held against the engine.
    pub failed: bool,
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

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventV1 {
    /// Its number; numbers rise and skip what was dropped.
    pub id: u64,
    /// Milliseconds since the engine was spawned.
    pub at_ms: f64,
    /// What it was.
    #[serde(flatten)]
    pub what: EventKindV1,
}

/// The kinds of event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EventKindV1 {
    /// A line that kentei sent. Lines that left in one write share `write`.
    Sent {
        /// The line.
        #[serde(flatten)]
        line: LineV1,
        /// Number of the write call.
        write: u32,
    },
    /// A line on the engine's standard output.
    Received(LineV1),
    /// A line on the engine's standard error.
    Stderr(LineV1),
    /// Standard output held this unfinished line for too long.
    Partial(LineV1),
    /// The engine closed a stream.
    EndOfStream {
        /// Which.
        stream: StreamV1,
    },
    /// Kentei closed the engine's standard input.
    InputClosed,
    /// The engine did not take what was sent.
    WriteFailed {
        /// What the system said.
        error: String,
    },
    /// The process ended, with a status or by a signal.
    Exit {
        /// Its status; null if a signal ended it.
        code: Option<i32>,
        /// The signal that ended it; null if none did.
        signal: Option<i32>,
    },
    /// Kentei waited in vain.
    Overdue {
        /// The kinds of message that were awaited.
        awaited: Vec<String>,
        /// From when the wait counts, in milliseconds since spawn.
        since_ms: f64,
        /// How long the engine had, in milliseconds.
        limit_ms: f64,
    },
    /// A step of the script begins.
    Step {
        /// Line in the scenario file.
        line: u32,
    },
}

/// A line of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LineV1 {
    /// The text without its end. If it was no UTF-8: escaped, each byte that is none as `\xNN`, with the
    /// bytes themselves in `bytes_hex`.
    pub text: String,
    /// The bytes in hexadecimal, if they are no UTF-8; left out otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes_hex: Option<String>,
    /// How the line ended.
    pub end: LineEndV1,
    /// How many more bytes the line had than are kept here.
    pub cut: u64,
}

/// How a line ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineEndV1 {
    /// LF.
    Lf,
    /// CR LF.
    Crlf,
    /// Nothing: it is unfinished.
    None,
}

/// The streams of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StreamV1 {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// A stretch of time in which the script waited.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WindowV1 {
    /// What the time was for.
    pub kind: WindowKindV1,
    /// The kinds of message that were awaited, or that were not to come; with none, nothing at all was to come,
    /// or time was only to go by.
    pub of: Vec<String>,
    /// From when it counts, in milliseconds since the engine was spawned.
    pub from_ms: f64,
    /// The deadline, or the end of the silence.
    pub until_ms: f64,
    /// When the script went on.
    pub ended_ms: f64,
    /// Line in the scenario file.
    pub line: u32,
}

/// What a script may wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WindowKindV1 {
    /// One of these messages has to come.
    Reply,
    /// None of these messages may come.
    Silence,
    /// Time is to go by.
    Pause,
}
