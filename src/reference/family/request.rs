//! The request of a `go`, and the one line that answers it.

use std::time::Duration;

use super::Dialect;

/// The request of a `go`. What the `go` does not name is `None` or `false`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::reference) struct Request {
    /// Hold the reply until `ponderhit` or `stop`.
    pub(in crate::reference) ponder: bool,
    /// Hold the reply until `stop`.
    pub(in crate::reference) infinite: bool,
    /// The clock of the side that moves first, and its increment.
    pub(in crate::reference) first: Clock,
    /// The clock of the other side, and its increment.
    pub(in crate::reference) second: Clock,
    /// Extra time for each move (byoyomi).
    pub(in crate::reference) byoyomi: Option<Duration>,
    /// Fixed time for this move.
    pub(in crate::reference) movetime: Option<Duration>,
    /// Search depth in plies.
    pub(in crate::reference) depth: Option<u32>,
    /// Number of nodes to search.
    pub(in crate::reference) nodes: Option<u64>,
    /// The bound of `go mate`.
    pub(in crate::reference) mate: Option<Mate>,
    /// The root moves to search; if empty, all of them.
    pub(in crate::reference) searchmoves: Vec<String>,
}

/// A clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::reference) struct Clock {
    /// Time left.
    pub(in crate::reference) left: Option<Duration>,
    /// Added after each move.
    pub(in crate::reference) increment: Option<Duration>,
}

/// The bound of `go mate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reference) enum Mate {
    /// A number: milliseconds or moves, depending on the dialect.
    Within(u64),
    /// No bound.
    Endless,
}

impl Request {
    /// Reads the words after `go`, in any order; unknown words are skipped. `is_move` decides which words `searchmoves`
    /// takes.
    pub(in crate::reference) fn read<D: Dialect>(
        words: &[&str],
        is_move: impl Fn(&str) -> bool,
    ) -> Self {
        let mut request = Self::default();
        let mut rest = words;
        while let [word, tail @ ..] = rest {
            rest = tail;
            if *word == "ponder" {
                request.ponder = true;
            } else if *word == "infinite" {
                request.infinite = true;
            } else if *word == "searchmoves" {
                let count = rest.iter().take_while(|word| is_move(word)).count();
                let named = rest[..count].iter().map(|&word| word.to_owned());
                request.searchmoves.extend(named);
                rest = &rest[count..];
            } else if *word == "mate" && rest.first() == Some(&"infinite") {
                request.mate = Some(Mate::Endless);
                rest = &rest[1..];
            } else if let Some(number) = rest.first().and_then(|text| text.parse::<i64>().ok())
                && request.take::<D>(word, u64::try_from(number).unwrap_or(0))
            {
                rest = &rest[1..];
            }
        }
        request
    }

    /// Stores a number; returns whether its word is known.
    fn take<D: Dialect>(&mut self, word: &str, number: u64) -> bool {
        let time = Some(Duration::from_millis(number));
        let [first, first_increment] = D::FIRST_CLOCK;
        let [second, second_increment] = D::SECOND_CLOCK;
        match word {
            word if word == first => self.first.left = time,
            word if word == first_increment => self.first.increment = time,
            word if word == second => self.second.left = time,
            word if word == second_increment => self.second.increment = time,
            "byoyomi" => self.byoyomi = time,
            "movetime" => self.movetime = time,
            "depth" => self.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "nodes" => self.nodes = Some(number),
            "mate" => self.mate = Some(Mate::Within(number)),
            "movestogo" => {}
            _ => return false,
        }
        true
    }

    /// Multiplies the clocks: a factor of 1000 turns seconds into milliseconds.
    pub(in crate::reference) fn scale(&mut self, factor: u32) {
        for clock in [&mut self.first, &mut self.second] {
            for time in [&mut clock.left, &mut clock.increment].into_iter().flatten() {
                *time = time.saturating_mul(factor);
            }
        }
    }

    /// Whether the search has a clock from its start on.
    pub(in crate::reference) fn has_clock(&self) -> bool {
        self.first.left.is_some() && !self.ponder
    }

    /// The clock of the side to move.
    pub(in crate::reference) fn own(&self, first_to_move: bool) -> Clock {
        if first_to_move { self.first } else { self.second }
    }

    /// All the time that the side to move may use for this move; `None` without clocks.
    pub(in crate::reference) fn limit(&self, first_to_move: bool) -> Option<Duration> {
        let own = self.own(first_to_move);
        if own.left.is_none() && own.increment.is_none() && self.byoyomi.is_none() {
            return None;
        }
        let parts = [own.left, own.increment, self.byoyomi];
        let sum = parts.into_iter().flatten();
        Some(sum.fold(Duration::ZERO, Duration::saturating_add))
    }
}

/// The line that answers a `go`, in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reference) struct Reply {
    /// `bestmove` or `checkmate`.
    pub(in crate::reference) word: &'static str,
    /// The rest of the line after the word, without the ponder move.
    pub(in crate::reference) body: String,
    /// The move to ponder.
    pub(in crate::reference) ponder: Option<String>,
}

impl Reply {
    /// `bestmove` with a move or another word.
    pub(in crate::reference) fn best(body: impl ToString) -> Self {
        Self { word: "bestmove", body: body.to_string(), ponder: None }
    }

    /// A line with one word.
    pub(in crate::reference) fn word(word: &'static str) -> Self {
        Self { word, ..Self::best("") }
    }

    /// `checkmate` with a line of moves or another word.
    pub(in crate::reference) fn checkmate(body: impl ToString) -> Self {
        Self { word: "checkmate", ..Self::best(body) }
    }

    /// The line as text.
    pub(in crate::reference) fn line(&self) -> String {
        let mut line = self.word.to_owned();
        if !self.body.is_empty() {
            line.push(' ');
            line.push_str(&self.body);
        }
        if let Some(ponder) = &self.ponder {
            line.push_str(" ponder ");
            line.push_str(ponder);
        }
        line
    }
}
