//! What a run found out, whole: the only thing that reports read.

use std::path::PathBuf;
use std::time::Duration;

use crate::lang::{Made, Text, Told};
use crate::run::jitter::Jitter;
use crate::run::known::KnownResult;
use crate::run::plan::FailOn;
use crate::run::race_result::RaceResult;
use crate::run::repeats::Repeats;
use crate::run::shards::PartOf;
use crate::run::time_use::{Spent, TimeUse};
use crate::snapshot::result::SnapshotsResult;
use crate::transcript::Transcript;
use crate::verdict::{ClauseId, Finding, Severity, Verdict};

/// A whole run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// The engine that was examined.
    pub engine: EngineInfo,
    /// Name of the dialect.
    pub dialect: &'static str,
    /// Name of the profile.
    pub profile: String,
    /// The verdict of the run.
    pub verdict: Conformance,
    /// One sentence that says why, for the verdict `inconclusive`.
    pub reason: Option<Text>,
    /// The scenarios, in the order of their ids.
    pub scenarios: Vec<ScenarioResult>,
    /// Every clause that the run's scenarios and rules watch, in catalogue order.
    pub clauses: Vec<ClauseResult>,
    /// Failures that the user knows of, in the order in which they were written.
    pub known: Vec<KnownResult>,
    /// How long the engine took from a command to what it answers, over all processes of the run. What
    /// was never measured is left out.
    pub latencies: Vec<LatencyResult>,
    /// How searches used their clocks, over the run; races and what was stopped left out.
    pub clocks: Vec<ClockResult>,
    /// How long this machine lets a process wait that only answers, measured before the engine was
    /// examined; `None` where that was not measured.
    pub jitter: Option<Jitter>,
    /// How the repeats went; `None` where nothing was repeated.
    pub repeats: Option<Repeats>,
    /// Wall time of the whole run.
    pub elapsed: Duration,
    /// Where the time went.
    pub time: TimeUse,
    /// Scenarios that ran at once at most.
    pub jobs: usize,
    /// The factor on every limit.
    pub limits_scale: f64,
    /// The seed that decided whatever was random.
    pub seed: u64,
    /// What fails the run.
    pub fail_on: FailOn,
    /// Whether scenarios were left out by name.
    pub filtered: bool,
    /// Whether the quick set alone was played.
    pub quick: bool,
    /// What it is a part of, where it is one.
    pub part: Option<PartOf>,
    /// The words after `kentei run` that make this run again, as typed, its filters left out.
    pub replay: Vec<String>,
    /// Whether the run was ended early by the user.
    pub interrupted: bool,
    /// What became of the snapshots; `None` where none were asked for.
    pub snapshots: Option<SnapshotsResult>,
}

/// The verdict of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conformance {
    /// Nothing was found that counts against the engine (exit code 0; 1 where changed snapshots fail a run).
    Conformant,
    /// At least one clause was broken (exit code 1).
    Nonconformant,
    /// It could not be judged (exit code 3).
    Inconclusive,
}

/// The engine as it was started and as it presented itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EngineInfo {
    /// Program and arguments.
    pub command: Vec<String>,
    /// Whether it is the engine built into this program.
    pub built_in: bool,
    /// From `id name`.
    pub name: Option<String>,
    /// From `id author`.
    pub author: Option<String>,
    /// Declared options, in their order.
    pub options: Vec<OptionInfo>,
    /// How many options and choices besides are not kept, because there is no room for them.
    pub options_cut: u64,
}

/// A declared option.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// `check`, `spin`, `combo`, `button`, `string`, `filename`, or what the engine wrote.
    pub kind: String,
    /// Declared default.
    pub default: Option<String>,
    /// Declared least value.
    pub min: Option<i64>,
    /// Declared greatest value.
    pub max: Option<i64>,
    /// Declared choices.
    pub choices: Vec<String>,
}

/// What a snapshot has of a scenario, or a fragment that says why there can be none.
pub type NormalForm = Result<String, String>;

