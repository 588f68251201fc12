//! An engine that sends the lines of a transcript, and behaves correctly where the transcript gives no line.

use std::collections::VecDeque;
use std::time::Duration;

use crate::engine::scripted::Reaction;
use crate::engine::{Arrival, Incoming, Reaped, Scripted, Transport};
use crate::games::Position;
use crate::protocol::Dialect;
use crate::protocol::clause_docs::Opening;
use crate::transcript::{Event, EventKind, ExitStatus};

const AT_ONCE: Duration = Duration::from_millis(1);

/// An awaited line and the reaction to it. `None` is the end of the input.
type Turn = (Option<String>, Reaction);

/// An engine made from a transcript.
pub(super) struct Player {
    paper: Scripted,
    turns: VecDeque<Turn>,
    rest: Book,
    unfinished: Vec<u8>,
}

impl Player {
    /// An engine that plays these events: it sends the received lines after the line before them, with the same delays.
    /// Any other line of the client gets a correct reply.
    pub(super) fn new(dialect: &'static dyn Dialect, events: &[Event]) -> Self {
        let mut turns = turns(events);
        let mut paper = Scripted::new(Vec::new());
        if let Some((_, unasked)) = turns.pop_front() {
            paper.will(unasked);
        }
        Self {
            paper,
            turns,
            rest: Book { dialect, position: dialect.game().start(), thinks: false },
            unfinished: Vec::new(),
        }
    }

    /// The next line of the transcript that the client has not sent, if there is one.
    pub(super) fn waits_for(&self) -> Option<&str> {
        let (line, _) = self.turns.front()?;
        Some(line.as_deref().unwrap_or("the end of the input"))
    }

    fn hear(&mut self, line: Option<&str>) {
        let by_the_book = line.map(|line| self.rest.answer(line));
        let awaited = self.turns.front();
        if awaited.is_some_and(|(awaited, _)| is_same(awaited.as_deref(), line)) {
            if let Some((_, does)) = self.turns.pop_front() {
                self.paper.will(does);
            }
        } else if let Some(does) = by_the_book {
            self.paper.will(does);
        }
    }
}

/// Compares lines. If `awaited` ends in `…`, only the text before that must match.
fn is_same(awaited: Option<&str>, line: Option<&str>) -> bool {
    match (awaited.and_then(|awaited| awaited.strip_suffix('…')), line) {
        (Some(begin), Some(line)) => line.starts_with(begin),
        (_, _) => awaited == line,
    }
}

/// The reactions of the engine: first to its start, and then to each line.
fn turns(events: &[Event]) -> VecDeque<Turn> {
    let mut turns = VecDeque::new();
    let mut turn = (None, Reaction::unasked(&[]));
    let mut since = Duration::ZERO;
    for event in events {
        let after = event.at.saturating_sub(since);
        let (awaited, does) = turn;
        let mut begins = |line| {
            since = event.at;
            (line, Reaction::unasked(&[]))
        };
        turn = match &event.kind {
            EventKind::Sent { line, .. } => {
                turns.push_back((awaited, does));
                begins(Some(line.text().into_owned()))
            }
            EventKind::InputClosed => {
                turns.push_back((awaited, does));
                begins(None)
            }
            EventKind::Received(line) => {
                (awaited, does.arrival(after, Arrival::Stdout(line.clone())))
            }
            EventKind::Stderr(line) => {
                (awaited, does.arrival(after, Arrival::Stderr(line.clone())))
            }
            EventKind::Partial(bytes) => {
                (awaited, does.arrival(after, Arrival::Partial(bytes.clone())))
            }
            EventKind::Exit(ExitStatus::Code(code)) => (awaited, does.exit(after, *code)),
            EventKind::Exit(ExitStatus::Signal(signal)) => (awaited, does.crash(after, *signal)),
            // Events of the harness.
            EventKind::Overdue(_)
            | EventKind::EndOfStream(_)
            | EventKind::WriteFailed(_)
            | EventKind::Step { .. } => (awaited, does),
        };
    }
    turns.push_back(turn);
    turns
}

impl Transport for Player {
    fn now(&self) -> Duration {
        self.paper.now()
    }

    fn send(&mut self, bytes: &[u8]) -> Duration {
        let at = self.paper.send(bytes);
        self.unfinished.extend_from_slice(bytes);
        while let Some(end) = self.unfinished.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.unfinished.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).into_owned();
            self.hear(Some(line.trim_end_matches(['\n', '\r'])));
        }
        at
    }

    fn send_at(&mut self, bytes: &[u8], at: Duration) -> Duration {
        // Time advances first, so that events that are planned before `at` come before those that the line causes.
        self.paper.send_at(&[], at);
        self.send(bytes)
    }

    fn close_input(&mut self) {
        self.paper.close_input();
        self.hear(None);
    }

    fn next(&mut self, until: Duration) -> Option<Incoming> {
        self.paper.next(until)
    }

    fn reap(&mut self, grace: Duration) -> Reaped {
        self.paper.reap(grace)
    }
}

/// The least that a correct engine does.
struct Book {
    dialect: &'static dyn Dialect,
    position: Box<dyn Position>,
    thinks: bool,
}

impl Book {
    fn answer(&mut self, line: &str) -> Reaction {
        let nothing = Reaction::unasked(&[]);
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Opening { hello, ready } = self.dialect.clause_docs().opening;
        match words[..] {
            ["usi" | "uci" | "ucci"] => said(hello),
            ["isready"] => said(ready),
            ["position", ref rest @ ..] => {
                self.place(rest);
                nothing
            }
            ["go", "mate", ..] if self.dialect.name() == "usi" => {
                said("< checkmate notimplemented")
            }
            ["go", "infinite" | "ponder", ..] => {
                self.thinks = true;
                nothing
            }
            ["go", ..] => self.best(),
            ["stop" | "ponderhit"] if std::mem::take(&mut self.thinks) => self.best(),
            ["quit"] if self.dialect.name() == "ucci" => said("< bye").exit(AT_ONCE, 0),
            ["quit"] => nothing.exit(AT_ONCE, 0),
            _ => nothing,
        }
    }

    fn place(&mut self, words: &[&str]) {
        let moves = words.iter().position(|word| *word == "moves");
        let (place, moves) = words.split_at(moves.unwrap_or(words.len()));
        let position = match place {
            ["startpos"] => Ok(self.dialect.game().start()),
            _ => self.dialect.game().parse(&place[1.min(place.len())..].join(" ")),
        };
        let Ok(mut position) = position else { return };
        for word in moves.iter().skip(1) {
            if position.play(word).is_err() {
                return;
            }
        }
        self.position = position;
    }

    fn best(&self) -> Reaction {
        match self.position.legal_moves().first() {
            Some(best) => {
                let score = if self.dialect.name() == "ucci" { "0" } else { "cp 0" };
                let info = format!("info depth 1 time 1 nodes 1 score {score} pv {best}");
                said(&format!("< {info}\n< bestmove {best}"))
            }
            None => said(match self.dialect.name() {
                "usi" => "< bestmove resign",
                "ucci" => "< nobestmove",
                _ => "< bestmove (none)",
            }),
        }
    }
}

/// A reaction that sends the engine's lines of this transcript.
fn said(text: &str) -> Reaction {
    let lines = text.lines().filter_map(|line| line.strip_prefix("< "));
    let lines: Vec<_> = lines.map(|line| (AT_ONCE, line)).collect();
    Reaction::unasked(&lines)
}
