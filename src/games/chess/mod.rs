//! Standard chess and Chess960, based on the `cozy-chess` move generator.
//!
//! The generator writes castling as king takes rook. So does UCI in Chess960; in standard chess UCI writes it as the
//! king's move of two files.

mod castling;
mod diagram;
mod explain;
mod fen;
mod legality;
mod mate;
mod moves;
mod rights;
#[cfg(test)]
mod tests;

use cozy_chess::{Board, Color, Piece};

use super::{BadPosition, Declaration, Diagram, Game, Illegal, Side};
use crate::lang::{Text, ToText};

pub use mate::mate_in;
pub use moves::Move;

/// The game of chess.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chess {
    variant: Variant,
}

impl Chess {
    /// Standard chess.
    pub const STANDARD: Self = Self { variant: Variant::Standard };
    /// Chess960, with 960 start positions.
    pub const FISCHER: Self = Self { variant: Variant::Fischer };
}

/// A variant of chess.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Variant {
    /// King and rooks begin on their usual squares. Castling is written as a king move of two files.
    #[default]
    Standard,
    /// King and rooks begin anywhere on the first rank, with the king between the rooks. Castling is written as king
    /// takes rook.
    Fischer,
}

impl Game for Chess {
    fn name(&self) -> &'static str {
        match self.variant {
            Variant::Standard => "chess",
            Variant::Fischer => "chess960",
        }
    }

    fn start(&self) -> Box<dyn super::Position> {
        Box::new(Position::start_of(self.variant))
    }

    fn parse(&self, text: &str) -> Result<Box<dyn super::Position>, BadPosition> {
        Ok(Box::new(fen::parse(text, self.variant)?))
    }

    fn check_spelling(&self, text: &str) -> Result<(), BadPosition> {
        fen::check_spelling(text, self.variant)
    }

    fn notation_name(&self) -> &'static str {
        "fen"
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "white",
            Side::Second => "black",
        }
    }

    fn squares_of(&self, text: &str) -> Vec<String> {
        moves::squares(text)
    }

    fn is_move(&self, text: &str) -> bool {
        moves::has_form(text)
    }
}

/// A chess position: one that [`Position::parse`] accepts, or one that follows from it by legal moves.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    variant: Variant,
    /// Half-moves since the last capture or pawn move. The counter of the generator ends at 100.
    quiet: u32,
    /// The number of the full move, incremented after Black's move.
    number: u32,
    /// The move that led to this position.
    last: Option<Move>,
}

impl Position {
    /// The start position of standard chess.
    #[must_use]
    pub fn start() -> Self {
        Self::start_of(Variant::Standard)
    }

    /// The start position of standard chess, with castling written as in the variant.
    #[must_use]
    pub fn start_of(variant: Variant) -> Self {
        Self { board: Board::startpos(), variant, quiet: 0, number: 1, last: None }
    }

