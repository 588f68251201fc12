//! A fast check whether a line of moves can be played.
//!
//! Nearly all lines of engines can be played, so this module plays them on a board that can only confirm it. It leaves
//! to [`legality`](super::legality) why a move is illegal, and whether a dropped pawn mates.

use shunsai::Position;
use shunsai::shogi_core::{Color, Hand, PieceKind, Square};

use super::rays::{Squares, between, bit, first_of};
use super::tables::{FILE, bare, ends_on, promoted, rank_of, reach};

/// Pieces are numbered as in [`Piece::as_u8`](shunsai::shogi_core::Piece::as_u8): the kind in the lower four bits, the
/// colour above. An edge or an empty square never has the number of a piece.
const EMPTY: u8 = 0;
const EDGE: u8 = 32;
const PAWN: u8 = PieceKind::Pawn as u8;

/// The place of the king of a side without a king.
const NOWHERE: u8 = 0;

/// A board with an edge on all sides. A place is [`FILE`] times its file plus its rank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board {
    cells: [u8; 256],
    /// The occupied squares.
    occupied: Squares,
    /// The number of pieces in hand, by side and kind.
    hands: [[u8; 16]; 2],
    kings: [u8; 2],
    /// The side to move: 0 is Black.
    side: u8,
    /// Whether the side to move is in check.
    checked: bool,
}

/// Whether a place is in the camp in which the pieces of a side promote.
fn in_camp(side: u8, place: u8) -> bool {
    let rank = rank_of(place);
    if side == 0 { rank <= 3 } else { rank >= 7 }
}

/// Whether a text consists of one or more words with the form of a move, separated by single blanks.
pub(super) fn have_form(line: &[u8]) -> bool {
    all_words(line, |_| true)
}

/// A word with the form of a move.
#[derive(Clone, Copy)]
struct Word {
    bytes: [u8; 4],
    /// [`STEP`] or [`DROP`].
    form: u8,
    promotes: bool,
}

/// Whether a text consists of one or more words with the form of a move, separated by single blanks, and `is_so` is
/// true for all of them.
#[inline(always)]
fn all_words(line: &[u8], mut is_so: impl FnMut(Word) -> bool) -> bool {
    let mut rest = line;
    // If six bytes are left, another word must follow, so there must be a blank after this one.
    while let Some((&[a, b, c, d, e, f], _)) = rest.split_first_chunk() {
        let form = form(a, b, c, d);
        // Most moves do not promote. With this branch the processor predicts where the next word begins, and looks up
        // its bytes early. If the position were computed from the bytes, each word would have to wait for the one
        // before.
        let promotes = e != b' ';
        let fits = if promotes { form == STEP && e == b'+' && f == b' ' } else { form != 0 };
        let word = Word { bytes: [a, b, c, d], form, promotes };
        if !fits || !is_so(word) {
            return false;
        }
        rest = if promotes { &rest[6..] } else { &rest[5..] };
    }
    let (bytes, promotes) = match *rest {
        [a, b, c, d] => ([a, b, c, d], false),
        [a, b, c, d, b'+'] => ([a, b, c, d], true),
        _ => return false,
    };
    let form = form(bytes[0], bytes[1], bytes[2], bytes[3]);
    let fits = form == STEP || form == DROP && !promotes;
    fits && is_so(Word { bytes, form, promotes })
}

/// The two forms of a move.
const STEP: u8 = 1;
const DROP: u8 = 2;

/// The form of four bytes: [`STEP`], [`DROP`] or 0. The forms are mixed at random in a line, so the processor would
/// often mispredict a branch between them; lookups need no branch.
#[inline]
fn form(a: u8, b: u8, c: u8, d: u8) -> u8 {
    let [first, second, third, fourth] = &FORMS;
    first[usize::from(a)] & second[usize::from(b)] & third[usize::from(c)] & fourth[usize::from(d)]
}

