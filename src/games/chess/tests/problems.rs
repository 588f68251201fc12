//! Tests of forced mates.

use super::super::mate_in;
use super::position;
use crate::games::Position as _;

fn solve(fen: &str, moves: u32) -> Option<String> {
    let mut nodes = 2_000_000;
    let line = mate_in(&position(fen), moves, &mut nodes)?;
    let mut played = position(fen);
    for mv in &line {
        assert!(played.play(&mv.to_string()).is_ok(), "{mv} in {fen}");
    }
    assert!(played.in_check() && !played.has_legal_move());
    let words: Vec<String> = line.iter().map(ToString::to_string).collect();
    Some(words.join(" "))
}

#[test]
fn mates_are_found_at_their_length() {
    let one = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(solve(one, 3).as_deref(), Some("a1a8"));
    let two = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
    assert_eq!(solve(two, 1), None);
    assert_eq!(solve(two, 2).unwrap().split(' ').count(), 3);
    // The first move of the rook takes a square from the king and gives no check.
    let quiet = "k7/8/2K5/8/8/8/8/1R6 w - - 0 1";
    assert_eq!(solve(quiet, 1), None);
    assert_eq!(solve(quiet, 2).unwrap().split(' ').count(), 3);
    // After the first move, two replies are mated in one move and two others in two: the longest defence counts.
    let three = "5RR1/8/8/8/8/8/4K3/1k6 w - - 0 1";
    assert_eq!(solve(three, 2), None);
    assert_eq!(solve(three, 3).unwrap().split(' ').count(), 5);
}

#[test]
fn castling_can_mate() {
    let mut castled = position("2rkr3/2p1p3/2P1P3/8/8/8/8/R3K3 w Q - 0 1");
    let castling = castled.read_move("e1c1").unwrap();
    assert!(castled.gives_check(castling));
    castled.make(castling);
    assert!(castled.in_check() && !castled.has_legal_move());
}

#[test]
fn stalemate_is_no_mate() {
    assert_eq!(solve("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", 1), None);
    assert_eq!(solve("7k/5K2/8/8/8/8/8/8 w - - 0 1", 3), None);
}

#[test]
fn the_budget_ends_the_search() {
    let mut nodes = 50;
    let two = position("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    assert_eq!(mate_in(&two, 5, &mut nodes), None);
    assert_eq!(nodes, 0);
}
