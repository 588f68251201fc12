//! Texts for people, in several languages.
//!
//! A [`Text`] is an English template with its arguments; `say!` makes one. The English template is the key of its
//! translations, as in gettext: data files (`ja/*.yaml`) contain the translations, so each text has one place in each
//! language. Code that shows texts sets the language once, around the code that writes them ([`with_lang`]). Outside of
//! such a call texts are in English, so the content of files for programs does not depend on the user's language.

/// Makes a [`Text`] of an English template and its arguments:
/// `say!("{name} came {late} ms too late", name, late = took.as_millis())`. An argument is another text, or a value
/// that is the same in every language ([`ToText`]). If one English text has two translations, `|` and a word
/// distinguish the two: `pawn|chess`.
///
/// The compiler checks the template as it checks that of `format!`; a test checks that each template has a translation.
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

/// A language in which texts can be written.
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

    /// The ISO 639 code of the language, as in `--lang` and in HTML pages.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// The language of a locale such as `ja_JP.UTF-8`; English for a language without translations.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let language = locale.split(['_', '-', '.', '@']).next();
        match language {
            Some(language) if language.eq_ignore_ascii_case("ja") => Self::Ja,
            Some(_) | None => Self::En,
        }
    }

    /// The template in this language, without its context; in English if it has no translation.
    fn of(self, template: &'static str) -> &'static str {
        match self {
            Self::En => bare(template),
            Self::Ja => ja::of(template).unwrap_or_else(|| bare(template)),
        }
    }
}

/// The title of a scenario in the current language. Bundled scenarios can have a translated title; all others have only
/// the title in their file. A case in the id, such as `[depth]`, is added to the translated title.
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

/// The Japanese translation of a text of `--help`.
#[must_use]
pub fn help(english: &str) -> Option<&'static str> {
    ja::help(english)
}

/// All texts of `--help` that have a Japanese translation.
#[cfg(test)]
pub(crate) fn help_texts() -> impl Iterator<Item = &'static str> {
    ja::help_texts()
}

/// A template without its context: `pawn` for `pawn|chess`. In Japanese a pawn of chess has another name than one of
/// shogi.
fn bare(template: &'static str) -> &'static str {
    template.split('|').next().unwrap_or(template)
}

thread_local! {
    static SPOKEN: Cell<Lang> = const { Cell::new(Lang::En) };
}

/// Calls `call`. Every [`Text`] that this thread writes during the call is in this language.
pub fn with_lang<T>(lang: Lang, call: impl FnOnce() -> T) -> T {
    /// Restores the language that was set before, also after a panic.
    struct Before(Lang);
    impl Drop for Before {
        fn drop(&mut self) {
            SPOKEN.set(self.0);
        }
    }
    let _before = Before(SPOKEN.replace(lang));
    call()
}

/// The language in which this thread writes texts now.
#[must_use]
pub fn spoken() -> Lang {
    SPOKEN.get()
}
