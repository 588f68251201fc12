//! A client for an engine in the same process.

use std::io::{BufRead, BufReader, PipeWriter, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::reference::{Ending, Io, run};

/// The longest time that a test waits for a line. Only an engine that hangs exceeds it, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(300);

pub(super) struct Client {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    engine: Option<JoinHandle<Ending>>,
}

impl Client {
    /// Starts an engine.
    pub(super) fn start(dialect: &'static str, defect: Option<&'static str>) -> Self {
        let (engine_input, input) = std::io::pipe().unwrap();
        let (output, engine_output) = std::io::pipe().unwrap();
        let io = Io {
            input: Box::new(engine_input),
            output: Box::new(engine_output),
            errors: Box::new(std::io::sink()),
        };
        let engine = thread::spawn(move || run(dialect, defect, io).unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
                let line = String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned();
                bytes.clear();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { input: Some(input), lines, engine: Some(engine) }
    }

    /// Sends lines with one write.
    pub(super) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line.
    pub(super) fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    /// All lines up to the first one whose first word is `word`.
    pub(super) fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let last = line.split(' ').next() == Some(word);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// Skips lines until one contains the text.
    pub(super) fn wait_for(&mut self, text: &str) {
        while !self.line().contains(text) {}
    }

    /// Sends lines and returns the reply, the first line whose first word is `word`.
    pub(super) fn ask(&mut self, text: &str, word: &str) -> String {
        self.send(text);
        self.until(word).pop().unwrap()
    }

    /// All lines before the `readyok` to an `isready`.
    pub(super) fn rest(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Checks that there are no more lines.
    pub(super) fn fence(&mut self) {
        assert_eq!(self.rest(), Vec::<String>::new());
    }

    /// Closes the input.
    pub(super) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits until the engine ends, and returns how.
    pub(super) fn ending(&mut self) -> Ending {
        self.engine.take().unwrap().join().unwrap()
    }
}
