//! Escapes: all text of an engine passes through this module before it reaches a screen, a page or a log.
//!
//! The result is printable text on one line: it does not move the cursor, does not change the writing direction, and is
//! not a command to a CI system. In a line of an engine, backslashes are doubled, so that the result is unambiguous.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

/// Escapes text that contains words of an engine and words of kentei. Backslashes stay as they are, since some of them
/// already belong to escapes.
#[must_use]
pub fn text(text: &str) -> String {
    let source = Source { bytes: text.as_bytes(), exact: false };
    source.units(0).map(|unit| unit.text).collect()
}

/// Like [`text`], cut to `columns`; the bytes that are missing are counted: `… (+N bytes)`.
#[must_use]
pub fn short(text: &str, columns: usize) -> String {
    let source = Source { bytes: text.as_bytes(), exact: false };
    source.window(0, None, columns).text
}

/// Escapes bytes of an engine; bytes that are not UTF-8 become `\xNN`, and backslashes are doubled.
#[must_use]
pub fn bytes(bytes: &[u8]) -> String {
    let source = Source { bytes, exact: true };
    source.units(0).map(|unit| unit.text).collect()
}

/// How many columns an escaped text takes on a terminal.
#[must_use]
pub fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// A part of a line, escaped and cut to a width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The text to show.
    pub text: String,
    /// The columns of the text to mark, as a half-open range.
    pub marks: Option<(usize, usize)>,
}

/// Shows as much of a line as fits into `columns`, so that the bytes in `focus` are visible. The bytes that do not fit
/// are counted together with the `cut` bytes that the transcript had already lost: `… (+N bytes)`.
#[must_use]
pub fn window(bytes: &[u8], cut: u64, focus: Option<(usize, usize)>, columns: usize) -> Window {
    Source { bytes, exact: true }.window(cut, focus, columns)
}

/// The bytes to escape; with `exact`, backslashes are doubled, so that plain text cannot look like an escape.
#[derive(Clone, Copy)]
struct Source<'a> {
    bytes: &'a [u8],
    exact: bool,
}

impl<'a> Source<'a> {
    fn units(self, start: usize) -> Units<'a> {
        Units { source: self, at: start, before: b' ' }
    }

    fn window(self, cut: u64, focus: Option<(usize, usize)>, columns: usize) -> Window {
        let len = self.bytes.len();
        let focus = focus.map(|(from, to)| (from.min(len), to.clamp(from.min(len), len)));
        let start = self.first_byte(focus, columns);
        let head = if start == 0 { String::new() } else { format!("({start} bytes) … ") };
        let room = columns.saturating_sub(width(&head));
        let mut shown = self.fill(start, focus, room);
        if shown.end < len || cut > 0 {
            // The count takes columns as well. Its largest length is reserved before the text is cut again.
            let most = len as u64 + cut;
            let tail = width(&format!(" … (+{most} bytes)"));
            shown = self.fill(start, focus, room.saturating_sub(tail).max(1));
            let more = (len - shown.end) as u64 + cut;
            if more > 0 {
                let _ = write!(shown.text, " … (+{more} bytes)");
            }
        }
        let offset = width(&head);
        Window {
            text: head + &shown.text,
            marks: shown.marks.map(|(from, to)| (from + offset, to + offset)),
        }
    }

    /// The byte to begin with, so that the focus is visible: 0 if possible, else a byte some columns before the focus.
    fn first_byte(self, focus: Option<(usize, usize)>, columns: usize) -> usize {
        let Some((from, to)) = focus else { return 0 };
        if self.fill(0, None, columns).end == self.bytes.len() {
            return 0;
        }
        // Leave columns after the focus for the count of missing bytes.
        let seen = self.fill(0, None, columns.saturating_sub(20)).end;
        if seen >= to || from == 0 {
            return 0;
        }
        let before = Source { bytes: &self.bytes[..from], ..self };
        let mut start = from.saturating_sub(columns / 3);
        while start < from && before.fill(start, None, columns / 2).end < from {
            start += (from - start).div_ceil(2);
        }
        // Begin with a whole character if the byte is inside of one.
        let mut whole = start;
        while whole > 0
            && start - whole < 3
            && self.bytes.get(whole).is_some_and(|byte| byte & 0xC0 == 0x80)
        {
            whole -= 1;
        }
        whole
    }

    /// Takes as many units from `start` on as fit into `room` columns.
    fn fill(self, start: usize, focus: Option<(usize, usize)>, room: usize) -> Filled {
        let mut text = String::new();
        let mut column = 0;
        let mut end = start;
        let mut marks: Option<(usize, usize)> = None;
        for unit in self.units(start) {
            let wide = width(&unit.text);
            if column + wide > room {
                break;
            }
            if focus.is_some_and(|(from, to)| unit.at < to && unit.at + unit.len > from) {
                let from = marks.map_or(column, |(from, _)| from);
                marks = Some((from, column + wide));
            }
            text.push_str(&unit.text);
            column += wide;
            end = unit.at + unit.len;
        }
        if let (None, Some((from, to))) = (marks, focus)
            && from == to
            && from == end
        {
            // The focus is something missing at the end: mark one column after the text.
            marks = Some((column, column + 1));
        }
        Filled { text, end, marks }
    }
}

