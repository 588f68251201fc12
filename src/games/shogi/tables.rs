//! Tables of the geometry of the board, computed at compile time.
//!
//! A lookup takes the same time for every piece and square, while a choice between cases would depend on both.

use shunsai::shogi_core::{Color, Piece, PieceKind, Square};

/// The way in which a piece moves from one square to another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// The piece does not move like that.
    Never,
    /// In one step or jump, whatever is on other squares.
    Directly,
    /// Along a line on which nothing may be between.
    Along,
}

/// One of the eight directions of lines, as a row of [`NEXT`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Direction(u8);

impl Direction {
    /// All eight directions.
    pub(super) const ALL: [Self; 8] = {
        let mut all = [Self(0); 8];
        let mut row = 0;
        while row < 8 {
            all[row as usize] = Self(row);
            row += 1;
        }
        all
    };
}

/// All pieces without their colour. In [`Piece::as_u8`] the kind is in the lower four bits, and the colour above.
pub(super) const KINDS: [PieceKind; 14] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::King,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::ProSilver,
    PieceKind::ProBishop,
    PieceKind::ProRook,
];

/// The number of differences of files or of ranks, from -8 to 8.
const SPAN: usize = 17;
/// The number of differences of squares.
const DIFFERENCES: usize = SPAN * SPAN;

/// The ways in which pieces move from one place to another on a board with edges. A place is [`FILE`] times its file
/// plus its rank.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// One bit for each piece that moves so in one step or jump.
    pub(super) directly: u32,
    /// One bit for each piece that moves so along a line on which nothing may be between.
    pub(super) along: u32,
    /// Whether the two places are on a line.
    pub(super) on_line: bool,
    /// If so, the index in [`LINES`] of the direction from one to the other.
    pub(super) line: u8,
}

/// The eight directions of lines, as files and ranks of one step. Opposite directions are four apart; the first four
/// lead to squares with larger numbers.
pub(super) const LINES: [(i8, i8); 8] =
    [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];

/// The distance between neighbouring files on a board with edges. It is so large that each difference of places belongs
/// to one step only, and that a knight's step beyond the board ends on the edge.
pub(super) const FILE: u8 = 24;

static REACHES: [Reach; 512] = reaches();
static WAYS: [[Way; DIFFERENCES]; 32] = ways();
static DIRECTIONS: [Option<Direction>; DIFFERENCES] = directions();
static NEXT: [[Option<Square>; Square::NUM]; 8] = next();

/// The way in which `piece` moves from one square to the other.
pub(super) fn way(piece: Piece, from: Square, to: Square) -> Way {
    WAYS[usize::from(piece.as_u8() & 31)][difference(from, to)]
}

/// The ways in which pieces move from one place to the other.
pub(super) fn reach(from: u8, to: u8) -> Reach {
    REACHES[usize::from(to) + 256 - usize::from(from)]
}

/// The rank of a place.
pub(super) fn rank_of(place: u8) -> u8 {
    const RANKS: [u8; 256] = {
        let mut ranks = [0; 256];
        let mut place = 0;
        while place < 256 {
            ranks[place] = place as u8 % FILE;
            place += 1;
        }
        ranks
    };
    RANKS[usize::from(place)]
}

/// The promoted form of a piece; 0 if it cannot promote.
pub(super) fn promoted(piece: u8) -> u8 {
    const PROMOTED: [u8; 16] = [0, 9, 10, 11, 12, 0, 13, 14, 0, 0, 0, 0, 0, 0, 0, 0];
    let kind = PROMOTED[usize::from(piece & 15)];
    if kind == 0 { 0 } else { kind | (piece & 16) }
}

/// The kind of a piece as it is in hand.
pub(super) fn bare(piece: u8) -> u8 {
    const BARE: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 6, 7, 0];
    BARE[usize::from(piece & 15)]
}

/// Whether a piece would have no further move from this rank.
pub(super) fn ends_on(piece: u8, rank: u8) -> bool {
    const RANKS: [u32; 32] = {
        let mut ranks = [0; 32];
        (ranks[1], ranks[17]) = (1 << 1, 1 << 9);
        (ranks[2], ranks[18]) = (ranks[1], ranks[17]);
        (ranks[3], ranks[19]) = (ranks[1] | 1 << 2, ranks[17] | 1 << 8);
        ranks
    };
    RANKS[usize::from(piece & 31)] & (1 << (rank & 31)) != 0
}

