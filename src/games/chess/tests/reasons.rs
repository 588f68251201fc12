//! Tests of every reason, each in a position of its own.

use std::collections::BTreeSet;

use super::{Dice, KIWIPETE, Position, START, position, walked};
use crate::games::IllegalReason::{
    CannotCastle, CannotPromote, CastlingForm, DeadSquare, DropPawnMate, EmptySquare,
    LeavesKingInCheck, Malformed, MustPromote, NotInHand, NotYourPiece, NothingToTake, NullMove,
    OwnPieceOnTarget, PathBlocked, PieceCannotMoveThere, SquareOccupied, TakesKing, TwoPawns,
};
use crate::games::{Illegal, IllegalReason, Position as _};

fn refused(fen: &str, text: &str, reason: IllegalReason, detail: &str) {
    let mut position = position(fen);
    let before = position.notation();
    let illegal = position.play(text).expect_err(text);
    assert_eq!(
        (illegal.reason, illegal.detail.to_string().as_str()),
        (reason, detail),
        "{text} in {fen}"
    );
    assert_eq!(position.check_move(text), Err(illegal));
    assert_eq!(position.notation(), before, "a refused move leaves no trace");
}

fn leads_to(fen: &str, text: &str, after: &str) {
    let mut position = position(fen);
    assert_eq!(position.play(text), Ok(()), "{text} in {fen}");
    assert_eq!(position.notation(), after);
}

#[test]
fn what_is_no_move_is_malformed() {
    let form = "not a move: want e2e4 or e7e8q";
    for text in [
        "", "e2", "e2e", "e2e4 ", "E2E4", "e2-e4", "e2e9", "i2i4", "e7e8k", "e7e8p", "e7e8Q",
        "e7e8=q", "e2e4qq", "O-O", "Nf3", "(none)", "é2e4",
    ] {
        refused(START, text, Malformed, form);
    }
    refused(START, "0000", NullMove, "the null move cannot be played");
}

#[test]
fn source_and_target_are_checked_before_the_movement() {
    refused(START, "e4e5", EmptySquare, "no piece on e4");
    refused(START, "e7e5", NotYourPiece, "the pawn on e7 is the opponent's");
    refused(START, "a1a2", OwnPieceOnTarget, "the own pawn stands on a2");
    refused(START, "e1e1", PieceCannotMoveThere, "the king on e1 cannot go to e1");
    refused(START, "e2e5", PieceCannotMoveThere, "the pawn on e2 cannot go to e5");
    refused(START, "g1g3", PieceCannotMoveThere, "the knight on g1 cannot go to g3");
}

#[test]
fn what_stands_in_the_way_is_named() {
    let blocked = |fen: &str, text: &str, detail: &str| refused(fen, text, PathBlocked, detail);
    blocked(START, "a1a3", "the rook on a1 cannot go to a3: the pawn on a2 is in the way");
    blocked(START, "d1h5", "the queen on d1 cannot go to h5: the pawn on e2 is in the way");
    let pawns = "4k3/8/8/8/4p3/3pP3/3P4/4K3 w - - 0 1";
    blocked(pawns, "e3e4", "the pawn on e3 cannot go to e4: the pawn on e4 is in the way");
    blocked(pawns, "d2d4", "the pawn on d2 cannot go to d4: the pawn on d3 is in the way");
}

