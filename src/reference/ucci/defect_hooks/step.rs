//! Moves of pieces from square to square, legal or not.

use crate::games::xiangqi::Position;
use crate::reference::family::Board as _;
use crate::reference::family::stock::squares::letters;

/// A file and a rank, both from 0.
type Square = (usize, usize);

/// The pieces of a position by rank, the lowest first, and file; a dot for an empty square.
pub(super) struct Squares(Vec<Vec<char>>);

impl Squares {
    pub(super) fn of(root: &Position) -> Squares {
        let mut ranks = letters(&root.notation());
        ranks.reverse();
        Squares(ranks)
    }

    fn at(&self, (file, rank): Square) -> Option<char> {
        self.0.get(rank)?.get(file).copied()
    }

    /// Whether a piece is on the square.
    fn is_occupied(&self, square: Square) -> bool {
        self.at(square).is_some_and(|piece| piece != '.')
    }

    /// All pieces with their squares.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, char)> {
        let all = self.0.iter().enumerate().flat_map(|(rank, pieces)| {
            pieces.iter().enumerate().map(move |(file, piece)| ((file, rank), *piece))
        });
        all.filter(|(_, piece)| *piece != '.')
    }

    pub(super) fn step(&self, from: Square, to: Square) -> Step<'_> {
        let piece = self.at(from).map_or('.', |piece| piece.to_ascii_lowercase());
        Step { squares: self, piece, from, to }
    }

    /// A move in its notation.
    pub(super) fn read(&self, text: &str) -> Option<Step<'_>> {
        let bytes = text.as_bytes();
        let square = |at: usize| {
            let file = bytes.get(at)?.checked_sub(b'a')?;
            let rank = bytes.get(at + 1)?.checked_sub(b'0')?;
            Some((usize::from(file), usize::from(rank)))
        };
        Some(self.step(square(0)?, square(2)?))
    }
}

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

    pub(super) fn is_horse_move(&self) -> bool {
        self.is('n', 1, 2) || self.is('n', 2, 1)
    }

    pub(super) fn is_rook_move(&self) -> bool {
        let line = self.from.0 == self.to.0 || self.from.1 == self.to.1;
        line && self.piece == 'r' && self.between(0)
    }

    pub(super) fn crosses_river(&self) -> bool {
        (self.from.1 < 5) != (self.to.1 < 5)
    }

    /// Whether the square is occupied over which a horse goes.
    pub(super) fn is_leg_blocked(&self) -> bool {
        self.squares.is_occupied(self.leg())
    }

    /// The square over which a horse goes.
    fn leg(&self) -> Square {
        let (from, to) = (self.from, self.to);
        match from.1.abs_diff(to.1) {
            2 => (from.0, usize::midpoint(from.1, to.1)),
            _ => (usize::midpoint(from.0, to.0), from.1),
        }
    }

    pub(super) fn is_cannon_move_over(&self, pieces: usize) -> bool {
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
        inner.filter(|square| self.squares.is_occupied(*square)).count() == pieces
    }

    pub(super) fn takes(&self) -> bool {
        self.squares.is_occupied(self.to)
    }

    /// Whether a pawn of the other side has just passed the square of arrival.
    pub(super) fn is_behind_a_pawn(&self) -> bool {
        let (file, rank) = self.to;
        let passed = if self.is_red() { rank.checked_sub(1) } else { Some(rank + 1) };
        passed.is_some_and(|rank| self.is_other((file, rank), 'p'))
    }

    /// Whether a horse of the other side could go to the square of arrival if its leg were not blocked.
    pub(super) fn is_near_a_blocked_horse(&self) -> bool {
        let mut horses = self.squares.pieces().filter(|(from, _)| self.is_other(*from, 'n'));
        horses.any(|(from, _)| {
            let horse = self.squares.step(from, self.to);
            horse.is_horse_move() && horse.is_leg_blocked()
        })
    }

    /// Whether a piece goes to the square over which a horse of the other side could take the king.
    pub(super) fn blocks_a_horse(&self) -> bool {
        let king = if self.is_red() { 'K' } else { 'k' };
        let mut kings = self.squares.pieces().filter(|(_, piece)| *piece == king);
        kings.any(|(king, _)| {
            let mut horses = self.squares.pieces().filter(|(from, _)| self.is_other(*from, 'n'));
            horses.any(|(from, _)| {
                let horse = self.squares.step(from, king);
                horse.is_horse_move() && horse.leg() == self.to
            })
        })
    }

    fn is_red(&self) -> bool {
        self.squares.at(self.from).is_some_and(|piece| piece.is_ascii_uppercase())
    }

    /// Whether a piece of the other side is on the square.
    fn is_other(&self, square: Square, piece: char) -> bool {
        self.squares.at(square)
            == Some(if self.is_red() { piece } else { piece.to_ascii_uppercase() })
    }

    pub(super) fn text(&self) -> String {
        let square = |(file, rank): Square| format!("{}{rank}", char::from(b'a' + file as u8));
        format!("{}{}", square(self.from), square(self.to))
    }
}
