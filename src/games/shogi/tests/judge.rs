//! Compares the reasons with those of a second implementation, which keeps a map of squares and tries moves.

use std::collections::HashMap;

use super::super::Position;
use super::oracle::{Dice, scattered};
use super::position;
use crate::games::IllegalReason::{
    self, CannotPromote, DeadSquare, DropPawnMate, EmptySquare, LeavesKingInCheck, MustPromote,
    NotInHand, NotYourPiece, OwnPieceOnTarget, PathBlocked, PieceCannotMoveThere, SquareOccupied,
    TwoPawns,
};
use crate::games::Position as _;

/// File and rank, counted from 1.
type Square = (i8, i8);

/// The upper-case letter, whether the piece is promoted, and whether it is Black's.
type Piece = (char, bool, bool);

#[derive(Clone)]
struct Paper {
    cells: HashMap<Square, Piece>,
    hands: HashMap<(char, bool), u8>,
    black: bool,
}

#[derive(PartialEq)]
enum Reach {
    No,
    Blocked,
    Yes,
}

impl Paper {
    fn read(sfen: &str) -> Self {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let mut cells = HashMap::new();
        for (row, rank) in fields[0].split('/').zip(1..) {
            let (mut file, mut promoted) = (9, false);
            for letter in row.chars() {
                match letter {
                    '1'..='9' => file -= letter.to_digit(10).unwrap() as i8,
                    '+' => promoted = true,
                    _ => {
                        let piece = (letter.to_ascii_uppercase(), promoted, letter.is_uppercase());
                        cells.insert((file, rank), piece);
                        (file, promoted) = (file - 1, false);
                    }
                }
            }
        }
        let mut hands = HashMap::new();
        let mut number = 0;
        for letter in fields[2].chars().filter(|&letter| letter != '-') {
            match letter.to_digit(10) {
                Some(digit) => number = number * 10 + digit as u8,
                None => {
                    let held = (letter.to_ascii_uppercase(), letter.is_uppercase());
                    hands.insert(held, std::mem::take(&mut number).max(1));
                }
            }
        }
        let black = fields[1] == "b";
        Self { cells, hands, black }
    }

