//! `kentei launcher`: the process that starts an engine and ends with all of it. It is for kentei alone.

use std::process::ExitCode;

use super::rooms;

/// The word for it on the command line.
pub(super) const WORD: &str = "launcher";

/// Start one engine, as told over standard input, and end when nothing of it is left
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run() -> ExitCode {
    rooms::serve_as_launcher();
    ExitCode::SUCCESS
}
