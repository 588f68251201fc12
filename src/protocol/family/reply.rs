//! Lines of the engine: their meaning, and what is wrong with their syntax.
//!
//! The parsers are lenient but report everything: a line with errors is still read as what it was meant to be, and
//! each kind of error is a [`SyntaxIssue`] with its columns.

use std::borrow::Cow;

use crate::lang::{Text, ToText};
use crate::protocol::family::info::Info;
use crate::protocol::family::info_reader;
use crate::protocol::family::info_sound;
use crate::protocol::family::message::glued_head;
use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::{ViolationId, violations};
use crate::protocol::family::words::{self, Word};
use crate::protocol::family::{bestmove, option};

pub use crate::protocol::family::message::{Answer, BestMove, MateReply, Reply, SyntaxIssue};

violations! {
    /// A non-ASCII byte in a protocol word, an option name or the engine's name.
    NON_ASCII_WORD = "non-ascii-word",
    /// A non-ASCII byte in free text: the author, `info string`.
    NON_ASCII_TEXT = "non-ascii-text",
    /// NUL, a byte-order mark or an escape sequence in or before a protocol word.
    CONTROL_BYTES = "control-bytes",
    /// NUL, a byte-order mark or an escape sequence inside free text.
    CONTROL_BYTES_IN_TEXT = "control-bytes-in-text",
    /// White space at a place where clients in use do not expect it.
    SPACING = "spacing",
    /// A protocol word in the middle of a line: two threads wrote at the same time.
    TORN_LINE = "torn-line",
    /// The keyword of the author is misspelt.
    AUTHOR_MISSPELT = "author-misspelt",
    /// An `id` line that is neither `id name` nor `id author`.
    UNKNOWN_ID = "unknown-id",
}

/// The text of a line, with invalid UTF-8 replaced.
#[must_use]
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    // The check is much faster than the replacement, which is rarely needed.
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    }
}

/// Reads one line of the engine. `text` is the result of [`text`] for its bytes.
#[must_use]
pub fn read<'a>(table: &Table, text: &'a str) -> (Reply<'a>, Vec<SyntaxIssue>) {
    let mut reply = Reply::Info(Info::default());
    if read_sound(table, text.as_bytes(), &mut reply) {
        return (reply, Vec::new());
    }
    read_closely(table, text)
}

/// Whether a line is an info line in one of the common valid forms. If so, `reply`, which must be an empty info
/// before, holds its contents: to return the contents by value would take as long as to read them.
#[inline]
pub(super) fn read_sound<'a>(table: &Table, bytes: &'a [u8], reply: &mut Reply<'a>) -> bool {
    let Reply::Info(info) = reply else {
        return false;
    };
    let sound = info_sound::read(table, bytes, info);
    debug_assert!(
        !sound || (reply.clone(), Vec::new()) == read_closely(table, &text(bytes)),
        "both ways lead to the same"
    );
    sound
}

/// Reads any line of the engine word by word.
pub(super) fn read_closely<'a>(table: &Table, text: &'a str) -> (Reply<'a>, Vec<SyntaxIssue>) {
    let mut issues = Vec::new();
    let words = words::split(text);
    let Some(first) = words.first().copied() else {
        return (Reply::Blank, issues);
    };
    let head = strip_marks(first.text);
    if !table.is_head(head) {
        return (headless(table, &words, &mut issues), issues);
    }
    if head != first.text {
        issues.push(SyntaxIssue::at(
            CONTROL_BYTES,
            first,
            say!("\"{head}\" and nothing before it", head),
        ));
    }
    spacing(table, text, head, &words, &mut issues);
    let reply = match head {
        "id" => id(table, text, &words, &mut issues),
        "option" => Reply::Option(option::read(table, text, &words, &mut issues)),
        "readyok" => Reply::ReadyOk,
        "bestmove" => Reply::BestMove(bestmove::read(table, &words, &mut issues)),
        word if table.particulars.no_move_reply == Some(word) => {
            Reply::BestMove(bestmove::without_move(&words, &mut issues))
        }
        "checkmate" => Reply::Checkmate(bestmove::mate(table, &words, &mut issues)),
        "info" => Reply::Info(info_reader::read(table, text, &words, &mut issues)),
        "copyprotection" => Reply::CopyProtection(second(&words)),
        "registration" => Reply::Registration(second(&words)),
        _ => Reply::HelloEnd,
    };
    charset(table, text, &reply, &mut issues);
    each_once(&mut issues);
    (reply, issues)
}

/// Keeps the first error of each kind, because a line can have thousands of the same kind.
fn each_once(issues: &mut Vec<SyntaxIssue>) {
    let mut seen: Vec<ViolationId> = Vec::new();
    issues.retain(|issue| {
        let new = !seen.contains(&issue.id);
        if new {
            seen.push(issue.id);
        }
        new
    });
    issues.shrink_to_fit();
}

/// The word without byte-order marks and escape sequences before it. A GUI does not recognise such a word; it is
/// recognised here, so that the error can be named.
fn strip_marks(word: &str) -> &str {
    let mut rest = word.trim_start_matches(['\u{feff}', '\0']);
    while let Some(sequence) = rest.strip_prefix("\u{1b}[") {
        let Some(end) = sequence.find(|c: char| c.is_ascii_alphabetic()) else {
            break;
        };
        rest = &sequence[end + 1..];
    }
    rest
}

