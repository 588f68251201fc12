//! Tests of the typed interface, which the built-in engine uses.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::super::Position;
use super::oracle::Dice;
use super::position;
use crate::games::{Game as _, Position as _, SHOGI, Side};

#[test]
fn typed_moves_say_the_same_as_words() {
    let mut dice = Dice(7);
    let mut typed = Position::start();
    let mut spoken = SHOGI.start();
    for _ in 0..300 {
        let moves = typed.legal_moves_typed();
        let Some(&mv) = moves.get(dice.roll(moves.len().max(1))) else {
            break;
        };
        assert_eq!(typed.read_move(&mv.to_string()), Ok(mv));
        let checks = typed.gives_check(mv);
        typed.make(mv);
        spoken.play(&mv.to_string()).unwrap();
        assert_eq!(typed.in_check(), checks, "{}", typed.notation());
        assert_eq!(typed.notation(), spoken.notation());
        assert_eq!(typed.side_to_move(), spoken.side_to_move());
    }
}

#[test]
fn every_move_has_a_word_of_its_own() {
    let moves =
        position("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1").legal_moves_typed();
    let hashed: HashSet<_> = moves.iter().copied().collect();
    let words: HashSet<_> = moves.iter().map(ToString::to_string).collect();
    assert_eq!((hashed.len(), words.len()), (593, 593));
    // Sets would keep moves with equal hashes apart, but slowly.
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let hashes: HashSet<u64> = moves.iter().map(|mv| hasher.hash_one(mv)).collect();
    assert_eq!(hashes.len(), 593);
}

#[test]
fn a_move_knows_whether_it_drops_or_promotes() {
    let hand = position("4k4/9/2P6/9/9/9/9/9/4K4 b P 1");
    for (text, drops, promotes) in
        [("7c7b", false, false), ("7c7b+", false, true), ("P*5e", true, false)]
    {
        let mv = hand.read_move(text).unwrap();
        assert_eq!((mv.is_drop(), mv.is_promotion()), (drops, promotes), "{text}");
    }
}

#[test]
fn a_foreign_move_is_ignored() {
    let black = Position::start().read_move("7g7f").unwrap();
    let drop = position("4k4/9/9/9/9/9/9/9/4K4 b P 1").read_move("P*5e").unwrap();
    let mut other = position("4k4/9/9/9/9/9/9/9/4K4 w - 5");
    other.make(black);
    other.make(drop);
    assert_eq!(other.notation(), "4k4/9/9/9/9/9/9/9/4K4 w - 5");
    // A drop needs an own piece in hand and an empty square.
    for sfen in [
        "4k4/9/9/9/9/9/9/9/4K4 b L 1",
        "4k4/9/9/9/9/9/9/9/4K4 w p 1",
        "4k4/9/9/9/9/9/9/9/4K4 w Pp 1",
        "4k4/9/9/9/4G4/9/9/9/4K4 b P 1",
    ] {
        let mut other = position(sfen);
        other.make(drop);
        assert_eq!(other.notation(), sfen);
    }
    // An own piece is never taken.
    let occupied = "4k4/9/9/9/9/2G6/2P6/9/4K4 b - 1";
    let mut other = position(occupied);
    other.make(black);
    assert_eq!(other.notation(), occupied);
}

#[test]
fn material_counts_board_and_hands_from_the_mover() {
    assert_eq!(Position::start().material(), 0);
    let black = position("4k4/9/9/9/9/9/9/9/4K4 b R2p 1").material();
    let white = position("4k4/9/9/9/9/9/9/9/4K4 w R2p 1").material();
    assert!(black > 0);
    assert_eq!(white, -black);
    // On the board a piece counts as much as in hand.
    for (on_board, in_hand) in [("3RK4 b -", "4K4 b R"), ("2R1K1P1P b -", "4K4 b R2P")] {
        let worth = |rest: &str| position(&format!("4k4/9/9/9/9/9/9/9/{rest} 1")).material();
        assert_eq!(worth(on_board), worth(in_hand));
    }
    assert!(position("4k4/9/9/9/9/+P8/9/9/4K4 b - 1").material() > 100);
}

#[test]
fn keys_tell_positions_apart_and_know_them_again() {
    let mut walked = Position::start();
    let key = walked.repetition_key();
    for text in ["2h3h", "8b7b", "3h2h", "7b8b"] {
        walked.play(text).unwrap();
    }
    assert_eq!(walked.repetition_key(), key);
    assert_eq!(walked.notation(), Position::start().notation().replace(" 1", " 5"));
    let one = position("4k4/9/9/9/9/9/9/9/4K4 b P 1").repetition_key();
    let two = position("4k4/9/9/9/9/9/9/9/4K4 b 2P 1").repetition_key();
    let turned = position("4k4/9/9/9/9/9/9/9/4K4 w P 1").repetition_key();
    let theirs = position("4k4/9/9/9/9/9/9/9/4K4 b p 1").repetition_key();
    assert_eq!(HashSet::from([one, two, turned, theirs]).len(), 4);
}

#[test]
fn a_game_speaks_through_boxes() {
    let mut boxed = SHOGI.start();
    let copy = boxed.clone();
    boxed.play("7g7f").unwrap();
    assert_eq!((copy.side_to_move(), boxed.side_to_move()), (Side::First, Side::Second));
    assert!(boxed.has_legal_move() && !boxed.in_check());
    assert!(SHOGI.is_move("7g7f") && SHOGI.is_move("P*5e") && !SHOGI.is_move("resign"));
    assert!(SHOGI.parse("nonsense").is_err());
    assert_eq!(SHOGI.name(), "shogi");
}
