//! Whether a line of moves can be played, told as quickly as may be.
//!
//! Nearly all lines that engines show can be, so they are played here on a board that knows just enough for a
//! yes. Why a move is illegal, or whether a pawn was dropped for mate, is left to [`legality`](super::legality).

use shunsai::Position;
use shunsai::shogi_core::{Color, Hand, PieceKind, Square};

use super::tables::{FILE, Reach, bare, ends_on, promoted, rank_of, reach};

/// Pieces as [`Piece::as_u8`](shunsai::shogi_core::Piece::as_u8) has them: the kind in the lower four bits, the
/// colour above, which no edge and no empty square has.
const EMPTY: u8 = 0;
const EDGE: u8 = 32;
const PAWN: u8 = PieceKind::Pawn as u8;
const KING: u8 = PieceKind::King as u8;

/// The place of a side that has no king.
const NOWHERE: u8 = 0;

/// A board with an edge all around: a place is [`FILE`] times its file and its rank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board {
    cells: [u8; 256],
    /// By side and kind.
    hands: [[u8; 16]; 2],
    kings: [u8; 2],
    /// Whose turn it is: 0 is Black.
    side: u8,
    /// Whether the side to move is in check.
    checked: bool,
}

/// Whether a place is in the camp where pieces of a side promote.
fn in_camp(side: u8, place: u8) -> bool {
    let rank = rank_of(place);
    if side == 0 { rank <= 3 } else { rank >= 7 }
}

/// A word of the form of a move.
#[derive(Clone, Copy)]
enum Word {
    Drop { kind: u8, to: u8 },
    Step { from: u8, to: u8, promotes: bool },
}

/// Whether a text is nothing but words of the form of a move, one or more, with one blank between each two.
pub(super) fn have_form(line: &[u8]) -> bool {
    let mut rest = line;
    // With six bytes there is a blank behind the move, or the line is none.
    while let Some((&[a, b, c, d, e, f], _)) = rest.split_first_chunk() {
        let form = form(a, b, c, d);
        let promotes = u8::from(e == b'+') & form;
        let behind = if promotes == 0 { e } else { f };
        if form == 0 || behind != b' ' {
            return false;
        }
        rest = &rest[5 + usize::from(promotes)..];
    }
    match *rest {
        [a, b, c, d] => form(a, b, c, d) != 0,
        [a, b, c, d, b'+'] => form(a, b, c, d) == STEP,
        _ => false,
    }
}

/// The forms of move that four bytes have.
const STEP: u8 = 1;
const DROP: u8 = 2;

/// The form of four bytes: [`STEP`], [`DROP`] or 0. The two mix at random in a line, so that to choose between
/// them byte by byte would be to guess wrong for every other one.
#[inline]
fn form(a: u8, b: u8, c: u8, d: u8) -> u8 {
    let [first, second, third, fourth] = &FORMS;
    first[usize::from(a)] & second[usize::from(b)] & third[usize::from(c)] & fourth[usize::from(d)]
}

/// The forms that a byte fits into at each of four places.
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

/// The first word of a line, and what stands behind the blank behind it.
#[inline]
fn first_word(line: &[u8]) -> Option<(Word, &[u8])> {
    let (&[a, b, c, d], behind) = line.split_first_chunk()?;
    let form = form(a, b, c, d);
    if form == 0 {
        return None;
    }
    let to = place(c, d);
    let promotes = form == STEP && behind.first() == Some(&b'+');
    let word = if form == DROP {
        let kind = HELD[usize::from(a)];
        Word::Drop { kind, to }
    } else {
        let from = place(a, b);
        Word::Step { from, to, promotes }
    };
    match &behind[usize::from(promotes)..] {
        [] => Some((word, &[])),
        [b' ', more @ ..] if !more.is_empty() => Some((word, more)),
        _ => None,
    }
}

/// The place of a file and a rank, both of which have their form.
fn place(file: u8, rank: u8) -> u8 {
    file.wrapping_sub(b'0')
        .wrapping_mul(FILE)
        .wrapping_add(rank.wrapping_sub(b'a' - 1))
}

