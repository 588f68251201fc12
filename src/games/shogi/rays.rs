//! The pieces on the lines of the board, found with sets of squares. The tables are computed at compile time.

use shunsai::shogi_core::Square;

use super::tables::{FILE, LINES, file_and_rank};

/// A set of squares: one bit for each square, file by file.
pub(super) type Squares = u128;

static BITS: [Squares; 256] = bits();
static RAYS: [[Squares; 8]; 256] = rays();
static PLACES: [u8; 256] = places();

/// The set with the square of a place; empty if the place is on the edge.
pub(super) fn bit(place: u8) -> Squares {
    BITS[usize::from(place)]
}

/// The squares between two places on a line.
pub(super) fn between(from: u8, to: u8, line: u8) -> Squares {
    let (there, back) = (usize::from(line & 7), usize::from((line ^ 4) & 7));
    RAYS[usize::from(from)][there] & RAYS[usize::from(to)][back]
}

/// The first of these squares on a line from a place; 0, which is on the edge, if there is none. Bit operations find it
/// without a loop, whose end the processor would mostly mispredict.
pub(super) fn first_of(squares: Squares, from: u8, line: u8) -> u8 {
    let ahead = RAYS[usize::from(from)][usize::from(line & 7)] & squares;
    // If there is none, these are 128 and 255, and `PLACES` is 0 there.
    let (lowest, highest) = (ahead.trailing_zeros(), ahead.leading_zeros() ^ 127);
    let number = if line < 4 { lowest } else { highest };
    PLACES[(number & 255) as usize]
}

/// The place of a square by its file and rank.
const fn place_of(file: i8, rank: i8) -> usize {
    file as usize * FILE as usize + rank as usize
}

/// The number of a square by its file and rank.
const fn number_of(file: i8, rank: i8) -> usize {
    (file as usize - 1) * 9 + rank as usize - 1
}

const fn is_square(file: i8, rank: i8) -> bool {
    1 <= file && file <= 9 && 1 <= rank && rank <= 9
}

const fn bits() -> [Squares; 256] {
    let mut table = [0; 256];
    let mut number = 0;
    while number < Square::NUM {
        let (file, rank) = file_and_rank(number);
        table[place_of(file, rank)] = 1 << number;
        number += 1;
    }
    table
}

const fn places() -> [u8; 256] {
    let mut table = [0; 256];
    let mut number = 0;
    while number < Square::NUM {
        let (file, rank) = file_and_rank(number);
        table[number] = place_of(file, rank) as u8;
        number += 1;
    }
    table
}

const fn rays() -> [[Squares; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut number = 0;
    while number < Square::NUM {
        let (file, rank) = file_and_rank(number);
        let mut line = 0;
        while line < LINES.len() {
            let (files, ranks) = LINES[line];
            let (mut to_file, mut to_rank) = (file + files, rank + ranks);
            while is_square(to_file, to_rank) {
                table[place_of(file, rank)][line] |= 1 << number_of(to_file, to_rank);
                (to_file, to_rank) = (to_file + files, to_rank + ranks);
            }
            line += 1;
        }
        number += 1;
    }
    table
}
