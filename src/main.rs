//! The command `kentei`.

use std::process::ExitCode;

fn main() -> ExitCode {
    kentei::cli::main()
}
