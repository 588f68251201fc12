//! What happened between the harness and one engine process, in order and with times.

use std::time::Duration;

/// Position of an event in its transcript, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub usize);

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number in the transcript.
    pub id: EventId,
    /// Time since the engine was spawned, stamped where the bytes were read or handed to the writer.
    pub at: Duration,
    /// What it was.
    pub kind: EventKind,
}

/// The kinds of event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    /// A line that the harness sent. Lines that left in one write share `write`.
    Sent {
        /// The line and how it ended.
        line: Line,
        /// Number of the write call, from 0.
        write: u32,
    },
    /// A line on the engine's standard output.
    Received(Line),
    /// A line on the engine's standard error.
    Stderr(Line),
    /// Standard output has held an unfinished line for the `partial_line` limit.
    Partial(Vec<u8>),
    /// The engine closed a stream (or its last holder did).
    EndOfStream(Stream),
    /// The harness closed the engine's standard input.
    InputClosed,
    /// The engine did not take what was sent: it closed its input, or stopped reading.
    WriteFailed(String),
    /// The process ended.
    Exit(ExitStatus),
    /// The harness waited for something in vain.
    Overdue(Overdue),
    /// A step of the script has begun; for readers of the transcript only.
    Step {
        /// Line in the scenario file, from 1.
        line: u32,
    },
}

/// A line, without its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The bytes as they were, cut at [`Line::MAX`].
    pub bytes: Vec<u8>,
    /// How it ended.
    pub end: LineEnd,
    /// How many bytes were cut off because the line was too long.
    pub cut: u64,
}

impl Line {
    /// The most bytes of one line that are kept; longer lines are cut and counted.
    pub const MAX: usize = 1 << 20;

    /// A line that ended in LF.
    #[must_use]
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            bytes: bytes.into(),
            end: LineEnd::Lf,
            cut: 0,
        }
    }

    /// The text, with bytes that are no UTF-8 replaced.
    #[must_use]
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

/// How a line ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    /// LF.
    Lf,
    /// CR LF.
    CrLf,
    /// The stream ended behind it.
    None,
}

/// The streams of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// By itself, with this status.
    Code(i32),
    /// By a signal with this number.
    Signal(i32),
}

/// Something that did not come in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overdue {
    /// The kinds of message that were awaited, such as `bestmove`; `exit` for the end of the process.
    pub awaited: Vec<String>,
    /// From when the wait counts.
    pub since: Duration,
    /// How long the engine had.
    pub limit: Duration,
}

/// The list of events of one engine process. Bounded: see [`Transcript::MAX_EVENTS`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The events that are kept. Ids rise, and skip what was dropped. Where a race went on with a fresh
    /// process, its events follow, with times that go on.
    pub events: Vec<Event>,
    /// How many events are not kept: those in the middle of a flood, and rounds of a race that showed nothing.
    pub dropped: u64,
    /// What the script waited for, in the order of their ends; the first [`Transcript::MAX_WINDOWS`].
    pub windows: Vec<Window>,
}

/// A stretch of time in which a script waited. Times are those of the events, since spawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// What the time was for.
    pub kind: WindowKind,
    /// The kinds of message that were awaited, or that were not to come; none where the script just let time
    /// go by, or where nothing at all was to come.
    pub of: Vec<String>,
    /// From when it counts: the send, where it is about an answer.
    pub from: Duration,
    /// When it would have been over: the deadline, or the end of the silence.
    pub until: Duration,
    /// When the script went on: behind `until` where it waited longer, to tell late from never.
    pub ended: Duration,
    /// Line in the scenario file, from 1.
    pub line: u32,
}

/// What a script may wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowKind {
    /// One of these messages has to come.
    Reply,
    /// None of these messages may come.
    Silence,
    /// Nothing: time is to go by.
    Pause,
}

impl Transcript {
    /// The most events that one transcript keeps.
    pub const MAX_EVENTS: usize = 20_000;
    /// The most windows that one transcript keeps.
    pub const MAX_WINDOWS: usize = 1000;

    /// The event with this id, if it was kept.
    #[must_use]
    pub fn get(&self, id: EventId) -> Option<&Event> {
        let index = self.events.partition_point(|event| event.id < id);
        self.events.get(index).filter(|event| event.id == id)
    }

    /// Puts what another process did behind this one, with ids and times that are this much greater.
    pub(crate) fn join(&mut self, other: Self, ids: usize, time: Duration) {
        self.dropped += other.dropped;
        self.events
            .extend(other.events.into_iter().map(|mut event| {
                event.id.0 += ids;
                event.at += time;
                event
            }));
        self.windows
            .extend(other.windows.into_iter().map(|mut window| {
                window.from += time;
                window.until += time;
                window.ended += time;
                window
            }));
        self.windows.truncate(Self::MAX_WINDOWS);
    }
}
