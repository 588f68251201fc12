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

/// The changes between two runs of an engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "kentei comparison, version 1")]
pub struct Changes {
    /// Always `kentei-comparison`.
    #[schemars(extend("const" = "kentei-comparison"))]
    pub format: String,
    /// Version of this format: 1.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// The program that made the comparison.
    pub tool: Tool,
    /// Name of the dialect of both reports.
    pub dialect: String,
    /// Name of the profile of both reports.
    pub profile: String,
    /// The result of the comparison.
    pub outcome: Outcome,
    /// Why the newer run could not be judged; null otherwise.
    pub reason: Option<String>,
    /// The template and values of `reason`; left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_said: Option<TextV1>,
    /// The older report.
    pub old: Side,
    /// The newer report.
    pub new: Side,
    /// How many scenarios are in both reports. `clauses`, `scenarios` and `messages` are about these only.
    pub compared: u64,
    /// Ids of the scenarios that only the older report has.
    pub only_old: Vec<String>,
    /// Ids of the scenarios that only the newer report has.
    pub only_new: Vec<String>,
    /// Differences between the runs that make the reports less comparable.
    pub notes: Vec<Note>,
    /// Clauses whose outcome changed: those that got worse first, then in the order of their ids.
    pub clauses: Vec<ClauseChange>,
    /// Scenarios that are judged in only one of the reports, grouped by reason.
    pub scenarios: Vec<ScenarioChange>,
    /// Ids of clauses that only the older run examined: the scenarios for them are now skipped or blocked.
    pub no_longer_examined: Vec<String>,
    /// Ids of clauses that only the newer run examined.
    pub newly_examined: Vec<String>,
    /// Changes of the engine's name or author.
    pub engine: Vec<IdentityChange>,
    /// Options that were added, removed or declared differently.
    pub options: Vec<OptionChange>,
    /// Whether the options that are in both reports have another order.
    pub options_reordered: bool,
    /// Kinds of message, and words in messages, that were added or removed.
    pub messages: Vec<MessageChange>,
    /// Latencies that changed by more than noise.
    pub latencies: Vec<LatencyChange>,
    /// For each clause, the worst severity that the older report counts against the engine in any scenario.
    #[serde(default)]
    pub before: BTreeMap<String, Severity>,
    /// The outcome of clauses in more than two reports; left out if only two were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
}

/// The result of a comparison.
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
    /// Name of the engine; null if the engine gave none.
    pub name: Option<String>,
    /// The verdict of the run.
    pub verdict: Conformance,
    /// How many scenarios the report contains.
    pub scenarios: u64,
}

/// The direction of a change.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Impact {
    /// Worse: the exit code is 1.
    Worse,
    /// Better.
    Better,
    /// Neither, or not known.
    Changed,
}

/// A difference between the runs that makes the reports less comparable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// The kind of difference.
    pub kind: NoteKind,
    /// The state in the older report.
    pub old: String,
    /// The state in the newer report.
    pub new: String,
    /// The template and values of `old`; left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_said: Option<TextV1>,
    /// The template and values of `new`; left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_said: Option<TextV1>,
}

/// The kinds of difference that make reports less comparable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// Another version of kentei made the report. Its scenarios and rules may differ.
    Tool,
    /// The limits were scaled by another factor.
    Limits,
    /// The machine or the number of scenarios at once differs. Latencies are not compared.
    Machine,
    /// One of the runs was ended early or could not be judged.
    Incomplete,
}

/// A clause whose outcome changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClauseChange {
    /// Id of the clause.
    pub clause: String,
    /// The direction of the change.
    pub way: Impact,
    /// The kind of change.
    pub what: ClauseWhat,
    /// The worst severity in the older report; null if nothing was counted.
    pub old: Option<Severity>,
    /// The worst severity in the newer report; null if nothing is counted.
    pub new: Option<Severity>,
    /// Ids of the scenarios that showed the violation in the older report.
    pub old_scenarios: Vec<String>,
    /// Ids of the scenarios that show the violation in the newer report.
    pub new_scenarios: Vec<String>,
    /// What the engine does or did, as the message of one of the findings.
    pub message: String,
    /// The template and values of `message`; left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_said: Option<TextV1>,
    /// Why the change is excused, if the engine file lists the failure as known; null otherwise.
    pub known: Option<String>,
}

/// How the outcome of a clause changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClauseWhat {
    /// The clause was kept, and is now broken.
    Broken,
    /// The clause was broken, and is now kept.
    Fixed,
    /// The clause was broken in a way that robust GUIs tolerate, and is now broken in a way that they do not.
    Graver,
    /// The clause was broken in a way that robust GUIs do not tolerate, and is now broken in a way that they do.
    Milder,
    /// The clause is still broken, and also in scenarios that did not show it before.
    Spread,
    /// The clause is broken in only some of the scenarios that showed it before.
    Receded,
    /// The clause is broken, but the scenarios that show it were not judged before.
    Revealed,
    /// The clause was broken, but the scenarios that showed it are not judged any more.
    Hidden,
}

/// Scenarios that are judged in only one of the reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioChange {
    /// The direction of the change.
    pub way: Impact,
    /// Their verdict in the older report; `pass` also means `warn`.
    pub old: Verdict,
    /// Their verdict in the newer report; `pass` also means `warn`.
    pub new: Verdict,
    /// Why they are or were not judged; null if the report does not contain it.
    pub reason: Option<String>,
    /// The template and values of `reason`; left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_said: Option<TextV1>,
    /// Ids of the scenarios.
    pub scenarios: Vec<String>,
}

/// A change of the engine's name or author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IdentityChange {
    /// `name` or `author`.
    pub what: String,
    /// The text in the older report; null if there was none.
    pub old: Option<String>,
    /// The text in the newer report; null if there is none.
    pub new: Option<String>,
}

/// An option that was added, removed or declared differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionChange {
    /// The declaration in the older report; null if the option is new.
    pub old: Option<DeclaredOption>,
    /// The declaration in the newer report; null if the option was removed.
    pub new: Option<DeclaredOption>,
}

/// A kind of message, or a word in messages of a kind, that was added or removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MessageChange {
    /// The kind of message: `info`, `bestmove`; `other` for free text, `blank` for empty lines.
    pub kind: String,
    /// The word; null if the whole kind was added or removed.
    pub word: Option<String>,
    /// True if it was added, false if it was removed.
    pub came: bool,
    /// In how many scenarios it occurs, in the report that has it.
    pub seen: u64,
    /// How many scenarios have such lines in both reports.
    pub of: u64,
}

/// A latency that changed by more than noise, by the Mann-Whitney test and a minimum size of the change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LatencyChange {
    /// Name of the latency.
    pub name: String,
    /// The command at which the latency begins.
    pub from: String,
    /// The message that ends the latency, or `exit`.
    pub to: String,
    /// Median in the older report, in milliseconds.
    pub old_ms: f64,
    /// Median in the newer report, in milliseconds.
    pub new_ms: f64,
    /// How many samples of the older report were compared.
    pub old_n: u64,
    /// How many samples of the newer report were compared.
    pub new_n: u64,
    /// The probability that a sample of the newer report is longer than a sample of the older report.
    pub slower: f64,
    /// The z-score of the rank sum, corrected for ties. By chance alone it is outside ±3.29 once in a thousand
    /// comparisons.
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
