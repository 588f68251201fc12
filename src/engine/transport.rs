//! The connection between a session and an engine, real or scripted.

use std::time::Duration;

use super::host::HostLook;
use crate::transcript::{ExitStatus, Line, Stream};

/// Something that the engine or its pipes have reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// Time since spawn, taken when the bytes were read.
    pub at: Duration,
    /// What arrived.
    pub what: Arrival,
}

/// The kinds of arrival.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// A line on standard output.
    Stdout(Line),
    /// A line on standard error.
    Stderr(Line),
    /// Standard output has held this unfinished line for the `partial_line` limit. Reported once for each line.
    Partial(Vec<u8>),
    /// A stream ended.
    EndOfStream(Stream),
    /// The engine does not take input: it has closed its input, or has not read for too long.
    WriteFailed(String),
    /// The process ended. Reported once, after every line that the process wrote before its end.
    Exit(ExitStatus),
}

/// How a process ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reaped {
    /// The exit status, if it is known.
    pub status: Option<ExitStatus>,
    /// Whether it had to be killed.
    pub killed: bool,
    /// Whether other processes of its group were still alive after it had ended.
    pub survivors: bool,
}

/// A two-way connection to one engine. It hides `Instant::now`, because a scripted transport has a time of its own.
pub trait Transport: Send {
    /// Time since spawn.
    fn now(&self) -> Duration;
    /// Hands bytes to the engine in one write and returns the time just before the write. Never blocks: if the
    /// engine does not read, [`Arrival::WriteFailed`] reports that, or nothing does.
    fn send(&mut self, bytes: &[u8]) -> Duration;
    /// Like [`Transport::send`], at a given time. Waits for that time without sleeping, so the time should be near.
    /// What arrives meanwhile keeps its time stamps.
    fn send_at(&mut self, bytes: &[u8], at: Duration) -> Duration;
    /// A reading of the processor counters of the host; `None` if they are not known.
    fn host(&self) -> Option<HostLook> {
        None
    }
    /// How many bytes of memory the engine's processes hold now; `None` if that is not known.
    fn memory(&self) -> Option<u64> {
        None
    }
    /// Closes the engine's standard input, after everything sent before.
    fn close_input(&mut self);
    /// The next arrival, or `None` when the time since spawn has reached `until`. Anything that has already arrived
    /// is returned first, whatever `until` is.
    fn next(&mut self, until: Duration) -> Option<Incoming>;
    /// How many lines of standard error were dropped because the session did not take them in time.
    fn stderr_dropped(&self) -> u64 {
        0
    }
    /// Waits, up to `until`, for the end of every process that the engine has started. The engine itself must have
    /// ended. Returns whether all of them have ended; `None` if that is not known.
    fn others_end(&mut self, _until: Duration) -> Option<bool> {
        None
    }
    /// Ends the process and its whole group: waits up to `grace` for the process to end by itself, then kills it.
    fn reap(&mut self, grace: Duration) -> Reaped;
}

/// A borrowed transport is a transport.
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
