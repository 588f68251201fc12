//! What there is to draw of a position, whatever the game.

use super::Side;

/// A board as a picture of it needs it: what stands where, and what is held. Ranks from top to
/// bottom and files from left to right, as the player who moves first sees them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// The letters or digits of the files, left to right, as moves write them.
    pub files: Vec<char>,
    /// The letters or digits of the ranks, top to bottom.
    pub ranks: Vec<char>,
    /// The squares: `rows[rank][file]`, as many as there are ranks and files.
    pub rows: Vec<Vec<Option<Piece>>>,
    /// What each side holds, the first side's first, in the order in which the notation lists it;
    /// `None` where the game has no hands.
    pub hands: Option<[Vec<(Piece, u8)>; 2]>,
    /// Whose turn it is.
    pub to_move: Side,
}

/// A piece of either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Its letter in upper case; that of the unpromoted piece.
    pub letter: char,
    /// Whether it has promoted and keeps its letter, as pieces of shogi do.
    pub promoted: bool,
    /// Whose it is.
    pub side: Side,
}

impl Piece {
    /// As sfen and fen write it: upper case for the first side, `+` before a promoted one.
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
    /// Rank and file, counted from the top left, of a square such as `7g`.
    #[must_use]
    pub fn place(&self, square: &str) -> Option<(usize, usize)> {
        let mut letters = square.chars();
        let (file, rank) = (letters.next()?, letters.next()?);
        let known = |all: &[char], wanted| all.iter().position(|&letter| letter == wanted);
        let place = (known(&self.ranks, rank)?, known(&self.files, file)?);
        letters.next().is_none().then_some(place)
    }
}
