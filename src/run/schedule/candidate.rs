//! Findings that may be caused by scenarios that were played earlier in the same process.

use std::time::Duration;

use crate::run::result::ScenarioResult;
use crate::run::schedule::trial::Trial;
use crate::scenario::Scenario;
use crate::verdict::Finding;

/// A scenario with findings in a process in which other scenarios had been played before it.
pub(in crate::run) struct CarryoverCandidate<'r> {
    pub(in crate::run) index: usize,
    /// The earlier scenarios, in the order in which they were played.
    pub(in crate::run) before: Vec<&'r Scenario>,
    pub(in crate::run) trial: Trial,
    pub(in crate::run) took: Duration,
}

impl CarryoverCandidate<'_> {
    /// The findings that count against the engine and did not occur in a fresh process.
    pub(super) fn only_in_shared_process(&self, fresh: &ScenarioResult) -> Vec<Finding> {
        let held = self.trial.findings.iter().filter(|finding| finding.counts());
        let only = held.filter(|finding| !has(&fresh.findings, finding));
        only.cloned().collect()
    }

    /// Whether all findings that count also occurred in a fresh process.
    pub(in crate::run) fn is_explained(&self, fresh: &ScenarioResult) -> bool {
        self.only_in_shared_process(fresh).is_empty()
    }
}

/// Whether these findings include one of the same clause and watcher that counts and is as severe.
pub(super) fn has(findings: &[Finding], wanted: &Finding) -> bool {
    let mut findings = findings.iter();
    findings
        .any(|one| one.counts() && one.is_about_the_same(wanted) && one.severity >= wanted.severity)
}
