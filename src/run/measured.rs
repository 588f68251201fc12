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
    /// Name of the latency, such as `stop`.
    pub name: String,
    /// The time from the command to the reply, in milliseconds.
    #[serde(rename = "took_ms", with = "Ms")]
    pub took: Duration,
}

/// A latency of the engine, over a whole run. Only valid samples count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LatencyResult {
    /// Name of the latency.
    #[serde(deserialize_with = "names::read")]
    pub name: Name,
    /// The command at which the latency begins.
    #[serde(deserialize_with = "names::read")]
    pub from: Name,
    /// The message that ends the latency, or `exit`.
    #[serde(deserialize_with = "names::read")]
    pub to: Name,
    /// The number of samples.
    #[serde(rename = "n")]
    pub count: u64,
    /// The number of samples, from the first, that median and 95th percentile are computed from. It is less than `n`
    /// only in a run with more samples than are kept in memory.
    pub kept: u64,
    /// The shortest sample, in milliseconds.
    #[serde(rename = "min_ms", with = "Ms")]
    pub min: Duration,
    /// The median, in milliseconds; of two middle values, the shorter one.
    #[serde(rename = "median_ms", with = "Ms")]
    pub median: Duration,
    /// The 95th percentile, in milliseconds.
    #[serde(rename = "p95_ms", with = "Ms")]
    pub p95: Duration,
    /// The longest sample, in milliseconds.
    #[serde(rename = "max_ms", with = "Ms")]
    pub max: Duration,
    /// Some of the kept samples in milliseconds, sorted and evenly chosen, for a chart.
    #[serde(rename = "spread_ms", default, with = "AllMs")]
    pub spread: Vec<Duration>,
    /// All kept samples in milliseconds, sorted, so that the results of shards can be merged; only in a shard, left out
    /// otherwise.
    #[serde(rename = "samples_ms", default, skip_serializing_if = "Vec::is_empty", with = "AllMs")]
    pub samples: Vec<Duration>,
}

/// How the searches with one kind of clock used it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockResult {
    /// The kind of clock, in the words of the dialect.
    pub clock: String,
    /// The number of searches.
    #[serde(rename = "n")]
    pub searches: u64,
    /// How many searches took longer than the clock allows, including those within the slack.
    pub over: u64,
    /// The median of the times of the replies relative to the end of the clock, in milliseconds; of two middle values,
    /// the earlier one.
    #[serde(rename = "median_ms")]
    pub median: Margin,
    /// The time of the latest reply relative to the end of the clock, in milliseconds.
    #[serde(rename = "max_ms")]
    pub max: Margin,
    /// All kept times relative to the end of the clock, in milliseconds, sorted; only in a shard, left out otherwise.
    #[serde(rename = "margins_ms", default, skip_serializing_if = "Vec::is_empty")]
    pub margins: Vec<Margin>,
}

/// The time of a reply relative to the end of its clock: negative before the end. In JSON in milliseconds, otherwise in
/// microseconds.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_after_the_end_of_its_time_only_if_it_used_more() {
        let said = |used| {
            let of = |ms| Duration::from_millis(ms);
            Margin::between(of(100), of(used)).to_text().to_string()
        };
        assert_eq!(said(97), "3 ms before its end");
        assert_eq!(said(100), "0 ms before its end");
        assert_eq!(said(101), "1 ms after its end");
    }
}
