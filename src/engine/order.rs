//! A program to be started, with everything that the start needs.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use super::launch::Limits;

/// A program whose file is known, and how to start it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Order {
    /// The program, as an absolute path.
    pub(super) program: PathBuf,
    pub(super) args: Vec<OsString>,
    /// The working folder.
    pub(super) folder: PathBuf,
    /// Variables added to the environment.
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) limits: Limits,
}

impl Order {
    /// The command, without its pipes.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        let env = self.env.iter().map(|(name, value)| (name, value));
        command.args(&self.args).current_dir(&self.folder).envs(env);
        command
    }
}
