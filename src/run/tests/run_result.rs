//! The result of a run, for tests of what is made of it.

use super::finding::ended;
use crate::engine::Launch;
use crate::lang::Text;
use crate::protocol;
use crate::run::aggregate::summary::nothing;
use crate::run::known::Known;
use crate::run::plan::Plan;
use crate::run::result::{RunResult, ScenarioResult};
use crate::verdict::{ClauseId, Finding, Verdict};

/// A plan of USI without scenarios.
pub(in crate::run) fn plan() -> Plan {
    Plan::new(Launch::new("engine"), protocol::dialect("usi").expect("a dialect"), Vec::new())
}

/// A run that played these scenarios. It has no verdict yet.
pub(in crate::run) fn run_of(scenarios: Vec<ScenarioResult>) -> RunResult {
    RunResult { scenarios, reason: None, started: None, ..nothing(&plan(), Text::EMPTY) }
}

/// The result of a scenario that was played to its end once.
pub(in crate::run) fn played(id: &str, verdict: Verdict, findings: &[Finding]) -> ScenarioResult {
    ScenarioResult {
        id: id.to_owned(),
        attempts: 1,
        reached_end: true,
        findings: findings.to_vec(),
        ..ended(verdict, Text::EMPTY)
    }
}

/// A failure that the user lists as known.
pub(in crate::run) fn known(clause: Option<&'static str>, scenario: Option<&str>) -> Known {
    Known {
        clause: clause.map(ClauseId),
        scenario: scenario.map(str::to_owned),
        reason: "issue 12".to_owned(),
        place: "kentei.yaml:3".to_owned(),
    }
}
