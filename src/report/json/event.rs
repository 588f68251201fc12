//! An event in JSON. Bytes that are not UTF-8 are also written in hexadecimal, and long lines are cut.

use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::millis::{self, Ms};
use crate::report::escape;
use crate::transcript::{Event, EventId, EventKind, ExitStatus, Line, LineEnd, Overdue, Stream};

/// The most bytes of one line that a report contains.
const LINE_MAX: usize = 1 << 14;

/// An event.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Event")]
struct EventV1 {
    /// Number of the event. Numbers rise; dropped events leave gaps.
    id: EventId,
    /// Time of the event, in milliseconds since the engine was spawned.
    #[serde(rename = "at_ms", with = "Ms")]
    at: Duration,
    /// The kind of event, and its data.
    #[serde(flatten)]
    what: EventKindV1,
}

/// The kinds of event.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum EventKindV1 {
    /// A line that kentei sent. Lines that were sent in one write call have the same `write`.
    Sent {
        /// The line.
        #[serde(flatten)]
        line: LineV1,
        /// Number of the write call, from 0.
        write: u32,
    },
    /// A line on the engine's standard output.
    Received(LineV1),
    /// A line on the engine's standard error.
    Stderr(LineV1),
    /// Standard output ended in an unfinished line for longer than the limit `partial_line`.
    Partial(LineV1),
    /// A stream of the engine was closed.
    EndOfStream {
        /// The stream.
        stream: Stream,
    },
    /// Kentei closed the engine's standard input.
    InputClosed,
    /// The engine did not read what was sent, or closed its input.
    WriteFailed {
        /// The error message.
        error: String,
    },
    /// The process ended, with a status or by a signal.
    Exit {
        /// Exit code; null if a signal ended the process.
        code: Option<i32>,
        /// Number of the signal that ended the process; null if none did.
        signal: Option<i32>,
    },
    /// Something that kentei waited for did not come in time.
    Overdue {
        /// What kentei waited for, and how long.
        #[serde(flatten)]
        overdue: Overdue,
    },
    /// A step of the script begins.
    Step {
        /// Line in the scenario file, from 1.
        line: u32,
    },
}

/// A line of text.
#[derive(Serialize, Deserialize, JsonSchema)]
struct LineV1 {
    /// The text without the line end. If it is not UTF-8, each invalid byte is written as `\xNN`, and `bytes_hex` has
    /// all bytes.
    text: String,
    /// All bytes in hexadecimal, if they are not UTF-8; left out otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bytes_hex: Option<String>,
    /// How the line ended; left out if it ended in LF.
    #[serde(default, skip_serializing_if = "LineEnd::is_lf")]
    end: LineEnd,
    /// How many bytes of the line are cut off; left out if there are none.
    #[serde(default, deserialize_with = "millis::count", skip_serializing_if = "millis::is_none")]
    cut: u64,
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        EventV1::from(self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        EventV1::deserialize(from).map(Self::from)
    }
}

impl JsonSchema for Event {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        EventV1::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        EventV1::json_schema(generator)
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
            EventKind::Partial(bytes) => EventKindV1::Partial(line(bytes, LineEnd::None, 0)),
            EventKind::EndOfStream(stream) => EventKindV1::EndOfStream { stream: *stream },
            EventKind::InputClosed => EventKindV1::InputClosed,
            EventKind::WriteFailed(error) => EventKindV1::WriteFailed { error: error.clone() },
            EventKind::Exit(ExitStatus::Code(code)) => {
                EventKindV1::Exit { code: Some(*code), signal: None }
            }
            EventKind::Exit(ExitStatus::Signal(signal)) => {
                EventKindV1::Exit { code: None, signal: Some(*signal) }
            }
            EventKind::Overdue(overdue) => EventKindV1::Overdue { overdue: overdue.clone() },
            EventKind::Step { line } => EventKindV1::Step { line: *line },
        };
        Self { id: event.id, at: event.at, what }
    }
}

impl From<EventV1> for Event {
    fn from(read: EventV1) -> Self {
        let kind = match read.what {
            EventKindV1::Sent { line, write } => EventKind::Sent { line: Line::from(line), write },
            EventKindV1::Received(line) => EventKind::Received(Line::from(line)),
            EventKindV1::Stderr(line) => EventKind::Stderr(Line::from(line)),
            EventKindV1::Partial(line) => EventKind::Partial(Line::from(line).bytes),
            EventKindV1::EndOfStream { stream } => EventKind::EndOfStream(stream),
            EventKindV1::InputClosed => EventKind::InputClosed,
            EventKindV1::WriteFailed { error } => EventKind::WriteFailed(error),
            EventKindV1::Exit { code, signal } => EventKind::Exit(match signal {
                Some(signal) => ExitStatus::Signal(signal),
                None => ExitStatus::Code(code.unwrap_or_default()),
            }),
            EventKindV1::Overdue { overdue } => EventKind::Overdue(overdue),
            EventKindV1::Step { line } => EventKind::Step { line },
        };
        Self { id: read.id, at: read.at, kind }
    }
}

impl From<&Line> for LineV1 {
    fn from(from: &Line) -> Self {
        line(&from.bytes, from.end, from.cut)
    }
}

impl From<LineV1> for Line {
    /// Takes the bytes in hexadecimal if there are any. If they are damaged, takes the text, in which they are escaped.
    fn from(read: LineV1) -> Self {
        let pair = |pair: &[u8]| {
            let digits = std::str::from_utf8(pair).ok()?;
            u8::from_str_radix(digits, 16).ok().filter(|_| pair.len() == 2)
        };
        let hex = read.bytes_hex;
        let bytes = hex.and_then(|hex| hex.as_bytes().chunks(2).map(pair).collect());
        let bytes = bytes.unwrap_or_else(|| read.text.into_bytes());
        Self { bytes, end: read.end, cut: read.cut }
    }
}

fn line(bytes: &[u8], end: LineEnd, cut: u64) -> LineV1 {
    let mut kept = bytes.len().min(LINE_MAX);
    // A cut inside a character would turn valid UTF-8 into invalid bytes.
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
