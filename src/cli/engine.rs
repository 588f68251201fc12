//! `kentei engine`: runs the built-in engine.

use std::io;
use std::process::ExitCode;

use super::failure::Failure;
use super::names;
use crate::lang::Text;
use crate::reference::{self, Ending, Io};

/// Run the built-in engine on standard input and output
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  kentei engine                          a USI engine without defects, to test a GUI\n  kentei engine --dialect usi --defect A02   an engine with one defect"
)]
pub(super) struct Args {
    /// The protocol of the engine
    #[arg(long, value_name = "DIALECT", default_value = "usi")]
    dialect: String,
    /// The defect of the engine (`kentei list defects`) [default: none]
    #[arg(long, value_name = "ID")]
    defect: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let dialect = names::dialect(&args.dialect)?.name();
    // The engine also knows ids that are in no list, such as the id of a child process that it starts. For an id that
    // the engine does not know, `names::defect` makes a message that names similar ids.
    if let Some(defect) = &args.defect
        && !reference::knows(dialect, defect)
    {
        names::defect(dialect, defect)?;
    }
    be_engine(dialect, args.defect.as_deref())
}

/// Runs the built-in engine on the standard streams until it ends, and returns its exit code.
fn be_engine(dialect: &str, defect: Option<&str>) -> Result<ExitCode, Failure> {
    let io = Io {
        input: Box::new(io::stdin()),
        output: Box::new(io::stdout()),
        errors: Box::new(io::stderr()),
    };
    match reference::run(dialect, defect, io) {
        // The exit status of a process has eight bits.
        Ok(Ending::Exit(code)) => Ok(ExitCode::from(code as u8)),
        Ok(Ending::Abort) => std::process::abort(),
        Err(error) => Err(Failure::bad_input(Text::plain(error.to_string()))),
    }
}
