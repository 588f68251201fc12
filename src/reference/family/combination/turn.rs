//! A history of what the client sent, search by search.

use std::time::{Duration, Instant};

use crate::games::Game;
use crate::reference::family::position;

/// The words of a dialect.
pub(in crate::reference) struct Vocabulary {
    /// The game of the dialect.
    pub(in crate::reference) game: &'static dyn Game,
    /// The words for the clocks: of the side that moves first in a game, and of the other side.
    pub(in crate::reference) clocks: [&'static str; 2],
    /// The words for their increments.
    pub(in crate::reference) increments: [&'static str; 2],
    /// The word before a position in notation.
    pub(in crate::reference) notation: &'static str,
    /// The side that moves first, as a position in notation names it.
    pub(in crate::reference) first_side: &'static str,
    /// The number of words of a position in notation.
    pub(in crate::reference) fields: usize,
    /// The command before a new game.
    pub(in crate::reference) new_game: &'static str,
    /// A reply with a move that cannot be played.
    pub(in crate::reference) nonsense: &'static str,
}

/// How much time a clock has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reference) enum Clock {
    /// The `go` does not name the clock.
    Absent,
    /// Zero or less.
    Zero,
    /// One minute or less.
    Some,
    /// More than one minute.
    Long,
}

/// What limits a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reference) enum Mode {
    /// Clocks, or no limit.
    Clock,
    Ponder,
    Infinite,
    Mate,
    Depth,
    Nodes,
    Movetime,
}

/// The form of a `position` command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reference) enum Form {
    /// The start position without moves.
    Start,
    /// The start position with moves.
    Moves,
    /// A position in notation without moves.
    Written,
    /// A position in notation with moves.
    WrittenMoves,
}

/// How a position differs from that of the search before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reference) enum Step {
    /// The same text.
    Again,
    /// Further moves of the same line.
    Next,
    /// Fewer moves of the same line.
    Back,
    /// Any other position, and that of the first search.
    Other,
}

/// One search, with the commands since the search before.
#[derive(Clone)]
pub(in crate::reference) struct Turn {
    /// The words after `go`.
    pub(in crate::reference) words: Vec<String>,
    /// The mode.
    pub(in crate::reference) mode: Mode,
    /// The clock of the side to move.
    pub(in crate::reference) own: Clock,
    /// The clock of the other side.
    pub(in crate::reference) other: Clock,
    /// Whether the side to move has an increment.
    pub(in crate::reference) own_increment: bool,
    /// Whether the other side has one.
    pub(in crate::reference) other_increment: bool,
    /// Whether the clocks are in another order than usual.
    pub(in crate::reference) permuted: bool,
    /// The number of words after `searchmoves`.
    pub(in crate::reference) searchmoves: usize,
    /// The form of the position.
    pub(in crate::reference) form: Form,
    /// The number of moves in the `position` command.
    pub(in crate::reference) moves: usize,
    /// How the position differs from that of the search before.
    pub(in crate::reference) step: Step,
    /// The commands since the search before, except `position` and `setoption`; `gameover` has its result.
    pub(in crate::reference) before: Vec<String>,
    /// The options set since the search before: the words after `name`, as one text. Without the option that every
    /// client sets before it asks an engine to ponder.
    pub(in crate::reference) options: Vec<String>,
    /// The number of games so far.
    pub(in crate::reference) games: u32,
    /// The time from the last reply to this `go`; `None` if there was no reply.
    pub(in crate::reference) pause: Option<Duration>,
    /// When the `go` came.
    pub(in crate::reference) began: Instant,
    /// The words after `position`.
    position: Vec<String>,
    game: &'static dyn Game,
}

impl Turn {
    /// Whether the search before had the same position, sent in other words.
    pub(in crate::reference) fn is_respelled(&self, before: &[Self]) -> bool {
        let Some(last) = before.last().filter(|last| last.position != self.position) else {
            return false;
        };
        let (now, then) = (self.notation(), last.notation());
        now.is_some() && now == then
    }

    /// The position of the search in notation; `None` if it cannot be read.
    fn notation(&self) -> Option<String> {
        let moves = self.position.iter().position(|word| word == "moves");
        let (root, moves) = self.position.split_at(moves.unwrap_or(self.position.len()));
        let mut position = match root {
            [_, written @ ..] if !written.is_empty() => self.game.parse(&written.join(" ")).ok()?,
            _ => self.game.start(),
        };
        for text in moves.iter().skip(1) {
            position.play(text).ok()?;
        }
        Some(position.notation())
    }

    /// The time since the `go`.
    pub(in crate::reference) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether a word is among those after `go`.
    pub(in crate::reference) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|known| known == word)
    }

    /// Whether a command was sent since the search before.
    pub(in crate::reference) fn after(&self, command: &str) -> bool {
        self.before.iter().any(|known| known == command)
    }

    /// Whether an option was set since the search before whose name and value end with this text.
    pub(in crate::reference) fn set(&self, end: &str) -> bool {
        self.options.iter().any(|known| known.ends_with(end))
    }

    /// Whether the `go` came 30 to 90 ms after the last reply.
    pub(in crate::reference) fn after_a_pause(&self) -> bool {
        let window = Duration::from_millis(30)..Duration::from_millis(90);
        self.pause.is_some_and(|pause| window.contains(&pause))
    }

    /// Whether 15 to 60 ms have passed since the `go`.
    pub(in crate::reference) fn is_young(&self) -> bool {
        (Duration::from_millis(15)..Duration::from_millis(60)).contains(&self.elapsed())
    }

    /// Whether 85 to 160 ms have passed since the `go`.
    pub(in crate::reference) fn is_older(&self) -> bool {
        (Duration::from_millis(85)..Duration::from_millis(160)).contains(&self.elapsed())
    }
}

