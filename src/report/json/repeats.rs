//! How a run that was repeated went, on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::types::{SeverityV1, SummaryV1};
use crate::run::repeats::{ClauseRepeats, Repeats, ScenarioRepeats};

/// How the repeats of a run went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RepeatsV1 {
    /// How many were asked for.
    pub asked: u32,
    /// How many were played whole: fewer where the user ended the run.
    pub complete: u32,
    /// Each scenario, in the order of their ids.
    pub scenarios: Vec<ScenarioRepeatsV1>,
    /// The clauses that were broken in any complete repeat, in catalogue order.
    pub clauses: Vec<ClauseRepeatsV1>,
}

/// How one scenario ended in the repeats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioRepeatsV1 {
    /// Its id.
    pub id: String,
    /// How many repeats ended with each verdict.
    pub verdicts: SummaryV1,
    /// In how many something was held against the engine: `fail` or `warn`.
    pub failed: u32,
    /// In how many it could be judged: these, `pass` and `flaky`.
    pub judged: u32,
    /// Bounds of the true rate of failure with 95 % confidence, as parts of one.
    pub failure_rate: (f64, f64),
}

/// How often one clause was broken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClauseRepeatsV1 {
    /// Its id.
    pub id: String,
    /// The worst that was found.
    pub severity: SeverityV1,
    /// In how many repeats it was held against the engine.
    pub broken: u32,
    /// In how many others it was seen but not settled: flaky, or the host could not tell.
    pub unsettled: u32,
    /// Of how many repeats.
    pub of: u32,
    /// Which repeats `broken` were, from 0, in the report of a shard; else left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken_in: Vec<u32>,
    /// The same of `unsettled`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsettled_in: Vec<u32>,
    /// Bounds of the true rate of `broken` with 95 % confidence, as parts of one.
    pub rate: (f64, f64),
}

/// Hundredths of a percent are more than can be known.
fn rounded((low, high): (f64, f64)) -> (f64, f64) {
    let round = |part: f64| (part * 10_000.0).round() / 10_000.0;
    (round(low), round(high))
}

impl From<&Repeats> for RepeatsV1 {
    fn from(repeats: &Repeats) -> Self {
        Self {
            asked: repeats.asked,
            complete: repeats.complete,
            scenarios: repeats.scenarios.iter().map(ScenarioRepeatsV1::from).collect(),
            clauses: repeats.clauses.iter().map(ClauseRepeatsV1::from).collect(),
        }
    }
}

impl From<&ScenarioRepeats> for ScenarioRepeatsV1 {
    fn from(scenario: &ScenarioRepeats) -> Self {
        let counts = scenario.counts.iter();
        let counts = counts.map(|(verdict, count)| (*verdict, u64::from(*count)));
        Self {
            id: scenario.id.clone(),
            verdicts: SummaryV1::count(counts),
            failed: scenario.failed(),
            judged: scenario.judged(),
            failure_rate: rounded(scenario.interval()),
        }
    }
}

impl From<&ClauseRepeats> for ClauseRepeatsV1 {
    fn from(clause: &ClauseRepeats) -> Self {
        Self {
            id: clause.clause.0.to_owned(),
            severity: SeverityV1::from(clause.worst),
            broken: clause.broken,
            unsettled: clause.unsettled,
            of: clause.of,
            broken_in: clause.broken_in.clone(),
            unsettled_in: clause.unsettled_in.clone(),
            rate: rounded(clause.interval()),
        }
    }
}
