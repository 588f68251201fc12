//! Findings grouped by clause.

use std::collections::HashSet;

use crate::protocol::Catalogue;
use crate::run::result::{RunResult, ScenarioResult};
use crate::verdict::{ClauseId, Finding, Severity};

/// All findings at one clause.
#[derive(Debug, Clone)]
pub struct Group<'a> {
    /// The clause.
    pub clause: ClauseId,
    /// The worst severity among the findings.
    pub severity: Severity,
    /// The findings: the worst first, then those with events, then those of scenarios about the clause, else in the
    /// order of the run. Never empty.
    pub hits: Vec<Hit<'a>>,
}

/// A finding, and the scenario in which it was made.
#[derive(Debug, Clone, Copy)]
pub struct Hit<'a> {
    /// The scenario.
    pub scenario: &'a ScenarioResult,
    /// The finding.
    pub finding: &'a Finding,
}

impl Hit<'_> {
    /// Whether no further attempt could change the finding. A note that does not depend on time needs no confirmation.
    fn is_settled(&self) -> bool {
        let is_note = self.finding.severity == Severity::Info && !self.finding.timing;
        self.scenario.verdict.is_settled() || is_note
    }

    /// Sorts the worst finding first, then those with events, then those of scenarios about the clause.
    fn rank(&self) -> impl Ord + use<> {
        let about = self.scenario.clauses.contains(&self.finding.clause);
        let shown = !self.finding.events.is_empty();
        std::cmp::Reverse((self.finding.severity, shown, about))
    }
}

impl<'a> Group<'a> {
    /// Whether all findings at this clause that count against the engine are known failures.
    #[must_use]
    pub fn is_known(&self, run: &RunResult) -> bool {
        let held = self.hits.iter();
        let mut held = held.filter(|hit| hit.finding.counts());
        self.severity >= Severity::Warn
            && held.all(|hit| run.known(&hit.scenario.id, hit.finding).is_some())
    }

    /// The scenarios of the findings, each once, in the order of the findings.
    #[must_use]
    pub fn scenarios(&self) -> Vec<&'a ScenarioResult> {
        scenarios(&self.hits)
    }
}

/// The groups of [`by_clause`] that count against the engine: those with a warning or a failure that is not known.
#[must_use]
pub fn held<'a>(run: &'a RunResult, catalogue: &Catalogue) -> Vec<Group<'a>> {
    let mut groups = by_clause(run, catalogue);
    groups.retain(|group| group.severity > Severity::Info && !group.is_known(run));
    groups
}

/// The clauses of these findings, each once, in the order of the findings.
#[must_use]
pub fn clauses(hits: &[Hit<'_>]) -> Vec<ClauseId> {
    let mut clauses: Vec<ClauseId> = Vec::new();
    for hit in hits {
        if !clauses.contains(&hit.finding.clause) {
            clauses.push(hit.finding.clause);
        }
    }
    clauses
}

/// The scenarios of these findings, each once, in the order of the findings.
#[must_use]
pub fn scenarios<'a>(hits: &[Hit<'a>]) -> Vec<&'a ScenarioResult> {
    let mut seen: HashSet<&str> = HashSet::new();
    let scenarios = hits.iter().map(|hit| hit.scenario);
    scenarios.filter(|scenario| seen.insert(&scenario.id)).collect()
}

/// The findings that did not repeat, or that could not be judged because of the host or the harness, in the order of the
/// run.
#[must_use]
pub fn unsettled(run: &RunResult) -> Vec<Hit<'_>> {
    let hits = run.scenarios.iter().flat_map(|scenario| {
        scenario.findings.iter().map(move |finding| Hit { scenario, finding })
    });
    hits.filter(|hit| !hit.is_settled()).collect()
}

/// The settled findings of a run by clause: the worst clause first, then the clause with more scenarios, then in the
/// order of the catalogue.
#[must_use]
pub fn by_clause<'a>(run: &'a RunResult, catalogue: &Catalogue) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for scenario in &run.scenarios {
        for finding in &scenario.findings {
            let hit = Hit { scenario, finding };
            if finding.severity == Severity::Skip || !hit.is_settled() {
                continue;
            }
            match groups.iter_mut().find(|group| group.clause == finding.clause) {
                Some(group) => {
                    group.severity = group.severity.max(finding.severity);
                    group.hits.push(hit);
                }
                None => groups.push(Group {
                    clause: finding.clause,
                    severity: finding.severity,
                    hits: vec![hit],
                }),
            }
        }
    }
    for group in &mut groups {
        group.hits.sort_by_key(Hit::rank);
    }
    let place = |clause: ClauseId| {
        let known = catalogue.clauses.iter().position(|known| known.id == clause);
        known.unwrap_or(usize::MAX)
    };
    groups.sort_by_cached_key(|group| {
        let worst = std::cmp::Reverse((group.severity, group.scenarios().len()));
        (worst, place(group.clause), group.clause)
    });
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;
    use crate::run::result::Conformance;
    use crate::verdict::Verdict;

    /// A note of a flaky scenario needs no confirmation, unless time decided it.
    #[test]
    fn a_finding_is_either_unsettled_or_in_a_group() {
        let finding = |severity, timing| Finding {
            timing,
            ..fixtures::finding("USI-STOP-01", severity, &[])
        };
        let count = |verdict, severity, timing| {
            let findings = vec![finding(severity, timing)];
            let scenario = ScenarioResult { findings, ..fixtures::scenario("a", verdict) };
            let run = fixtures::run(Conformance::Conformant, vec![scenario]);
            (by_clause(&run, &fixtures::catalogue()).len(), unsettled(&run).len())
        };
        assert_eq!(count(Verdict::Flaky, Severity::Info, false), (1, 0));
        assert_eq!(count(Verdict::Flaky, Severity::Info, true), (0, 1));
        assert_eq!(count(Verdict::Flaky, Severity::Fail, true), (0, 1));
        assert_eq!(count(Verdict::Fail, Severity::Fail, false), (1, 0));
    }
}
