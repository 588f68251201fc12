//! Tests of reading and writing positions.

use super::super::{Position, Xiangqi};
use super::{END, MIDDLE, START, position};
use crate::games::{Game as _, Position as _};

fn refused(fen: &str, problem: &str) {
    assert_eq!(Position::parse(fen).map(|_| ()), Err(problem.to_owned()), "{fen}");
}

#[test]
fn positions_are_read_and_written() {
    for fen in [START, MIDDLE, END, "4k4/9/9/9/9/9/9/9/9/3K5 b - - 149 70000"] {
        assert_eq!(position(fen).notation(), fen);
        assert_eq!(Xiangqi.check_spelling(fen), Ok(()));
    }
    assert_eq!(Position::start().notation(), START);
    let four = "4k4/9/9/9/9/9/9/9/9/3K5 w - -";
    assert_eq!(position(four).notation(), format!("{four} 0 1"));
}

#[test]
fn the_fields_are_checked() {
    refused("", "0 fields, want 6 or 4");
    refused("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0", "5 fields, want 6 or 4");
    refused(&format!("{START} 1"), "more than six fields");
    refused(&START.replace(" w ", " r "), "side to move is \"r\", want w or b");
    refused(&START.replace(" w - ", " w KQkq "), "a field is \"KQkq\", want -");
    refused(&START.replace(" 0 1", " +1 1"), "half-move clock is \"+1\", want a number");
    refused(&START.replace(" 0 1", " 0 0"), "move number is 0, want 1 or more");
    let long = START.replace(" w ", &format!(" {} ", "w".repeat(10_000)));
    assert!(Position::parse(&long).unwrap_err().len() < 100);
}

#[test]
fn the_board_is_checked() {
    let with = |board: &str| format!("{board} w - - 0 1");
    refused(&with("9/9"), "2 ranks, want 10");
    refused(&with("4k4/9/9/9/9/9/9/9/9/3K4"), "8 files on rank 0, want 9");
    refused(&with("4k4/9/9/9/9/9/9/9/9/3KQ4"), "unknown piece letter 'Q' on rank 0");
    refused(&with("4k4/0/9/9/9/9/9/9/9/3K5"), "unknown piece letter '0' on rank 8");
    refused(&with("4k4/54/9/9/9/9/9/9/9/3K5"), "two numbers in a row on rank 8");
    refused(&with("9/9/9/9/9/9/9/9/9/3K5"), "0 black kings, want 1");
    refused(&with("4k4/9/9/9/9/9/9/4K4/9/3K5"), "2 red kings, want 1");
    refused(&with("4k4/9/9/9/9/9/9/9/9/R2KR3R"), "3 red rooks, at most 2 exist");
    refused(&with("4k4/PPPPPP3/9/9/9/9/9/9/9/3K5"), "6 red pawns, at most 5 exist");
}

#[test]
fn pieces_stand_where_moves_can_bring_them() {
    let with = |board: &str| format!("{board} w - - 0 1");
    refused(&with("4k4/9/9/9/9/9/9/9/9/2K6"), "a red king never gets to c0");
    refused(&with("4k4/4a4/3a5/9/9/9/9/9/9/3K4A"), "a red advisor never gets to i0");
    refused(&with("4k4/3a5/9/9/9/9/9/9/9/3K5"), "a black advisor never gets to d8");
    refused(&with("4k4/9/9/9/2B6/9/9/9/9/3K5"), "a red elephant never gets to c5");
    refused(&with("4k4/9/9/9/9/9/9/9/9/3KB4"), "a red elephant never gets to e0");
    refused(&with("4k4/9/9/9/9/9/9/9/1B7/3K5"), "a red elephant never gets to b1");
    // These would fit if the elephant crossed the river.
    refused(&with("4k4/9/9/4B4/9/9/9/9/9/3K5"), "a red elephant never gets to e6");
    refused(&with("4k4/9/9/9/9/9/4b4/9/9/3K5"), "a black elephant never gets to e3");
    refused(&with("4k4/9/9/9/9/9/1P7/9/9/3K5"), "a red pawn never gets to b3");
    refused(&with("4k4/9/9/9/9/9/9/P8/9/3K5"), "a red pawn never gets to a2");
    refused(&with("4k4/9/9/1p7/9/9/9/9/9/3K5"), "a black pawn never gets to b6");
    // After the river every file is possible.
    assert!(Position::parse(&with("4k4/9/1P7/9/9/9/1p7/9/9/3K5")).is_ok());
}

#[test]
fn the_side_that_waits_must_not_be_in_check() {
    let facing = "4k4/9/9/9/9/9/9/9/9/4K4";
    refused(
        &format!("{facing} w - - 0 1"),
        "the black king could be taken: black is in check and not to move",
    );
    refused(
        &format!("{facing} b - - 0 1"),
        "the red king could be taken: red is in check and not to move",
    );
    refused(
        "4k4/9/4R4/9/9/9/9/9/9/3K5 w - - 0 1",
        "the black king could be taken: black is in check and not to move",
    );
    assert!(Position::parse("4k4/9/4R4/9/9/9/9/9/9/3K5 b - - 0 1").is_ok());
    // What stands before a horse blocks it, what stands behind it does not.
    assert!(Position::parse("5k3/9/9/9/9/9/9/4n4/4A4/3K5 b - - 0 1").is_ok());
    refused(
        "5k3/9/9/9/9/9/4P4/4n4/9/3K5 b - - 0 1",
        "the red king could be taken: red is in check and not to move",
    );
}

#[test]
fn each_refusal_names_the_field_that_is_wrong() {
    let check = |fen: &str, field: Option<&str>| {
        let bad = Xiangqi.parse(fen).map(|_| ()).unwrap_err();
        assert_eq!(bad.field.as_deref(), field, "{fen}: {bad}");
    };
    check("9/9", None);
    check("9/9 w - - 0 1", Some("9/9"));
    check(&START.replace(" w ", " r "), Some("r"));
    check(&START.replace(" w - ", " w x "), Some("x"));
    check(&START.replace(" 0 1", " 0 y"), Some("y"));
    check("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", Some("w"));
}
