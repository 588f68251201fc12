//! What is wrong with a user's file: spanned, collected, printed together.

use crate::lang::Text;
use crate::span::Span;

/// How bad a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The file cannot be used.
    Error,
    /// The file can be used, and something in it is probably not meant.
    Warning,
}

/// One mistake in a user's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub level: Level,
    /// A lower-case fragment that names the thing: `unknown key "wihtin"`.
    pub message: Text,
    /// Where; `None` only when the file could not be read at all.
    pub span: Option<Span>,
    /// A few words to stand under the marked columns.
    pub label: Text,
    /// What is allowed there, or what to try.
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

    /// An error of a file that has no text to point at: it could not be read.
    #[must_use]
    pub fn unreadable(message: Text) -> Self {
        Self { level: Level::Error, message, span: None, label: Text::EMPTY, help: None }
    }

    /// Whether the file cannot be used.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.level == Level::Error
    }

    /// Adds the words that stand under the marked columns.
    #[must_use]
    pub fn label(mut self, label: Text) -> Self {
        self.label = label;
        self
    }

    /// Adds what is allowed there, or what to try.
    #[must_use]
    pub fn help(mut self, help: Text) -> Self {
        self.help = Some(help);
        self
    }
}

/// The candidate that was probably meant by `word`, if one is near enough to name it.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A longer word may hold more slips; of a word of one or two letters nothing can be said.
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

/// How many slips (a letter too many, too few, wrong, or swapped with its neighbour) lie between two
/// words; more than `allowed` is not computed exactly.
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
