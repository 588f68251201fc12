//! Writes the requested reports and reads reports.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::screen::{self, Screen};
use crate::files;
use crate::lang::{self, Text, ToText};
use crate::report::json::read::{self, Saved};
use crate::report::write::{self, Sink, Target, WriteError};
use crate::report::{Detail, Report, Style, escape, replay, wrap};
use crate::run::result::RunResult;

/// The longest report that is read, in bytes. The report of a run has a few million bytes, and a table contains one for
/// each engine.
const LONGEST: u64 = 256 << 20;

/// The requested reports, and the terminal report if no other report is written to standard output.
pub(super) fn sinks(asked: &[Sink]) -> Result<Vec<Sink>, Failure> {
    let mut sinks = asked.to_vec();
    if sinks.iter().all(|sink| sink.target != Target::Stdout) {
        let terminal = write::sink("terminal").map_err(Failure::could_not_judge)?;
        sinks.insert(0, terminal);
    }
    check(&sinks)?;
    Ok(sinks)
}

/// Finds errors before a run that would otherwise show after it.
pub(super) fn check<F>(sinks: &[Sink<F>]) -> Result<(), Failure> {
    write::check(sinks).map_err(|why| {
        let failure = Failure::bad_input(why);
        let folders = sinks.iter().filter_map(|sink| match &sink.target {
            Target::File(path) => path.parent(),
            Target::Stdout => None,
        });
        let mut missing = folders.filter(|path| !path.as_os_str().is_empty() && !path.exists());
        match missing.next() {
            Some(path) => {
                let folder = replay::quote(&shown(path), cfg!(windows));
                failure.hint(Text::plain(format!("mkdir -p {folder}")))
            }
            None => failure,
        }
    })
}

/// How much is printed.
pub(super) fn detail(quiet: bool, verbose: bool) -> Detail {
    match (quiet, verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        (false, false) => Detail::Normal,
    }
}

/// The style of reports on this screen.
pub(super) fn style(screen: &Screen, detail: Detail) -> Style {
    Style { color: screen.color, width: screen.width, detail, lang: screen.lang }
}

/// Writes a report in every requested format.
pub(super) fn write(screen: &Screen, report: &Report<'_>, sinks: &[Sink]) -> Result<(), Failure> {
    print(screen, |out| write::all(sinks, report, out))
}

/// Writes reports. A report that cannot be written does not stop the others; the failure names it.
pub(super) fn print(
    screen: &Screen,
    write: impl FnOnce(&mut dyn Write) -> Vec<WriteError>,
) -> Result<(), Failure> {
    let mut errors = Vec::new();
    screen.print(|out| {
        errors = write(out);
        Ok(())
    })?;
    if errors.is_empty() {
        return Ok(());
    }
    Err(Failure::could_not_judge(super::failure::errors(
        errors.iter().map(|error| error.to_text()),
    )))
}

/// Reads the JSON report in a file.
pub(super) fn read(path: &Path) -> Result<RunResult, Failure> {
    read_as(path, read::read)
}

/// Reads the JSON report in a file; for a table of engines, the report of each engine.
fn read_all(path: &Path) -> Result<Vec<Saved>, Failure> {
    read_as(path, read::read_all)
}

/// Reads the reports in all of these files, in order, each with its file. None of the files may be the target of a
/// report that is written.
///
/// # Errors
/// If a file is such a target or cannot be read.
pub(super) fn read_each<'p>(
    paths: &'p [PathBuf],
    sinks: &[Sink],
) -> Result<Vec<(&'p Path, Saved)>, Failure> {
    for path in paths {
        keep(path, sinks.iter().map(|sink| &sink.target))?;
    }
    let mut all = Vec::new();
    for path in paths {
        all.extend(read_all(path)?.into_iter().map(|saved| (path.as_path(), saved)));
    }
    Ok(all)
}

fn read_as<T>(
    path: &Path,
    read: impl Fn(&str) -> Result<T, read::ReadError>,
) -> Result<T, Failure> {
    let bytes = files::read(path, LONGEST).map_err(|why| {
        if path.exists() { unreadable(path, &why) } else { unreadable(path, &say!("no such file")) }
    })?;
    if bytes.is_empty() {
        return Err(unreadable(path, &say!("it is empty")));
    }
    let text =
        String::from_utf8(bytes).map_err(|_| unreadable(path, &say!("it is not UTF-8 text")))?;
    read(&text).map_err(|error| {
        let failure = unreadable(path, &error);
        failure.hint(say!("a report that was written with `kentei run --report json=FILE`"))
    })
}

/// The failure that a file is not a report, or not a report that this program can use.
pub(super) fn unreadable(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    let why = lang::with_lang(screen::message_lang(), || why.to_string());
    let why = escape::text(&wrap::without_middle(&why, 600));
    let path = shown(path);
    Failure::bad_input(say!("cannot read report \"{path}\": {why}", path, why))
}

/// Refuses to overwrite a report that is read.
pub(super) fn keep<'a>(
    path: &Path,
    mut targets: impl Iterator<Item = &'a Target>,
) -> Result<(), Failure> {
    if !targets.any(|target| target.is_file(path)) {
        return Ok(());
    }
    let text = say!("\"{path}\" is one of the reports that are read", path = shown(path));
    Err(Failure::bad_input(text).hint(say!("another file for the report that is written")))
}

/// A path in the form for messages.
pub(super) fn shown(path: &Path) -> String {
    escape::text(&path.display().to_string())
}
