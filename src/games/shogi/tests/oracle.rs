//! The face, its generator and `shogi_legality_lite` must agree on every move of every position.

use std::collections::BTreeSet;

use shogi_legality_lite::all_legal_moves_partial;
use shunsai::shogi_core::{Move, PartialPosition, ToUsi};

use super::super::Position;
use crate::games::Position as _;

/// A small generator of its own, so that a failing seed replays everywhere.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

#[test]
fn random_walks_agree_with_the_second_implementation() {
    let wanted: usize = std::env::var("KENTEI_WALK")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(20_000);
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut seen = 0;
    while seen < wanted {
        let mut face = Position::start();
        let mut other = PartialPosition::startpos();
        for _ in 0..300 {
            let mut moves = all_legal_moves_partial(&other);
            compare(&face, &moves);
            seen += 1;
            if moves.is_empty() || seen >= wanted {
                break;
            }
            let chosen = moves.swap_remove(dice.roll(moves.len()));
            other.make_move(chosen).unwrap();
            face.play(&chosen.to_usi_owned()).unwrap();
        }
    }
}

fn compare(face: &Position, moves: &[Move]) {
    let theirs: BTreeSet<String> = moves.iter().map(|mv| mv.to_usi_owned()).collect();
    let ours: BTreeSet<String> = face.legal_moves().into_iter().collect();
    assert_eq!(ours, theirs, "{}", face.notation());
}
