//! Writes reports to their targets. If one report fails, the others are still written.

use std::fmt;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::destination::{self, Bounded};
use super::engine_comparison::EngineComparison;
use super::{FORMATS, Format, Report, Style, badge};
use crate::lang::{Text, ToText};

/// A requested report, with a format of some list of formats.
#[derive(Debug, Clone)]
pub struct Sink<F: 'static = Format> {
    /// The format.
    pub format: &'static F,
    /// The target.
    pub target: Target,
}

/// The target of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Standard output.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl Target {
    /// Whether this is the file to which a path leads, however each of the two is written. A device or a pipe can take
    /// several reports.
    #[must_use]
    pub fn is_file(&self, path: &Path) -> bool {
        match self {
            Self::Stdout => false,
            Self::File(file) => {
                let is_device = fs::metadata(path).is_ok_and(|found| !found.is_file());
                !is_device && whole(file) == whole(path)
            }
        }
    }
}

/// A report that could not be written.
#[derive(Debug)]
pub struct WriteError {
    /// The target of the report.
    pub target: Target,
    /// The error of the system.
    pub error: io::Error,
}

impl ToText for WriteError {
    fn to_text(&self) -> Text {
        let error = &self.error;
        match &self.target {
            Target::Stdout => say!("cannot write to standard output: {error}", error),
            Target::File(path) => {
                say!("cannot write report \"{path}\": {error}", path = path.display(), error)
            }
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_text().fmt(f)
    }
}

impl std::error::Error for WriteError {}

/// Parses `FORMAT` or `FORMAT=PATH`; without a path, or with the path `-`, the target is standard output. If a format
/// has two forms, the ending of the path decides.
///
/// # Errors
///
/// A lower-case fragment that says what is wrong.
pub fn sink(text: &str) -> Result<Sink, Text> {
    let mut sink = place(text, FORMATS, |format| format.name)?;
    if let Target::File(path) = &sink.target {
        sink.format = badge::by_ending(sink.format, path);
    }
    Ok(sink)
}

/// The same for any list of formats; `named` gives the name of a format.
///
/// # Errors
///
/// A lower-case fragment that says what is wrong, with the names of all formats.
pub fn place<F>(
    text: &str,
    formats: &'static [F],
    named: fn(&F) -> &'static str,
) -> Result<Sink<F>, Text> {
    let (name, path) = match text.split_once('=') {
        Some((name, path)) => (name, Some(path)),
        None => (text, None),
    };
    let Some(format) = formats.iter().find(|format| named(format) == name) else {
        let known: Vec<&str> = formats.iter().map(named).collect();
        let known = known.join(", ");
        return Err(say!("no report format \"{name}\" (there is: {known})", name, known));
    };
    let target = match path {
        None | Some("-") => Target::Stdout,
        Some("") => return Err(say!("no path after \"{name}=\"", name)),
        Some(path) => Target::File(PathBuf::from(path)),
    };
    Ok(Sink { format, target })
}

/// Finds errors before a run that would otherwise show after it: a missing folder, two reports with the same target.
///
/// # Errors
///
/// A lower-case fragment that says what is wrong.
pub fn check<F>(sinks: &[Sink<F>]) -> Result<(), Text> {
    for (place, sink) in sinks.iter().enumerate() {
        let before = &sinks[..place];
        let Target::File(path) = &sink.target else {
            if before.iter().any(|other| other.target == Target::Stdout) {
                return Err(say!("two reports want standard output"));
            }
            continue;
        };
        let shown = path.display();
        if before.iter().any(|other| other.target.is_file(path)) {
            return Err(say!("two reports want the file \"{shown}\"", shown));
        }
        if path.is_dir() {
            return Err(say!("\"{shown}\" is a folder, not a file", shown));
        }
        let folder = folder(path);
        if !folder.is_dir() {
            return Err(say!("no folder \"{path}\" for a report", path = folder.display()));
        }
    }
    Ok(())
}

/// Writes all reports and returns the errors. It is no error if the reader of standard output has gone.
#[must_use]
pub fn all(sinks: &[Sink], report: &Report<'_>, stdout: &mut dyn Write) -> Vec<WriteError> {
    each(sinks, report.style, stdout, |format, style, out| {
        (format.render)(&Report { style, ..*report }, out)
    })
}

/// Writes the reports of several engines in the same way.
#[must_use]
pub fn table(
    sinks: &[Sink],
    engine_comparison: &EngineComparison<'_>,
    stdout: &mut dyn Write,
) -> Vec<WriteError> {
    each(sinks, engine_comparison.style, stdout, |format, style, out| {
        let members = engine_comparison.members.clone();
        (format.table)(&EngineComparison { members, style }, out)
    })
}

/// Writes each report with `render`, which gets the style for the target.
#[must_use]
pub fn each<F>(
    sinks: &[Sink<F>],
    style: Style,
    stdout: &mut dyn Write,
    render: impl Fn(&F, Style, &mut dyn Write) -> io::Result<()>,
) -> Vec<WriteError> {
    let mut errors = Vec::new();
    for sink in sinks {
        let written = match &sink.target {
            Target::Stdout => {
                match render(sink.format, style, stdout).and_then(|()| stdout.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                    other => other,
                }
            }
            Target::File(path) => {
                let style = Style { detail: style.detail, lang: style.lang, ..Style::FILE };
                atomically(path, |out| render(sink.format, style, out))
            }
        };
        if let Err(error) = written {
            let target = sink.target.clone();
            errors.push(WriteError { target, error });
        }
    }
    errors
}

/// Replaces a file by a text, completely or not at all.
///
/// # Errors
///
/// The error of the system; the file is then unchanged.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    atomically(path, |out| out.write_all(text.as_bytes()))
}

