//! Events, lines, and what was waited for.

use super::ms;
use crate::report::escape;
use crate::report::json::types::{
    EventKindV1, EventV1, LineEndV1, LineV1, StreamV1, WindowKindV1, WindowV1,
};
use crate::transcript::{Event, EventKind, ExitStatus, Line, LineEnd, Stream, Window, WindowKind};

/// The most bytes of one line that a report repeats.
const LINE_MAX: usize = 1 << 14;

impl From<&Window> for WindowV1 {
    fn from(window: &Window) -> Self {
        Self {
            kind: match window.kind {
                WindowKind::Reply => WindowKindV1::Reply,
                WindowKind::Silence => WindowKindV1::Silence,
                WindowKind::Pause => WindowKindV1::Pause,
            },
            of: window.of.clone(),
            from_ms: ms(window.from),
            until_ms: ms(window.until),
            ended_ms: ms(window.ended),
            line: window.line,
        }
    }
}

impl From<&Event> for EventV1 {
    fn from(event: &Event) -> Self {
        let what = match &event.kind {
            EventKind::Sent { line, write } => {
                EventKindV1::Sent { line: LineV1::from(line), write: *write }
            }
            EventKind::Received(line) => EventKindV1::Received(LineV1::from(line)),
            EventKind::Stderr(line) => EventKindV1::Stderr(LineV1::from(line)),
            EventKind::Partial(bytes) => EventKindV1::Partial(line(bytes, LineEndV1::None, 0)),
            EventKind::EndOfStream(stream) => EventKindV1::EndOfStream {
                stream: match stream {
                    Stream::Stdout => StreamV1::Stdout,
                    Stream::Stderr => StreamV1::Stderr,
                },
            },
            EventKind::InputClosed => EventKindV1::InputClosed,
            EventKind::WriteFailed(error) => EventKindV1::WriteFailed { error: error.clone() },
            EventKind::Exit(status) => {
                let (code, signal) = match status {
                    ExitStatus::Code(code) => (Some(*code), None),
                    ExitStatus::Signal(signal) => (None, Some(*signal)),
                };
                EventKindV1::Exit { code, signal }
            }
            EventKind::Overdue(overdue) => EventKindV1::Overdue {
                awaited: overdue.awaited.clone(),
                since_ms: ms(overdue.since),
                limit_ms: ms(overdue.limit),
            },
            EventKind::Step { line } => EventKindV1::Step { line: *line },
        };
        Self { id: event.id.0 as u64, at_ms: ms(event.at), what }
    }
}

impl From<&Line> for LineV1 {
    fn from(from: &Line) -> Self {
        let end = match from.end {
            LineEnd::Lf => LineEndV1::Lf,
            LineEnd::CrLf => LineEndV1::Crlf,
            LineEnd::None => LineEndV1::None,
        };
        line(&from.bytes, end, from.cut)
    }
}

fn line(bytes: &[u8], end: LineEndV1, cut: u64) -> LineV1 {
    let mut kept = bytes.len().min(LINE_MAX);
    // A cut inside a character would make good text look like bytes that are none.
    while kept < bytes.len() && kept + 4 > LINE_MAX && bytes[kept] & 0xC0 == 0x80 {
        kept -= 1;
    }
    let cut = cut + (bytes.len() - kept) as u64;
    let bytes = &bytes[..kept];
    let (text, bytes_hex) = match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(_) => (escape::bytes(bytes), Some(hex(bytes))),
    };
    LineV1 { text, bytes_hex, end, cut }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
