use super::super::Position;
use super::position;

pub(super) fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves_typed()
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.make(mv);
            perft(&next, depth - 1)
        })
        .sum()
}

#[test]
fn the_start_position_has_the_known_counts() {
    let start = Position::start();
    assert_eq!(perft(&start, 1), 30);
    assert_eq!(perft(&start, 2), 900);
    assert_eq!(perft(&start, 3), 25_470);
}

#[test]
fn the_position_with_most_moves_has_593() {
    let most = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    assert_eq!(perft(&position(most), 1), 593);
}
