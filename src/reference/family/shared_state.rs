//! What every part of an engine can do: write a line, end the process, read the state of the newest search.

use std::io::Write;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::epoch::Epoch;
use super::input::Event;
use super::lock;
use crate::reference::Ending;

/// Turns a line into the bytes to write for it.
pub(in crate::reference) type LineEncoder = Box<dyn FnMut(&str) -> Vec<u8> + Send>;

/// The state that the command thread, the search threads and the hooks share.
pub(in crate::reference) struct SharedState {
    output: Mutex<Output>,
    errors: Mutex<Box<dyn Write + Send>>,
    events: SyncSender<Event>,
    ending: Mutex<Option<Ending>>,
    open: Mutex<Option<Arc<Epoch>>>,
}

struct Output {
    sink: Box<dyn Write + Send>,
    /// Defect: changes the bytes of a line just before they are written.
    filter: Option<LineEncoder>,
    /// Defect: selects the lines that go to the error stream.
    to_stderr: Option<fn(&str) -> bool>,
}

impl SharedState {
    /// The state before the first command.
    pub(in crate::reference) fn new(
        sink: Box<dyn Write + Send>,
        errors: Box<dyn Write + Send>,
        events: SyncSender<Event>,
        filter: Option<LineEncoder>,
        to_stderr: Option<fn(&str) -> bool>,
    ) -> Self {
        Self {
            output: Mutex::new(Output { sink, filter, to_stderr }),
            errors: Mutex::new(errors),
            events,
            ending: Mutex::new(None),
            open: Mutex::new(None),
        }
    }

    /// Writes a line with one write and one flush; no other thread can write between its bytes.
    pub(in crate::reference) fn say(&self, line: &str) {
        let mut output = lock(&self.output);
        if output.to_stderr.is_some_and(|to_stderr| to_stderr(line)) {
            return self.complain(format!("{line}\n").as_bytes());
        }
        let bytes = match &mut output.filter {
            Some(filter) => filter(line),
            None => [line.as_bytes(), b"\n"].concat(),
        };
        put(&mut output.sink, &bytes);
    }

    /// Writes bytes as they are. Returns whether the write succeeded, that is, whether the client still reads.
    pub(in crate::reference) fn write(&self, bytes: &[u8]) -> bool {
        put(&mut lock(&self.output).sink, bytes)
    }

    /// Writes bytes to the error stream.
    pub(in crate::reference) fn complain(&self, bytes: &[u8]) {
        put(&mut lock(&self.errors), bytes);
    }

    /// Ends the engine before its next command. Any thread may call this.
    pub(in crate::reference) fn end(&self, ending: Ending) {
        lock(&self.ending).get_or_insert(ending);
        // If the queue is full, the command thread wakes in any case.
        let _ = self.events.try_send(Event::Wake);
    }

    /// How the engine ends, once that is decided.
    pub(in crate::reference) fn ending(&self) -> Option<Ending> {
        *lock(&self.ending)
    }

    /// The search whose reply is still missing.
    pub(in crate::reference) fn open(&self) -> Option<Arc<Epoch>> {
        let open = lock(&self.open).clone();
        open.filter(|epoch| epoch.is_open())
    }

    /// The newest search, with or without its reply.
    pub(in crate::reference) fn newest(&self) -> Option<Arc<Epoch>> {
        lock(&self.open).clone()
    }

    /// Whether the open search waits for `ponderhit`.
    pub(in crate::reference) fn is_pondering(&self) -> bool {
        self.open().is_some_and(|epoch| epoch.is_pondering())
    }

    /// Makes this the newest search.
    pub(in crate::reference) fn begin(&self, epoch: Arc<Epoch>) {
        *lock(&self.open) = Some(epoch);
    }

    /// Sleeps on the calling thread; only defects use it.
    pub(in crate::reference) fn nap(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// Writes and flushes; returns whether that succeeded. Most callers ignore a failure: if the client is gone, the engine
/// ends at the end of its input.
fn put(sink: &mut Box<dyn Write + Send>, bytes: &[u8]) -> bool {
    bytes.is_empty() || (sink.write_all(bytes).is_ok() && sink.flush().is_ok())
}
