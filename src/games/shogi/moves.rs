//! Moves and their USI notation.

use std::fmt;
use std::hash::{Hash, Hasher};

use shunsai::shogi_core::{self as core, Color, Hand, Piece, Square};

use super::{kind_of, square_name};
use crate::games::{Illegal, IllegalReason};

/// A shogi move; `Display` writes it in USI notation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move(pub(super) core::Move);

impl Move {
    /// Whether the move drops a piece from the hand.
    #[must_use]
    pub fn is_drop(self) -> bool {
        self.0.is_drop()
    }

    /// Whether the moved piece promotes.
    #[must_use]
    pub fn is_promotion(self) -> bool {
        self.0.is_promoting()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = |square: Square| char::from(b'a' + square.rank() - 1);
        match self.0 {
            core::Move::Normal { from, to, promote } => {
                let sign = if promote { "+" } else { "" };
                let (a, b) = (from.file(), to.file());
                write!(f, "{a}{}{b}{}{sign}", rank(from), rank(to))
            }
            core::Move::Drop { piece, to } => {
                let letter = super::letter(piece.piece_kind());
                write!(f, "{letter}*{}{}", to.file(), rank(to))
            }
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.0 {
            core::Move::Normal { from, to, promote } => {
                (from.index(), to.index(), promote).hash(state);
            }
            core::Move::Drop { piece, to } => (piece.as_u8(), to.index()).hash(state),
        }
    }
}

/// Whether the text has the form of a USI move.
pub(super) fn has_form(text: &str) -> bool {
    read(text.as_bytes(), Color::Black).is_some()
}

/// The squares in a move; none if the text does not have the form of a move.
pub(super) fn squares(text: &str) -> Vec<String> {
    match read(text.as_bytes(), Color::Black) {
        Some(core::Move::Normal { from, to, .. }) => vec![square_name(from), square_name(to)],
        Some(core::Move::Drop { to, .. }) => vec![square_name(to)],
        None => Vec::new(),
    }
}

/// Reads a move of the given side; the text must have the form of a move.
pub(super) fn parse(text: &str, side: Color) -> Result<Move, Illegal> {
    read(text.as_bytes(), side).map(Move).ok_or_else(|| {
        Illegal::new(IllegalReason::Malformed, say!("not a move: want 7g7f, 8h2b+ or P*5e"))
    })
}

fn read(text: &[u8], side: Color) -> Option<core::Move> {
    match *text {
        [letter, b'*', file, rank] => {
            let kind = kind_of(letter).filter(|&kind| Hand::is_hand_piece(kind))?;
            Some(core::Move::Drop { piece: Piece::new(kind, side), to: square(file, rank)? })
        }
        [a, b, c, d] => {
            Some(core::Move::Normal { from: square(a, b)?, to: square(c, d)?, promote: false })
        }
        [a, b, c, d, b'+'] => {
            Some(core::Move::Normal { from: square(a, b)?, to: square(c, d)?, promote: true })
        }
        _ => None,
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    // Wrapping turns every byte below `1` or `a` into a number above nine.
    Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'a').wrapping_add(1))
}
