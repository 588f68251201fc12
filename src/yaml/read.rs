//! Reading mappings with known keys, lists and words, with every mistake collected.
//!
//! A function here that gives `None` has reported why.

use std::time::Duration;

use super::length::{Literal, literal};
use super::node::{Entry, Node, Value};
use crate::diagnostic::{Diagnostic, nearest};
use crate::span::Span;

/// A key and what it takes. What a shape can be is for each language to say.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key<S> {
    /// The key as written.
    pub(crate) name: &'static str,
    /// What it takes.
    pub(crate) shape: S,
    /// Whether it must stand there.
    pub(crate) required: bool,
    /// What it means, in a sentence for editors.
    pub(crate) doc: &'static str,
}

/// A key that may stand there.
pub(crate) const fn key<S: Copy>(name: &'static str, shape: S, doc: &'static str) -> Key<S> {
    Key { name, shape, required: false, doc }
}

/// A key that must stand there.
pub(crate) const fn must<S: Copy>(name: &'static str, shape: S, doc: &'static str) -> Key<S> {
    Key { name, shape, required: true, doc }
}

/// The keys as a list for people: `a, b, c`.
pub(crate) fn names<S>(keys: &[Key<S>]) -> String {
    let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
    names.join(", ")
}

/// The entries of a mapping whose keys are known.
#[derive(Default)]
pub(crate) struct Fields<'n>(Vec<&'n Entry>);

impl<'n> Fields<'n> {
    /// The first one.
    pub(crate) fn first(&self) -> Option<&'n Entry> {
        self.0.first().copied()
    }

    pub(crate) fn entry(&self, name: &str) -> Option<&'n Entry> {
        self.0.iter().copied().find(|entry| entry.key == name)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'n Node> {
        self.entry(name).map(|entry| &entry.value)
    }
}

/// Someone who reads a tree and collects what is wrong with it.
pub(crate) trait Read {
    /// Takes a mistake.
    fn report(&mut self, diagnostic: Diagnostic);

    /// A text, as this language writes it.
    fn text(&mut self, node: &Node) -> Option<String>;

    /// Where else a key belongs, for someone who has put it into the wrong mapping.
    fn belongs(&self, _key: &str) -> Option<String> {
        None
    }

    /// Reports a value of the wrong form.
    fn wrong<T>(&mut self, node: &Node, wanted: &str) -> Option<T> {
        let place = node.span.first_line();
        let found = node.what();
        self.report(Diagnostic::error(format!("expected {wanted}, found {found}"), place));
        None
    }

    /// What is written, as it is written.
    fn scalar<'n>(&mut self, node: &'n Node) -> Option<&'n str> {
        match &node.value {
            Value::Text(text, _) if !node.is_null() => Some(text),
            Value::Text(..) | Value::List(_) | Value::Map(_) => self.wrong(node, "text"),
        }
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
    fn fields<'n, S>(&mut self, node: &'n Node, keys: &[Key<S>], what: &str) -> Option<Fields<'n>> {
        let Value::Map(entries) = &node.value else {
            let names = names(keys);
            return self.wrong(node, &format!("{what}, a mapping with: {names}"));
        };
        Some(self.entries(entries, &node.span, keys, what))
    }

    /// The entries of such a mapping.
    fn entries<'n, S>(
        &mut self,
        entries: &'n [Entry],
        span: &Span,
        keys: &[Key<S>],
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
    fn unknown_key<S>(
        &mut self,
        entry: &Entry,
        keys: &[Key<S>],
        what: &str,
    ) -> Option<&'static str> {
        let name = entry.key.as_str();
        let message = format!("unknown key \"{name}\"");
        let mut diagnostic = Diagnostic::error(message, entry.key_span.clone());
        let meant = nearest(name, keys.iter().map(|key| key.name));
        if let Some(meant) = meant {
            diagnostic = diagnostic.label(format!("did you mean \"{meant}\"?"));
        } else if let Some(home) = self.belongs(name) {
            diagnostic = diagnostic.label(home);
        }
        self.report(diagnostic.help(format!("allowed in {what}: {}", names(keys))));
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

    /// Reports what is no list.
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

    /// `true` or `false`.
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

    /// A length of time.
    fn length(&mut self, text: &str, span: &Span) -> Option<Duration> {
        match literal(text) {
            Literal::Length(length) => Some(length),
            Literal::NoUnit => {
                self.report(
                    Diagnostic::error(format!("\"{text}\" has no unit"), span.first_line())
                        .label(format!("{text}ms or {text}s?"))
                        .help("times are written 1500ms or 1.5s"),
                );
                None
            }
            Literal::UnknownUnit(unit) => {
                self.report(
                    Diagnostic::error(format!("unknown unit \"{unit}\""), span.first_line())
                        .help("times are written 1500ms or 1.5s"),
                );
                None
            }
            Literal::NoNumber(number) => {
                let message = format!("\"{number}\" is no number");
                self.report(Diagnostic::error(message, span.first_line()));
                None
            }
            Literal::TooLong => {
                let message = format!("\"{text}\" is longer than a day");
                self.report(Diagnostic::error(message, span.first_line()));
                None
            }
        }
    }
}

/// The known names as a help text; of very many only the first.
pub(crate) fn listed(known: &[&str]) -> String {
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
