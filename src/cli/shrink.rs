//! `kentei shrink`: finds the shortest script that still shows the violation of a scenario.

pub(super) mod save;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::failure::{Exit, Failure};
use super::launch::{self, EngineChoice};
use super::run::plan::{self, generated};
use super::screen::{Screen, message};
use super::{engine_limits, engines, interrupt, names, preflight, start};
use crate::diagnostic::Diagnostic;
use crate::engine::EngineSource;
use crate::lang::Text;
use crate::protocol::Dialect;
use crate::run::plan::{Harmless, Plan};
use crate::run::shrink::{self, NotShrunk, Shrunk};
use crate::scenario::{self, Scenario};
use crate::verdict::ClauseId;

/// Reduce a scenario that shows a violation to the shortest script that still shows it
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "kentei shrink SCENARIO [ENGINE] [OPTIONS] [-- ARGS…]",
    after_help = AFTER_HELP
)]
pub(super) struct Args {
    /// The scenario: an id (`kentei list scenarios`, or that of a generated session), or a file
    #[arg(value_name = "SCENARIO")]
    scenario: String,
    /// The engine: a name in the engine file, a program's path, or its name in PATH [default: the built-in engine;
    /// none if there is an engine file]
    #[arg(value_name = "ENGINE")]
    engine: Option<OsString>,
    /// Arguments of the engine; with no ENGINE, the first is the program
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
    /// File with the names of engines [default: kentei.yaml, if it exists]
    #[arg(long, value_name = "FILE")]
    engine_file: Option<PathBuf>,
    /// The protocol of the engine [default: that of the scenario's folder, otherwise that of the engine file,
    /// otherwise usi]
    #[arg(long, short, value_name = "DIALECT")]
    dialect: Option<String>,
    /// How strictly to interpret the documents where they differ [default: the first profile of the dialect]
    #[arg(long, short, value_name = "PROFILE")]
    profile: Option<String>,
    /// Set an option of the engine at each boot; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = super::run::setting)]
    set: Vec<(String, String)>,
    /// Where further scenarios are: a file, or a folder of files; can be repeated
    #[arg(long, value_name = "PATH")]
    scenarios: Vec<PathBuf>,
    /// The clause whose violation must remain [default: that of the most severe violation]
    #[arg(long, value_name = "CLAUSE")]
    clause: Option<String>,
    /// How often to play a candidate that does not show the violation at once [default: estimated from the first
    /// plays of the scenario]
    #[arg(long, value_name = "N", value_parser = |text: &str| start::count::<u32>(text, 1000))]
    tries: Option<u32>,
    /// How long the reduction may take; after this time the shortest script so far is the result
    #[arg(long, value_name = "DURATION", default_value = "5m", value_parser = start::duration)]
    max_time: Duration,
    /// Write the result into this folder: a scenario, and a script in Python that shows the fault without kentei
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    #[command(flatten)]
    start: start::Args,
    #[command(flatten)]
    engine_limits: engine_limits::Args,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Examine the built-in engine with this defect (`kentei list defects`)
    #[arg(long, value_name = "ID")]
    defect: Option<String>,
}

const AFTER_HELP: &str = "\
First steps are removed, then repeats, options, words of `go` and moves, as long as the engine still shows the
violation at the same clause and a conformant engine does not. Nothing is sent that a client may not send. Without
--save the scenario is written to standard output. With it, DIR has scenarios/DIALECT/NAME.yaml for `kentei check`
and `kentei run --scenarios`, and NAME.py, which needs only Python 3 and exits with 1 if the fault occurs.

Examples:
  kentei shrink usi/ponder/stop-on-miss ./my-engine --save faults
  kentei shrink usi/ponder/stop-on-miss ./my-engine --clause USI-PON-02
  kentei shrink usi/generated/7-1-12 ./my-engine       a session that `kentei explore` has reported
  kentei shrink long-game.yaml --max-time 20m -- python3 my_engine.py

