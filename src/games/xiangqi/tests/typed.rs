//! Tests of the typed interface, which the built-in engine uses, and of the properties of positions.

use super::super::{Position, Xiangqi};
use super::{Dice, MIDDLE, START, position};
use crate::games::{Game as _, Position as _, Side, XIANGQI, game};

#[test]
fn typed_moves_say_the_same_as_words() {
    let mut dice = Dice(7);
    for round in 0..100 {
        let mut typed = position(MIDDLE);
        for _ in 0..round % 40 {
            let moves = typed.legal_moves_typed();
            let Some(&mv) = moves.get(dice.roll(moves.len().max(1))) else { break };
            typed.make(mv);
        }
        for mv in typed.legal_moves_typed() {
            assert_eq!(typed.read_move(&mv.to_string()), Ok(mv));
            let mut next = typed.clone();
            next.make(mv);
            assert_eq!(next.in_check(), typed.gives_check(mv));
        }
    }
}

#[test]
fn a_foreign_move_is_ignored() {
    let foreign = position(MIDDLE).read_move("g6h6").unwrap();
    let mut start = Position::start();
    start.make(foreign);
    assert_eq!(start.notation(), START);
    assert!(!start.gives_check(foreign));
}

#[test]
fn counters_follow_the_moves_and_captures_reset_them() {
    let mut played = Position::start();
    for (text, counters) in [("h2e2", " 1 1"), ("h9g7", " 2 2"), ("e2e6", " 0 2"), ("b9c7", " 1 3")]
    {
        played.play(text).unwrap();
        assert!(played.notation().ends_with(counters), "{}", played.notation());
        assert_eq!(played.last_move().as_deref(), Some(text));
    }
    assert_eq!(played.side_to_move(), Side::First);
}

#[test]
fn mate_and_stalemate_leave_no_move() {
    // Two rooks mate. A king that is not in check and cannot move is stalemated.
    let mated = position("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1");
    let mate = mated.read_move("b7b9").unwrap();
    assert!(mated.gives_check(mate));
    let mut after = mated;
    after.make(mate);
    assert!(after.in_check() && !after.has_legal_move());
    let stalemated = position("3k5/9/3P5/9/9/9/9/9/4R4/4K4 b - - 0 1");
    assert!(!stalemated.in_check() && !stalemated.has_legal_move());
}

#[test]
fn the_game_is_found_by_its_name_and_draws_its_board() {
    assert_eq!(game("xiangqi").map(|game| game.name()), Some(XIANGQI.name()));
    assert_eq!([Side::First, Side::Second].map(|side| XIANGQI.side_name(side)), ["red", "black"]);
    assert_eq!(XIANGQI.notation_name(), "fen");
    assert!(XIANGQI.check_spelling(START).is_ok() && XIANGQI.check_spelling("9/9 w").is_err());
    let drawn = Xiangqi.start().diagram();
    assert_eq!((drawn.files.len(), drawn.ranks.len()), (9, 10));
    let (rank, file) = drawn.place("h2").unwrap();
    assert_eq!(drawn.rows[rank][file].map(|piece| piece.text()).as_deref(), Some("C"));
    assert_eq!(drawn.place("e9"), Some((0, 4)));
    assert_eq!(XIANGQI.squares_of("h2e2"), ["h2", "e2"]);
    assert!(XIANGQI.is_move("i9i0") && !XIANGQI.is_move("h10g8") && !XIANGQI.is_move("H2E2"));
    let mut played = Position::start();
    let key = played.repetition_key();
    for text in ["h0g2", "h9g7", "g2h0", "g7h9"] {
        played.play(text).unwrap();
    }
    assert_eq!(played.repetition_key(), key);
    played.play("h0g2").unwrap();
    assert_ne!(played.repetition_key(), key);
}

/// A regression test: a letter instead of a rank gave a number too large for a square.
#[test]
fn a_letter_is_no_rank() {
    for word in ["sign", "h2er", "zzzz", "a\u{7f}a0"] {
        assert!(!XIANGQI.is_move(word), "{word}");
        assert!(position(START).check_move(word).is_err(), "{word}");
    }
}

#[test]
fn material_counts_for_the_side_to_move() {
    assert_eq!(position(START).material(), 0);
    let without_a_rook = START.replacen('r', "1", 1);
    let ahead = position(&without_a_rook).material();
    assert!(ahead > 0, "{ahead}");
    assert_eq!(position(&without_a_rook.replace(" w ", " b ")).material(), -ahead);
    let without_a_pawn = START.replacen('p', "1", 1).replace("/11p", "/2p");
    assert!(position(&without_a_pawn).material() < ahead, "a rook counts more than a pawn");
}
