//! The data to draw a shogi position.

use shunsai::Position;
use shunsai::shogi_core::{self as core, Color, Square};

use super::sfen::HAND_ORDER;
use super::{letter, side_of};
use crate::games::{Diagram, Piece};

/// The board as Black sees it, with the hands of both sides.
pub(super) fn of(board: &Position) -> Diagram {
    let on = |file, rank| {
        let square = Square::new(file, rank);
        square.and_then(|square| board.piece_at(square)).map(shown)
    };
    let row = |rank| (1..=9).rev().map(|file| on(file, rank)).collect();
    let held = |color| {
        let hand = board.hand(color);
        let all = HAND_ORDER.into_iter().map(|kind| {
            let piece = shown(core::Piece::new(kind, color));
            (piece, hand.count(kind).unwrap_or(0))
        });
        all.filter(|&(_, count)| count > 0).collect()
    };
    Diagram {
        files: ('1'..='9').rev().collect(),
        ranks: ('a'..='i').collect(),
        rows: (1..=9).map(row).collect(),
        hands: Some([held(Color::Black), held(Color::White)]),
        to_move: side_of(board.side_to_move()),
    }
}

fn shown(piece: core::Piece) -> Piece {
    let (kind, color) = piece.to_parts();
    Piece { letter: letter(kind), promoted: kind.unpromote().is_some(), side: side_of(color) }
}