/// The forms that each byte fits, at each of the four places.
static FORMS: [[u8; 256]; 4] = {
    let mut forms = [[0; 256]; 4];
    let mut nth = 0;
    while nth < 9 {
        let (file, rank) = (b'1' as usize + nth, b'a' as usize + nth);
        forms[0][file] = STEP;
        forms[1][rank] = STEP;
        forms[2][file] = STEP | DROP;
        forms[3][rank] = STEP | DROP;
        nth += 1;
    }
    let mut letter = 0;
    while letter < 256 {
        if HELD[letter] != EMPTY {
            forms[0][letter] = DROP;
        }
        letter += 1;
    }
    forms[1][b'*' as usize] = DROP;
    forms
};

/// The kind of a piece in hand, by its letter.
static HELD: [u8; 256] = {
    let mut kinds = [EMPTY; 256];
    kinds[b'P' as usize] = PAWN;
    kinds[b'L' as usize] = PieceKind::Lance as u8;
    kinds[b'N' as usize] = PieceKind::Knight as u8;
    kinds[b'S' as usize] = PieceKind::Silver as u8;
    kinds[b'G' as usize] = PieceKind::Gold as u8;
    kinds[b'B' as usize] = PieceKind::Bishop as u8;
    kinds[b'R' as usize] = PieceKind::Rook as u8;
    kinds
};

/// The place of a file and a rank; both bytes must have their form.
fn place(file: u8, rank: u8) -> u8 {
    file.wrapping_sub(b'0').wrapping_mul(FILE).wrapping_add(rank.wrapping_sub(b'a' - 1))
}

impl Board {
    /// A copy of a position. `checked` means that the side to move is in check.
    pub(super) fn of(board: &Position, checked: bool) -> Self {
        let mut copy = Self {
            cells: [EDGE; 256],
            occupied: 0,
            hands: [[0; 16]; 2],
            kings: [NOWHERE; 2],
            side: u8::from(board.side_to_move() == Color::White),
            checked,
        };
        let place = |square: Square| square.file() * FILE + square.rank();
        for square in Square::all() {
            let piece = board.piece_at(square).map_or(EMPTY, |piece| piece.as_u8());
            copy.cells[usize::from(place(square))] = piece;
            if piece != EMPTY {
                copy.occupied |= bit(place(square));
            }
        }
        for (side, color) in [Color::Black, Color::White].into_iter().enumerate() {
            copy.kings[side] = board.king_square(color).map_or(NOWHERE, place);
            for kind in Hand::all_hand_pieces() {
                let held = board.hand(color).count(kind).unwrap_or(0);
                copy.hands[side][kind as usize] = held;
            }
        }
        copy
    }

    /// Whether the moves of a text, separated by single blanks, can be played. `true` is certain.
    pub(super) fn plays(mut self, line: &[u8]) -> bool {
        all_words(line, |word| {
            let [a, b, c, d] = word.bytes;
            let to = place(c, d);
            let played = if word.form == DROP {
                self.drop(HELD[usize::from(a)], to)
            } else {
                self.step(place(a, b), to, word.promotes)
            };
            self.side ^= 1;
            played
        })
    }

    fn drop(&mut self, kind: u8, to: u8) -> bool {
        let us = self.side;
        let piece = kind | (us << 4);
        let held = &mut self.hands[usize::from(us & 1)][usize::from(kind & 15)];
        if *held == 0 || self.cells[usize::from(to)] != EMPTY || ends_on(piece, rank_of(to)) {
            return false;
        }
        *held -= 1;
        if kind == PAWN && self.file(to).contains(&piece) {
            return false;
        }
        self.cells[usize::from(to)] = piece;
        self.occupied |= bit(to);
        if self.checked && self.is_attacked(self.king(us), us ^ 1) {
            return false;
        }
        let enemy = self.king(us ^ 1);
        self.checked = enemy != NOWHERE && self.reaches(piece, to, enemy);
        // Such a drop may mate, and to find that out needs all replies.
        kind != PAWN || !self.checked
    }

