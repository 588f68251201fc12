//! `kentei run`: examines an engine, or all engines of the engine file.

mod after_help;
mod all;
mod dialect;
mod dry_run;
pub(super) mod explore;
mod inner_loop;
mod last_failed;
pub(super) mod plan;
mod undeclared;
mod watch;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use super::engines::{self, Named};
use super::fail_on::{self, FailOn};
use super::failure::{Exit, Failure};
use super::launch;
use super::screen::{Screen, note};
use super::{
    baseline, engine_limits, interrupt, preflight, reports, shard, sharing, snapshots, start,
};
use crate::engine::LaunchError;
use crate::lang::{Text, ToText};
use crate::report::Report;
use crate::report::changes::Changes;
use crate::report::progress::{Live, Logged};
use crate::report::write::{self, Sink};
use crate::run::plan::{NoObserver, Plan};
use crate::run::result::RunResult;
use crate::scenario::Offset;

use after_help::after_help;
use dialect::{Chosen, Libraries};
use last_failed::LastFailed;
use plan::{Shared, plan};
use watch::Watched;

/// Examine an engine
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "kentei run [ENGINE] [OPTIONS] [-- ARGS…]",
    after_help = after_help()
)]
pub(super) struct Args {
    /// The engine: a name in the engine file, a program's path, or its name in PATH [default: the built-in engine;
    /// none if there is an engine file]
    #[arg(value_name = "ENGINE")]
    engine: Option<OsString>,
    /// Arguments of the engine; with no ENGINE, the first is the program
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
    /// Examine every engine of the engine file, one after the other, with a table of engines × clauses in each
    /// report. With `--dialect`, only those of that dialect
    #[arg(long, conflicts_with_all = ["engine", "args", "defect", "baseline"])]
    all: bool,
    /// File with the names of engines, how each is started and its known failures [default: kentei.yaml, if it
    /// exists]
    #[arg(long, value_name = "FILE")]
    engine_file: Option<PathBuf>,
    /// The protocol of the engine (`kentei list dialects`), or `all` for each that it supports, one after the other
    /// [default: that of the engine file or of the other arguments, otherwise the first one whose first command the
    /// engine answers]
    #[arg(long, short, value_name = "DIALECT")]
    dialect: Option<String>,
    /// How strictly to interpret the documents where they differ [default: the first profile of the dialect]
    #[arg(long, short, value_name = "PROFILE")]
    profile: Option<String>,
    /// Set an option of the engine at each boot; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Also send options and values that the engine does not declare; without this they are an error
    #[arg(long)]
    set_undeclared: bool,
    /// An option that is safe to test: a button may be pressed, a text may be set to any value; can be repeated
    #[arg(long, value_name = "NAME", value_parser = option_name)]
    harmless: Vec<String>,
    /// Add scenarios, or replace bundled ones: a file, or a folder of files; can be repeated
    #[arg(long, value_name = "PATH")]
    scenarios: Vec<PathBuf>,
    /// Only scenarios with a matching id (a glob), or about matching clauses (`USI-GO-13`, `USI-GO-*`); `!FILTER`
    /// excludes them; can be repeated
    #[arg(long, short, value_name = "FILTER")]
    filter: Vec<String>,
    /// Play only scripts, without the small set of generated sessions
    #[arg(long)]
    no_generated: bool,
    /// How many scenarios run at once [default: twelve for each core, but at most 48 or the number of cores,
    /// whichever is larger; more for the built-in engine]. Most of them only wait: of engines that use the processor
    /// when they start or search, no more run at once than three for each core, counted by their threads
    #[arg(long, short, value_name = "N", value_parser = |text: &str| start::count::<u16>(text, 1024))]
    jobs: Option<u16>,
    /// Make the whole run N times with the same seed, and report how often each scenario failed
    #[arg(long, value_name = "N", default_value = "1", value_parser = |text: &str| start::count::<u32>(text, 10_000))]
    repeat: u32,
    #[command(flatten)]
    start: start::Args,
    #[command(flatten)]
    engine_limits: engine_limits::Args,
    #[command(flatten)]
    sharing: sharing::Args,
    #[command(flatten)]
    shard: shard::Shards,
    /// Random seed: a run with the same seed sends the same lines [default: a new one each time; the report names
    /// it]
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Play every round of every race at this offset from its event: `7ms`, `-0.5ms`, `same-write`
    #[arg(long, value_name = "OFFSET", allow_negative_numbers = true, allow_hyphen_values = true)]
    race_offset: Option<Offset>,
    /// Multiply every limit by this factor, for slow machines or impatient users: 0.1 to 100
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = factor, allow_negative_numbers = true)]
    limits_scale: f64,
    /// End the run after this time, such as `90s` or `5m`: what was not judged by then is inconclusive. The most
    /// important scenarios are played first
    #[arg(long, value_name = "DURATION", value_parser = start::duration)]
    max_time: Option<Duration>,
    #[command(flatten)]
    inner_loop: inner_loop::Args,
    /// Write a report in one of the formats below; with no PATH, or `-`, to standard output; can be repeated
    #[arg(long, value_name = "FORMAT[=PATH]", value_parser = write::sink)]
    report: Vec<Sink>,
    /// Compare the run with the JSON report of an earlier one: every report shows what has changed, and the exit code
    /// is 1 only if something got worse, even if clauses were broken before
    #[arg(long, value_name = "REPORT.json")]
    baseline: Option<PathBuf>,
    /// What makes the exit code 1: `fail`, a broken clause that counts; `warn`, also a warning; `never`, nothing;
    /// with `snapshots` added, also a changed snapshot: `warn,snapshots`. With --baseline, anything that got worse,
    /// unless this is `never`
    #[arg(long, value_name = "WHAT", default_value = "fail")]
    fail_on: FailOn,
    /// Store the output of each scenario in a form that changes only if the engine does, and compare it with what was
    /// stored before; `kentei snapshot` reviews what is new or has changed
    #[arg(long, value_name = "DIR")]
    snapshots: Option<PathBuf>,
    /// Add failures to the engine file as known failures, and remove those that no longer occur
    #[arg(long)]
    update_known: bool,
    /// Show only what is wrong: no progress line, no line for what passed
    #[arg(long, short, conflicts_with = "verbose")]
    quiet: bool,
    /// Show more: longer excerpts, each occurrence, measured times
    #[arg(long, short)]
    verbose: bool,
    /// Examine the built-in engine with this defect (`kentei list defects`)
    #[arg(long, value_name = "ID")]
    defect: Option<String>,
}