/// One scenario of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioResult {
    /// Its id, such as `usi/ponder/stop-on-miss`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its file; below the bundled root for a bundled one.
    pub file: PathBuf,
    /// Whether that file is part of this program.
    pub bundled: bool,
    /// The clauses that it names.
    pub clauses: Vec<ClauseId>,
    /// How it ended.
    pub verdict: Verdict,
    /// Why it was skipped, blocked or could not be judged.
    pub reason: Option<Text>,
    /// Wall time of all attempts.
    pub duration: Duration,
    /// What that time was spent on.
    pub spent: Spent,
    /// Whether it belongs to another part of the run, and was played because others need it to come first.
    pub along: bool,
    /// The scenarios that had been played before it in the process that is reported, by id and in their order;
    /// what happened in them is left out. Mostly there are none.
    pub behind: Vec<String>,
    /// How often it was played.
    pub attempts: u32,
    /// How many of the attempts failed.
    pub failed_attempts: u32,
    /// Whether the script ran to its last step.
    pub reached_end: bool,
    /// What was found, in the order of events.
    pub findings: Vec<Finding>,
    /// What happened, in the attempt that is reported.
    pub transcript: Transcript,
    /// What a snapshot has of it, or why there can be none, where the transcript had to be cut after that was made.
    pub normal: Option<NormalForm>,
    /// Named latencies.
    pub measurements: Vec<Measurement>,
    /// The races that were run, in the order of the script.
    pub races: Vec<RaceResult>,
    /// The first line of the script that was not reached, if any.
    pub stopped_at_line: Option<u32>,
}

impl ScenarioResult {
    /// What the engine does not offer, in the words of scripts, if it was skipped for that.
    #[must_use]
    pub fn lacks(&self) -> Option<String> {
        let reason = self.reason.as_ref().filter(|_| self.verdict == Verdict::Skip)?;
        let Made::Template(template, [(_, what)]) = reason.made_of() else {
            return None;
        };
        match template {
            "the engine does not offer {name}"
            | "the engine does not declare the option {name}" => Some(what.to_string()),
            "no option of type {kinds} can be set so" => Some(format!("type {what}")),
            _ => None,
        }
    }

    /// Whether it could not be judged because the run was ended before.
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

    /// How long its attempts took, but for the time in which it waited for its turn: that says nothing of it, and is
    /// long where an engine is kept busy by other scenarios.
    #[must_use]
    pub fn took(&self) -> Duration {
        self.duration.saturating_sub(self.spent.queued)
    }
}

/// A named latency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measurement {
    /// Its name, such as `stop`.
    pub name: String,
    /// The time from the send to the reply.
    pub took: Duration,
}

/// A latency of the engine, over a whole run. Only sound samples count: see `protocol::Latency`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LatencyResult {
    /// Its name.
    pub name: &'static str,
    /// The command from which it counts.
    pub from: &'static str,
    /// What ends it.
    pub to: &'static str,
    /// How many samples there were.
    pub count: u64,
    /// How many of them, the first ones, median and 95th percentile come from. Fewer than `count` only in
    /// a run that is longer than memory should be.
    pub kept: u64,
    /// The shortest of all.
    pub min: Duration,
    /// The middle one; of two, the shorter one.
    pub median: Duration,
    /// The one that 95 of 100 do not exceed.
    pub p95: Duration,
    /// The longest of all.
    pub max: Duration,
    /// Some of the kept ones, from the shortest to the longest, evenly chosen: what a picture of them needs.
    pub spread: Vec<Duration>,
    /// All that were kept, sorted, in a run that is a part of another one, so that they can be brought together;
    /// else none.
    pub samples: Vec<Duration>,
}

/// How the searches on one kind of clock used it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockResult {
    /// The kind of clock, in the words of the dialect.
    pub clock: String,
    /// How many searches there were.
    pub searches: u64,
    /// How many of them took longer than it gave, be it within the slack.
    pub over: u64,
    /// The middle one of them; of two, the earlier one.
    pub median: Margin,
    /// The latest one.
    pub max: Margin,
    /// All that were kept, sorted, in a run that is a part of another one; else none.
    pub margins: Vec<Margin>,
}

/// When a reply came against the end of its clock, in microseconds: below zero, before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin(pub i64);

impl Margin {
    /// What was used, against what was given.
    #[must_use]
    pub fn between(allowed: Duration, used: Duration) -> Self {
        let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
        Self(micros(used).saturating_sub(micros(allowed)))
    }
}

impl Told for Margin {
    fn told(&self) -> Text {
        let ms = self.0.unsigned_abs() / 1000;
        if self.0 > 0 {
            say!("{ms} ms after its end", ms)
        } else {
            say!("{ms} ms before its end", ms)
        }
    }
}

/// One clause of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseResult {
    /// The clause.
    pub clause: ClauseId,
    /// The worst that was found, or `None` where nothing was.
    pub worst: Option<Severity>,
    /// Scenarios that name it and ran.
    pub exercised: u32,
    /// Findings against it.
    pub findings: u32,
}
