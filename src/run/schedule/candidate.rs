//! What may be carried over from the scenarios that were played before in the same process.

use std::time::Duration;

use crate::run::result::ScenarioResult;
use crate::run::schedule::confirmed::is_held;
use crate::run::schedule::trial::Trial;
use crate::scenario::Scenario;
use crate::verdict::Finding;

/// A scenario in which something was found, in a process in which others had been played before.
pub(in crate::run) struct CarryoverCandidate<'r> {
    pub(in crate::run) index: usize,
    /// Those scenarios, in this order.
    pub(in crate::run) before: Vec<&'r Scenario>,
    pub(in crate::run) trial: Trial,
    pub(in crate::run) took: Duration,
}

impl CarryoverCandidate<'_> {
    /// What counts against the engine and did not show in a fresh process.
    pub(super) fn only_in_shared_process(&self, fresh: &ScenarioResult) -> Vec<Finding> {
        let held = self.trial.findings.iter().filter(|finding| is_held(finding));
        let only = held.filter(|finding| !has(&fresh.findings, finding));
        only.cloned().collect()
    }

    /// Whether a fresh process explains all that was seen.
    pub(in crate::run) fn is_explained(&self, fresh: &ScenarioResult) -> bool {
        self.only_in_shared_process(fresh).is_empty()
    }
}

/// Whether the same is among these findings.
pub(super) fn has(findings: &[Finding], wanted: &Finding) -> bool {
    let mut findings = findings.iter();
    findings.any(|one| one.clause == wanted.clause && one.watcher == wanted.watcher && is_held(one))
}
