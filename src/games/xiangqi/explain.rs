//! The rule that an illegal move breaks.

use super::reach::{self, line};
use super::{Board, Kind, Man, Move, Square, name};
use crate::games::{Illegal, IllegalReason, Side};
use crate::lang::Text;

/// The reason why a move is illegal; the move must be illegal.
pub(super) fn explain(board: &Board, to_move: Side, mv: Move) -> Illegal {
    let Move { from, to } = mv;
    let Some(man) = board.at(from) else {
        return Illegal::new(IllegalReason::EmptySquare, say!("no piece on {from}", from));
    };
    let what = name(man.kind);
    if man.side != to_move {
        let detail = say!("the {what} on {from} is the opponent's", what, from);
        return Illegal::new(IllegalReason::NotYourPiece, detail);
    }
    if let Some(own) = board.at(to).filter(|other| other.side == to_move && from != to) {
        let detail = say!("the own {own} stands on {to}", own = name(own.kind), to);
        return Illegal::new(IllegalReason::OwnPieceOnTarget, detail);
    }
    if !reach::targets(board, from).contains(&to) {
        return explain_movement(board, man, mv);
    }
    explain_check(board, man, mv)
}

/// The reason why a piece cannot move to the target.
fn explain_movement(board: &Board, man: Man, mv: Move) -> Illegal {
    let Move { from, to } = mv;
    let detail = say!("the {what} on {from} cannot go to {to}", what = name(man.kind), from, to);
    let (files, ranks) = distance(mv);
    let (far, near) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
    let half = (files / 2, ranks / 2);
    let refused = |detail| Illegal::new(IllegalReason::PieceCannotMoveThere, detail);
    match man.kind {
        Kind::King if (far, near) == (1, 0) => {
            refused(say!("{detail}: it does not leave the palace", detail))
        }
        Kind::Advisor if (far, near) == (1, 1) => {
            refused(say!("{detail}: it does not leave the palace", detail))
        }
        Kind::Elephant if (far, near) == (2, 2) => {
            if to.is_home_of(man.side) {
                blocked(board, detail, from.offset(half))
            } else {
                refused(say!("{detail}: it does not cross the river", detail))
            }
        }
        Kind::Horse if (far, near) == (2, 1) => blocked(board, detail, from.offset(half)),
        Kind::Rook if near == 0 && far > 0 => blocked(board, detail, first_between(board, mv)),
        Kind::Cannon if near == 0 && far > 0 => explain_cannon(board, detail, mv),
        Kind::King
        | Kind::Advisor
        | Kind::Elephant
        | Kind::Horse
        | Kind::Rook
        | Kind::Cannon
        | Kind::Pawn => refused(detail),
    }
}

/// A cannon needs exactly one piece between to take, and none to move without taking.
fn explain_cannon(board: &Board, detail: Text, mv: Move) -> Illegal {
    if board.at(mv.to).is_none() {
        return blocked(board, detail, first_between(board, mv));
    }
    let detail = say!("{detail}: a cannon takes over exactly one piece", detail);
    Illegal::new(IllegalReason::PieceCannotMoveThere, detail)
        .because_of(between(board, mv).map(|square| square.to_string()))
}

/// The reason for a piece in the way; without a piece, the movement itself is wrong.
fn blocked(board: &Board, detail: Text, square: Option<Square>) -> Illegal {
    let Some((square, man)) = square.and_then(|square| Some((square, board.at(square)?))) else {
        return Illegal::new(IllegalReason::PieceCannotMoveThere, detail);
    };
    let (other, between) = (name(man.kind), square);
    let detail = say!("{detail}: the {other} on {between} is in the way", detail, other, between);
    Illegal::new(IllegalReason::PathBlocked, detail).because_of([square.to_string()])
}

/// The files and ranks from source to target.
fn distance(mv: Move) -> (i8, i8) {
    let files = mv.to.file() as i8 - mv.from.file() as i8;
    let ranks = mv.to.rank() as i8 - mv.from.rank() as i8;
    (files, ranks)
}

/// The pieces between the ends of a move along a file or a rank, the nearest first.
fn between(board: &Board, mv: Move) -> impl Iterator<Item = Square> {
    let (files, ranks) = distance(mv);
    let way = line(mv.from, (files.signum(), ranks.signum()));
    way.take_while(move |&at| at != mv.to).filter(|&at| board.at(at).is_some())
}

fn first_between(board: &Board, mv: Move) -> Option<Square> {
    between(board, mv).next()
}

/// The reason for a move after which the king could be taken.
fn explain_check(board: &Board, man: Man, mv: Move) -> Illegal {
    let after = board.after(mv);
    let king = after.king(man.side);
    let found = king.and_then(|king| Some((king, reach::attacker(&after, king, man.side)?)));
    let Some((king, attacker)) = found else {
        return Illegal::new(IllegalReason::LeavesKingInCheck, say!("the king is not safe"));
    };
    let kind = after.at(attacker).map_or(Kind::King, |it| it.kind);
    let (what, from) = (name(kind), attacker);
    let detail = if kind == Kind::King {
        say!("the kings on {king} and {from} would face each other", king, from)
    } else if man.kind != Kind::King && reach::attacker(board, king, man.side).is_some() {
        say!(
            "the king on {king} stays in check from the {what} on {from}|xiangqi",
            king,
            what,
            from
        )
    } else {
        say!("the king on {king} could be taken by the {what} on {from}|xiangqi", king, what, from)
    };
    let illegal = Illegal::new(IllegalReason::LeavesKingInCheck, detail);
    illegal.because_of([king.to_string(), attacker.to_string()])
}