/// Writes a file so that it is complete or unchanged: first to a temporary file in the same folder, which then replaces
/// the file. Pipes and devices are written to directly.
///
/// # Errors
///
/// The error of the system or of `write`; a regular file is then unchanged.
pub fn atomically(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // A link stays a link: its target is replaced.
    let path = destination::through_links(path)?;
    let present = fs::metadata(&path).ok();
    if present.as_ref().is_some_and(|present| !present.is_file()) {
        // A rename would replace a device or a pipe by a file.
        let mut out = BufWriter::new(destination::special(&path)?);
        write(&mut out)?;
        return out.flush();
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kentei-");
    let permissions = present.map(|present| present.permissions());
    if let Some(permissions) = permissions.or_else(ordinary) {
        builder.permissions(permissions);
    }
    let mut file = builder.tempfile_in(folder(&path)).map_err(|error| pathless(&error))?;
    let mut out = BufWriter::new(Bounded::new(file.as_file_mut()));
    write(&mut out)?;
    out.flush()?;
    drop(out);
    file.persist(&path).map(drop).map_err(|error| error.error)
}

/// The error of the system without the path of the temporary file, which the user does not know.
fn pathless(error: &io::Error) -> io::Error {
    let text = error.to_string();
    let reason = text.split(" at path ").next().unwrap_or_default();
    io::Error::new(error.kind(), reason.to_owned())
}

/// Read and write permission, limited by the user's mask. By default, temporary files are private.
#[cfg(unix)]
fn ordinary() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn ordinary() -> Option<fs::Permissions> {
    None
}

/// The file to which a path leads, as the canonical folder and the name; the file need not exist. A path whose folder
/// does not exist stays as it is.
fn whole(path: &Path) -> PathBuf {
    let path = destination::through_links(path).unwrap_or_else(|_| path.to_owned());
    let canonical = || Some(fs::canonicalize(folder(&path)).ok()?.join(path.file_name()?));
    canonical().unwrap_or(path)
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;

    fn write(specs: &[String], stdout: &mut dyn Write) -> Vec<WriteError> {
        let sinks: Vec<Sink> = specs.iter().map(|spec| sink(spec).unwrap()).collect();
        let report = Report {
            run: &fixtures::broken(),
            catalogue: &fixtures::catalogue(),
            baseline: None,
            style: Style::FILE,
        };
        all(&sinks, &report, stdout)
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_report_is_asked_for_by_format_and_path() {
        assert_eq!(sink("json").unwrap().target, Target::Stdout);
        assert_eq!(sink("json=-").unwrap().target, Target::Stdout);
        let with_sign = Target::File(PathBuf::from("a=b.json"));
        assert_eq!(sink("json=a=b.json").unwrap().target, with_sign);
        let error = sink("jsn=x").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("no report format \"jsn\" (there is: terminal, html, json, "),
            "{error}"
        );
        assert!(sink("json=").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_is_followed_and_stays() {
        let root = tempfile::tempdir().unwrap();
        let place = |name: &str| root.path().join(name);
        fs::create_dir(place("deep")).unwrap();
        std::os::unix::fs::symlink("deep/second", place("first")).unwrap();
        std::os::unix::fs::symlink("../real", place("deep/second")).unwrap();
        atomically(&place("first"), |out| out.write_all(b"x")).unwrap();
        assert_eq!(fs::read(place("real")).unwrap(), b"x");
        assert!(fs::symlink_metadata(place("first")).unwrap().is_symlink());
        assert!(fs::symlink_metadata(place("deep/second")).unwrap().is_symlink());
        std::os::unix::fs::symlink("none/x", place("lost")).unwrap();
        assert!(atomically(&place("lost"), |out| out.write_all(b"x")).is_err());
        assert!(fs::symlink_metadata(place("lost")).unwrap().is_symlink());
        std::os::unix::fs::symlink("round", place("round")).unwrap();
        assert!(atomically(&place("round"), |out| out.write_all(b"x")).is_err());
        assert!(fs::symlink_metadata(place("round")).unwrap().is_symlink());
    }

    #[test]
    fn what_cannot_work_is_said_before_the_run() {
        let check = |specs: &[&str]| {
            let sinks: Vec<Sink> = specs.iter().map(|spec| sink(spec).unwrap()).collect();
            check(&sinks)
        };
        assert!(check(&["json", "terminal=x.txt"]).is_ok());
        assert!(check(&["json", "terminal=-"]).is_err());
        assert!(check(&["json=x", "terminal=x"]).is_err());
        assert!(check(&["json=x", "terminal=./x"]).is_err());
        assert!(check(&["json=x", "terminal=src/../x"]).is_err());
        assert!(check(&["json=x", "terminal=src/x"]).is_ok());
        assert!(check(&["json=src"]).is_err());
        assert!(check(&["json=no/such/folder/x.json"]).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_the_file_of_another_report_is_the_same_file() {
        let root = tempfile::tempdir().unwrap();
        let place = |name: &str| root.path().join(name);
        fs::create_dir(place("deep")).unwrap();
        std::os::unix::fs::symlink("deep", place("also-deep")).unwrap();
        std::os::unix::fs::symlink("deep/x", place("link")).unwrap();
        let target = Target::File(place("deep/x"));
        for (path, same) in [("also-deep/x", true), ("link", true), ("deep/y", false)] {
            assert_eq!(target.is_file(&place(path)), same, "{path}");
        }
        assert!(Target::File(place("none/x")).is_file(&place("none/x")));
        assert!(!Target::Stdout.is_file(&place("deep/x")));
        let null = Path::new("/dev/null");
        assert!(!Target::File(null.to_owned()).is_file(null));
    }

    #[test]
    fn one_report_that_fails_does_not_cost_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let good = folder.path().join("good.json");
        let specs = [
            format!("json={}", folder.path().join("no/such.json").display()),
            format!("json={}", good.display()),
            "terminal".to_owned(),
        ];
        let mut stdout = Vec::new();
        let errors = write(&specs, &mut stdout);
        assert_eq!(errors.len(), 1);
        assert!(errors[0].to_string().contains("such.json"), "{}", errors[0]);
        assert!(fs::read_to_string(&good).unwrap().ends_with("}\n"));
        assert!(!stdout.is_empty());
        assert_eq!(names(folder.path()), ["good.json"]);
    }

    #[test]
    fn a_report_that_breaks_off_leaves_the_old_one_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        fs::write(&path, "old").unwrap();
        let broken = atomically(&path, |out| {
            out.write_all(b"half of the ne")?;
            Err(io::Error::other("disk full"))
        });
        assert_eq!(broken.unwrap_err().to_string(), "disk full");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["report.json"]);
        atomically(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        atomically(&link, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let (none, dangling) = (folder.path().join("none"), folder.path().join("dangling"));
        std::os::unix::fs::symlink("none", &dangling).unwrap();
        atomically(&dangling, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&none).unwrap(), "new");
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        let circle = folder.path().join("circle");
        std::os::unix::fs::symlink("circle", &circle).unwrap();
        let lost = atomically(&circle, |out| out.write_all(b"new"));
        assert!(lost.is_err());
        assert!(fs::symlink_metadata(&circle).unwrap().is_symlink());
        atomically(Path::new("/dev/null"), |out| out.write_all(b"x")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_reader_who_has_gone_away_is_no_error() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        assert!(write(&["json".to_owned()], &mut Gone).is_empty());
        assert!(write(&["terminal".to_owned()], &mut Gone).is_empty());
    }
}
