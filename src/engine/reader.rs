//! Reading what an engine writes.
//!
//! A thread reads each stream. While the session waits, it also reads standard output itself: to be
//! woken by another thread would cost as much again as the engine's whole answer.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::clock::Clock;
use super::inbox::Inbox;
use super::system::{Output, StopSignal, Waker};
use crate::transcript::Stream;

/// How much is read at once.
const CHUNK: usize = 16 << 10;
/// How long the thread leaves to the session what the session is about to read.
const SESSION_READ_GRACE: Duration = Duration::from_millis(1);
/// Where the system does not say whether a pipe is empty: how long nothing has come from it then.
const QUIET: Duration = Duration::from_millis(200);

/// One stream of an engine.
#[derive(Debug)]
pub(super) struct PipeReader {
    stream: Stream,
    output: Output,
    /// Held from before the read until the inbox has the bytes, so that they keep their order.
    chunk: Mutex<Vec<u8>>,
    ended: AtomicBool,
    /// Whether the session waits and reads by itself.
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

    /// The reader thread.
    pub(super) fn run(&self, clock: Clock, inbox: &Inbox, stop: &StopSignal) {
        while !self.has_ended() {
            inbox.wait_for_room(self.stream);
            if !self.output.await_readable(stop) {
                break;
            }
            if self.attended.load(Ordering::SeqCst) {
                // There is no event for the read of the session. If it comes too late, this thread reads.
                thread::sleep(SESSION_READ_GRACE);
                if self.output.is_empty() == Some(true) {
                    continue;
                }
            }
            self.pump(clock, inbox);
        }
        inbox.finish(self.stream);
    }

    /// Waits for the session, up to `timeout`: until the waker is set, or something was read.
    pub(super) fn attend(&self, waker: &Waker, clock: Clock, inbox: &Inbox, timeout: Duration) {
        self.attended.store(true, Ordering::SeqCst);
        let output = Some(&self.output).filter(|_| !self.has_ended());
        if waker.wait(output, timeout) {
            inbox.awake();
            self.pump(clock, inbox);
        }
        self.attended.store(false, Ordering::SeqCst);
    }

    /// Waits until everything that the engine has written by now is in the inbox.
    pub(super) fn wait_drained(&self, inbox: &Inbox) {
        inbox.wait_drained(self.stream, QUIET, || {
            // In this order: who empties the pipe holds the chunk until the inbox has it all.
            let empty = self.output.is_empty()?;
            Some(empty && self.chunk.try_lock().is_ok())
        });
    }

    /// Reads once. The second of two threads finds nothing and returns.
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
            // A pipe that cannot be read any more is as good as ended.
            Ok(_) | Err(_) => {
                // In this order: who sees it ended may say that nothing more will come.
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
