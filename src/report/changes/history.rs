//! The outcome of each clause in several reports, the oldest first.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Changes, Mismatch, clauses, fits};
use crate::run::result::{Conformance, RunResult};
use crate::run::started::Started;
use crate::verdict::Severity;

/// The outcome of clauses in several reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct History {
    /// The reports, the oldest first. The last two are the ones that are compared.
    pub reports: Vec<Past>,
    /// The clauses that were broken in at least one report, in the order of their ids.
    pub clauses: Vec<ClauseHistory>,
}

/// One of the reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Past {
    /// Name of the engine; null if the engine gave none.
    pub name: Option<String>,
    /// When the run began, in UTC; null if the report does not contain it.
    #[schemars(with = "Option<String>")]
    pub started: Option<Started>,
    /// The verdict of the run.
    pub verdict: Conformance,
    /// How many clauses were broken, without warnings.
    pub broken: u64,
}

/// The outcome of one clause in each report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClauseHistory {
    /// Id of the clause.
    pub clause: String,
    /// One outcome for each report, in the order of `reports`.
    pub standings: Vec<ClauseStanding>,
}

/// The outcome of a clause in one report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClauseStanding {
    /// The clause was broken.
    Fail,
    /// The clause was broken in a way that is only a warning.
    Warn,
    /// Scenarios examined the clause, and no violation was found.
    Kept,
    /// No scenario examined the clause.
    Open,
}

/// A report, and the worst severity at each of its clauses.
type Report<'a> = (&'a RunResult, &'a BTreeMap<String, Severity>);

impl Changes {
    /// Adds the outcome of the clauses in these reports, the oldest first; the last two are those that were compared.
    ///
    /// # Errors
    ///
    /// If one of the reports is about another dialect or profile.
    pub fn with_history(mut self, reports: &[RunResult]) -> Result<Self, Mismatch> {
        for report in reports {
            fits(report, &self.dialect, &self.profile)?;
        }
        let worst: Vec<_> = reports.iter().map(clauses::before).collect();
        let count = |severity: &Severity| *severity > Severity::Info;
        let broken: BTreeSet<&str> = worst
            .iter()
            .flatten()
            .filter(|(_, severity)| count(severity))
            .map(|(clause, _)| clause.as_str())
            .collect();
        let standing = |(report, worst): Report<'_>, clause: &str| match worst.get(clause) {
            Some(Severity::Fail) => ClauseStanding::Fail,
            Some(Severity::Warn) => ClauseStanding::Warn,
            Some(Severity::Info | Severity::Skip) | None => {
                let mut of_run = report.clauses.iter();
                let examined = of_run.any(|one| one.clause.0 == clause && one.exercised > 0);
                if examined { ClauseStanding::Kept } else { ClauseStanding::Open }
            }
        };
        let clauses = broken.into_iter().map(|clause| ClauseHistory {
            clause: clause.to_owned(),
            standings: reports.iter().zip(&worst).map(|one| standing(one, clause)).collect(),
        });
        let clauses = clauses.collect();
        let past = |(report, worst): Report<'_>| Past {
            name: report.engine.name.clone(),
            started: report.started,
            verdict: report.verdict,
            broken: worst.values().filter(|severity| **severity == Severity::Fail).count() as u64,
        };
        let reports = reports.iter().zip(&worst).map(past).collect();
        self.history = Some(History { reports, clauses });
        Ok(self)
    }
}
