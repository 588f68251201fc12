//! Transcripts as text, for tests and documentation.
//!
//! Each line begins with a mark: `> ` a sent line, `< ` a received line, `! ` a line on standard error, `? ` an
//! unfinished line. `@ 1500` lets 1,500 ms pass. `$ exit 0` or `$ signal 11` ends the process, `$ eof` closes its
//! standard input. `~ bestmove 2000` states that the harness waited 2,000 ms for `bestmove` and it did not come.
//! Each event comes one millisecond after the one before. `* 5000` turns the line before it into 5,000 lines with
//! the same time. `\xNN` in a line stands for one byte.

use std::time::Duration;

use crate::transcript::{Event, EventId, EventKind, ExitStatus, Line, LineEnd, Overdue};

/// Reads a transcript. Blank lines are ignored.
///
/// # Errors
/// The number of the line that cannot be read, from 1, and what is wrong with it.
pub fn parse(text: &str) -> Result<Vec<Event>, (usize, String)> {
    let mut events: Vec<Event> = Vec::new();
    let mut at = Duration::ZERO;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let Some(mark) = line.chars().next() else {
            continue;
        };
        let (mark, rest) = line.split_at(mark.len_utf8());
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let kind = match mark {
            "@" => {
                let ms =
                    rest.trim().parse().map_err(|_| (index + 1, format!("no number: {rest:?}")))?;
                at = at.saturating_add(Duration::from_millis(ms));
                continue;
            }
            "*" => {
                let repeated = times(rest).zip(events.last().cloned());
                let (times, last) =
                    repeated.ok_or_else(|| (index + 1, format!("nothing to repeat: {rest:?}")))?;
                events.extend(
                    (1..times).map(|more| Event { id: EventId(last.id.0 + more), ..last.clone() }),
                );
                continue;
            }
            ">" => EventKind::Sent { line: read_line(rest), write: 0 },
            "<" => EventKind::Received(read_line(rest)),
            "!" => EventKind::Stderr(read_line(rest)),
            "?" => EventKind::Partial(rest.as_bytes().to_vec()),
            "$" => ending(rest).ok_or_else(|| (index + 1, format!("no ending: {rest:?}")))?,
            "~" => overdue(rest, at).ok_or_else(|| (index + 1, format!("no wait: {rest:?}")))?,
            _ => return Err((index + 1, format!("unknown mark {mark:?}"))),
        };
        at = at.saturating_add(Duration::from_millis(1));
        events.push(Event { id: EventId(events.len()), at, kind });
    }
    Ok(events)
}

/// The largest number that may follow `*`.
const MOST_TIMES: usize = 10_000;

/// The number after `*`: how many times the line before it occurs in total.
#[must_use]
pub fn times(text: &str) -> Option<usize> {
    text.trim().parse().ok().filter(|times| (1..=MOST_TIMES).contains(times))
}

/// Splits a line of a transcript from its remarks: what follows the first `  # `, separated by commas. Blanks
/// before `  # ` are dropped; a line that ends in blanks writes them as `\x20`.
pub fn split_remark(line: &str) -> (&str, impl Iterator<Item = &str>) {
    let (text, said) =
        line.split_once("  # ").map_or((line, ""), |(text, said)| (text.trim_end(), said));
    let said = said.split(',').map(str::trim);
    (text, said.filter(|word| !word.is_empty()))
}

fn read_line(text: &str) -> Line {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\\x") {
        let hex = rest.get(at + 2..at + 4).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let Some(byte) = hex else { break };
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        bytes.push(byte);
        rest = &rest[at + 4..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    Line { bytes, end: LineEnd::Lf, cut: 0 }
}

fn ending(text: &str) -> Option<EventKind> {
    let mut words = text.split_ascii_whitespace();
    let kind = words.next()?;
    if kind == "eof" {
        return Some(EventKind::InputClosed);
    }
    let number = words.next()?.parse().ok()?;
    match kind {
        "exit" => Some(EventKind::Exit(ExitStatus::Code(number))),
        "signal" => Some(EventKind::Exit(ExitStatus::Signal(number))),
        _ => None,
    }
}

fn overdue(text: &str, since: Duration) -> Option<EventKind> {
    let mut words = text.split_ascii_whitespace();
    let awaited = vec![words.next()?.to_owned()];
    let limit = Duration::from_millis(words.next()?.parse().ok()?);
    Some(EventKind::Overdue(Overdue { awaited, since, limit }))
}
