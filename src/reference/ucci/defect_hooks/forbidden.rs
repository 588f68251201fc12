//! Pieces that move against one rule of the game, if they can take a rook in this way.

use crate::games::xiangqi::Position;
use crate::reference::family::Board as _;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::request::Reply;
use crate::reference::family::stock::squares::letters;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y01", |hooks| takes(hooks, |take| take.is('b', 2, 2) && take.crosses_river())),
    defect_hook("Y01:eye", |hooks| {
        takes(hooks, |take| take.is('b', 2, 2) && !take.crosses_river());
    }),
    defect_hook("Y01:leg", |hooks| {
        takes(hooks, |take| take.is_horse_move() && take.is_leg_blocked());
    }),
    defect_hook("Y01:pawn", |hooks| takes(hooks, |take| take.is('p', 1, 0))),
    defect_hook("Y01:back", |hooks| takes(hooks, |take| take.is('p', 0, 1))),
    defect_hook("Y01:king", |hooks| {
        takes(hooks, |take| take.is_king_move() && !(3..=5).contains(&take.to.0));
    }),
    defect_hook("Y01:top", |hooks| {
        takes(hooks, |take| take.is('k', 0, 1) && (3..=6).contains(&take.to.1));
    }),
    defect_hook("Y01:advisor", |hooks| takes(hooks, |take| take.is('a', 1, 1))),
    defect_hook("Y01:cannon", |hooks| takes(hooks, |take| take.is_cannon_move_over(0))),
    defect_hook("Y01:two", |hooks| takes(hooks, |take| take.is_cannon_move_over(2))),
    defect_hook("Y01:pinned", |hooks| {
        takes(hooks, |take| take.is_horse_move() && !take.is_leg_blocked());
    }),
    defect_hook("Y01:check", |hooks| takes(hooks, |take| take.is_rook_move())),
    defect_hook("Y01:facing", |hooks| {
        takes(hooks, |take| take.is_king_move() && (3..=5).contains(&take.to.0));
    }),
];

/// A file and a rank, both from 0.
type Square = (usize, usize);

/// The pieces by rank, the lowest first, and file; a dot for an empty square.
type Squares = Vec<Vec<char>>;

/// A way from a square to another one, legal or not.
pub(super) struct Step<'a> {
    squares: &'a Squares,
    /// The piece in lower case.
    pub(super) piece: char,
    from: Square,
    pub(super) to: Square,
}