    /// Reads a fen of standard chess with six or four fields, with full validation.
    ///
    /// # Errors
    /// A lower-case English fragment that says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::parse_of(text, Variant::Standard)
    }

    /// Reads a fen of a variant. In Chess960 a castling right is one of `KQkq`, for the outermost rook on that side, or
    /// the letter of the rook's file.
    ///
    /// # Errors
    /// As [`Position::parse`].
    pub fn parse_of(text: &str, variant: Variant) -> Result<Self, String> {
        fen::parse(text, variant).map_err(|bad| bad.message)
    }

    /// Reads a move and checks that it is legal here.
    ///
    /// # Errors
    /// If the text is not a move, or the move is illegal.
    pub fn read_move(&self, text: &str) -> Result<Move, Illegal> {
        legality::check(&self.board, self.variant, moves::parse(text)?)
    }

    /// Every legal move, in an order that depends on the position alone.
    #[must_use]
    pub fn legal_moves_typed(&self) -> Vec<Move> {
        let mut all = Vec::with_capacity(48);
        self.board.generate_moves(|set| {
            all.extend(set.into_iter().map(|mv| Move::of(&self.board, self.variant, mv)));
            false
        });
        all
    }

    /// Plays a legal move. Any other move is ignored.
    pub fn make(&mut self, mv: Move) {
        if self.board.is_legal(mv.inner) {
            self.advance(mv);
        }
    }

    /// Plays a move that is legal.
    pub(crate) fn advance(&mut self, mv: Move) {
        let mover = self.board.piece_on(mv.inner.from);
        let black = self.board.side_to_move() == Color::Black;
        let before = self.board.occupied().len();
        self.board.play_unchecked(mv.inner);
        let resets = mover == Some(Piece::Pawn) || self.board.occupied().len() < before;
        self.quiet = if resets { 0 } else { self.quiet.saturating_add(1) };
        self.number = self.number.saturating_add(u32::from(black));
        self.last = Some(mv);
    }

    /// Whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let mut next = self.board.clone();
        next.try_play(mv.inner).is_ok() && !next.checkers().is_empty()
    }

    /// The material balance in centipawns, from the point of view of the side to move.
    #[must_use]
    pub fn material(&self) -> i32 {
        let us = self.board.side_to_move();
        let count = |color, piece| self.board.colored_pieces(color, piece).len() as i32;
        Piece::ALL
            .into_iter()
            .map(|piece| value(piece) * (count(us, piece) - count(!us, piece)))
            .sum()
    }

    /// By how much a legal move raises the material balance of the side that plays it.
    pub(crate) fn gain(&self, mv: Move) -> i32 {
        let cozy_chess::Move { from, to, promotion } = mv.inner;
        let pawn = self.board.piece_on(from) == Some(Piece::Pawn);
        // Castling is written as king takes rook; a pawn that goes to an empty square of another file takes in passing.
        let taken = match self.board.piece_on(to) {
            Some(_) if mv.castles => 0,
            Some(piece) => value(piece),
            None if pawn && from.file() != to.file() => value(Piece::Pawn),
            None => 0,
        };
        taken + promotion.map_or(0, |piece| value(piece) - value(Piece::Pawn))
    }
}

impl super::Position for Position {
    fn boxed_clone(&self) -> Box<dyn super::Position> {
        Box::new(self.clone())
    }

    fn side_to_move(&self) -> Side {
        side_of(self.board.side_to_move())
    }

    fn play(&mut self, text: &str) -> Result<(), Illegal> {
        let mv = self.read_move(text)?;
        self.advance(mv);
        Ok(())
    }

    fn check_move(&self, text: &str) -> Result<(), Illegal> {
        self.read_move(text).map(|_| ())
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.legal_moves_typed();
        moves.into_iter().map(|mv| mv.to_string()).collect()
    }

    fn has_legal_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    fn notation(&self) -> String {
        fen::write(self)
    }

    fn game(&self) -> &'static dyn Game {
        match self.variant {
            Variant::Standard => &super::CHESS,
            Variant::Fischer => &super::CHESS960,
        }
    }

    fn last_move(&self) -> Option<String> {
        self.last.map(|mv| mv.to_string())
    }

    fn diagram(&self) -> Diagram {
        diagram::of(&self.board)
    }

    fn declaration(&self) -> Option<Declaration> {
        None
    }

    fn repetition_key(&self) -> u64 {
        // The en passant square distinguishes positions only if the pawn can be taken there.
        match legality::playable_en_passant(&self.board) {
            Some(_) => self.board.hash(),
            None => self.board.hash_without_ep(),
        }
    }
}

/// Rough values in centipawns.
fn value(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 320,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 900,
        Piece::King => 0,
    }
}

/// The name of a piece, for messages.
fn name(piece: Piece) -> Text {
    match piece {
        Piece::Pawn => say!("pawn|chess"),
        Piece::Knight => say!("knight|chess"),
        Piece::Bishop => say!("bishop|chess"),
        Piece::Rook => say!("rook|chess"),
        Piece::Queen => say!("queen|chess"),
        Piece::King => say!("king|chess"),
    }
}

/// A square is written in the same way in every language.
impl ToText for cozy_chess::Square {
    fn to_text(&self) -> Text {
        Text::plain(self.to_string())
    }
}

fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}
