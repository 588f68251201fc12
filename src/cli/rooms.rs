//! The other rooms, as the commands call them: one function a call.

use std::path::PathBuf;

use super::failure::{Exit, Failure};
use crate::diagnostic::Diagnostic;
use crate::engine::{self, LaunchError};
use crate::protocol::Dialect;
use crate::reference;
use crate::report::diagnostics;
use crate::run::result::RunResult;
use crate::run::{self, Observer, Plan};
use crate::scenario::{self, Scenario};
use crate::verdict::ClauseId;

/// A misbehaviour that a built-in engine can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Defect {
    /// Its id.
    pub(super) id: &'static str,
    /// `defect`, or `control` for what looks odd and must not be failed.
    pub(super) kind: &'static str,
    /// What it is about.
    pub(super) category: &'static str,
    /// What the engine does.
    pub(super) behaviour: &'static str,
    /// The clauses of which one is reported.
    pub(super) clauses: Vec<&'static str>,
    /// The verdict word for each profile.
    pub(super) expected: Vec<(&'static str, &'static str)>,
}

/// Every scenario of a dialect, those of these files and folders among them.
pub(super) fn load(
    dialect: &'static dyn Dialect,
    extra: &[PathBuf],
) -> (Vec<Scenario>, Vec<Diagnostic>) {
    let (library, diagnostics) = scenario::load(dialect, extra);
    (library.scenarios, diagnostics)
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

/// Plays the scenarios of a plan.
pub(super) fn play(plan: &Plan, observer: &dyn Observer) -> Result<RunResult, LaunchError> {
    run::run(plan, observer)
}

/// Kills every engine that is running.
pub(super) fn kill_all() {
    engine::kill_all();
}

/// The defects of the built-in engine of a dialect.
pub(super) fn defects(dialect: &str) -> Vec<Defect> {
    let row = |defect: &reference::Defect| Defect {
        id: defect.id,
        kind: match defect.kind {
            reference::Kind::Defect => "defect",
            reference::Kind::Control => "control",
        },
        category: defect.category,
        behaviour: defect.behaviour,
        clauses: defect.clauses.clone(),
        expected: defect.expected.clone(),
    };
    reference::defects(dialect).iter().map(row).collect()
}

/// Is the built-in engine, until its game is over.
pub(super) fn be_engine(dialect: &str, defect: Option<&str>) -> Result<Exit, Failure> {
    let io = reference::Io {
        input: Box::new(std::io::stdin()),
        output: Box::new(std::io::stdout()),
        errors: Box::new(std::io::stderr()),
    };
    match reference::run(dialect, defect, io) {
        Ok(reference::Ending::Exit(code)) => leave(code),
        Ok(reference::Ending::Abort) => std::process::abort(),
        Err(error) => Err(Failure::bad_input(error.to_string())),
    }
}

#[expect(
    clippy::exit,
    reason = "the engine's status is its own, and its threads may still wait for input"
)]
fn leave(code: i32) -> ! {
    std::process::exit(code)
}

/// The always-on rules that watch a clause.
pub(super) fn rules(_: &'static dyn Dialect, _: ClauseId) -> Vec<String> {
    Vec::new()
}
