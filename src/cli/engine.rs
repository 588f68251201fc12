//! `kentei engine`: the built-in engine itself.

use super::failure::{Exit, Failure};
use super::rooms;

/// Be the built-in engine, on standard input and output
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  kentei engine                          a sound USI engine, to try a GUI against\n  kentei engine --dialect usi --defect A02   one that does a single thing wrong"
)]
pub(super) struct Args {
    /// The protocol that it speaks
    #[arg(long, value_name = "DIALECT", default_value = "usi")]
    dialect: String,
    /// The one thing that it does wrong (`kentei list defects`) [default: nothing]
    #[arg(long, value_name = "ID")]
    defect: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    rooms::be_engine(&args.dialect, args.defect.as_deref())
}
