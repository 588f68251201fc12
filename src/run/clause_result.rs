//! The outcome of one clause in a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::verdict::{ClauseId, Severity};

/// The outcome of one clause in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "ClauseV1", into = "ClauseV1")]
pub struct ClauseResult {
    /// The clause.
    pub clause: ClauseId,
    /// The worst severity that was found, or `None` if nothing was found.
    pub worst: Option<Severity>,
    /// How many scenarios that name the clause were judged and played to their end.
    pub exercised: u32,
    /// How many findings are about the clause.
    pub findings: u32,
}

/// The outcome of one clause in a run, in JSON.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Clause")]
struct ClauseV1 {
    /// Id of the clause.
    id: ClauseId,
    /// The outcome.
    verdict: ClauseVerdict,
    /// How many scenarios that name the clause were judged and played to their end.
    exercised: u32,
    /// How many findings are about the clause.
    findings: u32,
}

/// The outcome of a clause in one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClauseVerdict {
    /// Scenarios examined the clause, and no violation was found.
    Pass,
    /// Something was noted that is never counted against the engine.
    Info,
    /// The clause is broken in a way that robust GUIs tolerate.
    Warn,
    /// The clause is broken.
    Fail,
    /// Rules checked the clause and found no violation, but no scenario that names it was played to its end.
    Watched,
}

impl ClauseVerdict {
    /// The word for reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Fail => "fail",
            Self::Watched => "watched",
        }
    }
}

impl ClauseResult {
    /// The outcome that follows from the worst finding and the number of scenarios.
    #[must_use]
    pub fn verdict(&self) -> ClauseVerdict {
        match self.worst {
            Some(Severity::Fail) => ClauseVerdict::Fail,
            Some(Severity::Warn) => ClauseVerdict::Warn,
            Some(Severity::Info) => ClauseVerdict::Info,
            Some(Severity::Skip) | None if self.exercised > 0 => ClauseVerdict::Pass,
            Some(Severity::Skip) | None => ClauseVerdict::Watched,
        }
    }
}

impl From<ClauseResult> for ClauseV1 {
    fn from(clause: ClauseResult) -> Self {
        Self {
            id: clause.clause,
            verdict: clause.verdict(),
            exercised: clause.exercised,
            findings: clause.findings,
        }
    }
}

impl From<ClauseV1> for ClauseResult {
    fn from(read: ClauseV1) -> Self {
        Self {
            clause: read.id,
            worst: match read.verdict {
                ClauseVerdict::Fail => Some(Severity::Fail),
                ClauseVerdict::Warn => Some(Severity::Warn),
                ClauseVerdict::Info => Some(Severity::Info),
                ClauseVerdict::Pass | ClauseVerdict::Watched => None,
            },
            exercised: read.exercised,
            findings: read.findings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_has_the_same_word_in_every_report() {
        use ClauseVerdict::{Fail, Info, Pass, Warn, Watched};
        for verdict in [Pass, Info, Warn, Fail, Watched] {
            assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.word());
        }
    }
}
