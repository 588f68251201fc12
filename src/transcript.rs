//! The events between the harness and one engine process, in order and with times.

use std::collections::BTreeSet;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::millis::{self, Ms};

/// How the reason of an [`EventKind::WriteFailed`] begins if the engine keeps its input open but does not read it.
pub const NOT_READ: &str = "it has not read";

/// The number of events that are kept on each side of an event that is evidence.
const AROUND: usize = 4;

/// Position of an event in its transcript, from 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[schemars(inline)]
pub struct EventId(#[serde(deserialize_with = "millis::index")] pub usize);

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number in the transcript, from 0.
    pub id: EventId,
    /// Time since the engine was spawned, stamped where the bytes were read or handed to the writer.
    pub at: Duration,
    /// What happened.
    pub kind: EventKind,
}

impl Event {
    /// The line, if the event is a line on the engine's standard output.
    pub(crate) fn received(&self) -> Option<&Line> {
        if let EventKind::Received(line) = &self.kind { Some(line) } else { None }
    }

    /// The approximate size in bytes: the data, the structures that hold it, and its text in reports. Reports write
    /// bytes that are not UTF-8 as escapes.
    fn size(&self) -> usize {
        const HELD: usize = size_of::<Event>() + 32;
        let bytes = match &self.kind {
            EventKind::Sent { line, .. } | EventKind::Received(line) | EventKind::Stderr(line) => {
                &line.bytes[..]
            }
            EventKind::Partial(bytes) => bytes,
            EventKind::WriteFailed(why) => why.as_bytes(),
            EventKind::EndOfStream(_)
            | EventKind::InputClosed
            | EventKind::Exit(_)
            | EventKind::Overdue(_)
            | EventKind::Step { .. } => &[],
        };
        let spelt_out = if std::str::from_utf8(bytes).is_ok() { 1 } else { 6 };
        HELD + bytes.len() * spelt_out
    }
}

/// The kinds of event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    /// A line that the harness sent. Lines that were sent in one write call share `write`.
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
    /// Standard output ended in an unfinished line for as long as the `partial_line` limit.
    Partial(Vec<u8>),
    /// A stream of the engine was closed, by the engine or by the last process that held it open.
    EndOfStream(Stream),
    /// The harness closed the engine's standard input.
    InputClosed,
    /// The engine did not take what was sent, because it closed its input or stopped reading. In the second case
    /// the reason begins with [`NOT_READ`].
    WriteFailed(String),
    /// The process ended.
    Exit(ExitStatus),
    /// Something that the harness waited for did not come in time.
    Overdue(Overdue),
    /// A step of the script began. Only readers of the transcript use it.
    Step {
        /// Line in the scenario file, from 1.
        line: u32,
    },
}

/// A line, without its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The bytes as received or sent, cut at [`Line::MAX`].
    pub bytes: Vec<u8>,
    /// How it ended.
    pub end: LineEnd,
    /// The number of bytes that were cut off because the line was too long.
    pub cut: u64,
}

impl Line {
    /// The largest number of bytes that is kept of one line.
    pub const MAX: usize = 256 << 10;

    /// A line that ended in LF.
    #[must_use]
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: bytes.into(), end: LineEnd::Lf, cut: 0 }
    }

    /// The text, with invalid UTF-8 replaced.
    #[must_use]
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

/// How a line ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineEnd {
    /// LF.
    #[default]
    Lf,
    /// CR LF.
    CrLf,
    /// The stream ended after the line.
    None,
}

impl LineEnd {
    /// Whether the line ended in LF.
    pub(crate) fn is_lf(&self) -> bool {
        matches!(self, Self::Lf)
    }
}

/// The streams of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// By itself, with this exit code.
    Code(i32),
    /// By a signal with this number.
    Signal(i32),
}

impl ExitStatus {
    /// Whether it was killed (SIGKILL). Programs do not do that to themselves; a system does it if memory is short.
    #[must_use]
    pub fn is_kill(self) -> bool {
        const SIGKILL: i32 = 9;
        self == Self::Signal(SIGKILL)
    }

    /// The name of the signal, if it has the same number on all systems or is a common crash signal.
    pub(crate) fn signal_name(self) -> Option<&'static str> {
        let Self::Signal(signal) = self else {
            return None;
        };
        Some(match signal {
            1 => "SIGHUP",
            2 => "SIGINT",
            3 => "SIGQUIT",
            4 => "SIGILL",
            5 => "SIGTRAP",
            6 => "SIGABRT",
            8 => "SIGFPE",
            9 => "SIGKILL",
            11 => "SIGSEGV",
            13 => "SIGPIPE",
            14 => "SIGALRM",
            15 => "SIGTERM",
            _ => return None,
        })
    }
}

/// Something that did not come in time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Overdue {
    /// The kinds of message that were awaited, such as `bestmove`; `exit` for the end of the process.
    pub awaited: Vec<String>,
    /// When the wait began, in milliseconds since the engine was spawned.
    #[serde(rename = "since_ms", with = "Ms")]
    pub since: Duration,
    /// How long the engine had to answer, in milliseconds.
    #[serde(rename = "limit_ms", with = "Ms")]
    pub limit: Duration,
}

/// The list of events of one engine process. Bounded: see [`Transcript::MAX_EVENTS`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Transcript {
    /// The events that are kept. Ids rise; dropped events leave gaps. If a race continued with a new process, the
    /// events of that process follow, and ids and times continue from the earlier ones.
    #[serde(rename = "transcript")]
    pub events: Vec<Event>,
    /// How many events are not kept: the middle of a flood, rounds of a race in which nothing was found, and those that
    /// `transcript_cut` counts.
    #[serde(rename = "transcript_dropped", deserialize_with = "millis::count")]
    pub dropped: u64,
    /// How many events were cut to limit the size of all transcripts of the run; left out if there are none.
    #[serde(
        rename = "transcript_cut",
        default,
        deserialize_with = "millis::count",
        skip_serializing_if = "millis::is_none"
    )]
    pub cut: u64,
    /// The waits of the script, in the order in which they ended, at most the first 1000; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
}

