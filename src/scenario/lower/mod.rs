//! Lowers the tree of a file to the checked form: looks up names, puts in placeholders, and collects every mistake with
//! its place.
//!
//! A function here that returns `None` has reported the reason, except if the file is for other dialects or a fragment
//! is checked by itself.

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

/// The largest number of steps that one file can have, including fragments, cases and repeats.
pub(super) const MAX_STEPS: usize = 100_000;

/// The largest number of bytes that placeholders and repeated text of one file can produce.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// What all files of a set are checked against.
pub(super) struct World<'a> {
    /// The dialect that they are checked for.
    pub(super) dialect: &'static dyn Dialect,
    /// The names of all dialects that may occur.
    pub(super) known: &'a [&'static str],
    /// The fragments that the files can use.
    pub(super) fragments: &'a Fragments,
}

/// The lowering of one case of one file.
pub(super) struct Lowering<'a> {
    world: &'a World<'a>,
    /// The scenario root of the file.
    root: usize,
    /// The dialects whose clauses may be named at the current place.
    family: Vec<&'a str>,
    /// The values of this case.
    params: &'a [(String, String)],
    /// The names of the values that were used.
    used: BTreeSet<String>,
    /// The names that were captured so far.
    captured: Vec<String>,
    /// What is sent, in order, for the check that it is legal.
    flow: Vec<Flow>,
    /// The number of steps so far.
    made: usize,
    /// The number of bytes that were put in for placeholders or produced by repetition.
    bytes: usize,
    /// Whether some sent text is unknown, so that later lines cannot be checked.
    unsure: bool,
    /// Whether the current steps belong to another step.
    nested: bool,
    /// The fragments that are being lowered, outermost first, and where the outermost is used.
    inside: Vec<String>,
    used_at: Option<Span>,
    /// Whether a fragment is checked by itself: its placeholders get their values where it is used.
    alone: bool,
    diagnostics: Vec<Diagnostic>,
}

/// What a finished lowering returns in addition to the lowered steps.
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
            used_at: None,
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

    /// Counts bytes that a short text in the file produces; reports once if they are too many.
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

    /// A text that is known in advance: case values and words are put in; captured values are not allowed.
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
