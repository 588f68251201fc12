//! The parts of an sfen, for defects that read it in another way.

use crate::reference::family::stock::squares;

/// Pieces on squares, side to move and hands, as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SfenParts {
    /// From rank `a` to rank `i`, from left to right; empty squares are `None`.
    pub(super) squares: Vec<Option<String>>,
    /// `b` or `w`.
    pub(super) side: String,
    /// Letter and count of each piece, in the order of the sfen.
    pub(super) hands: Vec<(char, u32)>,
}

impl SfenParts {
    /// Reads board, side and hands; `None` if they do not have the usual form.
    pub(super) fn read(sfen: &str) -> Option<Self> {
        let mut fields = sfen.split_ascii_whitespace();
        let (board, side, hands) = (fields.next()?, fields.next()?, fields.next()?);
        let pieces = squares::read(board).into_iter().flatten();
        let squares: Vec<_> =
            pieces.map(|piece| Some(piece).filter(|text| !text.is_empty())).collect();
        let sfen_parts = Self { squares, side: side.to_owned(), hands: read_hands(hands) };
        (sfen_parts.squares.len() == 81).then_some(sfen_parts)
    }

    /// The sfen with move count 1.
    pub(super) fn write(&self) -> String {
        let ranks: Vec<String> = self.squares.chunks(9).map(write_rank).collect();
        let hands: String = self.hands.iter().map(write_hand).collect();
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{} {} {hands} 1", ranks.join("/"), self.side)
    }

    /// The position after the side to move has dropped a pawn on this square.
    pub(super) fn with_pawn(&self, square: &str) -> Self {
        let (pawn, side) = if self.side == "b" { ('P', "w") } else { ('p', "b") };
        let mut after = Self { side: side.to_owned(), ..self.clone() };
        after.put(square, Some(pawn.to_string()));
        after.hold(pawn, -1);
        after
    }

    /// Sets what is on a square.
    pub(super) fn put(&mut self, square: &str, piece: Option<String>) {
        if let Some(on) = index(square).and_then(|at| self.squares.get_mut(at)) {
            *on = piece;
        }
    }

    /// Changes the number of pieces of a kind in hand.
    pub(super) fn hold(&mut self, letter: char, by: i32) {
        match self.hands.iter_mut().find(|(held, _)| *held == letter) {
            Some((_, count)) => *count = count.saturating_add_signed(by),
            None => self.hands.push((letter, 0_u32.saturating_add_signed(by))),
        }
        self.hands.retain(|(_, count)| *count > 0);
    }

    /// The piece on a square such as `5e`.
    pub(super) fn at(&self, square: &str) -> Option<&str> {
        self.squares.get(index(square)?)?.as_deref()
    }
}

fn index(square: &str) -> Option<usize> {
    let bytes = square.as_bytes();
    let (file, rank) = (bytes.first()?, bytes.get(1)?);
    let left = usize::from(b'9'.checked_sub(*file)?);
    let down = usize::from(rank.checked_sub(b'a')?);
    Some(down * 9 + left)
}

fn read_hands(text: &str) -> Vec<(char, u32)> {
    let mut hands = Vec::new();
    let mut count = 0;
    for letter in text.chars().filter(|letter| *letter != '-') {
        match letter.to_digit(10) {
            Some(digit) => count = count * 10 + digit,
            None => {
                hands.push((letter, count.max(1)));
                count = 0;
            }
        }
    }
    hands
}

fn write_rank(rank: &[Option<String>]) -> String {
    let mut out = String::new();
    let mut empty = 0;
    for square in rank {
        match square {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    out.push_str(&empty.to_string());
                }
                empty = 0;
                out.push_str(piece);
            }
        }
    }
    if empty > 0 {
        out.push_str(&empty.to_string());
    }
    out
}

fn write_hand((letter, count): &(char, u32)) -> String {
    match count {
        0 => String::new(),
        1 => letter.to_string(),
        _ => format!("{count}{letter}"),
    }
}
