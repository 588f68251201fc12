//! `kentei run --fail-on`: what makes the exit code 1.

use std::str::FromStr;

use super::failure::Exit;
use crate::run::result::{Conformance, RunResult};
use crate::snapshot::result::{SnapshotsResult, Standing};
use crate::verdict::Severity;

/// When a run fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FailOn {
    /// What has to be broken; `None`: nothing fails it.
    least: Option<Severity>,
    /// Whether a changed snapshot fails it, too.
    pub(super) snapshots: bool,
}

/// `fail`, `warn` or `never`, and `snapshots` beside it.
impl FromStr for FailOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut least = None;
        let mut snapshots = false;
        for word in text.split(',') {
            let named = match word.trim() {
                "fail" => Some(Severity::Fail),
                "warn" => Some(Severity::Warn),
                "never" => None,
                "snapshots" if !snapshots => {
                    snapshots = true;
                    continue;
                }
                _ => {
                    return Err(
                        "one of fail, warn, never, with snapshots beside it: warn,snapshots"
                            .to_owned(),
                    );
                }
            };
            if least.replace(named).is_some() {
                return Err("only one of fail, warn, never".to_owned());
            }
        }
        let least = least.unwrap_or(Some(Severity::Fail));
        Ok(Self { least, snapshots })
    }
}

impl FailOn {
    /// What is held against the engine weighs this at least.
    pub(super) fn least(self) -> Severity {
        self.least.unwrap_or(Severity::Fail)
    }

    /// The exit code of a run.
    pub(super) fn exit(self, run: &RunResult) -> Exit {
        let changed = run.snapshots.as_ref().is_some_and(fails);
        match run.verdict {
            _ if run.interrupted => Exit::CouldNotJudge,
            Conformance::Inconclusive => Exit::CouldNotJudge,
            Conformance::Nonconformant if changed || self.least.is_some() => Exit::Nonconformant,
            Conformance::Nonconformant | Conformance::Conformant => Exit::Conformant,
        }
    }
}

/// Whether the snapshots of a run fail it.
pub(super) fn fails(snapshots: &SnapshotsResult) -> bool {
    snapshots.counted && snapshots.count(Standing::Changed) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshots_stand_beside_one_of_the_others() {
        let check = |text: &str, least, snapshots| {
            assert_eq!(text.parse(), Ok(FailOn { least, snapshots }), "{text}");
        };
        check("fail", Some(Severity::Fail), false);
        check("warn,snapshots", Some(Severity::Warn), true);
        check("snapshots", Some(Severity::Fail), true);
        check("never, snapshots", None, true);
        for wrong in [
            "",
            "fail,warn",
            "snapshots,snapshots",
            "Fail",
            "info",
            "warn,",
        ] {
            assert!(wrong.parse::<FailOn>().is_err(), "{wrong:?}");
        }
    }
}
