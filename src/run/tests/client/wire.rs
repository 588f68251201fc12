//! A transport to a built-in engine in the same process, with a record of the dialogue.

use std::io::{BufRead, BufReader, PipeWriter, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Arrival, Incoming, Reaped, Transport};
use crate::reference::{self, Ending, Io};
use crate::transcript::{ExitStatus, Line, Stream};

/// What passed between client and engine.
#[derive(Debug, Clone)]
pub(super) enum Passed {
    /// The bytes of one write of the client.
    Sent(String),
    /// A line of the engine.
    Received(String),
}

/// The dialogue with each process of a scenario, in the order in which the client saw it.
pub(super) type Record = Arc<Mutex<Vec<Vec<Passed>>>>;

pub(super) struct Wire {
    begun: Instant,
    input: Option<PipeWriter>,
    arrivals: Receiver<Incoming>,
    record: Record,
    number: usize,
}

impl Wire {
    pub(super) fn new(dialect: &'static str, record: &Record) -> Self {
        let (engine_input, input) = std::io::pipe().unwrap();
        let (output, engine_output) = std::io::pipe().unwrap();
        let io = Io {
            input: Box::new(engine_input),
            output: Box::new(engine_output),
            errors: Box::new(std::io::sink()),
        };
        let begun = Instant::now();
        let (sender, arrivals) = channel();
        let number = {
            let mut record = record.lock().unwrap();
            record.push(Vec::new());
            record.len() - 1
        };
        thread::spawn(move || {
            let engine = thread::spawn(move || reference::run(dialect, None, io).unwrap());
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            let push = |what| {
                let at = begun.elapsed();
                let _ = sender.send(Incoming { at, what });
            };
            while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
                let end = bytes.len() - 1;
                push(Arrival::Stdout(Line::new(&bytes[..end])));
                bytes.clear();
            }
            push(Arrival::EndOfStream(Stream::Stdout));
            let Ok(Ending::Exit(code)) = engine.join() else {
                panic!("the sound engine leaves in order");
            };
            push(Arrival::Exit(ExitStatus::Code(code)));
        });
        Self { begun, input: Some(input), arrivals, record: Arc::clone(record), number }
    }

    fn note(&self, passed: Passed) {
        self.record.lock().unwrap()[self.number].push(passed);
    }
}

impl Transport for Wire {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn send(&mut self, bytes: &[u8]) -> Duration {
        let at = self.now();
        self.note(Passed::Sent(String::from_utf8_lossy(bytes).into_owned()));
        if let Some(input) = &mut self.input {
            // An engine that has exited reads nothing.
            let _ = input.write_all(bytes);
        }
        at
    }

    fn send_at(&mut self, bytes: &[u8], at: Duration) -> Duration {
        thread::sleep(at.saturating_sub(self.now()));
        self.send(bytes)
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn next(&mut self, until: Duration) -> Option<Incoming> {
        let left = until.saturating_sub(self.now());
        match self.arrivals.recv_timeout(left) {
            Ok(arrival) => {
                if let Arrival::Stdout(line) = &arrival.what {
                    self.note(Passed::Received(line.text().into_owned()));
                }
                Some(arrival)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(until.saturating_sub(self.now()));
                None
            }
        }
    }

    fn reap(&mut self, _: Duration) -> Reaped {
        self.input = None;
        Reaped::default()
    }
}
