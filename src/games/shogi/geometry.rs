//! How the pieces move on the board, walked square by square.
//!
//! Independent of the generator's tables, and cheaper than it for the question about one move.

use std::iter::from_fn;

use shunsai::Position;
use shunsai::shogi_core::{Color, Piece, PieceKind, Square};

/// The eight directions as files and ranks per step.
const STEPS: [(i8, i8); 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

/// How a piece gets from one square to another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// It does not move like that.
    Never,
    /// In one step or jump, whatever stands around.
    Directly,
    /// Along a line on which nothing may stand between.
    Along,
}

/// Whether `piece`, standing on `from`, attacks `to`: it moves like that and nothing stands
/// between. What stands on `to` does not matter.
pub(super) fn attacks(board: &Position, piece: Piece, from: Square, to: Square) -> bool {
    match way(piece, from, to) {
        Way::Never => false,
        Way::Directly => true,
        Way::Along => direction(from, to).is_some_and(|step| {
            let first = ray(from, step).find(|&it| it == to || board.piece_at(it).is_some());
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

/// Whether `by` attacks `square`, as if nothing stood on `lifted`: a king that flees along a line
/// does not cover its own retreat.
pub(super) fn is_attacked(
    board: &Position,
    square: Square,
    by: Color,
    lifted: Option<Square>,
) -> bool {
    let on_line = STEPS
        .into_iter()
        .any(|step| hits_along(board, square, step, by, lifted));
    on_line || is_attacked_by_knight(board, square, by)
}

/// Whether a piece of `color` that leaves `from` for `to` opens a line from an enemy piece to its
/// own king. Only right while that king is not in check yet.
pub(super) fn opens_line(board: &Position, color: Color, from: Square, to: Square) -> bool {
    let Some(king) = board.king_square(color) else {
        return false;
    };
    match direction(king, from) {
        // Moving along the line, taking the pinning piece included, keeps it closed.
        Some(step) if direction(king, to) != Some(step) => {
            hits_along(board, king, step, color.flip(), Some(from))
        }
        Some(_) | None => false,
    }
}

/// Whether an enemy piece attacks the king of `color` along the line that leads from the king through `via`.
pub(super) fn is_hit_through(board: &Position, color: Color, via: Square) -> bool {
    board.king_square(color).is_some_and(|king| {
        direction(king, via).is_some_and(|step| hits_along(board, king, step, color.flip(), None))
    })
}

/// Whether the first piece that is met from `square` by `step`, `lifted` left out, is one of `by`
/// that attacks back along that line.
fn hits_along(
    board: &Position,
    square: Square,
    step: (i8, i8),
    by: Color,
    lifted: Option<Square>,
) -> bool {
    ray(square, step)
        .filter(|&from| Some(from) != lifted)
        .find_map(|from| Some((from, board.piece_at(from)?)))
        .is_some_and(|(from, piece)| piece.color() == by && way(piece, from, square) != Way::Never)
}

/// Knights jump, so no line leads to them.
fn is_attacked_by_knight(board: &Position, square: Square, by: Color) -> bool {
    let knight = Piece::new(PieceKind::Knight, by);
    // A knight stands two ranks behind what it attacks, as its own player sees it.
    let behind = match by {
        Color::Black => 2,
        Color::White => -2,
    };
    [-1, 1]
        .into_iter()
        .filter_map(|side| ray(square, (side, behind)).next())
        .any(|from| board.piece_at(from) == Some(knight))
}

fn way(piece: Piece, from: Square, to: Square) -> Way {
    let (kind, color) = piece.to_parts();
    let (across, ahead) = offset(color, from, to);
    let directly = |does: bool| if does { Way::Directly } else { Way::Never };
    let along = |does: bool| if does { Way::Along } else { Way::Never };
    let king = || across.abs().max(ahead.abs()) == 1;
    let diagonal = || across.abs() == ahead.abs() && across != 0;
    let straight = || (across == 0) != (ahead == 0);
    match kind {
        PieceKind::Pawn => directly((across, ahead) == (0, 1)),
        PieceKind::Knight => directly(across.abs() == 1 && ahead == 2),
        PieceKind::Silver => directly(matches!((across, ahead), (-1..=1, 1) | (-1 | 1, -1))),
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => directly(matches!(
            (across, ahead),
            (-1..=1, 1) | (-1 | 1, 0) | (0, -1)
        )),
        PieceKind::King => directly(king()),
        PieceKind::Lance => along(across == 0 && ahead > 0),
        PieceKind::Bishop => along(diagonal()),
        PieceKind::Rook => along(straight()),
        PieceKind::ProBishop if king() => Way::Directly,
        PieceKind::ProRook if king() => Way::Directly,
        PieceKind::ProBishop => along(diagonal()),
        PieceKind::ProRook => along(straight()),
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

/// The squares that lie ahead of `from`, up to the edge.
fn ray(from: Square, (files, ranks): (i8, i8)) -> impl Iterator<Item = Square> {
    let (mut file, mut rank) = (from.file(), from.rank());
    from_fn(move || {
        file = file.wrapping_add_signed(files);
        rank = rank.wrapping_add_signed(ranks);
        Square::new(file, rank)
    })
}
