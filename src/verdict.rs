//! Findings and verdicts: the results of judging an engine.

mod wire;

use std::fmt;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::lang::{Text, ToText};
use crate::millis::Ms;
use crate::names::{self, Name};
use crate::transcript::EventId;

/// The stable id of a clause, such as `USI-PON-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct ClauseId(pub Name);

impl<'de> Deserialize<'de> for ClauseId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        names::read(from).map(Self)
    }
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl ToText for ClauseId {
    fn to_text(&self) -> Text {
        Text::plain(self.0)
    }
}

/// How much a breach counts. Ordered: the worst is the largest.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The profile does not read this clause at all; never reported.
    Skip,
    /// Noted, never counted against the engine.
    Info,
    /// A fault that sound GUIs survive.
    Warn,
    /// The engine does not conform.
    Fail,
}

/// Who reported a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Watcher {
    /// An always-on rule, by name.
    Rule(Name),
    /// A step of the script.
    Expectation,
}

/// One judgement against the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "wire::FindingV1", into = "wire::FindingV1")]
pub struct Finding {
    /// The clause that was broken.
    pub clause: ClauseId,
    /// How much it counts in the profile of the run.
    pub severity: Severity,
    /// Who noticed.
    pub watcher: Watcher,
    /// The violation that a rule saw, in the word of its dialect for it; `None` for expectations.
    pub violation: Option<String>,
    /// What the clause or the script wanted, in few words.
    pub expected: Text,
    /// What came instead.
    pub got: Text,
    /// One sentence for people.
    pub message: Text,
    /// The events that show it, in order; the last is the offender.
    pub events: Vec<EventId>,
    /// First and one-after-last byte of the offending part of the last event's line, where it is known.
    pub columns: Option<(usize, usize)>,
    /// The scenario line that asked, from 1.
    pub scenario_line: Option<u32>,
    /// When it was noticed, since spawn.
    pub at: Duration,
    /// Whether the judgement rests on a clock, so that it is repeated alone before it counts.
    pub timing: bool,
    /// How far after its limit and slack a reply came that was late.
    pub over: Option<Duration>,
    /// The position that it is about, where it is about one.
    pub position: Option<PositionEvidence>,
    /// The clock that was overrun, where one was.
    pub clock: Option<ClockUse>,
    /// Why it does not fail the run, if the engine file knows of it.
    pub known: Option<String>,
    /// Further lines for the reader, such as a count.
    pub notes: Vec<Text>,
}

impl Finding {
    /// Whether both findings are of the same clause, watcher and severity, wherever each was seen.
    #[must_use]
    pub fn is_same(&self, other: &Finding) -> bool {
        self.clause == other.clause
            && self.watcher == other.watcher
            && self.severity == other.severity
    }
}

/// How a search used its clock, by the stamps of the command that started it and of the reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockUse {
    /// The kind of clock, in the words of the dialect: `byoyomi`, `btime + binc`.
    pub clock: String,
    /// What it gave, without slack.
    #[serde(rename = "allowed_ms", with = "Ms")]
    pub allowed: Duration,
    /// What the search took.
    #[serde(rename = "used_ms", with = "Ms")]
    pub used: Duration,
}

/// The position that a finding is about. Where a line of moves is judged, it is the one in which the
/// offending move stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionEvidence {
    /// The game, as `games::game` knows it: `shogi`, `chess`.
    #[serde(deserialize_with = "names::read")]
    pub game: Name,
    /// How the position is written: `sfen`, `fen`.
    #[serde(deserialize_with = "names::read")]
    pub form: Name,
    /// The whole position in that form.
    pub notation: String,
    /// Whose turn it is, in the word of the game: `black`, `white`.
    #[serde(deserialize_with = "names::read")]
    pub side_to_move: Name,
    /// The move that led there in protocol notation, where one did.
    pub last_move: Option<String>,
    /// The move that is illegal there, as the engine wrote it; `None` where none is.
    pub illegal_move: Option<String>,
    /// The squares of what forbids that move, such as the king that could be taken and the piece that
    /// could take it.
    pub squares: Vec<String>,
}

/// How one scenario ended. Ordered from best to worst for summaries.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing was found.
    Pass,
    /// The engine does not offer what is examined.
    Skip,
    /// Only warnings.
    Warn,
    /// A timing failure that did not repeat.
    Flaky,
    /// The prerequisite failed.
    Blocked,
    /// The host was too slow to judge.
    Inconclusive,
    /// A clause was broken.
    Fail,
    /// The harness itself is at fault.
    Error,
}

impl Verdict {
    /// All verdicts, in the order of summaries.
    pub const ALL: [Self; 8] = [
        Self::Pass,
        Self::Warn,
        Self::Fail,
        Self::Flaky,
        Self::Skip,
        Self::Blocked,
        Self::Inconclusive,
        Self::Error,
    ];

    /// The name in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Skip => "skip",
            Self::Warn => "warn",
            Self::Flaky => "flaky",
            Self::Blocked => "blocked",
            Self::Inconclusive => "inconclusive",
            Self::Fail => "fail",
            Self::Error => "error",
        }
    }

    /// Whether findings in a scenario with this verdict count against the engine. They do not count if the result
    /// was flaky, if the host was too slow, or if the harness failed. A blocked scenario was not run; any findings
    /// that it has come from another repeat, and count.
    #[must_use]
    pub fn is_settled(self) -> bool {
        match self {
            Self::Pass | Self::Skip | Self::Warn | Self::Blocked | Self::Fail => true,
            Self::Flaky | Self::Inconclusive | Self::Error => false,
        }
    }
}

impl Severity {
    /// The name in reports and catalogues.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }
}
