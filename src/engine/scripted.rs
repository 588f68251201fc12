//! An engine on paper, with a clock that moves only when it is waited for: for tests of code that talks
//! to a [`Transport`].
//!
//! ```
//! use std::time::Duration;
//! use kentei::engine::Transport;
//! use kentei::engine::scripted::{Reaction, Scripted};
//!
//! let ms = Duration::from_millis;
//! let mut engine = Scripted::new(vec![
//!     Reaction::on("usi", &[(ms(1), "id name x"), (ms(2), "usiok")]),
//!     Reaction::on("go", &[(ms(900), "bestmove 7g7f")]),
//!     Reaction::on("stop", &[(ms(5), "bestmove resign")]).instead(),
//!     Reaction::on("quit", &[]).exit(ms(3), 0),
//! ]);
//! engine.send(b"go infinite\n");
//! assert!(engine.next(ms(100)).is_none());
//! engine.send(b"stop\n");
//! assert_eq!(engine.next(ms(1000)).unwrap().at, ms(105));
//! ```

use std::time::Duration;

use super::transport::{Arrival, Incoming, Reaped, Transport};
use crate::transcript::{ExitStatus, Line, Stream};

/// What a scripted engine does, and when.
#[derive(Debug, Clone)]
pub struct Reaction {
    trigger: Trigger,
    once: bool,
    instead: bool,
    does: Vec<(Duration, Does)>,
}

#[derive(Debug, Clone)]
enum Trigger {
    Line(String),
    Close,
    Start,
}

#[derive(Debug, Clone)]
enum Does {
    Arrive(Arrival),
    /// Ends the process; its streams end with it or stay open in a child.
    Exit {
        status: ExitStatus,
        streams_too: bool,
    },
}

impl Reaction {
    /// To a line whose first words are `words`: lines, each at its delay from the moment of the send.
    /// Of several reactions that fit a line, the first is taken.
    #[must_use]
    pub fn on(words: &str, lines: &[(Duration, &str)]) -> Self {
        Self::new(Trigger::Line(words.to_owned()), lines)
    }

    /// To the end of its input.
    #[must_use]
    pub fn on_close(lines: &[(Duration, &str)]) -> Self {
        Self::new(Trigger::Close, lines)
    }

    /// To nothing: lines, each at its time since spawn.
    #[must_use]
    pub fn unasked(lines: &[(Duration, &str)]) -> Self {
        Self::new(Trigger::Start, lines)
    }

    /// Anything that can arrive.
    #[must_use]
    pub fn arrival(mut self, after: Duration, what: Arrival) -> Self {
        self.does.push((after, Does::Arrive(what)));
        self
    }

    /// A line on standard error.
    #[must_use]
    pub fn stderr(self, after: Duration, text: &str) -> Self {
        self.arrival(after, Arrival::Stderr(Line::new(text)))
    }

    /// The notice that a line is unfinished.
    #[must_use]
    pub fn partial(self, after: Duration, text: &str) -> Self {
        self.arrival(after, Arrival::Partial(text.into()))
    }

    /// The end of a stream.
    #[must_use]
    pub fn eof(self, after: Duration, stream: Stream) -> Self {
        self.arrival(after, Arrival::EndOfStream(stream))
    }

    /// The end of the process and of its streams. What it still had planned does not happen.
    #[must_use]
    pub fn exit(self, after: Duration, code: i32) -> Self {
        self.end(after, ExitStatus::Code(code), true)
    }

    /// The end of the process by a signal.
    #[must_use]
    pub fn crash(self, after: Duration, signal: i32) -> Self {
        self.end(after, ExitStatus::Signal(signal), true)
    }

    /// The end of the process, while a child lives on and holds its streams.
    #[must_use]
    pub fn exit_leaving_child(self, after: Duration, code: i32) -> Self {
        self.end(after, ExitStatus::Code(code), false)
    }

    /// It reacts so at most once; after that the next reaction that fits is taken.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// What earlier reactions had still planned does not happen, as when a search is stopped.
    #[must_use]
    pub fn instead(mut self) -> Self {
        self.instead = true;
        self
    }

    fn new(trigger: Trigger, lines: &[(Duration, &str)]) -> Self {
        let does = lines
            .iter()
            .map(|(after, text)| (*after, Does::Arrive(Arrival::Stdout(Line::new(*text)))))
            .collect();
        Self { trigger, once: false, instead: false, does }
    }

    fn end(mut self, after: Duration, status: ExitStatus, streams_too: bool) -> Self {
        let exit = Does::Exit { status, streams_too };
        self.does.push((after, exit));
        self
    }

    fn fits(&self, line: &str) -> bool {
        let Trigger::Line(words) = &self.trigger else {
            return false;
        };
        let mut said = line.split_ascii_whitespace();
        words.split_ascii_whitespace().all(|word| said.next() == Some(word))
    }
}

