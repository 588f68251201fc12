//! `kentei show`: shows a saved report in any format.

use std::path::{Path, PathBuf};

use super::failure::{Exit, Failure};
use super::screen::Screen;
use super::{baseline, fail_on, merge, names, reports};
use crate::report::Report;
use crate::report::json::read::Saved;
use crate::report::write::{self, Sink};

/// Show a saved JSON report in any format
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// JSON reports (`kentei run --report json=FILE`), or tables of engines (`kentei run --all`). Several reports
    /// become one table
    #[arg(required = true, value_name = "REPORT.json")]
    reports: Vec<PathBuf>,
    /// Write a report in a format of `kentei run`; with no PATH, or `-`, to standard output; can be repeated
    #[arg(long, value_name = "FORMAT[=PATH]", value_parser = write::sink)]
    report: Vec<Sink>,
    /// Show only what is wrong
    #[arg(long, short, conflicts_with = "verbose")]
    quiet: bool,
    /// Show more: longer excerpts, each occurrence, measured times
    #[arg(long, short)]
    verbose: bool,
}

const AFTER_HELP: &str = "\
The output is the same as that of the run. Nothing is judged again; `kentei merge` combines several shards into one run.

Examples:
  kentei run ./my-engine --report json=report.json
  kentei show report.json
  kentei show report.json --lang ja --report html=report.html
  kentei show mine.json other.json --report html=engines.html

Exit codes, those of the run:
  0  conformant    1  not conformant    2  bad input    3  could not judge";

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let sinks = reports::sinks(&args.report)?;
    let all = reports::read_each(&args.reports, &sinks)?;
    let style = reports::style(screen, reports::detail(args.quiet, args.verbose));
    if let [(_, Saved { name: None, run, baseline })] = all.as_slice() {
        let catalogue = names::dialect(run.dialect)?.catalogue();
        let report = Report { run, catalogue, baseline: baseline.as_ref(), style };
        reports::write(screen, &report, &sinks)?;
        return Ok(match baseline {
            Some(changes) => baseline::exit(run, changes),
            None => fail_on::exit(run),
        });
    }
    // If several engines have the same name, the names of their files distinguish them.
    let label = |(file, one): &(&Path, Saved)| match name(one) {
        Some(own) if all.iter().filter(|(_, other)| name(other) == Some(own)).count() == 1 => {
            own.to_owned()
        }
        Some(_) | None => reports::shown(file),
    };
    let labels: Vec<String> = all.iter().map(label).collect();
    let engines = labels.iter().map(String::as_str).zip(all.iter().map(|(_, one)| &one.run));
    merge::several(engines, style, &sinks, screen)
}

/// The name of an engine in a table, or the name that it gives itself.
fn name(one: &Saved) -> Option<&str> {
    one.name.as_deref().or(one.run.engine.name.as_deref())
}
