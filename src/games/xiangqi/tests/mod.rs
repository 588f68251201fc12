//! Tests of xiangqi, against published counts and against a slow generator written from the rules.

mod fen;
mod oracle;
mod perft;
mod reasons;
mod slow;
mod typed;

use super::Position;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
/// Open lines, and pieces of all kinds on both sides of the river.
const MIDDLE: &str = "2bak1b2/4a4/4c1n2/p1N1p1R1p/2p3p2/2P6/P3P1r1P/2N1C1C2/4A4/2B1KAB2 w - - 0 1";
/// Few pieces and many checks.
const END: &str = "3k5/4P4/4R4/9/2b6/9/9/4c4/4p4/3n1K3 b - - 0 1";

fn position(fen: &str) -> Position {
    Position::parse(fen).unwrap_or_else(|problem| panic!("{fen}: {problem}"))
}

/// A random generator of our own, so that a failing seed gives the same result everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}
