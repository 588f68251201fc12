//! The check whether one move is legal.

use cozy_chess::{Board, File, Piece, Rank, Square, get_pawn_attacks};

use super::Variant;
use super::castling::castling_rook;
use super::explain::explain;
use super::moves::{Move, Written};
use crate::games::Illegal;

/// Checks a move of the side to move. A legal move causes no allocation.
pub(super) fn check(board: &Board, variant: Variant, written: Written) -> Result<Move, Illegal> {
    let inner = match variant {
        Variant::Standard => translated(board, written),
        Variant::Fischer => {
            let Written { from, to, promotion } = written;
            cozy_chess::Move { from, to, promotion }
        }
    };
    let castles = board.colors(board.side_to_move()).has(inner.to);
    // The generator accepts king takes rook as castling, but UCI does not write it so in standard chess.
    let is_written_so = variant == Variant::Fischer || !castles || inner.to != written.to;
    if is_written_so && board.is_legal(inner) {
        return Ok(Move { inner, shown: written.to, castles });
    }
    Err(explain(board, variant, written))
}

/// The file on which an en passant capture is legal.
pub(super) fn playable_en_passant(board: &Board) -> Option<File> {
    let us = board.side_to_move();
    let file = board.en_passant()?;
    let to = Square::new(file, Rank::Third.relative_to(!us));
    let takers = get_pawn_attacks(to, !us) & board.colored_pieces(us, Piece::Pawn);
    let can_take = takers
        .into_iter()
        .any(|from| board.is_legal(cozy_chess::Move { from, to, promotion: None }));
    can_take.then_some(file)
}

/// Rewrites castling in UCI form as king takes rook; every other move stays the same.
fn translated(board: &Board, written: Written) -> cozy_chess::Move {
    let to = castling_rook(board, written).unwrap_or(written.to);
    cozy_chess::Move { from: written.from, to, promotion: written.promotion }
}