/// The searches so far, and the commands since the last one began.
pub(super) struct Past {
    vocabulary: &'static Vocabulary,
    pub(super) turns: Vec<Turn>,
    position: Vec<String>,
    before: Vec<String>,
    options: Vec<String>,
    games: u32,
}

impl Past {
    pub(super) fn new(vocabulary: &'static Vocabulary) -> Self {
        Self {
            vocabulary,
            turns: Vec::new(),
            position: vec!["startpos".to_owned()],
            before: Vec::new(),
            options: Vec::new(),
            games: 0,
        }
    }

    /// Adds a command; `since` is the time since the last reply.
    pub(super) fn take(&mut self, words: &[&str], since: Option<Duration>) {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        match words {
            ["position", rest @ ..] => self.position = owned(rest),
            ["go", rest @ ..] => {
                let turn = self.turn(owned(rest), since);
                // Old searches are part of no combination.
                if self.turns.len() >= 64 {
                    self.turns.remove(0);
                }
                self.turns.push(turn);
            }
            ["setoption", "name", "Ponder" | "USI_Ponder", "value", "true"] => {}
            ["setoption", "name", rest @ ..] => self.options.push(rest.join(" ")),
            ["gameover", word, ..] => self.before.push(format!("gameover {word}")),
            [command, ..] => {
                self.games += u32::from(*command == self.vocabulary.new_game);
                self.before.push((*command).to_owned());
            }
            [] => {}
        }
    }

    fn turn(&mut self, words: Vec<String>, pause: Option<Duration>) -> Turn {
        let Vocabulary { clocks, increments, notation, first_side, fields, .. } = self.vocabulary;
        let number = |name: &str| {
            let at = words.iter().position(|word| word == name)?;
            words.get(at + 1)?.parse::<i64>().ok()
        };
        let has = |name: &str| words.iter().any(|word| word == name);
        let is_written = self.position.first().is_some_and(|word| word == notation);
        let moves = position::moves(&self.position).len();
        let side = self.position.get(2).filter(|_| is_written && *fields > 2);
        let first = side.is_none_or(|side| side == first_side) == moves.is_multiple_of(2);
        let clock = |name: &str| match number(name) {
            None => Clock::Absent,
            Some(..=0) => Clock::Zero,
            Some(..=60_000) => Clock::Some,
            Some(_) => Clock::Long,
        };
        let (own, other) = if first { (0, 1) } else { (1, 0) };
        let mode = [
            ("ponder", Mode::Ponder),
            ("infinite", Mode::Infinite),
            ("mate", Mode::Mate),
            ("depth", Mode::Depth),
            ("nodes", Mode::Nodes),
            ("movetime", Mode::Movetime),
        ];
        let named = |name: &str| number(name).is_some_and(|value| value > 0);
        // `go mate infinite` is a search for mate.
        let mate = has("mate").then_some(Mode::Mate);
        let mode = mate.or_else(|| mode.iter().find(|(word, _)| has(word)).map(|(_, mode)| *mode));
        let usual = [clocks[0], clocks[1], increments[0], increments[1], "byoyomi", "movestogo"];
        let places = words.iter().filter_map(|word| usual.iter().position(|known| known == word));
        Turn {
            mode: mode.unwrap_or(Mode::Clock),
            own: clock(clocks[own]),
            other: clock(clocks[other]),
            own_increment: named(increments[own]),
            other_increment: named(increments[other]),
            permuted: !places.collect::<Vec<_>>().is_sorted(),
            searchmoves: words
                .iter()
                .position(|word| word == "searchmoves")
                .map_or(0, |at| words.len() - at - 1),
            form: match (is_written, moves) {
                (false, 0) => Form::Start,
                (false, _) => Form::Moves,
                (true, 0) => Form::Written,
                (true, _) => Form::WrittenMoves,
            },
            moves,
            step: self.step(),
            before: std::mem::take(&mut self.before),
            options: std::mem::take(&mut self.options),
            games: self.games,
            pause,
            began: Instant::now(),
            position: self.position.clone(),
            game: self.vocabulary.game,
            words,
        }
    }

    fn step(&self) -> Step {
        let Some(last) = self.turns.last() else {
            return Step::Other;
        };
        let (before, now) = (&last.position, &self.position);
        if before == now {
            Step::Again
        } else if now.len() > before.len() && now.starts_with(before) && before.len() > 1 {
            Step::Next
        } else if now.len() < before.len() && before.starts_with(now) && now.len() > 1 {
            Step::Back
        } else {
            Step::Other
        }
    }
}
