//! Reads reports of earlier runs and compares runs with them.

use std::path::Path;

use super::failure::{Exit, Failure};
use super::{compare, fail_on, reports};
use crate::report::changes::{self, Changes, Mismatch};
use crate::report::write::Target;
use crate::run::plan::{FailOn, Plan};
use crate::run::result::{Conformance, RunResult};

/// Reads the report that a run is to be compared with, and checks that it fits the run.
pub(super) fn of_run<'a>(
    path: &Path,
    plan: &Plan,
    targets: impl Iterator<Item = &'a Target>,
) -> Result<RunResult, Failure> {
    reports::keep(path, targets)?;
    let report = reports::read(path)?;
    let played = crate::run::with_prerequisites(&plan.scenarios, &plan.library);
    let planned = |id: &str| played.iter().any(|scenario| scenario.id == id);
    let common = report.scenarios.iter().any(|scenario| planned(&scenario.id));
    let fits = changes::fits(&report, plan.dialect.name(), plan.profile);
    let fits = fits.and(if common { Ok(()) } else { Err(Mismatch::NothingInCommon) });
    fits.map_err(|mismatch| {
        let shown = reports::shown(path);
        Failure::bad_input(say!(
            "the baseline \"{shown}\" does not fit this run: {mismatch}",
            shown,
            mismatch
        ))
    })?;
    Ok(report)
}

/// The changes from the older report to the run. It is an error if they have nothing in common.
pub(super) fn compare(old: &RunResult, run: &RunResult) -> Result<Changes, Failure> {
    changes::between(old, run).map_err(|mismatch| {
        Failure::bad_input(say!(
            "the run cannot be compared with its baseline: {mismatch}",
            mismatch
        ))
    })
}

/// The exit code of a run that was compared: that of the comparison if the run could be judged.
pub(super) fn exit(run: &RunResult, changes: &Changes) -> Exit {
    // A known failure that no longer occurs is a mistake in the engine file, whatever the comparison says.
    let stale = run.verdict == Conformance::Nonconformant && run.reason.is_some();
    let by_findings = if run.fail_on == FailOn::Never {
        Exit::Conformant
    } else if stale {
        Exit::Nonconformant
    } else {
        compare::exit(changes.outcome)
    };
    fail_on::exit_before_findings(run).unwrap_or(by_findings)
}
