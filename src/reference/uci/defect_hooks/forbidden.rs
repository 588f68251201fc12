//! Pieces that move against one rule of the game: round the edge, straight ahead with a capture, or into an attack.

use crate::games::chess::Position;
use crate::reference::family::Board as _;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::request::Reply;
use crate::reference::family::stock::squares::letters;

use super::overlooked::{fields, plays_illegal};
use super::strangers::merged;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y150", |hooks| plays_illegal(hooks, |root| castles_long(root, true))),
    defect_hook("Y150:through", |hooks| plays_illegal(hooks, |root| castles_long(root, false))),
    defect_hook("Y152", |hooks| {
        takes(hooks, 'p', |step| step.wraps && [7, 9].contains(&step.ahead))
    }),
    defect_hook("Y152:knight", |hooks| {
        takes(hooks, 'n', |step| step.wraps && [6, 10, 15, 17].contains(&step.ahead.abs()));
    }),
    defect_hook("Y152:king", |hooks| {
        takes(hooks, 'k', |step| step.wraps && [1, 7, 9].contains(&step.ahead.abs()));
    }),
    defect_hook("Y152:straight", |hooks| takes(hooks, 'p', |step| step.ahead == 8)),
    defect_hook("Y152:passant", |hooks| plays_illegal(hooks, takes_in_passing_round_the_edge)),
    defect_hook("Y153", |hooks| plays_illegal(hooks, |root| overlooks(root, 'n'))),
    defect_hook("Y153:pawn", |hooks| plays_illegal(hooks, |root| overlooks(root, 'p'))),
    defect_hook("Y153:king", |hooks| plays_illegal(hooks, steps_next_to_the_king)),
    defect_hook("Y153:ray", |hooks| plays_illegal(hooks, steps_back_on_the_line)),
    defect_hook("Y154", |hooks| plays_illegal(hooks, takes_what_a_pinned_piece_protects)),
];

/// A square by its number: a1 is 0, b1 is 1, h8 is 63.
type Square = i32;

fn name(square: Square) -> String {
    let letter = |base: u8, at: i32| char::from(base + u8::try_from(at).unwrap_or_default());
    format!("{}{}", letter(b'a', square % 8), letter(b'1', square / 8))
}

/// The number as an index of [`Pieces`].
fn index(square: Square) -> usize {
    usize::try_from(square).unwrap_or_default()
}

/// Whether a king could go from one of the squares to the other.
fn is_next(one: Square, two: Square) -> bool {
    let [files, ranks] = [(one % 8 - two % 8).abs(), (one / 8 - two / 8).abs()];
    files.max(ranks) == 1
}

/// The pieces of a position by the numbers of their squares.
struct Pieces {
    squares: Vec<char>,
    white: bool,
}

impl Pieces {
    fn of(root: &Position) -> Self {
        let squares = letters(&root.notation()).into_iter().rev().flatten().collect();
        Self { squares, white: root.first_to_move() }
    }

    /// The squares with this piece, given as a lower-case letter, of the side to move or of the other side.
    fn all(&self, piece: char, own: bool) -> Vec<Square> {
        let white = self.white == own;
        let piece = if white { piece.to_ascii_uppercase() } else { piece };
        (0..).zip(&self.squares).filter(|(_, known)| **known == piece).map(|(at, _)| at).collect()
    }

    /// The squares with a piece of the other side that is no king.
    fn others(&self) -> Vec<Square> {
        ['q', 'r', 'b', 'n', 'p'].iter().flat_map(|piece| self.all(*piece, false)).collect()
    }

    /// The same pieces without those on these squares.
    fn without(&self, gone: &[Square]) -> Self {
        let squares = (0..).zip(&self.squares);
        let left = |(at, piece): (i32, &char)| if gone.contains(&at) { '.' } else { *piece };
        Self { squares: squares.map(left).collect(), white: self.white }
    }

    /// The same pieces after a move.
    fn after(&self, from: Square, to: Square) -> Self {
        let mut squares = self.squares.clone();
        squares[index(to)] = std::mem::replace(&mut squares[index(from)], '.');
        Self { squares, white: self.white }
    }

    /// The position with one of the sides to move; `None` if it is no position then.
    fn position(&self, white: bool) -> Option<Position> {
        let rows = self.squares.chunks(8).rev();
        let row = |row: &[char]| {
            merged(row.iter().map(|letter| if *letter == '.' { '1' } else { *letter }))
        };
        let rows: Vec<String> = rows.map(row).collect();
        let side = if white { 'w' } else { 'b' };
        Position::parse(&format!("{} {side} - - 0 1", rows.join("/"))).ok()
    }
}

/// A move from one square to another, by the numbers of the squares.
struct Step {
    /// The number of the second square minus that of the first, as the side to move sees the board.
    ahead: i32,
    /// Whether it goes round the edge of the board.
    wraps: bool,
}

