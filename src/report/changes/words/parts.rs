//! Parts of sentences, and how parts are put into a template.

use crate::lang::Text;

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Words of kentei, in the language of the report in which the sentence was made.
    Ours(String),
    /// A name or a word of the engine; it is shown with visible ends.
    Name(String),
    /// The id of a clause or a scenario.
    Id(String),
    /// Quoted text of one or more sentences.
    Text(String),
}

/// How many ids or names of a list are shown.
const NAMED: usize = 3;

/// Fills a template with parts: `fill!(say!("The option {option} is gone"), option = name("Hash"))`. The names are
/// checked at compile time, as those of `say!` are.
macro_rules! fill {
    (say!($template:literal) $(, $name:ident = $value:expr)* $(,)?) => {{
        const _: fn() = || {
            let _ = ::std::format_args!($template, $($name = 0),*);
        };
        $crate::report::changes::words::parts::filled(
            &say!($template),
            &[$((::std::stringify!($name), $crate::report::changes::words::parts::Row::row($value))),*],
        )
    }};
}
pub(super) use fill;

/// A value that can be put into a template: one part or several.
pub(super) trait Row {
    /// The value as parts.
    fn row(self) -> Vec<Part>;
}

impl Row for Part {
    fn row(self) -> Vec<Part> {
        vec![self]
    }
}

impl Row for Vec<Part> {
    fn row(self) -> Vec<Part> {
        self
    }
}

impl Row for String {
    fn row(self) -> Vec<Part> {
        vec![Part::Ours(self)]
    }
}

impl Row for u64 {
    fn row(self) -> Vec<Part> {
        self.to_string().row()
    }
}

/// A template in the current language, with parts in the places of its arguments.
pub(super) fn filled(template: &Text, arguments: &[(&str, Vec<Part>)]) -> Vec<Part> {
    let mut parts = Vec::new();
    for (words, name) in template.pieces() {
        if !words.is_empty() {
            parts.push(ours(words));
        }
        let argument = name.and_then(|name| arguments.iter().find(|(known, _)| *known == name));
        parts.extend(argument.iter().flat_map(|(_, row)| row.iter().cloned()));
    }
    parts
}

pub(super) fn ours(text: impl Into<String>) -> Part {
    Part::Ours(text.into())
}

pub(super) fn name(text: &str) -> Part {
    Part::Name(text.to_owned())
}

pub(super) fn id(text: &str) -> Part {
    Part::Id(text.to_owned())
}

pub(super) fn text(text: &str) -> Part {
    Part::Text(text.to_owned())
}

/// The lists of parts, joined by commas: `spin, default 16`.
pub(super) fn list(rows: impl IntoIterator<Item = Vec<Part>>) -> Vec<Part> {
    let rows = rows.into_iter();
    rows.reduce(|one, more| fill!(say!("{one}, {more}"), one = one, more = more))
        .unwrap_or_default()
}

/// The first few items of a list, and how many more there are.
pub(super) fn first(all: &[String], part: fn(&str) -> Part) -> (Vec<Part>, Option<u64>) {
    let shown = all.iter().take(NAMED).map(|one| vec![part(one)]);
    let more = all.len().saturating_sub(NAMED) as u64;
    (list(shown), (more > 0).then_some(more))
}

/// The first few ids of a list, and how many more there are.
pub(super) fn ids(all: &[String]) -> Vec<Part> {
    match first(all, id) {
        (shown, None) => shown,
        (shown, Some(more)) => {
            fill!(say!("{shown} and {number} more"), shown = shown, number = more)
        }
    }
}
