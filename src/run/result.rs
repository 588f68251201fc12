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
    /// The program that made the report.
    pub tool: Tool,
    /// The machine of the run.
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
    /// Every clause that the scenarios and rules of the run check, in the order of the catalogue.
    pub clauses: Vec<ClauseResult>,
    /// Failures that the user lists as known, in the order of the list.
    #[serde(rename = "known_failures", default)]
    pub known: Vec<KnownResult>,
    /// Times from a command to the engine's answer, over all processes of the run. Latencies without a sample are left
    /// out.
    #[serde(default)]
    pub latencies: Vec<LatencyResult>,
    /// How the searches of the run used their clocks, without races and stopped searches.
    #[serde(default)]
    pub clocks: Vec<ClockResult>,
    /// The results of the repeats; null if the run was not repeated.
    #[serde(default)]
    pub repeats: Option<Repeats>,
    /// When the run began, in UTC: `2026-11-23T19:14:02Z`; null if the report does not contain it.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub started: Option<Started>,
    /// Wall time of the whole run, in milliseconds.
    #[serde(rename = "elapsed_ms", with = "Ms")]
    pub elapsed: Duration,
    /// How the time was spent.
    #[serde(default)]
    pub time: TimeUse,
    /// The largest number of scenarios that could run at once.
    pub jobs: usize,
    /// The factor by which every limit was scaled.
    pub limits_scale: f64,
    /// The random seed of the run.
    pub seed: u64,
    /// What fails the run.
    #[serde(default)]
    pub fail_on: FailOn,
    /// Whether scenarios of the suite were left out, by name or as generated ones.
    #[serde(default)]
    pub filtered: bool,
    /// Whether only the quick set was played.
    #[serde(default)]
    pub quick: bool,
    /// The shard of the run that this is; left out if the run is not a shard.
    #[serde(rename = "shard", default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartOf>,
    /// The progress of the exploration; left out in other runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploration: Option<Exploration>,
    /// The arguments after `kentei run` that repeat this run, as typed, without filters; empty if no command line can
    /// repeat it.
    pub replay: Vec<String>,
    /// Whether the user ended the run early.
    pub interrupted: bool,
    /// The outcome of the snapshots; left out if none were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshots: Option<SnapshotsResult>,
}

/// The program that made a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Name of the program: `kentei`.
    pub name: String,
    /// Version of the program.
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

/// The machine of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Host {
    /// Name of the operating system: `linux`, `macos`, `windows`.
    pub os: String,
    /// Name of the processor family, such as `x86_64`.
    pub arch: String,
    /// The number of threads that the machine can run at once.
    pub cores: usize,
    /// The delay of a process that only answers, measured before the engine was examined; null if it was not measured.
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
    /// Nothing was found that counts against the engine (exit code 0; 1 if changed snapshots fail the run).
    Conformant,
    /// At least one clause was broken (exit code 1).
    Nonconformant,
    /// The run could not be judged (exit code 3).
    Inconclusive,
}

/// The engine: how it was started, and what it reported about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineInfo {
    /// Program and arguments.
    pub command: Vec<String>,
    /// Whether this is the engine built into kentei.
    pub built_in: bool,
    /// Name from `id name`; null if the engine gave none.
    pub name: Option<String>,
    /// Author from `id author`; null if the engine gave none.
    pub author: Option<String>,
    /// Other dialects whose handshake command the engine acknowledged; left out if there are none or the engine was not
    /// asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_speaks: Vec<String>,
    /// Declared options, in the order of their declarations.
    pub options: Vec<DeclaredOption>,
    /// How many further options and choices are left out because of a limit on memory.
    #[serde(default, deserialize_with = "millis::count", skip_serializing_if = "millis::is_none")]
    pub options_cut: u64,
}

/// What a snapshot contains of a scenario, or a fragment that says why there can be no snapshot.
pub type NormalForm = Result<String, String>;

/// A report is written even if a path is not valid UTF-8; the invalid parts are replaced.
fn lossy<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&path.to_string_lossy())
}

/// The result of one scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioResult {
    /// Id of the scenario, such as `usi/ponder/stop-on-miss`.
    pub id: String,
    /// Title of the scenario.
    pub title: String,
    /// Path of the scenario file; relative to the bundled root for a bundled scenario.
    #[serde(serialize_with = "lossy")]
    pub file: PathBuf,
    /// Whether the scenario file is part of kentei.
    #[serde(default)]
    pub bundled: bool,
    /// Ids of the clauses that the scenario names.
    pub clauses: Vec<ClauseId>,
    /// The verdict of the scenario.
    pub verdict: Verdict,
    /// Why it was skipped, blocked or could not be judged.
    #[serde(flatten, with = "Reason")]
    pub reason: Option<Text>,
    /// Wall time of all attempts, in milliseconds.
    #[serde(rename = "duration_ms", with = "Ms")]
    pub duration: Duration,
    /// What that time was spent on; left out if it is not known.
    #[serde(default, skip_serializing_if = "Spent::is_unknown")]
    pub spent: Spent,
    /// True if the scenario belongs to another shard and was played here as a prerequisite; left out otherwise.
    #[serde(default, alias = "along", skip_serializing_if = "std::ops::Not::not")]
    pub prerequisite_only: bool,
    /// Ids of the scenarios that were played before this one in the reported process, in order. Their events are not in
    /// the transcript. Left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preceded_by: Vec<String>,
    /// How many times the scenario was played.
    pub attempts: u32,
    /// How many attempts failed.
    pub failed_attempts: u32,
    /// Whether the script ran to its last step.
    pub reached_end: bool,
    /// Whether a demand was not judged because its value cannot be read, which a finding reports. Only known while the
    /// verdict is made.
    #[serde(skip)]
    pub unread: bool,
    /// The findings, in the order of events.
    pub findings: Vec<Finding>,
    /// The transcript of the reported attempt.
    #[serde(flatten)]
    pub transcript: Transcript,
    /// What a snapshot contains of the scenario, or why there can be no snapshot, if the transcript had to be cut after
    /// this was determined.
    #[serde(skip)]
    pub normal: Option<NormalForm>,
    /// Measured latencies.
    pub measurements: Vec<Measurement>,
    /// The races that were run, in the order of the script; left out if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub races: Vec<RaceResult>,
    /// The first line of the script that was not reached, from 1; left out if there is none.
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
            | "the engine does not declare the option {name}"
            | "{id} did not complete, which does not count here" => Some(what.to_string()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::known::KnownStanding;
    use crate::run::tests::finding::finding;
    use crate::run::tests::run_result::{known, run_of};

    #[test]
    fn what_counts_against_the_engine_can_be_a_known_failure_and_nothing_else() {
        let known = known(Some("USI-GO-03"), None);
        let known = KnownResult { known, standing: KnownStanding::Seen, findings: 1 };
        let run = RunResult { known: vec![known], ..run_of(Vec::new()) };
        for (severity, covered) in
            [(Severity::Info, false), (Severity::Warn, true), (Severity::Fail, true)]
        {
            let finding = Finding { severity, ..finding("USI-GO-03", false) };
            assert_eq!(run.known("usi/go", &finding).is_some(), covered, "{severity:?}");
        }
    }

    #[test]
    fn a_report_names_the_machine_and_the_program_of_its_run() {
        let host = Host::this();
        assert!(!host.os.is_empty() && !host.arch.is_empty() && host.cores > 0, "{host:?}");
        assert_eq!(Tool::this().name, "kentei");
    }
}
