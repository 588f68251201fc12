//! `--fail-on`: what makes the exit code 1.

use std::str::FromStr;

use super::failure::Exit;
use crate::lang::Text;
use crate::run::plan;
use crate::run::result::{Conformance, RunResult};
use crate::snapshot::result::SnapshotsResult;

/// The conditions under which a run fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FailOn {
    /// The severity of findings that make the run fail.
    pub(super) what: plan::FailOn,
    /// Whether a changed snapshot also makes the run fail.
    pub(super) snapshots: bool,
}

/// Reads `fail`, `warn` or `never`, with or without `snapshots`.
impl FromStr for FailOn {
    type Err = Text;

    fn from_str(text: &str) -> Result<Self, Text> {
        let mut what = None;
        let mut snapshots = false;
        for word in text.split(',') {
            let named = match word.trim() {
                "fail" => plan::FailOn::Fail,
                "warn" => plan::FailOn::Warn,
                "never" => plan::FailOn::Never,
                "snapshots" if !snapshots => {
                    snapshots = true;
                    continue;
                }
                _ => {
                    return Err(say!(
                        "expected fail, warn or never; add \",snapshots\" to count changed snapshots: warn,snapshots"
                    ));
                }
            };
            if what.replace(named).is_some() {
                return Err(say!("expected only one of fail, warn and never"));
            }
        }
        let what = what.unwrap_or_default();
        Ok(Self { what, snapshots })
    }
}

/// The exit code of a run.
pub(super) fn exit(run: &RunResult) -> Exit {
    let failed = run.verdict == Conformance::Nonconformant && run.fail_on != plan::FailOn::Never;
    exit_before_findings(run).unwrap_or(if failed { Exit::Nonconformant } else { Exit::Conformant })
}

/// The exit code of a run if its findings do not decide: it was not judged, or its snapshots decide.
pub(super) fn exit_before_findings(run: &RunResult) -> Option<Exit> {
    let snapshots = run.snapshots.as_ref();
    let unwritten = snapshots.is_some_and(|kept| !kept.errors.is_empty());
    if run.interrupted || unwritten || run.verdict == Conformance::Inconclusive {
        return Some(Exit::CouldNotJudge);
    }
    snapshots.is_some_and(SnapshotsResult::fail).then_some(Exit::Nonconformant)
}

/// The exit code of several runs: `CouldNotJudge` if one was ended early; otherwise `Nonconformant` if one has this
/// exit code, otherwise `CouldNotJudge` if one has that exit code.
pub(super) fn worst<'a>(results: impl Iterator<Item = &'a RunResult> + Clone) -> Exit {
    if results.clone().any(|result| result.interrupted) {
        return Exit::CouldNotJudge;
    }
    let exits: Vec<Exit> = results.map(exit).collect();
    for exit in [Exit::Nonconformant, Exit::CouldNotJudge] {
        if exits.contains(&exit) {
            return exit;
        }
    }
    Exit::Conformant
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Launch;
    use crate::protocol::usi::USI;

    #[test]
    fn a_run_that_was_not_judged_or_whose_snapshots_could_not_be_written_passes_nothing() {
        use Conformance::{Conformant, Inconclusive, Nonconformant};
        let plan = plan::Plan::new(Launch::default(), &USI, Vec::new());
        let nothing = crate::run::nothing(&plan, Text::EMPTY);
        let check = |verdict, fail_on, errors: &[&str], interrupted, expected| {
            let snapshots = SnapshotsResult {
                folder: "kept".to_owned(),
                counted: true,
                unchanged: 1,
                written: 0,
                reported: Vec::new(),
                unreferenced: Vec::new(),
                errors: errors.iter().map(|error| (*error).to_owned()).collect(),
            };
            let snapshots = Some(snapshots);
            let run = RunResult { verdict, fail_on, interrupted, snapshots, ..nothing.clone() };
            assert_eq!(exit(&run), expected, "{verdict:?} {fail_on:?} {errors:?} {interrupted}");
        };
        let (fail, never) = (plan::FailOn::Fail, plan::FailOn::Never);
        check(Conformant, fail, &[], false, Exit::Conformant);
        check(Nonconformant, fail, &[], false, Exit::Nonconformant);
        check(Nonconformant, never, &[], false, Exit::Conformant);
        check(Inconclusive, never, &[], false, Exit::CouldNotJudge);
        check(Conformant, never, &["cannot write"], false, Exit::CouldNotJudge);
        check(Nonconformant, fail, &[], true, Exit::CouldNotJudge);
    }

    #[test]
    fn snapshots_stand_beside_one_of_the_others() {
        let check = |text: &str, what, snapshots| {
            assert_eq!(text.parse(), Ok(FailOn { what, snapshots }), "{text}");
        };
        check("fail", plan::FailOn::Fail, false);
        check("warn,snapshots", plan::FailOn::Warn, true);
        check("snapshots", plan::FailOn::Fail, true);
        check("never, snapshots", plan::FailOn::Never, true);
        for wrong in ["", "fail,warn", "snapshots,snapshots", "Fail", "info", "warn,"] {
            assert!(wrong.parse::<FailOn>().is_err(), "{wrong:?}");
        }
    }
}