fn second(words: &[Word<'_>]) -> String {
    words.get(1).map_or_else(String::new, |word| word.text.to_owned())
}

fn id<'a>(
    table: &Table,
    text: &str,
    words: &[Word<'_>],
    issues: &mut Vec<SyntaxIssue>,
) -> Reply<'a> {
    let value = words::rest(text, words, 2).to_owned();
    match words.get(1).map(|word| word.text) {
        Some("name") => Reply::IdName(value),
        Some("author") => Reply::IdAuthor(value),
        Some(other) if is_misspelt_author(other) => {
            issues.push(SyntaxIssue::at(AUTHOR_MISSPELT, words[1], Text::plain("author")));
            Reply::IdAuthor(value)
        }
        Some(known) if table.particulars.id_kinds.contains(&known) => {
            Reply::IdOther(known.to_owned())
        }
        other => {
            let end = text.trim_ascii_end().len();
            let at = words.get(1).map_or((0, end), |word| word.columns());
            issues.push(SyntaxIssue::new(
                UNKNOWN_ID,
                at,
                say!("id name or id author"),
                Text::plain(text.trim()),
            ));
            Reply::IdOther(other.unwrap_or_default().to_owned())
        }
    }
}

fn is_misspelt_author(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    (lower.starts_with("aut") || lower.starts_with("ath"))
        && lower.len().abs_diff("author".len()) <= 2
}

/// A line whose first word is not a protocol word: noise, or a reply whose first word was lost or damaged.
fn headless<'a>(table: &Table, words: &[Word<'_>], issues: &mut Vec<SyntaxIssue>) -> Reply<'a> {
    let glued = words.iter().find(|word| glued_head(table, word.text).is_some());
    if let Some(word) = glued {
        issues.push(SyntaxIssue::at(
            TORN_LINE,
            *word,
            say!("each protocol word on a line of its own"),
        ));
    }
    Reply::Other(words[0].text.to_owned())
}

/// Reports white space where clients in use do not expect it.
fn spacing(
    table: &Table,
    text: &str,
    head: &str,
    words: &[Word<'_>],
    issues: &mut Vec<SyntaxIssue>,
) {
    if words[0].start > 0 {
        let at = (0, words[0].start);
        issues.push(SyntaxIssue::new(
            SPACING,
            at,
            say!("the reply at the first column"),
            Text::plain(&text[..at.1]),
        ));
    }
    let whole_line = head == table.hello_end || head == "readyok";
    if whole_line {
        let end = words[0].columns().1;
        // In dialects that allow several blanks, clients trim a line before they compare it.
        let text = if table.blanks_free { text.trim_ascii_end() } else { text };
        if text.len() > end {
            let at = (end, text.len());
            let expected = say!("\"{head}\" and nothing after it", head);
            issues.push(SyntaxIssue::new(SPACING, at, expected, Text::plain(&text[end..])));
        }
    } else if !table.blanks_free && head != "info" {
        let upto = match head {
            "id" => 2,
            "option" => 5,
            _ => words.len(),
        };
        let wide = words.windows(2).take(upto.saturating_sub(1)).find(|pair| {
            let gap = &text[pair[0].columns().1..pair[1].start];
            gap != " "
        });
        if let Some(pair) = wide {
            let at = (pair[0].columns().1, pair[1].start);
            issues.push(SyntaxIssue::new(
                SPACING,
                at,
                say!("one blank between words"),
                Text::plain(&text[at.0..at.1]),
            ));
        }
    }
}

/// Reports bytes other than printable ASCII; which error it is depends on where they stand.
fn charset(table: &Table, text: &str, reply: &Reply<'_>, issues: &mut Vec<SyntaxIssue>) {
    // A check of all bytes is faster than one that stops at the first bad byte.
    let plain = |byte: u8| (0x20..0x7f).contains(&byte) | (byte == b'\t');
    if text.bytes().fold(true, |all, byte| all & plain(byte)) {
        return;
    }
    // In all other lines, every word is a protocol word, a name or a value.
    let word = |at: usize| words::split(text).get(at).map(|word| word.start);
    let free_values = table.particulars.free_values;
    let free_from = match reply {
        Reply::IdAuthor(_) => word(2),
        Reply::IdName(_) | Reply::IdOther(_) if free_values => word(2),
        Reply::Option(_) => {
            let kind = words::split(text).iter().position(|word| word.text == "type");
            kind.and_then(|kind| word(kind + 2))
        }
        Reply::Info(info) => info.text_from,
        Reply::IdName(_)
        | Reply::IdOther(_)
        | Reply::HelloEnd
        | Reply::ReadyOk
        | Reply::BestMove(_)
        | Reply::Checkmate(_)
        | Reply::CopyProtection(_)
        | Reply::Registration(_)
        | Reply::Blank
        | Reply::Other(_) => None,
    };
    // Reports show the text with replaced bytes, which may be longer, so columns refer to that text.
    for (at, letter) in text.char_indices() {
        let control = letter.is_control() && letter != '\t' || letter == '\u{feff}';
        if letter.is_ascii() && !control {
            continue;
        }
        let free = free_from.is_some_and(|from| at >= from);
        let violation_id = match (control, free) {
            (true, true) => CONTROL_BYTES_IN_TEXT,
            (true, false) => CONTROL_BYTES,
            (false, true) => NON_ASCII_TEXT,
            (false, false) => NON_ASCII_WORD,
        };
        let known = issues.iter().any(|issue| issue.id == violation_id);
        if !known {
            let columns = (at, at + letter.len_utf8());
            issues.push(SyntaxIssue::new(
                violation_id,
                columns,
                say!("printable ASCII"),
                letter.to_text(),
            ));
        }
    }
}
