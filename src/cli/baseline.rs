//! Reports of earlier runs, as they are read to compare with them.

use std::fs;
use std::path::Path;

use super::failure::Failure;
use crate::report::Host;
use crate::report::changes::{self, Changes, Mismatch};
use crate::report::escape;
use crate::report::json::ReportV1;
use crate::report::json::read as json;
use crate::report::write::Target;
use crate::run::plan::Plan;
use crate::run::result::RunResult;

/// Reads a JSON report.
pub(super) fn read(path: &Path) -> Result<ReportV1, Failure> {
    let shown = escape::text(&path.display().to_string());
    let bytes = fs::read(path)
        .map_err(|error| Failure::bad_input(format!("cannot read report \"{shown}\": {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::bad_input(format!(
            "cannot read report \"{shown}\": it is not UTF-8 text"
        ))
    })?;
    json::read(&text).map_err(|error| {
        let error = escape::text(&error.to_string());
        let failure = Failure::bad_input(format!("cannot read report \"{shown}\": {error}"));
        failure.hint("a report that was written with `kentei run --report json=FILE`")
    })
}

/// Reads the report that a run is to be compared with.
pub(super) fn of_run<'a>(
    path: &Path,
    plan: &Plan,
    targets: impl Iterator<Item = &'a Target>,
) -> Result<ReportV1, Failure> {
    keep(path, targets)?;
    let report = read(path)?;
    let planned = |id: &str| plan.scenarios.iter().any(|scenario| scenario.id == id);
    let common = report
        .scenarios
        .iter()
        .any(|scenario| planned(&scenario.id));
    let fits = changes::fits(&report, plan.dialect.name(), plan.profile);
    let fits = fits.and(if common {
        Ok(())
    } else {
        Err(Mismatch::NothingInCommon)
    });
    fits.map_err(|mismatch| {
        let shown = escape::text(&path.display().to_string());
        Failure::bad_input(format!(
            "the baseline \"{shown}\" does not fit this run: {mismatch}"
        ))
    })?;
    Ok(report)
}

/// Refuses to write a report in the place of one that is read.
pub(super) fn keep<'a>(
    path: &Path,
    targets: impl Iterator<Item = &'a Target>,
) -> Result<(), Failure> {
    let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    for target in targets {
        if let Target::File(file) = target
            && whole(file) == whole(path)
        {
            let shown = escape::text(&path.display().to_string());
            return Err(Failure::bad_input(format!(
                "a report would be written over \"{shown}\", which is compared with"
            )));
        }
    }
    Ok(())
}

/// What has changed from this report to a run. With nothing in common there is nothing to say.
pub(super) fn compare(old: &ReportV1, run: &RunResult, host: &Host) -> Result<Changes, Failure> {
    changes::between(old, &ReportV1::of(run, host)).map_err(|mismatch| {
        Failure::bad_input(format!(
            "the run cannot be compared with its baseline: {mismatch}"
        ))
    })
}
