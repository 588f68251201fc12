//! What is sent to the engine. Sending never blocks the session.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, PoisonError};

use super::clock::Clock;
use super::inbox::Inbox;
use super::sync::{Condvar, Mutex, MutexGuard};
use super::system::{self, Input, StopSignal};
use crate::transcript::NOT_READ;

/// How many bytes may wait for an engine that does not read.
const ROOM: usize = 16 << 20;

#[derive(Debug)]
pub(super) struct Outbox {
    clock: Clock,
    inbox: Arc<Inbox>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// The pipe, until it is closed.
    pipe: Option<Arc<Input>>,
    queue: VecDeque<Vec<u8>>,
    queued: usize,
    /// Whether the writer is writing a piece, so that nothing may be written before the piece is done.
    writing: bool,
    /// Whether no more input follows.
    closing: bool,
    /// Whether nothing more is written, even if input waits.
    stopped: bool,
}

impl Outbox {
    pub(super) fn new(pipe: Input, clock: Clock, inbox: Arc<Inbox>) -> io::Result<Self> {
        system::prepare_input(&pipe)?;
        Ok(Self {
            clock,
            inbox,
            state: Mutex::new(State {
                pipe: Some(Arc::new(pipe)),
                queue: VecDeque::new(),
                queued: 0,
                writing: false,
                closing: false,
                stopped: false,
            }),
            changed: Condvar::new(),
        })
    }

    /// Sends `bytes`: at once as far as the pipe takes them, and through the writer thread for the rest.
    pub(super) fn send(&self, bytes: &[u8]) {
        let mut state = self.lock();
        let Some(pipe) = state.pipe.clone().filter(|_| !state.closing) else {
            return;
        };
        let mut rest = bytes;
        // The way through the writer thread would cost a context switch for every command.
        if state.queue.is_empty() && !state.writing {
            match system::try_write(&pipe, bytes) {
                Ok(taken) => rest = &bytes[taken..],
                Err(error) => return self.fail(state, &error),
            }
        }
        if rest.is_empty() {
            return;
        }
        if state.queued > ROOM {
            let why = format!("{NOT_READ} {} bytes of its input", state.queued);
            return self.fail(state, &io::Error::other(why));
        }
        if state.queue.is_empty() && !state.writing {
            self.inbox.input_waits(Some(self.clock.now()));
        }
        state.queued += rest.len();
        state.queue.push_back(rest.to_vec());
        self.changed.notify_one();
    }

    /// Closes the pipe after everything that was sent before.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closing = true;
        if state.queue.is_empty() && !state.writing {
            state.pipe = None;
        }
        self.changed.notify_one();
    }

    /// Ends the writer, even if input waits.
    pub(super) fn stop(&self) {
        self.lock().stop();
        self.changed.notify_one();
    }

    /// The body of the writer thread: writes what the pipe did not take at once.
    pub(super) fn run(&self, stop: &StopSignal) {
        while let Some((pipe, piece)) = self.next_piece() {
            let result = self.write_all(&pipe, &piece, stop);
            drop(pipe);
            let mut state = self.lock();
            state.writing = false;
            state.queued = state.queued.saturating_sub(piece.len());
            match result {
                Err(error) => self.fail(state, &error),
                Ok(()) if state.queue.is_empty() => {
                    self.inbox.input_waits(None);
                    if state.closing {
                        state.pipe = None;
                    }
                }
                Ok(()) => {}
            }
        }
    }

    fn next_piece(&self) -> Option<(Arc<Input>, Vec<u8>)> {
        let mut state = self.lock();
        loop {
            let pipe = state.pipe.clone()?;
            if let Some(piece) = state.queue.pop_front() {
                state.writing = true;
                return Some((pipe, piece));
            }
            drop(pipe);
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn write_all(&self, pipe: &Input, piece: &[u8], stop: &StopSignal) -> io::Result<()> {
        let mut rest = piece;
        while !rest.is_empty() && system::await_writable(pipe, stop) {
            let taken = system::write(pipe, rest)?;
            rest = &rest[taken..];
            if taken > 0 {
                self.inbox.input_waits(Some(self.clock.now()));
            }
        }
        Ok(())
    }

    fn fail(&self, mut state: MutexGuard<'_, State>, error: &io::Error) {
        let stopped = state.stopped;
        state.stop();
        drop(state);
        self.inbox.input_waits(None);
        if stopped {
            return;
        }
        let why = if error.kind() == io::ErrorKind::BrokenPipe {
            "it has closed its input".to_owned()
        } else {
            error.to_string()
        };
        self.inbox.write_failed(why);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn stop(&mut self) {
        self.stopped = true;
        self.pipe = None;
        self.queue.clear();
        self.queued = 0;
    }
}
