//! A simulated engine, with a clock that moves only when the caller waits. It is for tests of code that uses a
//! [`Transport`].
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
    /// Ends the process. Its streams end too, or stay open in a child.
    Exit {
        status: ExitStatus,
        streams_too: bool,
    },
}

impl Reaction {
    /// Reacts to a line that begins with `words`: writes these lines, each at its delay after the send. If several
    /// reactions fit a line, the first one is taken.
    #[must_use]
    pub fn on(words: &str, lines: &[(Duration, &str)]) -> Self {
        Self::new(Trigger::Line(words.to_owned()), lines)
    }

    /// Reacts to the end of the engine's input.
    #[must_use]
    pub fn on_close(lines: &[(Duration, &str)]) -> Self {
        Self::new(Trigger::Close, lines)
    }

    /// Reacts to nothing: writes these lines, each at its time since spawn.
    #[must_use]
    pub fn unasked(lines: &[(Duration, &str)]) -> Self {
        Self::new(Trigger::Start, lines)
    }

    /// Adds any arrival.
    #[must_use]
    pub fn arrival(mut self, after: Duration, what: Arrival) -> Self {
        self.does.push((after, Does::Arrive(what)));
        self
    }

    /// Adds a line on standard error.
    #[must_use]
    pub fn stderr(self, after: Duration, text: &str) -> Self {
        self.arrival(after, Arrival::Stderr(Line::new(text)))
    }

    /// Adds the notice of an unfinished line.
    #[must_use]
    pub fn partial(self, after: Duration, text: &str) -> Self {
        self.arrival(after, Arrival::Partial(text.into()))
    }

    /// Adds the end of a stream.
    #[must_use]
    pub fn eof(self, after: Duration, stream: Stream) -> Self {
        self.arrival(after, Arrival::EndOfStream(stream))
    }

    /// Adds the end of the process and of its streams. Whatever is planned after that does not happen.
    #[must_use]
    pub fn exit(self, after: Duration, code: i32) -> Self {
        self.end(after, ExitStatus::Code(code), true)
    }

    /// Adds the end of the process by a signal.
    #[must_use]
    pub fn crash(self, after: Duration, signal: i32) -> Self {
        self.end(after, ExitStatus::Signal(signal), true)
    }

    /// Adds the end of the process, while a child remains and holds its streams open.
    #[must_use]
    pub fn exit_leaving_child(self, after: Duration, code: i32) -> Self {
        self.end(after, ExitStatus::Code(code), false)
    }

    /// Makes this reaction happen at most once. After that the next reaction that fits is taken.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// Cancels whatever earlier reactions have planned, as when a search is stopped.
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

/// An engine that follows its reactions.
#[derive(Debug, Default)]
pub struct Scripted {
    now: Duration,
    reactions: Vec<Reaction>,
    /// What will happen, in the order of time; at equal times in the order of planning.
    planned: Vec<(Duration, Does)>,
    /// The beginning of a line that was sent without its end.
    unfinished: Vec<u8>,
    sent: Vec<(Duration, Vec<u8>)>,
    input_closed: bool,
    status: Option<ExitStatus>,
    left_child: bool,
    write_failed: bool,
    reaped: bool,
}

impl Scripted {
    /// An engine that was just started.
    #[must_use]
    pub fn new(reactions: Vec<Reaction>) -> Self {
        let mut engine = Self { reactions, ..Self::default() };
        engine.react(|reaction| matches!(reaction.trigger, Trigger::Start), true);
        engine
    }

    /// Plans what the reaction does, from now on, without its trigger: for tests that decide what the engine does.
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

    /// Whether the engine's input was closed.
    #[must_use]
    pub fn input_closed(&self) -> bool {
        self.input_closed
    }

    /// Whether the engine was reaped.
    #[must_use]
    pub fn reaped(&self) -> bool {
        self.reaped
    }

    /// Plans what the first reaction that fits does, or what all that fit do.
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

    /// Does the first thing that is planned. `None` if it is not yet an arrival.
    fn step(&mut self) -> Option<Incoming> {
        let (at, does) = self.planned.remove(0);
        // What arrived before keeps its time.
        self.now = self.now.max(at);
        let what = match does {
            Does::Arrive(Arrival::Exit(status)) => {
                self.status = Some(status);
                Arrival::Exit(status)
            }
            Does::Arrive(what) => what,
            Does::Exit { status, streams_too } => {
                self.status = Some(status);
                self.left_child = !streams_too;
                // A process that has ended does nothing more, but a remaining child may.
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
        // Whatever is planned up to `at` happens before this send, and is returned by a later `next`.
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
