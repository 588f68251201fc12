//! `kentei completions SHELL`.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;

use super::failure::{Exit, Failure};
use super::screen::Screen;
use crate::protocol::DIALECTS;
use crate::report::FORMATS;

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
    let shown = shown.map(|command| {
        let name = command.get_name().to_owned();
        command.clone().mut_args(|argument| with_values(&name, argument))
    });
    Command::new("kentei").args(all.get_arguments()).subcommands(shown)
}

/// Adds the values of an argument that is read as a text, so that its error messages are our own.
fn with_values(command: &str, argument: Arg) -> Arg {
    let all = (command == "run").then_some("all");
    let values: Vec<&str> = match (argument.get_id().as_str(), command) {
        ("dialect", _) => DIALECTS.iter().map(|dialect| dialect.name()).chain(all).collect(),
        // Its formats are others.
        ("report", "compare") => return argument,
        ("report", _) => FORMATS.iter().map(|format| format.name).collect(),
        _ => return argument,
    };
    argument.value_parser(PossibleValuesParser::new(values))
}
