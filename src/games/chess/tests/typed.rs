//! Tests of the typed interface, which the built-in engine uses.

use super::super::Position;
use super::{Dice, KIWIPETE, position, walked};
use crate::games::{CHESS, Game as _, Position as _, Side};

#[test]
fn typed_moves_say_the_same_as_words() {
    let mut dice = Dice(7);
    for round in 0..200 {
        let typed = walked(&mut dice, KIWIPETE, round % 40);
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
    let castling = position(KIWIPETE).read_move("e1g1").unwrap();
    assert!(castling.is_castling() && !castling.is_promotion());
    let promotion = position("8/P6k/8/8/8/8/8/K7 w - - 0 1").read_move("a7a8q").unwrap();
    assert!(promotion.is_promotion() && !promotion.is_castling());
    let mut start = Position::start();
    start.make(castling);
    assert_eq!(start.notation(), Position::start().notation());
    assert!(!start.gives_check(castling));
}

#[test]
fn counters_follow_the_moves() {
    let mut played = Position::start();
    for (text, counters) in [("g1f3", " 1 1"), ("g8f6", " 2 2"), ("e2e4", " 0 2"), ("f6e4", " 0 3")]
    {
        played.play(text).unwrap();
        assert!(played.notation().ends_with(counters), "{}", played.notation());
    }
    let mut castled = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 9");
    castled.play("e1g1").unwrap();
    assert!(castled.notation().ends_with(" 100 9"));
    castled.play("h8h7").unwrap();
    assert!(castled.notation().ends_with(" 101 10"));
}

#[test]
fn a_square_behind_a_pawn_only_counts_if_it_can_be_taken() {
    let key = |fen: &str| position(fen).repetition_key();
    let dead = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
    assert_eq!(key(dead), key(&dead.replace("e3", "-")));
    let alive = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    assert_ne!(key(alive), key(&alive.replace("e3", "-")));
    // The pawn is pinned, so it cannot take.
    let pinned = "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1";
    assert_eq!(key(pinned), key(&pinned.replace("e3", "-")));
    let rights = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_ne!(key(rights), key(&rights.replace("KQkq", "KQk")));
    assert_ne!(key(rights), key(&rights.replace(" w ", " b ")));
}

#[test]
fn material_is_seen_from_the_mover() {
    assert_eq!(Position::start().material(), 0);
    assert_eq!(position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").material(), 900);
    assert_eq!(position("4k3/8/8/8/8/8/8/3QK3 b - - 0 1").material(), -900);
}

#[test]
fn a_game_speaks_through_boxes() {
    let mut boxed = CHESS.start();
    let copy = boxed.clone();
    boxed.play("e2e4").unwrap();
    assert_eq!((copy.side_to_move(), boxed.side_to_move()), (Side::First, Side::Second));
    assert_eq!(Side::First.other(), Side::Second);
    assert!(boxed.has_legal_move() && !boxed.in_check() && boxed.declaration().is_none());
    assert!(CHESS.is_move("e2e4") && CHESS.is_move("e7e8q"));
    assert!(!CHESS.is_move("0000") && !CHESS.is_move("7g7f"));
    assert!(CHESS.parse("startpos").is_err());
    assert_eq!((CHESS.name(), CHESS.notation_name()), ("chess", "fen"));
}

#[test]
fn a_line_of_moves_is_confirmed_if_each_can_be_played() {
    let confirms = |line: &str| CHESS.start().surely_plays(line.as_bytes());
    assert!(confirms("e2e4") && confirms("e2e4 e7e5 g1f3"));
    for line in ["", "e2e4 ", "e2e4  e7e5", "e2e4 e7e5 e4e5", "e7e5"] {
        assert!(!confirms(line), "{line}");
    }
    assert!(!CHESS.start().surely_plays(b"e2e4 \xff"));
}

#[test]
fn sides_have_their_names() {
    assert_eq!([Side::First, Side::Second].map(|side| CHESS.side_name(side)), ["white", "black"]);
}
