//! Xiangqi: the moves of the pieces, check and mate.
//!
//! Draws by repetition, perpetual check and perpetual chase are not covered: the documents of UCCI leave them to the
//! client, which excludes such moves by `banmoves`.

mod board;
mod diagram;
mod explain;
mod fen;
mod moves;
mod reach;
#[cfg(test)]
mod tests;

use super::{BadPosition, Declaration, Diagram, Game, Illegal, Side};
use crate::lang::Text;

use board::{Board, Kind, Man, Square};
pub use moves::Move;

/// The game of xiangqi.
#[derive(Debug, Clone, Copy, Default)]
pub struct Xiangqi;

impl Game for Xiangqi {
    fn name(&self) -> &'static str {
        "xiangqi"
    }

    fn start(&self) -> Box<dyn super::Position> {
        Box::new(Position::start())
    }

    fn parse(&self, text: &str) -> Result<Box<dyn super::Position>, BadPosition> {
        Ok(Box::new(fen::parse(text)?))
    }

    fn check_spelling(&self, text: &str) -> Result<(), BadPosition> {
        fen::parse(text).map(|_| ())
    }

    fn notation_name(&self) -> &'static str {
        "fen"
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "red",
            Side::Second => "black",
        }
    }

    fn squares_of(&self, text: &str) -> Vec<String> {
        moves::squares(text)
    }

    fn is_move(&self, text: &str) -> bool {
        moves::read(text.as_bytes()).is_some()
    }
}

/// A xiangqi position: one that [`Position::parse`] accepts, or one that follows from it by legal moves.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    to_move: Side,
    /// Half-moves since the last capture.
    quiet: u32,
    /// The number of the full move, incremented after Black's move.
    number: u32,
    /// The move that led to this position.
    last: Option<Move>,
}

impl Position {
    /// The start position.
    #[must_use]
    pub fn start() -> Self {
        let board = Board::start();
        Self { board, to_move: Side::First, quiet: 0, number: 1, last: None }
    }

    /// Reads a fen of six or four fields, with full validation.
    ///
    /// # Errors
    /// A lower-case English fragment that says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        fen::parse(text).map_err(|bad| bad.message)
    }

    /// Reads a move and checks that it is legal here.
    ///
    /// # Errors
    /// If the text is not a move, or the move is illegal.
    pub fn read_move(&self, text: &str) -> Result<Move, Illegal> {
        let mv = moves::parse(text)?;
        if self.is_legal(mv) {
            Ok(mv)
        } else {
            Err(explain::explain(&self.board, self.to_move, mv))
        }
    }

    /// Every legal move, ordered by source and target square, `a0` first.
    #[must_use]
    pub fn legal_moves_typed(&self) -> Vec<Move> {
        let mut all = Vec::with_capacity(48);
        let king = self.board.king(self.to_move);
        for from in self.board.men_of(self.to_move) {
            let mut targets = reach::targets(&self.board, from);
            targets.sort_unstable();
            let moves = targets.into_iter().map(|to| Move { from, to });
            all.extend(moves.filter(|&mv| self.is_safe(mv, king)));
        }
        all
    }

    /// Plays a legal move. Any other move is ignored.
    pub fn make(&mut self, mv: Move) {
        if self.is_legal(mv) {
            self.advance(mv);
        }
    }

    /// Whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let mut next = self.clone();
        next.make(mv);
        next.last == Some(mv) && super::Position::in_check(&next)
    }

    /// The material balance in hundredths of a pawn, from the point of view of the side to move.
    #[must_use]
    pub fn material(&self) -> i32 {
        let count = |side| -> i32 {
            let men = self.board.men_of(side).filter_map(|square| self.board.at(square));
            men.map(|man| value(man.kind)).sum()
        };
        count(self.to_move) - count(self.to_move.other())
    }

    /// By how much a legal move raises the material balance of the side that plays it.
    pub(crate) fn gain(&self, mv: Move) -> i32 {
        self.board.at(mv.to).map_or(0, |man| value(man.kind))
    }

    fn is_legal(&self, mv: Move) -> bool {
        let own = self.board.at(mv.from).is_some_and(|man| man.side == self.to_move);
        let king = self.board.king(self.to_move);
        own && reach::targets(&self.board, mv.from).contains(&mv.to) && self.is_safe(mv, king)
    }

    /// Whether the own king, which is on this square, cannot be taken after a move that the piece can make.
    fn is_safe(&self, mv: Move, king: Option<Square>) -> bool {
        let king = if king == Some(mv.from) { Some(mv.to) } else { king };
        let attacker = |king| reach::attacker(&self.board.after(mv), king, self.to_move);
        king.is_none_or(|king| attacker(king).is_none())
    }

    /// Plays a move that is legal, without another test of that.
    pub(crate) fn advance(&mut self, mv: Move) {
        let takes = self.board.at(mv.to).is_some();
        self.board = self.board.after(mv);
        self.quiet = if takes { 0 } else { self.quiet.saturating_add(1) };
        self.number = self.number.saturating_add(u32::from(self.to_move == Side::Second));
        self.to_move = self.to_move.other();
        self.last = Some(mv);
    }
}

impl super::Position for Position {
    fn boxed_clone(&self) -> Box<dyn super::Position> {
        Box::new(self.clone())
    }

    fn side_to_move(&self) -> Side {
        self.to_move
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
        let king = self.board.king(self.to_move);
        self.board.men_of(self.to_move).any(|from| {
            let mut targets = reach::targets(&self.board, from).into_iter();
            targets.any(|to| self.is_safe(Move { from, to }, king))
        })
    }

    fn in_check(&self) -> bool {
        let king = self.board.king(self.to_move);
        king.is_some_and(|king| reach::attacker(&self.board, king, self.to_move).is_some())
    }

    fn notation(&self) -> String {
        fen::write(self)
    }

    fn game(&self) -> &'static dyn Game {
        &super::XIANGQI
    }

    fn last_move(&self) -> Option<String> {
        self.last.map(|mv| mv.to_string())
    }

    fn diagram(&self) -> Diagram {
        diagram::of(&self.board, self.to_move)
    }

    fn declaration(&self) -> Option<Declaration> {
        None
    }

    fn repetition_key(&self) -> u64 {
        self.board.key(self.to_move)
    }
}

/// Rough values in hundredths of a pawn.
fn value(kind: Kind) -> i32 {
    match kind {
        Kind::King => 0,
        Kind::Advisor | Kind::Elephant => 200,
        Kind::Horse => 400,
        Kind::Rook => 900,
        Kind::Cannon => 450,
        Kind::Pawn => 100,
    }
}

/// The name of a piece, for messages.
fn name(kind: Kind) -> Text {
    match kind {
        Kind::King => say!("king|xiangqi"),
        Kind::Advisor => say!("advisor|xiangqi"),
        Kind::Elephant => say!("elephant|xiangqi"),
        Kind::Horse => say!("horse|xiangqi"),
        Kind::Rook => say!("rook|xiangqi"),
        Kind::Cannon => say!("cannon|xiangqi"),
        Kind::Pawn => say!("pawn|xiangqi"),
    }
}
