//! The tests of a run: the scenarios by section, and the verdict of the run if the scenarios do not show it.

use std::time::Duration;

use super::cases::{self, Case, Outcome};
use crate::report::changes::{self, Changes};
use crate::report::terminal::{self, part};
use crate::report::{Report, escape, group};
use crate::run::plan::FailOn;
use crate::run::result::Conformance;

/// A test suite.
pub(super) struct Suite {
    /// Dialect and section, such as `usi.ponder`.
    pub(super) name: String,
    pub(super) cases: Vec<Case>,
}

/// The suites of a run, in the order of its scenarios.
pub(super) fn of(report: &Report<'_>) -> Vec<Suite> {
    let mut suites: Vec<Suite> = Vec::new();
    let warnings_count = report.run.fail_on == FailOn::Warn;
    for scenario in &report.run.scenarios {
        let case = cases::of(report, scenario, warnings_count);
        match suites.iter_mut().find(|suite| suite.name == case.classname) {
            Some(suite) => suite.cases.push(case),
            None => suites.push(Suite { name: case.classname.clone(), cases: vec![case] }),
        }
    }
    suites.extend(verdict(report, &suites));
    suites.extend(report.baseline.map(|changes| baseline(report, changes)));
    suites
}

/// The name of the whole report, such as `kentei usi`.
pub(super) fn root(report: &Report<'_>) -> String {
    format!("kentei {}", report.run.dialect)
}

/// A test for the verdict of the run, if all other tests look better than the verdict: nothing was judged, or the run
/// was ended early.
fn verdict(report: &Report<'_>, suites: &[Suite]) -> Option<Suite> {
    let is_red = |case: &Case| matches!(case.outcome, Outcome::Failed | Outcome::Error);
    if suites.iter().flat_map(|suite| &suite.cases).any(is_red) {
        return None;
    }
    let outcome = match report.run.verdict {
        Conformance::Conformant => return None,
        // The comparison with the baseline shows this, except for a stale known failure, which has a reason.
        Conformance::Nonconformant if report.baseline.is_some() && report.run.reason.is_none() => {
            return None;
        }
        Conformance::Nonconformant => Outcome::Failed,
        Conformance::Inconclusive => Outcome::Error,
    };
    let message = part::verdict(report, &group::held(report.run, report.catalogue));
    let name = escape::text(&root(report));
    let case = Case {
        classname: name.clone(),
        name: say!("verdict of the run").to_string(),
        time: Duration::ZERO,
        outcome,
        kind: "verdict".to_owned(),
        body: message.clone(),
        message,
        output: String::new(),
    };
    Some(Suite { name, cases: vec![case] })
}

/// A test for the comparison with the baseline.
fn baseline(report: &Report<'_>, changes: &Changes) -> Suite {
    let outcome = match changes.outcome {
        changes::Outcome::Good => Outcome::Passed,
        changes::Outcome::Worse => Outcome::Failed,
        changes::Outcome::Unjudged => Outcome::Skipped,
    };
    let name = escape::text(&root(report));
    let body = format!("\n{}\n", terminal::changes::text(changes));
    Suite {
        name: format!("{name} baseline"),
        cases: vec![Case {
            classname: name,
            name: say!("comparison with the baseline").to_string(),
            time: Duration::ZERO,
            outcome,
            kind: "baseline".to_owned(),
            message: escape::short(&terminal::changes::outcome(changes), cases::MESSAGE),
            output: match outcome {
                Outcome::Failed => String::new(),
                Outcome::Passed | Outcome::Flaky | Outcome::Skipped | Outcome::Error => {
                    body.clone()
                }
            },
            body,
        }],
    }
}
