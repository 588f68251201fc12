//! Rules of the games: what is legal, what is check, what is mate, what may be declared.
//!
//! Protocols speak of positions and moves as text; this room says what the text means. It does no
//! I/O, reads no clock and never panics, whatever an engine or a scenario wrote. The move
//! generators are crates; the faces here add the notations, the reasons why a move is illegal and
//! the entering-king declaration.

pub mod chess;
pub mod shogi;

use std::fmt;

/// Shogi as protocols name it.
pub static SHOGI: shogi::Shogi = shogi::Shogi;

/// Standard chess as protocols name it.
pub static CHESS: chess::Chess = chess::Chess;

/// The side that moves first in the game's start position (Black, sente, in shogi; White in
/// chess), or the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Black (sente) in shogi, White in chess.
    First,
    /// White (gote) in shogi, Black in chess.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Why a move cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    /// The rule that the move breaks.
    pub reason: IllegalReason,
    /// A lower-case English fragment, e.g. `two pawns on file 7`.
    pub detail: String,
}

impl Illegal {
    /// An illegal move with its reason and a lower-case fragment for people.
    #[must_use]
    pub fn new(reason: IllegalReason, detail: impl Into<String>) -> Self {
        Self {
            reason,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Illegal {}

/// The rule that an illegal move breaks. Where a move breaks several, the first one that stands in
/// the way on the board is named: notation, source, target, the piece's movement, promotion, and
/// the safety of the king last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IllegalReason {
    /// The word does not have the form of a move.
    Malformed,
    /// Nothing stands on the source square.
    EmptySquare,
    /// The opponent's piece stands on the source square.
    NotYourPiece,
    /// An own piece stands on the target square.
    OwnPieceOnTarget,
    /// The piece does not move like that, or something stands between.
    PieceCannotMoveThere,
    /// The piece would have no further move, or a chess pawn reaches the last rank: it promotes.
    MustPromote,
    /// The piece does not promote, or not there.
    CannotPromote,
    /// The side to move holds no such piece.
    NotInHand,
    /// A drop onto a piece.
    SquareOccupied,
    /// A second unpromoted pawn on the file (nifu).
    TwoPawns,
    /// Mate by dropping a pawn (uchifuzume).
    DropPawnMate,
    /// A drop where the piece would have no further move.
    DeadSquare,
    /// The mover's own king could be taken.
    LeavesKingInCheck,
    /// Castling written as king takes rook, which standard chess does not use.
    CastlingForm,
    /// None of the above, e.g. the null move of UCI.
    Other,
}

/// What an entering-king declaration by the side to move would rest on.
///
/// Counted are the pieces in the camp (the three ranks furthest from the player) and in hand: five
/// points for rooks and bishops, promoted or not, one for the others, none for the king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declaration {
    /// Points in the camp and in hand.
    pub points: u32,
    /// Own pieces in the camp, the king left out.
    pub pieces_in_camp: u32,
    /// Whether the own king stands in the camp.
    pub king_in_camp: bool,
    /// Whether the own king is in check.
    pub in_check: bool,
    /// Whether the CSA 27-point rule grants the win: king and ten other pieces in the camp, no
    /// check, and 28 points for Black or 27 for White.
    pub sound: bool,
    /// Whether the 24-point rule grants the win: the same conditions and 31 points.
    pub sound_24: bool,
    /// Whether the try rule grants the win: the king stands unattacked on the opponent king's
    /// start square, or can legally go there now.
    pub try_rule: bool,
}

/// A position that one of the protocols can speak of; object-safe, so that `protocol` need not
/// know the game.
pub trait Position: Send + Sync + fmt::Debug {
    /// A copy behind a new box.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// Plays a move. Strict: `text` is the exact protocol notation (USI: `7g7f`, `8h2b+`, `P*5e`;
    /// UCI: `e2e4`, `e7e8q`, castling `e1g1`).
    ///
    /// # Errors
    /// The move cannot be played; the position is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), Illegal>;

    /// Whether [`Position::play`] would play the move.
    ///
    /// # Errors
    /// The same as [`Position::play`].
    fn check_move(&self, text: &str) -> Result<(), Illegal>;

    /// Every legal move in protocol notation, in an order that depends on the position alone.
    fn legal_moves(&self) -> Vec<String>;

    /// Whether the side to move has a legal move.
    fn has_legal_move(&self) -> bool;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// The complete sfen or fen of the position.
    fn notation(&self) -> String;

    /// A small ASCII board of several lines, for people.
    fn diagram(&self) -> String;

    /// What an entering-king declaration by the side to move would rest on; `None` where the game
    /// has none.
    fn declaration(&self) -> Option<Declaration>;

    /// A key that is the same for positions which count as repeated: equal board, hands, side to
    /// move, and in chess castling rights and a playable en passant capture.
    fn repetition_key(&self) -> u64;
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// A game as protocols name it.
pub trait Game: Sync {
    /// `shogi` or `chess`.
    fn name(&self) -> &'static str;

    /// The start position.
    fn start(&self) -> Box<dyn Position>;

    /// Reads a position: an sfen of three or four fields (the move count is optional), a fen of
    /// six (four are tolerated). The position is fully validated.
    ///
    /// # Errors
    /// A lower-case English fragment that says what is wrong with the text.
    fn parse(&self, text: &str) -> Result<Box<dyn Position>, String>;

    /// Whether the word has the form of a move. Says nothing about legality.
    fn is_move(&self, text: &str) -> bool;
}

/// A piece of somebody's text for a message: quoted, escaped and no longer than a reader needs.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
