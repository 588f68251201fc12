//! Lines without the values that vary from run to run, for snapshots: the parts that all protocols share.

use crate::games::Game;

/// A word and the blanks before it.
#[derive(Debug, Clone, Copy)]
pub struct LineWord<'t> {
    /// The blanks before the word.
    pub gap: &'t str,
    /// The word; empty for the blanks after the last word.
    pub text: &'t str,
}

/// The words, with each run of moves replaced by `[moves]`.
pub(crate) fn moves(game: &dyn Game, words: &[LineWord<'_>]) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    let mut in_run = false;
    for word in words {
        let is_move = game.is_move(word.text);
        if is_move && !in_run {
            out.push((word.gap.to_owned(), "[moves]".to_owned()));
        } else if !is_move {
            out.push((word.gap.to_owned(), word.text.to_owned()));
        }
        in_run = is_move;
    }
    out
}

/// Free text: numbers and moves are replaced, other words stay.
pub(crate) fn free(game: &dyn Game, words: &[LineWord<'_>]) -> Vec<(String, String)> {
    let text = |word: &LineWord<'_>| {
        if game.is_move(word.text) { "[move]".to_owned() } else { numberless(word.text) }
    };
    words.iter().map(|word| (word.gap.to_owned(), text(word))).collect()
}

/// The words unchanged.
pub(crate) fn plain(words: &[LineWord<'_>]) -> Vec<(String, String)> {
    let pair = |word: &LineWord<'_>| (word.gap.to_owned(), word.text.to_owned());
    words.iter().map(pair).collect()
}

/// Whether a word is a whole number, with or without a sign.
pub(crate) fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The word with each run of digits replaced by `[n]`. Escapes such as `\x1b` and `\u{200b}` stay.
pub(crate) fn numberless(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        let taken = match rest.as_bytes() {
            [b'\\', b'x', ..] => 4,
            [b'\\', b'u', ..] => rest.find('}').map_or(rest.len(), |at| at + 1),
            [b'0'..=b'9', ..] => {
                out.push_str("[n]");
                rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                continue;
            }
            _ => c.len_utf8(),
        };
        let (taken, left) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        out.push_str(taken);
        rest = left;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digits_of_escapes_stay() {
        assert_eq!(numberless(r"a12\x1b34\u{200b}56"), r"a[n]\x1b[n]\u{200b}[n]");
        assert_eq!(numberless(r"\u{2028}7"), r"\u{2028}[n]");
    }
}
