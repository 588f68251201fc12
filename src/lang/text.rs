//! A text that can be written in several languages.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use super::{Lang, ja, spoken, with_lang};

/// A text for people: a template with its arguments, or something that is the same in every language, such as a
/// line of an engine.
///
/// `Display` writes it in the language that is spoken ([`with_lang`](super::with_lang)), else in English.
#[derive(Clone, PartialEq, Eq)]
pub struct Text {
    /// The template in English; `{}` for what is shown as it is.
    template: &'static str,
    arguments: Vec<(&'static str, Text)>,
    plain: Option<Box<str>>,
}

/// What a text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made<'a> {
    /// The same in every language.
    Plain(&'a str),
    /// A template in English, and what stands in the place of each name.
    Template(&'static str, &'a [(&'static str, Text)]),
}

/// Stands for a text that has no template.
const PLAIN: &str = "{}";

impl Text {
    /// Nothing at all.
    pub const EMPTY: Self = Self { template: PLAIN, arguments: Vec::new(), plain: None };

    /// A template without arguments. Write `say!` instead, which the test of the tables knows.
    #[must_use]
    pub const fn of(template: &'static str) -> Self {
        Self { template, arguments: Vec::new(), plain: None }
    }

    /// A template with arguments. Write `say!` instead.
    #[must_use]
    pub const fn made(template: &'static str, arguments: Vec<(&'static str, Self)>) -> Self {
        Self { template, arguments, plain: None }
    }

    /// What is the same in every language: a line of the engine, a word of the protocol, a text that a user
    /// wrote or that was read back from a file.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { plain: Some(text.into().into_boxed_str()), ..Self::EMPTY }
    }

    /// Whether nothing is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        if self.template == PLAIN {
            self.plain.as_ref().is_none_or(|text| text.is_empty())
        } else {
            self.template.is_empty()
        }
    }

    /// The text in a language.
    #[must_use]
    pub fn in_lang(&self, lang: Lang) -> String {
        with_lang(lang, || self.to_string())
    }

    /// Words of which any will do: `bestmove or checkmate`.
    #[must_use]
    pub fn any_of<T: ToText>(words: impl IntoIterator<Item = T>) -> Self {
        let mut words = words.into_iter().map(|word| word.to_text());
        let Some(first) = words.next() else {
            return Self::EMPTY;
        };
        words.fold(first, |one, other| say!("{one} or {other}", one, other))
    }

    /// Texts one after the other: `3 pass, 1 fail`.
    #[must_use]
    pub fn list<T: ToText>(texts: impl IntoIterator<Item = T>) -> Self {
        let mut texts = texts.into_iter().map(|text| text.to_text());
        let first = texts.next().unwrap_or_default();
        texts.fold(first, |one, more| say!("{one}, {more}", one, more))
    }

    /// What it is made of, for files that keep more than what it says.
    #[must_use]
    pub fn made_of(&self) -> Made<'_> {
        if self.template == PLAIN {
            Made::Plain(self.plain.as_deref().unwrap_or_default())
        } else {
            Made::Template(self.template, &self.arguments)
        }
    }

    /// A text of what such a file kept. `None` where there is no such template, or it has other arguments.
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

    /// Its template in the language that is spoken, as words, each with the name of the argument after it: for
    /// who fills it with more than text.
    pub fn pieces(&self) -> impl Iterator<Item = (&'static str, Option<&'static str>)> + use<> {
        pieces(spoken().of(self.template))
    }

    /// It with every plain text in it cut to about so many bytes; how many are missing is said.
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

/// As it is written, in quotes: what tests print.
impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

/// What is wrong with something that was typed is a text.
impl std::error::Error for Text {}

/// Compares with what is written in the language that is spoken.
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

/// A template as words, each with the name of the argument after it.
pub(super) fn pieces(template: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    template.split_inclusive('}').map(|piece| {
        let argument = piece.strip_suffix('}').and_then(|p| p.split_once('{'));
        match argument {
            Some((words, name)) => (words, Some(name)),
            None => (piece, None),
        }
    })
}

/// What can stand in a text: another text, or anything that is shown as it is in every language.
pub trait ToText {
    /// It as a text.
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

shown_as_it_is!(str, String, Cow<'_, str>, char, i32, i64, u8, u32, u64, u128, usize, f64);
shown_as_it_is!(std::path::Display<'_>, regex_lite::Error, serde_json::Error);
