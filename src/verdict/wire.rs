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

/// One judgement against the engine. Either `rule` or `expectation` says who made it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub(super) struct FindingV1 {
    /// Id of the clause that was broken.
    clause: ClauseId,
    /// How much it counts in the profile of the run.
    severity: Severity,
    /// Name of the always-on rule that noticed; left out if the script did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule: Option<Rule>,
    /// True if a step of the script noticed; left out if a rule did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    expectation: bool,
    /// The violation that a rule saw, in the word of its dialect for it; left out for what the script noticed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    violation: Option<String>,
    /// What the clause or the script wanted, in few words.
    expected: String,
    /// What came instead.
    got: String,
    /// One sentence for people.
    message: String,
    /// Ids of the events that show it (the `id` of `transcript` entries, which skip what was dropped);
    /// the last is the offender.
    events: Vec<EventId>,
    /// First and one-after-last byte of the offending part of the last event's line; left out if not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    columns: Option<(usize, usize)>,
    /// The line of the scenario file that asked; null if none did.
    scenario_line: Option<u32>,
    /// When it was noticed, in milliseconds since the engine was spawned.
    #[serde(rename = "at_ms", with = "Ms")]
    at: Duration,
    /// True if the judgement rests on a clock; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    timing: bool,
    /// How far after its limit and slack a late reply came, in milliseconds; left out where none was late.
    #[serde(
        rename = "over_ms",
        default,
        skip_serializing_if = "Option::is_none",
        with = "MaybeMs"
    )]
    over: Option<Duration>,
    /// The position that it is about; left out where it is about none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<PositionEvidence>,
    /// The clock that was overrun; left out where none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockUse>,
    /// Why it does not fail the run, if the engine file knows of it; left out where it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    known: Option<String>,
    /// Further lines for the reader; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// What `expected`, `got`, `message` and `notes` are made of; left out where there is none, and, in the form
    /// `json:findings`, where an earlier finding with the same clause and violation says the same in English and has it.
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

/// What the texts of a finding are made of. Each is left out where it is the same in every language.
#[derive(Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Said")]
struct SaidV1 {
    /// `expected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expected: Option<TextV1>,
    /// `got`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    got: Option<TextV1>,
    /// `message`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message: Option<TextV1>,
    /// `notes`, as many as there are, if any of them is made of a template.
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
