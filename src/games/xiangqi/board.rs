//! The board: nine files, ten ranks, and the pieces on the points.

use std::fmt;

use super::Move;
use crate::games::Side;
use crate::lang::{Text, ToText};

/// Files of the board, `a` to `i`.
pub(super) const FILES: u8 = 9;
/// Ranks of the board, `0` to `9`, Red's first.
pub(super) const RANKS: u8 = 10;

/// A point of the board, `a0` to `i9`. The documents of UCCI call it a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Square(u8);

impl Square {
    /// The square on this file and rank, both counted from zero.
    pub(super) fn new(file: u8, rank: u8) -> Option<Self> {
        (file < FILES && rank < RANKS).then(|| Self(rank * FILES + file))
    }

    /// The file, 0 to 8.
    pub(super) fn file(self) -> u8 {
        self.0 % FILES
    }

    /// The rank, 0 to 9.
    pub(super) fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// The square at this distance in files and ranks.
    pub(super) fn offset(self, (files, ranks): (i8, i8)) -> Option<Self> {
        // A number below zero becomes one that is too large.
        let file = self.file().wrapping_add_signed(files);
        Self::new(file, self.rank().wrapping_add_signed(ranks))
    }

    /// Whether the square is on this side's half of the board.
    pub(super) fn is_home_of(self, side: Side) -> bool {
        (self.rank() < 5) == (side == Side::First)
    }

    /// Whether the square is in this side's palace of three by three squares.
    pub(super) fn in_palace_of(self, side: Side) -> bool {
        let ranks = match side {
            Side::First => 0..=2,
            Side::Second => 7..=9,
        };
        (3..=5).contains(&self.file()) && ranks.contains(&self.rank())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A square is written in the same way in every language.
impl ToText for Square {
    fn to_text(&self) -> Text {
        Text::plain(self.to_string())
    }
}

/// The kind of a piece. The letters in a fen are those of UCCI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    King,
    Advisor,
    Elephant,
    Horse,
    Rook,
    Cannon,
    Pawn,
}

impl Kind {
    /// The upper-case letter of a fen.
    pub(super) fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Advisor => 'A',
            Self::Elephant => 'B',
            Self::Horse => 'N',
            Self::Rook => 'R',
            Self::Cannon => 'C',
            Self::Pawn => 'P',
        }
    }

    /// The piece with this letter, of either case.
    pub(super) fn of(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Self::King,
            'A' => Self::Advisor,
            'B' => Self::Elephant,
            'N' => Self::Horse,
            'R' => Self::Rook,
            'C' => Self::Cannon,
            'P' => Self::Pawn,
            _ => return None,
        })
    }
}

/// A piece and its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Man {
    pub(super) side: Side,
    pub(super) kind: Kind,
}

/// The pieces on the squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Board {
    squares: [Option<Man>; FILES as usize * RANKS as usize],
}

impl Board {
    /// An empty board.
    pub(super) fn empty() -> Self {
        Self { squares: [None; FILES as usize * RANKS as usize] }
    }

    /// The board at the start of a game.
    pub(super) fn start() -> Self {
        use Kind::{Advisor, Elephant, Horse, King, Rook};
        let mut board = Self::empty();
        let back = [Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook];
        for (side, home, cannons, pawns) in [(Side::First, 0, 2, 3), (Side::Second, 9, 7, 6)] {
            let mut put = |file, rank: u8, kind| {
                board.squares[usize::from(rank * FILES) + file] = Some(Man { side, kind });
            };
            for (file, kind) in back.into_iter().enumerate() {
                put(file, home, kind);
            }
            for file in [1, 7] {
                put(file, cannons, Kind::Cannon);
            }
            for file in [0, 2, 4, 6, 8] {
                put(file, pawns, Kind::Pawn);
            }
        }
        board
    }

    /// The piece on a square.
    pub(super) fn at(&self, square: Square) -> Option<Man> {
        self.squares[usize::from(square.0)]
    }

    /// Puts a piece on a square.
    pub(super) fn put(&mut self, square: Square, man: Man) {
        self.squares[usize::from(square.0)] = Some(man);
    }

    /// The squares with pieces of a side, `a0` first.
    pub(super) fn men_of(&self, side: Side) -> impl Iterator<Item = Square> {
        let men = self.squares.iter().zip(0..);
        men.filter(move |(man, _)| man.is_some_and(|man| man.side == side))
            .map(|(_, index)| Square(index))
    }

    /// The square of a side's king.
    pub(super) fn king(&self, side: Side) -> Option<Square> {
        let king = Some(Man { side, kind: Kind::King });
        let index = self.squares.iter().position(|&man| man == king)?;
        u8::try_from(index).ok().map(Square)
    }

    /// The board after a move, legal or not.
    pub(super) fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.squares[usize::from(mv.to.0)] = next.squares[usize::from(mv.from.0)].take();
        next
    }

    /// A key of the board and the side to move (FNV-1a hash).
    pub(super) fn key(&self, to_move: Side) -> u64 {
        let letter = |man: &Option<Man>| match man {
            None => b'.',
            Some(Man { side: Side::First, kind }) => kind.letter() as u8,
            Some(Man { side: Side::Second, kind }) => kind.letter().to_ascii_lowercase() as u8,
        };
        let bytes = self.squares.iter().map(letter);
        bytes.chain([u8::from(to_move == Side::First)]).fold(0xcbf2_9ce4_8422_2325, |key, byte| {
            (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}
