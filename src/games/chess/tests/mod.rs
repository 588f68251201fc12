//! Tests of chess, against published counts and against a second generator.

mod fen;
mod fischer;
mod oracle;
mod perft;
mod problems;
mod reasons;
mod slow;
mod typed;

use super::Position;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

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

/// Plays random moves, at most `length` of them.
fn walked(dice: &mut Dice, root: &str, length: usize) -> Position {
    let mut position = position(root);
    for _ in 0..length {
        let moves = position.legal_moves_typed();
        if moves.is_empty() {
            break;
        }
        position.make(moves[dice.roll(moves.len())]);
    }
    position
}
