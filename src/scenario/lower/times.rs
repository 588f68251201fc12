//! Lengths of time: `1500ms`, `1.5s`, a named limit, `clock`, and sums of these.

use std::time::Duration;

use super::Lowering;
use crate::diagnostic::Diagnostic;
use crate::scenario::Time;
use crate::span::Span;
use crate::yaml::node::{Node, Value};
use crate::yaml::read::Read;

/// Nobody waits longer than this for an engine; more is a slip of the pen, or an overflow.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// What a number with something behind it can be.
enum Literal {
    Length(Duration),
    NoUnit,
    UnknownUnit(String),
    NoNumber(String),
    TooLong,
}

impl Lowering<'_> {
    /// A time.
    pub(super) fn time(&mut self, node: &Node) -> Option<Time> {
        if matches!(node.value, Value::List(_) | Value::Map(_)) || node.is_null() {
            return self.wrong(node, "a time, such as 1500ms or stop");
        }
        let text = self.text(node)?;
        let terms: Option<Vec<Time>> = text
            .split('+')
            .map(|term| self.term(term.trim(), &node.span))
            .collect();
        let mut terms = terms?;
        if terms.len() == 1 {
            return terms.pop();
        }
        Some(Time::Sum(terms))
    }

    /// A time that depends on no limit.
    pub(super) fn length(&mut self, text: &str, span: &Span) -> Option<Duration> {
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

    fn term(&mut self, term: &str, span: &Span) -> Option<Time> {
        let place = span.word(term).unwrap_or_else(|| span.first_line());
        if term.is_empty() || term.starts_with('-') {
            let message = match term {
                "" => "a time is missing in this sum",
                _ => "a time can't be negative",
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
        self.unknown("limit", term, place, known);
        None
    }
}

/// Whether a text is meant as a length of time.
pub(super) fn is_length(text: &str) -> bool {
    matches!(literal(text), Literal::Length(_) | Literal::TooLong)
}

fn literal(text: &str) -> Literal {
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim_start() {
        "" => return Literal::NoUnit,
        "ms" => 0.001,
        "s" => 1.0,
        other => return Literal::UnknownUnit(other.to_owned()),
    };
    let Ok(number) = number.parse::<f64>() else {
        return Literal::NoNumber(number.to_owned());
    };
    match Duration::try_from_secs_f64(number * seconds) {
        Ok(length) if length <= LONGEST => Literal::Length(length),
        Ok(_) | Err(_) => Literal::TooLong,
    }
}
