//! Clauses that are newly violated or newly followed.
//!
//! A clause is compared as a whole: a violation that only moved from one scenario to another is not a change. A finding
//! of one report counts as a change only if the other report could have shown it too.

use std::collections::BTreeMap;

use super::Pair;
use super::types::{ClauseChange, ClauseWhat, Impact};
use crate::lang::Lang;
use crate::lang::wire::TextV1;
use crate::run::result::{RunResult, ScenarioResult};
use crate::verdict::{Finding, Severity, Verdict};

/// A scenario that shows the violation, its worst finding, and the result of the same scenario in the other report.
type Evidence<'a> = (&'a ScenarioResult, &'a Finding, &'a ScenarioResult);

/// The findings that count against the engine at one clause in one report.
#[derive(Debug, Default)]
struct ClauseFindings<'a> {
    /// The worst severity.
    worst: Option<Severity>,
    /// The scenarios that show the violation.
    shown: Vec<Evidence<'a>>,
}

impl<'a> ClauseFindings<'a> {
    fn add(
        &mut self,
        scenario: &'a ScenarioResult,
        finding: &'a Finding,
        other: &'a ScenarioResult,
    ) {
        self.worst = self.worst.max_by_weight(finding.severity);
        match self.shown.last_mut() {
            Some((last, worst, _)) if last.id == scenario.id => {
                if weight(worst.severity) < weight(finding.severity) {
                    *worst = finding;
                }
            }
            _ => self.shown.push((scenario, finding, other)),
        }
    }

    fn ids(&self) -> Vec<String> {
        self.shown.iter().map(|(scenario, ..)| scenario.id.clone()).collect()
    }

    /// The scenarios that show the worst severity.
    fn worst_shown(&self) -> impl Iterator<Item = &Evidence<'a>> {
        self.shown.iter().filter(|(_, finding, _)| Some(finding.severity) == self.worst)
    }
}

trait Weigh {
    fn max_by_weight(self, other: Severity) -> Option<Severity>;
}

impl Weigh for Option<Severity> {
    fn max_by_weight(self, other: Severity) -> Option<Severity> {
        match self {
            Some(known) if weight(known) >= weight(other) => Some(known),
            Some(_) | None => Some(other),
        }
    }
}

/// How much a severity counts against the engine.
fn weight(severity: Severity) -> u8 {
    match severity {
        Severity::Skip | Severity::Info => 0,
        Severity::Warn => 1,
        Severity::Fail => 2,
    }
}

