//! Lowers the demands on the fields of a message.

use super::Lowering;
use crate::diagnostic::{Diagnostic, nearest};
use crate::lang::Text;
use crate::protocol::Kind;
use crate::scenario::Predicate;
use crate::span::Span;
use crate::yaml::node::{Entry, Node, Style, Value};
use crate::yaml::read::{Read, listed};

/// The words that are predicates for every field.
pub(in crate::scenario) static WORDS: &[(&str, &str)] = &[
    ("any", "anything, also its absence"),
    ("present", "it is there"),
    ("absent", "it is not there"),
];

/// The predicates that have a value.
pub(in crate::scenario) static FORMS: &[(&str, &str)] = &[
    ("not", "not this text; for a flag such as legal: not so; not present, not absent"),
    ("one-of", "one of these texts"),
    ("range", "a number from the first to the second; null means no bound"),
    ("matches", "a regular expression matches it"),
];

impl Lowering<'_> {
    /// Lowers the fields of `where`, each with its predicate.
    pub(super) fn predicates(&mut self, node: &Node, kind: &Kind) -> Vec<(String, Predicate)> {
        let Value::Map(entries) = &node.value else {
            self.wrong::<()>(node, Text::of("a mapping of fields, such as { move: legal }"));
            return Vec::new();
        };
        let mut found = Vec::new();
        for entry in entries {
            let known = self.field(&entry.key, &entry.key_span, kind);
            let predicate = self.predicate(&entry.key, kind, &entry.value);
            if let (true, Some(predicate)) = (known, predicate) {
                found.push((entry.key.clone(), predicate));
            }
        }
        found
    }

    /// Whether the kind has this field; a missing field is reported.
    pub(super) fn field(&mut self, name: &str, span: &Span, kind: &Kind) -> bool {
        if kind.fields.iter().any(|(known, _)| *known == name) {
            return true;
        }
        if kind.fields.is_empty() {
            let message = say!("\"{kind}\" has no fields", kind = kind.name);
            self.report(Diagnostic::error(message, span.clone()));
            return false;
        }
        let known: Vec<&str> = kind.fields.iter().map(|(name, _)| *name).collect();
        let message = say!("\"{kind}\" has no field \"{name}\"", kind = kind.name, name);
        let mut diagnostic = Diagnostic::error(message, span.first_line());
        if let Some(meant) = nearest(name, known.iter().copied()) {
            diagnostic = diagnostic.label(say!("did you mean \"{meant}\"?", meant));
        }
        self.report(diagnostic.help(listed(&known)));
        false
    }

    fn predicate(&mut self, field: &str, kind: &Kind, node: &Node) -> Option<Predicate> {
        match &node.value {
            Value::Text(text, Style::Plain) => match text.as_str() {
                "any" => Some(Predicate::Any),
                "present" => Some(Predicate::Present),
                "absent" => Some(Predicate::Absent),
                word if is_flag(field, word, kind) => Some(Predicate::Flag(word.to_owned(), true)),
                word => {
                    self.doubtful(field, word, kind, &node.span);
                    self.template(node).map(Predicate::Is)
                }
            },
            Value::Text(..) => self.template(node).map(Predicate::Is),
            Value::List(_) => {
                self.wrong(node, Text::of("text or a predicate such as { one-of: [a, b] }"))
            }
            Value::Map(entries) => match entries.as_slice() {
                [entry] => self.form(field, kind, entry),
                [] => self.wrong(node, Text::of("a predicate such as { not: resign }")),
                [_, second, ..] => {
                    self.report(
                        Diagnostic::error(
                            say!("two predicates for one field"),
                            second.key_span.clone(),
                        )
                        .help(say!("a field takes one predicate")),
                    );
                    None
                }
            },
        }
    }

    fn form(&mut self, field: &str, kind: &Kind, entry: &Entry) -> Option<Predicate> {
        let node = &entry.value;
        match entry.key.as_str() {
            "not" => self.negation(field, kind, node),
            "one-of" => {
                let items = self.items(node, say!("texts"))?;
                let texts: Vec<_> = items.iter().map(|item| self.template(item)).collect();
                let texts: Option<Vec<_>> = texts.into_iter().collect();
                texts.map(Predicate::OneOf)
            }
            "range" => self.range(node),
            "matches" => self.regex(node).map(Predicate::Matches),
            other => {
                let names = FORMS.iter().map(|(name, _)| *name);
                self.unknown(say!("predicate"), other, entry.key_span.clone(), names);
                None
            }
        }
    }

    fn negation(&mut self, field: &str, kind: &Kind, node: &Node) -> Option<Predicate> {
        if let Value::Text(word, Style::Plain) = &node.value {
            match word.as_str() {
                "present" => return Some(Predicate::Absent),
                "absent" => return Some(Predicate::Present),
                "any" => return self.wrong(node, say!("something that can be negated")),
                word if is_flag(field, word, kind) => {
                    return Some(Predicate::Flag(word.to_owned(), false));
                }
                word => self.doubtful(field, word, kind, &node.span),
            }
        }
        self.template(node).map(Predicate::Not)
    }

    fn range(&mut self, node: &Node) -> Option<Predicate> {
        let wanted = || say!("a range of two numbers, such as [1, null]");
        let Value::List(items) = &node.value else {
            return self.wrong(node, wanted());
        };
        let [low, high] = items.as_slice() else {
            return self.wrong(node, wanted());
        };
        let (low_bound, high_bound) = (self.bound(low), self.bound(high));
        let (low_bound, high_bound) = (low_bound?, high_bound?);
        if let (Some(low), Some(high)) = (low_bound, high_bound)
            && low > high
        {
            self.report(
                Diagnostic::error(say!("an empty range"), node.span.first_line()).label(say!(
                    "{low} is above {high}",
                    low,
                    high
                )),
            );
            return None;
        }
        Some(Predicate::Range(low_bound, high_bound))
    }

    fn bound(&mut self, node: &Node) -> Option<Option<i64>> {
        if node.is_null() {
            return Some(None);
        }
        let text = self.text(node)?;
        match text.parse() {
            Ok(number) => Some(Some(number)),
            Err(_) => {
                let message = say!("\"{text}\" is not a whole number", text);
                self.report(
                    Diagnostic::error(message, node.span.first_line())
                        .help(say!("null means no bound")),
                );
                None
            }
        }
    }

    /// Warns about a plain word that is nearly a predicate or a flag: it is probably a mistake, and would be compared
    /// as text.
    fn doubtful(&mut self, field: &str, word: &str, kind: &Kind, span: &Span) {
        let flags = flags(field, kind);
        let words = WORDS.iter().map(|(word, _)| *word).chain(flags);
        if let Some(meant) = nearest(word, words) {
            self.report(
                Diagnostic::warning(say!("\"{word}\" is taken as text", word), span.clone())
                    .label(say!("did you mean {meant}?", meant))
                    .help(say!("if the text is meant, put it in quotes: \"{word}\"", word)),
            );
        }
    }
}

/// Whether the kind declares `<field>.<word>`.
fn is_flag(field: &str, word: &str, kind: &Kind) -> bool {
    flags(field, kind).any(|flag| flag == word)
}

/// The flags of a field.
fn flags(field: &str, kind: &Kind) -> impl Iterator<Item = &'static str> {
    let prefix = format!("{field}.");
    let fields: &'static [(&'static str, &'static str)] = kind.fields;
    fields.iter().filter_map(move |(name, _)| name.strip_prefix(prefix.as_str()))
}
