//! Repeats in JSON, with the rates that are reckoned from them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ClauseRepeats, ScenarioRepeats};
use crate::verdict::{ClauseId, Severity, Verdict};

/// How many scenarios ended with each verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the fields are the verdicts, described at Verdict")]
pub struct Summary {
    pub pass: u64,
    pub warn: u64,
    pub fail: u64,
    pub flaky: u64,
    pub skip: u64,
    pub blocked: u64,
    pub inconclusive: u64,
    pub error: u64,
}

impl Summary {
    /// Adds up the numbers of scenarios with each verdict.
    pub(crate) fn count(verdicts: impl IntoIterator<Item = (Verdict, u64)>) -> Self {
        let mut summary = Self::default();
        for (verdict, times) in verdicts {
            *summary.of(verdict) += times;
        }
        summary
    }

    fn of(&mut self, verdict: Verdict) -> &mut u64 {
        match verdict {
            Verdict::Pass => &mut self.pass,
            Verdict::Warn => &mut self.warn,
            Verdict::Fail => &mut self.fail,
            Verdict::Flaky => &mut self.flaky,
            Verdict::Skip => &mut self.skip,
            Verdict::Blocked => &mut self.blocked,
            Verdict::Inconclusive => &mut self.inconclusive,
            Verdict::Error => &mut self.error,
        }
    }
}

/// The verdicts of one scenario in the repeats.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ScenarioRepeats")]
pub(super) struct ScenarioRepeatsV1 {
    /// Id of the scenario.
    id: String,
    /// How many repeats ended with each verdict.
    verdicts: Summary,
    /// In how many repeats something was counted against the engine: `fail` or `warn`.
    failed: u32,
    /// In how many repeats the scenario could be judged: `fail`, `warn`, `pass` or `flaky`.
    judged: u32,
    /// Bounds of the true rate of failure with 95 % confidence, as fractions of 1.
    failure_rate: (f64, f64),
}

/// How often one clause was broken.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ClauseRepeats")]
pub(super) struct ClauseRepeatsV1 {
    /// Id of the clause.
    id: ClauseId,
    /// The worst severity that was found.
    severity: Severity,
    /// In how many repeats a violation of the clause was counted against the engine.
    broken: u32,
    /// In how many other repeats a violation was seen but not confirmed: the scenario was flaky, or the host was too
    /// busy to judge.
    unsettled: u32,
    /// The number of repeats.
    of: u32,
    /// Numbers of the repeats that `broken` counts, from 0; only in the report of a shard, left out otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    broken_in: Vec<u32>,
    /// Numbers of the repeats that `unsettled` counts, from 0; only in the report of a shard, left out otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unsettled_in: Vec<u32>,
    /// Bounds of the true rate of `broken` with 95 % confidence, as fractions of 1.
    rate: (f64, f64),
}

/// Rounds to hundredths of a percent; more digits would suggest a precision that the rates do not have.
fn rounded((low, high): (f64, f64)) -> (f64, f64) {
    let round = |part: f64| (part * 10_000.0).round() / 10_000.0;
    (round(low), round(high))
}

impl From<ScenarioRepeats> for ScenarioRepeatsV1 {
    fn from(scenario: ScenarioRepeats) -> Self {
        let counts = scenario.counts.iter();
        let counts = counts.map(|(verdict, count)| (*verdict, u64::from(*count)));
        Self {
            verdicts: Summary::count(counts),
            failed: scenario.failed(),
            judged: scenario.judged(),
            failure_rate: rounded(scenario.interval()),
            id: scenario.id,
        }
    }
}

impl From<ScenarioRepeatsV1> for ScenarioRepeats {
    fn from(mut read: ScenarioRepeatsV1) -> Self {
        let counts = Verdict::ALL.into_iter().map(|verdict| {
            (verdict, u32::try_from(*read.verdicts.of(verdict)).unwrap_or(u32::MAX))
        });
        Self { counts: counts.filter(|(_, count)| *count > 0).collect(), id: read.id }
    }
}

impl From<ClauseRepeats> for ClauseRepeatsV1 {
    fn from(clause: ClauseRepeats) -> Self {
        Self {
            rate: rounded(clause.interval()),
            id: clause.clause,
            severity: clause.worst,
            broken: clause.broken,
            unsettled: clause.unsettled,
            of: clause.of,
            broken_in: clause.broken_in,
            unsettled_in: clause.unsettled_in,
        }
    }
}

impl From<ClauseRepeatsV1> for ClauseRepeats {
    fn from(read: ClauseRepeatsV1) -> Self {
        Self {
            clause: read.id,
            worst: read.severity,
            broken: read.broken,
            unsettled: read.unsettled,
            of: read.of,
            broken_in: read.broken_in,
            unsettled_in: read.unsettled_in,
        }
    }
}