/// A period in which a script waited. Times are in milliseconds since the engine was spawned, as for events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Window {
    /// What the script waited for.
    pub kind: WindowKind,
    /// The kinds of message that were awaited, or that must not come. Empty for a pause, or if no message at all may
    /// come.
    pub of: Vec<String>,
    /// When the time began to count: for an answer, the time of the send.
    #[serde(rename = "from_ms", with = "Ms")]
    pub from: Duration,
    /// When the time was to end: the deadline, or the end of the silence.
    #[serde(rename = "until_ms", with = "Ms")]
    pub until: Duration,
    /// When the script continued: after `until_ms` if it waited longer to distinguish a late reply from a missing one.
    #[serde(rename = "ended_ms", with = "Ms")]
    pub ended: Duration,
    /// Line in the scenario file, from 1.
    pub line: u32,
}

/// What a script waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WindowKind {
    /// A reply: one of the messages in `of`.
    Reply,
    /// Silence: none of the messages in `of` may come.
    Silence,
    /// No message: the script waits for a fixed time.
    Pause,
}

impl Transcript {
    /// The largest number of events that one transcript keeps.
    pub const MAX_EVENTS: usize = 20_000;
    /// The largest number of windows that one transcript keeps.
    pub const MAX_WINDOWS: usize = 1000;

    /// The event with this id, if it was kept.
    #[must_use]
    pub fn get(&self, id: EventId) -> Option<&Event> {
        let index = self.events.partition_point(|event| event.id < id);
        self.events.get(index).filter(|event| event.id == id)
    }

    /// The approximate size in bytes, in memory and in reports.
    #[must_use]
    pub fn size(&self) -> usize {
        self.events.iter().map(Event::size).sum()
    }

    /// Removes events from the middle until the rest takes at most about `room` bytes. The events of `evidence`,
    /// and `AROUND` events on each side of them, stay in any case.
    pub(crate) fn thin(&mut self, room: usize, evidence: &[EventId]) {
        if self.size() <= room {
            return;
        }
        let sizes: Vec<usize> = self.events.iter().map(Event::size).collect();
        let fitting = |sizes: &mut dyn Iterator<Item = &usize>| {
            let mut left = room / 2;
            sizes
                .take_while(|size| {
                    let fits = **size <= left;
                    left = left.saturating_sub(**size);
                    fits
                })
                .count()
        };
        let head = fitting(&mut sizes.iter());
        let tail = self.events.len() - fitting(&mut sizes.iter().rev());
        let mut keep: Vec<bool> =
            (0..self.events.len()).map(|at| at < head || at >= tail).collect();
        for id in evidence {
            let at = self.events.partition_point(|event| event.id < *id);
            let (from, to) = (at.saturating_sub(AROUND), (at + AROUND + 1).min(keep.len()));
            keep[from.min(to)..to].fill(true);
        }
        let before = self.events.len();
        let mut keep = keep.into_iter();
        self.events.retain(|_| keep.next().unwrap_or(true));
        self.events.shrink_to_fit();
        let cut = (before - self.events.len()) as u64;
        self.dropped += cut;
        self.cut += cut;
    }

    /// Keeps only these events, and the windows in which one of them happened.
    pub(crate) fn keep(&mut self, ids: &BTreeSet<EventId>) {
        let before = self.events.len();
        self.events.retain(|event| ids.contains(&event.id));
        self.dropped += (before - self.events.len()) as u64;
        let events = &self.events;
        self.windows.retain(|window| {
            // The caller keeps the first event only to show its id, so it does not keep a window.
            let kept = events.iter().skip(1).map(|event| event.at);
            kept.filter(|at| (window.from..=window.ended).contains(at)).count() > 0
        });
    }

    /// The first id after the last event, and the time of that event; zero if there is none.
    pub(crate) fn end(&self) -> (usize, Duration) {
        self.events.last().map_or((0, Duration::ZERO), |event| (event.id.0 + 1, event.at))
    }

    /// Appends the transcript of another process. Its ids and times grow by `ids` and `time`.
    pub(crate) fn join(&mut self, mut other: Self, ids: usize, time: Duration) {
        other.renumber(|id| id + ids, |at| at + time);
        self.dropped += other.dropped;
        self.cut += other.cut;
        self.events.append(&mut other.events);
        self.windows.append(&mut other.windows);
        self.windows.truncate(Self::MAX_WINDOWS);
    }

    /// Moves the transcript to id 0 and time 0, if it began at `id` and `time`. Smaller ids and earlier times become 0.
    pub(crate) fn count_from(&mut self, id: usize, time: Duration) {
        self.renumber(|one| one.saturating_sub(id), |at| at.saturating_sub(time));
    }

    /// Changes every id and every time.
    fn renumber(&mut self, id: impl Fn(usize) -> usize, moment: impl Fn(Duration) -> Duration) {
        for event in &mut self.events {
            event.id.0 = id(event.id.0);
            event.at = moment(event.at);
            if let EventKind::Overdue(overdue) = &mut event.kind {
                overdue.since = moment(overdue.since);
            }
        }
        for Window { from, until, ended, .. } in &mut self.windows {
            for time in [from, until, ended] {
                *time = moment(*time);
            }
        }
    }
}

#[cfg(test)]
mod tests;
