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

/// A way to take a rook, legal or not.
struct Capture<'a> {
    squares: &'a Squares,
    /// The piece in lower case.
    piece: char,
    from: Square,
    to: Square,
}

impl Capture<'_> {
    /// Whether this piece goes this far to the side and forward or back.
    fn is(&self, piece: char, files: usize, ranks: usize) -> bool {
        let far = (self.from.0.abs_diff(self.to.0), self.from.1.abs_diff(self.to.1));
        self.piece == piece && far == (files, ranks)
    }

    fn is_king_move(&self) -> bool {
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

    fn text(&self) -> String {
        let square = |(file, rank): Square| format!("{}{rank}", char::from(b'a' + file as u8));
        format!("{}{}", square(self.from), square(self.to))
    }
}

/// Replies with an illegal move of this kind that takes a rook, if there is one.
fn takes(hooks: &mut Hooks<Position>, is_meant: fn(&Capture<'_>) -> bool) {
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let found = illegal_capture(asked.root, is_meant);
        Some(found.map_or(reply, Reply::best))
    }));
}

fn illegal_capture(root: &Position, is_meant: fn(&Capture<'_>) -> bool) -> Option<String> {
    let notation = root.notation();
    let mut squares = letters(&notation);
    squares.reverse();
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
        rooks.map(move |to| Capture { squares, piece, from, to })
    })
    .filter(is_meant)
    .map(|take| take.text())
    .find(|text| root.read(text).is_none())
}
