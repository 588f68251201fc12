//! YAML as a tree in which every key and value has its exact source position.
//!
//! The tree is built from the events of the parser and not with serde. Serde stops at the first mistake, does not give
//! the end of a node, and guesses types (`on` would be a boolean, `1e5` a number) where a script means words.

use std::sync::Arc;

use serde_saphyr::granit_parser::{self, Event, Marker, Parser, ScalarStyle, ScanError};

use crate::diagnostic::Diagnostic;
use crate::lang::Text;
use crate::span::{SourceFile, Span};

/// The longest file that is read, in bytes.
pub(crate) const MAX_FILE: usize = 1 << 20;

/// The largest depth of nested flow or block collections.
const MAX_DEPTH: usize = 48;

/// A value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// The place from the first to the last character.
    pub(crate) span: Span,
    /// The content.
    pub(crate) value: Value,
}

/// The content of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// A scalar.
    Text(String, Style),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping; its keys are words, without duplicates.
    Map(Vec<Entry>),
}

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Without quotes.
    Plain,
    /// In quotes.
    Quoted,
    /// As a `|` or `>` block.
    Block,
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The key.
    pub(crate) key: String,
    /// The place of the key.
    pub(crate) key_span: Span,
    /// The value.
    pub(crate) value: Node,
}

