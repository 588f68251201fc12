//! Rules of the games: legal moves, check, mate and declarations.
//!
//! Protocols write positions and moves as text; this module gives the text its meaning. It does no I/O, reads no clock
//! and never panics on any text of an engine or a scenario. The move generators of shogi and chess are crates; that of
//! xiangqi is here. The modules for the games add the notations, the reasons why a move is illegal, and the
//! entering-king declaration.

pub mod chess;
mod diagram;
pub mod shogi;
pub mod xiangqi;

use std::fmt;

pub use diagram::{Diagram, Piece};

use crate::lang::Text;

/// Shogi.
pub static SHOGI: shogi::Shogi = shogi::Shogi;

/// Standard chess.
pub static CHESS: chess::Chess = chess::Chess::STANDARD;

/// Chess960 (Fischer random chess): standard chess except for the first rank of the start position and the castling
/// rules.
pub static CHESS960: chess::Chess = chess::Chess::FISCHER;

/// Xiangqi.
pub static XIANGQI: xiangqi::Xiangqi = xiangqi::Xiangqi;

/// The game with this name ([`Game::name`]).
#[must_use]
pub fn game(name: &str) -> Option<&'static dyn Game> {
    let all: [&'static dyn Game; 4] = [&SHOGI, &CHESS, &CHESS960, &XIANGQI];
    all.into_iter().find(|game| game.name() == name)
}

/// The side that moves first in the start position of the game (Black, sente, in shogi; White in chess; Red in
/// xiangqi), or the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Black (sente) in shogi, White in chess, Red in xiangqi.
    First,
    /// White (gote) in shogi, Black in chess and in xiangqi.
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

/// The reason why a move cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    /// The rule that the move breaks.
    pub reason: IllegalReason,
    /// The problem as a lower-case fragment, e.g. `two pawns on file 7`.
    pub detail: Text,
    /// The squares of the pieces that make the move illegal, such as the other pawn on the file, or the king and the
    /// piece that could take it; without the squares of the move itself.
    pub squares: Vec<String>,
}

impl Illegal {
    /// An illegal move with its reason and a lower-case fragment as detail.
    #[must_use]
    pub fn new(reason: IllegalReason, detail: Text) -> Self {
        Self { reason, detail, squares: Vec::new() }
    }

    /// Adds the squares of the pieces that make the move illegal.
    #[must_use]
    pub fn because_of(mut self, squares: impl IntoIterator<Item = String>) -> Self {
        self.squares.extend(squares);
        self
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.detail.fmt(f)
    }
}

impl std::error::Error for Illegal {}

/// The rule that an illegal move breaks. If a move breaks several rules, the first in this order is reported: notation,
/// source, target, movement of the piece, promotion, safety of the king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IllegalReason {
    /// The word does not have the form of a move.
    Malformed,
    /// The source square is empty.
    EmptySquare,
    /// The piece on the source square is the opponent's.
    NotYourPiece,
    /// The piece on the target square is an own piece.
    OwnPieceOnTarget,
    /// The piece does not move like this.
    PieceCannotMoveThere,
    /// The piece moves like this, but another piece is between.
    PathBlocked,
    /// A king is on the target square; a king is never taken.
    TakesKing,
    /// The move must promote: the piece would have no further move, or a pawn of chess reaches the last rank.
    MustPromote,
    /// The piece cannot promote, or not on these squares.
    CannotPromote,
    /// The side to move has no such piece in hand.
    NotInHand,
    /// A drop onto an occupied square.
    SquareOccupied,
    /// A second unpromoted pawn of one side on a file (nifu).
    TwoPawns,
    /// Mate by dropping a pawn (uchifuzume).
    DropPawnMate,
    /// A drop where the piece would have no further move.
    DeadSquare,
    /// After the move the own king could be taken.
    LeavesKingInCheck,
    /// Castling written as king takes rook, which standard chess does not use.
    CastlingForm,
    /// Castling without the right, out of check, over an attacked square, or over a piece.
    CannotCastle,
    /// A pawn of chess takes where there is nothing to take, not even en passant.
    NothingToTake,
    /// The null move of UCI, `0000`.
    NullMove,
}

/// The facts that decide on an entering-king declaration by the side to move.
///
/// Pieces in the camp (the three ranks farthest from the player) and in hand count: five points for a rook or a bishop,
/// promoted or not, none for the king, and one for every other piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declaration {
    /// Points in the camp and in hand.
    pub points: u32,
    /// Points that the CSA 27-point rule requires of this side: 28 for Black, 27 for White.
    pub points_needed: u32,
    /// Own pieces in the camp, without the king.
    pub pieces_in_camp: u32,
    /// Whether the own king is in the camp.
    pub king_in_camp: bool,
    /// Whether the own king is in check.
    pub in_check: bool,
    /// Whether the CSA 27-point rule grants the win: king and [`Declaration::PIECES_NEEDED`] other
    /// pieces in the camp, no check, and enough points.
    pub sound: bool,
    /// Whether the 24-point rule grants the win: the same conditions and 31 points.
    pub sound_24: bool,
    /// Whether the try rule grants the win: the king is on the start square of the opponent's king and not in check, or
    /// it can legally move there now.
    pub try_rule: bool,
}

