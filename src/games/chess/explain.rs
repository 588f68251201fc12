//! The rule that an illegal move breaks.

use cozy_chess::{
    BitBoard, Board, File, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks, get_pawn_quiets,
    get_rook_moves, get_rook_rays,
};

use super::castling::castling_rook;
use super::moves::Written;
use super::{Variant, name};
use crate::games::{Illegal, IllegalReason};
use crate::lang::Text;

/// The reason why a move is illegal; the move must be illegal.
pub(super) fn explain(board: &Board, variant: Variant, written: Written) -> Illegal {
    let Written { from, to, promotion } = written;
    let us = board.side_to_move();
    let Some(piece) = board.piece_on(from) else {
        return Illegal::new(IllegalReason::EmptySquare, say!("no piece on {from}", from));
    };
    let what = name(piece);
    if !board.colors(us).has(from) {
        let detail = say!("the {what} on {from} is the opponent's", what, from);
        return Illegal::new(IllegalReason::NotYourPiece, detail);
    }
    if let Some(own) = board.piece_on(to)
        && board.colors(us).has(to)
        && from != to
    {
        return explain_own_target(board, variant, written, (piece, own));
    }
    if piece == Piece::King && is_castling_step(from, to) {
        match variant {
            Variant::Standard => return explain_castling(board, written),
            Variant::Fischer => {
                if let Some(rook) = rook_towards(board, to) {
                    return written_otherwise(from, rook, to);
                }
            }
        }
    }
    if !reach(board, piece, from).has(to) {
        return explain_movement(board, piece, from, to);
    }
    let arrives = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(us);
    match promotion {
        None if arrives => {
            let detail = say!("the pawn must promote on {to}: a letter is missing", to);
            return Illegal::new(IllegalReason::MustPromote, detail);
        }
        Some(_) if !arrives => {
            let detail = say!("the {what} does not promote on {to}", what, to);
            return Illegal::new(IllegalReason::CannotPromote, detail);
        }
        Some(_) | None => {}
    }
    explain_check(board, piece, from, to)
}

/// The rook with which the side to move has the right to castle towards a square of its first rank.
fn rook_towards(board: &Board, to: Square) -> Option<Square> {
    let us = board.side_to_move();
    let rights = board.castle_rights(us);
    let short = to.file() > board.king(us).file();
    let file = if short { rights.short } else { rights.long };
    file.map(|file| Square::new(file, Rank::First.relative_to(us)))
}

/// Castling written as a king move of two files, although the variant writes it as king takes rook.
fn written_otherwise(king: Square, rook: Square, to: Square) -> Illegal {
    let detail = say!(
        "castling is written as king takes rook in Fischer's chess, {king}{rook}, not as the king's move: {king}{to}",
        king,
        rook,
        to
    );
    Illegal::new(IllegalReason::CastlingForm, detail)
}

fn explain_own_target(
    board: &Board,
    variant: Variant,
    written: Written,
    (piece, own): (Piece, Piece),
) -> Illegal {
    let to = written.to;
    let us = board.side_to_move();
    let rights = board.castle_rights(us);
    let home = Rank::First.relative_to(us);
    let castles =
        [rights.short, rights.long].into_iter().flatten().any(|file| to == Square::new(file, home));
    if piece == Piece::King && castles && variant == Variant::Fischer {
        return explain_fischer_castling(board, written);
    }
    if piece == Piece::King && castles {
        let file = if to.file() > File::E { File::G } else { File::C };
        let king = board.king(us);
        let detail = say!(
            "castling is written as the king's move, {king}{home}, not as king takes rook: {king}{to}",
            king,
            home = Square::new(file, home),
            to
        );
        return Illegal::new(IllegalReason::CastlingForm, detail);
    }
    let detail = say!("the own {own} stands on {to}", own = name(own), to);
    Illegal::new(IllegalReason::OwnPieceOnTarget, detail)
}

/// Whether a move goes two files along a rank.
fn is_castling_step(from: Square, to: Square) -> bool {
    let files = (from.file() as i8 - to.file() as i8).abs();
    from.rank() == to.rank() && files == 2
}

fn explain_castling(board: &Board, written: Written) -> Illegal {
    let Written { from, to, .. } = written;
    let Some(rook) = castling_rook(board, written) else {
        let detail = say!("no right to castle towards {to}", to);
        return Illegal::new(IllegalReason::CannotCastle, detail);
    };
    explain_way(board, written, Castling { rook, king_to: to, empty: get_between_rays(from, rook) })
}

/// The reason why the king cannot castle with this rook. The king arrives on the c or g file, and the rook next to it.
fn explain_fischer_castling(board: &Board, written: Written) -> Illegal {
    let Written { from, to: rook, .. } = written;
    let short = rook.file() > from.file();
    let (king_file, rook_file) = if short { (File::G, File::F) } else { (File::C, File::D) };
    let king_to = Square::new(king_file, from.rank());
    let rook_to = Square::new(rook_file, from.rank());
    let ways = get_between_rays(from, king_to) | get_between_rays(rook, rook_to);
    let empty =
        (ways | king_to.bitboard() | rook_to.bitboard()) & !(from.bitboard() | rook.bitboard());
    explain_way(board, written, Castling { rook, king_to, empty })
}

/// A castling move for which the side has the right.
struct Castling {
    /// The square of the rook.
    rook: Square,
    /// The target square of the king.
    king_to: Square,
    /// The squares that must be empty, except for the king and the rook.
    empty: BitBoard,
}

