//! Reading what an engine writes.
//!
//! A thread reads each stream. While the session waits, it also reads standard output itself, because a wake-up by
//! another thread would take as long as the whole answer of the engine.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::clock::Clock;
use super::inbox::Inbox;
use super::system::{Output, StopSignal, Waker};
use crate::transcript::Stream;

/// How many bytes are read at once.
const CHUNK: usize = 16 << 10;
/// How long the thread waits for the session to read what has arrived.
const SESSION_READ_GRACE: Duration = Duration::from_millis(1);
/// How long a pipe must give nothing to count as empty, if the system cannot say whether it is.
const QUIET: Duration = Duration::from_millis(200);

/// One stream of an engine.
#[derive(Debug)]
pub(super) struct PipeReader {
    stream: Stream,
    output: Output,
    /// Locked from before the read until the inbox has the bytes, so that the bytes keep their order.
    chunk: Mutex<Vec<u8>>,
    ended: AtomicBool,
    /// Whether the session waits and reads the stream itself.
    attended: AtomicBool,
}

impl PipeReader {
    pub(super) fn new(stream: Stream, output: Output) -> Self {
        Self {
            stream,
            output,
            chunk: Mutex::new(vec![0; CHUNK]),
            ended: AtomicBool::new(false),
            attended: AtomicBool::new(false),
        }
    }

    /// The body of the reader thread.
    pub(super) fn run(&self, clock: Clock, inbox: &Inbox, stop: &StopSignal) {
        while !self.has_ended() {
            inbox.wait_for_room(self.stream);
            if !self.output.await_readable(stop) {
                break;
            }
            if self.attended.load(Ordering::SeqCst) {
                // There is no event for the session's read. If the session reads too late, this thread reads.
                thread::sleep(SESSION_READ_GRACE);
                if self.output.is_empty() == Some(true) {
                    continue;
                }
            }
            self.pump(clock, inbox);
        }
        inbox.finish(self.stream);
    }

    /// Waits on behalf of the session, up to `timeout`, until the waker is set or something has been read.
    pub(super) fn attend(&self, waker: &Waker, clock: Clock, inbox: &Inbox, timeout: Duration) {
        self.attended.store(true, Ordering::SeqCst);
        let output = Some(&self.output).filter(|_| !self.has_ended());
        if waker.wait(output, timeout) {
            inbox.awake();
            self.pump(clock, inbox);
        }
        self.attended.store(false, Ordering::SeqCst);
    }

    /// Waits until everything that the engine has written so far is in the inbox.
    pub(super) fn wait_drained(&self, inbox: &Inbox) {
        inbox.wait_drained(self.stream, QUIET, || {
            // The order matters: the thread that empties the pipe holds the chunk until the inbox has all of it.
            let empty = self.output.is_empty()?;
            Some(empty && self.chunk.try_lock().is_ok())
        });
    }

    /// Reads once. If two threads try, the second finds nothing and returns.
    fn pump(&self, clock: Clock, inbox: &Inbox) {
        let mut chunk = self.chunk.lock().unwrap_or_else(PoisonError::into_inner);
        if self.has_ended() {
            return;
        }
        let result = self.output.read(&mut chunk);
        let at = clock.now();
        match result {
            Ok(length) if length > 0 => inbox.feed(self.stream, at, &chunk[..length]),
            Err(error) if is_passing(&error) => {}
            // A pipe that cannot be read any more counts as ended.
            Ok(_) | Err(_) => {
                // The order matters: a thread that sees `ended` may conclude that nothing more arrives.
                inbox.end(self.stream, at);
                self.ended.store(true, Ordering::SeqCst);
            }
        }
        drop(chunk);
        inbox.moved();
    }

    fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }
}

fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
}