struct Filled {
    text: String,
    end: usize,
    marks: Option<(usize, usize)>,
}

/// One character, or one byte that is not part of a character.
struct Unit {
    at: usize,
    len: usize,
    text: String,
}

struct Units<'a> {
    source: Source<'a>,
    at: usize,
    /// The byte before `at`; a blank at the begin.
    before: u8,
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        let rest = self.source.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let (text, len) = match first_char(rest) {
            Some(c) if is_command(c, rest, self.before) => (format!("\\x{:02x}", c as u32), 1),
            Some('\\') if self.source.exact => ("\\\\".to_owned(), 1),
            Some(c) => (character(c), c.len_utf8()),
            None => (format!("\\x{:02x}", rest[0]), 1),
        };
        let unit = Unit { at: self.at, len, text };
        self.before = rest[len - 1];
        self.at += len;
        Some(unit)
    }
}

fn first_char(rest: &[u8]) -> Option<char> {
    let head = &rest[..rest.len().min(4)];
    let chunk = head.utf8_chunks().next()?;
    chunk.valid().chars().next()
}

/// Whether a CI system takes the text that begins here for a command: `::name` at the begin of a line (blanks before it
/// are ignored, and wrapping can move any word there), `##[name]` and `##vso[name]` anywhere. In a longer run of colons
/// no two stay adjacent, so that the line can be split anywhere.
fn is_command(c: char, rest: &[u8], before: u8) -> bool {
    match c {
        ':' => (before.is_ascii_whitespace() || before == b':') && rest.starts_with(b"::"),
        '#' => is_hash_command(rest),
        _ => false,
    }
}

/// Whether a text begins with `##`, letters and `[`.
pub(crate) fn is_hash_command(rest: &[u8]) -> bool {
    let Some(rest) = rest.strip_prefix(b"##") else {
        return false;
    };
    let letters = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    rest.get(letters) == Some(&b'[')
}

fn character(c: char) -> String {
    match c {
        '\\' => c.to_string(),
        '\t' => "\\t".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        c if c.is_ascii_control() => format!("\\x{:02x}", c as u32),
        c if is_printable(c) => c.to_string(),
        c => format!("\\u{{{:x}}}", c as u32),
    }
}

