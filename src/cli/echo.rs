//! `kentei echo`: the stub with which a run measures the jitter of its host. It is for kentei's own use.

use std::io::{self, Read, Write};
use std::process::ExitCode;

/// Write everything that is read back to standard output, until the end of input
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// The largest number of bytes that are read at once. A line is shorter.
const CHUNK: usize = 4096;

pub(super) fn run() -> ExitCode {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut chunk = [0; CHUNK];
    loop {
        let read = match input.read(&mut chunk) {
            Ok(0) => return ExitCode::SUCCESS,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return ExitCode::FAILURE,
        };
        let written = output.write_all(&chunk[..read]);
        if written.and_then(|()| output.flush()).is_err() {
            return ExitCode::FAILURE;
        }
    }
}
