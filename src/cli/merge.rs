//! `kentei merge`: one report out of those of several shards, or of several engines.

use std::path::PathBuf;

use super::fail_on::{self, FailOn};
use super::failure::{Exit, Failure};
use super::screen::Screen;
use super::{names, reports, rooms};
use crate::report::engine_comparison::{EngineComparison, Member};
use crate::report::json::ReportV1;
use crate::report::write::{self, Sink};
use crate::report::{Host, Report, Style};
use crate::run::result::RunResult;
use crate::run::shards::Part;

/// Make one report out of those of several shards, or of several engines
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// JSON reports of all shards of a run (`kentei run --shard I/N --report json=FILE`), in any order; of several
    /// engines, for a table of engines × clauses; or such tables (`kentei run --all`)
    #[arg(required = true, value_name = "REPORT.json")]
    reports: Vec<PathBuf>,
    /// Write a report in a format of `kentei run`; with no PATH, or `-`, to standard output; can be repeated
    #[arg(long, value_name = "FORMAT[=PATH]", value_parser = write::sink)]
    report: Vec<Sink>,
    /// What makes the exit code 1 [default: what the shards were run with]
    #[arg(long, value_name = "WHAT")]
    fail_on: Option<FailOn>,
    /// Show only what is wrong
    #[arg(long, short, conflicts_with = "verbose")]
    quiet: bool,
    /// Show more: longer excerpts, each occurrence, measured times
    #[arg(long, short)]
    verbose: bool,
}

const AFTER_HELP: &str = "\
The whole is judged as if it had been one run, known failures too. What is missing, there twice or of another run
is refused. Reports of several engines become one table, each engine's shards united.

Examples:
  kentei run ./my-engine --shard 1/2 --report json=1.json
  kentei run ./my-engine --shard 2/2 --report json=2.json
  kentei merge 1.json 2.json --report html=report.html --report junit=junit.xml
  kentei merge reports/*/*.json --report html=index.html
  kentei run --all --shard 1/2 --report json=fleet-1.json

Exit codes:
  0  conformant    1  not conformant    2  bad input    3  could not judge";

/// A report that was read.
struct Told {
    path: PathBuf,
    report: ReportV1,
}

/// The run of one engine out of its parts.
pub(super) struct United {
    /// What the engine is called: its name in the engine file, else its command.
    pub(super) name: String,
    /// The whole run.
    pub(super) run: RunResult,
    /// The machines that it was made on.
    pub(super) host: Host,
}

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let sinks = reports::sinks(&args.report)?;
    for path in &args.reports {
        reports::keep(path, sinks.iter().map(|sink| &sink.target))?;
    }
    let mut told = Vec::new();
    for path in &args.reports {
        for report in reports::read_all(path)? {
            told.push(Told { path: path.clone(), report });
        }
    }
    let mut united = unite(told, args.fail_on)?;
    let style = reports::style(screen, reports::detail(args.quiet, args.verbose));
    if united.len() > 1 {
        return several(&united, style, &sinks, screen);
    }
    let Some(one) = united.pop() else {
        return Err(Failure::bad_input("there is no report"));
    };
    let catalogue = names::dialect(one.run.dialect)?.catalogue();
    let report = Report { run: &one.run, catalogue, host: &one.host, baseline: None, style };
    reports::write(screen, &report, &sinks)?;
    Ok(fail_on::exit(&one.run))
}

/// The table of several engines.
fn several(
    united: &[United],
    style: Style,
    sinks: &[Sink],
    screen: &Screen,
) -> Result<Exit, Failure> {
    let labels = labels(united);
    let mut members = Vec::new();
    for (one, name) in united.iter().zip(&labels) {
        members.push(Member {
            name,
            run: &one.run,
            catalogue: names::dialect(one.run.dialect)?.catalogue(),
            host: &one.host,
        });
    }
    let engine_comparison = EngineComparison { members, style };
    reports::print(screen, |out| write::table(sinks, &engine_comparison, out))?;
    Ok(fail_on::worst(united.iter().map(|one| &one.run)))
}

/// What the engines are called in a table: as they call themselves, where that tells them apart; else as they were
/// started.
fn labels(united: &[United]) -> Vec<String> {
    let own = |one: &United| one.run.engine.name.clone();
    let label = |one: &United| {
        let name = own(one)?;
        let same = united.iter().filter(|other| own(other).as_ref() == Some(&name));
        (same.count() == 1).then_some(name)
    };
    united.iter().map(|one| label(one).unwrap_or_else(|| one.name.clone())).collect()
}

/// The runs of these reports, each engine's parts united, in the order in which engines first come.
fn unite(told: Vec<Told>, fail_on: Option<FailOn>) -> Result<Vec<United>, Failure> {
    let mut engines: Vec<(String, Vec<Told>)> = Vec::new();
    for one in told {
        let name = name(&one.report);
        match engines.iter_mut().find(|(known, _)| *known == name) {
            Some((_, parts)) => parts.push(one),
            None => engines.push((name, vec![one])),
        }
    }
    let several = engines.len() > 1;
    let mut united = Vec::new();
    for (name, parts) in engines {
        let of = |failure: Failure| {
            let message = if several {
                format!("{name}: {}", failure.message)
            } else {
                failure.message.clone()
            };
            Failure { message, ..failure }
        };
        let (run, host) = whole(parts, fail_on).map_err(of)?;
        united.push(United { name, run, host });
    }
    Ok(united)
}

/// What an engine is called.
fn name(report: &ReportV1) -> String {
    let from_file = report.replay.iter().any(|word| word == "--engine-file");
    let named = report.replay.first().filter(|_| from_file);
    let command = || report.engine.command.join(" ");
    match named {
        Some(name) => name.clone(),
        None if report.engine.built_in => "the built-in engine".to_owned(),
        None => command(),
    }
}

/// One run out of the reports of one engine.
fn whole(told: Vec<Told>, fail_on: Option<FailOn>) -> Result<(RunResult, Host), Failure> {
    let mut parts = Vec::new();
    let mut hosts: Vec<Host> = Vec::new();
    for Told { path, report } in told {
        let version = &report.tool.version;
        if version != env!("CARGO_PKG_VERSION") {
            let ours = env!("CARGO_PKG_VERSION");
            let why = format!(
                "kentei {version} made it, and this is {ours}: what was played by one version is merged by that one"
            );
            return Err(reports::unreadable(&path, &why));
        }
        let (run, host) = report.into_run().map_err(|error| reports::unreadable(&path, &error))?;
        let name = path.display().to_string();
        parts.push(Part { name, run });
        hosts.push(host);
    }
    let run = rooms::unite(parts, fail_on.map(|fail_on| (fail_on.what, fail_on.snapshots)))
        .map_err(Failure::bad_input)?;
    Ok((run, host(&hosts)))
}

/// Several machines as one: what differs is told side by side, of the cores the fewest.
fn host(hosts: &[Host]) -> Host {
    let words = |word: fn(&Host) -> &str| {
        let mut words: Vec<&str> = hosts.iter().map(word).collect();
        words.sort_unstable();
        words.dedup();
        words.join(" + ")
    };
    Host {
        os: words(|host| &host.os),
        arch: words(|host| &host.arch),
        cores: hosts.iter().map(|host| host.cores).min().unwrap_or_default(),
    }
}
