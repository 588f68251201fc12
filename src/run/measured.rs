//! Measurements of an engine in a run: latencies, and how searches used their clocks.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lang::{Text, ToText};
use crate::millis::{AllMs, Ms};
use crate::names::{self, Name};

/// A named latency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Measurement {
    /// Its name, such as `stop`.
    pub name: String,
    /// The time from the send to the reply.
    #[serde(rename = "took_ms", with = "Ms")]
    pub took: Duration,
}

/// A latency of the engine, over a whole run. Only sound samples count: see `protocol::Latency`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LatencyResult {
    /// Its name.
    #[serde(deserialize_with = "names::read")]
    pub name: Name,
    /// The command from which it counts.
    #[serde(deserialize_with = "names::read")]
    pub from: Name,
    /// What ends it.
    #[serde(deserialize_with = "names::read")]
    pub to: Name,
    /// How many samples there were.
    #[serde(rename = "n")]
    pub count: u64,
    /// How many of them, the first ones, median and 95th percentile come from. Fewer than `count` only in
    /// a run that is longer than memory should be.
    pub kept: u64,
    /// The shortest of all.
    #[serde(rename = "min_ms", with = "Ms")]
    pub min: Duration,
    /// The middle one; of two, the shorter one.
    #[serde(rename = "median_ms", with = "Ms")]
    pub median: Duration,
    /// The one that 95 of 100 do not exceed.
    #[serde(rename = "p95_ms", with = "Ms")]
    pub p95: Duration,
    /// The longest of all.
    #[serde(rename = "max_ms", with = "Ms")]
    pub max: Duration,
    /// Some of the kept ones, from the shortest to the longest, evenly chosen: what a picture of them needs.
    #[serde(rename = "spread_ms", default, with = "AllMs")]
    pub spread: Vec<Duration>,
    /// All that were kept, sorted, in a run that is a part of another one, so that they can be brought together;
    /// else none.
    #[serde(rename = "samples_ms", default, skip_serializing_if = "Vec::is_empty", with = "AllMs")]
    pub samples: Vec<Duration>,
}

/// How the searches on one kind of clock used it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockResult {
    /// The kind of clock, in the words of the dialect.
    pub clock: String,
    /// How many searches there were.
    #[serde(rename = "n")]
    pub searches: u64,
    /// How many of them took longer than it gave, be it within the slack.
    pub over: u64,
    /// The middle one of them; of two, the earlier one.
    #[serde(rename = "median_ms")]
    pub median: Margin,
    /// The latest one.
    #[serde(rename = "max_ms")]
    pub max: Margin,
    /// All that were kept, sorted, in a run that is a part of another one; else none.
    #[serde(rename = "margins_ms", default, skip_serializing_if = "Vec::is_empty")]
    pub margins: Vec<Margin>,
}

/// When a reply came against the end of its clock, in microseconds: below zero, before it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "f64", into = "f64")]
#[schemars(inline)]
pub struct Margin(pub i64);

impl Margin {
    /// The time that was used, minus the time that was allowed.
    #[must_use]
    pub fn between(allowed: Duration, used: Duration) -> Self {
        let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
        Self(micros(used).saturating_sub(micros(allowed)))
    }
}

impl From<Margin> for f64 {
    fn from(margin: Margin) -> Self {
        margin.0 as Self / 1000.0
    }
}

impl From<f64> for Margin {
    fn from(ms: f64) -> Self {
        Self((ms * 1000.0).round() as i64)
    }
}

impl ToText for Margin {
    fn to_text(&self) -> Text {
        let ms = self.0.unsigned_abs() / 1000;
        if self.0 > 0 {
            say!("{ms} ms after its end", ms)
        } else {
            say!("{ms} ms before its end", ms)
        }
    }
}