/// Whether a character can be shown as it is. `escape_debug` of the standard library escapes control characters, format
/// characters (such as those for writing direction), unassigned characters, unusual blanks and combining marks.
pub(crate) fn is_printable(c: char) -> bool {
    matches!(c, '"' | '\'' | '\\') || c.escape_debug().eq([c])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[u8], expected: &str) {
        assert_eq!(bytes(input), expected, "{input:?}");
    }

    #[test]
    fn plain_text_stays_as_it_is() {
        check(b"bestmove 7g7f ponder 3c3d", "bestmove 7g7f ponder 3c3d");
        check("id name 将棋エンジン \"x\" 'y'".as_bytes(), "id name 将棋エンジン \"x\" 'y'");
        check(b"std::bad_alloc", "std::bad_alloc");
        check(b"", "");
    }

    #[test]
    fn controls_are_shown_by_their_numbers() {
        check(b"\x1b[2J\x07\0\x7f", "\\x1b[2J\\x07\\x00\\x7f");
        check(b"a\tb\rc\nd", "a\\tb\\rc\\nd");
        check("\u{85}\u{9b}31m".as_bytes(), "\\u{85}\\u{9b}31m");
    }

    #[test]
    fn what_turns_or_hides_text_is_shown_by_its_number() {
        check("a\u{202e}b\u{2066}c".as_bytes(), "a\\u{202e}b\\u{2066}c");
        check("\u{200b}\u{feff}\u{2028}".as_bytes(), "\\u{200b}\\u{feff}\\u{2028}");
        check("e\u{301}\u{e0041}".as_bytes(), "e\\u{301}\\u{e0041}");
    }

    #[test]
    fn bytes_that_are_no_utf8_are_shown_one_by_one() {
        check(b"\x82\xb1ok\xff", "\\x82\\xb1ok\\xff");
        check(b"\xe5\xb0", "\\xe5\\xb0");
        check(b"\xed\xa0\x80", "\\xed\\xa0\\x80");
    }

    #[test]
    fn a_backslash_is_doubled_so_that_nothing_is_ambiguous() {
        check(b"C:\\temp \\x1b", "C:\\\\temp \\\\x1b");
        assert_eq!(text("what \\x1b \x1b means"), "what \\x1b \\x1b means");
    }

    #[test]
    fn commands_to_ci_systems_are_defused() {
        check(b"::error file=x::boo", "\\x3a:error file=x::boo");
        check(b"x:::::error::a", "x:\\x3a\\x3a\\x3a:error::a");
        check(b"  ::set-output", "  \\x3a:set-output");
        check(b"x ##vso[task.complete]", "x \\x23#vso[task.complete]");
        check(b"##[group]a", "\\x23#[group]a");
        check(b"##teamcity[x", "\\x23#teamcity[x");
        check(b"## title", "## title");
    }

    #[test]
    fn a_long_line_is_cut_and_what_is_missing_is_counted() {
        let window = window(&[b'a'; 100], 7, None, 40);
        assert_eq!(window.text, format!("{} … (+82 bytes)", "a".repeat(25)));
        assert!(width(&window.text) <= 40);
    }

    #[test]
    fn a_cut_never_splits_an_escape() {
        for columns in 20..40 {
            let shown = window(&[0x1b; 50], 0, None, columns).text;
            let escapes = shown.split(' ').next().unwrap();
            assert_eq!(escapes.len() % 4, 0, "{shown}");
            assert!(width(&shown) <= columns, "{shown}");
        }
    }

    #[test]
    fn marks_follow_the_columns_as_they_are_shown() {
        let line = "a\t将 bad".as_bytes();
        let at = line.len() - 3;
        let shown = window(line, 0, Some((at, at + 3)), 40);
        assert_eq!(shown.text, "a\\t将 bad");
        assert_eq!(shown.marks, Some((6, 9)));
    }

    #[test]
    fn a_line_that_fits_is_shown_whole_wherever_the_mark_is() {
        let line = b"option name Debug Log File type string default";
        let shown = window(line, 0, Some((39, 46)), 50);
        assert_eq!(shown.text.as_bytes(), line);
        assert_eq!(shown.marks, Some((39, 46)));
    }

    #[test]
    fn a_mark_far_to_the_right_moves_the_window() {
        let mut line = vec![b'x'; 5000];
        line.extend(b"BAD");
        line.extend([b'y'; 5000]);
        let shown = window(&line, 0, Some((5000, 5003)), 60);
        let (from, to) = shown.marks.unwrap();
        let marked: String = shown.text.chars().skip(from).take(to - from).collect();
        assert_eq!(marked, "BAD");
        assert!(width(&shown.text) <= 60, "{}", shown.text);
    }

    #[test]
    fn something_that_is_missing_is_marked_after_the_end() {
        let shown = window(b"bestmove", 0, Some((8, 8)), 60);
        assert_eq!(shown.marks, Some((8, 9)));
    }

    #[test]
    fn marks_outside_the_line_do_no_harm() {
        assert_eq!(window(b"abc", 0, Some((90, 99)), 60).marks, Some((3, 4)));
        let _ = window("将棋".as_bytes(), 0, Some((1, 2)), 3);
        let _ = window(&[0xff; 10], 0, Some((9, 2)), 1);
    }
}
