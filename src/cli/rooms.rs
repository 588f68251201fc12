//! The other rooms, as the commands call them: one function a call.

use std::path::PathBuf;

use super::failure::{Exit, Failure};
use crate::diagnostic::Diagnostic;
use crate::engine::{self, LaunchError};
use crate::protocol::Dialect;
use crate::run::result::RunResult;
use crate::run::{self, Observer, Plan};
use crate::scenario::Scenario;
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
pub(super) fn load(_: &'static dyn Dialect, _: &[PathBuf]) -> (Vec<Scenario>, Vec<Diagnostic>) {
    (Vec::new(), Vec::new())
}

/// What is wrong with files of scenarios.
pub(super) fn check(_: &[PathBuf], _: &[&'static dyn Dialect]) -> Result<Vec<Diagnostic>, Failure> {
    Err(not_there("checking of scenarios"))
}

/// Diagnostics as they are shown.
pub(super) fn show(diagnostics: &[Diagnostic], _color: bool, _width: usize) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| format!("error: {}\n", diagnostic.message))
        .collect()
}

/// The JSON Schema of scenario files.
pub(super) fn scenario_schema() -> Result<serde_json::Value, Failure> {
    Err(not_there("the schema of scenarios"))
}

/// Whether a glob matches an id.
pub(super) fn glob_match(glob: &str, id: &str) -> bool {
    glob == id
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
pub(super) fn defects(_: &str) -> Vec<Defect> {
    Vec::new()
}

/// Is the built-in engine, until its game is over.
pub(super) fn be_engine(_: &str, _: Option<&str>) -> Result<Exit, Failure> {
    Err(not_there("the built-in engine"))
}

fn not_there(what: &str) -> Failure {
    Failure::could_not_judge(format!("{what} is not there yet"))
}

/// The always-on rules that watch a clause.
pub(super) fn rules(_: &'static dyn Dialect, _: ClauseId) -> Vec<String> {
    Vec::new()
}