/// The reason why a castling move is illegal although the side has the right.
fn explain_way(board: &Board, written: Written, castling: Castling) -> Illegal {
    let refused = |detail: Text| Illegal::new(IllegalReason::CannotCastle, detail);
    let Castling { rook, king_to, empty } = castling;
    let from = written.from;
    if written.promotion.is_some() {
        let detail = say!("the king does not promote");
        return Illegal::new(IllegalReason::CannotPromote, detail);
    }
    if let Some((between, piece)) = first_of(board, empty) {
        let detail = say!("no castling through the {piece} on {between}", piece, between);
        return refused(detail).because_of([between]);
    }
    // No square of the king's way may be attacked, from its start to its target. The rook leaves its square.
    let way = get_between_rays(from, king_to) | from.bitboard() | king_to.bitboard();
    let occupied = board.occupied() & !rook.bitboard();
    let danger = way
        .into_iter()
        .map(|square| (square, attackers(board, square, occupied)))
        .find_map(|(square, by)| Some((square, first_of(board, by)?)));
    let Some((square, (attacker, piece))) = danger else {
        return refused(say!("castling is not possible"));
    };
    // If the king is in check, this is the reason, even if later squares are attacked too.
    let (detail, square, attacker) = match first_of(board, board.checkers()) {
        Some((checker, piece)) => {
            let detail =
                say!("no castling out of check from the {piece} on {checker}", piece, checker);
            (detail, from, checker)
        }
        None => {
            let detail = say!(
                "no castling over {square}, which the {piece} on {attacker} attacks",
                square,
                piece,
                attacker
            );
            (detail, square, attacker)
        }
    };
    refused(detail).because_of([square.to_string(), attacker])
}

/// The reason why a piece cannot move to the target: it moves differently, another piece is between, or a pawn has
/// nothing to take.
fn explain_movement(board: &Board, piece: Piece, from: Square, to: Square) -> Illegal {
    let us = board.side_to_move();
    let detail = say!("the {what} on {from} cannot go to {to}", what = name(piece), from, to);
    if piece == Piece::Pawn && get_pawn_attacks(from, us).has(to) {
        let detail = if to.rank() == Rank::Sixth.relative_to(us) {
            say!("{detail}: nothing is there to take, and no pawn has just passed", detail)
        } else {
            say!("{detail}: nothing is there to take", detail)
        };
        return Illegal::new(IllegalReason::NothingToTake, detail);
    }
    let on_empty_board = match piece {
        Piece::Pawn => get_pawn_quiets(from, us, BitBoard::EMPTY),
        Piece::Bishop => get_bishop_rays(from),
        Piece::Rook => get_rook_rays(from),
        Piece::Queen => get_bishop_rays(from) | get_rook_rays(from),
        Piece::Knight | Piece::King => BitBoard::EMPTY,
    };
    let way = get_between_rays(from, to) | to.bitboard();
    match first_of(board, way & board.occupied()).filter(|_| on_empty_board.has(to)) {
        Some((between, other)) => {
            let detail =
                say!("{detail}: the {other} on {between} is in the way", detail, other, between);
            Illegal::new(IllegalReason::PathBlocked, detail).because_of([between])
        }
        None => Illegal::new(IllegalReason::PieceCannotMoveThere, detail),
    }
}

/// The reason for a move after which the king could be taken.
fn explain_check(board: &Board, piece: Piece, from: Square, to: Square) -> Illegal {
    let us = board.side_to_move();
    let king = if piece == Piece::King { to } else { board.king(us) };
    // En passant, the taken pawn is next to the capturing pawn and not on the target.
    let passes = piece == Piece::Pawn && from.file() != to.file() && board.piece_on(to).is_none();
    let taken = if passes { Square::new(to.file(), from.rank()) } else { to };
    let gone = from.bitboard() | taken.bitboard();
    let occupied = (board.occupied() & !gone) | to.bitboard();
    let attacker = first_of(board, attackers(board, king, occupied) & !taken.bitboard());
    let Some((attacker, what)) = attacker else {
        return Illegal::new(IllegalReason::LeavesKingInCheck, say!("the king is not safe"));
    };
    let detail = if piece != Piece::King && !board.checkers().is_empty() {
        say!(
            "the king on {king} stays in check from the {what} on {from}|chess",
            king,
            what,
            from = attacker
        )
    } else {
        say!(
            "the king on {king} could be taken by the {what} on {from}|chess",
            king,
            what,
            from = attacker
        )
    };
    let illegal = Illegal::new(IllegalReason::LeavesKingInCheck, detail);
    illegal.because_of([king.to_string(), attacker])
}

/// The opponent's pieces that attack a square, with these squares occupied.
fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let us = board.side_to_move();
    let all = |piece| board.colored_pieces(!us, piece);
    let diagonal = all(Piece::Bishop) | all(Piece::Queen);
    let straight = all(Piece::Rook) | all(Piece::Queen);
    get_pawn_attacks(square, us) & all(Piece::Pawn)
        | get_knight_moves(square) & all(Piece::Knight)
        | get_king_moves(square) & all(Piece::King)
        | get_bishop_moves(square, occupied) & diagonal
        | get_rook_moves(square, occupied) & straight
}

/// The first piece on some squares: its square and its name.
fn first_of(board: &Board, squares: BitBoard) -> Option<(String, Text)> {
    squares.into_iter().find_map(|square| Some((square.to_string(), name(board.piece_on(square)?))))
}

/// The squares that the piece could move to, without regard to the safety of its king.
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
