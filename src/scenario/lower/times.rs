//! Lowers times: `1500ms`, `1.5s`, a named limit, `clock`, and sums of these.

use super::Lowering;
use crate::diagnostic::Diagnostic;
use crate::scenario::Time;
use crate::span::Span;
use crate::yaml::node::{Node, Value};
use crate::yaml::read::Read;

impl Lowering<'_> {
    /// Lowers a time.
    pub(super) fn time(&mut self, node: &Node) -> Option<Time> {
        if matches!(node.value, Value::List(_) | Value::Map(_)) || node.is_null() {
            return self.wrong(node, say!("a time, such as 1500ms or stop"));
        }
        let text = self.text(node)?;
        let terms: Option<Vec<Time>> =
            text.split('+').map(|term| self.term(term.trim(), &node.span)).collect();
        let mut terms = terms?;
        if terms.len() == 1 {
            return terms.pop();
        }
        Some(Time::Sum(terms))
    }

    fn term(&mut self, term: &str, span: &Span) -> Option<Time> {
        let place = span.word(term).unwrap_or_else(|| span.first_line());
        if term.is_empty() || term.starts_with('-') {
            let message = match term {
                "" => say!("a time is missing in this sum"),
                _ => say!("a time can't be negative"),
            };
            self.report(Diagnostic::error(message, place));
            return None;
        }
        if term == "clock" {
            return Some(Time::Clock);
        }
        if term.starts_with(|c: char| c.is_ascii_digit()) {
            return self.length(term, &place).map(Time::Literal);
        }
        let limits = self.world.dialect.limits();
        if let Some((name, _)) = limits.iter().find(|(name, _)| *name == term) {
            return Some(Time::Limit(name));
        }
        let known = limits.iter().map(|(name, _)| *name).chain(["clock"]);
        self.unknown(say!("limit"), term, place, known);
        None
    }
}
