//! Tests of every reason, each in a position of its own.

use shunsai::shogi_core::{Color, Piece, Square};

use super::position;
use crate::games::IllegalReason::{
    CannotPromote, DeadSquare, DropPawnMate, EmptySquare, LeavesKingInCheck, Malformed,
    MustPromote, NotInHand, NotYourPiece, OwnPieceOnTarget, PathBlocked, PieceCannotMoveThere,
    SquareOccupied, TakesKing, TwoPawns,
};
use crate::games::{IllegalReason, Position as _};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn refused(sfen: &str, text: &str, reason: IllegalReason, detail: &str) {
    let mut position = position(sfen);
    let before = position.notation();
    let illegal = position.play(text).expect_err(text);
    assert_eq!(
        (illegal.reason, illegal.detail.to_string().as_str()),
        (reason, detail),
        "{text} in {sfen}"
    );
    assert_eq!(position.check_move(text), Err(illegal));
    assert_eq!(position.notation(), before, "a refused move leaves no trace");
}

fn allowed(sfen: &str, text: &str) {
    let mut position = position(sfen);
    assert_eq!(position.check_move(text), Ok(()), "{text} in {sfen}");
    assert_eq!(position.play(text), Ok(()));
}

#[test]
fn what_is_no_move_is_malformed() {
    let form = "not a move: want 7g7f, 8h2b+ or P*5e";
    for text in [
        "",
        "7g",
        "7g7",
        "7g7f ",
        " 7g7f",
        "7g7f=",
        "7G7F",
        "0g7f",
        "7j7f",
        "a7a6",
        "p*5e",
        "K*5e",
        "P5e",
        "+P*5e",
        "P*5e+",
        "7g7f++",
        "resign",
        "win",
        "none",
        "0000",
        "７六歩",
        "7g7\u{301}f",
        "P*0e",
    ] {
        refused(START, text, Malformed, form);
    }
}

#[test]
fn the_source_must_hold_an_own_piece() {
    refused(START, "5e5d", EmptySquare, "no piece on 5e");
    refused(START, "3c3d", NotYourPiece, "the pawn on 3c is the opponent's");
}

#[test]
fn the_piece_must_reach_the_target() {
    refused(START, "2h2g", OwnPieceOnTarget, "the own pawn stands on 2g");
    refused(START, "7g7e", PieceCannotMoveThere, "the pawn on 7g cannot go to 7e");
    refused(START, "7g7g", PieceCannotMoveThere, "the pawn on 7g cannot go to 7g");
    // The bishop moves like that, but a pawn is between.
    refused(
        START,
        "8h2b+",
        PathBlocked,
        "the bishop on 8h cannot go to 2b: the pawn on 7g is in the way",
    );
    refused(
        START,
        "1i1e",
        PathBlocked,
        "the lance on 1i cannot go to 1e: the pawn on 1g is in the way",
    );
    let dragon = "4k4/9/9/9/9/9/9/9/+R2sK4 b - 1";
    refused(
        dragon,
        "9i3i",
        PathBlocked,
        "the promoted rook on 9i cannot go to 3i: the silver on 6i is in the way",
    );
    refused(START, "8i7h", PieceCannotMoveThere, "the knight on 8i cannot go to 7h");
}

#[test]
fn promotion_needs_the_camp_and_a_piece_that_can() {
    refused(
        START,
        "7g7f+",
        CannotPromote,
        "no promotion of the pawn: neither 7g nor 7f is in the camp",
    );
    let gold = "4k4/9/9/4G4/9/9/9/9/4K4 b - 1";
    refused(gold, "5d5c+", CannotPromote, "a gold does not promote");
    let king = "9/9/4K4/9/9/9/9/4k4/9 b - 1";
    refused(king, "5c5b+", CannotPromote, "a king does not promote");
    let dragon = "4k4/9/7+R1/9/9/9/9/9/4K4 b - 1";
    refused(dragon, "2c2d+", CannotPromote, "the promoted rook on 2c has promoted already");
    // A move out of the camp can promote, and so can a move into it.
    allowed("4k4/9/7S1/9/9/9/9/9/4K4 b - 1", "2c3d+");
    allowed("4k4/9/7S1/9/9/9/9/9/4K4 b - 1", "2c3d");
    allowed("4k4/9/9/9/9/9/7s1/9/4K4 w - 1", "2g3f+");
}