pub(super) fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let sinks = reports::sinks(&args.report)?;
    args.shard.keep_durations(&sinks)?;
    if args.all || dialect::every(args) {
        return all::run(args, &sinks, screen);
    }
    let shared = Shared::new(args);
    let mut command = Command {
        args,
        sinks: &sinks,
        screen,
        shared,
        guard: None,
        chosen: None,
        last_failed: None,
        watched: None,
    };
    if args.inner_loop.watch { watch::run(&mut command) } else { once(&mut command) }
}

/// What the runs of one command have in common.
struct Command<'a> {
    args: &'a Args,
    sinks: &'a [Sink],
    screen: &'a Screen,
    shared: Shared,
    /// Exists until the last run has ended.
    guard: Option<interrupt::Guard>,
    /// The dialect in which the engine is examined, once it is known.
    chosen: Option<Chosen>,
    /// The scenarios that had not passed before the first run.
    last_failed: Option<BTreeSet<String>>,
    /// The files of the last run, in the state in which the run began.
    watched: Option<Watched>,
}

/// Examines one engine once.
fn once(command: &mut Command<'_>) -> Result<Exit, Failure> {
    let Command { args, sinks, screen, .. } = *command;
    let named = engines::find("run", &wanted(args), args.engine_file.as_deref(), screen)?;
    if args.update_known && named.is_none() {
        let failure =
            Failure::bad_input(say!("known failures belong to an engine of an engine file"));
        return Err(failure.hint(say!("kentei run NAME --update-known")));
    }
    let libraries = Libraries::default();
    let chosen = chosen(command, named.as_ref(), &libraries)?;
    let library = |dialect| libraries.shown(args, dialect, screen);
    let mut plan = plan(args, named.as_ref(), chosen.dialects[0], &command.shared, &library)?;
    let last_failed = LastFailed::of(named.as_ref(), &plan);
    if args.inner_loop.watch {
        command.watched = Some(Watched::now(args, plan.engine.launch()));
    }
    if args.inner_loop.last_failed {
        let ids = match &command.last_failed {
            Some(ids) => ids,
            None => command.last_failed.insert(last_failed.ids()?),
        };
        plan.scenarios.retain(|scenario| ids.contains(&scenario.id));
        if plan.scenarios.is_empty() {
            return Err(Failure::bad_input(say!(
                "the filters leave none of the scenarios that did not pass"
            )));
        }
    }
    if args.inner_loop.dry_run {
        return dry_run::print(args, &plan, screen);
    }
    let targets = || sinks.iter().map(|sink| &sink.target);
    let baseline = match &args.baseline {
        Some(path) => Some(baseline::of_run(path, &plan, targets())?),
        None => None,
    };
    let open = |root: &PathBuf| snapshots::open(root, named.as_ref(), &plan);
    let kept = args.snapshots.as_ref().map(open).transpose()?;
    preflight::check(plan.jobs)?;
    if command.guard.is_none() {
        command.guard = Some(interrupt::listen(&plan.cancel)?);
    }
    if let Some(failure) = chosen.unanswered {
        let reason = failure.message.clone();
        return Err(unplayed(args, screen, &plan, reason, failure));
    }
    undeclared::check(args, named.as_ref(), &plan)?;
    let mut result = match play(args, screen, &plan, None) {
        Ok(result) => result,
        Err(error) => {
            let reason = error.to_text();
            return Err(unplayed(args, screen, &plan, reason, launch::failed(&error)));
        }
    };
    result.engine.also_speaks = chosen.also.iter().map(|name| (*name).to_owned()).collect();
    last_failed.remember(&result);
    let known = named.as_ref().map_or_else(Vec::new, |named| named.entry.known_in(plan.dialect));
    crate::run::weigh_known(&mut result, known);
    // The reports are written whatever became of the engine file.
    let mut updated = Ok(());
    if let Some(named) = named.as_ref().filter(|_| args.update_known) {
        match engines::update(named, plan.dialect, &result, screen) {
            Ok(known) => crate::run::weigh_known(&mut result, known),
            Err(failure) => updated = Err(failure),
        }
    }
    if let Some(kept) = kept.filter(|_| !result.interrupted) {
        snapshots::compare(&kept, named.as_ref(), &plan, args.fail_on.snapshots, &mut result);
    }
    let changes = baseline.as_ref().map(|old| baseline::compare(old, &result)).transpose();
    let compared = changes.as_ref().ok().and_then(Option::as_ref);
    let reported = report(args, screen, &plan, &result, compared, sinks);
    updated.and(reported)?;
    Ok(match &changes? {
        Some(changes) => baseline::exit(&result, changes),
        None => fail_on::exit(&result),
    })
}

