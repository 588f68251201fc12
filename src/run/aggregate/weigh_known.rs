//! Applies the list of known failures to the verdict of a run.

use crate::protocol::{self, Catalogue, Dialect};
use crate::run::aggregate::summary::{self, Judged};
use crate::run::known::{Known, KnownResult, KnownStanding};
use crate::run::result::{Conformance, RunResult, ScenarioResult};
use crate::verdict::{ClauseId, Severity, Verdict};

/// Sets the verdict of a run that has known failures. From here on, the run fails because of findings that count
/// ([`RunResult::fail_on`]) and are not known, and because of known failures that no longer occur. In a part of a run
/// no known failure is stale, because another part may show it.
pub fn weigh(run: &mut RunResult, known: Vec<Known>) {
    let least = run.fail_on.least();
    run.known = known
        .into_iter()
        .map(|known| {
            let (standing, findings) = standing(run, &known);
            KnownResult { known, standing, findings }
        })
        .collect();
    let failed = |scenario: &ScenarioResult| {
        let counts = scenario.verdict == Verdict::Fail
            || scenario.verdict == Verdict::Warn && least <= Severity::Warn;
        counts && !run.is_excused(scenario, least)
    };
    let accepted = |scenario: &ScenarioResult| {
        let mut known = run.known.iter().map(|result| &result.known);
        known.any(|known| known.scenario.is_some() && known.may_show(&scenario.id))
    };
    let dialect = protocol::dialect(run.dialect);
    let catalogue = dialect.map(Dialect::catalogue);
    let severity = |clause: ClauseId| {
        let severity = |catalogue: &Catalogue| catalogue.severity(clause.0, &run.profile);
        catalogue.map_or(Severity::Fail, severity)
    };
    let (mut verdict, mut reason) = summary::conformance(&Judged {
        scenarios: &run.scenarios,
        interrupted: run.interrupted,
        severity: &severity,
        least,
        failed: &failed,
        accepted: &accepted,
        is_message: &|line| dialect.is_none_or(|dialect| summary::is_message(dialect, line)),
    });
    let stale = run.known.iter().find(|known| known.standing == KnownStanding::Stale);
    if let (Some(stale), false) = (stale, run.interrupted) {
        verdict = Conformance::Nonconformant;
        let Known { place, .. } = &stale.known;
        let what = stale.known.what();
        reason = Some(say!(
            "{what} is no longer a known failure ({place}): `--update-known` removes it",
            what,
            place
        ));
    }
    run.verdict = verdict;
    run.reason = reason;
    mark(run);
}

/// Marks the findings that are known.
fn mark(run: &mut RunResult) {
    let mut scenarios = std::mem::take(&mut run.scenarios);
    for ScenarioResult { id, findings, .. } in &mut scenarios {
        for finding in findings {
            finding.known = run.known(id, finding).map(|known| known.reason.clone());
        }
    }
    run.scenarios = scenarios;
}

fn standing(run: &RunResult, known: &Known) -> (KnownStanding, u32) {
    let shows = |scenario: &&ScenarioResult| known.may_show(&scenario.id);
    let findings = run.scenarios.iter().filter(shows).flat_map(|scenario| {
        let found = scenario.findings.iter();
        found.filter(|finding| finding.counts() && known.is(&scenario.id, finding))
    });
    let findings = u32::try_from(findings.count()).unwrap_or(u32::MAX);
    if findings > 0 {
        return (KnownStanding::Seen, findings);
    }
    // Any scenario could have shown an entry that names only a clause, but first of all those that name the clause.
    let about = |scenario: &&ScenarioResult| {
        let clause = known.clause.filter(|_| known.scenario.is_none());
        shows(scenario) && clause.is_none_or(|clause| scenario.clauses.contains(&clause))
    };
    let mut about = run.scenarios.iter().filter(about).peekable();
    let left_out = known.scenario.is_none() && run.filtered || run.part.is_some();
    let nobody = about.peek().is_none() && known.scenario.is_none();
    let (mut judged, mut open) = (nobody, left_out || run.interrupted);
    for scenario in about {
        match scenario.verdict {
            Verdict::Pass | Verdict::Warn | Verdict::Fail => judged = true,
            // The engine cannot break what it does not offer.
            Verdict::Skip => {}
            Verdict::Flaky | Verdict::Blocked | Verdict::Inconclusive | Verdict::Error => {
                open = true;
            }
        }
    }
    let standing = if judged && !open { KnownStanding::Stale } else { KnownStanding::Unknown };
    (standing, 0)
}