/// An engine that does what its reactions say.
#[derive(Debug, Default)]
pub struct Scripted {
    now: Duration,
    reactions: Vec<Reaction>,
    /// What will happen, by time; what happens at the same time, in the order in which it was planned.
    planned: Vec<(Duration, Does)>,
    /// The line that was begun but not ended by what was sent.
    unfinished: Vec<u8>,
    sent: Vec<(Duration, Vec<u8>)>,
    input_closed: bool,
    status: Option<ExitStatus>,
    left_child: bool,
    write_failed: bool,
    reaped: bool,
}

impl Scripted {
    /// An engine at its start.
    #[must_use]
    pub fn new(reactions: Vec<Reaction>) -> Self {
        let mut engine = Self { reactions, ..Self::default() };
        engine.react(|reaction| matches!(reaction.trigger, Trigger::Start), true);
        engine
    }

    /// Does from now on what the reaction says, whatever triggers it: for an engine that decides by itself.
    pub fn will(&mut self, reaction: Reaction) {
        for (after, does) in reaction.does {
            self.plan(self.now + after, does);
        }
    }

    /// Every write so far, with its time.
    #[must_use]
    pub fn sent(&self) -> &[(Duration, Vec<u8>)] {
        &self.sent
    }

    /// Everything that was written so far, as text.
    #[must_use]
    pub fn sent_text(&self) -> String {
        let bytes: Vec<u8> = self.sent.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Whether its input was closed.
    #[must_use]
    pub fn input_closed(&self) -> bool {
        self.input_closed
    }

    /// Whether it was reaped.
    #[must_use]
    pub fn reaped(&self) -> bool {
        self.reaped
    }

    /// Plans what the first reaction that fits says, or what all say.
    fn react(&mut self, fits: impl Fn(&Reaction) -> bool, all: bool) {
        while let Some(index) = self.reactions.iter().position(&fits) {
            let reaction = if self.reactions[index].once || all {
                self.reactions.remove(index)
            } else {
                self.reactions[index].clone()
            };
            if reaction.instead {
                self.planned.clear();
            }
            for (after, does) in reaction.does {
                self.plan(self.now + after, does);
            }
            if !all {
                return;
            }
        }
    }

    fn plan(&mut self, at: Duration, does: Does) {
        let index = self.planned.partition_point(|(other, _)| *other <= at);
        self.planned.insert(index, (at, does));
    }

    /// Does the first thing that is planned: `None` if nothing arrives by it yet.
    fn step(&mut self) -> Option<Incoming> {
        let (at, does) = self.planned.remove(0);
        self.now = self.now.max(at);
        let at = self.now;
        let what = match does {
            Does::Arrive(Arrival::Exit(status)) => {
                self.status = Some(status);
                Arrival::Exit(status)
            }
            Does::Arrive(what) => what,
            Does::Exit { status, streams_too } => {
                self.status = Some(status);
                self.left_child = !streams_too;
                // A process that is gone does nothing more; a child that is left may.
                if streams_too {
                    self.planned.clear();
                    for stream in [Stream::Stdout, Stream::Stderr] {
                        self.plan(at, Does::Arrive(Arrival::EndOfStream(stream)));
                    }
                }
                self.plan_exit(at, status);
                return None;
            }
        };
        Some(Incoming { at, what })
    }

    fn plan_exit(&mut self, at: Duration, status: ExitStatus) {
        self.plan(at, Does::Arrive(Arrival::Exit(status)));
    }
}

impl Transport for Scripted {
    fn now(&self) -> Duration {
        self.now
    }

    fn send(&mut self, bytes: &[u8]) -> Duration {
        let at = self.now;
        if self.input_closed {
            return at;
        }
        self.sent.push((at, bytes.to_vec()));
        if self.status.is_some() {
            if !std::mem::replace(&mut self.write_failed, true) {
                let why = "it has closed its input".to_owned();
                self.plan(at, Does::Arrive(Arrival::WriteFailed(why)));
            }
            return at;
        }
        self.unfinished.extend_from_slice(bytes);
        while let Some(end) = self.unfinished.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.unfinished.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).into_owned();
            self.react(|reaction| reaction.fits(&line), false);
        }
        at
    }

    fn send_at(&mut self, bytes: &[u8], at: Duration) -> Duration {
        // What is planned by then happens before, and is asked for later.
        self.now = self.now.max(at);
        self.send(bytes)
    }

    fn close_input(&mut self) {
        if !std::mem::replace(&mut self.input_closed, true) && self.status.is_none() {
            self.react(|reaction| matches!(reaction.trigger, Trigger::Close), true);
        }
    }

    fn next(&mut self, until: Duration) -> Option<Incoming> {
        while let Some((at, _)) = self.planned.first() {
            if *at > until.max(self.now) {
                break;
            }
            if let Some(incoming) = self.step() {
                return Some(incoming);
            }
        }
        self.now = self.now.max(until);
        None
    }

    fn reap(&mut self, grace: Duration) -> Reaped {
        self.reaped = true;
        let until = self.now + grace;
        while self.status.is_none() && self.planned.first().is_some_and(|(at, _)| *at <= until) {
            self.step();
        }
        let killed = self.status.is_none();
        if killed {
            self.now = until;
        }
        self.planned.clear();
        Reaped { status: self.status, killed, survivors: self.left_child }
    }
}

#[cfg(test)]
mod tests;