impl Node {
    /// Whether the value is empty: `key:`, `~` or `null`.
    pub(crate) fn is_null(&self) -> bool {
        matches!(&self.value, Value::Text(text, Style::Plain)
            if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// A word for the type of the value.
    pub(crate) fn what(&self) -> Text {
        match &self.value {
            Value::Text(..) if self.is_null() => say!("nothing"),
            Value::Text(..) => say!("text"),
            Value::List(_) => say!("a list"),
            Value::Map(_) => say!("a mapping"),
        }
    }
}

/// The texts that messages use for the language of a file.
#[derive(Debug)]
pub(crate) struct Language {
    /// The name, as in "tags are not part of …".
    pub(crate) name: Text,
    /// What a file must contain at least.
    pub(crate) least: Text,
    /// What to do instead of a second document.
    pub(crate) single: Text,
    /// What to do instead of anchors and aliases.
    pub(crate) shared: Text,
}

/// Reads a file. A mistake in the YAML itself ends the reading; all repeated keys are collected.
pub(crate) fn parse(
    file: &Arc<SourceFile>,
    language: &'static Language,
) -> Result<Node, Vec<Diagnostic>> {
    let options = granit_parser::options! {
        emit_unresolved_aliases: true,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let mut builder = Builder {
        file: Arc::clone(file),
        language,
        events: Parser::new_from_str_with_options(&file.text, options),
        reached: Reached::default(),
        repeated: Vec::new(),
    };
    match builder.document() {
        Ok(node) if builder.repeated.is_empty() => Ok(node),
        Ok(_) => Err(builder.repeated),
        Err(error) => {
            builder.repeated.push(*error);
            Err(builder.repeated)
        }
    }
}

/// How far lines and columns are counted. The numbers of the parser are not used: the parser counts a lone CR as the
/// end of a line, but editors and the output of diagnostics do not.
#[derive(Clone, Copy, Default)]
struct Reached {
    offset: usize,
    lines: u32,
    columns: u32,
}

type Built<T> = Result<T, Box<Diagnostic>>;

struct Builder<'t, I>
where
    I: Iterator<Item = Result<(Event<'t>, granit_parser::Span), ScanError>>,
{
    file: Arc<SourceFile>,
    language: &'static Language,
    events: I,
    reached: Reached,
    repeated: Vec<Diagnostic>,
}

impl<'t, I> Builder<'t, I>
where
    I: Iterator<Item = Result<(Event<'t>, granit_parser::Span), ScanError>>,
{
    /// Reads the one document of the file.
    fn document(&mut self) -> Built<Node> {
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::StreamStart | Event::DocumentStart(..)) {
                continue;
            }
            if matches!(event, Event::StreamEnd | Event::DocumentEnd) {
                return Err(self.empty(&span));
            }
            let root = self.node(event, &span)?;
            self.end()?;
            if root.is_null() {
                return Err(self.empty(&span));
            }
            return Ok(root);
        }
    }

    /// Checks that nothing follows the document.
    fn end(&mut self) -> Built<()> {
        loop {
            let (event, span) = self.next()?;
            if event == Event::StreamEnd {
                return Ok(());
            }
            if event != Event::DocumentEnd {
                let place = self.span(&span);
                let diagnostic = Diagnostic::error(say!("a second document in one file"), place);
                return Err(Box::new(diagnostic.help(self.language.single.clone())));
            }
        }
    }

    fn empty(&mut self, span: &granit_parser::Span) -> Box<Diagnostic> {
        let diagnostic = Diagnostic::error(say!("the file is empty"), self.span(span));
        Box::new(diagnostic.help(self.language.least.clone()))
    }

    fn next(&mut self) -> Built<(Event<'t>, granit_parser::Span)> {
        match self.events.next() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(Box::new(self.syntax(&error))),
            None => {
                let at = self.file.text.len();
                let place = whole(&self.file).part(at, at);
                Err(Box::new(Diagnostic::error(say!("the file ends too early"), place)))
            }
        }
    }

    fn node(&mut self, event: Event<'t>, span: &granit_parser::Span) -> Built<Node> {
        if let Some(tag) = span.tag_span() {
            return Err(self.refused(say!("tags"), say!("write the value without a tag"), &tag));
        }
        match event {
            Event::Scalar(text, style, 0, _) => Ok(Node {
                span: self.scalar_span(span, style),
                value: Value::Text(text.into_owned(), style_of(style)),
            }),
            Event::SequenceStart(_, 0, _) => self.list(span),
            Event::MappingStart(_, 0, _) => self.map(span),
            Event::Alias(_)
            | Event::UnresolvedAlias(_)
            | Event::Scalar(..)
            | Event::SequenceStart(..)
            | Event::MappingStart(..)
            | Event::Anchor(..) => {
                // The parser gives the place of the value; the anchor is before it.
                let mark = self.file.text[..self.offset(&span.start)].rfind('&');
                let shared = self.language.shared.clone();
                let help = say!("{shared}; text that begins with & or * is put in quotes", shared);
                let mut error = self.refused(say!("anchors and aliases"), help, span);
                if let (Some(at), Some(place)) = (mark, &mut error.span)
                    && self.file.text[at..place.start].split_whitespace().count() == 1
                    && !matches!(event, Event::Alias(_) | Event::UnresolvedAlias(_))
                {
                    *place = whole(&self.file).part(at, place.start).first_line();
                    place.end = place.start + place.text().trim_end().len();
                }
                Err(error)
            }
            Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(..)
            | Event::DocumentEnd
            | Event::SequenceEnd
            | Event::MappingEnd
            | _ => Err(Box::new(Diagnostic::error(say!("a value is missing"), self.span(span)))),
        }
    }

    fn list(&mut self, start: &granit_parser::Span) -> Built<Node> {
        let start = self.span(start);
        let mut items = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if event == Event::SequenceEnd {
                let last = items.last().map(|node: &Node| node.span.end);
                return Ok(Node {
                    span: self.up_to(start, &span, last),
                    value: Value::List(items),
                });
            }
            items.push(self.node(event, &span)?);
        }
    }

    fn map(&mut self, start: &granit_parser::Span) -> Built<Node> {
        let start = self.span(start);
        let mut entries: Vec<Entry> = Vec::new();
        let mut seen = std::collections::HashMap::new();
        loop {
            let (event, span) = self.next()?;
            if event == Event::MappingEnd {
                let last = entries.last().map(|entry| entry.value.span.end);
                return Ok(Node {
                    span: self.up_to(start, &span, last),
                    value: Value::Map(entries),
                });
            }
            let key = self.node(event, &span)?;
            let Value::Text(word, _) = key.value else {
                return Err(Box::new(
                    Diagnostic::error(say!("a key must be a word"), key.span.first_line())
                        .help(say!("text that holds { } or [ ] is put in quotes")),
                ));
            };
            let (event, span) = self.next()?;
            let value = self.node(event, &span)?;
            if let Some(line) = seen.insert(word.clone(), key.span.line) {
                self.repeated.push(
                    Diagnostic::error(say!("repeated key \"{word}\"", word), key.span)
                        .label(say!("it is already in line {line}", line))
                        .help(say!("a key occurs once in its mapping")),
                );
                continue;
            }
            entries.push(Entry { key: word, key_span: key.span, value });
        }
    }

    fn refused(&mut self, what: Text, help: Text, span: &granit_parser::Span) -> Box<Diagnostic> {
        Box::new(
            Diagnostic::error(
                say!(
                    "{what} are not part of {language}",
                    what,
                    language = self.language.name.clone()
                ),
                self.span(span).first_line(),
            )
            .help(help),
        )
    }

    fn syntax(&mut self, error: &ScanError) -> Diagnostic {
        let start = self.offset(error.marker());
        let character = self.file.text[start..].chars().next();
        let end = start + character.filter(|c| *c != '\n').map_or(0, char::len_utf8);
        let place = self.place(start, end);
        let message = error.info();
        let line = self.file.text[..start].rsplit('\n').next().unwrap_or("");
        let help = if message.contains("tab") {
            say!("YAML is indented with blanks only")
        } else if line.contains("${") || (line.ends_with('$') && character == Some('{')) {
            say!("within [ ] and { }, text with ${…} is put in quotes")
        } else if message.contains("mapping value") || message.contains("':'") {
            say!("text with \": \" in it is put in quotes; or a [ or \" above is not closed")
        } else {
            Text::EMPTY
        };
        let diagnostic = Diagnostic::error(say!("bad YAML: {message}", message), place);
        if help.is_empty() { diagnostic } else { diagnostic.help(help) }
    }

    fn span(&mut self, span: &granit_parser::Span) -> Span {
        let (start, end) = (self.offset(&span.start), self.offset(&span.end));
        self.place(start, end)
    }

    /// The place of a scalar, without the white space that the parser includes at its end.
    fn scalar_span(&mut self, span: &granit_parser::Span, style: ScalarStyle) -> Span {
        let mut place = self.span(span);
        if style_of(style) != Style::Quoted {
            place.end = place.start + place.text().trim_end().len();
        }
        place
    }

    /// Ends a block at the end of its last item: the end that the parser gives is the start of what follows.
    fn up_to(&self, mut start: Span, end: &granit_parser::Span, last: Option<usize>) -> Span {
        let after = self.offset(&end.end);
        let closed = self.file.text[..after].ends_with([']', '}']) && !end.is_empty();
        let last = if closed { after } else { last.unwrap_or(after) };
        start.end = last.max(start.start);
        start
    }

    fn place(&mut self, start: usize, end: usize) -> Span {
        if start < self.reached.offset {
            self.reached = Reached::default();
        }
        let mut reached = self.reached;
        for c in self.file.text[reached.offset..start].chars() {
            reached.columns = reached.columns.saturating_add(1);
            if c == '\n' {
                reached.lines = reached.lines.saturating_add(1);
                reached.columns = 0;
            }
        }
        reached.offset = start;
        self.reached = reached;
        Span {
            file: Arc::clone(&self.file),
            line: reached.lines.saturating_add(1),
            column: reached.columns.saturating_add(1),
            start,
            end: end.max(start),
        }
    }

    /// The byte offset of a marker, moved to a character boundary if necessary.
    fn offset(&self, marker: &Marker) -> usize {
        let text = &self.file.text;
        text.floor_char_boundary(marker.byte_offset().unwrap_or(0).min(text.len()))
    }
}

/// The place of a whole file.
pub(crate) fn whole(file: &Arc<SourceFile>) -> Span {
    Span { file: Arc::clone(file), line: 1, column: 1, start: 0, end: file.text.len() }
}

fn style_of(style: ScalarStyle) -> Style {
    match style {
        ScalarStyle::Plain => Style::Plain,
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Style::Quoted,
        ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
    }
}
