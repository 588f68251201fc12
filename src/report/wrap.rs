//! Words into lines.

use unicode_width::UnicodeWidthChar;

use super::escape;

/// Breaks text into lines of at most `width` columns, at blanks where there are any.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut columns = 0;
    for word in text.split_whitespace() {
        let mut word = word;
        if !line.is_empty() {
            if columns + 1 + escape::width(word) > width {
                lines.push(std::mem::take(&mut line));
            } else {
                line.push(' ');
            }
        }
        if line.is_empty() {
            loop {
                let (head, rest) = word.split_at(split_at(word, width));
                if rest.is_empty() {
                    break;
                }
                lines.push(head.to_owned());
                word = rest;
            }
        }
        line.push_str(word);
        columns = escape::width(&line);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Cuts text to a width; an ellipsis shows that something is missing.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if escape::width(text) <= width {
        return text.to_owned();
    }
    let mut out = text[..split_at(text, width.saturating_sub(1))].to_owned();
    out.push('…');
    out
}

/// The byte before which a word that is too long is split: never right before a colon, as `::` at the
/// begin of a line is a command to some CI systems.
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
}
