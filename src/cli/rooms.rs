//! The other rooms, as the commands call them: one function a call.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::failure::Failure;
use crate::diagnostic::Diagnostic;
use crate::engine::{self, Launch, LaunchError};
use crate::explore;
use crate::lang::Text;
use crate::ledger::Ledger;
use crate::protocol::{Dialect, Limits};
use crate::reference::{self, Defect, Ending, Io};
use crate::report::{diagnostics, write};
use crate::run::known::Known;
use crate::run::openings::Opening;
use crate::run::plan::FailOn;
use crate::run::result::RunResult;
use crate::run::shards::Shard;
use crate::run::{self, Explored, Observer, Plan};
use crate::scenario::{self, Scenario};
use crate::verdict::ClauseId;

/// Every scenario of a dialect, those of these files and folders among them.
pub(super) fn load(
    dialect: &'static dyn Dialect,
    extra: &[PathBuf],
) -> (Vec<Scenario>, Vec<Diagnostic>) {
    let (library, diagnostics) = scenario::load(dialect, extra);
    (library.scenarios, diagnostics)
}

/// The generated sessions that each run plays in a profile, and those of explorations that are asked for by their ids.
pub(super) fn generated<'a>(
    dialect: &'static dyn Dialect,
    profile: &'static str,
    ids: impl Iterator<Item = &'a str>,
) -> Vec<Scenario> {
    let mut sessions = explore::fixed(dialect, profile);
    sessions.extend(ids.filter_map(|id| explore::by_id(dialect, profile, id)));
    explore::scenarios(dialect, &sessions)
}

/// Plays what is generated, batch after batch.
pub(super) fn explore(
    plan: &Plan,
    next: &mut dyn FnMut(&Explored) -> Vec<Scenario>,
    observer: &dyn Observer,
) -> Result<(RunResult, Explored), LaunchError> {
    run::explore(plan, next, observer)
}

/// How many scenarios were read from these files and folders, and what is wrong with them.
pub(super) fn check(
    paths: &[PathBuf],
    dialects: &[&'static dyn Dialect],
) -> (usize, Vec<Diagnostic>) {
    scenario::check_paths(paths, dialects)
}

/// Diagnostics as they are shown.
pub(super) fn show(diagnostics: &[Diagnostic], color: bool, width: usize) -> String {
    diagnostics::print(diagnostics, color, width)
}

/// The JSON Schema of scenario files.
pub(super) fn scenario_schema() -> serde_json::Value {
    scenario::schema()
}

/// Whether a glob matches an id.
pub(super) fn glob_match(glob: &str, id: &str) -> bool {
    scenario::glob_match(glob, id)
}

/// How many scenarios run at once by default, and how many threads of engines may be busy at once.
pub(super) fn jobs(cores: usize, built_in: bool) -> (usize, usize) {
    run::plan::jobs(cores, built_in)
}

/// Whether a scenario leaves the engine in a known state, so that another one can follow in the same process.
pub(super) fn can_share(dialect: &dyn Dialect, scenario: &Scenario) -> bool {
    run::can_share(dialect, scenario)
}

/// Plays the scenarios of a plan.
pub(super) fn play(plan: &Plan, observer: &dyn Observer) -> Result<RunResult, LaunchError> {
    run::run(plan, observer)
}

/// What an engine answers to the opening word of the dialect of each of these plans.
pub(super) fn openings(plans: &[Plan]) -> Result<Vec<Opening>, LaunchError> {
    run::openings::openings(plans)
}

/// These scenarios and those without which they prove nothing.
pub(super) fn with_prerequisites(scenarios: &[Scenario], library: &[Scenario]) -> Vec<Scenario> {
    run::with_prerequisites(scenarios, library)
}

/// The scenarios of a plan, in the order in which they are begun.
pub(super) fn in_order(plan: &Plan) -> Vec<Scenario> {
    run::in_order(plan)
}

/// The file of the program that is started; `None` where there is none.
pub(super) fn program(launch: &Launch) -> Option<PathBuf> {
    engine::program(launch).ok()
}

/// The scenarios of one shard, dealt out by how long they took before.
pub(super) fn split(
    scenarios: &[Scenario],
    limits: &Limits,
    measured: &HashMap<String, Duration>,
    shard: Shard,
) -> Vec<Scenario> {
    run::split(scenarios, limits, measured, shard)
}

/// The run that these are parts of.
pub(super) fn unite(
    parts: Vec<run::Part>,
    fail_on: Option<(FailOn, bool)>,
) -> Result<RunResult, String> {
    run::unite(parts, fail_on)
}

/// Weighs a run against what is known to fail.
pub(super) fn weigh(run: &mut RunResult, known: Vec<Known>) {
    run::weigh_known(run, known);
}

/// Leaves a run open whose snapshots could not be compared, where they count.
pub(super) fn weigh_snapshots(run: &mut RunResult) {
    run::weigh_snapshots(run);
}

/// Puts a text in the place of a file, whole or not at all.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    write::atomically(path, |out| out.write_all(text.as_bytes()))
}

/// The result of a run that could not begin, with the reason.
pub(super) fn nothing(plan: &Plan, reason: Text) -> RunResult {
    run::nothing(plan, reason)
}

/// Has engines started by a launcher from now on, where there can be one.
pub(super) fn use_launcher() {
    #[cfg(target_os = "linux")]
    {
        // The program as it is now: its file may be replaced or deleted during a run.
        let own = Path::new("/proc/self/exe");
        if own.exists() {
            // Where it fails, engines are started directly.
            let _ = engine::use_launcher(own.to_owned(), vec![super::launcher::WORD.into()]);
        }
    }
}

/// Is the launcher of one engine until nothing of it is left.
#[cfg(target_os = "linux")]
pub(super) fn serve_as_launcher() {
    engine::serve();
}

/// Kills every engine that is running.
pub(super) fn kill_all() {
    engine::kill_all();
}

/// The defects of the built-in engine of a dialect.
pub(super) fn defects(dialect: &str) -> &'static [Defect] {
    reference::defects(dialect)
}

/// Whether the built-in engine of a dialect can have this defect, listed or not.
pub(super) fn engine_knows(dialect: &str, defect: &str) -> bool {
    reference::knows(dialect, defect)
}

/// Is the built-in engine until it has had enough, and returns its exit code.
pub(super) fn be_engine(dialect: &str, defect: Option<&str>) -> Result<ExitCode, Failure> {
    let io = Io {
        input: Box::new(io::stdin()),
        output: Box::new(io::stdout()),
        errors: Box::new(io::stderr()),
    };
    match reference::run(dialect, defect, io) {
        // A process has eight bits for its status.
        Ok(Ending::Exit(code)) => Ok(ExitCode::from(code as u8)),
        Ok(Ending::Abort) => std::process::abort(),
        Err(error) => Err(Failure::bad_input(error.to_string())),
    }
}

/// Who watches each clause of a dialect, and what is missing.
pub(super) fn ledger(dialect: &'static dyn Dialect) -> Ledger {
    let (library, _) = scenario::load(dialect, &[]);
    Ledger::of(dialect, &library.scenarios, reference::defects(dialect.name()))
}

/// The always-on rules that watch a clause.
pub(super) fn rules(dialect: &'static dyn Dialect, clause: ClauseId) -> Vec<&'static str> {
    let watches = dialect.watches();
    let mut rules: Vec<_> = watches
        .into_iter()
        .filter(|watch| watch.clause == clause.0)
        .map(|watch| watch.rule)
        .collect();
    rules.dedup();
    rules
}