impl Declaration {
    /// The number of pieces without the king that every rule of points requires in the camp.
    pub const PIECES_NEEDED: u32 = 10;
}

/// The reason why a text is not a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadPosition {
    /// A lower-case English fragment that says what is wrong.
    pub message: String,
    /// The text of the field that is wrong; `None` if the problem concerns the text as a whole.
    pub field: Option<String>,
}

impl BadPosition {
    /// A problem of the text as a whole.
    fn whole(message: impl Into<String>) -> Self {
        Self { message: message.into(), field: None }
    }

    /// For `map_err`: turns a message into a problem of one field.
    fn in_field(field: &str) -> impl Fn(String) -> Self {
        move |message| Self { message, field: Some(field.to_owned()) }
    }
}

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BadPosition {}

/// A position of any game; object-safe, so that `protocol` does not depend on the game.
pub trait Position: Send + Sync + fmt::Debug {
    /// A copy in a new box.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// Plays a move. `text` must be in the exact notation of the protocol (USI: `7g7f`, `8h2b+`, `P*5e`; UCI: `e2e4`,
    /// `e7e8q`, castling `e1g1`; UCCI: `h2e2`).
    ///
    /// # Errors
    /// If the move cannot be played. The position is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), Illegal>;

    /// Whether [`Position::play`] can play the move.
    ///
    /// # Errors
    /// The same as [`Position::play`].
    fn check_move(&self, text: &str) -> Result<(), Illegal>;

    /// A fast check whether the moves of a text, separated by single blanks, can be played one after the other. `true`
    /// is certain; `false` only means that the caller has to use [`Position::play`].
    fn surely_plays(&self, line: &[u8]) -> bool {
        let mut position = self.boxed_clone();
        let played = |text: &str| position.play(text).is_ok();
        std::str::from_utf8(line).is_ok_and(|line| line.split(' ').all(played))
    }

    /// Every legal move in protocol notation, in an order that depends on the position alone.
    fn legal_moves(&self) -> Vec<String>;

    /// Whether the side to move has a legal move.
    fn has_legal_move(&self) -> bool;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// The complete sfen or fen of the position.
    fn notation(&self) -> String;

    /// The game of the position.
    fn game(&self) -> &'static dyn Game;

    /// The move that led to this position, in protocol notation; `None` if the position was read from a text.
    fn last_move(&self) -> Option<String>;

    /// The data to draw the position: board, hands, side to move.
    fn diagram(&self) -> Diagram;

    /// The facts about an entering-king declaration by the side to move; `None` if the game has no declarations.
    fn declaration(&self) -> Option<Declaration>;

    /// A key that is equal for positions that count as repeated: equal board, hands and side to move, and in chess
    /// equal castling rights and en passant captures that can be played.
    fn repetition_key(&self) -> u64;
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// A game, with its notations.
pub trait Game: Sync {
    /// `shogi`, `chess`, `chess960` or `xiangqi`.
    fn name(&self) -> &'static str;

    /// The start position.
    fn start(&self) -> Box<dyn Position>;

    /// Reads a position: an sfen of three or four fields (the move count is optional), or a fen of six or four. The
    /// position is fully validated.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn parse(&self, text: &str) -> Result<Box<dyn Position>, BadPosition>;

    /// Checks that a position is written exactly as the documents require. [`Game::parse`] accepts more, because
    /// engines may write positions in other ways; the harness itself must not.
    ///
    /// # Errors
    /// If the text is not a position, or is not written in this way.
    fn check_spelling(&self, text: &str) -> Result<(), BadPosition>;

    /// The word for a position in notation: `sfen` or `fen`.
    fn notation_name(&self) -> &'static str;

    /// The name of a side in this game: `black`, `white` or `red`.
    fn side_name(&self, side: Side) -> &'static str;

    /// The squares in a move: source and target, or the target of a drop; empty if the text is not a move.
    fn squares_of(&self, text: &str) -> Vec<String>;

    /// Whether the text has the form of a move, legal or not.
    fn is_move(&self, text: &str) -> bool;

    /// Whether a text consists of one or more words with the form of a move, separated by single blanks.
    fn are_moves(&self, line: &[u8]) -> bool {
        let are = |line: &str| line.split(' ').all(|word| self.is_move(word));
        std::str::from_utf8(line).is_ok_and(are)
    }
}

/// A text of another program for a message: quoted, escaped, and cut to 40 characters.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
