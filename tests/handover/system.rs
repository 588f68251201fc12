//! What the models need from `engine::system`: a waker and a pipe, made of the types of loom.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, PoisonError};

use loom::sync::{Condvar, Mutex, MutexGuard};

/// How many bytes the pipe holds.
const CAPACITY: usize = 1;

/// A value whose changes threads can wait for.
#[derive(Debug, Default)]
struct Watched<T> {
    value: Mutex<T>,
    changed: Condvar,
}

impl<T> Watched<T> {
    /// Changes the value, and wakes the threads that wait for a change.
    fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// Waits until `taken` returns a value.
    fn wait<R>(&self, mut taken: impl FnMut(&mut T) -> Option<R>) -> R {
        let mut value = self.lock();
        loop {
            if let Some(result) = taken(&mut value) {
                return result;
            }
            value = self.changed.wait(value).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes the session, which waits without a deadline. A lost wake-up is a deadlock, which loom reports.
#[derive(Debug, Default)]
pub(super) struct Waker(Watched<bool>);

impl Waker {
    #[expect(clippy::unnecessary_wraps, reason = "the real one can fail")]
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self::default())
    }

    pub(super) fn wake(&self) {
        self.0.change(|is_set| *is_set = true);
    }

    pub(super) fn wait(&self) {
        self.0.wait(|is_set| std::mem::take(is_set).then_some(()));
    }
}

/// A pipe.
#[derive(Debug, Default)]
struct Pipe {
    bytes: VecDeque<u8>,
    /// The harness has closed its end.
    is_closed: bool,
    /// The engine has closed its end.
    is_broken: bool,
    /// The writer thread is asked to stop.
    is_stopped: bool,
}

/// A pipe from the harness to an engine.
pub(super) fn pipe() -> (Input, EngineInput, StopSignal) {
    let pipe = Arc::new(Watched::<Pipe>::default());
    (Input(Arc::clone(&pipe)), EngineInput(Arc::clone(&pipe)), StopSignal(pipe))
}

/// The harness's end, which is closed when it is dropped.
#[derive(Debug)]
pub(super) struct Input(Arc<Watched<Pipe>>);

impl Drop for Input {
    fn drop(&mut self) {
        self.0.change(|pipe| pipe.is_closed = true);
    }
}

/// The engine's end.
#[derive(Debug)]
pub(super) struct EngineInput(Arc<Watched<Pipe>>);

impl EngineInput {
    /// Waits for a byte; `None` at the end of the stream.
    pub(super) fn read(&self) -> Option<u8> {
        let byte = self.0.wait(|pipe| match pipe.bytes.pop_front() {
            Some(byte) => Some(Some(byte)),
            None => pipe.is_closed.then_some(None),
        });
        self.0.changed.notify_all();
        byte
    }

    /// From now on the engine does not read.
    pub(super) fn close(&self) {
        self.0.change(|pipe| pipe.is_broken = true);
    }
}

/// What the writer thread waits for in addition to its pipe.
#[derive(Debug)]
pub(super) struct StopSignal(Arc<Watched<Pipe>>);

impl StopSignal {
    pub(super) fn stop(&self) {
        self.0.change(|pipe| pipe.is_stopped = true);
    }
}

pub(super) fn await_writable(pipe: &Input, _: &StopSignal) -> bool {
    pipe.0.wait(|pipe| match pipe {
        Pipe { is_stopped: true, .. } => Some(false),
        Pipe { is_broken: true, .. } => Some(true),
        Pipe { bytes, .. } => (bytes.len() < CAPACITY).then_some(true),
    })
}

#[expect(clippy::unnecessary_wraps, reason = "the real one can fail")]
pub(super) fn prepare_input(_: &Input) -> io::Result<()> {
    Ok(())
}

pub(super) fn try_write(pipe: &Input, bytes: &[u8]) -> io::Result<usize> {
    pipe.0.change(|pipe| {
        if pipe.is_broken {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let room = bytes.len().min(CAPACITY - pipe.bytes.len());
        pipe.bytes.extend(&bytes[..room]);
        Ok(room)
    })
}

pub(super) fn write(pipe: &Input, bytes: &[u8]) -> io::Result<usize> {
    try_write(pipe, bytes)
}