Exit codes:
  0  reduced    2  bad input    3  the violation does not show, or the engine cannot be played";

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let file = args.engine_file.as_deref();
    let named = engines::find("shrink SCENARIO", &wanted(args), file, screen)?;
    let entry = named.as_ref().map(|named| &named.entry);
    let dialect = dialect(args, entry.and_then(|entry| entry.dialect))?;
    let clause = args.clause.as_deref().map(|clause| known_clause(dialect, clause)).transpose()?;
    let wanted = match entry {
        Some(entry) => launch::named(entry, &args.args),
        None => launch::wanted(args.engine.as_deref(), &args.args, args.defect.as_deref())?,
    };
    let profile = plan::profile(dialect, args.profile.as_deref(), entry)?;
    let scenarios = scenarios(args, dialect, profile, screen)?;
    let limits = plan::limits(dialect, entry, &args.start.limits(dialect)?, 1.0);
    let mut launched = wanted.launch(dialect.name())?;
    args.start.over(&mut launched)?;
    launched.limits = args.engine_limits.over(&launched.limits)?;
    let folder = launched.cwd.clone();
    let built_in = matches!(wanted, EngineChoice::BuiltIn(_));
    let mut plan = Plan::new(launched, dialect, Vec::new());
    plan.built_in = built_in;
    plan.profile = profile;
    plan.limits = limits;
    plan.set = plan::set(&args.set, entry);
    plan.harmless = match (built_in, entry) {
        (true, _) => Harmless::All,
        (false, Some(entry)) => Harmless::Named(entry.harmless.clone()),
        (false, None) => Harmless::Named(Vec::new()),
    };
    plan.cancel = Arc::new(AtomicBool::new(false));
    preflight::check(1)?;
    let _guard = interrupt::listen(&plan.cancel)?;
    let control = EngineSource::from(EngineChoice::BuiltIn(None).launch(dialect.name())?);
    let (scenario, shrunk) = reduce(args, &plan, &scenarios, clause, &control)?;
    save::report(args, screen, &save::Reduced { scenario, shrunk: &shrunk, plan: &plan, folder })
}

/// The engine that the command line names.
fn wanted(args: &Args) -> engines::EngineArg<'_> {
    match &args.engine {
        Some(engine) => engines::EngineArg::Named(engine),
        None if args.args.is_empty() && args.defect.is_none() => engines::EngineArg::Unnamed,
        None => engines::EngineArg::Other,
    }
}

/// Reduces the first of the scenarios that shows the violation.
fn reduce<'s>(
    args: &Args,
    plan: &Plan,
    scenarios: &'s [Scenario],
    clause: Option<&str>,
    control: &EngineSource,
) -> Result<(&'s Scenario, Shrunk), Failure> {
    let progress = |played: u32, lines: usize| {
        if !args.quiet {
            message(&say!("candidates played: {played}; lines sent: {lines}", played, lines));
        }
    };
    let wanted = shrink::ShrinkTask {
        clause,
        tries: args.tries,
        control: Some(control),
        max_time: args.max_time,
        progress: &progress,
    };
    let (mut others, mut plays) = (BTreeSet::new(), 0);
    for (number, scenario) in (1..).zip(scenarios) {
        if scenarios.len() > 1 && !args.quiet {
            let (id, of) = (&scenario.id, scenarios.len());
            message(&say!("case {number} of {of}: {id}", number, of, id));
        }
        match shrink::shrink(plan, scenario, &wanted) {
            Ok(shrunk) => return Ok((scenario, shrunk)),
            Err(NotShrunk::NotShown(clauses, played)) => {
                others.extend(clauses);
                plays += played;
            }
            Err(NotShrunk::Launch(error)) => return Err(launch::failed(&error)),
            Err(NotShrunk::Script(wrong)) => return Err(broken(&wrong)),
            Err(NotShrunk::NotConfirmed(why)) => {
                return Err(Failure::could_not_judge(why));
            }
            Err(NotShrunk::Ended) => {
                return Err(Failure::could_not_judge(say!(
                    "ended by the user before it was reduced"
                )));
            }
        }
    }
    Err(not_shown(clause, &others, plays))
}