/// The dialect in which the engine of a command is examined. Later runs of the same command use the same dialect.
fn chosen(
    command: &mut Command<'_>,
    named: Option<&Named>,
    libraries: &Libraries,
) -> Result<Chosen, Failure> {
    if let Some(known) = &command.chosen {
        return Ok(known.clone());
    }
    let Command { args, screen, .. } = *command;
    if command.guard.is_none() && !args.inner_loop.dry_run {
        command.guard = Some(interrupt::listen(&command.shared.cancel)?);
    }
    let chosen = dialect::choose(args, named, &command.shared, libraries, screen)?;
    if chosen.unanswered.is_none() {
        command.chosen = Some(chosen.clone());
    }
    Ok(chosen)
}

/// The engine that the command line names.
fn wanted(args: &Args) -> engines::EngineArg<'_> {
    match &args.engine {
        Some(engine) => engines::EngineArg::Named(engine),
        None if args.args.is_empty() && args.defect.is_none() => engines::EngineArg::Unnamed,
        None => engines::EngineArg::Other,
    }
}

/// The failure that an engine did not start or answers nothing. The requested reports are written too: otherwise the
/// file of an earlier run would look like the result of this run.
fn unplayed(
    args: &Args,
    screen: &Screen,
    plan: &Plan,
    reason: Text,
    mut failure: Failure,
) -> Failure {
    let nothing = crate::run::nothing(plan, reason);
    if let Err(more) = report(args, screen, plan, &nothing, None, &args.report) {
        failure.message = super::failure::errors([failure.message, more.message]);
    }
    failure
}

/// Plays a plan. `place` is its position among several plans, as a title.
fn play(
    args: &Args,
    screen: &Screen,
    plan: &Plan,
    place: Option<String>,
) -> Result<RunResult, LaunchError> {
    if args.quiet {
        return crate::run::run(plan, &NoObserver);
    }
    if !std::io::stderr().is_terminal() {
        return crate::run::run(plan, &Logged::new(screen.lang, place, note));
    }
    let live = Live::on_stderr(screen.lang, place);
    let result = crate::run::run(plan, &live);
    live.finish();
    result
}

fn report(
    args: &Args,
    screen: &Screen,
    plan: &Plan,
    result: &RunResult,
    baseline: Option<&Changes>,
    sinks: &[Sink],
) -> Result<(), Failure> {
    let detail = reports::detail(args.quiet, args.verbose);
    let report = Report {
        run: result,
        catalogue: plan.dialect.catalogue(),
        baseline,
        style: reports::style(screen, detail),
    };
    reports::write(screen, &report, sinks)
}

pub(super) fn setting(text: &str) -> Result<(String, String), Text> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(say!("no \"=\" between the name and the value"));
    };
    if name.trim().is_empty() {
        return Err(say!("the name is empty"));
    }
    if text.chars().any(char::is_control) {
        return Err(say!("control characters would be commands of their own"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

fn option_name(text: &str) -> Result<String, Text> {
    if text.trim().is_empty() {
        return Err(say!("the name is empty"));
    }
    if text.contains('=') {
        return Err(say!("a name alone, without a value"));
    }
    Ok(text.to_owned())
}

fn seed(text: &str) -> Result<u64, Text> {
    text.parse().map_err(|_| say!("expected a whole number"))
}

/// Reads a factor from 0.1 to 100.
fn factor(text: &str) -> Result<f64, Text> {
    let number: Option<f64> = text.parse().ok();
    let in_range = number.filter(|number| (0.1..=100.0).contains(number));
    in_range.ok_or_else(|| say!("expected a number from 0.1 to 100"))
}
