//! Reports: written where they were asked for, and read back.

use std::fs;
use std::path::Path;

use super::failure::Failure;
use super::screen::Screen;
use crate::protocol::Catalogue;
use crate::report::json::{ReportV1, read};
use crate::report::write::{self, Sink, Target};
use crate::report::{Detail, Host, Report, Style};
use crate::run::result::RunResult;

/// The reports that were asked for, and the terminal's own where it is in nobody's way.
pub(super) fn sinks(asked: &[Sink]) -> Result<Vec<Sink>, Failure> {
    let mut sinks = asked.to_vec();
    if sinks.iter().all(|sink| sink.target != Target::Stdout) {
        let terminal = write::sink("terminal").map_err(Failure::could_not_judge)?;
        sinks.insert(0, terminal);
    }
    write::check(&sinks).map_err(Failure::bad_input)?;
    Ok(sinks)
}

/// How much is told.
pub(super) fn detail(quiet: bool, verbose: bool) -> Detail {
    match (quiet, verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        (false, false) => Detail::Normal,
    }
}

/// Writes all reports; what cannot be written costs the others nothing.
pub(super) fn write(
    screen: &Screen,
    detail: Detail,
    (result, catalogue, host): (&RunResult, &Catalogue, &Host),
    sinks: &[Sink],
) -> Result<(), Failure> {
    let report = Report {
        run: result,
        catalogue,
        host,
        style: Style {
            color: screen.color,
            width: screen.width,
            detail,
        },
    };
    let mut errors = Vec::new();
    screen.print(|out| {
        errors = write::all(sinks, &report, out);
        Ok(())
    })?;
    let mut messages = errors.iter().map(ToString::to_string);
    let Some(first) = messages.next() else {
        return Ok(());
    };
    let rest: String = messages
        .map(|message| format!("\nerror: {message}"))
        .collect();
    Err(Failure::could_not_judge(first + &rest))
}

/// The JSON report in a file.
pub(super) fn read(path: &Path) -> Result<ReportV1, Failure> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    read::read(&text).map_err(|error| unreadable(path, &error))
}

/// A report that is none, or not one that this program can use.
pub(super) fn unreadable(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    let path = path.display();
    Failure::bad_input(format!("cannot read report \"{path}\": {why}"))
}
