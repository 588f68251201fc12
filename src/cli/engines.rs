//! Finds an engine in the engine file.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::engine_file::{self, Change, EngineFile, Entry, Reading, USUAL};
use super::failure::{Exit, Failure};
use super::names;
use super::screen::{Screen, message};
use crate::engine::Launch;
use crate::lang::Text;
use crate::protocol::Dialect;
use crate::report::{escape, words};
use crate::run::known::{Known, KnownStanding};
use crate::run::result::{Conformance, RunResult};
use crate::verdict::{Severity, Verdict};

/// An engine of the engine file.
pub(super) struct Named {
    /// The file.
    pub(super) file: PathBuf,
    /// The entry of the engine.
    pub(super) entry: Entry,
}

/// The engine that the command line names.
pub(super) enum EngineArg<'a> {
    /// The engine of this name, or the program.
    Named(&'a OsStr),
    /// A program after `--`, or a defect of the built-in engine.
    Other,
    /// The command line names no engine.
    Unnamed,
}

/// Finds the engine with the given name; `None` if a program or the built-in engine is meant. If the command line names
/// an engine file, the engine must be in it. Otherwise the default engine file is read if it exists; then the command
/// line must name an engine, so that a forgotten name does not examine the built-in engine. `command` is the command of
/// kentei, for hints.
pub(super) fn find(
    command: &str,
    wanted: &EngineArg<'_>,
    file: Option<&Path>,
    screen: &Screen,
) -> Result<Option<Named>, Failure> {
    let Some(path) = file else {
        let usual = Path::new(USUAL);
        if !usual.is_file() {
            return Ok(None);
        }
        return match wanted {
            EngineArg::Other => Ok(None),
            EngineArg::Unnamed => Err(unnamed(command, &load(usual, screen)?, usual)),
            // A word that is written as a path is not a name.
            EngineArg::Named(name) => match name.to_str() {
                Some(name) if !name.contains(['/', '\\']) => {
                    let engines = load(usual, screen)?;
                    let failure = unknown(command, &engines, usual, name);
                    let named = take(engines, usual, name);
                    let launch = Launch { program: name.into(), ..Launch::default() };
                    // The name may be that of a program in PATH.
                    if named.is_none() && crate::engine::program(&launch).is_err() {
                        return Err(failure);
                    }
                    Ok(named)
                }
                Some(_) | None => Ok(None),
            },
        };
    };
    let engines = load(path, screen)?;
    let EngineArg::Named(engine) = wanted else {
        return Err(unnamed(command, &engines, path));
    };
    let name = engine.to_string_lossy();
    let failure = unknown(command, &engines, path, &name);
    take(engines, path, &name).map(Some).ok_or(failure)
}

/// The failure that no engine of the file has this name; lists the names of the file.
fn unknown(command: &str, engines: &EngineFile, file: &Path, name: &str) -> Failure {
    let names: Vec<&str> = engines.engines.iter().map(|one| one.name.as_str()).collect();
    let (name, shown) = (escape::text(name), file.display());
    let failure =
        Failure::bad_input(say!("no engine of \"{shown}\" is called \"{name}\"", shown, name));
    let failure = match names::nearest(&name, &names).first() {
        Some(near) => failure.hint(Text::plain(format!("kentei {command} {}", escape::text(near)))),
        None => failure,
    };
    failure.hint(say!("one of: {names}", names = escape::text(&names.join(", "))))
}

/// The failure that the command line names no engine although there is an engine file.
fn unnamed(command: &str, engines: &EngineFile, file: &Path) -> Failure {
    let names: Vec<&str> = engines.engines.iter().map(|one| one.name.as_str()).collect();
    let shown = file.display();
    let failure = Failure::bad_input(say!("no engine of \"{shown}\" is named", shown));
    let names = names.join(", ");
    failure.hint(match command {
        "run" => say!("kentei run NAME, with one of: {names}; or kentei run --all", names),
        _ => say!("kentei {command} NAME, with one of: {names}", command, names),
    })
}

/// All engines of the engine file, in its order. If a dialect is given: those of this dialect, and those without a
/// dialect.
pub(super) fn all(
    file: Option<&Path>,
    dialect: Option<&str>,
    screen: &Screen,
) -> Result<Vec<Named>, Failure> {
    let dialect = dialect.map(names::dialect).transpose()?;
    let path = file.unwrap_or(Path::new(USUAL));
    if file.is_none() && !path.is_file() {
        let failure = Failure::bad_input(say!("no engine file \"{USUAL}\" here", USUAL));
        return Err(failure.hint(say!("`--engine-file FILE` where it is somewhere else")));
    }
    let mut engines = load(path, screen)?.engines;
    let is_meant = |engine: &Entry| match (dialect, engine.dialect) {
        (Some(dialect), Some(own)) => own.name() == dialect.name(),
        (None, _) | (_, None) => true,
    };
    engines.retain(is_meant);
    if engines.is_empty() {
        return Err(no_engine_speaks(file, dialect.map_or("", |dialect| dialect.name())));
    }
    let named = engines.into_iter().map(|entry| Named { file: path.to_path_buf(), entry });
    Ok(named.collect())
}

