//! Whether one move is legal, and which rule it breaks if it is not.

use cozy_chess::{
    BitBoard, Board, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use super::moves::{Move, Written};
use super::name;
use crate::games::{Illegal, IllegalReason};

/// Judges a move of the side to move. A legal move costs no allocation.
pub(super) fn check(board: &Board, written: Written) -> Result<Move, Illegal> {
    let inner = translated(board, written);
    let legal = board.is_legal(inner);
    // The generator takes king takes rook for castling; standard chess does not write it so.
    if legal && (inner.to != written.to || !board.colors(board.side_to_move()).has(inner.to)) {
        return Ok(Move {
            inner,
            shown: written.to,
        });
    }
    Err(explain(board, written))
}

/// The file on which a pawn can really be taken en passant.
pub(super) fn playable_en_passant(board: &Board) -> Option<File> {
    let us = board.side_to_move();
    let file = board.en_passant()?;
    let to = Square::new(file, Rank::Third.relative_to(!us));
    let takers = get_pawn_attacks(to, !us) & board.colored_pieces(us, Piece::Pawn);
    let can_take = takers.into_iter().any(|from| {
        board.is_legal(cozy_chess::Move {
            from,
            to,
            promotion: None,
        })
    });
    can_take.then_some(file)
}

/// Castling in UCI form becomes king takes rook; every other move stays as it is.
fn translated(board: &Board, written: Written) -> cozy_chess::Move {
    let to = castling_rook(board, written).unwrap_or(written.to);
    cozy_chess::Move {
        from: written.from,
        to,
        promotion: written.promotion,
    }
}

/// The rook of a castling in UCI form for which the side to move has the right.
fn castling_rook(board: &Board, written: Written) -> Option<Square> {
    let us = board.side_to_move();
    let home = Rank::First.relative_to(us);
    let rights = board.castle_rights(us);
    if written.from != board.king(us) || written.from != Square::new(File::E, home) {
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

/// Why a move that is not legal is not.
fn explain(board: &Board, written: Written) -> Illegal {
    let Written {
        from,
        to,
        promotion,
    } = written;
    let us = board.side_to_move();
    let Some(piece) = board.piece_on(from) else {
        return Illegal::new(IllegalReason::EmptySquare, format!("no piece on {from}"));
    };
    let what = name(piece);
    if !board.colors(us).has(from) {
        let detail = format!("the {what} on {from} is the opponent's");
        return Illegal::new(IllegalReason::NotYourPiece, detail);
    }
    if let Some(own) = board.piece_on(to)
        && board.colors(us).has(to)
        && from != to
    {
        return explain_own_target(board, piece, own, to);
    }
    if piece == Piece::King && is_castling_step(from, to) {
        return explain_castling(board, written);
    }
    if !reach(board, piece, from).has(to) {
        let detail = format!("the {what} on {from} cannot go to {to}");
        return Illegal::new(IllegalReason::PieceCannotMoveThere, detail);
    }
    let arrives = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(us);
    match promotion {
        None if arrives => {
            let detail = format!("the pawn must promote on {to}: a letter is missing");
            return Illegal::new(IllegalReason::MustPromote, detail);
        }
        Some(_) if !arrives => {
            let detail = format!("the {what} does not promote on {to}");
            return Illegal::new(IllegalReason::CannotPromote, detail);
        }
        Some(_) | None => {}
    }
    let detail = if board.checkers().is_empty() {
        "the king could be taken"
    } else {
        "the king stays in check"
    };
    Illegal::new(IllegalReason::LeavesKingInCheck, detail)
}

fn explain_own_target(board: &Board, piece: Piece, own: Piece, to: Square) -> Illegal {
    let us = board.side_to_move();
    let rights = board.castle_rights(us);
    let home = Rank::First.relative_to(us);
    let castles = [rights.short, rights.long]
        .into_iter()
        .flatten()
        .any(|file| to == Square::new(file, home));
    if piece == Piece::King && castles {
        let file = if to.file() > File::E {
            File::G
        } else {
            File::C
        };
        let king = board.king(us);
        let detail = format!(
            "castling is written as the king's move, {king}{}, not as king takes rook: {king}{to}",
            Square::new(file, home)
        );
        return Illegal::new(IllegalReason::CastlingForm, detail);
    }
    let detail = format!("the own {} stands on {to}", name(own));
    Illegal::new(IllegalReason::OwnPieceOnTarget, detail)
}

/// Two files sideways along a rank.
fn is_castling_step(from: Square, to: Square) -> bool {
    let files = (from.file() as i8 - to.file() as i8).abs();
    from.rank() == to.rank() && files == 2
}

fn explain_castling(board: &Board, written: Written) -> Illegal {
    let problem = if castling_rook(board, written).is_none() {
        "no right to castle there"
    } else if written.promotion.is_some() {
        return Illegal::new(
            IllegalReason::CannotPromote,
            "the king does not promote".to_owned(),
        );
    } else if !board.checkers().is_empty() {
        "the king is in check and cannot castle"
    } else {
        "castling is obstructed or passes an attacked square"
    };
    Illegal::new(IllegalReason::PieceCannotMoveThere, problem)
}

/// Where the piece could go if its own king did not matter.
fn reach(board: &Board, piece: Piece, from: Square) -> BitBoard {
    let us = board.side_to_move();
    let occupied = board.occupied();
    match piece {
        Piece::Pawn => {
            let behind = board
                .en_passant()
                .map(|file| Square::new(file, Rank::Third.relative_to(!us)).bitboard());
            let takable = board.colors(!us) | behind.unwrap_or(BitBoard::EMPTY);
            get_pawn_quiets(from, us, occupied) | (get_pawn_attacks(from, us) & takable)
        }
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}
