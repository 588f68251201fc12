//! The data to draw a position of any game.

use super::Side;

/// A board as it is drawn: the pieces on the squares and in hand. Ranks are from top to bottom and files from left to
/// right, as the player who moves first sees them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// The names of the files, from left to right, as moves write them.
    pub files: Vec<char>,
    /// The names of the ranks, from top to bottom.
    pub ranks: Vec<char>,
    /// The squares as `rows[rank][file]`, one for each rank and file.
    pub rows: Vec<Vec<Option<Piece>>>,
    /// The pieces in hand of each side, the first side's first, in the order of the notation; `None` if the game has no
    /// hands.
    pub hands: Option<[Vec<(Piece, u8)>; 2]>,
    /// The side to move.
    pub to_move: Side,
}

/// A piece of either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The letter of the piece, in upper case and without promotion.
    pub letter: char,
    /// Whether the piece is promoted and still written with its own letter, as in shogi.
    pub promoted: bool,
    /// The side that the piece belongs to.
    pub side: Side,
}

impl Piece {
    /// The piece as sfen and fen write it: upper case for the first side, `+` before a promoted piece.
    #[must_use]
    pub fn text(self) -> String {
        let letter = match self.side {
            Side::First => self.letter,
            Side::Second => self.letter.to_ascii_lowercase(),
        };
        let sign = if self.promoted { "+" } else { "" };
        format!("{sign}{letter}")
    }
}

impl Diagram {
    /// The rank and the file of a square such as `7g`, counted from the top left.
    #[must_use]
    pub fn place(&self, square: &str) -> Option<(usize, usize)> {
        let mut letters = square.chars();
        let (file, rank) = (letters.next()?, letters.next()?);
        let known = |all: &[char], wanted| all.iter().position(|&letter| letter == wanted);
        let place = (known(&self.ranks, rank)?, known(&self.files, file)?);
        letters.next().is_none().then_some(place)
    }
}
