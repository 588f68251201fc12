//! Tests of Chess960: published counts, both spellings of castling rights, and the reasons against a castling.

use super::super::{Position, Variant};
use super::perft::perft;
use crate::games::{CHESS960, Game as _, IllegalReason, Position as _};

fn position(fen: &str) -> Position {
    Position::parse_of(fen, Variant::Fischer).unwrap_or_else(|problem| panic!("{fen}: {problem}"))
}

#[test]
fn published_positions_have_the_published_counts() {
    for (fen, counts) in [
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12_189]),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", [21, 807, 18_002]),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", [20, 479, 10_471]),
    ] {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position(fen), depth), count, "{fen} at {depth}");
        }
    }
}

#[test]
fn rights_are_read_by_the_outermost_rook_and_by_its_file() {
    let files = "1r2kr1r/8/8/8/8/8/8/1R2KR1R w HBhb - 0 1";
    assert_eq!(position(files).notation(), files);
    let letters = "1r2kr1r/8/8/8/8/8/8/1R2KR1R w KQkq - 0 1";
    assert_eq!(position(letters).notation(), files);
    assert!(CHESS960.check_spelling(letters).is_ok() && CHESS960.check_spelling(files).is_ok());
    // The right of the inner rook can only be written as a file.
    let inner = "1r2kr1r/8/8/8/8/8/8/1R2KR1R w FBfb - 0 1";
    assert_eq!(position(inner).notation(), inner);
    let turned = "1r2kr1r/8/8/8/8/8/8/1R2KR1R w BHhb - 0 1";
    assert!(CHESS960.check_spelling(turned).is_err());
    for (fen, wrong) in [
        (
            "1r2kr1r/8/8/8/8/8/8/1R2KR1R w HFhb - 0 1",
            "'F' is a second castling right on the king's side",
        ),
        ("1r2kr1r/8/8/8/8/8/8/1R2KR1R w HChb - 0 1", "castling right 'C', but no such rook"),
        (
            "1r2kr1r/8/8/8/8/8/4K3/1R3R1R w HBhb - 0 1",
            "castling right 'H', but the king is not on its first rank",
        ),
        (
            "1r2kr1r/8/8/8/8/8/8/1R2KR1R w X - 0 1",
            "castling rights are \"X\", want - or of KQkqA-Ha-h",
        ),
    ] {
        let problem = Position::parse_of(fen, Variant::Fischer).unwrap_err();
        assert!(problem.contains(wrong), "{fen}: {problem}");
    }
    assert!(Position::parse(files).is_err(), "standard chess knows no files");
}

#[test]
fn castling_is_king_takes_rook_and_nothing_else() {
    let home = position("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
    assert!(home.check_move("e1h1").is_ok() && home.check_move("e1a1").is_ok());
    let illegal = home.check_move("e1g1").unwrap_err();
    assert_eq!(illegal.reason, IllegalReason::CastlingForm);
    assert_eq!(
        illegal.to_string(),
        "castling is written as king takes rook in Fischer's chess, e1h1, not as the king's move: e1g1"
    );
    let only = position("k4r2/8/8/8/8/7p/7P/6KR w K - 0 1");
    assert_eq!(only.legal_moves(), ["g1h1"]);
    let mut castled = only.clone();
    castled.play("g1h1").unwrap();
    assert_eq!(castled.notation(), "k4r2/8/8/8/8/7p/7P/5RK1 b - - 1 1");
}

#[test]
fn what_forbids_a_castling_is_named() {
    for (fen, mv, detail) in [
        ("k7/8/8/8/8/8/8/4K1NR w H - 0 1", "e1h1", "no castling through the knight on g1"),
        ("k7/8/8/8/8/8/8/4KB1R w H - 0 1", "e1h1", "no castling through the bishop on f1"),
        ("7k/8/8/8/8/8/8/R1N1K3 w A - 0 1", "e1a1", "no castling through the knight on c1"),
        // The squares on the rook's way must be empty too; it goes to d1.
        ("7k/8/8/8/8/8/8/RN1K4 w A - 0 1", "d1a1", "no castling through the knight on b1"),
        // The rook goes to f1; the king stays where it is.
        ("k7/8/8/8/8/8/8/5BKR w H - 0 1", "g1h1", "no castling through the bishop on f1"),
        // The king and the rook both pass d1.
        ("7k/8/8/8/8/8/8/1KRN4 w C - 0 1", "b1c1", "no castling through the knight on d1"),
        ("4r2k/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1", "no castling out of check from the rook on e8"),
        (
            "3r3k/8/8/8/8/8/8/R3K3 w A - 0 1",
            "e1a1",
            "no castling over d1, which the rook on d8 attacks",
        ),
        (
            "5rk1/8/8/8/8/8/8/4K2R w H - 0 1",
            "e1h1",
            "no castling over f1, which the rook on f8 attacks",
        ),
        // After castling, the rook no longer protects the king.
        (
            "7k/8/8/8/8/8/8/qR1K4 w B - 0 1",
            "d1b1",
            "no castling over c1, which the queen on a1 attacks",
        ),
    ] {
        let illegal = position(fen).check_move(mv).unwrap_err();
        assert_eq!(illegal.reason, IllegalReason::CannotCastle, "{fen}");
        assert_eq!(illegal.to_string(), detail, "{fen}");
    }
}

#[test]
fn only_the_king_takes_its_own_rook_and_only_one_with_a_right() {
    for (mv, detail) in [
        ("a1h1", "the own rook stands on h1"),
        ("e1a1", "the own rook stands on a1"),
        ("e1e2", "the own pawn stands on e2"),
        ("e1d1", "the own queen stands on d1"),
    ] {
        let illegal = position("4k3/8/8/8/8/8/4P3/R2QK2R w H - 0 1").check_move(mv).unwrap_err();
        assert_eq!(illegal.reason, IllegalReason::OwnPieceOnTarget, "{mv}");
        assert_eq!(illegal.to_string(), detail, "{mv}");
    }
}
