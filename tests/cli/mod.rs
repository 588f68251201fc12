//! What the tests of the command line share.

use assert_cmd::Command;

/// `kentei` with these arguments, in an environment that says nothing about colour or width.
pub(crate) fn kentei(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kentei"));
    command.args(args);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command
}