#[test]
fn a_piece_that_could_not_move_on_must_promote() {
    let black = "k8/4P3L/9/9/9/9/9/9/K8 b - 1";
    refused(black, "5b5a", MustPromote, "a pawn must promote on 5a");
    refused(black, "1b1a", MustPromote, "a lance must promote on 1a");
    allowed(black, "5b5a+");
    let knight = "k8/9/9/6N2/9/9/9/9/K8 b - 1";
    refused(knight, "3d2b", MustPromote, "a knight must promote on 2b");
    allowed(knight, "3d2b+");
    let white = "k8/9/9/9/9/6n2/9/4p4/K8 w - 1";
    refused(white, "5h5i", MustPromote, "a pawn must promote on 5i");
    refused(white, "3f4h", MustPromote, "a knight must promote on 4h");
    // A lance may remain unpromoted on the second rank from the edge.
    allowed("k8/9/8L/9/9/9/9/9/K8 b - 1", "1c1b");
}

#[test]
fn drops_need_a_piece_in_hand_and_a_square_that_lets_it_live() {
    let hands = "4k4/9/9/9/4P4/9/9/9/4K4 b PLN 1";
    refused(hands, "R*1e", NotInHand, "no rook in hand");
    refused(hands, "P*5e", SquareOccupied, "5e is occupied");
    refused(hands, "P*5d", TwoPawns, "two pawns on file 5");
    refused(hands, "P*1a", DeadSquare, "a pawn dropped on 1a could never move");
    refused(hands, "L*1a", DeadSquare, "a lance dropped on 1a could never move");
    refused(hands, "N*1b", DeadSquare, "a knight dropped on 1b could never move");
    allowed(hands, "N*1c");
    allowed(hands, "L*1b");
    // The opponent's pieces in hand do not count.
    refused("4k4/9/9/9/9/9/9/9/4K4 b r 1", "R*1e", NotInHand, "no rook in hand");
    let white = "4k4/9/9/9/9/9/9/9/4K4 w n 1";
    refused(white, "N*1h", DeadSquare, "a knight dropped on 1h could never move");
    // A promoted pawn and the opponent's pawn do not count as a second pawn.
    allowed("4k4/9/9/9/9/4+P4/4p4/9/4K4 b P 1", "P*5e");
}

#[test]
fn a_dropped_pawn_may_check_but_not_mate() {
    // Lance and pawn block the ways of their own king, and the silver protects the dropped pawn.
    let mate = "7lk/7p1/8S/7N1/9/9/9/9/4K4 b P 1";
    refused(mate, "P*1b", DropPawnMate, "the pawn dropped on 1b mates");
    // Without the lance the king can escape.
    allowed("8k/7p1/8S/7N1/9/9/9/9/4K4 b P 1", "P*1b");
    // A capture of the pawn is a reply too.
    allowed("5r2k/6p1p/8S/9/9/9/9/9/4K4 b P 1", "1c1b+");
    let white = "4k4/9/9/9/9/7n1/8s/7P1/7LK w p 1";
    refused(white, "P*1h", DropPawnMate, "the pawn dropped on 1h mates");
    // A pawn that moves may mate, and so may any other drop.
    allowed("7lk/7p1/8P/7NS/9/9/9/9/4K4 b - 1", "1c1b");
    allowed("7lk/7p1/8S/7N1/9/9/9/9/4K4 b L 1", "L*1b");
}

