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

/// How serious a violation is. Ordered: the most serious is the largest.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The profile does not use this clause; it is never reported.
    Skip,
    /// Noted only, never counted against the engine.
    Info,
    /// A violation that robust GUIs tolerate.
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

/// A violation that a rule or a step of the script reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "wire::FindingV1", into = "wire::FindingV1")]
pub struct Finding {
    /// The broken clause.
    pub clause: ClauseId,
    /// The severity in the profile of the run.
    pub severity: Severity,
    /// The rule or script that reported it.
    pub watcher: Watcher,
    /// Id of the violation that a rule reported; `None` if the script reported it.
    pub violation: Option<String>,
    /// What the clause or the script demands, in a few words.
    pub expected: Text,
    /// What the engine did instead.
    pub got: Text,
    /// One sentence for people.
    pub message: Text,
    /// The events that show the violation, in order. The last one is the violation itself.
    pub events: Vec<EventId>,
    /// First and one-after-last byte of the wrong part of the last event's line, if it is known.
    pub columns: Option<(usize, usize)>,
    /// The line of the scenario file, from 1, whose step made the demand, if one did.
    pub scenario_line: Option<u32>,
    /// When the violation was noticed, since the engine was spawned.
    pub at: Duration,
    /// Whether the host may be the cause: a time was measured, or the engine was killed, maybe for lack of memory. If
    /// so, it is run again in isolation before it counts.
    pub timing: bool,
    /// How long after its limit and slack a late reply came; `None` if no reply was late.
    pub over: Option<Duration>,
    /// The position that the finding is about, if it is about one.
    pub position: Option<PositionEvidence>,
    /// The clock that was exceeded, if one was.
    pub clock: Option<ClockUse>,
    /// Why the finding does not fail the run, if the engine file lists it as known.
    pub known: Option<String>,
    /// Further lines for the reader, such as a count.
    pub notes: Vec<Text>,
}

impl Finding {
    /// Whether it counts against the engine: a warning or a failure.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.severity >= Severity::Warn
    }

    /// Whether both findings are of the same clause and watcher, wherever each was seen.
    pub(crate) fn is_about_the_same(&self, other: &Finding) -> bool {
        self.clause == other.clause && self.watcher == other.watcher
    }

    /// Whether both findings are of the same clause, watcher and severity, wherever each was seen.
    #[must_use]
    pub fn is_same(&self, other: &Finding) -> bool {
        self.is_about_the_same(other) && self.severity == other.severity
    }

    /// Whether the other finding says nothing more: it is about the same violation and is not more severe.
    pub(crate) fn includes(&self, other: &Finding) -> bool {
        self.is_about_the_same(other)
            && self.violation == other.violation
            && self.severity >= other.severity
    }

    /// Follows its events into another transcript, where their ids are larger by `ids` and their times by `time`.
    pub(crate) fn shift(&mut self, ids: usize, time: Duration) {
        for event in &mut self.events {
            event.0 += ids;
        }
        self.at += time;
    }
}

/// How a search used its clock, measured from the command that started the search to the reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockUse {
    /// The kind of clock, in the words of the dialect: `byoyomi`, `btime + binc`.
    pub clock: String,
    /// The time that the clock allows, without slack, in milliseconds.
    #[serde(rename = "allowed_ms", with = "Ms")]
    pub allowed: Duration,
    /// The time that the search took, in milliseconds.
    #[serde(rename = "used_ms", with = "Ms")]
    pub used: Duration,
}

impl ClockUse {
    /// Whether a clock of less than two seconds is exceeded by less than one. This is only a warning, because there are
    /// engines that think for a second at least.
    #[must_use]
    pub fn is_short_and_hardly_exceeded(&self) -> bool {
        const SHORT: Duration = Duration::from_secs(2);
        const HARDLY: Duration = Duration::from_secs(1);
        self.allowed < SHORT && self.used.saturating_sub(self.allowed) < HARDLY
    }
}

/// The position that a finding is about. If a line of moves is judged, it is the position before the wrong move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionEvidence {
    /// Name of the game, such as `shogi` or `chess`.
    #[serde(deserialize_with = "names::read")]
    pub game: Name,
    /// The notation of the position: `sfen`, `fen`.
    #[serde(deserialize_with = "names::read")]
    pub form: Name,
    /// The whole position in that notation.
    pub notation: String,
    /// The side to move, in the word of the game: `black`, `white`.
    #[serde(deserialize_with = "names::read")]
    pub side_to_move: Name,
    /// The move that led to the position, in protocol notation; null if there is none.
    pub last_move: Option<String>,
    /// The move that is illegal in the position, as the engine wrote it; null if there is none.
    pub illegal_move: Option<String>,
    /// The squares that show why the move is illegal, such as those of the king that could be taken and of the piece
    /// that could take it.
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
    /// The engine does not offer what the scenario examines.
    Skip,
    /// Only warnings were found.
    Warn,
    /// A timing failure did not occur again when it was repeated.
    Flaky,
    /// A prerequisite scenario failed.
    Blocked,
    /// The host was too slow to judge.
    Inconclusive,
    /// A clause was broken.
    Fail,
    /// The harness failed.
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
