//! The squares that pieces can move to, and the attackers of a king.

use super::{Board, Kind, Man, Square};
use crate::games::Side;

/// One step along a file or a rank.
pub(super) const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// One step along a diagonal.
pub(super) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The eight jumps of a horse, each with the step to the square that blocks it.
pub(super) const JUMPS: [((i8, i8), (i8, i8)); 8] = [
    ((2, 1), (1, 0)),
    ((2, -1), (1, 0)),
    ((-2, 1), (-1, 0)),
    ((-2, -1), (-1, 0)),
    ((1, 2), (0, 1)),
    ((-1, 2), (0, 1)),
    ((1, -2), (0, -1)),
    ((-1, -2), (0, -1)),
];

/// One step forward for a pawn.
pub(super) fn ahead(side: Side) -> (i8, i8) {
    match side {
        Side::First => (0, 1),
        Side::Second => (0, -1),
    }
}

/// The squares that the piece on a square can move to, without regard to the safety of its king; none for an empty
/// square.
pub(super) fn targets(board: &Board, from: Square) -> Vec<Square> {
    let Some(man) = board.at(from) else {
        return Vec::new();
    };
    let mut all = Vec::with_capacity(17);
    match man.kind {
        Kind::King => {
            let steps = STRAIGHT.into_iter().filter_map(|step| from.offset(step));
            all.extend(steps.filter(|to| to.in_palace_of(man.side)));
        }
        Kind::Advisor => {
            let steps = DIAGONAL.into_iter().filter_map(|step| from.offset(step));
            all.extend(steps.filter(|to| to.in_palace_of(man.side)));
        }
        Kind::Elephant => all.extend(DIAGONAL.into_iter().filter_map(|step| {
            let eye = from.offset(step)?;
            let to = eye.offset(step)?;
            (board.at(eye).is_none() && to.is_home_of(man.side)).then_some(to)
        })),
        Kind::Horse => all.extend(JUMPS.into_iter().filter_map(|(jump, leg)| {
            let free = board.at(from.offset(leg)?).is_none();
            from.offset(jump).filter(|_| free)
        })),
        Kind::Rook => STRAIGHT.into_iter().for_each(|step| slide(board, from, step, &mut all)),
        Kind::Cannon => STRAIGHT.into_iter().for_each(|step| fire(board, from, step, &mut all)),
        Kind::Pawn => {
            all.extend(from.offset(ahead(man.side)));
            if !from.is_home_of(man.side) {
                all.extend([(1, 0), (-1, 0)].into_iter().filter_map(|step| from.offset(step)));
            }
        }
    }
    all.retain(|&to| board.at(to).is_none_or(|other| other.side != man.side));
    all
}

/// A rook's squares in one direction, up to and including the first piece.
fn slide(board: &Board, from: Square, step: (i8, i8), all: &mut Vec<Square>) {
    for to in line(from, step) {
        all.push(to);
        if board.at(to).is_some() {
            return;
        }
    }
}

/// A cannon's squares in one direction: the empty ones up to the first piece, and the next piece after it.
fn fire(board: &Board, from: Square, step: (i8, i8), all: &mut Vec<Square>) {
    let mut over = false;
    for to in line(from, step) {
        match (board.at(to).is_some(), over) {
            (false, false) => all.push(to),
            (true, false) => over = true,
            (false, true) => {}
            (true, true) => {
                all.push(to);
                return;
            }
        }
    }
}

/// The squares in one direction, the nearest first.
pub(super) fn line(from: Square, step: (i8, i8)) -> impl Iterator<Item = Square> {
    std::iter::successors(from.offset(step), move |at| at.offset(step))
}

/// A piece of the opponent that could take this side's king on a square. Two kings on a file with nothing between
/// attack each other.
pub(super) fn attacker(board: &Board, king: Square, side: Side) -> Option<Square> {
    let theirs = |kind| Some(Man { side: side.other(), kind });
    let along = STRAIGHT.into_iter().find_map(|step| {
        let mut men = line(king, step).filter(|&at| board.at(at).is_some());
        let first = men.next()?;
        let faces = board.at(first) == theirs(Kind::King) && step.0 == 0;
        if board.at(first) == theirs(Kind::Rook) || faces {
            return Some(first);
        }
        men.next().filter(|&second| board.at(second) == theirs(Kind::Cannon))
    });
    along.or_else(|| jumper(board, king, theirs(Kind::Horse))).or_else(|| {
        let (_, back) = ahead(side);
        let pawns = [(0, back), (1, 0), (-1, 0)].into_iter().filter_map(|step| king.offset(step));
        let mut pawns = pawns.filter(|&at| board.at(at) == theirs(Kind::Pawn));
        pawns.find(|&at| targets(board, at).contains(&king))
    })
}

/// A horse that attacks a square. The square that can block it is next to the horse, not next to the attacked square.
fn jumper(board: &Board, square: Square, horse: Option<Man>) -> Option<Square> {
    JUMPS.into_iter().find_map(|((files, ranks), (leg_files, leg_ranks))| {
        let from = square.offset((-files, -ranks)).filter(|&at| board.at(at) == horse)?;
        let free = board.at(from.offset((leg_files, leg_ranks))?).is_none();
        free.then_some(from)
    })
}