/// The direction from one square to another on a straight or diagonal line.
pub(super) fn direction(from: Square, to: Square) -> Option<Direction> {
    DIRECTIONS[difference(from, to)]
}

/// The next square in a direction; `None` at the edge.
pub(super) fn next_to(square: Square, towards: Direction) -> Option<Square> {
    NEXT[usize::from(towards.0 & 7)][square.array_index()]
}

/// The index of a pair of squares in the tables of differences.
fn difference(from: Square, to: Square) -> usize {
    // Files and ranks are 1..=9, so the difference cannot be negative.
    let along = |square: Square| usize::from(square.file()) * SPAN + usize::from(square.rank());
    along(to) + 8 * SPAN + 8 - along(from)
}

const fn ways() -> [[Way; DIFFERENCES]; 32] {
    let mut table = [[Way::Never; DIFFERENCES]; 32];
    let mut index = 0;
    while index < KINDS.len() {
        let kind = KINDS[index];
        let mut place = 0;
        while place < DIFFERENCES {
            let (files, ranks) = files_and_ranks(place);
            // Black moves towards smaller ranks, White towards larger ones.
            table[row(kind, Color::Black)][place] = way_of(kind, files, -ranks);
            table[row(kind, Color::White)][place] = way_of(kind, files, ranks);
            place += 1;
        }
        index += 1;
    }
    table
}

const fn row(kind: PieceKind, color: Color) -> usize {
    kind as usize
        + match color {
            Color::Black => 0,
            Color::White => 16,
        }
}

/// The way in which a piece moves by so many files to one side and so many ranks forward. It is the same for both
/// sides.
const fn way_of(kind: PieceKind, across: i8, ahead: i8) -> Way {
    let near = matches!((across, ahead), (-1..=1, -1..=1)) && (across != 0 || ahead != 0);
    let diagonal = across.abs() == ahead.abs() && across != 0;
    let straight = (across == 0) != (ahead == 0);
    let (directly, along) = match kind {
        PieceKind::Pawn => (across == 0 && ahead == 1, false),
        PieceKind::Knight => (across.abs() == 1 && ahead == 2, false),
        PieceKind::Silver => (near && (ahead == 1 || diagonal), false),
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => (near && (ahead == 1 || straight), false),
        PieceKind::King => (near, false),
        PieceKind::Lance => (false, across == 0 && ahead > 0),
        PieceKind::Bishop => (false, diagonal),
        PieceKind::Rook => (false, straight),
        PieceKind::ProBishop => (near, diagonal),
        PieceKind::ProRook => (near, straight),
    };
    match (directly, along) {
        (true, _) => Way::Directly,
        (false, true) => Way::Along,
        (false, false) => Way::Never,
    }
}

const fn reaches() -> [Reach; 512] {
    let nothing = Reach { directly: 0, along: 0, on_line: false, line: 0 };
    let mut table = [nothing; 512];
    let mut place = 0;
    while place < DIFFERENCES {
        let (files, ranks) = files_and_ranks(place);
        let reach = &mut table[(files as i32 * FILE as i32 + ranks as i32 + 256) as usize];
        let straight = (files == 0) != (ranks == 0);
        let diagonal = files != 0 && files.abs() == ranks.abs();
        reach.on_line = straight || diagonal;
        let mut line = 0;
        while line < LINES.len() && reach.on_line {
            let (across, up) = LINES[line];
            if across == files.signum() && up == ranks.signum() {
                reach.line = line as u8;
            }
            line += 1;
        }
        let mut index = 0;
        while index < KINDS.len() {
            let kind = KINDS[index];
            let ways = [way_of(kind, files, -ranks), way_of(kind, files, ranks)];
            let bits = [1 << row(kind, Color::Black), 1 << row(kind, Color::White)];
            let mut side = 0;
            while side < 2 {
                match ways[side] {
                    Way::Never => {}
                    Way::Directly => reach.directly |= bits[side],
                    Way::Along => reach.along |= bits[side],
                }
                side += 1;
            }
            index += 1;
        }
        place += 1;
    }
    table
}

