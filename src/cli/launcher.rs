//! `kentei launcher`: the process that starts an engine and ends with all of it. It is for kentei alone.

use std::path::Path;
use std::process::ExitCode;

use crate::engine;

/// The word for it on the command line.
pub(super) const WORD: &str = "launcher";

/// Start one engine, as ordered over standard input, and end when nothing of it is left
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run() -> ExitCode {
    engine::serve();
    ExitCode::SUCCESS
}

/// Has engines started by a launcher from now on, where there can be one.
pub(super) fn use_launcher() {
    // The program as it is now: its file may be replaced or deleted during a run.
    let own = Path::new("/proc/self/exe");
    if own.exists() {
        // Where it fails, engines are started directly.
        let _ = engine::use_launcher(own.to_owned(), vec![WORD.into()]);
    }
}
