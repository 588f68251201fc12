//! Moves and their notation: source and target, files `a` to `i` and ranks `0` to `9`.

use std::fmt;

use super::board::Square;
use crate::games::{Illegal, IllegalReason};

/// A xiangqi move; `Display` writes it as UCCI does, `h2e2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) from: Square,
    pub(super) to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

/// The squares in a move; none if the text does not have the form of a move.
pub(super) fn squares(text: &str) -> Vec<String> {
    let named = read(text.as_bytes()).map(|mv| [mv.from.to_string(), mv.to.to_string()]);
    named.into_iter().flatten().collect()
}

/// Reads a text that must have the form of a move.
pub(super) fn parse(text: &str) -> Result<Move, Illegal> {
    read(text.as_bytes())
        .ok_or_else(|| Illegal::new(IllegalReason::Malformed, say!("not a move: want h2e2")))
}

/// Reads a text with the form of a move, without regard to the board.
pub(super) fn read(text: &[u8]) -> Option<Move> {
    let [a, b, c, d] = *text else { return None };
    Some(Move { from: square(a, b)?, to: square(c, d)? })
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.checked_sub(b'a')?, rank.checked_sub(b'0')?)
}
