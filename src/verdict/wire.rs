//! The JSON form of a finding: its texts in English, and the parts that they are built from.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::{ClauseId, ClockUse, Finding, PositionEvidence, Severity, Watcher};
use crate::lang::wire::{TextV1, back};
use crate::lang::{Lang, Text};
use crate::millis::{MaybeMs, Ms};
use crate::names::{self, Name};
use crate::transcript::EventId;

/// A violation that a rule or a step of the script reported. It has either `rule` or `expectation`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub(super) struct FindingV1 {
    /// Id of the broken clause.
    clause: ClauseId,
    /// The severity in the profile of the run.
    severity: Severity,
    /// Name of the always-on rule that reported it; left out if the script did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule: Option<Rule>,
    /// True if a step of the script reported it; left out if a rule did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    expectation: bool,
    /// Id of the violation that a rule reported; left out if the script reported it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    violation: Option<String>,
    /// What the clause or the script demands, in a few words.
    expected: String,
    /// What the engine did instead.
    got: String,
    /// One sentence for people.
    message: String,
    /// Ids of the events that show the violation (the `id` of `transcript` entries; dropped events leave gaps). The
    /// last one is the violation itself.
    events: Vec<EventId>,
    /// First and one-after-last byte of the wrong part of the last event's line; left out if not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    columns: Option<(usize, usize)>,
    /// The line of the scenario file, from 1, whose step made the demand; null if none did.
    scenario_line: Option<u32>,
    /// When the violation was noticed, in milliseconds since the engine was spawned.
    #[serde(rename = "at_ms", with = "Ms")]
    at: Duration,
    /// True if the judgement depends on a time measurement, or the engine was killed from outside; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    timing: bool,
    /// How long after its limit and slack a late reply came, in milliseconds; left out if no reply was late.
    #[serde(
        rename = "over_ms",
        default,
        skip_serializing_if = "Option::is_none",
        with = "MaybeMs"
    )]
    over: Option<Duration>,
    /// The position that the finding is about; left out if it is not about a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<PositionEvidence>,
    /// The clock that was exceeded; left out if none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockUse>,
    /// Why the finding does not fail the run, if the engine file lists it as known; left out otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    known: Option<String>,
    /// Further lines for the reader; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The templates and values of `expected`, `got`, `message` and `notes`; left out if there are none. In the form
    /// `json:findings` also left out if an earlier finding with the same clause and violation has the same English
    /// texts and has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    said: Option<SaidV1>,
}

/// Name of a rule.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct Rule(Name);

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        names::read(from).map(Self)
    }
}

/// The templates and values of the texts of a finding. A text that is the same in every language is left out.
#[derive(Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Said")]
struct SaidV1 {
    /// The template and values of `expected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expected: Option<TextV1>,
    /// The template and values of `got`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    got: Option<TextV1>,
    /// The template and values of `message`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message: Option<TextV1>,
    /// The templates and values of all `notes`, in the same order; left out if no note is made from a template.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<TextV1>,
}

impl SaidV1 {
    fn of(finding: &Finding) -> Option<Self> {
        let notes: Vec<TextV1> = finding.notes.iter().map(TextV1::from).collect();
        let plain = |text: &TextV1| matches!(text, TextV1::Plain(_));
        let said = Self {
            expected: TextV1::of(&finding.expected),
            got: TextV1::of(&finding.got),
            message: TextV1::of(&finding.message),
            notes: if notes.iter().all(plain) { Vec::new() } else { notes },
        };
        (said != Self::default()).then_some(said)
    }
}

impl From<Finding> for FindingV1 {
    fn from(finding: Finding) -> Self {
        let said = SaidV1::of(&finding);
        let (rule, expectation) = match finding.watcher {
            Watcher::Rule(name) => (Some(Rule(name)), false),
            Watcher::Expectation => (None, true),
        };
        let english = |text: &Text| text.in_lang(Lang::En);
        Self {
            clause: finding.clause,
            severity: finding.severity,
            rule,
            expectation,
            violation: finding.violation,
            expected: english(&finding.expected),
            got: english(&finding.got),
            message: english(&finding.message),
            events: finding.events,
            columns: finding.columns,
            scenario_line: finding.scenario_line,
            at: finding.at,
            timing: finding.timing,
            over: finding.over,
            position: finding.position,
            clock: finding.clock,
            known: finding.known,
            notes: finding.notes.iter().map(english).collect(),
            said,
        }
    }
}

impl From<FindingV1> for Finding {
    fn from(read: FindingV1) -> Self {
        let said = read.said.unwrap_or_default();
        let mut said_notes = said.notes.into_iter();
        let notes = read.notes.into_iter();
        Self {
            clause: read.clause,
            severity: read.severity,
            watcher: read.rule.map_or(Watcher::Expectation, |rule| Watcher::Rule(rule.0)),
            violation: read.violation,
            expected: back(read.expected, said.expected),
            got: back(read.got, said.got),
            message: back(read.message, said.message),
            events: read.events,
            columns: read.columns,
            scenario_line: read.scenario_line,
            at: read.at,
            timing: read.timing,
            over: read.over,
            position: read.position,
            clock: read.clock,
            known: read.known,
            notes: notes.map(|note| back(note, said_notes.next())).collect(),
        }
    }
}
