//! From what stands in a file to what is meant: names are looked up, placeholders put in, and every
//! mistake is collected with its place.
//!
//! A function here that gives `None` has reported why.

mod cases;
mod expect;
mod file;
mod names;
mod predicates;
mod race;
mod send;
mod steps;
mod text;
mod times;

use std::collections::BTreeSet;

use super::fragments::Fragments;
use super::inputs::Flow;
use super::table;
use crate::diagnostic::Diagnostic;
use crate::lang::Text;
use crate::protocol::Dialect;
use crate::span::Span;
use crate::yaml::node::Node;
use crate::yaml::read::Read;

pub(super) use file::{Draft, Target, file, fragment};
pub(super) use predicates::{FORMS as PREDICATE_FORMS, WORDS as PREDICATE_WORDS};

/// The most steps that one file can come to, fragments, cases and repeats included.
pub(super) const MAX_STEPS: usize = 100_000;

/// The most bytes that placeholders and repeated text of one file can come to.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// What all files of a set are checked against.
pub(super) struct World<'a> {
    /// The dialect that they are checked for.
    pub(super) dialect: &'static dyn Dialect,
    /// Every dialect whose name may be written.
    pub(super) known: &'a [&'static str],
    /// Where fragments are found.
    pub(super) fragments: &'a Fragments,
}

/// The lowering of one case of one file.
pub(super) struct Lowering<'a> {
    world: &'a World<'a>,
    /// The scenario root of the file.
    root: usize,
    /// The dialects whose clauses may be named where we are.
    family: Vec<&'a str>,
    /// Values of this case.
    params: &'a [(String, String)],
    /// Those that were used.
    used: BTreeSet<String>,
    /// Names that have been captured so far.
    captured: Vec<String>,
    /// What is sent, in order, for the check of inputs.
    flow: Vec<Flow>,
    /// How many steps were made.
    made: usize,
    /// How many bytes were put in for placeholders or written out in full.
    bytes: usize,
    /// Whether something that is sent is not known, so that the rest cannot be checked against it.
    unsure: bool,
    /// Whether the steps belong to another step.
    nested: bool,
    /// Fragments that we are inside of.
    inside: Vec<String>,
    /// A fragment looked at by itself: its placeholders belong to those who use it.
    alone: bool,
    diagnostics: Vec<Diagnostic>,
}

/// What is left of a lowering besides what was lowered.
struct Lowered {
    flow: Vec<Flow>,
    used: BTreeSet<String>,
    made: usize,
    bytes: usize,
    unsure: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Lowering<'a> {
    fn new(
        world: &'a World<'a>,
        root: usize,
        family: Vec<&'a str>,
        params: &'a [(String, String)],
    ) -> Self {
        Self {
            world,
            root,
            family,
            params,
            used: BTreeSet::new(),
            captured: Vec::new(),
            flow: Vec::new(),
            made: 0,
            bytes: 0,
            unsure: false,
            nested: false,
            inside: Vec::new(),
            alone: false,
            diagnostics: Vec::new(),
        }
    }

    fn finish(self) -> Lowered {
        Lowered {
            flow: self.flow,
            used: self.used,
            made: self.made,
            bytes: self.bytes,
            unsure: self.unsure,
            diagnostics: self.diagnostics,
        }
    }

    /// Counts bytes that a short text in the file makes; too many are reported, once.
    fn spend(&mut self, bytes: usize, span: &Span) -> Option<()> {
        if self.bytes > MAX_BYTES {
            return None;
        }
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > MAX_BYTES {
            let message = say!("more than {MAX_BYTES} bytes of text in all", MAX_BYTES);
            self.report(Diagnostic::error(message, span.first_line()));
            return None;
        }
        Some(())
    }
}

impl Read for Lowering<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// A text that is known now: case values and words are put in, captured values cannot be.
    fn text(&mut self, node: &Node) -> Option<String> {
        let template = self.template(node)?;
        self.known_text(template, &node.span)
    }

    fn belongs(&self, key: &str) -> Option<Text> {
        let homes = table::homes(key);
        if table::verb(key).is_some() {
            Some(say!("this begins a step of its own"))
        } else if homes.is_empty() {
            None
        } else {
            Some(say!("this belongs to {names}", names = homes.join(", ")))
        }
    }
}
