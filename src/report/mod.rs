//! Reports: from the result of a run to the output for people and programs. Pure functions, one file for each format.

pub mod badge;
pub mod board;
pub mod causes;
pub mod changes;
mod destination;
pub mod diagnostics;
pub mod engine_comparison;
pub mod escape;
pub mod excerpt;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod github;
pub mod group;
#[cfg(all(test, target_os = "linux"))]
mod growth;
#[cfg(test)]
mod hostile;
pub mod html;
pub mod json;
pub mod junit;
pub mod markdown;
#[cfg(feature = "cli")]
pub mod progress;
pub mod python;
pub mod replay;
pub mod sarif;
pub mod snapshots;
pub mod terminal;
pub mod unexamined;
pub mod words;
pub mod wrap;
pub mod write;

use std::io;

use crate::lang::Lang;
use crate::protocol::Catalogue;
use crate::run::result::RunResult;
use engine_comparison::EngineComparison;

/// All formats. A new format needs one file and one line here.
pub static FORMATS: &[Format] = &[
    terminal::FORMAT,
    html::FORMAT,
    json::FORMAT,
    json::findings::FORMAT,
    junit::FORMAT,
    markdown::FORMAT,
    sarif::FORMAT,
    github::FORMAT,
    badge::FORMAT,
];

/// A format of reports.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What the format is good for, in a few words.
    pub about: &'static str,
    /// Writes the report of one run.
    pub render: fn(&Report<'_>, &mut dyn io::Write) -> io::Result<()>,
    /// Writes the report of several engines side by side.
    pub table: fn(&EngineComparison<'_>, &mut dyn io::Write) -> io::Result<()>,
}

/// A run to report, and how to report it.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The run.
    pub run: &'a RunResult,
    /// The clauses of its dialect.
    pub catalogue: &'a Catalogue,
    /// The changes since the baseline, if the run is compared with one.
    pub baseline: Option<&'a changes::Changes>,
    /// How the report looks, in formats that have a look.
    pub style: Style,
}

/// The look of a report for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether the report may use colour.
    pub color: bool,
    /// Columns of a line.
    pub width: usize,
    /// How much the report shows.
    pub detail: Detail,
    /// The language of texts for people. JSON reports are always in English.
    pub lang: Lang,
}

/// How much a report for people shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The causes and the verdict.
    Quiet,
    /// Also the scenarios and the latencies.
    Normal,
    /// Everything: longer excerpts, all findings, measured times.
    Verbose,
}

impl Style {
    /// The style for files: no colour, a width that fits on a page.
    pub const FILE: Self =
        Self { color: false, width: 100, detail: Detail::Normal, lang: Lang::En };
}

/// The format with this name.
#[must_use]
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
