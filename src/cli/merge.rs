//! `kentei merge`: makes one report out of the reports of several shards or several engines.

use std::path::PathBuf;

use super::fail_on::{self, FailOn};
use super::failure::{Exit, Failure};
use super::screen::Screen;
use super::{names, reports};
use crate::report::engine_comparison::{EngineComparison, Member};
use crate::report::write::{self, Sink};
use crate::report::{Report, Style};
use crate::run::Part;
use crate::run::result::{RunResult, Tool};

/// Combine the reports of several shards, or of several engines, into one
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
    /// What makes the exit code 1 [default: as in the runs of the shards]
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
The merged report is judged as if it were one run, including known failures. A shard that is missing, given twice or
from another run is refused. Reports of several engines become one table, with the shards of each engine merged.

Examples:
  kentei run ./my-engine --shard 1/2 --report json=1.json
  kentei run ./my-engine --shard 2/2 --report json=2.json
  kentei merge 1.json 2.json --report html=report.html --report junit=junit.xml
  kentei merge reports/*/*.json --report html=index.html
  kentei run --all --shard 1/2 --report json=fleet-1.json

Exit codes:
  0  conformant    1  not conformant    2  bad input    3  could not judge";

/// A report that was read.
struct ReadReport {
    path: PathBuf,
    run: RunResult,
}

/// The run of one engine, merged from its parts.
pub(super) struct United {
    /// The name of the engine in the engine file, or its command.
    pub(super) name: String,
    /// The merged run.
    pub(super) run: RunResult,
}

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let sinks = reports::sinks(&args.report)?;
    let read = reports::read_each(&args.reports, &sinks)?.into_iter();
    let read_reports =
        read.map(|(path, saved)| ReadReport { path: path.to_owned(), run: saved.run });
    let mut united = unite(read_reports.collect(), args.fail_on)?;
    let style = reports::style(screen, reports::detail(args.quiet, args.verbose));
    if united.len() > 1 {
        let labels = labels(&united);
        let engines = labels.iter().map(String::as_str).zip(united.iter().map(|one| &one.run));
        return several(engines, style, &sinks, screen);
    }
    let Some(one) = united.pop() else {
        return Err(Failure::bad_input(say!("there is no report")));
    };
    let catalogue = names::dialect(one.run.dialect)?.catalogue();
    let report = Report { run: &one.run, catalogue, baseline: None, style };
    reports::write(screen, &report, &sinks)?;
    Ok(fail_on::exit(&one.run))
}

/// Writes the table of several engines, each with its name there.
pub(super) fn several<'a>(
    engines: impl Iterator<Item = (&'a str, &'a RunResult)> + Clone,
    style: Style,
    sinks: &[Sink],
    screen: &Screen,
) -> Result<Exit, Failure> {
    let member = |(name, run): (&'a str, &'a RunResult)| {
        Ok(Member { name, run, catalogue: names::dialect(run.dialect)?.catalogue() })
    };
    let members = engines.clone().map(member).collect::<Result<_, Failure>>()?;
    let engine_comparison = EngineComparison { members, style };
    reports::print(screen, |out| write::table(sinks, &engine_comparison, out))?;
    Ok(fail_on::worst(engines.map(|(_, run)| run)))
}

/// The names of the engines in a table: the name that an engine gives itself, if no other engine has the same name;
/// otherwise its name in the engine file or its command, with the dialect and the profile where these differ.
fn labels(united: &[United]) -> Vec<String> {
    let own = |one: &United| one.run.engine.name.clone();
    let label = |one: &United| {
        let name = own(one)?;
        let same = united.iter().filter(|other| own(other).as_ref() == Some(&name));
        (same.count() == 1).then_some(name)
    };
    let all: Vec<Examined> =
        united.iter().map(|one| Examined::of(one.name.clone(), &one.run)).collect();
    let labels = united.iter().zip(&all);
    labels.map(|(one, examined)| label(one).unwrap_or_else(|| examined.title(&all))).collect()
}

/// An engine in a dialect and a profile: the reports with the same one are parts of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Examined {
    name: String,
    dialect: &'static str,
    profile: String,
}

impl Examined {
    fn of(name: String, run: &RunResult) -> Self {
        Self { name, dialect: run.dialect, profile: run.profile.clone() }
    }

    /// The name of the engine; with the dialect if the engine was examined in several dialects, and with the profile if
    /// it was examined in several profiles of the dialect.
    fn title(&self, all: &[Self]) -> String {
        let same = || all.iter().filter(|other| other.name == self.name);
        let mut more = Vec::new();
        if same().any(|other| other.dialect != self.dialect) {
            more.push(self.dialect);
        }
        if same().any(|other| other.dialect == self.dialect && other.profile != self.profile) {
            more.push(&self.profile);
        }
        match more.as_slice() {
            [] => self.name.clone(),
            more => format!("{} ({})", self.name, more.join(", ")),
        }
    }
}

/// The runs of these reports, with the parts of each run merged, in the order of the first report of each run.
fn unite(read_reports: Vec<ReadReport>, fail_on: Option<FailOn>) -> Result<Vec<United>, Failure> {
    let mut runs: Vec<(Examined, Vec<ReadReport>)> = Vec::new();
    for one in read_reports {
        let examined = Examined::of(name(&one.run), &one.run);
        match runs.iter_mut().find(|(known, _)| *known == examined) {
            Some((_, parts)) => parts.push(one),
            None => runs.push((examined, vec![one])),
        }
    }
    let all: Vec<Examined> = runs.iter().map(|(examined, _)| examined.clone()).collect();
    let mut united = Vec::new();
    for (examined, parts) in runs {
        let of = |failure: Failure| {
            let message = if all.len() > 1 {
                say!("{what}: {why}", what = examined.title(&all), why = failure.message)
            } else {
                failure.message
            };
            Failure { message, ..failure }
        };
        united.push(United { run: whole(parts, fail_on).map_err(of)?, name: examined.name });
    }
    Ok(united)
}

/// The name of an engine in the engine file, or its command.
fn name(run: &RunResult) -> String {
    let from_file = run.replay.iter().any(|word| word == "--engine-file");
    let named = run.replay.first().filter(|_| from_file);
    let command = || run.engine.command.join(" ");
    match named {
        Some(name) => name.clone(),
        None if run.engine.built_in => "the built-in engine".to_owned(),
        None => command(),
    }
}

/// Merges the reports of one engine into one run.
fn whole(read_reports: Vec<ReadReport>, fail_on: Option<FailOn>) -> Result<RunResult, Failure> {
    let mut parts = Vec::new();
    for ReadReport { path, run } in read_reports {
        let (version, ours) = (&run.tool.version, Tool::this().version);
        if *version != ours {
            let why = format!(
                "kentei {version} made it, and this is {ours}: what was played by one version is merged by that one"
            );
            return Err(reports::unreadable(&path, &why));
        }
        names::dialect(run.dialect)
            .map_err(|failure| reports::unreadable(&path, &failure.message))?;
        parts.push(Part { name: path.display().to_string(), run });
    }
    crate::run::unite(parts, fail_on.map(|fail_on| (fail_on.what, fail_on.snapshots)))
        .map_err(Failure::bad_input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Launch;
    use crate::lang::Text;
    use crate::protocol::usi::USI;
    use crate::run::plan::Plan;

    #[test]
    fn an_engine_in_several_dialects_or_profiles_is_named_with_them() {
        let plan = Plan::new(Launch::default(), &USI, Vec::new());
        let nothing = crate::run::nothing(&plan, Text::EMPTY);
        let one = |name: &str, dialect, profile: &str| {
            let run = RunResult { dialect, profile: profile.to_owned(), ..nothing.clone() };
            United { name: name.to_owned(), run }
        };
        let united = [
            one("a", "usi", "core"),
            one("a", "uci", "core"),
            one("a", "uci", "text"),
            one("b", "uci", "core"),
        ];
        assert_eq!(labels(&united), ["a (usi)", "a (uci, core)", "a (uci, text)", "b"]);
    }
}
