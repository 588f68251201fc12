//! Shared by the tests of the command line.

use assert_cmd::Command;

/// `kentei` with these arguments, without environment variables for colour, width or language.
pub(crate) fn kentei(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kentei"));
    command.args(args);
    let look = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"];
    let language = ["LC_ALL", "LC_MESSAGES", "LANG"];
    for name in look.into_iter().chain(language) {
        command.env_remove(name);
    }
    // Runs store data about engines, which must not go to the user's own cache folder.
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}