/// The failure that no engine of the engine file supports a dialect.
pub(super) fn no_engine_speaks(file: Option<&Path>, dialect: &str) -> Failure {
    let shown = file.unwrap_or(Path::new(USUAL)).display();
    Failure::bad_input(say!("no engine of \"{shown}\" supports {dialect}", shown, dialect))
}

/// The known failures of an engine in a dialect, read from the file again.
pub(super) fn again(
    named: &Named,
    dialect: &dyn Dialect,
    screen: &Screen,
) -> Result<Vec<Known>, Failure> {
    let (file, name) = (&named.file, &named.entry.name);
    let found = take(load(file, screen)?, file, name);
    Ok(found.map_or_else(Vec::new, |named| named.entry.known_in(dialect)))
}

fn take(engines: EngineFile, file: &Path, name: &str) -> Option<Named> {
    let mut engines = engines.engines.into_iter();
    let entry = engines.find(|engine| engine.name == name)?;
    Some(Named { file: file.to_path_buf(), entry })
}

/// Reads the engine file and prints all mistakes in it.
fn load(path: &Path, screen: &Screen) -> Result<EngineFile, Failure> {
    let Reading { engines, mistakes } = engine_file::load(path);
    if !mistakes.is_empty() {
        screen.diagnostics(&mistakes);
    }
    engines.ok_or_else(|| Failure::silent(Exit::BadInput))
}

/// Writes the failures of a run into the engine file, and reports what was written. Returns the known failures that the
/// file has now.
pub(super) fn update(
    named: &Named,
    dialect: &dyn Dialect,
    run: &RunResult,
    screen: &Screen,
) -> Result<Vec<Known>, Failure> {
    if run.interrupted {
        let failure =
            Failure::could_not_judge(say!("the run was ended early: nothing was updated"));
        return Err(failure);
    }
    if let Some(reason) = unjudged(run) {
        return Err(Failure::could_not_judge(say!(
            "the engine could not be judged, so nothing was updated: {reason}",
            reason
        )));
    }
    let change = wanted(run, &named.entry.known, run.fail_on.least());
    let (file, name) = (&named.file, &named.entry.name);
    if change.is_empty() {
        message(&say!("\"{file}\" is up to date for {name}", file = file.display(), name));
    } else {
        engine_file::update(file, name, &change).map_err(Failure::bad_input)?;
        let added = words::count(change.add.len() as u64, words::Noun::Known);
        let gone = change.remove.len();
        message(&say!(
            "\"{file}\": {added} of {name} added, {gone} removed",
            file = file.display(),
            added,
            name,
            gone
        ));
    }
    again(named, dialect, screen)
}

/// Why the run does not show what the engine does; `None` if it does. An engine that lacks a library ends at once: then
/// its end would become a known failure, and known failures would be removed because they cannot occur.
fn unjudged(run: &RunResult) -> Option<Text> {
    let shows = |verdict| matches!(verdict, Verdict::Pass | Verdict::Warn);
    if run.scenarios.iter().any(|scenario| shows(scenario.verdict)) {
        return None;
    }
    // A known failure that is no longer seen makes the run "not conformant" even if the engine ended at once.
    let mut without_known = run.clone();
    crate::run::weigh_known(&mut without_known, Vec::new());
    let mut weighed = [&without_known, run].into_iter();
    let open = weighed.find(|run| run.verdict == Conformance::Inconclusive)?;
    Some(open.reason.clone().unwrap_or_default())
}

/// The change to the engine file: adds failures that are not known, and removes known failures that no longer occur.
fn wanted(run: &RunResult, of_file: &[Known], least: Severity) -> Change {
    let mut change = Change::default();
    for scenario in &run.scenarios {
        let settled = matches!(scenario.verdict, Verdict::Fail | Verdict::Warn);
        for finding in scenario.findings.iter().filter(|_| settled) {
            let listed = change.add.iter().any(|(clause, _)| *clause == finding.clause);
            let known = run.known(&scenario.id, finding).is_some();
            if finding.severity >= least && !listed && !known {
                let mut reason = finding.message.to_string();
                reason.retain(|c| !c.is_control());
                change.add.push((finding.clause, reason));
            }
        }
    }
    let stale = run.known.iter().filter(|known| known.standing == KnownStanding::Stale);
    let place = |gone: &Known| of_file.iter().position(|known| known == gone);
    change.remove = stale.filter_map(|gone| place(&gone.known)).collect();
    change
}
