//! The check whether one move is legal, and which rule it breaks if it is not.

use shunsai::Position;
use shunsai::shogi_core::{Color, Move, Piece, PieceKind, Square};

use super::geometry::{Change, attacks, blocker, is_attacked, is_hit_through, opens_line};
use super::{name, square_name};
use crate::games::{Illegal, IllegalReason};
use crate::lang::Text;

/// Checks a move of the side to move; `checked` means that this side is in check. A legal move causes no allocation.
pub(super) fn check(board: &Position, checked: bool, mv: Move) -> Result<(), Illegal> {
    match mv {
        Move::Normal { from, to, promote } => check_board_move(board, from, to, promote)?,
        Move::Drop { piece, to } => check_drop(board, piece, to)?,
    }
    if leaves_king_in_check(board, checked, mv) {
        return Err(explain_check(board, mv));
    }
    if mates_by_pawn_drop(board, mv) {
        let square = square_name(mv.to());
        let detail = say!("the pawn dropped on {square} mates", square);
        let mated = board.king_square(board.side_to_move().flip());
        let illegal = Illegal::new(IllegalReason::DropPawnMate, detail);
        return Err(illegal.because_of(mated.map(square_name)));
    }
    Ok(())
}

/// Whether a legal move that has just been played gives check. Only the moved piece and a piece on the line through its
/// old square can do so; examining these is faster than examining all pieces.
pub(super) fn gave_check(board: &Position, mv: Move) -> bool {
    let them = board.side_to_move();
    let Some(king) = board.king_square(them) else {
        return false;
    };
    let placed = board.piece_at(mv.to());
    placed.is_some_and(|piece| attacks(board, piece, mv.to(), king))
        || mv.from().is_some_and(|from| is_hit_through(board, them, from))
}

/// Whether the generator can play the move without a failure: the pieces of the move are there, and the target is not a
/// king or an own piece. The move may still be illegal.
pub(super) fn fits(board: &Position, mv: Move) -> bool {
    let us = board.side_to_move();
    let target = board.piece_at(mv.to());
    match mv {
        Move::Normal { from, promote, .. } => {
            let takable =
                target.is_none_or(|it| it.color() != us && it.piece_kind() != PieceKind::King);
            let mover = board.piece_at(from).filter(|it| it.color() == us);
            takable && mover.is_some_and(|it| !promote || it.promote().is_some())
        }
        Move::Drop { piece, .. } => {
            target.is_none() && piece.color() == us && holds(board, us, piece.piece_kind())
        }
    }
}

/// Whether a piece would have no further move from a square: a pawn or lance on the last rank, a knight on the last
/// two.
pub(super) fn is_dead(piece: Piece, square: Square) -> bool {
    let (kind, color) = piece.to_parts();
    let rank = square.relative_rank(color);
    match kind {
        PieceKind::Pawn | PieceKind::Lance => rank == 1,
        PieceKind::Knight => rank <= 2,
        PieceKind::Silver
        | PieceKind::Gold
        | PieceKind::Bishop
        | PieceKind::Rook
        | PieceKind::King
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver
        | PieceKind::ProBishop
        | PieceKind::ProRook => false,
    }
}

fn check_board_move(
    board: &Position,
    from: Square,
    to: Square,
    promote: bool,
) -> Result<(), Illegal> {
    let us = board.side_to_move();
    let Some(piece) = board.piece_at(from) else {
        let detail = say!("no piece on {from}", from = square_name(from));
        return refuse(IllegalReason::EmptySquare, detail);
    };
    let what = name(piece.piece_kind());
    if piece.color() != us {
        let detail = say!("the {what} on {from} is the opponent's", what, from = square_name(from));
        return refuse(IllegalReason::NotYourPiece, detail);
    }
    let target = board.piece_at(to);
    if let Some(own) = target.filter(|it| it.color() == us && from != to) {
        let own = name(own.piece_kind());
        let detail = say!("the own {own} stands on {to}", own, to = square_name(to));
        return refuse(IllegalReason::OwnPieceOnTarget, detail);
    }
    if !attacks(board, piece, from, to) {
        return Err(explain_movement(board, piece, from, to));
    }
    if target.is_some_and(|it| it.piece_kind() == PieceKind::King) {
        let detail = say!("a king is never taken, also not on {to}", to = square_name(to));
        return refuse(IllegalReason::TakesKing, detail);
    }
    if promote {
        let in_camp = from.relative_rank(us) <= 3 || to.relative_rank(us) <= 3;
        if piece.promote().is_none() {
            let detail = if piece.unpromote().is_some() {
                say!("the {what} on {from} has promoted already", what, from = square_name(from))
            } else {
                say!("a {what} does not promote", what)
            };
            return refuse(IllegalReason::CannotPromote, detail);
        }
        if !in_camp {
            let (from, to) = (square_name(from), square_name(to));
            let detail = say!(
                "no promotion of the {what}: neither {from} nor {to} is in the camp",
                what,
                from,
                to
            );
            return refuse(IllegalReason::CannotPromote, detail);
        }
    } else if is_dead(piece, to) {
        let detail = say!("a {what} must promote on {to}", what, to = square_name(to));
        return refuse(IllegalReason::MustPromote, detail);
    }
    Ok(())
}