#[test]
fn a_pawn_takes_only_what_is_there() {
    let nothing = |fen: &str, text: &str, detail: &str| refused(fen, text, NothingToTake, detail);
    nothing(START, "e2d3", "the pawn on e2 cannot go to d3: nothing is there to take");
    // The black pawn is next to the white one, but did not move there in the last move.
    let beside = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1";
    let late =
        "the pawn on e5 cannot go to d6: nothing is there to take, and no pawn has just passed";
    nothing(beside, "e5d6", late);
    leads_to(&beside.replace("w - -", "w - d6"), "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn promotion_needs_a_letter_on_the_last_rank_and_only_there() {
    let fen = "8/4P2k/8/8/8/8/p7/7K w - - 0 1";
    refused(fen, "e7e8", MustPromote, "the pawn must promote on e8: a letter is missing");
    leads_to(fen, "e7e8n", "4N3/7k/8/8/8/8/p7/7K b - - 0 1");
    refused(START, "e2e4q", CannotPromote, "the pawn does not promote on e4");
    refused(START, "g1f3q", CannotPromote, "the knight does not promote on f3");
    let black = "8/4P2k/8/8/8/8/p7/7K b - - 0 1";
    leads_to(black, "a2a1q", "8/4P2k/8/8/8/8/8/q6K w - - 0 2");
}

#[test]
fn the_own_king_must_be_safe() {
    let unsafe_king = |fen: &str, text: &str, detail: &str| {
        refused(fen, text, LeavesKingInCheck, detail);
    };
    let pinned = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1";
    let rook = "the king on e1 could be taken by the rook on e8";
    unsafe_king(pinned, "e2d3", rook);
    unsafe_king(&pinned.replace("4B3", "4Q3"), "e2d3", rook);
    // The rook on a1 stands on the first square, but the knight is before it.
    unsafe_king(&pinned.replace("4K3", "rN2K3"), "e2d3", rook);
    let check = "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1";
    let stays = "the king on e1 stays in check from the rook on e8";
    unsafe_king(check, "h1h2", stays);
    unsafe_king(check, "e1e2", "the king on e2 could be taken by the rook on e8");
    // En passant removes two pawns from the rank between king and rook.
    let rank = "7k/8/8/KPp4r/8/8/8/8 w - c6 0 1";
    let both = "the king on a5 could be taken by the rook on h5";
    unsafe_king(rank, "b5c6", both);
    let pawn = "6k1/KP5r/8/8/8/8/8/8 w - - 0 1";
    unsafe_king(pawn, "b7b8q", "the king on a7 could be taken by the rook on h7");
    // The taken rook no longer gives check, but the rook after it does.
    let rest = "4r2k/8/8/8/8/8/4r3/4K3 w - - 0 1";
    unsafe_king(rest, "e1e2", "the king on e2 could be taken by the rook on e8");
    for (fen, text, what) in [
        ("7k/8/8/8/8/1p6/8/K7 w - - 0 1", "a1a2", "pawn on b3"),
        ("7k/8/8/8/8/2n5/8/K7 w - - 0 1", "a1b1", "knight on c3"),
        ("8/8/8/8/8/1k6/8/K7 w - - 0 1", "a1b2", "king on b3"),
        ("7k/8/8/8/8/q7/8/1K6 w - - 0 1", "b1a1", "queen on a3"),
        ("7k/8/8/8/3b4/8/8/K7 w - - 0 1", "a1b2", "bishop on d4"),
    ] {
        let to = &text[2..];
        let detail = format!("the king on {to} could be taken by the {what}");
        unsafe_king(fen, text, &detail);
    }
    leads_to("7k/8/8/1Pp4r/K7/8/8/8 w - c6 0 1", "b5c6", "7k/8/2P5/7r/K7/8/8/8 b - - 0 1");
}

#[test]
fn castling_is_the_kings_move() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9";
    leads_to(fen, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9");
    leads_to(fen, "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 9");
    let black = fen.replace(" w ", " b ");
    leads_to(&black, "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 4 10");
    leads_to(&black, "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 10");
    let written = |king: &str, rook: &str| {
        format!("castling is written as the king's move, {king}, not as king takes rook: {rook}")
    };
    for (fen, king, rook) in [
        (fen, "e1g1", "e1h1"),
        (fen, "e1c1", "e1a1"),
        (black.as_str(), "e8g8", "e8h8"),
        (black.as_str(), "e8c8", "e8a8"),
    ] {
        refused(fen, rook, CastlingForm, &written(king, rook));
    }
    // Without the right, the reason is the own piece on the target.
    let without = fen.replace("KQkq", "-");
    refused(&without, "e1h1", OwnPieceOnTarget, "the own rook stands on h1");
    refused(&without, "e1g1", CannotCastle, "no right to castle towards g1");
    refused(fen, "e1g1q", CannotPromote, "the king does not promote");
    let castles = |fen: &str, text: &str, detail: &str| refused(fen, text, CannotCastle, detail);
    let bishop = "4k3/8/8/8/8/8/8/4KB1R w K - 0 1";
    castles(bishop, "e1g1", "no castling through the bishop on f1");
    // The king does not pass b1, but the rook does.
    let knight = "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1";
    castles(knight, "e1c1", "no castling through the knight on b1");
    let over = "no castling over f1, which the rook on f8 attacks";
    castles("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", over);
    let onto = "no castling over g1, which the bishop on a7 attacks";
    castles("6k1/b7/8/8/8/8/8/4K2R w K - 0 1", "e1g1", onto);
    let pawn = "no castling over d8, which the pawn on e7 attacks";
    castles("r3k3/4P3/8/8/8/8/8/4K3 b q - 0 1", "e8c8", pawn);
    let checked = "no castling out of check from the rook on e8";
    castles("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", checked);
    // The rook may pass an attacked square.
    leads_to("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "1r2k3/8/8/8/8/8/8/2KR4 b - - 1 1");
}

#[test]
fn the_squares_of_what_forbids_it_are_named() {
    let named = |fen: &str, text: &str, squares: &[&str]| {
        let illegal = position(fen).check_move(text).unwrap_err();
        assert_eq!(illegal.squares, squares, "{text} in {fen}");
    };
    named("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", &["e1", "e8"]);
    named("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", &["f1", "f8"]);
    named("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", &["e1", "e8"]);
    named("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", &["f1"]);
    named(START, "a1a3", &["a2"]);
    named(START, "e2e5", &[]);
}

#[test]
fn a_move_names_its_squares_and_a_position_the_move_that_led_to_it() {
    use crate::games::{CHESS, Game as _};
    assert_eq!(CHESS.squares_of("e7e8q"), ["e7", "e8"]);
    assert_eq!(CHESS.squares_of("(none)"), [""; 0]);
    let mut start = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(start.last_move(), None);
    start.play("e1g1").unwrap();
    assert_eq!(start.last_move().as_deref(), Some("e1g1"));
}

/// Compares the verdict on every word with the form of a move with the list of the generator.
#[test]
fn a_single_move_is_judged_as_the_generator_lists_it() {
    let squares: Vec<String> = cozy_chess::Square::ALL.iter().map(ToString::to_string).collect();
    let mut dice = Dice(0x853c_49e6_748f_ea9b);
    for round in 0..60 {
        let root = if round % 2 == 0 { START } else { KIWIPETE };
        let face = walked(&mut dice, root, round);
        let listed: BTreeSet<String> = face.legal_moves().into_iter().collect();
        for from in &squares {
            for (to, letter) in
                squares.iter().flat_map(|to| ["", "q", "r", "b", "n"].map(|letter| (to, letter)))
            {
                let text = format!("{from}{to}{letter}");
                let judged = face.check_move(&text);
                let legal = judged.is_ok();
                assert_eq!(legal, listed.contains(&text), "{text} in {}", face.notation());
                if let Err(illegal) = judged {
                    reported(&face, from, to, &illegal);
                }
            }
        }
    }
}

/// Checks that the reason agrees with the board.
fn reported(face: &Position, from: &str, to: &str, illegal: &Illegal) {
    let drawn = face.diagram();
    let on = |square: &str| {
        let (rank, file) = drawn.place(square).unwrap();
        drawn.rows[rank][file]
    };
    let own = |square: &str| on(square).is_some_and(|piece| piece.side == drawn.to_move);
    let (empty, mine) = (on(from).is_none(), own(from));
    let holds = match illegal.reason {
        EmptySquare => empty,
        NotYourPiece => !empty && !mine,
        OwnPieceOnTarget => mine && own(to),
        PathBlocked => mine && on(&illegal.squares[0]).is_some(),
        NothingToTake => mine && on(to).is_none() && illegal.squares.is_empty(),
        LeavesKingInCheck | CastlingForm | CannotCastle | PieceCannotMoveThere => mine,
        MustPromote | CannotPromote => mine && !own(to),
        Malformed | NullMove | TakesKing | NotInHand | SquareOccupied | TwoPawns | DropPawnMate
        | DeadSquare => false,
    };
    assert!(holds, "{from}{to} in {}: {illegal:?}", face.notation());
    // The piece that could take the king is always found.
    if illegal.reason == LeavesKingInCheck {
        assert!(!own(&illegal.squares[1]) && on(&illegal.squares[1]).is_some());
    }
    assert_ne!(illegal.detail, "castling is not possible");
}

/// What is taken en passant stands beside its taker, and nothing else is taken there.
#[test]
fn a_piece_beside_the_mover_still_attacks() {
    let fen = "4k3/8/8/8/8/8/8/KNr5 w - - 0 1";
    let detail = "the king on a1 could be taken by the rook on c1";
    refused(fen, "b1c3", LeavesKingInCheck, detail);
    let fen = "4k3/8/8/4n3/K2Pr3/8/8/8 w - - 0 1";
    let detail = "the king on a4 could be taken by the rook on e4";
    refused(fen, "d4e5", LeavesKingInCheck, detail);
}
