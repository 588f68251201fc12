//! `kentei completions SHELL`.

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use super::failure::{Exit, Failure};
use super::screen::Screen;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  kentei completions bash > ~/.local/share/bash-completion/completions/kentei"
)]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut visible(), "kentei", &mut script);
    screen.print(|out| out.write_all(&script))?;
    Ok(Exit::Conformant)
}

/// The commands that help shows: clap offers hidden ones too.
fn visible() -> Command {
    let all = super::Cli::command();
    let shown = all.get_subcommands().filter(|command| !command.is_hide_set());
    Command::new("kentei").args(all.get_arguments()).subcommands(shown)
}
