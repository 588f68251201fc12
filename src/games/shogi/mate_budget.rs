//! The parts that both mate searches share: the moves that give check, and the budget of positions.

use shunsai::shogi_core as core;

use super::geometry::attacks;
use super::legality::gave_check;
use super::tables::{Way, direction, way};

/// The budget is used up, or the caller has cancelled.
pub(super) struct Stopped;

/// The remaining budget of a solver.
pub(super) struct Budget<'a> {
    pub(super) nodes: &'a mut u64,
    pub(super) cancelled: &'a dyn Fn() -> bool,
    pub(super) visits: u64,
}

impl Budget<'_> {
    /// Counts a visited position.
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        if *self.nodes == 0 || (self.visits.is_multiple_of(256) && (self.cancelled)()) {
            return Err(Stopped);
        }
        *self.nodes -= 1;
        self.visits += 1;
        Ok(())
    }
}

/// The legal moves that give check.
pub(super) fn checks(board: &mut shunsai::Position) -> Vec<core::Move> {
    let Some(king) = board.king_square(board.side_to_move().flip()) else {
        return Vec::new();
    };
    let mut moves = board.legal_moves();
    moves.retain(|&mv| match mv {
        core::Move::Drop { piece, to } => attacks(board, piece, to, king),
        // Most moves need not be played to see that they give no check.
        core::Move::Normal { from, to, promote } => {
            if !may_check(board, from, to, promote, king) {
                return false;
            }
            let undo = board.do_move(mv);
            let checks = gave_check(board, mv);
            board.undo_move(mv, undo);
            checks
        }
    });
    moves
}

/// Whether a move could give check, by its geometry alone: only the moved piece, and a piece on the line through its old
/// square, can do so.
fn may_check(
    board: &shunsai::Position,
    from: core::Square,
    to: core::Square,
    promote: bool,
    king: core::Square,
) -> bool {
    let placed = board.piece_at(from).map(|piece| match promote {
        true => piece.promote().unwrap_or(piece),
        false => piece,
    });
    let directly = placed.is_some_and(|piece| way(piece, to, king) != Way::Never);
    directly || direction(from, king).is_some()
}
