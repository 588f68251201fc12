//! What makes the exit code 1.

use clap::ValueEnum;

use super::failure::Exit;
use crate::run::plan;
use crate::run::result::{Conformance, RunResult};

/// When a run fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    /// A clause that counts is broken
    Fail,
    /// Warnings, too
    Warn,
    /// Nothing: the exit code is 0 once the engine could be judged
    Never,
}

impl From<FailOn> for plan::FailOn {
    fn from(typed: FailOn) -> Self {
        match typed {
            FailOn::Fail => Self::Fail,
            FailOn::Warn => Self::Warn,
            FailOn::Never => Self::Never,
        }
    }
}

/// The exit code of a run.
pub(super) fn exit(result: &RunResult) -> Exit {
    match result.verdict {
        _ if result.interrupted => Exit::CouldNotJudge,
        Conformance::Inconclusive => Exit::CouldNotJudge,
        Conformance::Nonconformant if result.fail_on != plan::FailOn::Never => Exit::Nonconformant,
        Conformance::Nonconformant | Conformance::Conformant => Exit::Conformant,
    }
}
