//! A comparison of two reports, as plain data: what `kentei compare` writes as JSON, version 1. Fields are only
//! ever added.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::history::History;
use crate::lang::wire::TextV1;
use crate::protocol::DeclaredOption;
use crate::run::result::{Conformance, Tool};
use crate::verdict::{Severity, Verdict};

/// What has changed between two runs of an engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "kentei comparison, version 1")]
pub struct Changes {
    /// Always `kentei-comparison`.
    #[schemars(extend("const" = "kentei-comparison"))]
    pub format: String,
    /// Version of this format: 1.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// The program that compared.
    pub tool: Tool,
    /// Name of the dialect of both reports.
    pub dialect: String,
    /// Name of the profile of both reports.
    pub profile: String,
    /// What it comes to.
    pub outcome: Outcome,
    /// Why it could not be judged; null otherwise.
    pub reason: Option<String>,
    /// What `reason` is made of; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_said: Option<TextV1>,
    /// The older report.
    pub old: Side,
    /// The newer report.
    pub new: Side,
    /// How many scenarios are in both reports. All that is said of clauses, scenarios and messages is about these.
    pub compared: u64,
    /// Ids of the scenarios that only the older report has.
    pub only_old: Vec<String>,
    /// Ids of the scenarios that only the newer report has.
    pub only_new: Vec<String>,
    /// What makes the reports less comparable than they could be.
    pub notes: Vec<Note>,
    /// Clauses that stand otherwise than they did: what is worse first, then in the order of their ids.
    pub clauses: Vec<ClauseChange>,
    /// Scenarios that are judged and were not, or the other way round, by reason.
    pub scenarios: Vec<ScenarioChange>,
    /// Clauses that some scenario examined, and none does any longer: what could is skipped or blocked.
    pub no_longer_examined: Vec<String>,
    /// The other way round.
    pub newly_examined: Vec<String>,
    /// Other words with which the engine presents itself.
    pub engine: Vec<IdentityChange>,
    /// Options that came, went, or are declared otherwise.
    pub options: Vec<OptionChange>,
    /// Whether the options that are in both stand in another order.
    pub options_reordered: bool,
    /// Kinds of message, and words in them, that came or went.
    pub messages: Vec<MessageChange>,
    /// Latencies that are others beyond noise.
    pub latencies: Vec<LatencyChange>,
    /// The worst that the older report counts against the engine at each clause, whichever scenario showed it.
    #[serde(default)]
    pub before: BTreeMap<String, Severity>,
    /// How clauses stood over more than two reports; left out where no more were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
}

/// What a comparison comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Nothing got worse (exit code 0).
    Good,
    /// Something got worse (exit code 1).
    Worse,
    /// The newer run could not be judged (exit code 3).
    Unjudged,
}

/// One of the two reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Side {
    /// Program and arguments of the engine.
    pub command: Vec<String>,
    /// The name that the engine gave; null if it gave none.
    pub name: Option<String>,
    /// The verdict of the run.
    pub verdict: Conformance,
    /// How many scenarios the report has.
    pub scenarios: u64,
}

/// Which way a change goes.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Impact {
    /// For the worse: the exit code is 1.
    Worse,
    /// For the better.
    Better,
    /// Neither, or it is not known.
    Changed,
}

/// Something that makes two reports less comparable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// What it is.
    pub kind: NoteKind,
    /// How it was in the older report.
    pub old: String,
    /// How it is in the newer one.
    pub new: String,
    /// What `old` is made of; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_said: Option<TextV1>,
    /// What `new` is made of, in the same way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_said: Option<TextV1>,
}

/// What makes reports less comparable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// Another version of kentei made the report: its scenarios and rules may be others.
    Tool,
    /// The limits had another factor.
    Limits,
    /// Another kind of machine, or another number of scenarios at once: latencies are not compared.
    Machine,
    /// One of the runs was ended early, or could not be judged.
    Incomplete,
}

