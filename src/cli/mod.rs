//! The command line: arguments and exit codes. Only this module prints or ends the process.

mod baseline;
mod check;
mod compare;
mod completions;
mod coverage;
mod echo;
mod engine;
mod engine_file;
mod engine_limits;
mod engines;
mod explain;
mod fail_on;
mod failure;
mod help;
mod interrupt;
mod launch;
#[cfg(target_os = "linux")]
mod launcher;
mod list;
mod merge;
mod names;
mod preflight;
mod reports;
mod run;
mod schema;
mod screen;
mod select;
mod shard;
mod sharing;
mod show;
mod shrink;
mod snapshot;
mod snapshots;
mod start;
mod terminal;
mod usage;

use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::diagnostic::Diagnostic;
use crate::lang;
use failure::{Exit, Failure};
use screen::{ColorWhen, LangWanted, Screen};

/// Examine game engines: does the engine follow its protocol, so that every GUI can rely on it?
#[derive(Debug, Parser)]
#[command(name = "kentei", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colour [auto: if standard output is a terminal and `NO_COLOR` is not set]
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    color: ColorWhen,
    /// Language of reports and explanations: `en` or `ja` [from `LC_ALL`, `LC_MESSAGES`, `LANG`]; JSON is
    /// always in English
    #[arg(long, global = true, value_name = "LANG", hide_possible_values = true)]
    lang: Option<LangWanted>,
}

const AFTER_HELP: &str = "\
Examples:
  kentei run ./my-engine                 examine an engine; its protocol is detected
  kentei run --dialect uci stockfish     examine a UCI engine that is in PATH
  kentei shrink ID ./my-engine           the shortest script that still shows the violation of scenario ID
  kentei explain USI-PON-01              what a clause demands, and what goes wrong without it
  kentei compare old.json new.json       what has changed between two runs

Exit codes:
  0  conformant    1  not conformant    2  bad input    3  could not judge";

/// The commands. Each has its own file.
#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::Args>),
    /// Play generated sessions until the time is over, and report what they show
    ///
    /// The sessions are generated from a model of a legal client, so that every pair of its choices is sent together;
    /// the always-on rules judge them. `kentei coverage --stimuli` shows the model. The report contains the sessions
    /// with findings, three for each violation of a clause, and 200 of the others; their total number is written to
    /// standard error.
    #[command(
        override_usage = "kentei explore [ENGINE] --for DURATION [OPTIONS] [-- ARGS…]",
        after_help = run::explore::AFTER_HELP,
        mut_args = run::explore::hidden
    )]
    Explore(Box<run::explore::Args>),
    Show(show::Args),
    Shrink(Box<shrink::Args>),
    Merge(merge::Args),
    List(list::Args),
    Explain(explain::Args),
    Coverage(coverage::Args),
    Check(check::Args),
    Compare(compare::Args),
    Snapshot(snapshot::Args),
    Schema(schema::Args),
    Engine(engine::Args),
    Completions(completions::Args),
    #[command(hide = true)]
    Echo(echo::Args),
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Launcher(launcher::Args),
}

/// The mistakes in the text of an engine file. For the fuzz targets in `tests/fuzz`.
#[doc(hidden)]
#[must_use]
pub fn check_engine_file(path: &Path, text: &str) -> Vec<Diagnostic> {
    engine_file::check_text(path, text)
}

/// Runs the command that the arguments of this process name, and returns the exit code.
#[must_use]
pub fn main() -> ExitCode {
    // The launcher is started once per engine: it has no arguments to read, so the time for that is saved.
    #[cfg(target_os = "linux")]
    if std::env::args_os().nth(1).is_some_and(|word| word == launcher::WORD) {
        return launcher::run();
    }
    let lang = screen::lang(std::env::args_os().skip(1));
    screen::set_message_lang(lang);
    let mut command = help::command(Cli::command(), lang);
    // clap makes the error messages for values while it reads the arguments.
    let read = || {
        let mut found = command.try_get_matches_from_mut(std::env::args_os())?;
        Cli::from_arg_matches_mut(&mut found).map_err(|error| error.format(&mut command))
    };
    let cli = match lang::with_lang(lang, read) {
        Ok(cli) => cli,
        Err(error) => return refused(error, lang),
    };
    interrupt::survive_long_files();
    let screen = Screen::new(cli.color, cli.lang);
    match cli.command {
        Command::Run(args) => ended(run::run(&args, &screen)),
        Command::Explore(args) => ended(run::explore::run(*args, &screen)),
        Command::Show(args) => ended(show::run(&args, &screen)),
        Command::Shrink(args) => ended(shrink::run(&args, &screen)),
        Command::Merge(args) => ended(merge::run(&args, &screen)),
        Command::List(args) => ended(lang::with_lang(screen.lang, || list::run(&args, &screen))),
        Command::Explain(args) => {
            ended(lang::with_lang(screen.lang, || explain::run(&args, &screen)))
        }
        Command::Coverage(args) => ended(coverage::run(&args, &screen)),
        Command::Check(args) => ended(check::run(&args, &screen)),
        Command::Compare(args) => ended(compare::run(&args, &screen)),
        Command::Snapshot(args) => {
            ended(lang::with_lang(screen.lang, || snapshot::run(&args, &screen)))
        }
        Command::Schema(args) => ended(schema::run(&args, &screen)),
        Command::Engine(args) => ended(engine::run(&args)),
        Command::Completions(args) => ended(completions::run(&args, &screen)),
        Command::Echo(_) => echo::run(),
        #[cfg(target_os = "linux")]
        Command::Launcher(_) => launcher::run(),
    }
}

fn ended(done: Result<impl Into<ExitCode>, Failure>) -> ExitCode {
    match done {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.print();
            failure.exit.into()
        }
    }
}

/// Prints help, the version or an error. Help and the version are successes; wrong arguments are bad input.
fn refused(error: clap::Error, lang: lang::Lang) -> ExitCode {
    let exit = if error.use_stderr() { Exit::BadInput } else { Exit::Conformant };
    let args: Vec<_> = std::env::args_os().collect();
    usage::print(error, &args, lang);
    exit.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_declared_soundly() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_every_flag_is_described() {
        let mut open = vec![Cli::command()];
        while let Some(command) = open.pop() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            for argument in command.get_arguments() {
                let name = argument.get_id();
                assert!(argument.get_help().is_some(), "{} {name}", command.get_name());
            }
            open.extend(command.get_subcommands().cloned());
        }
    }
}
