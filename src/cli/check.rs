//! `kentei check`: reports the mistakes in scenario files.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use super::failure::{Exit, Failure};
use super::names;
use super::screen::Screen;
use crate::diagnostic::{Diagnostic, Level};
use crate::lang::Text;
use crate::protocol::{DIALECTS, Dialect};
use crate::report::words;
use crate::scenario::check_paths;

/// Validate scenario files: show every mistake with its place and what is allowed there
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  kentei check my-scenarios/ one-more.yaml")]
pub(super) struct Args {
    /// Files, and folders of files
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only for this protocol [default: each protocol that the path or the text of a file names, otherwise usi, as in `run`]
    #[arg(long, short, value_name = "DIALECT")]
    dialect: Option<String>,
}

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let dialects = names::dialects(args.dialect.as_deref())?;
    let (checked, diagnostics) = check_paths(&distinct(&args.paths), &dialects);
    screen.diagnostics(&diagnostics);
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error);
    let failed = |message: Text| {
        let failure = Failure::bad_input(message);
        let is_assumed = args.dialect.is_none() && diagnostics.iter().any(is_outside);
        if !is_assumed {
            return failure;
        }
        failure.hint(say!(
            "--dialect D, if it is not for usi: a file outside of scenarios/D/ does not say"
        ))
    };
    match errors.count() {
        0 => {
            if checked == 0
                && let Some(name) = &args.dialect
            {
                elsewhere(&args.paths, name)?;
            }
            if checked == 0 {
                return Err(Failure::bad_input(say!("there is no scenario in these paths"))
                    .hint(say!("name files that end in .yaml, or folders of them")));
            }
            screen.print(|out| {
                let scenarios = words::count(checked as u64, words::Noun::Scenario);
                writeln!(out, "{}", say!("{scenarios}, no mistakes found", scenarios))
            })?;
            Ok(Exit::Conformant)
        }
        1 => Err(failed(say!("1 mistake found"))),
        errors => Err(failed(say!("{errors} mistakes found", errors))),
    }
}

/// The failure that the paths have scenarios for other dialects only.
fn elsewhere(paths: &[PathBuf], name: &str) -> Result<(), Failure> {
    let (checked, _) = check_paths(paths, DIALECTS);
    let has =
        |dialect: &&&'static dyn Dialect| check_paths(paths, std::slice::from_ref(*dialect)).0 > 0;
    let others: Vec<&str> = DIALECTS.iter().filter(has).map(|dialect| dialect.name()).collect();
    if others.is_empty() {
        return Ok(());
    }
    let text = say!(
        "these paths have {scenarios} for {others}, and none for {name}",
        scenarios = words::count(checked as u64, words::Noun::Scenario),
        others = others.join(", "),
        name
    );
    Err(Failure::bad_input(text).hint(say!("leave out --dialect {name}", name)))
}

/// The paths without those that name the same file or folder as an earlier one.
fn distinct(paths: &[PathBuf]) -> Vec<PathBuf> {
    let whole = |path: &PathBuf| fs::canonicalize(path).unwrap_or_else(|_| path.clone());
    let mut seen = HashSet::new();
    paths.iter().filter(|path| seen.insert(whole(path))).cloned().collect()
}

/// Whether a mistake is in a file whose folders do not name a dialect.
fn is_outside(diagnostic: &Diagnostic) -> bool {
    let names = |folder: &OsStr| {
        folder == "shared" || DIALECTS.iter().any(|dialect| folder == dialect.name())
    };
    let span = diagnostic.span.as_ref();
    span.is_some_and(|span| !span.file.path.iter().any(names))
}
