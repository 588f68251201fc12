//! Lowers texts and the placeholders in them.

use super::Lowering;
use crate::diagnostic::Diagnostic;
use crate::lang::Text;
use crate::scenario::{Piece, Template};
use crate::span::Span;
use crate::yaml::node::Node;
use crate::yaml::read::Read;

/// The largest size of one compiled regular expression, in bytes.
const MAX_REGEX: usize = 128 << 10;

impl Lowering<'_> {
    /// Lowers a text that may contain captured values.
    pub(super) fn template(&mut self, node: &Node) -> Option<Template> {
        let text = self.scalar(node)?;
        self.pieces(text, &node.span, str::to_owned).map(Template)
    }

    /// Lowers a regular expression. Values of placeholders are matched literally: a move such as `P*5e` is not a
    /// pattern.
    pub(super) fn regex(&mut self, node: &Node) -> Option<regex_lite::Regex> {
        let text = self.scalar(node)?;
        let pieces = self.pieces(text, &node.span, regex_lite::escape)?;
        let pattern = self.known_text(Template(pieces), &node.span)?;
        match regex_lite::RegexBuilder::new(&pattern).size_limit(MAX_REGEX).build() {
            Ok(regex) => Some(regex),
            Err(error) => {
                let place = node.span.first_line();
                self.report(
                    Diagnostic::error(say!("bad regular expression"), place)
                        .label(Text::plain(error.to_string()))
                        .help(say!("to match a character such as + or * itself, put \\ before it")),
                );
                None
            }
        }
    }

    pub(super) fn known_text(&mut self, template: Template, span: &Span) -> Option<String> {
        let mut text = String::new();
        for piece in template.0 {
            match piece {
                Piece::Text(piece) => text.push_str(&piece),
                Piece::Captured(_) if self.alone => return None,
                Piece::Captured(name) => {
                    let place = placeholder(span, &name);
                    self.report(
                        Diagnostic::error(
                            say!("the captured value \"{name}\" can't be used here", name),
                            place,
                        )
                        .help(say!(
                            "captured values can be used in what is sent and in texts under where"
                        )),
                    );
                    return None;
                }
            }
        }
        Some(text)
    }

    /// Splits a text at its placeholders; `put_in` is applied to every value that is put in.
    fn pieces(
        &mut self,
        text: &str,
        span: &Span,
        put_in: impl Fn(&str) -> String,
    ) -> Option<Vec<Piece>> {
        let mut pieces = Pieces::default();
        let mut rest = text;
        while let Some(at) = rest.find("${") {
            if rest[..at].ends_with('$') {
                pieces.text(&rest[..at - 1]);
                pieces.text("${");
                rest = &rest[at + 2..];
                continue;
            }
            pieces.text(&rest[..at]);
            let Some(length) = rest[at..].find('}') else {
                self.report(
                    Diagnostic::error(say!("a placeholder without its end"), span.first_line())
                        .help(say!("a placeholder is ${name}; $${ is a literal ${")),
                );
                return None;
            };
            let name = &rest[at + 2..at + length];
            match self.placeholder(name, span)? {
                Piece::Text(value) => {
                    let value = put_in(&value);
                    self.spend(value.len(), span)?;
                    pieces.text(&value);
                }
                captured @ Piece::Captured(_) => pieces.0.push(captured),
            }
            rest = &rest[at + length + 1..];
        }
        pieces.text(rest);
        Some(pieces.0)
    }

    fn placeholder(&mut self, name: &str, span: &Span) -> Option<Piece> {
        if let Some((_, value)) = self.params.iter().find(|(known, _)| known == name) {
            self.used.insert(name.to_owned());
            return Some(Piece::Text(value.clone()));
        }
        let words = self.world.dialect.words();
        if let Some((_, value)) = words.iter().find(|(known, _)| *known == name) {
            return Some(Piece::Text((*value).to_owned()));
        }
        if self.alone || self.captured.iter().any(|known| known == name) {
            return Some(Piece::Captured(name.to_owned()));
        }
        let mut known: Vec<String> = self.params.iter().map(|(name, _)| name.clone()).collect();
        known.extend(words.iter().map(|(name, _)| (*name).to_owned()));
        known.extend(self.captured.iter().cloned());
        let place = placeholder(span, name);
        self.unknown(say!("placeholder"), name, place, known.iter().map(String::as_str));
        None
    }
}

/// The place of a placeholder in a text.
fn placeholder(span: &Span, name: &str) -> Span {
    let written = format!("${{{name}}}");
    match span.text().find(&written) {
        Some(at) => span.part(span.start + at, span.start + at + written.len()),
        None => span.first_line(),
    }
}

#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    fn text(&mut self, text: &str) {
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(Piece::Text(last)) => last.push_str(text),
            Some(Piece::Captured(_)) | None => self.0.push(Piece::Text(text.to_owned())),
        }
    }
}
