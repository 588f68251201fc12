//! The threads that read what an engine writes.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::inbox::{Clock, Inbox};
use super::system::{Probe, Source, StopSignal, await_readable};
use crate::transcript::Stream;

/// How much is read at once.
const CHUNK: usize = 32 << 10;
/// Where the system cannot tell whether a pipe is empty: how long nothing has come from it then.
const QUIET: Duration = Duration::from_millis(200);

/// What the waiter for the exit needs to know of a reader.
#[derive(Debug)]
pub(super) struct Tap {
    stream: Stream,
    probe: Probe,
    /// Whether there may be bytes that are neither in the pipe nor in the inbox.
    busy: AtomicBool,
}

impl Tap {
    pub(super) fn new(stream: Stream, source: &impl Source) -> io::Result<Self> {
        Ok(Self {
            stream,
            probe: Probe::new(source)?,
            busy: AtomicBool::new(false),
        })
    }

    /// Waits until everything that the engine has written by now is in the inbox.
    pub(super) fn wait_drained(&self, inbox: &Inbox) {
        inbox.wait_drained(self.stream, QUIET, || {
            // In this order: a reader is busy before it empties the pipe, and until the inbox has it all.
            let empty = self.probe.is_empty()?;
            Some(empty && !self.busy.load(Ordering::SeqCst))
        });
    }

    /// The reader thread.
    pub(super) fn read(
        &self,
        mut source: impl Source,
        clock: Clock,
        inbox: &Inbox,
        stop: &StopSignal,
    ) {
        let mut chunk = vec![0; CHUNK];
        let mut ended = false;
        loop {
            inbox.wait_for_room(self.stream);
            if !await_readable(&source, stop) {
                break;
            }
            self.busy.store(true, Ordering::SeqCst);
            let result = source.read(&mut chunk);
            let at = clock.now();
            match result {
                Ok(0) => ended = true,
                Ok(length) => inbox.feed(self.stream, at, &chunk[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // A pipe that cannot be read any more is as good as ended.
                Err(_) => ended = true,
            }
            self.busy.store(false, Ordering::SeqCst);
            inbox.moved();
            if ended {
                break;
            }
        }
        inbox.finish(self.stream, clock.now(), ended);
    }
}
