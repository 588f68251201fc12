//! Times in JSON: milliseconds, to the microsecond.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A time in milliseconds, to the microsecond: the JSON form of a `Duration`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(crate) struct Ms(f64);

/// A time in milliseconds, or null: the JSON form of an `Option<Duration>`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(crate) struct MaybeMs(Option<Ms>);

/// Times in milliseconds: the JSON form of a `Vec<Duration>`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(crate) struct AllMs(Vec<Ms>);

impl From<Duration> for Ms {
    fn from(time: Duration) -> Self {
        Self(time.as_micros() as f64 / 1000.0)
    }
}

impl From<Ms> for Duration {
    /// Limits the value: a report that was edited by hand must not lead to negative times, or to sums that overflow.
    fn from(Ms(ms): Ms) -> Self {
        const LONGEST: f64 = 1e15;
        Self::from_micros((ms * 1000.0).round().clamp(0.0, LONGEST) as u64)
    }
}

impl Ms {
    pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        Serialize::serialize(&Self::from(*time), to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        <Self as Deserialize>::deserialize(from).map(Duration::from)
    }
}

impl MaybeMs {
    pub(crate) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(Ms::from).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<Ms>::deserialize(from)?.map(Duration::from))
    }
}

impl AllMs {
    pub(crate) fn serialize<S: Serializer>(times: &[Duration], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(times.iter().map(|time| Ms::from(*time)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<Duration>, D::Error> {
        let times = Vec::<Ms>::deserialize(from)?;
        Ok(times.into_iter().map(Duration::from).collect())
    }
}

/// A count from a file, limited so that sums of counts cannot overflow.
pub(crate) fn count<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    const MOST: u64 = 1 << 48;
    Ok(u64::deserialize(from)?.min(MOST))
}

/// An index of a list from a file, limited in the same way.
pub(crate) fn index<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    count(from).map(|count| usize::try_from(count).unwrap_or(usize::MAX))
}

/// Whether the count is zero.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a function of a reference")]
pub(crate) fn is_none(count: &u64) -> bool {
    *count == 0
}
