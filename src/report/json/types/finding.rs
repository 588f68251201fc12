//! What was found, and the evidence of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::json::texts::SaidV1;

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
    /// The violation that a rule saw, in the word of its dialect for it; left out for what the script noticed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub violation: Option<String>,
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
    /// How far after its limit and slack a late reply came, in milliseconds; left out where none was late.
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
    /// What `expected`, `got`, `message` and `notes` are made of; left out where there is nothing to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<SaidV1>,
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