    fn step(&mut self, from: u8, to: u8, promotes: bool) -> bool {
        let us = self.side;
        let them = us ^ 1;
        let piece = self.cells[usize::from(from)];
        let target = self.cells[usize::from(to)];
        // Nearly every move meets all of these conditions, so one branch tests all of them.
        // A king cannot be taken: no legal move leaves its own king in check, and no position begins like that.
        let takable = (target == EMPTY) | (target >> 4 == them);
        let own = (piece != EMPTY) & (piece >> 4 == us);
        let above = promoted(piece);
        let placed = if promotes { above } else { piece };
        let may_promote = (above != EMPTY) & (in_camp(us, from) | in_camp(us, to));
        let goes_on = if promotes { may_promote } else { !ends_on(piece, rank_of(to)) };
        if !(own & takable & goes_on & self.reaches(piece, from, to)) {
            return false;
        }
        let taken = usize::from(bare(target) & 15);
        let held = &mut self.hands[usize::from(us & 1)][taken];
        *held = held.wrapping_add(u8::from(target != EMPTY));
        self.cells[usize::from(from)] = EMPTY;
        self.cells[usize::from(to)] = placed;
        self.occupied = self.occupied & !bit(from) | bit(to);
        let king = self.king(us);
        let exposed = if from == king {
            self.kings[usize::from(us & 1)] = to;
            self.is_attacked(to, them)
        } else if self.checked {
            self.is_attacked(king, them)
        } else {
            (king != NOWHERE) & self.is_hit_through(king, from, them)
        };
        if exposed {
            return false;
        }
        let enemy = self.king(them);
        self.checked = (enemy != NOWHERE)
            & (self.reaches(placed, to, enemy) | self.is_hit_through(enemy, from, us));
        true
    }

    fn king(&self, side: u8) -> u8 {
        self.kings[usize::from(side & 1)]
    }

    /// The nine squares of the file of a place.
    fn file(&self, place: u8) -> &[u8] {
        let edge = usize::from(place - rank_of(place));
        &self.cells[edge + 1..edge + 10]
    }

    // These functions work for every piece and place, without branches that the processor could mispredict.

    /// Whether a piece moves from one place to the other with nothing between.
    fn reaches(&self, piece: u8, from: u8, to: u8) -> bool {
        let reach = reach(from, to);
        let free = between(from, to, reach.line) & self.occupied == 0;
        let along = if free { reach.along } else { 0 };
        (reach.directly | along) & (1 << (piece & 31)) != 0
    }

    /// Whether a piece of `by` attacks `square` along the line through `via`.
    fn is_hit_through(&self, square: u8, via: u8, by: u8) -> bool {
        let reach = reach(square, via);
        reach.on_line & self.is_hit_from(square, reach.line, by)
    }

    /// Whether a piece of `by` attacks `square` along a line.
    fn is_hit_from(&self, square: u8, line: u8, by: u8) -> bool {
        let at = first_of(self.occupied, square, line);
        let piece = self.cells[usize::from(at)];
        let reach = reach(at, square);
        (piece >> 4 == by) & ((reach.directly | reach.along) & (1 << (piece & 31)) != 0)
    }

    fn is_attacked(&self, square: u8, by: u8) -> bool {
        if (0..8).any(|line| self.is_hit_from(square, line, by)) {
            return true;
        }
        // From its own player's point of view, a knight is two ranks behind the square that it attacks. The table of
        // cells is large enough for this from every square.
        let knight = PieceKind::Knight as u8 | (by << 4);
        let behind: u8 = if by == 0 { 2 } else { 2_u8.wrapping_neg() };
        let at = square.wrapping_add(behind);
        [at.wrapping_add(FILE), at.wrapping_sub(FILE)]
            .into_iter()
            .any(|from| self.cells[usize::from(from)] == knight)
    }
}