#[test]
fn the_own_king_must_be_safe() {
    let safe = |sfen: &str, text: &str, detail: &str| {
        refused(sfen, text, LeavesKingInCheck, detail);
    };
    let pinned = "4r4/9/9/9/9/9/9/4G4/4K4 b P 1";
    let rook = "the king on 5i could be taken by the rook on 5a";
    safe(pinned, "5h4h", rook);
    allowed(pinned, "5h5g");
    allowed(pinned, "5i4i");
    let check = "4r4/9/9/9/9/9/9/9/4K4 b P 1";
    let ahead = "the king on 5h could be taken by the rook on 5a";
    safe(check, "5i5h", ahead);
    let stays = "the king on 5i stays in check from the rook on 5a";
    safe(check, "P*1h", stays);
    allowed(check, "P*5e");
    allowed(check, "5i4h");
    let beside = "9/9/9/9/9/9/9/3r5/4K4 b - 1";
    safe(beside, "5i6i", "the king on 6i could be taken by the rook on 6h");
    safe(beside, "5i5h", "the king on 5h could be taken by the rook on 6h");
    allowed(beside, "5i6h");
    let knight = "9/9/9/9/9/9/3n5/9/4K4 b - 1";
    let jumps = "the king on 5i stays in check from the knight on 6g";
    safe(&knight.replace("b -", "b P"), "P*5h", jumps);
}

#[test]
fn a_king_is_never_taken() {
    // No position that can be read allows this, so the test builds one.
    let mut board = shunsai::shogi_core::PartialPosition::empty();
    for (file, rank, piece) in [(5, 1, Piece::W_K), (5, 9, Piece::B_R), (1, 9, Piece::B_K)] {
        board.piece_set(Square::new(file, rank).unwrap(), Some(piece));
    }
    board.side_to_move_set(Color::Black);
    let board = shunsai::Position::new(board);
    let takes = super::super::moves::parse("5i5a", Color::Black).unwrap();
    let illegal = super::super::legality::check(&board, board.in_check(), takes.0).unwrap_err();
    assert_eq!(illegal.reason, TakesKing);
    assert_eq!(illegal.detail, "a king is never taken, also not on 5a");
}

/// The squares of what makes a move illegal are reported, without those of the move itself.
#[test]
fn the_squares_of_what_forbids_it_are_named() {
    let named = |sfen: &str, text: &str, squares: &[&str]| {
        let illegal = position(sfen).check_move(text).unwrap_err();
        assert_eq!(illegal.squares, squares, "{text} in {sfen}");
    };
    named("4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5h", &["5e"]);
    named("4r4/9/9/9/9/9/9/4G4/4K4 b P 1", "5h4h", &["5i", "5a"]);
    named("7lk/7p1/8S/7N1/9/9/9/9/4K4 b P 1", "P*1b", &["1a"]);
    named(START, "8h2b+", &["7g"]);
    named(START, "7g7e", &[]);
    named(START, "5e5d", &[]);
}

#[test]
fn a_move_names_its_squares_and_a_position_the_move_that_led_to_it() {
    use crate::games::{Game as _, SHOGI};
    assert_eq!(SHOGI.squares_of("8h2b+"), ["8h", "2b"]);
    assert_eq!(SHOGI.squares_of("P*5e"), ["5e"]);
    assert_eq!(SHOGI.squares_of("resign"), [""; 0]);
    let mut start = position(START);
    assert_eq!(start.last_move(), None);
    start.play("7g7f").unwrap();
    assert!(start.play("7g7f").is_err());
    assert_eq!(start.last_move().as_deref(), Some("7g7f"));
}

#[test]
fn a_side_without_king_has_nothing_to_guard() {
    let attacker = "4k4/9/9/9/9/9/9/4G4/4r4 b - 1";
    allowed(attacker, "5h5i");
    allowed(attacker, "5h4h");
}
