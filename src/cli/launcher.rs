//! `kentei launcher`: the process that starts an engine and ends when all its processes have ended. It is for kentei's
//! own use.

use std::path::Path;
use std::process::ExitCode;

use crate::engine;

/// The name of the command.
pub(super) const WORD: &str = "launcher";

/// Start one engine, as requested on standard input, and exit when none of its processes is left
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run() -> ExitCode {
    engine::serve();
    ExitCode::SUCCESS
}

/// Engines are started by a launcher from now on, if the system allows that.
pub(super) fn use_launcher() {
    // This path leads to the running program, even if its file is replaced or deleted during a run.
    let own = Path::new("/proc/self/exe");
    if own.exists() {
        // If this fails, engines are started directly.
        let _ = engine::use_launcher(own.to_owned(), vec![WORD.into()]);
    }
}
