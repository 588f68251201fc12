//! Escapes for this format: all text that is not written in this folder passes through this module into the page.
//!
//! `escape` makes control characters, changes of the writing direction and invalid bytes visible. This module also
//! escapes the characters that HTML reads as markup, in text and in quoted attributes.

use std::borrow::Cow;

use crate::report::{escape, wrap};
use crate::transcript::{Line, LineEnd};

/// Escaped text for an element or a quoted attribute.
pub(super) fn text(text: &str) -> String {
    if is_plain(text.as_bytes()) {
        return text.to_owned();
    }
    entities(&escape::text(text)).into_owned()
}

/// Like [`text`], cut to `columns`; the bytes that are missing are counted.
pub(super) fn short(text: &str, columns: usize) -> String {
    entities(&escape::short(text, columns)).into_owned()
}

/// Bytes of an engine, escaped.
pub(super) fn bytes(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if is_plain(bytes) => text.to_owned(),
        _ => entities(&escape::bytes(bytes)).into_owned(),
    }
}

/// The begin of a text for a label; the whole text is shown elsewhere.
pub(super) fn label(text: &str, columns: usize) -> String {
    entities(&wrap::cut(&escape::text(text), columns)).into_owned()
}

/// The begin of a line of an engine for a label.
pub(super) fn line_label(line: &Line, columns: usize) -> String {
    // A visible character has at most four bytes per column, so these bytes are always enough for the label.
    let head = &line.bytes[..whole(&line.bytes, line.bytes.len().min(columns * 8))];
    let more = head.len() < line.bytes.len() || line.cut > 0;
    let mut text = escape::bytes(head);
    if more {
        text.push('…');
    }
    entities(&wrap::cut(&text, columns)).into_owned()
}

/// The part of a line to mark, and the style class of the mark.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    /// Half-open range of bytes.
    pub(super) columns: (usize, usize),
    /// Name of the style class.
    pub(super) class: &'static str,
}

/// About `most` bytes of a transcript line, with the mark among them. The bytes that are left out are counted.
pub(super) fn line(line: &Line, mark: Option<Mark>, most: usize, with_end: bool) -> String {
    let bytes = &line.bytes;
    let len = bytes.len();
    let (from, to) = mark.map_or((0, 0), |mark| mark.columns);
    let (from, to) = (from.min(len), to.clamp(from.min(len), len));
    let start =
        if mark.is_some() && to > most { whole(bytes, from.saturating_sub(most / 4)) } else { 0 };
    let end = whole(bytes, (start + most).min(len));
    let mut html = String::new();
    if start > 0 {
        html.push_str(&format!("<i>({start} bytes) … </i>"));
    }
    match mark {
        Some(mark) => {
            let (from, to) = (from.clamp(start, end), to.clamp(start, end));
            html.push_str(&self::bytes(&bytes[start..from]));
            // If something is missing, the mark is a blank at the place where it was expected.
            let marked = if from == to { "␣".to_owned() } else { self::bytes(&bytes[from..to]) };
            html.push_str(&format!("<mark class={}>{marked}</mark>", mark.class));
            html.push_str(&self::bytes(&bytes[to..end]));
        }
        None => html.push_str(&self::bytes(&bytes[start..end])),
    }
    let more = (len - end) as u64 + line.cut;
    if more > 0 {
        html.push_str(&format!("<i> … (+{more} bytes)</i>"));
    }
    match line.end {
        LineEnd::CrLf if with_end => html.push_str("<i>\\r</i>"),
        LineEnd::Lf | LineEnd::CrLf => {}
        LineEnd::None => html.push_str("<i> (no newline)</i>"),
    }
    html
}

/// The first byte of the character that `at` is in, or `at` itself if it is in none.
fn whole(bytes: &[u8], at: usize) -> usize {
    let continues = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    (at.saturating_sub(3)..=at).rev().find(|&at| !continues(at)).unwrap_or(at)
}

/// Whether the text needs no escapes. This is a fast path: most lines need none, and there can be very many lines.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| {
        matches!(byte, b' '..=b'~')
            && !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'' | b'\\' | b':' | b'#')
    })
}

/// Text with entities for the characters that HTML reads as markup.
fn entities(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text() {
        assert_eq!(
            text("</script><b a=\"x\" b='y'>&amp;"),
            "&lt;/script&gt;&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;"
        );
        assert_eq!(bytes(b"info depth 3"), "info depth 3");
    }

    #[test]
    fn what_cannot_be_seen_is_shown() {
        assert_eq!(bytes(b"a\xff\x1b<"), "a\\xff\\x1b&lt;");
        assert_eq!(text("a\u{202e}b\u{0}"), "a\\u{202e}b\\x00");
    }

    fn mark(from: usize, to: usize) -> Option<Mark> {
        Some(Mark { columns: (from, to), class: "fail" })
    }

    #[test]
    fn a_mark_stands_around_its_bytes() {
        let check = |bytes: &[u8], from, to, expected: &str| {
            assert_eq!(line(&Line::new(bytes), mark(from, to), 100, false), expected);
        };
        check(b"a<b c", 1, 3, "a<mark class=fail>&lt;b</mark> c");
        check(b"abc", 3, 3, "abc<mark class=fail>␣</mark>");
        check(b"abc", 90, 99, "abc<mark class=fail>␣</mark>");
    }

    #[test]
    fn a_long_line_is_cut_around_its_mark_and_what_is_missing_is_counted() {
        let mut long = vec![b'x'; 1000];
        long.extend(b"BAD");
        long.extend([b'y'; 1000]);
        let mut long = Line::new(long);
        long.cut = 5;
        let shown = line(&long, mark(1000, 1003), 40, false);
        assert!(shown.starts_with("<i>(990 bytes) … </i>xxxxxxxxxx<mark class=fail>BAD</mark>yyy"));
        assert!(shown.ends_with("<i> … (+978 bytes)</i>"), "{shown}");
    }

    #[test]
    fn a_cut_splits_no_character() {
        for most in 1..9 {
            let shown = line(&Line::new("将棋将棋".as_bytes()), None, most, false);
            assert!(!shown.contains("\\x"), "{most}: {shown}");
        }
    }

    #[test]
    fn a_label_says_that_something_is_missing() {
        assert_eq!(line_label(&Line::new("bestmove 7g7f"), 20), "bestmove 7g7f");
        assert_eq!(line_label(&Line::new("bestmove <7g7f>"), 12), "bestmove &lt;7…");
        let mut cut = Line::new("abc");
        cut.cut = 1;
        assert_eq!(line_label(&cut, 20), "abc…");
        assert_eq!(label("a\u{1b}b", 20), "a\\x1bb");
    }

    #[test]
    fn an_unfinished_line_is_reported() {
        let unfinished = Line { end: LineEnd::None, ..Line::new("x") };
        assert_eq!(line(&unfinished, None, 9, true), "x<i> (no newline)</i>");
    }
}