/// A clause that stands otherwise than it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClauseChange {
    /// Its id.
    pub clause: String,
    /// Which way it goes.
    pub way: Impact,
    /// What happened to it.
    pub what: ClauseWhat,
    /// The worst that was counted against it; null where nothing was.
    pub old: Option<Severity>,
    /// The worst that is counted against it; null where nothing is.
    pub new: Option<Severity>,
    /// The scenarios that showed it.
    pub old_scenarios: Vec<String>,
    /// The scenarios that show it.
    pub new_scenarios: Vec<String>,
    /// What the engine does, or did, in the words of one of the findings.
    pub message: String,
    /// What `message` is made of; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_said: Option<TextV1>,
    /// Why it is excused, if the engine file knows of it; null otherwise.
    pub known: Option<String>,
}

/// What can happen to a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClauseWhat {
    /// It was kept, and is broken.
    Broken,
    /// It was broken, and is kept.
    Fixed,
    /// It was broken in a way that robust GUIs tolerate, and is now in one that they do not.
    Graver,
    /// The other way round.
    Milder,
    /// It is broken wherever it was, and in scenarios that did not show it before.
    Spread,
    /// It is broken in some of the scenarios where it was.
    Receded,
    /// It is broken, but what shows it was not judged before.
    Revealed,
    /// It was broken, but what showed it is not judged any more.
    Hidden,
}

/// Scenarios that changed in whether they are judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioChange {
    /// Which way it goes.
    pub way: Impact,
    /// The verdict that they had; `pass` stands for `warn`, too.
    pub old: Verdict,
    /// The verdict that they have, in the same way.
    pub new: Verdict,
    /// Why they are, or were, not judged; null where the report does not say.
    pub reason: Option<String>,
    /// What `reason` is made of; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_said: Option<TextV1>,
    /// Their ids.
    pub scenarios: Vec<String>,
}

/// Other words with which the engine presents itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IdentityChange {
    /// `name` or `author`.
    pub what: String,
    /// What it was; null if it gave none.
    pub old: Option<String>,
    /// What it is; null if it gives none.
    pub new: Option<String>,
}

/// An option that came, went, or is declared otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionChange {
    /// How it was declared; null for a new one.
    pub old: Option<DeclaredOption>,
    /// How it is declared; null for one that is gone.
    pub new: Option<DeclaredOption>,
}

/// A kind of message, or a word in it, that came or went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MessageChange {
    /// The kind of message: `info`, `bestmove`; `other` for free text, `blank` for empty lines.
    pub kind: String,
    /// The word in it; null where the whole kind came or went.
    pub word: Option<String>,
    /// Whether it came; else it went.
    pub came: bool,
    /// In how many scenarios it is on the side that has it.
    pub seen: u64,
    /// Of how many: those in which both reports have such lines.
    pub of: u64,
}

/// A latency that is another beyond noise: by the test of Mann and Whitney, with a least size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LatencyChange {
    /// Its name.
    pub name: String,
    /// The command from which it counts.
    pub from: String,
    /// What ends it.
    pub to: String,
    /// The middle one before, in milliseconds.
    pub old_ms: f64,
    /// The middle one now, in milliseconds.
    pub new_ms: f64,
    /// How many samples of the older report were compared.
    pub old_n: u64,
    /// How many samples of the newer one were compared.
    pub new_n: u64,
    /// How probable it is that a sample of the newer report is the longer one of two, one from each.
    pub slower: f64,
    /// The normal deviate of the rank sum, corrected for ties: beyond ±3.29 chance alone would go once in a thousand.
    pub z: f64,
}

impl Changes {
    /// Whether nothing has changed at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
            && self.scenarios.is_empty()
            && self.engine.is_empty()
            && self.options.is_empty()
            && !self.options_reordered
            && self.messages.is_empty()
            && self.latencies.is_empty()
    }

    /// Whether a scenario shows something that got worse.
    #[must_use]
    pub fn is_worse_in(&self, scenario: &str) -> bool {
        let names = |ids: &[String]| ids.iter().any(|id| id == scenario);
        let clauses = self.clauses.iter();
        let mut clauses = clauses.filter(|change| change.way == Impact::Worse);
        let others = self.scenarios.iter();
        let mut others = others.filter(|change| change.way == Impact::Worse);
        clauses.any(|change| names(&change.new_scenarios))
            || others.any(|change| names(&change.scenarios))
    }
}
