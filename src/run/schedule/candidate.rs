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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Text;
    use crate::run::tests::finding::{ended, finding, trial};
    use crate::verdict::{Severity, Verdict, Watcher};

    #[test]
    fn a_violation_is_explained_by_one_that_is_as_severe_in_a_fresh_process() {
        let of = |severity| Finding { severity, ..finding("USI-MOVE-04", false) };
        let is_explained = |shared: &[Finding], fresh: &[Finding]| {
            let took = Duration::ZERO;
            let candidate =
                CarryoverCandidate { index: 0, before: Vec::new(), trial: trial(shared), took };
            let findings = fresh.to_vec();
            candidate
                .is_explained(&ScenarioResult { findings, ..ended(Verdict::Fail, Text::EMPTY) })
        };
        let (wrong, odd, note) = (of(Severity::Fail), of(Severity::Warn), of(Severity::Info));
        let other = finding("USI-BM-06", false);
        let rule = Finding { watcher: Watcher::Rule("legal-reply"), ..wrong.clone() };
        let one = std::slice::from_ref::<Finding>;
        assert!(is_explained(one(&wrong), one(&wrong)));
        assert!(is_explained(one(&odd), one(&wrong)));
        assert!(!is_explained(one(&wrong), one(&odd)));
        assert!(!is_explained(one(&wrong), one(&other)), "another clause");
        assert!(!is_explained(one(&wrong), one(&rule)), "another watcher");
        assert!(!is_explained(one(&wrong), &[]));
        assert!(!is_explained(&[wrong.clone(), other.clone()], one(&wrong)));
        assert!(is_explained(&[wrong.clone(), other.clone()], &[other, wrong]));
        assert!(is_explained(one(&note), &[]), "it does not count");
    }
}
