//! Rules of the games: what is legal, what is check, what is mate, what may be declared.
//!
//! Protocols speak of positions and moves as text; this room says what the text means. It does no
//! I/O, reads no clock and never panics, whatever an engine or a scenario wrote. The move
//! generators of shogi and chess are crates, that of xiangqi is here; the faces add the notations, the
//! reasons why a move is illegal and the entering-king declaration.

pub mod chess;
mod diagram;
pub mod shogi;
pub mod xiangqi;

use std::fmt;

pub use diagram::{Diagram, Piece};

use crate::lang::Text;

/// Shogi as protocols name it.
pub static SHOGI: shogi::Shogi = shogi::Shogi;

/// Standard chess as protocols name it.
pub static CHESS: chess::Chess = chess::Chess::STANDARD;

/// Fischer's chess (Chess960): standard chess but for the first rank of the start position, and so for castling.
pub static CHESS960: chess::Chess = chess::Chess::FISCHER;

/// Xiangqi as protocols name it.
pub static XIANGQI: xiangqi::Xiangqi = xiangqi::Xiangqi;

/// The game with this name ([`Game::name`]).
#[must_use]
pub fn game(name: &str) -> Option<&'static dyn Game> {
    let all: [&'static dyn Game; 4] = [&SHOGI, &CHESS, &CHESS960, &XIANGQI];
    all.into_iter().find(|game| game.name() == name)
}

/// The side that moves first in the game's start position (Black, sente, in shogi; White in
/// chess; Red in xiangqi), or the other.
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

/// Why a move cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    /// The rule that the move breaks.
    pub reason: IllegalReason,
    /// A lower-case fragment, e.g. `two pawns on file 7`.
    pub detail: Text,
    /// The squares of what forbids the move, such as the other pawn on the file, or the king and
    /// the piece that could take it; not those of the move itself.
    pub squares: Vec<String>,
}

impl Illegal {
    /// An illegal move with its reason and a lower-case fragment for people.
    #[must_use]
    pub fn new(reason: IllegalReason, detail: Text) -> Self {
        Self { reason, detail, squares: Vec::new() }
    }

    /// Adds the squares of what forbids the move.
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
    /// The piece does not move like that.
    PieceCannotMoveThere,
    /// The piece moves like that, but another one stands between.
    PathBlocked,
    /// A king on the target square: it is mated, never taken.
    TakesKing,
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
    /// Castling without the right to it, out of or through check, or through a piece.
    CannotCastle,
    /// A pawn of chess takes sideways where there is nothing to take, also not in passing.
    NothingToTake,
    /// The null move of UCI, `0000`.
    NullMove,
}

/// What an entering-king declaration by the side to move would rest on.
///
/// Counted are the pieces in the camp (the three ranks furthest from the player) and in hand: five
/// points for rooks and bishops, promoted or not, one for the others, none for the king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declaration {
    /// Points in the camp and in hand.
    pub points: u32,
    /// Points that the CSA 27-point rule asks of this side: 28 of Black, 27 of White.
    pub points_needed: u32,
    /// Own pieces in the camp, the king left out.
    pub pieces_in_camp: u32,
    /// Whether the own king stands in the camp.
    pub king_in_camp: bool,
    /// Whether the own king is in check.
    pub in_check: bool,
    /// Whether the CSA 27-point rule grants the win: king and [`Declaration::PIECES_NEEDED`] other
    /// pieces in the camp, no check, and enough points.
    pub sound: bool,
    /// Whether the 24-point rule grants the win: the same conditions and 31 points.
    pub sound_24: bool,
    /// Whether the try rule grants the win: the king stands unattacked on the opponent king's
    /// start square, or can legally go there now.
    pub try_rule: bool,
}

impl Declaration {
    /// How many pieces besides the king every rule of points asks for in the camp.
    pub const PIECES_NEEDED: u32 = 10;
}

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadPosition {
    /// A lower-case English fragment that says what is wrong.
    pub message: String,
    /// The field that is wrong, as it was written; `None` where it is the text as a whole.
    pub field: Option<String>,
}

impl BadPosition {
    /// A text of which not even the fields are known.
    fn whole(message: impl Into<String>) -> Self {
        Self { message: message.into(), field: None }
    }

    /// For `map_err`: what is wrong with one field.
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

/// A position that one of the protocols can speak of; object-safe, so that `protocol` need not
/// know the game.
pub trait Position: Send + Sync + fmt::Debug {
    /// A copy after a new box.
    fn boxed_clone(&self) -> Box<dyn Position>;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// Plays a move. Strict: `text` is the exact protocol notation (USI: `7g7f`, `8h2b+`, `P*5e`;
    /// UCI: `e2e4`, `e7e8q`, castling `e1g1`; UCCI: `h2e2`).
    ///
    /// # Errors
    /// The move cannot be played; the position is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), Illegal>;

    /// Whether [`Position::play`] would play the move.
    ///
    /// # Errors
    /// The same as [`Position::play`].
    fn check_move(&self, text: &str) -> Result<(), Illegal>;

    /// Whether the moves of a text, with one blank between each two, can be played one after the other,
    /// answered as quickly as possible: a yes is certain, and a no means only that [`Position::play`] has to be
    /// asked.
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

    /// The game that it belongs to.
    fn game(&self) -> &'static dyn Game;

    /// The move that led here in protocol notation; `None` for a position as it was read.
    fn last_move(&self) -> Option<String>;

    /// What there is to draw for people: board, hands, side to move.
    fn diagram(&self) -> Diagram;

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
    /// `shogi`, `chess` or `xiangqi`.
    fn name(&self) -> &'static str;

    /// The start position.
    fn start(&self) -> Box<dyn Position>;

    /// Reads a position: an sfen of three or four fields (the move count is optional), a fen of
    /// six (four are tolerated). The position is fully validated.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn parse(&self, text: &str) -> Result<Box<dyn Position>, BadPosition>;

    /// Whether a position is written just as the documents write it. [`Game::parse`] is more
    /// liberal: it judges what is meant, this what the harness itself may send.
    ///
    /// # Errors
    /// The text is no position, or not written so.
    fn check_spelling(&self, text: &str) -> Result<(), BadPosition>;

    /// How positions are written: `sfen` or `fen`.
    fn notation_name(&self) -> &'static str;

    /// What the game calls a side: `black`, `white` or `red`.
    fn side_name(&self, side: Side) -> &'static str;

    /// The squares that a move names: source and target, or the target of a drop; none if the word
    /// is no move.
    fn squares_of(&self, text: &str) -> Vec<String>;

    /// Whether the word has the form of a move. Says nothing about legality.
    fn is_move(&self, text: &str) -> bool;

    /// Whether a text is nothing but words of that form, one or more, with one blank between each two.
    fn are_moves(&self, line: &[u8]) -> bool {
        let are = |line: &str| line.split(' ').all(|word| self.is_move(word));
        std::str::from_utf8(line).is_ok_and(are)
    }
}

/// A piece of foreign text for a message: quoted, escaped and no longer than a reader needs.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
