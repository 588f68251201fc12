//! Several engines side by side: their runs, and the outcome of each clause with each engine.
//!
//! A format that shows several engines takes an [`EngineComparison`], as it takes a `Report` for one engine. All
//! formats show the tables of [`table::of`].

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
    /// How the report looks, in formats that have a look.
    pub style: Style,
}

/// One engine of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// The name of the engine in the engine file; no two engines of a comparison have the same name.
    pub name: &'a str,
    /// The run of the engine. If the engine did not start, or its turn did not come, a run without scenarios, with the
    /// reason.
    pub run: &'a RunResult,
    /// The clauses of its dialect.
    pub catalogue: &'a Catalogue,
}

impl<'a> Member<'a> {
    /// The report of this engine alone.
    #[must_use]
    pub fn report(&self, style: Style) -> Report<'a> {
        Report { run: self.run, catalogue: self.catalogue, baseline: None, style }
    }

    /// The findings that count against the engine, by clause.
    #[must_use]
    pub fn held(&self) -> Vec<Group<'a>> {
        group::held(self.run, self.catalogue)
    }

    /// The verdict of the engine and its reason, as one escaped line.
    #[must_use]
    pub fn verdict(&self) -> String {
        part::verdict(&self.report(Style::FILE), &self.held())
    }
}

impl EngineComparison<'_> {
    /// The verdict of all engines together: inconclusive if the user ended the runs early; else not conformant if one
    /// engine is not conformant; else inconclusive if one engine could not be judged.
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

    /// How many engines have this verdict.
    #[must_use]
    pub fn count(&self, verdict: Conformance) -> usize {
        let members = self.members.iter();
        members.filter(|member| member.run.verdict == verdict).count()
    }
}
