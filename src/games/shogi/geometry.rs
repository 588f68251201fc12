//! How the pieces move on the board, walked square by square.
//!
//! Independent of the generator's tables, and cheaper than it for the question about one move.

use std::iter::successors;

use shunsai::Position;
use shunsai::shogi_core::{Color, Piece, PieceKind, Square};

use super::tables::{Direction, Way, direction, next_to, way};

/// A board move as it changes what stands in the way.
#[derive(Clone, Copy, Default)]
pub(super) struct Change {
    /// The square that has become empty.
    pub(super) left: Option<Square>,
    /// The square on which an own piece stands now, whatever stood there.
    pub(super) taken: Option<Square>,
}

/// Whether `piece`, standing on `from`, attacks `to`: it moves like that and nothing stands
/// between. What stands on `to` does not matter.
pub(super) fn attacks(board: &Position, piece: Piece, from: Square, to: Square) -> bool {
    match way(piece, from, to) {
        Way::Never => false,
        Way::Directly => true,
        Way::Along => direction(from, to).is_some_and(|towards| {
            let first = ray(from, towards).find(|&it| it == to || board.piece_at(it).is_some());
            first == Some(to)
        }),
    }
}

/// The first square that is occupied between `from` and `to`, if `piece` moves like that along a
/// line.
pub(super) fn blocker(board: &Position, piece: Piece, from: Square, to: Square) -> Option<Square> {
    if way(piece, from, to) != Way::Along {
        return None;
    }
    ray(from, direction(from, to)?)
        .take_while(|&it| it != to)
        .find(|&it| board.piece_at(it).is_some())
}

/// Whether `by` attacks `square` after a move of the other side. A king that flees along a line does not cover
/// its own retreat.
pub(super) fn is_attacked(board: &Position, square: Square, by: Color, change: Change) -> bool {
    let on_line =
        Direction::ALL.into_iter().any(|towards| hits_along(board, square, towards, by, change));
    on_line || is_attacked_by_knight(board, square, by, change)
}

/// Whether a piece of `color` that leaves `from` for `to` opens a line from an enemy piece to its
/// own king. Only right while that king is not in check yet.
pub(super) fn opens_line(board: &Position, color: Color, from: Square, to: Square) -> bool {
    let Some(king) = board.king_square(color) else {
        return false;
    };
    match direction(king, from) {
        // Moving along the line, taking the pinning piece included, keeps it closed.
        Some(towards) if direction(king, to) != Some(towards) => {
            let change = Change { left: Some(from), taken: None };
            hits_along(board, king, towards, color.flip(), change)
        }
        Some(_) | None => false,
    }
}

/// Whether an enemy piece attacks the king of `color` along the line that leads from the king through `via`.
pub(super) fn is_hit_through(board: &Position, color: Color, via: Square) -> bool {
    board.king_square(color).is_some_and(|king| {
        direction(king, via).is_some_and(|towards| {
            hits_along(board, king, towards, color.flip(), Change::default())
        })
    })
}

/// Whether the first piece that is met from `square` in a direction is one of `by` that attacks back along
/// that line.
fn hits_along(
    board: &Position,
    square: Square,
    towards: Direction,
    by: Color,
    change: Change,
) -> bool {
    let met = ray(square, towards)
        .filter(|&it| Some(it) != change.left)
        .find(|&it| Some(it) == change.taken || board.piece_at(it).is_some());
    met.filter(|&it| Some(it) != change.taken)
        .and_then(|from| Some((from, board.piece_at(from)?)))
        .is_some_and(|(from, piece)| piece.color() == by && way(piece, from, square) != Way::Never)
}

/// Knights jump, so no line leads to them.
fn is_attacked_by_knight(board: &Position, square: Square, by: Color, change: Change) -> bool {
    let knight = Piece::new(PieceKind::Knight, by);
    // A knight stands two ranks behind what it attacks, as its own player sees it.
    let behind = match by {
        Color::Black => 2,
        Color::White => -2,
    };
    // Files and ranks are 1..=9: beyond the edge there is no such square.
    let rank = square.rank().wrapping_add_signed(behind);
    [-1, 1]
        .into_iter()
        .filter_map(|side| Square::new(square.file().wrapping_add_signed(side), rank))
        .any(|from| Some(from) != change.taken && board.piece_at(from) == Some(knight))
}

/// The squares that lie ahead of `from`, up to the edge.
fn ray(from: Square, towards: Direction) -> impl Iterator<Item = Square> {
    successors(next_to(from, towards), move |&at| next_to(at, towards))
}
