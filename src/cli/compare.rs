//! `kentei compare`: shows what has changed between two reports.

use std::path::PathBuf;

use super::failure::{Exit, Failure};
use super::reports;
use super::screen::Screen;
use crate::lang::Text;
use crate::report::Detail;
use crate::report::changes::formats::{FORMATS, Format};
use crate::report::changes::{self, Changes, Mismatch, Outcome};
use crate::report::write::{self, Sink};
use crate::run::result::RunResult;

/// Show what changed between two JSON reports
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub(super) struct Args {
    /// The JSON report of the older run and that of the newer one; reports of even older runs may come before them,
    /// the oldest first, and are shown as the history
    #[arg(value_names = ["OLD.json", "NEW.json"], num_args = 2.., required = true)]
    reports: Vec<PathBuf>,
    /// Write the comparison in one of the formats below; with no PATH, or `-`, to standard output; can be repeated
    #[arg(long, value_name = "FORMAT[=PATH]", value_parser = sink)]
    report: Vec<Sink<Format>>,
}

fn sink(text: &str) -> Result<Sink<Format>, Text> {
    write::place(text, FORMATS, |format| format.name)
}

/// The formats from their table, and examples.
fn after_help() -> String {
    let width = FORMATS.iter().map(|format| format.name.len()).max().unwrap_or(0);
    let formats =
        FORMATS.iter().map(|format| format!("  {:width$}  {}\n", format.name, format.about));
    let formats: String = formats.collect();
    format!("Formats of comparisons:\n{formats}\n{AFTER_HELP}")
}

const AFTER_HELP: &str = "\
These are worse: a clause that is newly broken (also as a warning), one that was a warning and is now a failure, one
that is broken in more scenarios, and scenarios that were judged before and are skipped or blocked now. Flaky and
inconclusive results never count. Options, words of messages and latencies are reported, but do not count.

The comparison is written to standard output, unless all formats are written to files.

Examples:
  kentei compare old.json new.json
  kentei compare old.json new.json --report markdown >> CHANGES.md
  kentei compare old.json new.json --report html=changes.html
  kentei compare v1.json v2.json v3.json     v2 and v3, and the result of each clause in all three

Exit codes:
  0  nothing got worse    1  something got worse    2  bad input    3  the newer run could not be judged";

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let mut sinks = args.report.clone();
    if sinks.is_empty() {
        sinks.push(sink("terminal").map_err(Failure::could_not_judge)?);
    }
    reports::check(&sinks)?;
    for path in &args.reports {
        reports::keep(path, sinks.iter().map(|sink| &sink.target))?;
    }
    let read = args.reports.iter().map(|path| reports::read(path));
    let read = read.collect::<Result<Vec<_>, Failure>>()?;
    let changes = compared(&read).map_err(|mismatch| {
        Failure::bad_input(say!("these reports cannot be compared: {mismatch}", mismatch))
    })?;
    let style = reports::style(screen, Detail::Normal);
    reports::print(screen, |out| {
        write::each(&sinks, style, out, |format, style, out| (format.render)(&changes, style, out))
    })?;
    Ok(exit(changes.outcome))
}

/// What has changed between the last two reports; if there are more than two, with the history of all of them.
fn compared(reports: &[RunResult]) -> Result<Changes, Mismatch> {
    match reports {
        [old, new] => changes::between(old, new),
        [.., old, new] => changes::between(old, new)?.with_history(reports),
        [] | [_] => Err(Mismatch::NothingInCommon),
    }
}

/// The exit code of a comparison.
pub(super) fn exit(outcome: Outcome) -> Exit {
    match outcome {
        Outcome::Good => Exit::Conformant,
        Outcome::Worse => Exit::Nonconformant,
        Outcome::Unjudged => Exit::CouldNotJudge,
    }
}
