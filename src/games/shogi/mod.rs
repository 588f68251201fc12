//! Shogi, based on the `shunsai` move generator.
//!
//! The generator lists all legal moves. Whether one given move is legal is decided here without that list, which makes
//! the check of a principal variation fast.

mod declaration;
mod diagram;
mod geometry;
mod legality;
mod lines;
mod mate;
mod mate_budget;
mod moves;
mod rays;
mod refutation;
mod sfen;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use shunsai::shogi_core::{self as core, Color, PieceKind};

use super::{BadPosition, Declaration, Diagram, Game, Illegal, Side};
use crate::lang::Text;

pub use mate::{MateAnswer, mate};
pub use moves::Move;

/// The game of shogi.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shogi;

impl Game for Shogi {
    fn name(&self) -> &'static str {
        "shogi"
    }

    fn start(&self) -> Box<dyn super::Position> {
        Box::new(Position::start())
    }

    fn parse(&self, text: &str) -> Result<Box<dyn super::Position>, BadPosition> {
        Ok(Box::new(sfen::parse(text)?))
    }

    fn check_spelling(&self, text: &str) -> Result<(), BadPosition> {
        sfen::check_spelling(text)
    }

    fn notation_name(&self) -> &'static str {
        "sfen"
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "black",
            Side::Second => "white",
        }
    }

    fn squares_of(&self, text: &str) -> Vec<String> {
        moves::squares(text)
    }

    fn is_move(&self, text: &str) -> bool {
        moves::has_form(text)
    }

    fn are_moves(&self, line: &[u8]) -> bool {
        lines::have_form(line)
    }
}

/// A shogi position: one that [`Position::parse`] accepts, or one that follows from it by legal moves. One side may
/// have no king, as in mate problems.
#[derive(Clone, Debug)]
pub struct Position {
    board: shunsai::Position,
    /// The number of the coming move. The generator's counter has a smaller range than that of an sfen.
    count: u32,
    /// The move that led to this position.
    last: Option<Move>,
    /// Whether the side to move is in check; every check of a move needs this.
    checked: bool,
    /// The board for fast checks of lines from this position, made at its first use.
    lines: OnceLock<Arc<lines::Board>>,
}

impl Position {
    /// The start position of an even game.
    #[must_use]
    pub fn start() -> Self {
        Self {
            board: shunsai::Position::startpos(),
            count: 1,
            last: None,
            checked: false,
            lines: OnceLock::new(),
        }
    }

    /// Reads an sfen of three or four fields, with full validation.
    ///
    /// # Errors
    /// A lower-case English fragment that says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        sfen::parse(text).map_err(|bad| bad.message)
    }

    /// Reads a move and checks that it is legal here.
    ///
    /// # Errors
    /// If the text is not a move, or the move is illegal.
    pub fn read_move(&self, text: &str) -> Result<Move, Illegal> {
        let typed = moves::parse(text, self.board.side_to_move())?;
        legality::check(&self.board, self.checked, typed.0)?;
        Ok(typed)
    }

    /// Every legal move, in an order that depends on the position alone.
    #[must_use]
    pub fn legal_moves_typed(&self) -> Vec<Move> {
        self.board.legal_moves().into_iter().map(Move).collect()
    }

    /// Plays a legal move. A move that does not even fit the board (the piece is missing or the opponent's) is ignored.
    pub fn make(&mut self, mv: Move) {
        if legality::fits(&self.board, mv.0) {
            self.move_on(mv);
            self.checked = self.board.in_check();
        }
    }

    /// Plays a move that is legal.
    pub(crate) fn advance(&mut self, mv: Move) {
        self.move_on(mv);
        self.checked = legality::gave_check(&self.board, mv.0);
        debug_assert_eq!(self.checked, self.board.in_check());
    }

    fn move_on(&mut self, mv: Move) {
        self.board.do_move(mv.0);
        self.count = self.count.saturating_add(1);
        self.last = Some(mv);
        self.lines.take();
    }

    /// Whether all moves of a line can be played, one after the other.
    fn plays(&self, line: &str) -> bool {
        let mut position = self.clone();
        let mut moves = line.split(' ');
        moves.all(|text| super::Position::play(&mut position, text).is_ok())
    }

    /// Whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let mut next = self.clone();
        next.make(mv);
        next.checked
    }

    /// The material balance in centipawns, hands included, from the point of view of the side to move.
    #[must_use]
    pub fn material(&self) -> i32 {
        let us = self.board.side_to_move();
        let [(ours, held), (theirs, held_by_them)] =
            [us, us.flip()].map(|color| (self.board.player_bb(color), self.board.hand(color)));
        let on_board = tables::KINDS.into_iter().map(|kind| {
            let pieces = self.board.piece_kind_bb(kind);
            // Most games have no promoted pieces of most kinds, and counting takes long.
            if pieces.is_empty() {
                return 0;
            }
            let balance =
                (pieces & ours).count().cast_signed() - (pieces & theirs).count().cast_signed();
            value(kind) * balance
        });
        let in_hand = sfen::HAND_ORDER.into_iter().map(|kind| {
            let count = |hand: core::Hand| i32::from(hand.count(kind).unwrap_or(0));
            value(kind) * (count(held) - count(held_by_them))
        });
        on_board.chain(in_hand).sum()
    }

    /// By how much a legal move raises the material balance of the side that plays it.
    pub(crate) fn gain(&self, mv: Move) -> i32 {
        let core::Move::Normal { from, to, promote } = mv.0 else {
            return 0;
        };
        let kind_at = |square| self.board.piece_at(square).map(|piece| piece.piece_kind());
        // A piece that is taken changes sides, and is no longer promoted.
        let taken = kind_at(to).map(|kind| value(kind) + value(kind.unpromote().unwrap_or(kind)));
        let promoted = kind_at(from)
            .filter(|_| promote)
            .and_then(|kind| Some(value(kind.promote()?) - value(kind)));
        taken.unwrap_or(0) + promoted.unwrap_or(0)
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

    fn surely_plays(&self, line: &[u8]) -> bool {
        let board = || Arc::new(lines::Board::of(&self.board, self.checked));
        let sure = self.lines.get_or_init(board).plays(line);
        debug_assert!(
            !sure || self.plays(&String::from_utf8_lossy(line)),
            "{line:?} from {}",
            self.notation()
        );
        sure
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.board.legal_moves();
        moves.into_iter().map(|mv| Move(mv).to_string()).collect()
    }

    fn has_legal_move(&self) -> bool {
        self.board.has_legal_moves()
    }

    fn in_check(&self) -> bool {
        self.checked
    }

    fn notation(&self) -> String {
        sfen::write(&self.board, self.count)
    }

    fn game(&self) -> &'static dyn Game {
        &super::SHOGI
    }

    fn last_move(&self) -> Option<String> {
        self.last.map(|mv| mv.to_string())
    }

    fn diagram(&self) -> Diagram {
        diagram::of(&self.board)
    }

    fn declaration(&self) -> Option<Declaration> {
        Some(declaration::of(&self.board))
    }

    fn repetition_key(&self) -> u64 {
        self.board.key()
    }
}

