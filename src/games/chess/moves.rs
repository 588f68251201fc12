//! Moves and their UCI notation.

use std::fmt;

use cozy_chess::{Board, File, Piece, Square};

use super::Variant;
use crate::games::{Illegal, IllegalReason};

/// A chess move; `Display` writes it in UCI notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The move of the generator, with castling as king takes rook.
    pub(super) inner: cozy_chess::Move,
    /// The target square in UCI notation.
    pub(super) shown: Square,
    pub(super) castles: bool,
}

impl Move {
    /// Makes a move from a legal move of the generator.
    pub(super) fn of(board: &Board, variant: Variant, inner: cozy_chess::Move) -> Self {
        let castles = board.colors(board.side_to_move()).has(inner.to);
        let shown = if castles && variant == Variant::Standard {
            let file = if inner.from.file() < inner.to.file() { File::G } else { File::C };
            Square::new(file, inner.from.rank())
        } else {
            inner.to
        };
        Self { inner, shown, castles }
    }

    /// Whether the move promotes a pawn.
    #[must_use]
    pub fn is_promotion(self) -> bool {
        self.inner.promotion.is_some()
    }

    /// Whether the move is castling.
    #[must_use]
    pub fn is_castling(self) -> bool {
        self.castles
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.inner.from, self.shown)?;
        match self.inner.promotion {
            Some(piece) => write!(f, "{piece}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

/// A move as it is written, without regard to the board.
#[derive(Clone, Copy)]
pub(super) struct Written {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<Piece>,
}

/// Whether the text has the form of a UCI move.
pub(super) fn has_form(text: &str) -> bool {
    read(text.as_bytes()).is_some()
}

/// The squares in a move; none if the text does not have the form of a move.
pub(super) fn squares(text: &str) -> Vec<String> {
    let written = read(text.as_bytes());
    let named = written.map(|it| [it.from.to_string(), it.to.to_string()]);
    named.into_iter().flatten().collect()
}

/// Reads a text that must have the form of a move.
pub(super) fn parse(text: &str) -> Result<Written, Illegal> {
    if text == "0000" {
        let detail = say!("the null move cannot be played");
        return Err(Illegal::new(IllegalReason::NullMove, detail));
    }
    read(text.as_bytes()).ok_or_else(|| {
        Illegal::new(IllegalReason::Malformed, say!("not a move: want e2e4 or e7e8q"))
    })
}

fn read(text: &[u8]) -> Option<Written> {
    let (squares, promotion) = match text {
        [squares @ .., letter] if text.len() == 5 => (squares, Some(promotion(*letter)?)),
        _ => (text, None),
    };
    let [a, b, c, d] = *squares else { return None };
    Some(Written { from: square(a, b)?, to: square(c, d)?, promotion })
}

fn promotion(letter: u8) -> Option<Piece> {
    Some(match letter {
        b'q' => Piece::Queen,
        b'r' => Piece::Rook,
        b'b' => Piece::Bishop,
        b'n' => Piece::Knight,
        _ => return None,
    })
}

fn square(file: u8, rank: u8) -> Option<Square> {
    let file = cozy_chess::File::try_index(usize::from(file.checked_sub(b'a')?))?;
    let rank = cozy_chess::Rank::try_index(usize::from(rank.checked_sub(b'1')?))?;
    Some(Square::new(file, rank))
}
