//! Tests of every reason, each in a position of its own.

use super::{MIDDLE, START, position};
use crate::games::IllegalReason::{
    self, EmptySquare, LeavesKingInCheck, Malformed, NotYourPiece, OwnPieceOnTarget, PathBlocked,
    PieceCannotMoveThere,
};
use crate::games::Position as _;

fn refused(fen: &str, text: &str, reason: IllegalReason, detail: &str, squares: &[&str]) {
    let mut position = position(fen);
    let before = position.notation();
    let illegal = position.play(text).expect_err(text);
    let reported = (illegal.reason, illegal.detail.to_string());
    assert_eq!(reported, (reason, detail.to_owned()), "{text} in {fen}");
    assert_eq!(illegal.squares, squares, "{text} in {fen}");
    assert_eq!(position.check_move(text), Err(illegal));
    assert_eq!(position.notation(), before, "a refused move leaves no trace");
}

#[test]
fn what_is_no_move_is_malformed() {
    for text in ["", "h2", "h2e", "h2e2 ", "H2E2", "h2-e2", "j2e2", "h10g8", "(none)", "é2e2"] {
        refused(START, text, Malformed, "not a move: want h2e2", &[]);
    }
}

#[test]
fn source_and_target_are_checked_before_the_movement() {
    refused(START, "e4e5", EmptySquare, "no piece on e4", &[]);
    refused(START, "e6e5", NotYourPiece, "the pawn on e6 is the opponent's", &[]);
    refused(START, "a0b0", OwnPieceOnTarget, "the own horse stands on b0", &[]);
    let stays = "the king on e0 cannot go to e0";
    refused(START, "e0e0", PieceCannotMoveThere, stays, &[]);
    refused(START, "e3d3", PieceCannotMoveThere, "the pawn on e3 cannot go to d3", &[]);
    refused(START, "e3e5", PieceCannotMoveThere, "the pawn on e3 cannot go to e5", &[]);
    refused(START, "a0b1", PieceCannotMoveThere, "the rook on a0 cannot go to b1", &[]);
    refused(START, "a0c1", PieceCannotMoveThere, "the rook on a0 cannot go to c1", &[]);
    refused(START, "b0b4", PieceCannotMoveThere, "the horse on b0 cannot go to b4", &[]);
    refused(START, "c0d1", PieceCannotMoveThere, "the elephant on c0 cannot go to d1", &[]);
    refused(START, "b2c4", PieceCannotMoveThere, "the cannon on b2 cannot go to c4", &[]);
}

#[test]
fn what_stands_in_the_way_is_named() {
    let blocked = |fen: &str, text: &str, detail: &str, square: &str| {
        refused(fen, text, PathBlocked, detail, &[square]);
    };
    let leg = "the horse on b0 cannot go to d1: the elephant on c0 is in the way";
    blocked(START, "b0d1", leg, "c0");
    let rook = "the rook on a0 cannot go to a6: the pawn on a3 is in the way";
    blocked(START, "a0a6", rook, "a3");
    let cannon = "the cannon on b2 cannot go to b8: the cannon on b7 is in the way";
    blocked(START, "b2b8", cannon, "b7");
    let eye = "4k4/9/9/9/9/9/9/9/3P5/2B1K4 w - - 0 1".replace("3P5", "3r5");
    let detail = "the elephant on c0 cannot go to e2: the rook on d1 is in the way";
    blocked(&eye.replace("4k4", "5k3"), "c0e2", detail, "d1");
}

#[test]
fn the_palace_and_the_river_are_kept() {
    let cannot = |fen: &str, text: &str, detail: &str| {
        refused(fen, text, PieceCannotMoveThere, detail, &[]);
    };
    let palace = "3k5/9/9/9/9/9/9/3A5/9/5K3 w - - 0 1";
    cannot(palace, "f0g0", "the king on f0 cannot go to g0: it does not leave the palace");
    cannot(palace, "d2c3", "the advisor on d2 cannot go to c3: it does not leave the palace");
    cannot(palace, "d2f2", "the advisor on d2 cannot go to f2");
    let river = "3k5/9/9/9/9/2B6/9/9/9/5K3 w - - 0 1";
    cannot(river, "c4e6", "the elephant on c4 cannot go to e6: it does not cross the river");
}

#[test]
fn a_cannon_takes_over_exactly_one_piece() {
    let none = "the cannon on e2 cannot go to e5: a cannon takes over exactly one piece";
    let bare = "3k5/9/9/9/4p4/9/9/4C4/9/5K3 w - - 0 1";
    refused(bare, "e2e5", PieceCannotMoveThere, none, &[]);
    let two = "the cannon on b2 cannot go to b9: a cannon takes over exactly one piece";
    let fen = "1r1k5/9/9/1n7/9/9/1p7/1C7/9/5K3 w - - 0 1";
    refused(fen, "b2b9", PieceCannotMoveThere, two, &["b3", "b6"]);
    assert_eq!(position(START).check_move("b2b9"), Ok(()));
    assert!(position(MIDDLE).check_move("e2e6").is_ok());
}

#[test]
fn the_king_is_kept_safe() {
    let faces = "the kings on e0 and e9 would face each other";
    let between = "4k4/9/9/9/9/4C4/9/9/9/4K4 w - - 0 1";
    refused(between, "e4d4", LeavesKingInCheck, faces, &["e0", "e9"]);
    let checked = "3k5/9/9/9/9/4r4/9/9/9/R3KA3 w - - 0 1";
    let stays = "the king on e0 stays in check from the rook on e4";
    refused(checked, "a0a1", LeavesKingInCheck, stays, &["e0", "e4"]);
    let pinned = "3k5/9/9/9/4r4/9/9/9/4A4/4K4 w - - 0 1";
    let taken = "the king on e0 could be taken by the rook on e5";
    refused(pinned, "e1d2", LeavesKingInCheck, taken, &["e0", "e5"]);
    let horse = "3k5/9/9/9/9/9/9/3n5/9/3K5 w - - 0 1";
    let stepped = "the king on e0 could be taken by the horse on d2";
    refused(horse, "d0e0", LeavesKingInCheck, stepped, &["e0", "d2"]);
    let cannon = "5k3/4c4/9/9/4p4/9/9/9/9/3K5 w - - 0 1";
    let under = "the king on e0 could be taken by the cannon on e8";
    refused(cannon, "d0e0", LeavesKingInCheck, under, &["e0", "e8"]);
    let pawn = "3k5/9/9/9/9/9/9/9/5p3/3K5 w - - 0 1";
    let beside = "the king on e1 could be taken by the pawn on f1";
    refused(&pawn.replace("3K5", "4K4"), "e0e1", LeavesKingInCheck, beside, &["e1", "f1"]);
    let pawn = "5k3/9/9/9/9/9/9/9/3p5/4K4 w - - 0 1";
    let beside = "the king on e1 could be taken by the pawn on d1";
    refused(pawn, "e0e1", LeavesKingInCheck, beside, &["e1", "d1"]);
}
