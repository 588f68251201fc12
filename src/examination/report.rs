//! The report of an examination.

use std::fmt;
use std::io;
use std::path::Path;

use crate::protocol::Dialect;
use crate::report::{Format, Report, Style, format, write};
use crate::run::result::{Conformance, RunResult};

/// The report of an examination. Its [`Display`](fmt::Display) form is the report for the terminal, without colour.
pub struct ExaminationReport {
    result: RunResult,
    dialect: &'static dyn Dialect,
}

impl ExaminationReport {
    pub(super) fn new(result: RunResult, dialect: &'static dyn Dialect) -> Self {
        Self { result, dialect }
    }

    /// The verdict.
    #[must_use]
    pub fn verdict(&self) -> Conformance {
        self.result.verdict
    }

    /// All results of the run.
    #[must_use]
    pub fn result(&self) -> &RunResult {
        &self.result
    }

    /// The report in a format of `kentei run --report`, such as `json`.
    ///
    /// # Errors
    ///
    /// Of the kind [`io::ErrorKind::InvalidInput`] if there is no such format.
    pub fn render(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        (find(name)?.render)(&self.report(), &mut out)?;
        Ok(out)
    }

    /// Writes the report to a file, completely or not at all.
    ///
    /// # Errors
    ///
    /// As [`render`](Self::render), and the errors of the system.
    pub fn write(&self, name: &str, path: impl AsRef<Path>) -> io::Result<()> {
        let format = find(name)?;
        write::atomically(path.as_ref(), |out| (format.render)(&self.report(), out))
    }

    /// Panics with the report unless the engine is conformant; for tests.
    ///
    /// # Panics
    ///
    /// If a clause that counts was broken, or the engine could not be judged.
    #[track_caller]
    pub fn assert_conformant(&self) {
        assert!(
            self.verdict() == Conformance::Conformant,
            "the engine is not conformant\n\n{self}"
        );
    }

    fn report(&self) -> Report<'_> {
        Report {
            run: &self.result,
            catalogue: self.dialect.catalogue(),
            baseline: None,
            style: Style::FILE,
        }
    }
}

fn find(name: &str) -> io::Result<&'static Format> {
    let unknown = || {
        let text = format!("there is no report format {name:?}");
        io::Error::new(io::ErrorKind::InvalidInput, text)
    };
    format(name).ok_or_else(unknown)
}

impl fmt::Display for ExaminationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.render("terminal").map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

impl fmt::Debug for ExaminationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExaminationReport")
            .field("verdict", &self.verdict())
            .finish_non_exhaustive()
    }
}