/// The clauses whose outcome has changed: those that got worse first, then in the order of their ids.
pub(super) fn compare(pairs: &[Pair<'_>]) -> Vec<ClauseChange> {
    let mut clauses: BTreeMap<&str, (ClauseFindings<'_>, ClauseFindings<'_>)> = BTreeMap::new();
    for (old, new) in pairs {
        for finding in held(old) {
            clauses.entry(finding.clause.0).or_default().0.add(old, finding, new);
        }
        for finding in held(new) {
            clauses.entry(finding.clause.0).or_default().1.add(new, finding, old);
        }
    }
    let mut changes: Vec<ClauseChange> =
        clauses.into_iter().filter_map(|(clause, (old, new))| change(clause, &old, &new)).collect();
    changes.sort_by_key(|change| change.way);
    changes
}

/// The worst severity at each clause, `Info` included.
pub(super) fn before(report: &RunResult) -> BTreeMap<String, Severity> {
    let mut worst: BTreeMap<String, Severity> = BTreeMap::new();
    for scenario in &report.scenarios {
        for finding in scenario.findings.iter().filter(|_| scenario.verdict.is_settled()) {
            let known = worst.get(finding.clause.0).copied();
            let both = known.max_by_weight(finding.severity);
            worst.extend(both.map(|severity| (finding.clause.0.to_owned(), severity)));
        }
    }
    worst
}

/// The findings of a scenario that count against the engine.
fn held(scenario: &ScenarioResult) -> impl Iterator<Item = &Finding> {
    let findings = scenario.findings.iter();
    findings.filter(|finding| weight(finding.severity) > 0 && scenario.verdict.is_settled())
}

/// Whether the other report could have shown this finding: there, the scenario passed or ran to its end.
///
/// Rules check every scenario, whatever it is about. For a clause that is not a subject of the scenario, a finding
/// proves nothing if the other process received other lines: other games were played in it before, or the process was
/// never started. For a clause that is a subject of the scenario, it is a change: a new feature is wrong.
fn could_show((shown, finding, other): &Evidence<'_>) -> bool {
    let about = shown.clauses.contains(&finding.clause);
    let alike = shown.preceded_by.is_empty() == other.preceded_by.is_empty();
    match other.verdict {
        Verdict::Pass | Verdict::Warn => about || alike,
        Verdict::Fail => other.reached_end && (about || alike),
        Verdict::Skip => about,
        Verdict::Flaky | Verdict::Blocked | Verdict::Inconclusive | Verdict::Error => false,
    }
}

fn change(
    clause: &str,
    old: &ClauseFindings<'_>,
    new: &ClauseFindings<'_>,
) -> Option<ClauseChange> {
    let level = |standing: &ClauseFindings<'_>| standing.worst.map_or(0, weight);
    let rises = level(new) > level(old);
    let (what, way) = if level(new) == level(old) {
        if spread(old, new) {
            (ClauseWhat::Spread, Impact::Worse)
        } else if spread(new, old) {
            (ClauseWhat::Receded, Impact::Better)
        } else {
            return None;
        }
    } else {
        let side = if rises { new } else { old };
        let proved = side.worst_shown().any(could_show);
        let to_or_from_none = level(if rises { old } else { new }) == 0;
        match (proved, rises, to_or_from_none) {
            (false, true, _) => (ClauseWhat::Revealed, Impact::Changed),
            (false, false, _) => (ClauseWhat::Hidden, Impact::Changed),
            (true, true, true) => (ClauseWhat::Broken, Impact::Worse),
            (true, true, false) => (ClauseWhat::Graver, Impact::Worse),
            (true, false, true) => (ClauseWhat::Fixed, Impact::Better),
            (true, false, false) => (ClauseWhat::Milder, Impact::Better),
        }
    };
    let known = excuse(new);
    let side = if new.shown.is_empty() || what == ClauseWhat::Receded { old } else { new };
    let shown = example(side, if std::ptr::eq(side, new) { old } else { new });
    Some(ClauseChange {
        clause: clause.to_owned(),
        way: match (way, &known) {
            (Impact::Worse, Some(_)) => Impact::Changed,
            (way, _) => way,
        },
        what,
        old: old.worst,
        new: new.worst,
        old_scenarios: old.ids(),
        new_scenarios: new.ids(),
        message: shown.map_or_else(String::new, |finding| finding.message.in_lang(Lang::En)),
        message_said: shown.and_then(|finding| TextV1::of(&finding.message)),
        known,
    })
}

/// Whether every scenario that showed the worst severity still does, and another one does now that could have before.
fn spread(before: &ClauseFindings<'_>, now: &ClauseFindings<'_>) -> bool {
    let has = |standing: &ClauseFindings<'_>, id: &str| {
        standing.worst_shown().any(|(scenario, ..)| scenario.id == id)
    };
    let more = now.worst_shown().any(|shown| !has(before, &shown.0.id) && could_show(shown));
    more && before.worst_shown().all(|(scenario, ..)| has(now, &scenario.id))
}

/// The user's reason for the known failures, if all that counts against the engine at this clause is known.
fn excuse(standing: &ClauseFindings<'_>) -> Option<String> {
    let all = standing.shown.iter().all(|(scenario, _, _)| {
        let mut held = scenario.findings.iter().filter(|finding| weight(finding.severity) > 0);
        held.all(|finding| finding.clause != standing.shown[0].1.clause || finding.known.is_some())
    });
    standing.shown.first().filter(|_| all).and_then(|(_, finding, _)| finding.known.clone())
}

/// A finding of the worst severity, preferably in a scenario that has no finding in the other report.
fn example<'a>(side: &ClauseFindings<'a>, other: &ClauseFindings<'_>) -> Option<&'a Finding> {
    let fresh = |id: &str| !other.shown.iter().any(|(scenario, ..)| scenario.id == id);
    let mut all = side.worst_shown();
    let found =
        all.find(|(scenario, ..)| fresh(&scenario.id)).or_else(|| side.worst_shown().next());
    found.map(|(_, finding, _)| *finding)
}
