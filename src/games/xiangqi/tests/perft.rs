use std::collections::{HashMap, HashSet};

use super::super::Position;
use super::{START, position};
use crate::games::Position as _;

fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves_typed();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.make(mv);
            perft(&next, depth - 1)
        })
        .sum()
}

#[test]
fn the_start_position_has_the_published_counts() {
    for (depth, count) in [(1, 44), (2, 1_920), (3, 79_666), (4, 3_290_240)] {
        assert_eq!(perft(&position(START), depth), count, "depth {depth}");
    }
}

#[test]
fn every_position_has_a_repetition_key_of_its_own() {
    let mut keys = HashMap::new();
    let mut positions = HashSet::new();
    let mut next = vec![position(START)];
    for _ in 0..3 {
        let before = std::mem::take(&mut next);
        for position in before.iter().take(500) {
            for mv in position.legal_moves_typed() {
                let mut played = position.clone();
                played.make(mv);
                let notation = played.notation();
                let board = notation.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
                let known = keys.entry(played.repetition_key()).or_insert_with(|| board.clone());
                assert_eq!(*known, board);
                positions.insert(board);
                next.push(played);
            }
        }
    }
    assert!(positions.len() > 5_000 && keys.len() == positions.len(), "{}", positions.len());
}
