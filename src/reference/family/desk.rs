//! What every part of an engine may do: write a line, end the process, look at the open search.

use std::io::Write;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::epoch::Epoch;
use super::input::Event;
use super::lock;
use crate::reference::Ending;

/// Turns a line into the bytes that are written for it.
pub(in crate::reference) type Write1 = Box<dyn FnMut(&str) -> Vec<u8> + Send>;

/// Shared by the command thread, the search threads and the hooks.
pub(in crate::reference) struct Desk {
    output: Mutex<Output>,
    errors: Mutex<Box<dyn Write + Send>>,
    events: SyncSender<Event>,
    ending: Mutex<Option<Ending>>,
    open: Mutex<Option<Arc<Epoch>>>,
}

struct Output {
    sink: Box<dyn Write + Send>,
    /// A misbehaviour on the last inch.
    filter: Option<Write1>,
    /// Which lines take the wrong stream.
    astray: Option<fn(&str) -> bool>,
}

impl Desk {
    /// A desk before the first command.
    pub(in crate::reference) fn new(
        sink: Box<dyn Write + Send>,
        errors: Box<dyn Write + Send>,
        events: SyncSender<Event>,
        filter: Option<Write1>,
        astray: Option<fn(&str) -> bool>,
    ) -> Self {
        Self {
            output: Mutex::new(Output { sink, filter, astray }),
            errors: Mutex::new(errors),
            events,
            ending: Mutex::new(None),
            open: Mutex::new(None),
        }
    }

    /// Writes a line: one write, one flush, never torn by another thread.
    pub(in crate::reference) fn say(&self, line: &str) {
        let mut output = lock(&self.output);
        if output.astray.is_some_and(|astray| astray(line)) {
            return self.complain(format!("{line}\n").as_bytes());
        }
        let bytes = match &mut output.filter {
            Some(filter) => filter(line),
            None => [line.as_bytes(), b"\n"].concat(),
        };
        put(&mut output.sink, &bytes);
    }

    /// Writes bytes as they are; says whether they are still read.
    pub(in crate::reference) fn write(&self, bytes: &[u8]) -> bool {
        put(&mut lock(&self.output).sink, bytes)
    }

    /// Writes bytes to the error stream.
    pub(in crate::reference) fn complain(&self, bytes: &[u8]) {
        put(&mut lock(&self.errors), bytes);
    }

    /// Ends the engine before the next command, from any thread.
    pub(in crate::reference) fn end(&self, ending: Ending) {
        lock(&self.ending).get_or_insert(ending);
        // A full queue wakes the command thread as well.
        let _ = self.events.try_send(Event::Wake);
    }

    /// How the engine is to end, once that is decided.
    pub(in crate::reference) fn ending(&self) -> Option<Ending> {
        *lock(&self.ending)
    }

    /// The search whose reply is still to come.
    pub(in crate::reference) fn open(&self) -> Option<Arc<Epoch>> {
        let open = lock(&self.open).clone();
        open.filter(|epoch| epoch.is_open())
    }

    /// The newest search, open or not.
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

    /// Lets time pass on the calling thread; only misbehaviours do.
    pub(in crate::reference) fn nap(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// A reader that is gone is noticed at the end of input; nothing else can be done about it.
fn put(sink: &mut Box<dyn Write + Send>, bytes: &[u8]) -> bool {
    bytes.is_empty() || (sink.write_all(bytes).is_ok() && sink.flush().is_ok())
}
