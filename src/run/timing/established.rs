//! Established violations: after enough scenarios have confirmed one, it is not waited for or confirmed in full again.

use std::collections::BTreeSet;

use crate::verdict::{ClauseId, Finding, Severity, Watcher};

/// The number of scenarios that must show a violation before it is established.
const SCENARIOS: usize = 3;

/// The identity of a violation in all scenarios: clause, watcher and kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EstablishedViolation {
    clause: ClauseId,
    watcher: Watcher,
    kind: Option<String>,
    /// Whether the reply was missing. A missing reply and a late reply are different violations.
    missing: bool,
}

impl EstablishedViolation {
    /// The violation that a finding reports.
    pub(crate) fn of(finding: &Finding) -> Self {
        Self {
            clause: finding.clause,
            watcher: finding.watcher.clone(),
            kind: finding.violation.clone(),
            missing: is_missing(finding),
        }
    }
}

/// Whether a finding reports that a reply did not come within its time at all.
pub(crate) fn is_missing(finding: &Finding) -> bool {
    finding.timing && finding.over.is_none()
}

/// The violations of one run, each with the scenarios that proved it. A violation that depends on time is proved by the
/// attempts in isolation, any other one by a single occurrence.
#[derive(Debug, Default)]
pub(crate) struct Established(Vec<(EstablishedViolation, BTreeSet<String>)>);

impl Established {
    /// Records the findings that count against the engine, from the final result of a scenario.
    pub(crate) fn take(&mut self, scenario: &str, findings: &[Finding]) {
        for finding in findings {
            if finding.severity < Severity::Warn {
                continue;
            }
            let violation = EstablishedViolation::of(finding);
            let known = self.0.iter().position(|(known, _)| *known == violation);
            let at = known.unwrap_or_else(|| {
                self.0.push((violation, BTreeSet::new()));
                self.0.len() - 1
            });
            self.0[at].1.insert(scenario.to_owned());
        }
    }

    /// The number of scenarios in which the violation was proved.
    pub(crate) fn scenarios(&self, violation: &EstablishedViolation) -> usize {
        let mut known = self.0.iter();
        known.find(|(known, _)| known == violation).map_or(0, |(_, scenarios)| scenarios.len())
    }

    /// Whether the violation was proved in enough scenarios.
    pub(crate) fn is_established(&self, violation: &EstablishedViolation) -> bool {
        self.scenarios(violation) >= SCENARIOS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::tests::finding::finding;

    #[test]
    fn three_scenarios_establish_a_violation_and_one_of_them_counts_once() {
        let mut known = Established::default();
        let late = finding("USI-STOP-01", true);
        let violation = EstablishedViolation::of(&late);
        for scenario in ["a", "a", "b"] {
            known.take(scenario, std::slice::from_ref(&late));
        }
        assert_eq!(known.scenarios(&violation), 2);
        assert!(!known.is_established(&violation));
        known.take("c", std::slice::from_ref(&late));
        assert!(known.is_established(&violation));
    }

    #[test]
    fn a_late_reply_does_not_establish_that_replies_are_missing() {
        let missing = finding("USI-STOP-01", true);
        let mut late = missing.clone();
        late.over = Some(std::time::Duration::from_millis(5));
        let mut known = Established::default();
        known.take("a", std::slice::from_ref(&late));
        assert_eq!(known.scenarios(&EstablishedViolation::of(&late)), 1);
        assert_eq!(known.scenarios(&EstablishedViolation::of(&missing)), 0);
    }

    #[test]
    fn what_counts_establishes_a_violation_and_what_is_only_noted_does_not() {
        let proved = |severity| {
            let finding = Finding { severity, ..finding("USI-STOP-01", false) };
            let mut known = Established::default();
            known.take("a", std::slice::from_ref(&finding));
            known.scenarios(&EstablishedViolation::of(&finding))
        };
        assert_eq!([Severity::Fail, Severity::Warn, Severity::Info].map(proved), [1, 1, 0]);
    }
}
