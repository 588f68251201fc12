//! The other rooms, as the commands call them: one function a call.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use super::failure::Failure;
use crate::diagnostic::Diagnostic;
use crate::engine::{self, LaunchError};
use crate::protocol::Dialect;
use crate::reference::{self, Defect, Ending, Io};
use crate::run::result::RunResult;
use crate::run::{self, Observer, Plan};
use crate::scenario::Scenario;
use crate::verdict::ClauseId;

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
pub(super) fn defects(dialect: &str) -> &'static [Defect] {
    reference::defects(dialect)
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

fn not_there(what: &str) -> Failure {
    Failure::could_not_judge(format!("{what} is not there yet"))
}

/// The always-on rules that watch a clause.
pub(super) fn rules(_: &'static dyn Dialect, _: ClauseId) -> Vec<String> {
    Vec::new()
}
