//! Reads mappings with known keys, lists and words, and collects every mistake.
//!
//! A function here that returns `None` has reported the reason.

use std::time::Duration;

use super::length::{Literal, literal};
use super::node::{Entry, Node, Value};
use crate::diagnostic::{Diagnostic, nearest};
use crate::lang::Text;
use crate::span::Span;

/// A key and the shape of its value. Each language defines its own shapes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key<S> {
    /// The key as written.
    pub(crate) name: &'static str,
    /// The shape of the value.
    pub(crate) shape: S,
    /// Whether the key must be given.
    pub(crate) required: bool,
    /// The meaning, as a sentence for editors.
    pub(crate) doc: &'static str,
}

/// An optional key.
pub(crate) const fn key<S: Copy>(name: &'static str, shape: S, doc: &'static str) -> Key<S> {
    Key { name, shape, required: false, doc }
}

/// A required key.
pub(crate) const fn must<S: Copy>(name: &'static str, shape: S, doc: &'static str) -> Key<S> {
    Key { name, shape, required: true, doc }
}

/// The names of the keys as a list: `a, b, c`.
pub(crate) fn names<S>(keys: &[Key<S>]) -> String {
    let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
    names.join(", ")
}

/// The entries of a mapping with known keys.
#[derive(Default)]
pub(crate) struct Fields<'n>(Vec<&'n Entry>);

impl<'n> Fields<'n> {
    /// The first entry.
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

/// Reads a tree and collects the mistakes in it.
pub(crate) trait Read {
    /// Collects a mistake.
    fn report(&mut self, diagnostic: Diagnostic);

    /// A text of this language.
    fn text(&mut self, node: &Node) -> Option<String>;

    /// Where a key belongs that is in the wrong mapping.
    fn belongs(&self, _key: &str) -> Option<Text> {
        None
    }

    /// Reports a value of the wrong form.
    fn wrong<T>(&mut self, node: &Node, wanted: Text) -> Option<T> {
        let place = node.span.first_line();
        let found = node.what();
        self.report(Diagnostic::error(
            say!("expected {wanted}, found {found}", wanted, found),
            place,
        ));
        None
    }

    /// A text exactly as it is written.
    fn scalar<'n>(&mut self, node: &'n Node) -> Option<&'n str> {
        match &node.value {
            Value::Text(text, _) if !node.is_null() => Some(text),
            Value::Text(..) | Value::List(_) | Value::Map(_) => self.wrong(node, say!("text")),
        }
    }

    /// Reports an unknown name, with the name that was probably meant and the known names.
    fn unknown<'n>(
        &mut self,
        what: Text,
        name: &str,
        span: Span,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let known: Vec<&str> = known.into_iter().collect();
        let meant = nearest(name, known.iter().copied());
        let mut diagnostic = Diagnostic::error(say!("unknown {what} \"{name}\"", what, name), span);
        if let Some(meant) = meant {
            diagnostic = diagnostic.label(say!("did you mean \"{meant}\"?", meant));
        }
        let help = listed(&known);
        self.report(diagnostic.help(help));
    }

    /// Reads a mapping with known keys. Unknown and missing keys are reported; all entries are returned.
    fn fields<'n, S>(&mut self, node: &'n Node, keys: &[Key<S>], what: Text) -> Option<Fields<'n>> {
        let Value::Map(entries) = &node.value else {
            let names = names(keys);
            return self.wrong(node, say!("{what}, a mapping with: {names}", what, names));
        };
        Some(self.entries(entries, &node.span, keys, what))
    }

    /// Reads the entries of a mapping with known keys.
    fn entries<'n, S>(
        &mut self,
        entries: &'n [Entry],
        span: &Span,
        keys: &[Key<S>],
        what: Text,
    ) -> Fields<'n> {
        let mut meant = Vec::new();
        for entry in entries {
            if !keys.iter().any(|key| key.name == entry.key) {
                meant.extend(self.unknown_key(entry, keys, &what));
            }
        }
        // A key with a typing error in it is not reported as missing too.
        for key in keys.iter().filter(|key| key.required) {
            let there = entries.iter().any(|entry| entry.key == key.name);
            if !there && !meant.contains(&key.name) {
                let message = say!("{what} without \"{key}\"", what, key = key.name);
                self.report(Diagnostic::error(message, span.first_line()).help(Text::of(key.doc)));
            }
        }
        Fields(entries.iter().collect())
    }

    /// Reports an unknown key, and returns the key that was probably meant.
    fn unknown_key<S>(
        &mut self,
        entry: &Entry,
        keys: &[Key<S>],
        what: &Text,
    ) -> Option<&'static str> {
        let name = entry.key.as_str();
        let message = say!("unknown key \"{name}\"", name);
        let mut diagnostic = Diagnostic::error(message, entry.key_span.clone());
        let meant = nearest(name, keys.iter().map(|key| key.name));
        if let Some(meant) = meant {
            diagnostic = diagnostic.label(say!("did you mean \"{meant}\"?", meant));
        } else if let Some(home) = self.belongs(name) {
            diagnostic = diagnostic.label(home);
        }
        self.report(diagnostic.help(say!("allowed in {what}: {names}", what, names = names(keys))));
        meant
    }

    /// The items of a list, which must not be empty.
    fn items<'n>(&mut self, node: &'n Node, what: Text) -> Option<&'n [Node]> {
        match &node.value {
            Value::List(items) if items.is_empty() => {
                let place = node.span.first_line();
                self.report(Diagnostic::error(say!("no {what}", what), place));
                None
            }
            Value::List(items) => Some(items),
            Value::Text(..) | Value::Map(_) => {
                self.no_list(node, what);
                None
            }
        }
    }

    /// Reports a value that is not a list.
    fn no_list(&mut self, node: &Node, what: Text) {
        let message = say!("expected a list of {what}, found {found}", what, found = node.what());
        let diagnostic = Diagnostic::error(message, node.span.first_line());
        self.report(match &node.value {
            Value::Text(word, _) if !node.is_null() => {
                diagnostic.help(say!("write [{word}]", word))
            }
            Value::Text(..) | Value::List(_) | Value::Map(_) => diagnostic,
        });
    }

    /// One of the given words.
    fn choice<T: Clone>(
        &mut self,
        node: &Node,
        what: Text,
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
                let message = say!("\"{word}\" is neither true nor false", word);
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
                    Diagnostic::error(say!("\"{text}\" has no unit", text), span.first_line())
                        .label(say!("{text}ms or {text}s?", text))
                        .help(say!("times are written 1500ms or 1.5s")),
                );
                None
            }
            Literal::UnknownUnit(unit) => {
                self.report(
                    Diagnostic::error(say!("unknown unit \"{unit}\"", unit), span.first_line())
                        .help(say!("times are written 1500ms or 1.5s")),
                );
                None
            }
            Literal::NoNumber(number) => {
                let message = say!("\"{number}\" is not a number", number);
                self.report(Diagnostic::error(message, span.first_line()));
                None
            }
            Literal::TooLong => {
                let message = say!("\"{text}\" is longer than a day", text);
                self.report(Diagnostic::error(message, span.first_line()));
                None
            }
        }
    }
}

/// The known names as a help text; if there are very many, only the first of them.
pub(crate) fn listed(known: &[&str]) -> Text {
    const MANY: usize = 24;
    match known {
        [] => say!("none is known here"),
        names if names.len() <= MANY => say!("known here: {names}", names = names.join(", ")),
        names => {
            let more = names.len() - MANY;
            say!("known here: {names}, and {more} more", names = names[..MANY].join(", "), more)
        }
    }
}
