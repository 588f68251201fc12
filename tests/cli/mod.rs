//! What the tests of the command line share.

use assert_cmd::Command;

/// `kentei` with these arguments, in an environment that says nothing about colour, width or language.
pub(crate) fn kentei(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kentei"));
    command.args(args);
    let look = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"];
    let language = ["LC_ALL", "LC_MESSAGES", "LANG"];
    for name in look.into_iter().chain(language) {
        command.env_remove(name);
    }
    // What runs store about engines must not be in the user's own folder.
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}
