use super::super::Position;
use super::position;
use crate::games::Position as _;

/// Counts through the notation, so that every move is also written and read back.
fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play(&mv).unwrap();
            perft(&next, depth - 1)
        })
        .sum()
}

#[test]
fn the_start_position_has_the_known_count() {
    assert_eq!(perft(&Position::start(), 4), 197_281);
}

#[test]
fn kiwipete_has_the_known_count() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(perft(&position(kiwipete), 3), 97_862);
}
