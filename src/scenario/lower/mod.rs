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
use super::node::{Entry, Node, Value};
use super::table::{self, Key};
use crate::diagnostic::{Diagnostic, nearest};
use crate::protocol::Dialect;
use crate::span::Span;

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
    /// Whether something that is sent is not known, so that the rest can't be held against it.
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

/// The entries of a mapping whose keys are known.
struct Fields<'n>(Vec<&'n Entry>);

impl<'n> Fields<'n> {
    fn entry(&self, name: &str) -> Option<&'n Entry> {
        self.0.iter().copied().find(|entry| entry.key == name)
    }

    fn get(&self, name: &str) -> Option<&'n Node> {
        self.entry(name).map(|entry| &entry.value)
    }
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
            let message = format!("more than {MAX_BYTES} bytes of text in all");
            self.report(Diagnostic::error(message, span.first_line()));
            return None;
        }
        Some(())
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports a value of the wrong form.
    fn wrong<T>(&mut self, node: &Node, wanted: &str) -> Option<T> {
        let place = node.span.first_line();
        let found = node.what();
        self.report(Diagnostic::error(
            format!("expected {wanted}, found {found}"),
            place,
        ));
        None
    }

    /// Reports a name that is not known, with the one that was probably meant and all that are.
    fn unknown<'n>(
        &mut self,
        what: &str,
        name: &str,
        span: Span,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let known: Vec<&str> = known.into_iter().collect();
        let meant = nearest(name, known.iter().copied());
        let mut diagnostic = Diagnostic::error(format!("unknown {what} \"{name}\""), span);
        if let Some(meant) = meant {
            diagnostic = diagnostic.label(format!("did you mean \"{meant}\"?"));
        }
        let help = listed(&known);
        self.report(diagnostic.help(help));
    }

    /// A mapping with known keys. Unknown and missing ones are reported; the known ones are read anyway.
    fn fields<'n>(&mut self, node: &'n Node, keys: &[Key], what: &str) -> Option<Fields<'n>> {
        let Value::Map(entries) = &node.value else {
            let names = table::names(keys);
            return self.wrong(node, &format!("{what}, a mapping with: {names}"));
        };
        Some(self.entries(entries, &node.span, keys, what))
    }

    fn entries<'n>(
        &mut self,
        entries: &'n [Entry],
        span: &Span,
        keys: &[Key],
        what: &str,
    ) -> Fields<'n> {
        let mut meant = Vec::new();
        for entry in entries {
            if !keys.iter().any(|key| key.name == entry.key) {
                meant.extend(self.unknown_key(entry, keys, what));
            }
        }
        // A key that is there with a slip in it is not missing besides.
        for key in keys.iter().filter(|key| key.required) {
            let there = entries.iter().any(|entry| entry.key == key.name);
            if !there && !meant.contains(&key.name) {
                let message = format!("{what} without \"{}\"", key.name);
                self.report(Diagnostic::error(message, span.first_line()).help(key.doc));
            }
        }
        Fields(entries.iter().collect())
    }

    /// Reports a key that has no place here; says which one was probably meant.
    fn unknown_key(&mut self, entry: &Entry, keys: &[Key], what: &str) -> Option<&'static str> {
        let name = entry.key.as_str();
        let message = format!("unknown key \"{name}\"");
        let mut diagnostic = Diagnostic::error(message, entry.key_span.clone());
        let meant = nearest(name, keys.iter().map(|key| key.name));
        let homes = table::homes(name);
        if let Some(meant) = meant {
            diagnostic = diagnostic.label(format!("did you mean \"{meant}\"?"));
        } else if table::verb(name).is_some() {
            diagnostic = diagnostic.label("this begins a step of its own");
        } else if !homes.is_empty() {
            diagnostic = diagnostic.label(format!("this belongs to {}", homes.join(", ")));
        }
        self.report(diagnostic.help(format!("allowed in {what}: {}", table::names(keys))));
        meant
    }

    /// The items of a list that must not be empty.
    fn items<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Node]> {
        match &node.value {
            Value::List(items) if items.is_empty() => {
                let place = node.span.first_line();
                self.report(Diagnostic::error(format!("no {what}"), place));
                None
            }
            Value::List(items) => Some(items),
            Value::Text(..) | Value::Map(_) => {
                self.no_list(node, what);
                None
            }
        }
    }

    fn no_list(&mut self, node: &Node, what: &str) {
        let message = format!("expected a list of {what}, found {}", node.what());
        let diagnostic = Diagnostic::error(message, node.span.first_line());
        self.report(match &node.value {
            Value::Text(word, _) if !node.is_null() => diagnostic.help(format!("write [{word}]")),
            Value::Text(..) | Value::List(_) | Value::Map(_) => diagnostic,
        });
    }

    /// One of some words.
    fn choice<T: Clone>(
        &mut self,
        node: &Node,
        what: &str,
        choices: &[(&'static str, T)],
    ) -> Option<T> {
        let word = self.text(node)?;
        if let Some((_, value)) = choices.iter().find(|(name, _)| *name == word) {
            return Some(value.clone());
        }
        let names = choices.iter().map(|(name, _)| *name);
        self.unknown(what, &word, node.span.first_line(), names);
        None
    }

    fn flag(&mut self, node: &Node) -> Option<bool> {
        let word = self.text(node)?;
        match word.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => {
                let message = format!("\"{word}\" is neither true nor false");
                self.report(Diagnostic::error(message, node.span.first_line()));
                None
            }
        }
    }
}

/// The known names as a help text; of very many only the first.
fn listed(known: &[&str]) -> String {
    const MANY: usize = 24;
    match known {
        [] => "none is known here".to_owned(),
        names if names.len() <= MANY => format!("known here: {}", names.join(", ")),
        names => {
            let more = names.len() - MANY;
            format!("known here: {}, and {more} more", names[..MANY].join(", "))
        }
    }
}
