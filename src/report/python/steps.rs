//! The writes to the engine and their times, as steps of the script.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use super::list;
use crate::transcript::{Event, EventId, EventKind, LineEnd, Window, WindowKind};

/// The shortest pause that is kept; shorter pauses are the time that a program needs between two writes.
const SHORTEST: Duration = Duration::from_millis(2);

/// The events from the start of the process in which an event happened. Each process numbers its writes from 0.
pub(super) fn of_process(events: &[Event], at: EventId) -> &[Event] {
    let offender = events.partition_point(|event| event.id < at);
    let begins = |(before, after): (&Event, &Event)| match (write(before), write(after)) {
        (Some(before), Some(after)) => after < before,
        _ => false,
    };
    let writes: Vec<usize> = (0..=offender.min(events.len().saturating_sub(1)))
        .filter(|index| write(&events[*index]).is_some())
        .collect();
    let fresh = writes.windows(2).rev().find(|pair| begins((&events[pair[0]], &events[pair[1]])));
    &events[fresh.map_or(0, |pair| pair[1])..]
}

fn write(event: &Event) -> Option<u32> {
    if let EventKind::Sent { write, .. } = &event.kind { Some(*write) } else { None }
}

/// Whether the event is a write to the engine, or closes its input.
pub(super) fn is_write(event: &Event) -> bool {
    write(event).is_some() || event.kind == EventKind::InputClosed
}

/// The first word of a line of the engine.
pub(super) fn first_word(event: &Event) -> Option<String> {
    event.received()?.text().split_ascii_whitespace().next().map(str::to_owned)
}

/// The steps up to the last write before the offender, as a list in Python.
pub(super) fn python(events: &[Event], last: usize, windows: &[Window]) -> String {
    let replies = windows.iter().filter(|window| window.kind == WindowKind::Reply);
    let awaited: BTreeSet<&str> =
        replies.flat_map(|window| &window.of).map(String::as_str).collect();
    let mut out = String::from("[\n");
    let mut gap: Vec<&Event> = Vec::new();
    let mut before: Option<Duration> = None;
    let mut at = 0;
    while at <= last {
        let event = &events[at];
        if !is_write(event) {
            gap.push(event);
            at += 1;
            continue;
        }
        if let Some(before) = before {
            pause(&mut out, &gap, &awaited, before, event.at);
        }
        gap.clear();
        before = Some(event.at);
        if event.kind == EventKind::InputClosed {
            out.push_str("    (\"close\",),\n");
            at += 1;
            continue;
        }
        // The lines of one write are sent together.
        let same = events[at..=last].iter().take_while(|next| write(next) == write(event)).count();
        let bytes: Vec<String> = events[at..at + same].iter().map(python_bytes).collect();
        let _ = writeln!(out, "    (\"send\", {}),", bytes.join(" "));
        at += same.max(1);
    }
    out.push(']');
    out
}

/// Writes the wait for lines between two writes, and the pause after it.
fn pause(
    out: &mut String,
    gap: &[&Event],
    awaited: &BTreeSet<&str>,
    before: Duration,
    next: Duration,
) {
    let mut words: Vec<String> = Vec::new();
    let mut since = before;
    for event in gap {
        let word = first_word(event).filter(|word| awaited.contains(word.as_str()));
        if let Some(word) = word.filter(|word| !words.contains(word)) {
            words.push(word);
            since = since.max(event.at);
        }
    }
    if !words.is_empty() {
        let _ = writeln!(out, "    (\"wait\", {}),", list(&words));
    }
    let left = next.saturating_sub(since);
    if left >= SHORTEST {
        let _ = writeln!(out, "    (\"sleep\", {:.4}),", left.as_secs_f64());
    }
}

/// A sent line, with its line end, as a Python bytes literal.
fn python_bytes(event: &Event) -> String {
    let EventKind::Sent { line, .. } = &event.kind else {
        return String::new();
    };
    let mut out = String::from("b\"");
    for byte in &line.bytes {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(*byte));
            }
            b' '..=b'~' => out.push(char::from(*byte)),
            byte => {
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
    }
    out.push_str(match line.end {
        LineEnd::Lf => "\\n\"",
        LineEnd::CrLf => "\\r\\n\"",
        LineEnd::None => "\"",
    });
    out
}