fn not_shown(clause: Option<&str>, others: &BTreeSet<ClauseId>, plays: u32) -> Failure {
    let what = clause
        .map_or_else(|| "no violation".to_owned(), |clause| format!("no violation of {clause}"));
    let failure = Failure::could_not_judge(say!(
        "{what} shows in {plays} plays of the scenario",
        what,
        plays
    ));
    match others.len() {
        0 => failure,
        _ => {
            let ids: Vec<&str> = others.iter().map(|clause| clause.0).collect();
            failure.hint(say!("--clause CLAUSE, for what it shows: {ids}", ids = ids.join(", ")))
        }
    }
}

fn broken(wrong: &[Diagnostic]) -> Failure {
    let first =
        wrong.first().map_or_else(|| say!("it is not a script"), |first| first.message.clone());
    Failure::bad_input(say!("this scenario cannot be written as one script: {first}", first))
}

/// The dialect of the command line, of the folder of the scenario, or of the engine; otherwise `usi`.
fn dialect(
    args: &Args,
    entry: Option<&'static dyn Dialect>,
) -> Result<&'static dyn Dialect, Failure> {
    if let Some(name) = &args.dialect {
        return names::dialect(name);
    }
    let mut folders = Path::new(&args.scenario).iter().rev().filter_map(|folder| folder.to_str());
    let of_folder = folders.find_map(|folder| names::dialect(folder).ok());
    of_folder.or(entry).map_or_else(|| names::dialect("usi"), Ok)
}

/// The scenarios that the command line names: one, or all cases of one file.
fn scenarios(
    args: &Args,
    dialect: &'static dyn Dialect,
    profile: &'static str,
    screen: &Screen,
) -> Result<Vec<Scenario>, Failure> {
    let file = Path::new(&args.scenario);
    let is_file = file.is_file();
    let mut extra = args.scenarios.clone();
    extra.extend(is_file.then(|| file.to_path_buf()));
    let (library, wrong) = scenario::load(dialect, &extra);
    let mut library = library.scenarios;
    if wrong.iter().any(Diagnostic::is_error) {
        screen.diagnostics(&wrong);
        return Err(Failure::silent(Exit::BadInput));
    }
    let id = std::iter::once(args.scenario.as_str());
    library.extend(generated(dialect, profile, id));
    let own = file.strip_prefix(".").unwrap_or(file);
    let is_meant = |scenario: &&Scenario| {
        if is_file {
            !scenario.file.bundled && scenario.file.path == own
        } else {
            let id = scenario.id.as_str();
            id == args.scenario || id.split('[').next() == Some(&args.scenario)
        }
    };
    let meant: Vec<Scenario> = library.iter().filter(is_meant).cloned().collect();
    if !meant.is_empty() {
        return Ok(meant);
    }
    if is_file {
        let text = say!(
            "\"{name}\" is not for {dialect}",
            name = args.scenario.as_str(),
            dialect = dialect.name()
        );
        return Err(Failure::bad_input(text).hint(say!("--dialect DIALECT")));
    }
    let ids = library.iter().map(|scenario| scenario.id.as_str());
    let failure = names::unknown(say!("scenario"), &args.scenario, ids);
    Err(failure.hint(Text::plain("kentei list scenarios")))
}

fn known_clause<'c>(dialect: &dyn Dialect, clause: &'c str) -> Result<&'c str, Failure> {
    if dialect.catalogue().clause(clause).is_some() {
        return Ok(clause);
    }
    let known = dialect.catalogue().clauses.iter().map(|clause| clause.id.0);
    Err(names::unknown(say!("clause"), clause, known))
}
