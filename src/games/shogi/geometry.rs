//! The movement of the pieces on the board, found square by square.
//!
//! This is independent of the generator's tables, and faster than the generator if only one move is in question.

use std::iter::successors;

use shunsai::Position;
use shunsai::shogi_core::{Color, Piece, PieceKind, Square};

use super::tables::{Direction, Way, direction, next_to, way};

/// The effect of a move on the lines of the board.
#[derive(Clone, Copy, Default)]
pub(super) struct Change {
    /// The square that the moved piece has left.
    pub(super) left: Option<Square>,
    /// The square of the moved or dropped piece, whatever was there before.
    pub(super) taken: Option<Square>,
}

/// Whether `piece` on `from` attacks `to`: it moves like that and nothing is between. The content of `to` does not
/// matter.
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

/// The first occupied square between `from` and `to`, if `piece` moves like that along a line.
pub(super) fn blocker(board: &Position, piece: Piece, from: Square, to: Square) -> Option<Square> {
    if way(piece, from, to) != Way::Along {
        return None;
    }
    ray(from, direction(from, to)?)
        .take_while(|&it| it != to)
        .find(|&it| board.piece_at(it).is_some())
}

/// Whether `by` attacks `square` after a move of the other side. A king that moves along a line does not protect the
/// squares after its old square.
pub(super) fn is_attacked(board: &Position, square: Square, by: Color, change: Change) -> bool {
    let on_line =
        Direction::ALL.into_iter().any(|towards| hits_along(board, square, towards, by, change));
    on_line || is_attacked_by_knight(board, square, by, change)
}

/// Whether a piece of `color` that moves from `from` to `to` opens a line from an enemy piece to its own king. Only
/// correct if that king is not yet in check.
pub(super) fn opens_line(board: &Position, color: Color, from: Square, to: Square) -> bool {
    let Some(king) = board.king_square(color) else {
        return false;
    };
    match direction(king, from) {
        // A move along the line keeps it closed, and so does taking the pinning piece.
        Some(towards) if direction(king, to) != Some(towards) => {
            let change = Change { left: Some(from), taken: None };
            hits_along(board, king, towards, color.flip(), change)
        }
        Some(_) | None => false,
    }
}

/// Whether an enemy piece attacks the king of `color` along the line from the king through `via`.
pub(super) fn is_hit_through(board: &Position, color: Color, via: Square) -> bool {
    board.king_square(color).is_some_and(|king| {
        direction(king, via).is_some_and(|towards| {
            hits_along(board, king, towards, color.flip(), Change::default())
        })
    })
}

/// Whether the first piece from `square` in a direction belongs to `by` and attacks `square` along that line.
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

/// Whether a knight of `by` attacks `square`. Knights jump, so no line leads to them.
fn is_attacked_by_knight(board: &Position, square: Square, by: Color, change: Change) -> bool {
    let knight = Piece::new(PieceKind::Knight, by);
    // From its own player's point of view, a knight is two ranks behind the square that it attacks.
    let behind = match by {
        Color::Black => 2,
        Color::White => -2,
    };
    // Files and ranks are 1..=9; `Square::new` returns `None` for squares beyond the edge.
    let rank = square.rank().wrapping_add_signed(behind);
    [-1, 1]
        .into_iter()
        .filter_map(|side| Square::new(square.file().wrapping_add_signed(side), rank))
        .any(|from| Some(from) != change.taken && board.piece_at(from) == Some(knight))
}

/// The squares from `from` in a direction, up to the edge, without `from`.
fn ray(from: Square, towards: Direction) -> impl Iterator<Item = Square> {
    successors(next_to(from, towards), move |&at| next_to(at, towards))
}