impl Step<'_> {
    /// Whether this piece goes this far to the side and forward or back.
    pub(super) fn is(&self, piece: char, files: usize, ranks: usize) -> bool {
        let far = (self.from.0.abs_diff(self.to.0), self.from.1.abs_diff(self.to.1));
        self.piece == piece && far == (files, ranks)
    }

    pub(super) fn is_king_move(&self) -> bool {
        self.is('k', 1, 0) || self.is('k', 0, 1)
    }

    fn is_horse_move(&self) -> bool {
        self.is('n', 1, 2) || self.is('n', 2, 1)
    }

    fn is_rook_move(&self) -> bool {
        let line = self.from.0 == self.to.0 || self.from.1 == self.to.1;
        line && self.piece == 'r' && self.between(0)
    }

    fn crosses_river(&self) -> bool {
        (self.from.1 < 5) != (self.to.1 < 5)
    }

    /// Whether the square is occupied over which a horse goes.
    fn is_leg_blocked(&self) -> bool {
        let (from, to) = (self.from, self.to);
        let leg = match from.1.abs_diff(to.1) {
            2 => (from.0, usize::midpoint(from.1, to.1)),
            _ => (usize::midpoint(from.0, to.0), from.1),
        };
        self.squares[leg.1][leg.0] != '.'
    }

    fn is_cannon_move_over(&self, pieces: usize) -> bool {
        let (from, to) = (self.from, self.to);
        let line = from.0 == to.0 || from.1 == to.1;
        line && self.piece == 'c' && self.between(pieces)
    }

    /// Whether this number of pieces is between the squares, which are on one line.
    fn between(&self, pieces: usize) -> bool {
        let (from, to) = (self.from, self.to);
        let files = from.0.min(to.0)..=from.0.max(to.0);
        let inner = files
            .flat_map(|file| (from.1.min(to.1)..=from.1.max(to.1)).map(move |rank| (file, rank)));
        let inner = inner.filter(|square| *square != from && *square != to);
        inner.filter(|(file, rank)| self.squares[*rank][*file] != '.').count() == pieces
    }

    pub(super) fn takes(&self) -> bool {
        self.at(self.to) != Some('.')
    }

    /// Whether a pawn of the other side has just passed the square of arrival.
    pub(super) fn is_behind_a_pawn(&self) -> bool {
        let (file, rank) = self.to;
        let passed = if self.is_red() { rank.checked_sub(1) } else { Some(rank + 1) };
        passed.is_some_and(|rank| self.is_other((file, rank), 'p'))
    }

    /// Whether a horse of the other side could go to the square of arrival if its leg were not blocked.
    pub(super) fn is_near_a_blocked_horse(&self) -> bool {
        let ranks = 0..self.squares.len();
        let mut all = ranks.flat_map(|rank| (0..9).map(move |file| (file, rank)));
        all.any(|from| {
            let horse = Step { squares: self.squares, piece: 'n', from, to: self.to };
            self.is_other(from, 'n') && horse.is_horse_move() && horse.is_leg_blocked()
        })
    }

    fn is_red(&self) -> bool {
        self.at(self.from).is_some_and(|piece| piece.is_ascii_uppercase())
    }

    /// Whether a piece of the other side is on the square.
    fn is_other(&self, square: Square, piece: char) -> bool {
        self.at(square) == Some(if self.is_red() { piece } else { piece.to_ascii_uppercase() })
    }

    fn at(&self, (file, rank): Square) -> Option<char> {
        self.squares.get(rank)?.get(file).copied()
    }

    fn text(&self) -> String {
        let square = |(file, rank): Square| format!("{}{rank}", char::from(b'a' + file as u8));
        format!("{}{}", square(self.from), square(self.to))
    }
}

/// Whether a move in a position is of such a kind.
pub(super) fn step(
    root: &Position,
    text: &str,
    is_meant: fn(&Position, &Step<'_>) -> bool,
) -> bool {
    let squares = squares(root);
    let bytes = text.as_bytes();
    let square = |at: usize| {
        let file = bytes.get(at)?.checked_sub(b'a')?;
        let rank = bytes.get(at + 1)?.checked_sub(b'0')?;
        Some((usize::from(file), usize::from(rank)))
    };
    let (Some(from), Some(to)) = (square(0), square(2)) else {
        return false;
    };
    let piece = squares[from.1][from.0].to_ascii_lowercase();
    is_meant(root, &Step { squares: &squares, piece, from, to })
}

/// The pieces of a position.
fn squares(root: &Position) -> Squares {
    let mut squares = letters(&root.notation());
    squares.reverse();
    squares
}

/// Replies with an illegal move of this kind that takes a rook, if there is one.
fn takes(hooks: &mut Hooks<Position>, is_meant: fn(&Step<'_>) -> bool) {
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let found = illegal_capture(asked.root, is_meant);
        Some(found.map_or(reply, Reply::best))
    }));
}

fn illegal_capture(root: &Position, is_meant: fn(&Step<'_>) -> bool) -> Option<String> {
    let squares = squares(root);
    let red = root.first_to_move();
    let all = |wanted: fn(char, bool) -> bool| {
        let squares = &squares;
        (0..squares.len()).flat_map(move |rank| {
            let files = 0..squares[rank].len();
            files
                .filter(move |file| wanted(squares[rank][*file], red))
                .map(move |file| (file, rank))
        })
    };
    let own = all(|piece, red| piece != '.' && piece.is_ascii_uppercase() == red);
    own.flat_map(|from| {
        let rooks = all(|piece, red| piece == if red { 'r' } else { 'R' });
        let piece = squares[from.1][from.0].to_ascii_lowercase();
        let squares = &squares;
        rooks.map(move |to| Step { squares, piece, from, to })
    })
    .filter(is_meant)
    .map(|take| take.text())
    .find(|text| root.read(text).is_none())
}
