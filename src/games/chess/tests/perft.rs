use super::super::Position;
use super::{KIWIPETE, START, position};
use crate::games::Position as _;

/// Counts by means of the notation, so every move is also written and read.
pub(super) fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play(&mv).unwrap();
            perft(&next, depth - 1)
        })
        .sum()
}

#[test]
fn published_positions_have_the_published_counts() {
    for (fen, depth, count) in [
        (START, 4, 197_281),
        (KIWIPETE, 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
    ] {
        assert_eq!(perft(&position(fen), depth), count, "{fen}");
    }
}
