//! Tests of mate problems, also against a simple solver that uses the second implementation of the rules.

use shogi_legality_lite::{all_checks_partial, all_legal_moves_partial};
use shunsai::shogi_core::PartialPosition;

use super::super::{MateAnswer, Position, mate};
use super::oracle::{Dice, scattered};
use super::other_board::other_board;
use super::position;
use crate::games::Position as _;

fn solve(sfen: &str, plies: u32) -> MateAnswer {
    let mut nodes = 2_000_000;
    mate(&position(sfen), plies, &mut nodes, &|| false)
}

/// Checks the line: every move is legal, every attacking move gives check, and the last one mates.
fn mates(sfen: &str, plies: usize) -> String {
    let MateAnswer::Mate(line) = solve(sfen, plies as u32) else {
        panic!("no mate found in {sfen}");
    };
    assert_eq!(line.len(), plies, "{sfen}: {line:?}");
    let mut played = position(sfen);
    for (index, mv) in line.iter().enumerate() {
        assert!(played.play(&mv.to_string()).is_ok(), "{mv} in {sfen}");
        assert!(index % 2 == 1 || played.in_check(), "{mv} in {sfen} is no check");
    }
    assert!(played.in_check() && !played.has_legal_move());
    let words: Vec<String> = line.iter().map(ToString::to_string).collect();
    words.join(" ")
}