/// Rough values in centipawns.
fn value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 100,
        PieceKind::Lance => 300,
        PieceKind::Knight => 350,
        PieceKind::Silver => 500,
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => 550,
        PieceKind::Bishop => 800,
        PieceKind::Rook => 1000,
        PieceKind::ProBishop => 1050,
        PieceKind::ProRook => 1250,
        PieceKind::King => 0,
    }
}

/// The name of a piece, for messages.
fn name(kind: PieceKind) -> Text {
    match kind {
        PieceKind::Pawn => say!("pawn"),
        PieceKind::Lance => say!("lance"),
        PieceKind::Knight => say!("knight"),
        PieceKind::Silver => say!("silver"),
        PieceKind::Gold => say!("gold"),
        PieceKind::Bishop => say!("bishop"),
        PieceKind::Rook => say!("rook"),
        PieceKind::King => say!("king"),
        PieceKind::ProPawn => say!("promoted pawn"),
        PieceKind::ProLance => say!("promoted lance"),
        PieceKind::ProKnight => say!("promoted knight"),
        PieceKind::ProSilver => say!("promoted silver"),
        PieceKind::ProBishop => say!("promoted bishop"),
        PieceKind::ProRook => say!("promoted rook"),
    }
}

/// The upper-case letter of a kind of piece, without its promotion.
fn letter(kind: PieceKind) -> char {
    match kind.unpromote().unwrap_or(kind) {
        PieceKind::Lance => 'L',
        PieceKind::Knight => 'N',
        PieceKind::Silver => 'S',
        PieceKind::Gold => 'G',
        PieceKind::Bishop => 'B',
        PieceKind::Rook => 'R',
        PieceKind::King => 'K',
        PieceKind::Pawn
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver
        | PieceKind::ProBishop
        | PieceKind::ProRook => 'P',
    }
}

/// The kind of piece with this upper-case letter.
fn kind_of(letter: u8) -> Option<PieceKind> {
    Some(match letter {
        b'P' => PieceKind::Pawn,
        b'L' => PieceKind::Lance,
        b'N' => PieceKind::Knight,
        b'S' => PieceKind::Silver,
        b'G' => PieceKind::Gold,
        b'B' => PieceKind::Bishop,
        b'R' => PieceKind::Rook,
        b'K' => PieceKind::King,
        _ => return None,
    })
}

/// Writes a piece as sfen does: upper case for Black, `+` before a promoted piece.
fn write_piece(piece: core::Piece, out: &mut String) {
    let (kind, color) = piece.to_parts();
    if kind.unpromote().is_some() {
        out.push('+');
    }
    let upper = letter(kind);
    out.push(match color {
        Color::Black => upper,
        Color::White => upper.to_ascii_lowercase(),
    });
}

/// The name of a square in USI.
fn square_name(square: core::Square) -> String {
    format!("{}{}", square.file(), char::from(b'a' + square.rank() - 1))
}

fn side_of(color: Color) -> Side {
    match color {
        Color::Black => Side::First,
        Color::White => Side::Second,
    }
}

fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
