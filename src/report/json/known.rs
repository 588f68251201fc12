//! Known failures on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::types::ReportV1;
use crate::run::known::{KnownResult, Standing};
use crate::run::result::RunResult;

/// A failure that the engine file knows of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownV1 {
    /// The clause that is broken; null for any.
    pub clause: Option<String>,
    /// A glob for the scenarios that show it; null for any.
    pub scenario: Option<String>,
    /// Why it is known.
    pub reason: String,
    /// Where that is written.
    pub place: String,
    /// Whether it is still there.
    pub standing: StandingV1,
    /// How many findings it excuses.
    pub findings: u32,
}

/// Whether a known failure is still there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StandingV1 {
    /// It was found.
    Seen,
    /// What could have shown it ran, and did not: the run fails.
    Stale,
    /// What could have shown it was not judged.
    Unknown,
}

impl From<&KnownResult> for KnownV1 {
    fn from(result: &KnownResult) -> Self {
        let known = &result.known;
        Self {
            clause: known.clause.map(|clause| clause.0.to_owned()),
            scenario: known.scenario.clone(),
            reason: known.reason.clone(),
            place: known.place.clone(),
            standing: match result.standing {
                Standing::Seen => StandingV1::Seen,
                Standing::Stale => StandingV1::Stale,
                Standing::Unknown => StandingV1::Unknown,
            },
            findings: result.findings,
        }
    }
}

/// Marks the findings that are known.
pub(super) fn mark(report: &mut ReportV1, run: &RunResult) {
    for (scenario, played) in report.scenarios.iter_mut().zip(&run.scenarios) {
        for (told, finding) in scenario.findings.iter_mut().zip(&played.findings) {
            let known = run.known(&played.id, finding);
            told.known = known.map(|known| known.reason.clone());
        }
    }
}
