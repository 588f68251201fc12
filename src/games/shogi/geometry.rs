//! How the pieces move on the board, walked square by square.
//!
//! Independent of the generator's tables, and cheaper than it for the question about one move.

use shunsai::Position;
use shunsai::shogi_core::{Color, Piece, PieceKind, Square};

/// Whether `piece`, standing on `from`, attacks `to`: it moves like that and nothing stands
/// between. What stands on `to` does not matter.
pub(super) fn attacks(board: &Position, piece: Piece, from: Square, to: Square) -> bool {
    let (kind, color) = piece.to_parts();
    let (across, ahead) = offset(color, from, to);
    let gold = matches!((across, ahead), (-1..=1, 1) | (-1 | 1, 0) | (0, -1));
    let king = across.abs().max(ahead.abs()) == 1;
    let diagonal = across.abs() == ahead.abs() && across != 0;
    let straight = (across == 0) != (ahead == 0);
    match kind {
        PieceKind::Pawn => (across, ahead) == (0, 1),
        PieceKind::Knight => across.abs() == 1 && ahead == 2,
        PieceKind::Silver => matches!((across, ahead), (-1..=1, 1) | (-1 | 1, -1)),
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => gold,
        PieceKind::King => king,
        PieceKind::Lance => across == 0 && ahead > 0 && is_clear(board, from, to),
        PieceKind::Bishop => diagonal && is_clear(board, from, to),
        PieceKind::Rook => straight && is_clear(board, from, to),
        PieceKind::ProBishop => king || (diagonal && is_clear(board, from, to)),
        PieceKind::ProRook => king || (straight && is_clear(board, from, to)),
    }
}

/// Whether `by` attacks `square`.
pub(super) fn is_attacked(board: &Position, square: Square, by: Color) -> bool {
    board.player_bb(by).into_iter().any(|from| {
        let piece = board.piece_at(from);
        piece.is_some_and(|piece| attacks(board, piece, from, square))
    })
}

/// Whether a piece of `color` that leaves `from` for `to` opens a line from an enemy piece to its
/// own king. Only right while that king is not in check yet.
pub(super) fn opens_line(board: &Position, color: Color, from: Square, to: Square) -> bool {
    let Some(king) = board.king_square(color) else {
        return false;
    };
    let Some(step) = direction(king, from) else {
        return false;
    };
    // Moving along the line, taking the pinning piece included, keeps it closed.
    if direction(king, to) == Some(step) {
        return false;
    }
    let mut square = king;
    let mut behind = false;
    while let Some(next) = square.shift(step.0, step.1) {
        square = next;
        if square == from {
            behind = true;
        } else if let Some(piece) = board.piece_at(square) {
            return behind && piece.color() != color && slides_against(piece, step);
        }
    }
    false
}

/// Whether the piece, met when walking from a square by `step`, attacks back along that line.
fn slides_against(piece: Piece, step: (i8, i8)) -> bool {
    let (kind, color) = piece.to_parts();
    let straight = step.0 == 0 || step.1 == 0;
    match kind {
        PieceKind::Rook | PieceKind::ProRook => straight,
        PieceKind::Bishop | PieceKind::ProBishop => !straight,
        PieceKind::Lance => match color {
            Color::Black => step == (0, 1),
            Color::White => step == (0, -1),
        },
        PieceKind::Pawn
        | PieceKind::Knight
        | PieceKind::Silver
        | PieceKind::Gold
        | PieceKind::King
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => false,
    }
}

/// Files to the side and ranks ahead, as the player of `color` sees them.
fn offset(color: Color, from: Square, to: Square) -> (i8, i8) {
    let (files, ranks) = difference(from, to);
    match color {
        Color::Black => (files, -ranks),
        Color::White => (-files, ranks),
    }
}

fn difference(from: Square, to: Square) -> (i8, i8) {
    // Files and ranks are 1..=9, so nothing can wrap.
    (
        to.file() as i8 - from.file() as i8,
        to.rank() as i8 - from.rank() as i8,
    )
}

/// The step that leads from one square to the other on a straight or diagonal line.
fn direction(from: Square, to: Square) -> Option<(i8, i8)> {
    let (files, ranks) = difference(from, to);
    let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (aligned && from != to).then(|| (files.signum(), ranks.signum()))
}

/// Whether all squares strictly between two aligned squares are empty.
fn is_clear(board: &Position, from: Square, to: Square) -> bool {
    let (files, ranks) = difference(from, to);
    let (file, rank) = (files.signum(), ranks.signum());
    let mut square = from;
    while let Some(next) = square.shift(file, rank) {
        if next == to {
            return true;
        }
        if board.piece_at(next).is_some() {
            return false;
        }
        square = next;
    }
    false
}
