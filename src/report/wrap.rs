//! Line breaking.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use super::escape;

/// Breaks text into lines of at most `width` columns: at blanks, and next to wide characters such as Japanese ones,
/// which are written without blanks.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut columns = 0;
    for word in text.split_whitespace() {
        for (number, piece) in pieces(word).enumerate() {
            let mut piece = piece;
            let blank = usize::from(number == 0 && !line.is_empty());
            if columns + blank + escape::width(piece) > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                columns = 0;
            } else if blank > 0 {
                line.push(' ');
                columns += 1;
            }
            if line.is_empty() {
                loop {
                    let (head, rest) = piece.split_at(split_at(piece, width));
                    if rest.is_empty() {
                        break;
                    }
                    lines.push(head.to_owned());
                    piece = rest;
                }
            }
            line.push_str(piece);
            columns += escape::width(piece);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Characters that must not begin a line.
const NOT_FIRST: &str =
    "、。，．・：；？！」』）】〉》〕］｝ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ%％～…,.:;!?)]}";
/// Characters that must not end a line.
const NOT_LAST: &str = "「『（【〈《〔［｛([{";

/// The parts of a word between which a line may be broken; a word without wide characters is one part.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let mut letters = rest.char_indices();
        let (_, mut before) = letters.next()?;
        for (at, letter) in letters {
            let wide = [before, letter].iter().any(|c| c.width() == Some(2));
            if wide && !NOT_FIRST.contains(letter) && !NOT_LAST.contains(before) {
                let (piece, more) = rest.split_at(at);
                rest = more;
                return Some(piece);
            }
            before = letter;
        }
        Some(std::mem::take(&mut rest))
    })
}

/// Cuts text to `width` columns; an ellipsis shows that something is missing.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if escape::width(text) <= width {
        return text.to_owned();
    }
    let mut out = text[..split_at(text, width.saturating_sub(1))].to_owned();
    out.push('…');
    out
}

/// The byte at which a word that is too long is split: never directly before a colon, because `::` at the begin of a
/// line is a command to some CI systems.
fn split_at(line: &str, width: usize) -> usize {
    let mut columns = 0;
    let mut last = 0;
    for (at, c) in line.char_indices() {
        if at > 0 && c != ':' {
            last = at;
        }
        columns += c.width().unwrap_or(0);
        if columns > width {
            let hard = if at > 0 { at } else { c.len_utf8() };
            return if last > 0 { last } else { hard };
        }
    }
    line.len()
}

/// Text without its middle if it has more than `most` characters; the missing characters are counted. The result is not
/// escaped: long text is cut before it is escaped.
#[must_use]
pub fn without_middle(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most || text.chars().count() <= most {
        return Cow::Borrowed(text);
    }
    let (head, tail) = (most - most / 4, most / 4);
    let end = text.char_indices().nth(head).map_or(text.len(), |(at, _)| at);
    let begin = text.char_indices().rev().take(tail).last().map_or(text.len(), |(at, _)| at);
    let missing = text[end..begin].chars().count();
    Cow::Owned(format!("{} … ({missing} characters) … {}", &text[..end], &text[begin..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, width: usize, expected: &[&str]) {
        assert_eq!(wrap(text, width), expected);
    }

    #[test]
    fn lines_break_at_blanks() {
        check("the quick brown fox", 10, &["the quick", "brown fox"]);
        check("", 10, &[]);
        check("  two \n words ", 80, &["two words"]);
    }

    #[test]
    fn a_word_that_is_too_long_is_split() {
        check("a abcdefghij", 4, &["a", "abcd", "efgh", "ij"]);
        check("将棋将棋", 5, &["将棋", "将棋"]);
        check("将棋", 1, &["将", "棋"]);
        check("abcd ef g", 4, &["abcd", "ef g"]);
    }

    #[test]
    fn japanese_breaks_between_letters_and_not_before_a_stop() {
        check("探索中である。", 6, &["探索中", "であ", "る。"]);
        check("「先読み」の後", 8, &["「先読", "み」の後"]);
        check("応答はbestmoveである", 10, &["応答は", "bestmoveで", "ある"]);
        check("go ponderの後", 10, &["go ponder", "の後"]);
        check("（合格）", 4, &["（合", "格）"]);
    }

    #[test]
    fn a_very_long_word_is_split_in_one_pass() {
        let lines = wrap(&"x".repeat(1 << 20), 8);
        assert_eq!(lines.len(), 1 << 17);
        assert!(lines.iter().all(|line| line == "xxxxxxxx"));
    }

    #[test]
    fn no_line_begins_with_a_colon_that_was_inside_a_word() {
        for width in 1..12 {
            let lines = wrap("abcd::error::x", width);
            assert_eq!(lines.concat(), "abcd::error::x");
            if width > 2 {
                assert!(lines.iter().all(|line| !line.starts_with(':')), "{lines:?}");
            }
        }
    }

    #[test]
    fn a_cut_is_shown() {
        assert_eq!(cut("bestmove", 8), "bestmove");
        assert_eq!(escape::width(&cut("bestmove", 5)), 5);
        assert!(cut("bestmove", 5).ends_with('…'));
    }

    #[test]
    fn of_a_long_text_both_ends_are_left() {
        let check = |text: &str, expected: &str| assert_eq!(without_middle(text, 8), expected);
        check("", "");
        check("12345678", "12345678");
        check("将将将将将将将将", "将将将将将将将将");
        check("123456789", "123456 … (1 characters) … 89");
        check(&"将".repeat(20), "将将将将将将 … (12 characters) … 将将");
    }
}