impl Board {
    /// The same position. `checked` is whether the side to move is in check.
    pub(super) fn of(board: &Position, checked: bool) -> Self {
        let mut copy = Self {
            cells: [EDGE; 256],
            hands: [[0; 16]; 2],
            kings: [NOWHERE; 2],
            side: u8::from(board.side_to_move() == Color::White),
            checked,
        };
        let place = |square: Square| square.file() * FILE + square.rank();
        for square in Square::all() {
            let piece = board.piece_at(square).map_or(EMPTY, |piece| piece.as_u8());
            copy.cells[usize::from(place(square))] = piece;
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

    /// Whether the moves of a text, with one blank between each two, can be played. A yes is certain.
    pub(super) fn plays(mut self, line: &[u8]) -> bool {
        let mut rest = line;
        while let Some((word, behind)) = first_word(rest) {
            let played = match word {
                Word::Drop { kind, to } => self.drop(kind, to),
                Word::Step { from, to, promotes } => self.step(from, to, promotes),
            };
            if !played {
                return false;
            }
            self.side ^= 1;
            rest = behind;
            if rest.is_empty() {
                return true;
            }
        }
        false
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
        if self.checked && self.is_attacked(self.king(us), us ^ 1) {
            return false;
        }
        let enemy = self.king(us ^ 1);
        self.checked = enemy != NOWHERE && self.reaches(piece, to, enemy);
        // Such a drop may be mate, which takes a look at all replies.
        kind != PAWN || !self.checked
    }

    fn step(&mut self, from: u8, to: u8, promotes: bool) -> bool {
        let us = self.side;
        let them = us ^ 1;
        let piece = self.cells[usize::from(from)];
        let target = self.cells[usize::from(to)];
        let takable = target == EMPTY || target >> 4 == them && target & 15 != KING;
        if piece == EMPTY || piece >> 4 != us || !takable || !self.reaches(piece, from, to) {
            return false;
        }
        let mut placed = piece;
        if promotes {
            placed = promoted(piece);
            if placed == EMPTY || !(in_camp(us, from) || in_camp(us, to)) {
                return false;
            }
        } else if ends_on(piece, rank_of(to)) {
            return false;
        }
        let taken = usize::from(bare(target) & 15);
        let held = &mut self.hands[usize::from(us & 1)][taken];
        *held = held.wrapping_add(u8::from(target != EMPTY));
        self.cells[usize::from(from)] = EMPTY;
        self.cells[usize::from(to)] = placed;
        let king = self.king(us);
        let exposed = if from == king {
            self.kings[usize::from(us & 1)] = to;
            self.is_attacked(to, them)
        } else if self.checked {
            self.is_attacked(king, them)
        } else {
            king != NOWHERE && self.is_hit_through(king, from, them)
        };
        if exposed {
            return false;
        }
        let enemy = self.king(them);
        self.checked = enemy != NOWHERE
            && (self.reaches(placed, to, enemy) || self.is_hit_through(enemy, from, us));
        true
    }

    fn king(&self, side: u8) -> u8 {
        self.kings[usize::from(side & 1)]
    }

    /// The file of a place.
    fn file(&self, place: u8) -> &[u8] {
        let edge = usize::from(place - rank_of(place));
        &self.cells[edge + 1..edge + 10]
    }

    /// Whether a piece moves from one place to the other, and nothing stands between.
    fn reaches(&self, piece: u8, from: u8, to: u8) -> bool {
        let Reach {
            directly,
            along,
            step,
        } = reach(from, to);
        let bit = 1 << (piece & 31);
        if directly & bit != 0 {
            return true;
        }
        if along & bit == 0 {
            return false;
        }
        let mut at = from.wrapping_add(step);
        while at != to {
            if self.cells[usize::from(at)] != EMPTY {
                return false;
            }
            at = at.wrapping_add(step);
        }
        true
    }

    /// The first place in a direction that is not empty, and what is there.
    fn first_from(&self, from: u8, step: u8) -> (u8, u8) {
        let mut at = from;
        loop {
            at = at.wrapping_add(step);
            let piece = self.cells[usize::from(at)];
            if piece != EMPTY {
                return (at, piece);
            }
        }
    }

    /// Whether a piece of `by` attacks `square` along the line that leads through `via`.
    fn is_hit_through(&self, square: u8, via: u8, by: u8) -> bool {
        let step = reach(square, via).step;
        step != 0 && self.is_hit_from(square, step, by)
    }

    fn is_hit_from(&self, square: u8, step: u8, by: u8) -> bool {
        let (at, piece) = self.first_from(square, step);
        let Reach {
            directly, along, ..
        } = reach(at, square);
        piece >> 4 == by && (directly | along) & (1 << (piece & 31)) != 0
    }

    fn is_attacked(&self, square: u8, by: u8) -> bool {
        const STEPS: [i8; 8] = [1, -1, 24, -24, 25, 23, -23, -25];
        let mut steps = STEPS.into_iter();
        if steps.any(|step| self.is_hit_from(square, step.cast_unsigned(), by)) {
            return true;
        }
        // A knight stands two ranks behind what it attacks, as its own player sees it. No place is so near
        // to the ends of the board that this leads out of the cells.
        let knight = PieceKind::Knight as u8 | (by << 4);
        let behind: u8 = if by == 0 { 2 } else { 2_u8.wrapping_neg() };
        let at = square.wrapping_add(behind);
        [at.wrapping_add(FILE), at.wrapping_sub(FILE)]
            .into_iter()
            .any(|from| self.cells[usize::from(from)] == knight)
    }
}