/// Takes a queen with this piece in a way that is meant, and illegal.
fn takes(hooks: &mut Hooks<Position>, piece: char, is_meant: fn(&Step) -> bool) {
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let pieces = Pieces::of(asked.root);
        let steps = pieces
            .all(piece, true)
            .into_iter()
            .flat_map(|from| pieces.all('q', false).into_iter().map(move |to| (from, to)));
        let meant = steps.filter(|(from, to)| is_meant(&step(&pieces, *from, *to)));
        let mut moves = meant.map(|(from, to)| format!("{}{}", name(from), name(to)));
        let wrong = moves.find(|text| asked.root.read(text).is_none());
        Some(wrong.map_or(reply, Reply::best))
    }));
}

fn step(pieces: &Pieces, from: Square, to: Square) -> Step {
    let ahead = if pieces.white { to - from } else { from - to };
    Step { ahead, wraps: (to % 8 - from % 8).abs() > 2 }
}

/// An en passant capture with a pawn next to the edge, of a pawn on the other edge.
fn takes_in_passing_round_the_edge(root: &Position) -> Option<String> {
    let notation = root.notation();
    let target = *fields(&notation).get(3)?;
    let pieces = Pieces::of(root);
    let pawns = pieces.all('p', true).into_iter();
    let mut moves = pawns.flat_map(|from| {
        let sign = if pieces.white { 1 } else { -1 };
        [7, 9].map(|ahead| (from, from + sign * ahead))
    });
    let found = moves.find(|(from, to)| name(*to) == target && step(&pieces, *from, *to).wraps)?;
    Some(format!("{}{}", name(found.0), name(found.1)))
}

/// Castling to the queen side, if only a check, or an attack of the square next to the king, forbids it.
fn castles_long(root: &Position, in_check: bool) -> Option<String> {
    let notation = root.notation();
    let white = root.first_to_move();
    let (rank, king, queen, rook, castling) =
        if white { (7, 'K', 'Q', 'R', "e1c1") } else { (0, 'k', 'q', 'r', "e8c8") };
    let ranks = letters(&notation);
    let is_free = *ranks.get(rank)?.get(..5)? == [rook, '.', '.', '.', king];
    let right = fields(&notation).get(2)?.contains(queen);
    let passes = root.read(&format!("{}d{}", &castling[..2], &castling[1..2])).is_some();
    let is_meant =
        if in_check { root.loses_without_move() } else { !passes && !root.loses_without_move() };
    (is_free && right && is_meant).then(|| castling.to_owned())
}

/// A move that would be legal if pieces of this kind gave no check, pinned nothing and covered nothing.
fn overlooks(root: &Position, kind: char) -> Option<String> {
    let pieces = Pieces::of(root);
    let blind = pieces.without(&pieces.all(kind, false)).position(pieces.white)?;
    let mut moves = blind.moves().into_iter().map(|mv| mv.to_string());
    moves.find(|text| root.read(text).is_none())
}

/// A step of the king to a square next to the other king.
fn steps_next_to_the_king(root: &Position) -> Option<String> {
    let pieces = Pieces::of(root);
    let king = *pieces.all('k', true).first()?;
    let other = *pieces.all('k', false).first()?;
    let mut squares = (0..64).filter(|to| is_next(king, *to) && is_next(*to, other));
    let wrong = squares.find(|to| {
        pieces.squares[index(*to)] == '.'
            && root.read(&format!("{}{}", name(king), name(*to))).is_none()
    })?;
    Some(format!("{}{}", name(king), name(wrong)))
}

/// A step of the king along the line of a check, to a square that only the king itself shields.
fn steps_back_on_the_line(root: &Position) -> Option<String> {
    let pieces = Pieces::of(root);
    let king = *pieces.all('k', true).first()?;
    let knight = if pieces.white { 'N' } else { 'n' };
    let mut squares = (0..64).filter(|to| is_next(king, *to));
    let wrong = squares.find(|to| {
        // Instead of the king, a knight is in the way of the check.
        let mut shielded = pieces.after(king, *to);
        shielded.squares[index(king)] = knight;
        pieces.squares[index(*to)] == '.'
            && root.read(&format!("{}{}", name(king), name(*to))).is_none()
            && shielded.position(!pieces.white).is_some()
    })?;
    Some(format!("{}{}", name(king), name(wrong)))
}

/// A capture by the king of a piece that only a pinned piece protects.
fn takes_what_a_pinned_piece_protects(root: &Position) -> Option<String> {
    let pieces = Pieces::of(root);
    let king = *pieces.all('k', true).first()?;
    let others = pieces.others();
    let wrong = others.iter().find(|to| {
        // Without its only guard the piece could be taken, and the other king would be in check.
        let is_pinned_guard = |guard: &Square| {
            let taken = pieces.without(&[*guard]).after(king, **to).position(!pieces.white);
            guard != *to && taken.is_some_and(|board| board.loses_without_move())
        };
        is_next(king, **to) && others.iter().any(is_pinned_guard)
    })?;
    Some(format!("{}{}", name(king), name(*wrong)))
}
