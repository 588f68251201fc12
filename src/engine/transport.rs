//! The wire between a session and an engine, real or scripted.

use std::time::Duration;

use super::host::HostLook;
use crate::transcript::{ExitStatus, Line, Stream};

/// Something that came from the engine or its pipes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// Time since spawn, stamped where the bytes were read.
    pub at: Duration,
    /// What came.
    pub what: Arrival,
}

/// The kinds of arrival.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// A line on standard output.
    Stdout(Line),
    /// A line on standard error.
    Stderr(Line),
    /// Standard output has held this unfinished line for the `partial_line` limit. Reported once a line.
    Partial(Vec<u8>),
    /// A stream ended.
    EndOfStream(Stream),
    /// The engine does not take input: it closed it, or has not read for too long.
    WriteFailed(String),
    /// The process ended. Reported once, and after every line that it had written before.
    Exit(ExitStatus),
}

/// How a process was brought to its end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reaped {
    /// How it ended, if that is known.
    pub status: Option<ExitStatus>,
    /// Whether it had to be killed.
    pub killed: bool,
    /// Whether other processes of its group were still alive when it had ended.
    pub survivors: bool,
}

/// A two-way line to one engine. `Instant::now` is after it: a scripted transport has its own time.
pub trait Transport: Send {
    /// Time since spawn.
    fn now(&self) -> Duration;
    /// Hands bytes to the engine in one write and returns the stamp taken just before. Never blocks:
    /// an engine that does not read shows as [`Arrival::WriteFailed`] or not at all.
    fn send(&mut self, bytes: &[u8]) -> Duration;
    /// Like [`Transport::send`], at a moment: waits for it without sleeping, so it should be near. What
    /// arrives meanwhile keeps its stamps.
    fn send_at(&mut self, bytes: &[u8], at: Duration) -> Duration;
    /// A look at what the host does with its processors; `None` where that is not known.
    fn host(&self) -> Option<HostLook> {
        None
    }
    /// How many bytes of memory the engine's processes hold at the moment; `None` where that is not known.
    fn memory(&self) -> Option<u64> {
        None
    }
    /// Closes the engine's standard input, after everything sent before.
    fn close_input(&mut self);
    /// The next arrival, or `None` when the time since spawn has reached `until`. What arrived before
    /// is returned first, whatever `until` says.
    fn next(&mut self, until: Duration) -> Option<Incoming>;
    /// How many lines of standard error were dropped, because they were not asked for in time.
    fn stderr_dropped(&self) -> u64 {
        0
    }
    /// Waits, up to `until`, for the end of every process that the engine has started; it must have ended itself.
    /// Whether they have; `None` where that is not known.
    fn others_end(&mut self, _until: Duration) -> Option<bool> {
        None
    }
    /// Ends the process and its whole group: waits up to `grace` for it to go by itself, then kills.
    fn reap(&mut self, grace: Duration) -> Reaped;
}

/// A borrowed line.
impl<T: Transport + ?Sized> Transport for &mut T {
    fn now(&self) -> Duration {
        (**self).now()
    }

    fn send(&mut self, bytes: &[u8]) -> Duration {
        (**self).send(bytes)
    }

    fn send_at(&mut self, bytes: &[u8], at: Duration) -> Duration {
        (**self).send_at(bytes, at)
    }

    fn host(&self) -> Option<HostLook> {
        (**self).host()
    }

    fn memory(&self) -> Option<u64> {
        (**self).memory()
    }

    fn close_input(&mut self) {
        (**self).close_input();
    }

    fn next(&mut self, until: Duration) -> Option<Incoming> {
        (**self).next(until)
    }

    fn stderr_dropped(&self) -> u64 {
        (**self).stderr_dropped()
    }

    fn others_end(&mut self, until: Duration) -> Option<bool> {
        (**self).others_end(until)
    }

    fn reap(&mut self, grace: Duration) -> Reaped {
        (**self).reap(grace)
    }
}
