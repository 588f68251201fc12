use super::super::Position;
use super::{START, position};

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
