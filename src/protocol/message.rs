//! The lines of an engine, in terms that every protocol has.

use std::fmt;

use crate::lang::Text;

/// The shape of a line of an engine, without its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageShape {
    /// The kind of message, as in [`ParsedMessage::kind`].
    pub kind: &'static str,
    /// The words that name the parts of the line. For `info`: the subcommands as written, also unknown ones, and
    /// `score cp`, `score mate` and `score bound`. For `bestmove`: `ponder`. For `id`: its kind. For `checkmate`:
    /// the kind of answer.
    pub words: Vec<String>,
}

/// A kind of message.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name in scripts: `bestmove`.
    pub name: &'static str,
    /// The fields that `where` and `capture` may name, each with its meaning.
    pub fields: &'static [(&'static str, &'static str)],
    /// What a finding calls a field, if its name alone does not say what it is. For a field that is true or false, this
    /// is a sentence.
    pub phrase: fn(&str) -> Option<Text>,
    /// Whether any output of the engine restarts the deadline for this message, as keep-alive lines do for `readyok`.
    pub prolonged: bool,
    /// Whether it closes a search. A script that waits for one such message treats another one as the answer.
    pub closes: bool,
}

impl Kind {
    /// A kind without fields that closes nothing.
    pub const fn bare(name: &'static str) -> Self {
        const fn no_phrase(_field: &str) -> Option<Text> {
            None
        }
        Self { name, fields: &[], phrase: no_phrase, prolonged: false, closes: false }
    }
}

/// A line of the engine in the terms of its dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedMessage {
    /// The kind: a [`Kind::name`], or `blank` or `other`.
    pub kind: &'static str,
    /// What the message is for.
    pub class: MessageClass,
    /// Its fields, including those that depend on the position (`move.legal`).
    pub fields: Vec<(&'static str, Value)>,
    /// Whether the message closed a search.
    pub closes_search: bool,
    /// The fields without a known value, because their text does not follow the grammar or stands for "no move". A
    /// script cannot test them; a rule reports the text.
    pub unreadable: &'static [&'static str],
}

/// What a message of an engine is for, in any protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageClass {
    /// Describes the engine: its name, an option.
    Declaration,
    /// Answers the question whether the engine is ready.
    Ready,
    /// Reports on a running search.
    Info,
    /// Ends a search.
    SearchEnd,
    /// Another message of the protocol.
    Other,
    /// A line without text.
    Blank,
    /// Not a message of the protocol.
    Unknown,
}

impl ParsedMessage {
    /// Whether the line has nothing that a client acts on: it is blank, unknown, or information with free text only.
    #[must_use]
    pub fn is_free_text(&self) -> bool {
        match self.class {
            MessageClass::Blank | MessageClass::Unknown => true,
            MessageClass::Info => self.fields.iter().all(|(name, _)| *name == "string"),
            MessageClass::Declaration
            | MessageClass::Ready
            | MessageClass::SearchEnd
            | MessageClass::Other => false,
        }
    }

    /// Whether it shows a result of a search: a score or a pv.
    #[must_use]
    pub fn shows_search(&self) -> bool {
        ["cp", "mate", "pv"].iter().any(|field| self.field(field).is_some())
    }

    /// The field with this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Whether a field is [unreadable](Self::unreadable). A derived field (`move.legal`) counts as the field that it
    /// is derived from (`move`).
    #[must_use]
    pub fn is_unreadable(&self, field: &str) -> bool {
        let root = field.split_once('.').map_or(field, |(root, _)| root);
        self.unreadable.contains(&root)
    }
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A word or free text.
    Text(String),
    /// A number.
    Int(i64),
    /// True or false.
    Flag(bool),
    /// Several words, such as a pv.
    Words(Vec<String>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Int(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Words(words) => f.write_str(&words.join(" ")),
        }
    }
}