#[test]
fn one_ply() {
    // A gold in front of the king, the first problem of every book; the attacker has no king.
    assert_eq!(mates("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1), "G*5b");
    mates("8k/9/6+R2/7Rs/9/9/9/9/9 b GN2p 1", 1);
    mates("5kS2/6P1g/9/9/9/9/9/9/9 b GN2p 1", 1);
}

/// Checks lead to few positions here, so that a proof can collect them all.
const SMOTHERED: &str = "6lk1/6lnn/9/9/9/9/9/9/9 b 2N 1";

#[test]
fn three_plies() {
    assert_eq!(mates(SMOTHERED, 3), "N*1c 2a1a N*2c");
    assert_eq!(mates("9/8k/9/5gG2/9/9/9/9/9 b 2S2p 1", 3), "S*2c 1b1a S*1b");
    mates("9/5kB2/9/6Bp1/9/9/9/9/9 b GS2p 1", 3);
    mates("5B1k1/8n/5S3/7l1/9/9/9/9/9 b R2p 1", 3);
}

#[test]
fn five_plies() {
    // The problem on the page of the protocol, with the answer given there.
    let shown = "9/9/9/9/9/k8/9/9/1R2K4 b Gr2b3g4s4n4l18p 1";
    assert_eq!(mates(shown, 5), "G*8f 9f9g 8f8g 9g9h 8g8h");
    mates("5p1k1/9/9/7B+R/9/9/9/9/9 b GN2p 1", 5);
    mates("6k1p/8g/7RR/9/9/9/9/9/9 b GN2p 1", 5);
}

#[test]
fn seven_plies() {
    mates("6pk1/9/6g+B1/6S2/9/9/9/9/9 b NP2p 1", 7);
    mates("5n3/8k/9/7R1/9/9/9/9/9 b S2p 1", 7);
}

#[test]
fn white_mates_as_well() {
    assert_eq!(mates("9/9/9/9/9/9/4p4/9/4K4 w g 1", 1), "G*5h");
}

#[test]
fn no_check_is_no_mate() {
    assert_eq!(solve(&Position::start().notation(), 1), MateAnswer::NoMate);
    assert_eq!(solve("4k4/9/9/9/9/9/9/9/4K4 b P 1", 7), MateAnswer::NoMate);
}

#[test]
fn checks_without_end_are_no_mate() {
    // A rook alone can check for ever.
    assert_eq!(solve("4k4/9/9/9/9/9/9/9/4K4 b R 1", 9), MateAnswer::NoMate);
}

#[test]
fn a_mate_that_the_defender_can_avoid_is_no_mate() {
    // On 1a the king would be mated, but it can go to 3a and then to 4a.
    let leaves = "4s2k1/4gllnn/4ppp2/9/9/9/9/9/9 b 2N 1";
    assert_eq!(solve(leaves, 9), MateAnswer::NoMate);
}

#[test]
fn a_dropped_pawn_does_not_mate() {
    let drop = "7lk/7p1/9/7N1/9/9/9/9/4K4 b P 1";
    assert_eq!(solve(drop, 5), MateAnswer::NoMate);
    assert_eq!(mates(&drop.replace(" P ", " L "), 1), "L*1b");
}

#[test]
fn a_king_in_check_must_be_answered_by_a_check() {
    // Black is in check from the rook. Only a capture of the rook with check could mate, and there is none.
    assert_eq!(solve("k8/9/1S7/9/9/9/9/9/r3K4 b G 1", 5), MateAnswer::NoMate);
}

#[test]
fn a_defender_without_king_cannot_be_mated() {
    assert_eq!(solve("9/9/9/9/9/9/9/9/4K4 b 2R2B4G 1", 5), MateAnswer::NoMate);
}

#[test]
fn a_mate_beyond_the_limit_is_unknown() {
    let five = "9/9/9/9/9/k8/9/9/1R2K4 b Gr2b3g4s4n4l18p 1";
    assert_eq!(solve(five, 3), MateAnswer::Unknown);
    assert_eq!(solve(five, 0), MateAnswer::Unknown);
    // The proof finds that there is a mate, but not how long it is.
    assert_eq!(solve(SMOTHERED, 1), MateAnswer::Unknown);
}

#[test]
fn the_budget_and_the_caller_end_the_search() {
    let hard = position("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S 1");
    let mut nodes = 1_000;
    assert_eq!(mate(&hard, u32::MAX, &mut nodes, &|| false), MateAnswer::Unknown);
    assert_eq!(nodes, 0);
    // Positions that were searched before are not searched again: without that it takes 41,800 nodes.
    let mut nodes = 40_000;
    assert!(matches!(mate(&hard, u32::MAX, &mut nodes, &|| false), MateAnswer::Mate(_)));
    let mut nodes = u64::MAX;
    assert_eq!(mate(&hard, u32::MAX, &mut nodes, &|| true), MateAnswer::Unknown);
    assert_eq!(nodes, u64::MAX);
}

/// Whether the side to move mates by checks in at most `plies`; tries all moves.
fn plainly_mates(board: &PartialPosition, plies: u32) -> bool {
    // The checks of the other crate may leave the own king in check; its legal moves do not.
    let legal = all_legal_moves_partial(board);
    let checks = all_checks_partial(board).into_iter();
    checks.filter(|mv| legal.contains(mv)).any(|mv| {
        let mut next = board.clone();
        next.make_move(mv).unwrap();
        let replies = all_legal_moves_partial(&next);
        replies.is_empty()
            || plies > 1
                && replies.into_iter().all(|reply| {
                    let mut after = next.clone();
                    after.make_move(reply).unwrap();
                    plainly_mates(&after, plies - 2)
                })
    })
}

#[test]
fn a_plain_solver_agrees_on_crowded_positions() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut found = [0; 3];
    for _ in 0..500 {
        let sfen = scattered(&mut dice, 4);
        if sfen.contains("RBGSNLP") {
            // The simple solver needs too long with full hands.
            continue;
        }
        let plain = other_board(&sfen);
        let shortest = [1, 3].into_iter().find(|&plies| plainly_mates(&plain, plies));
        match (solve(&sfen, 3), shortest) {
            (MateAnswer::Mate(line), Some(plies)) => {
                assert_eq!(line.len(), plies as usize, "{sfen}: {line:?}");
                found[line.len() / 2] += 1;
            }
            (MateAnswer::NoMate | MateAnswer::Unknown, None) => found[2] += 1,
            (answer, plain) => panic!("{sfen}: {answer:?}, plainly {plain:?}"),
        }
    }
    assert!(found.iter().all(|&count| count > 5), "{found:?}");
}