const fn directions() -> [Option<Direction>; DIFFERENCES] {
    let mut table = [None; DIFFERENCES];
    let mut row = 0;
    while row < LINES.len() {
        let (files, ranks) = LINES[row];
        let mut steps = 1;
        while steps <= 8 {
            let place = (files * steps + 8) as usize * SPAN + (ranks * steps + 8) as usize;
            table[place] = Some(Direction::ALL[row]);
            steps += 1;
        }
        row += 1;
    }
    table
}

const fn next() -> [[Option<Square>; Square::NUM]; 8] {
    let mut table = [[None; Square::NUM]; 8];
    let mut row = 0;
    while row < LINES.len() {
        let (files, ranks) = LINES[row];
        let mut index = 0;
        while index < Square::NUM {
            let (file, rank) = file_and_rank(index);
            // `Square::new` returns `None` beyond the edge.
            table[row][index] = Square::new((file + files) as u8, (rank + ranks) as u8);
            index += 1;
        }
        row += 1;
    }
    table
}

/// The file and the rank of a square by its number, counted from 0, file by file.
pub(super) const fn file_and_rank(number: usize) -> (i8, i8) {
    ((number / 9) as i8 + 1, (number % 9) as i8 + 1)
}

const fn files_and_ranks(place: usize) -> (i8, i8) {
    ((place / SPAN) as i8 - 8, (place % SPAN) as i8 - 8)
}

#[cfg(test)]
mod tests {
    use super::super::rays::{Squares, between, bit, first_of};
    use super::*;

    #[test]
    fn rows_are_those_of_the_pieces() {
        for color in Color::all() {
            for kind in KINDS {
                let piece = Piece::new(kind, color);
                assert_eq!(usize::from(piece.as_u8()), row(kind, color));
            }
        }
    }

    #[test]
    fn squares_follow_one_another_in_their_direction() {
        for from in Square::all() {
            for towards in Direction::ALL {
                let mut at = from;
                while let Some(next) = next_to(at, towards) {
                    assert!(direction(from, next) == Some(towards));
                    assert!(direction(at, next) == Some(towards));
                    at = next;
                }
            }
            assert!(direction(from, from).is_none());
        }
    }

    #[test]
    fn places_with_edges_say_the_same_as_squares() {
        let place = |square: Square| square.file() * FILE + square.rank();
        for from in Square::all() {
            for to in Square::all() {
                let there = reach(place(from), place(to));
                let towards = direction(from, to);
                let next = towards.and_then(|towards| next_to(from, towards)).map(place);
                assert_eq!(there.on_line, towards.is_some());
                let first = first_of(Squares::MAX, place(from), there.line);
                assert!(next.is_none_or(|next| next == first));
                if let Some(towards) = towards {
                    let mut ways = 0;
                    let mut at = from;
                    while let Some(next) = next_to(at, towards).filter(|&next| next != to) {
                        ways |= bit(place(next));
                        at = next;
                    }
                    assert_eq!(between(place(from), place(to), there.line), ways);
                    let behind = bit(place(to)) | bit(place(from));
                    assert_eq!(first_of(behind, place(from), there.line), place(to));
                }
                for color in Color::all() {
                    for kind in KINDS {
                        let piece = Piece::new(kind, color);
                        let bit = 1 << piece.as_u8();
                        let wanted = way(piece, from, to);
                        assert_eq!(there.directly & bit != 0, wanted == Way::Directly);
                        assert_eq!(there.along & bit != 0, wanted == Way::Along);
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_of_pieces_say_the_same_as_pieces() {
        for color in Color::all() {
            for kind in KINDS {
                let piece = Piece::new(kind, color);
                let number = piece.as_u8();
                assert_eq!(promoted(number), piece.promote().map_or(0, Piece::as_u8));
                assert_eq!(bare(number), kind.unpromote().unwrap_or(kind) as u8);
                for square in Square::all() {
                    let dead = super::super::legality::is_dead(piece, square);
                    assert_eq!(ends_on(number, square.rank()), dead);
                }
            }
        }
        assert_eq!((promoted(0), bare(0), ends_on(0, 1)), (0, 0, false));
    }
}
