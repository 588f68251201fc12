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
    let changed = run.snapshots.as_ref().is_some_and(SnapshotsResult::fail);
    let unwritten = run.snapshots.as_ref().is_some_and(|kept| !kept.errors.is_empty());
    match run.verdict {
        _ if run.interrupted => Exit::CouldNotJudge,
        Conformance::Inconclusive => Exit::CouldNotJudge,
        _ if unwritten => Exit::CouldNotJudge,
        Conformance::Nonconformant | Conformance::Conformant if changed => Exit::Nonconformant,
        Conformance::Nonconformant if run.fail_on != plan::FailOn::Never => Exit::Nonconformant,
        Conformance::Nonconformant | Conformance::Conformant => Exit::Conformant,
    }
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
