//! Redaction of one line, so that it does not depend on timing: words, their order and their number stay, and values
//! are replaced by their kinds.

use regex_lite::Regex;

use super::escape;
use crate::protocol::redaction::{self, LineWord};
use crate::protocol::{Dialect, MessageClass, ParsedMessage};
use crate::transcript::{Line, LineEnd};

/// The most bytes of one line of a snapshot.
const LINE: usize = 2 << 10;

/// An additional redaction of the user.
#[derive(Debug, Clone)]
pub struct Redaction {
    /// The pattern to look for in each line of the engine, escaped but not yet redacted.
    pub what: Regex,
    /// The replacement; `$1` and `$name` stand for groups.
    pub with: String,
}

/// The identity of an engine. It changes with each release and says nothing about what the engine does.
#[derive(Debug, Clone, Copy, Default)]
pub struct Identity<'a> {
    /// From `id name`.
    pub name: Option<&'a str>,
    /// From `id author`.
    pub author: Option<&'a str>,
}

/// Redacts lines.
pub(super) struct Redactor<'a> {
    pub(super) dialect: &'static dyn Dialect,
    pub(super) identity: Identity<'a>,
    pub(super) rules: &'a [Redaction],
}

impl Redactor<'_> {
    /// Redacts a line of the engine. `cut` is true if the search of the line did not end by itself: then it depends on
    /// timing whether the engine had found a ponder move.
    pub(super) fn received(&self, line: &Line, reading: &ParsedMessage, cut: bool) -> String {
        let mut text = escape::bytes(&line.bytes);
        for rule in self.rules {
            if rule.what.is_match(&text) {
                text = rule.what.replace_all(&text, rule.with.as_str()).into_owned();
            }
        }
        let is_named = matches!(reading.class, MessageClass::Declaration | MessageClass::SearchEnd);
        let text = if is_named { text } else { self.unnamed(&text) };
        let mut shape = joined(self.dialect.redacted(reading, &split(&text), cut));
        shorten(&mut shape, line.cut > 0);
        match line.end {
            LineEnd::Lf => {}
            LineEnd::CrLf => shape.push_str("\\r"),
            LineEnd::None => shape.push_str(" (no newline)"),
        }
        shape
    }

    /// Redacts a sent line. Its moves can come from the engine.
    pub(super) fn sent(&self, line: &Line) -> String {
        let text = escape::bytes(&line.bytes);
        let mut shape = joined(redaction::moves(self.dialect.game(), &split(&text)));
        shorten(&mut shape, line.cut > 0);
        if line.end == LineEnd::CrLf {
            shape.push_str("\\r");
        }
        shape
    }

    fn unnamed(&self, text: &str) -> String {
        let identity = [(self.identity.name, "[name]"), (self.identity.author, "[author]")];
        let mut text = text.to_owned();
        for (reported, kind) in identity {
            let reported = reported.map(|reported| escape::bytes(reported.as_bytes()));
            // A name of one or two letters would match everywhere.
            if let Some(reported) = reported.filter(|reported| reported.len() > 2) {
                text = text.replace(&reported, kind);
            }
        }
        text
    }
}

/// The words of a line, each with the blanks before it; blanks at the end belong to an empty word.
fn split(text: &str) -> Vec<LineWord<'_>> {
    let blank = |c: char| c == ' ' || c == '\t';
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let start = rest.find(|c| !blank(c)).unwrap_or(rest.len());
        let (gap, after) = rest.split_at(start);
        let end = after.find(blank).unwrap_or(after.len());
        let (text, after) = after.split_at(end);
        words.push(LineWord { gap, text });
        rest = after;
    }
    words
}

fn joined(words: Vec<(String, String)>) -> String {
    let mut out = String::new();
    for (index, (gap, text)) in words.iter().enumerate() {
        out.push_str(&escape::gap(gap, index > 0 && !text.is_empty()));
        out.push_str(text);
    }
    out
}

fn shorten(text: &mut String, is_cut: bool) {
    if text.len() > LINE {
        let end = (0..=LINE).rev().find(|&at| text.is_char_boundary(at));
        text.truncate(end.unwrap_or(0));
        text.push_str(" […]");
    } else if is_cut {
        text.push_str(" […]");
    }
}
