//! The entering-king declaration (nyugyoku sengen).

use shunsai::Position;
use shunsai::shogi_core::{Color, Hand, Move, PieceKind, Square};

use super::legality;
use crate::games::Declaration;

/// The facts about a declaration by the side to move. A side without a king never has a sound declaration.
pub(super) fn of(board: &Position) -> Declaration {
    let us = board.side_to_move();
    let mut points = 0;
    let mut pieces_in_camp = 0;
    for square in board.player_bb(us) {
        let kind = board.piece_at(square).map(|piece| piece.piece_kind());
        let Some(kind) = kind.filter(|&kind| kind != PieceKind::King) else {
            continue;
        };
        if square.relative_rank(us) <= 3 {
            pieces_in_camp += 1;
            points += worth(kind);
        }
    }
    for kind in Hand::all_hand_pieces() {
        points += u32::from(board.hand(us).count(kind).unwrap_or(0)) * worth(kind);
    }
    let king = board.king_square(us);
    let king_in_camp = king.is_some_and(|king| king.relative_rank(us) <= 3);
    let in_check = board.in_check();
    let entered = king_in_camp && pieces_in_camp >= Declaration::PIECES_NEEDED && !in_check;
    let points_needed = match us {
        Color::Black => 28,
        Color::White => 27,
    };
    Declaration {
        points,
        points_needed,
        pieces_in_camp,
        king_in_camp,
        in_check,
        sound: entered && points >= points_needed,
        sound_24: entered && points >= 31,
        try_rule: king.is_some_and(|king| can_try(board, king)),
    }
}

/// Whether the king is safe on the start square of the opponent's king, or can move there now.
fn can_try(board: &Position, king: Square) -> bool {
    let Some(goal) = Square::new_relative(5, 1, board.side_to_move()) else {
        return false;
    };
    if king == goal {
        return !board.in_check();
    }
    let step = Move::Normal { from: king, to: goal, promote: false };
    legality::check(board, board.in_check(), step).is_ok()
}

fn worth(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::Bishop | PieceKind::Rook | PieceKind::ProBishop | PieceKind::ProRook => 5,
        PieceKind::Pawn
        | PieceKind::Lance
        | PieceKind::Knight
        | PieceKind::Silver
        | PieceKind::Gold
        | PieceKind::King
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => 1,
    }
}
