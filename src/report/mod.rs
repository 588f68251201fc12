//! From the result of a run to what people and programs read: pure functions, a file a format.

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

/// Every format. A new one is one file and one line here.
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

/// A form of report.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is good for, in a few words.
    pub about: &'static str,
    /// Writes it.
    pub render: fn(&Report<'_>, &mut dyn io::Write) -> io::Result<()>,
    /// Writes several engines side by side.
    pub table: fn(&EngineComparison<'_>, &mut dyn io::Write) -> io::Result<()>,
}

/// What there is to report, and how.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The run.
    pub run: &'a RunResult,
    /// The clauses of its dialect.
    pub catalogue: &'a Catalogue,
    /// What has changed since the report that it is compared with, where it is compared with one.
    pub baseline: Option<&'a changes::Changes>,
    /// How it is to look, where the format has a look.
    pub style: Style,
}

/// How a report for people is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether it may use colour.
    pub color: bool,
    /// Columns of a line.
    pub width: usize,
    /// How much it shows.
    pub detail: Detail,
    /// The language of what people read in it. Files for programs are in English whatever it is.
    pub lang: Lang,
}

/// How much a report for people shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// What is wrong, and the verdict.
    Quiet,
    /// A line a scenario as well.
    Normal,
    /// Everything: longer excerpts, each occurrence, measured times.
    Verbose,
}

impl Style {
    /// For files: no colour, a width that fits on a page.
    pub const FILE: Self =
        Self { color: false, width: 100, detail: Detail::Normal, lang: Lang::En };
}

/// The format with this name.
#[must_use]
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
