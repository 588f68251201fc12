//! Several engines side by side: their runs, and the outcome of each clause in each of them.
//!
//! A format that shows them takes a [`EngineComparison`], as it takes a `Report` for one engine; [`table::of`] is what they
//! all show.

pub mod table;
#[cfg(test)]
mod tests;
pub mod words;

use super::group::{self, Group};
use super::terminal::part;
use super::{Report, Style};
use crate::protocol::Catalogue;
use crate::run::result::{Conformance, RunResult};

/// Runs to be reported together, and how.
#[derive(Debug, Clone)]
pub struct EngineComparison<'a> {
    /// The engines, in the order in which they are shown.
    pub members: Vec<Member<'a>>,
    /// How the report is to look, where the format has a look.
    pub style: Style,
}

/// One engine of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// What it is called here: its name in the engine file. Each engine of a comparison has another one.
    pub name: &'a str,
    /// Its run. Of an engine that did not start, or whose turn did not come, a run without scenarios whose reason
    /// says so.
    pub run: &'a RunResult,
    /// The clauses of its dialect.
    pub catalogue: &'a Catalogue,
}

impl<'a> Member<'a> {
    /// What there is to report of this one alone.
    #[must_use]
    pub fn report(&self, style: Style) -> Report<'a> {
        Report { run: self.run, catalogue: self.catalogue, baseline: None, style }
    }

    /// What is counted against it, by clause.
    #[must_use]
    pub fn held(&self) -> Vec<Group<'a>> {
        group::held(self.run, self.catalogue)
    }

    /// Its verdict and why, in one escaped line.
    #[must_use]
    pub fn verdict(&self) -> String {
        part::verdict(&self.report(Style::FILE), &self.held())
    }
}

impl EngineComparison<'_> {
    /// The verdict of all together: an engine that is not conformant decides; else one that could not be judged. Where the
    /// user ended the runs early, nothing was judged whole.
    #[must_use]
    pub fn verdict(&self) -> Conformance {
        let any = |verdict| {
            let mut members = self.members.iter();
            members.any(|member| member.run.verdict == verdict)
        };
        if self.members.is_empty() || self.interrupted() {
            Conformance::Inconclusive
        } else if any(Conformance::Nonconformant) {
            Conformance::Nonconformant
        } else if any(Conformance::Inconclusive) {
            Conformance::Inconclusive
        } else {
            Conformance::Conformant
        }
    }

    /// Whether the user ended the runs early.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.members.iter().any(|member| member.run.interrupted)
    }

    /// How many engines came to a verdict.
    #[must_use]
    pub fn count(&self, verdict: Conformance) -> usize {
        let members = self.members.iter();
        members.filter(|member| member.run.verdict == verdict).count()
    }
}