    fn reaches(&self, (letter, promoted, black): Piece, from: Square, to: Square) -> Reach {
        const GOLD: &[Square] = &[(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];
        const CROSS: &[Square] = &[(0, 1), (0, -1), (1, 0), (-1, 0)];
        const SLANT: &[Square] = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let (steps, slides): (&[Square], &[Square]) = match (letter, promoted) {
            ('P', false) => (&[(0, 1)], &[]),
            ('L', false) => (&[], &[(0, 1)]),
            ('N', false) => (&[(-1, 2), (1, 2)], &[]),
            ('S', false) => (&[(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)], &[]),
            ('B', false) => (&[], SLANT),
            ('R', false) => (&[], CROSS),
            ('B', true) => (CROSS, SLANT),
            ('R', true) => (SLANT, CROSS),
            ('K', _) => (&[], &[]),
            _ => (GOLD, &[]),
        };
        let ahead = if black { -1 } else { 1 };
        let off = (to.0 - from.0, (to.1 - from.1) * ahead);
        let king = letter == 'K' && off != (0, 0) && off.0.abs() <= 1 && off.1.abs() <= 1;
        if king || steps.contains(&off) {
            return Reach::Yes;
        }
        for slide in slides {
            for length in 1..9 {
                if off != (slide.0 * length, slide.1 * length) {
                    continue;
                }
                let between = |at| (from.0 + slide.0 * at, from.1 + slide.1 * at * ahead);
                let blocked = (1..length).any(|at| self.cells.contains_key(&between(at)));
                return if blocked { Reach::Blocked } else { Reach::Yes };
            }
        }
        Reach::No
    }

    fn attacked(&self, square: Square, by_black: bool) -> bool {
        let attacks = |(&from, &piece): (&Square, &Piece)| {
            piece.2 == by_black && self.reaches(piece, from, square) == Reach::Yes
        };
        self.cells.iter().any(attacks)
    }

    fn in_check(&self, black: bool) -> bool {
        let mut kings = self.cells.iter();
        let king = kings.find(|(_, piece)| piece.0 == 'K' && piece.2 == black);
        king.is_some_and(|(&square, _)| self.attacked(square, !black))
    }

    /// Whether a piece of the side to move would have no further move there.
    fn dead(&self, letter: char, to: Square) -> bool {
        let depth = if self.black { to.1 } else { 10 - to.1 };
        depth == 1 && matches!(letter, 'P' | 'L' | 'N') || depth == 2 && letter == 'N'
    }

    fn after(&self, from: Option<Square>, to: Square, piece: Piece) -> Self {
        let mut next = self.clone();
        from.map(|from| next.cells.remove(&from));
        next.cells.insert(to, piece);
        next.black = !self.black;
        next
    }

    fn reason(&self, word: &str) -> Option<IllegalReason> {
        let letters: Vec<char> = word.chars().collect();
        let square = |at: usize| {
            let file = letters[at].to_digit(10).unwrap() as i8;
            (file, letters[at + 1] as i8 - 'a' as i8 + 1)
        };
        if letters[1] == '*' {
            return self.reason_of_drop(letters[0], square(2));
        }
        self.reason_of_step(square(0), square(2), letters.len() == 5)
    }

    fn reason_of_drop(&self, letter: char, to: Square) -> Option<IllegalReason> {
        let own_pawn = ('P', false, self.black);
        let pawn_on_file = (1..=9).any(|rank| self.cells.get(&(to.0, rank)) == Some(&own_pawn));
        if !self.hands.contains_key(&(letter, self.black)) {
            return Some(NotInHand);
        }
        if self.cells.contains_key(&to) {
            return Some(SquareOccupied);
        }
        if self.dead(letter, to) {
            return Some(DeadSquare);
        }
        if letter == 'P' && pawn_on_file {
            return Some(TwoPawns);
        }
        let next = self.after(None, to, (letter, false, self.black));
        if next.in_check(self.black) {
            return Some(LeavesKingInCheck);
        }
        let mates = letter == 'P' && next.in_check(next.black) && next.is_lost();
        mates.then_some(DropPawnMate)
    }

    fn reason_of_step(&self, from: Square, to: Square, promotes: bool) -> Option<IllegalReason> {
        let Some(&piece) = self.cells.get(&from) else {
            return Some(EmptySquare);
        };
        if piece.2 != self.black {
            return Some(NotYourPiece);
        }
        if from != to && self.cells.get(&to).is_some_and(|it| it.2 == self.black) {
            return Some(OwnPieceOnTarget);
        }
        match self.reaches(piece, from, to) {
            Reach::No => return Some(PieceCannotMoveThere),
            Reach::Blocked => return Some(PathBlocked),
            Reach::Yes => {}
        }
        let (letter, promoted, black) = piece;
        let camp = |square: Square| if black { square.1 <= 3 } else { square.1 >= 7 };
        let never = promoted || matches!(letter, 'G' | 'K');
        if promotes && (never || !camp(from) && !camp(to)) {
            return Some(CannotPromote);
        }
        if !promotes && !promoted && self.dead(letter, to) {
            return Some(MustPromote);
        }
        let next = self.after(Some(from), to, (letter, promoted || promotes, black));
        next.in_check(black).then_some(LeavesKingInCheck)
    }

    /// Whether no board move answers the check of an adjacent pawn, against which no drop helps.
    fn is_lost(&self) -> bool {
        let all = || (1..=9).flat_map(|file| (1..=9).map(move |rank| (file, rank)));
        let answers = |from, to| {
            let plain = self.reason_of_step(from, to, false);
            matches!(plain, None | Some(MustPromote))
                && !self.after(Some(from), to, self.cells[&from]).in_check(self.black)
        };
        !self.cells.keys().any(|&from| all().any(|to| answers(from, to)))
    }
}

/// A word with the form of a move; most of them begin with a piece of the side to move.
fn word(dice: &mut Dice, paper: &Paper) -> String {
    let name = |(file, rank): Square| format!("{file}{}", char::from(b'a' + rank as u8 - 1));
    let any = |dice: &mut Dice| (1 + dice.roll(9) as i8, 1 + dice.roll(9) as i8);
    let to = any(dice);
    if dice.roll(4) == 0 {
        let letter = ['P', 'P', 'L', 'N', 'S', 'G', 'B', 'R'][dice.roll(8)];
        return format!("{letter}*{}", name(to));
    }
    let mut own: Vec<Square> = paper.cells.keys().copied().collect();
    own.retain(|square| paper.cells[square].2 == paper.black);
    own.sort_unstable();
    let from = match dice.roll(4) {
        0 => any(dice),
        _ if own.is_empty() => any(dice),
        _ => own[dice.roll(own.len())],
    };
    // Mostly near squares, because pieces hardly ever reach far ones.
    let near = |at: i8, dice: &mut Dice| (at + dice.roll(5) as i8 - 2).clamp(1, 9);
    let to = if dice.roll(3) == 0 { to } else { (near(from.0, dice), near(from.1, dice)) };
    let sign = ["", "", "+"][dice.roll(3)];
    format!("{}{}{sign}", name(from), name(to))
}

/// The drop of a pawn in front of the opponent's king, if there is a square.
fn pawn_drop(paper: &Paper) -> Option<String> {
    let ahead = if paper.black { 1 } else { -1 };
    let mut kings = paper.cells.iter();
    let (&(file, rank), _) = kings.find(|(_, it)| it.0 == 'K' && it.2 != paper.black)?;
    let rank = rank + ahead;
    let inside = (1..=9).contains(&rank);
    inside.then(|| format!("P*{file}{}", char::from(b'a' + rank as u8 - 1)))
}

#[test]
fn every_reason_is_the_one_that_a_judge_on_paper_gives() {
    const POSITIONS: usize = 12_000;
    const WORDS: usize = 20;
    let mut dice = Dice(0x5851_f42d_4c95_7f2d);
    let mut seen: HashMap<Option<IllegalReason>, usize> = HashMap::new();
    for round in 0..POSITIONS {
        // Crowded corners, in which kings are mated and pieces are pinned, and whole boards.
        let sfen = scattered(&mut dice, [3, 4, 9][round % 3]);
        let face: Position = position(&sfen);
        let paper = Paper::read(&sfen);
        let drop = pawn_drop(&paper);
        let words: Vec<String> = (0..WORDS).map(|_| word(&mut dice, &paper)).collect();
        for text in words.iter().chain(&drop) {
            let given = face.check_move(text).err().map(|illegal| illegal.reason);
            assert_eq!(given, paper.reason(text), "{text} in {sfen}");
            *seen.entry(given).or_default() += 1;
        }
    }
    for reason in [
        EmptySquare,
        NotYourPiece,
        OwnPieceOnTarget,
        PieceCannotMoveThere,
        PathBlocked,
        MustPromote,
        CannotPromote,
        NotInHand,
        SquareOccupied,
        TwoPawns,
        DropPawnMate,
        DeadSquare,
        LeavesKingInCheck,
    ] {
        let times = seen.get(&Some(reason)).copied().unwrap_or(0);
        assert!(times >= 10, "{reason:?} came {times} times: {seen:?}");
    }
    assert!(seen[&None] >= 1_000, "{seen:?}");
}
