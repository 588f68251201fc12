//! The data to draw a chess position.

use cozy_chess::{Board, File, Rank, Square};

use super::side_of;
use crate::games::{Diagram, Piece};

/// The board as White sees it.
pub(super) fn of(board: &Board) -> Diagram {
    let row = |rank| {
        let squares = File::ALL.map(|file| Square::new(file, rank));
        squares.map(|square| shown(board, square)).to_vec()
    };
    Diagram {
        files: ('a'..='h').collect(),
        ranks: ('1'..='8').rev().collect(),
        rows: Rank::ALL.into_iter().rev().map(row).collect(),
        hands: None,
        to_move: side_of(board.side_to_move()),
    }
}

fn shown(board: &Board, square: Square) -> Option<Piece> {
    let letter: char = board.piece_on(square)?.into();
    Some(Piece {
        letter: letter.to_ascii_uppercase(),
        promoted: false,
        side: side_of(board.color_on(square)?),
    })
}
