//! The data to draw a xiangqi position.

use super::board::{Board, FILES, RANKS, Square};
use crate::games::{Diagram, Piece, Side};

/// The board as Red sees it.
pub(super) fn of(board: &Board, to_move: Side) -> Diagram {
    let shown = |file, rank| {
        let man = board.at(Square::new(file, rank)?)?;
        Some(Piece { letter: man.kind.letter(), promoted: false, side: man.side })
    };
    let row = |rank| (0..FILES).map(|file| shown(file, rank)).collect();
    Diagram {
        files: ('a'..='i').collect(),
        ranks: ('0'..='9').rev().collect(),
        rows: (0..RANKS).rev().map(row).collect(),
        hands: None,
        to_move,
    }
}
