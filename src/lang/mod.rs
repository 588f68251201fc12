//! Texts for people, in the languages that they read.
//!
//! A [`Text`] is a template in English with its arguments, made by `say!`. English is the key, as in
//! gettext: what the template says in another language stands in data files (`ja/*.yaml`), so each text has one place in
//! each language. Who shows texts names the language once, around what he writes ([`with_lang`]); outside of
//! that they are English, so that files for programs never depend on who reads them.

/// Makes a [`Text`] of an English template and its arguments: `say!("{name} came {late} ms too late", name,
/// late = took.as_millis())`. An argument is a text itself, or anything that is shown as it is ([`ToText`]).
/// Where one English text needs two in another language, `|` and a word distinguish them: `pawn|chess`.
///
/// The template is checked as that of `format!` is, and a test checks that each has its Japanese.
macro_rules! say {
    ($template:literal) => {
        $crate::lang::Text::of($template)
    };
    ($template:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        const _: fn() = || {
            let _ = ::std::format_args!($template, $($name = 0),+);
        };
        $crate::lang::Text::made(
            $template,
            ::std::vec![$((::std::stringify!($name), say!(@value $name $(= $value)?))),+],
        )
    }};
    (@value $name:ident) => {
        $crate::lang::ToText::to_text(&$name)
    };
    (@value $name:ident = $value:expr) => {
        $crate::lang::ToText::to_text(&$value)
    };
}

mod ja;
#[cfg(test)]
mod tests;
mod text;
pub mod wire;

use std::cell::Cell;

pub use text::{Made, Text, ToText};

/// A language of texts for people.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::Ja];

    /// Its code in ISO 639, as in `--lang` and in pages.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// The language of a locale such as `ja_JP.UTF-8`; English for all that have no table.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let language = locale.split(['_', '-', '.', '@']).next();
        match language {
            Some(language) if language.eq_ignore_ascii_case("ja") => Self::Ja,
            Some(_) | None => Self::En,
        }
    }

    /// What a template says in this language; the template itself where it is not known.
    fn of(self, template: &'static str) -> &'static str {
        match self {
            Self::En => bare(template),
            Self::Ja => ja::of(template).unwrap_or_else(|| bare(template)),
        }
    }
}

/// The title of a scenario in the language that is spoken, if it is one of the bundled scenarios that have one there;
/// else as it stands in its file. The id shows which case of a scenario it is.
#[must_use]
pub fn title<'a>(id: &str, english: &'a str, bundled: bool) -> std::borrow::Cow<'a, str> {
    let (name, case) = match id.split_once('[') {
        Some((name, case)) => (name, Some(case.trim_end_matches(']'))),
        None => (id, None),
    };
    match (spoken(), ja::title(name)) {
        (Lang::Ja, Some(title)) if bundled => match case {
            Some(case) => format!("{title}（{case}）").into(),
            None => title.into(),
        },
        (Lang::Ja | Lang::En, _) => english.into(),
    }
}

/// The Japanese of a text of `--help`.
#[must_use]
pub fn help(english: &str) -> Option<&'static str> {
    ja::help(english)
}

/// All texts of `--help` that have their Japanese.
#[cfg(test)]
pub(crate) fn help_texts() -> impl Iterator<Item = &'static str> {
    ja::help_texts()
}

/// A template without its context: `pawn|chess` is `pawn`, which is another word in shogi.
fn bare(template: &'static str) -> &'static str {
    template.split('|').next().unwrap_or(template)
}

thread_local! {
    static SPOKEN: Cell<Lang> = const { Cell::new(Lang::En) };
}

/// Calls `call`; every [`Text`] that it writes in this thread is in this language.
pub fn with_lang<T>(lang: Lang, call: impl FnOnce() -> T) -> T {
    /// What was spoken before is spoken again, also after a panic.
    struct Before(Lang);
    impl Drop for Before {
        fn drop(&mut self) {
            SPOKEN.set(self.0);
        }
    }
    let _before = Before(SPOKEN.replace(lang));
    call()
}

/// The language in which texts are written here.
#[must_use]
pub fn spoken() -> Lang {
    SPOKEN.get()
}
