//! A text that can be written in several languages.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use super::{Lang, ja, spoken, with_lang};

/// A text for people: a template with its arguments, or a plain text that is the same in every language, such as a line
/// of an engine.
///
/// `Display` writes it in the current language ([`with_lang`](super::with_lang)), which is English by default.
#[derive(Clone, PartialEq, Eq)]
pub struct Text {
    /// The template in English; [`PLAIN`] for a plain text.
    template: &'static str,
    arguments: Vec<(&'static str, Text)>,
    plain: Option<Box<str>>,
}

/// The parts of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made<'a> {
    /// A plain text, the same in every language.
    Plain(&'a str),
    /// A template in English, and the value of each argument by its name.
    Template(&'static str, &'a [(&'static str, Text)]),
}

/// The template of a plain text.
const PLAIN: &str = "{}";

impl Text {
    /// The empty text.
    pub const EMPTY: Self = Self { template: PLAIN, arguments: Vec::new(), plain: None };

    /// A template without arguments. Use `say!` instead: the test of the translations finds only its calls.
    #[must_use]
    pub const fn of(template: &'static str) -> Self {
        Self { template, arguments: Vec::new(), plain: None }
    }

    /// A template with arguments. Use `say!` instead.
    #[must_use]
    pub const fn made(template: &'static str, arguments: Vec<(&'static str, Self)>) -> Self {
        Self { template, arguments, plain: None }
    }

    /// A text that is the same in every language: a line of the engine, a word of the protocol, a text that a user
    /// wrote or that was read from a file.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { plain: Some(text.into().into_boxed_str()), ..Self::EMPTY }
    }

    /// Whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        if self.template == PLAIN {
            self.plain.as_ref().is_none_or(|text| text.is_empty())
        } else {
            self.template.is_empty()
        }
    }

    /// The text in the given language.
    #[must_use]
    pub fn in_lang(&self, lang: Lang) -> String {
        with_lang(lang, || self.to_string())
    }

    /// Alternatives: `bestmove or checkmate`.
    #[must_use]
    pub fn any_of<T: ToText>(words: impl IntoIterator<Item = T>) -> Self {
        let mut words = words.into_iter().map(|word| word.to_text());
        let Some(first) = words.next() else {
            return Self::EMPTY;
        };
        words.fold(first, |one, other| say!("{one} or {other}", one, other))
    }

    /// A list: `3 pass, 1 fail`.
    #[must_use]
    pub fn list<T: ToText>(texts: impl IntoIterator<Item = T>) -> Self {
        let mut texts = texts.into_iter().map(|text| text.to_text());
        let first = texts.next().unwrap_or_default();
        texts.fold(first, |one, more| say!("{one}, {more}", one, more))
    }

    /// The parts of the text, for files that store more than the text in one language.
    #[must_use]
    pub fn made_of(&self) -> Made<'_> {
        if self.template == PLAIN {
            Made::Plain(self.plain.as_deref().unwrap_or_default())
        } else {
            Made::Template(self.template, &self.arguments)
        }
    }

    /// A text from the parts that a file stored. `None` if there is no such template, or if it has other arguments.
    #[must_use]
    pub fn again(template: &str, arguments: Vec<(String, Self)>) -> Option<Self> {
        let template = ja::known(template)?;
        let names: BTreeSet<&str> = pieces(template).filter_map(|(_, name)| name).collect();
        if names.len() != arguments.len() {
            return None;
        }
        let named = |(name, value): (String, Self)| Some((*names.get(name.as_str())?, value));
        let arguments: Option<Vec<_>> = arguments.into_iter().map(named).collect();
        Some(Self::made(template, arguments?))
    }

    /// The template in the current language, in pieces: words, each with the name of the argument after them. For
    /// callers that put more than text in the place of an argument.
    pub fn pieces(&self) -> impl Iterator<Item = (&'static str, Option<&'static str>)> + use<> {
        pieces(spoken().of(self.template))
    }

    /// The text with every plain text in it cut to about `most` bytes; each cut text ends with the number of missing
    /// bytes.
    #[must_use]
    pub fn within(mut self, most: usize) -> Self {
        if let Some(text) = &self.plain
            && text.len() > most
        {
            let end = text.floor_char_boundary(most);
            let more = text.len() - end;
            self.plain = Some(format!("{} … (+{more} bytes)", &text[..end]).into_boxed_str());
        }
        let arguments = self.arguments.into_iter();
        self.arguments = arguments.map(|(name, value)| (name, value.within(most))).collect();
        self
    }

    fn argument(&self, name: &str) -> Option<&Self> {
        let found = self.arguments.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value)
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.template == PLAIN {
            return f.pad(self.plain.as_deref().unwrap_or_default());
        }
        let template = spoken().of(self.template);
        if self.arguments.is_empty() {
            return f.pad(template);
        }
        for (words, name) in pieces(template) {
            f.write_str(words)?;
            if let Some(value) = name.and_then(|name| self.argument(name)) {
                write!(f, "{value}")?;
            }
        }
        Ok(())
    }
}

/// The text in quotes, for the messages of tests.
impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

/// Some errors are nothing but a text: what is wrong in an input of the user.
impl std::error::Error for Text {}

/// Compares with the text in the current language.
impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.to_string().as_str() == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

/// The pieces of a template: words, each with the name of the argument after them.
pub(super) fn pieces(template: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    template.split_inclusive('}').map(|piece| {
        let argument = piece.strip_suffix('}').and_then(|p| p.split_once('{'));
        match argument {
            Some((words, name)) => (words, Some(name)),
            None => (piece, None),
        }
    })
}

/// A value that can be an argument of a text: another text, or a value that is shown in the same way in every language.
pub trait ToText {
    /// The value as a text.
    fn to_text(&self) -> Text;
}

impl ToText for Text {
    fn to_text(&self) -> Text {
        self.clone()
    }
}

impl<T: ToText + ?Sized> ToText for &T {
    fn to_text(&self) -> Text {
        (**self).to_text()
    }
}

macro_rules! shown_as_it_is {
    ($($type:ty),*) => {
        $(impl ToText for $type {
            fn to_text(&self) -> Text {
                Text::plain(self.to_string())
            }
        })*
    };
}

shown_as_it_is!(str, String, Cow<'_, str>, char, i32, i64, u8, u16, u32, u64, u128, usize, f64);
shown_as_it_is!(std::path::Display<'_>, regex_lite::Error, serde_json::Error);
