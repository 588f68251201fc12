//! Mistakes in a user's file: each with its place, collected and printed together.

use crate::lang::Text;
use crate::span::Span;

/// The level of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The file cannot be used.
    Error,
    /// The file can be used, but something in it is probably a mistake.
    Warning,
}

/// One mistake in a user's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The level.
    pub level: Level,
    /// A lower-case fragment that names the thing: `unknown key "wihtin"`.
    pub message: Text,
    /// The place; `None` only if the file could not be read at all.
    pub span: Option<Span>,
    /// A few words that are shown under the marked columns.
    pub label: Text,
    /// What is allowed at this place, or what to try.
    pub help: Option<Text>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(message: Text, span: Span) -> Self {
        Self { level: Level::Error, message, span: Some(span), label: Text::EMPTY, help: None }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(message: Text, span: Span) -> Self {
        Self { level: Level::Warning, ..Self::error(message, span) }
    }

    /// An error without a place: the file could not be read.
    #[must_use]
    pub fn unreadable(message: Text) -> Self {
        Self { level: Level::Error, message, span: None, label: Text::EMPTY, help: None }
    }

    /// Whether the file cannot be used.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.level == Level::Error
    }

    /// Adds the words that are shown under the marked columns.
    #[must_use]
    pub fn label(mut self, label: Text) -> Self {
        self.label = label;
        self
    }

    /// Adds what is allowed at this place, or what to try.
    #[must_use]
    pub fn help(mut self, help: Text) -> Self {
        self.help = Some(help);
        self
    }
}

/// The candidate that was probably meant by `word`, if one is similar enough.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A longer word may have more typing errors; a word of one or two letters is too short for a guess.
    let allowed = match word.chars().count() {
        0..=2 => return None,
        3..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (slips(&lower, &candidate.to_lowercase(), allowed), candidate))
        .filter(|(slips, _)| *slips <= allowed)
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, candidate)| candidate)
}

/// The number of typing errors (a letter too many, too few, wrong, or swapped with its neighbour) between two words. If
/// it exceeds `allowed`, the result is only known to be larger than `allowed`.
fn slips(a: &str, b: &str, allowed: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > allowed {
        return allowed + 1;
    }
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let wrong = usize::from(a[i - 1] != b[j - 1]);
            next[j] = (row[j] + 1).min(next[j - 1] + 1).min(row[j - 1] + wrong);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(above[j - 2] + 1);
            }
        }
        above = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_word_is_named_and_a_far_one_is_not() {
        let words = ["within", "where", "expect", "stop"];
        let check = |word, meant: Option<&str>| assert_eq!(nearest(word, words), meant, "{word}");
        check("wihtin", Some("within"));
        check("Within", Some("within"));
        check("exepct", Some("expect"));
        check("sotp", Some("stop"));
        check("ponder", None);
        check("st", None);
        check("", None);
    }
}
