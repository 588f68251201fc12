//! `kentei check`: what is wrong with files of scenarios.

use std::path::PathBuf;

use super::failure::{Exit, Failure};
use super::screen::{Screen, note};
use super::{names, rooms};
use crate::diagnostic::Level;

/// Validate scenario files: every mistake, with its place and what is allowed there
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  kentei check my-scenarios/ one-more.yaml")]
pub(super) struct Args {
    /// Files, and folders of files
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only for this protocol [default: for each that the path of a file or its text names]
    #[arg(long, short, value_name = "DIALECT")]
    dialect: Option<String>,
}

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let dialects = names::dialects(args.dialect.as_deref())?;
    let (checked, diagnostics) = rooms::check(&args.paths, &dialects);
    note(&rooms::show(&diagnostics, screen.error_color, screen.width));
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error);
    match errors.count() {
        0 => {
            if checked == 0 {
                return Err(Failure::bad_input("there is no scenario in these paths")
                    .hint("name files that end in .yaml, or folders of them"));
            }
            screen.print(|out| writeln!(out, "{checked} scenarios, no mistakes found"))?;
            Ok(Exit::Conformant)
        }
        1 => Err(Failure::bad_input("1 mistake found")),
        errors => Err(Failure::bad_input(format!("{errors} mistakes found"))),
    }
}