/// The reason why a piece cannot move to the target: it moves differently, or another piece is between.
fn explain_movement(board: &Position, piece: Piece, from: Square, to: Square) -> Illegal {
    let what = name(piece.piece_kind());
    let detail = say!(
        "the {what} on {from} cannot go to {to}",
        what,
        from = square_name(from),
        to = square_name(to)
    );
    let between = blocker(board, piece, from, to);
    let Some((between, other)) = between.and_then(|it| Some((it, board.piece_at(it)?))) else {
        return Illegal::new(IllegalReason::PieceCannotMoveThere, detail);
    };
    let (other, between) = (name(other.piece_kind()), square_name(between));
    let detail = say!("{detail}: the {other} on {between} is in the way", detail, other, between);
    Illegal::new(IllegalReason::PathBlocked, detail).because_of([between])
}

/// The reason for a move after which the king could be taken.
fn explain_check(board: &Position, mv: Move) -> Illegal {
    let us = board.side_to_move();
    let mut next = board.clone();
    next.do_move(mv);
    let king = next.king_square(us);
    let attacker = king.and_then(|king| {
        next.player_bb(us.flip())
            .into_iter()
            .filter_map(|square| Some((square, next.piece_at(square)?)))
            .find(|&(square, piece)| attacks(&next, piece, square, king))
    });
    let stays = board.in_check() && mv.from() != board.king_square(us);
    let mut detail = say!("the king");
    let mut squares = Vec::new();
    if let (Some(king), Some((from, piece))) = (king, attacker) {
        let (king, from) = (square_name(king), square_name(from));
        let what = name(piece.piece_kind());
        detail = if stays {
            say!("the king on {king} stays in check from the {what} on {from}", king, what, from)
        } else {
            say!("the king on {king} could be taken by the {what} on {from}", king, what, from)
        };
        squares = vec![king, from];
    }
    Illegal::new(IllegalReason::LeavesKingInCheck, detail).because_of(squares)
}

fn check_drop(board: &Position, piece: Piece, to: Square) -> Result<(), Illegal> {
    let (kind, us) = piece.to_parts();
    let what = name(kind);
    if !holds(board, us, kind) {
        return refuse(IllegalReason::NotInHand, say!("no {what} in hand", what));
    }
    let square = square_name(to);
    if board.piece_at(to).is_some() {
        let detail = say!("{square} is occupied", square);
        return refuse(IllegalReason::SquareOccupied, detail);
    }
    if is_dead(piece, to) {
        let detail = say!("a {what} dropped on {square} could never move", what, square);
        return refuse(IllegalReason::DeadSquare, detail);
    }
    if kind == PieceKind::Pawn
        && let Some(first) = pawn_on_file(board, us, to.file())
    {
        let detail = say!("two pawns on file {file}", file = to.file());
        let illegal = Illegal::new(IllegalReason::TwoPawns, detail);
        return Err(illegal.because_of([square_name(first)]));
    }
    Ok(())
}

/// Whether a move leaves the own king in check. The move must be legal apart from that.
fn leaves_king_in_check(board: &Position, checked: bool, mv: Move) -> bool {
    let us = board.side_to_move();
    let Some(king) = board.king_square(us) else {
        return false;
    };
    let from = mv.from();
    let change = Change { left: from, taken: Some(mv.to()) };
    if from == Some(king) {
        // The king itself does not block the lines to its new square.
        return is_attacked(board, mv.to(), us.flip(), change);
    }
    if checked {
        return is_attacked(board, king, us.flip(), change);
    }
    from.is_some_and(|from| opens_line(board, us, from, mv.to()))
}

fn mates_by_pawn_drop(board: &Position, mv: Move) -> bool {
    let Move::Drop { piece, to } = mv else {
        return false;
    };
    let them = board.side_to_move().flip();
    let Some(king) = board.king_square(them) else {
        return false;
    };
    if piece.piece_kind() != PieceKind::Pawn || !attacks(board, piece, to, king) {
        return false;
    }
    let mut next = board.clone();
    next.do_move(mv);
    !next.has_legal_moves()
}

fn holds(board: &Position, color: Color, kind: PieceKind) -> bool {
    board.hand(color).count(kind).unwrap_or(0) > 0
}

fn pawn_on_file(board: &Position, color: Color, file: u8) -> Option<Square> {
    let pawns = board.piece_kind_bb(PieceKind::Pawn) & board.player_bb(color);
    // Files of squares are 1..=9, as `Bitboard::file` requires.
    let found = pawns & shunsai::Bitboard::file(file);
    found.into_iter().next()
}

fn refuse(reason: IllegalReason, detail: Text) -> Result<(), Illegal> {
    Err(Illegal::new(reason, detail))
}
