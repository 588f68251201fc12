//! Castling in standard chess as UCI writes it: the king moves two files.

use cozy_chess::{Board, File, Rank, Square};

use super::moves::Written;

/// The rook of a castling move in this form, if the side to move has the right to it. In standard chess a side with a
/// right has its king on the e file (`rights.rs`).
pub(super) fn castling_rook(board: &Board, written: Written) -> Option<Square> {
    let us = board.side_to_move();
    let home = Rank::First.relative_to(us);
    let rights = board.castle_rights(us);
    if written.from != board.king(us) {
        return None;
    }
    let short = written.to == Square::new(File::G, home);
    let long = written.to == Square::new(File::C, home);
    let rook = if short {
        rights.short
    } else if long {
        rights.long
    } else {
        None
    };
    rook.map(|file| Square::new(file, home))
}
