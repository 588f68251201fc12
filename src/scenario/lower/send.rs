//! Lowers the steps that send: `send`, `raw`, `set-options`.

use super::Lowering;
use crate::diagnostic::{Diagnostic, nearest};
use crate::scenario::inputs::{Flow, Known, Line};
use crate::scenario::table;
use crate::scenario::{Ending, OptionValue, Piece, RawPart, Send, SetOptions, Template};
use crate::span::Span;
use crate::yaml::length::is_length;
use crate::yaml::node::{Entry, Node, Style, Value};
use crate::yaml::read::{Fields, Read};

impl Lowering<'_> {
    /// Lowers `send` with its siblings.
    pub(super) fn send(&mut self, node: &Node, fields: &Fields<'_>) -> Option<Send> {
        let nodes = match &node.value {
            Value::List(_) => self.items(node, say!("lines"))?,
            Value::Text(..) | Value::Map(_) => std::slice::from_ref(node),
        };
        let ending = match fields.get("ending") {
            Some(node) => self.choice(node, say!("ending"), table::ENDINGS),
            None => Some(Ending::Lf),
        };
        let probe = fields.get("probe").map(|node| self.probe(node));
        let mut lines = Vec::new();
        // A probe sends what the documents do not define, so it is not checked.
        if probe.is_some() {
            self.flow.push(Flow::Lost);
        }
        for node in nodes {
            let line = self.line(node);
            if probe.is_none() {
                self.sent(node, line.as_ref());
            }
            lines.extend(line);
        }
        Some(Send { lines, ending: ending?, probe: probe.flatten() })
    }

    /// Prepares the check of a line; `None` is a line that is wrong.
    fn sent(&mut self, node: &Node, line: Option<&Template>) {
        let written = match &node.value {
            Value::Text(text, _) => text.as_str(),
            Value::List(_) | Value::Map(_) => "",
        };
        let (text, known) = match line.map(|line| (line, whole_text(line))) {
            Some((_, Some(text))) => (text, Known::Text),
            Some((line, None)) => (line.to_string(), Known::Command),
            None => (written.to_owned(), Known::Wrong),
        };
        if known == Known::Text {
            self.command(&text, &node.span);
        } else if text.split_whitespace().next().is_none_or(|word| word.contains("${")) {
            self.flow.push(Flow::Lost);
        }
        let (place, used_at) = (node.span.clone(), self.used_at.clone());
        self.flow.push(Flow::Line(Line { text, place, used_at, known }));
    }

    /// Reports a line whose first word is nearly a command: this is probably a mistake, and the engine would not be at
    /// fault for the result. Other unknown words may be sent, since engines have to ignore them.
    fn command(&mut self, line: &str, place: &Span) {
        let known = self.world.dialect.commands();
        let word = line.split_whitespace().next().unwrap_or_default();
        if known.contains(&word) {
            return;
        }
        if let Some(meant) = nearest(word, known) {
            let place = place.words(word).next().unwrap_or_else(|| place.first_line());
            self.report(
                Diagnostic::error(say!("unknown command \"{word}\"", word), place)
                    .label(say!("did you mean \"{meant}\"?", meant))
                    .help(say!(
                        "put intentionally unknown commands into a step with probe, or into raw"
                    )),
            );
        }
    }

    fn line(&mut self, node: &Node) -> Option<Template> {
        let line = self.template(node)?;
        let broken = line.0.iter().any(|piece| match piece {
            Piece::Text(text) => text.contains(['\n', '\r']),
            Piece::Captured(_) => false,
        });
        if !broken {
            return Some(line);
        }
        self.report(
            Diagnostic::error(say!("a line break inside a line"), node.span.first_line())
                .help(say!("send takes lines without their ends; bytes as they are go into raw")),
        );
        None
    }

    /// Lowers `raw`.
    pub(super) fn raw(&mut self, node: &Node) -> Option<Vec<RawPart>> {
        let nodes = match &node.value {
            Value::List(_) => self.items(node, say!("bytes and pauses"))?,
            Value::Text(..) | Value::Map(_) => std::slice::from_ref(node),
        };
        let mut parts = Vec::new();
        for node in nodes {
            parts.extend(self.raw_part(node));
        }
        Some(parts)
    }

    fn raw_part(&mut self, node: &Node) -> Option<RawPart> {
        match &node.value {
            Value::Text(text, Style::Plain) if is_length(text) => {
                self.length(text, &node.span).map(RawPart::Pause)
            }
            Value::Text(_, Style::Plain) => self.wrong_bytes(node),
            Value::Text(..) => Some(RawPart::Bytes(self.text(node)?.into_bytes())),
            Value::List(_) => self.wrong_bytes(node),
            Value::Map(entries) => {
                let near = |keys: &[table::Key]| {
                    let names = |entry: &Entry| {
                        nearest(&entry.key, keys.iter().map(|key| key.name)).is_some()
                    };
                    entries.iter().any(names)
                };
                if near(table::MANY) {
                    self.many(node).map(RawPart::Bytes)
                } else if near(table::HEX) {
                    let fields = self.fields(node, table::HEX, say!("bytes"))?;
                    self.hex(fields.get("hex")?).map(RawPart::Bytes)
                } else {
                    self.wrong_bytes(node)
                }
            }
        }
    }

    /// Lowers text that is repeated many times.
    fn many(&mut self, node: &Node) -> Option<Vec<u8>> {
        let fields = self.fields(node, table::MANY, say!("repeated text"))?;
        let text = fields.get("text").and_then(|node| self.text(node));
        let times = fields.get("times").and_then(|node| self.count(node, 1_000_000));
        let (text, times) = (text?, times? as usize);
        self.spend(text.len().saturating_mul(times), &node.span)?;
        Some(text.repeat(times).into_bytes())
    }

    fn wrong_bytes(&mut self, node: &Node) -> Option<RawPart> {
        self.report(
            Diagnostic::error(say!("neither bytes nor a pause"), node.span.first_line()).help(
                say!(
                    "write \"text\\n\" in double quotes, { hex: \"ff fe\" }, or a time such as 20ms"
                ),
            ),
        );
        None
    }

    fn hex(&mut self, node: &Node) -> Option<Vec<u8>> {
        let text = self.text(node)?;
        let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let sound = digits.len().is_multiple_of(2) && digits.chars().all(|c| c.is_ascii_hexdigit());
        if !sound {
            let message = say!("\"{text}\" is not in hexadecimal digits", text);
            self.report(
                Diagnostic::error(message, node.span.first_line())
                    .help(say!("two digits a byte, such as { hex: \"ff 0a\" }")),
            );
            return None;
        }
        let pair = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        (0..digits.len()).step_by(2).map(pair).collect()
    }

    /// Lowers a whole number from 1 to `most`.
    pub(super) fn count(&mut self, node: &Node, most: u32) -> Option<u32> {
        let text = self.text(node)?;
        match text.parse::<u32>() {
            Ok(number) if (1..=most).contains(&number) => Some(number),
            Ok(_) | Err(_) => {
                let message = say!("\"{text}\" is not a number from 1 to {most}", text, most);
                self.report(Diagnostic::error(message, node.span.first_line()));
                None
            }
        }
    }

    /// Lowers `set-options` with its siblings.
    pub(super) fn set_options(&mut self, node: &Node, beside: &Fields<'_>) -> Option<SetOptions> {
        let probe = beside.get("probe").map(|node| self.probe(node));
        if probe.is_some() {
            self.flow.push(Flow::Lost);
        }
        let (place, used_at) = (node.span.first_line(), self.used_at.clone());
        let text = self.world.dialect.set_option("X", Some("1"));
        self.flow.push(Flow::Line(Line { text, place, used_at, known: Known::Command }));
        let fields = self.fields(node, table::SET_OPTIONS, say!("set-options"))?;
        let only = fields.get("only").map(|node| self.text(node));
        let kinds = fields.get("types").and_then(|node| self.option_types(node));
        let to = fields.get("to").and_then(|node| self.option_value(node));
        let optional = fields.get("optional").is_some_and(|node| self.flag(node) == Some(true));
        let (kinds, to, only) = (kinds?, to?, only.flatten());
        self.option_sense(&kinds, &to, fields.get("to")?);
        Some(SetOptions { kinds, only, to, optional, probe: probe.flatten() })
    }

    fn option_types(&mut self, node: &Node) -> Option<Vec<String>> {
        let mut kinds = Vec::new();
        for node in self.items(node, say!("types of option"))? {
            let Some(word) = self.text(node) else {
                continue;
            };
            if table::OPTION_TYPES.contains(&word.as_str()) {
                kinds.push(word);
            } else if let Some((_, reason)) =
                table::REFUSED_TYPES.iter().find(|(name, _)| *name == word)
            {
                self.report(
                    Diagnostic::error(
                        say!("options of type \"{word}\" are never set", word),
                        node.span.first_line(),
                    )
                    .label(reason.clone())
                    .help(say!("allowed here: {names}", names = table::OPTION_TYPES.join(", "))),
                );
            } else {
                let known = table::OPTION_TYPES.iter().copied();
                self.unknown(say!("type of option"), &word, node.span.first_line(), known);
            }
        }
        Some(kinds)
    }

    fn option_value(&mut self, node: &Node) -> Option<OptionValue> {
        if let Value::Map(_) = &node.value {
            let fields = self.fields(node, table::OPTION_TEXT, say!("a value"))?;
            return self.text(fields.get("text")?).map(OptionValue::Text);
        }
        self.choice(node, say!("value of options"), table::OPTION_VALUES)
    }

    /// Reports values that make no sense for the given types.
    fn option_sense(&mut self, kinds: &[String], to: &OptionValue, node: &Node) {
        let (fits, lacks, help): (&[&str], _, _) = match to {
            OptionValue::Min | OptionValue::Max | OptionValue::BelowMin | OptionValue::AboveMax => {
                (&["spin"], say!("has no bounds"), say!("min and max are for types: [spin]"))
            }
            OptionValue::Choices | OptionValue::Other | OptionValue::Next => (
                &["check", "combo"],
                say!("has no choices"),
                say!("choices, other and next are for types: [check, combo]"),
            ),
            OptionValue::Pressed => {
                (&["button"], say!("cannot be pressed"), say!("pressed is for types: [button]"))
            }
            OptionValue::Empty | OptionValue::EmptyWord => (
                &["string"],
                say!("is never empty"),
                say!("empty and empty-word are for types: [string]"),
            ),
            OptionValue::Text(_) | OptionValue::Default | OptionValue::SwappedCaseName => (
                &["check", "spin", "combo", "string"],
                say!("has no value"),
                say!("a button is pressed: to: pressed"),
            ),
        };
        if let Some(kind) = kinds.iter().find(|kind| !fits.contains(&kind.as_str())) {
            let message = say!("an option of type \"{kind}\" {lacks}", kind, lacks);
            self.report(Diagnostic::error(message, node.span.first_line()).help(help));
        }
    }
}

/// The text of a line without captured values; `None` if it has some.
fn whole_text(line: &Template) -> Option<String> {
    match line.0.as_slice() {
        [] => Some(String::new()),
        [Piece::Text(text)] => Some(text.clone()),
        _ => None,
    }
}
