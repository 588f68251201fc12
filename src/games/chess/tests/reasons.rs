//! Every reason, each reached by a position of its own.

use std::collections::BTreeSet;

use super::{Dice, KIWIPETE, START, position, walked};
use crate::games::IllegalReason::{
    CannotPromote, CastlingForm, EmptySquare, LeavesKingInCheck, Malformed, MustPromote,
    NotYourPiece, Other, OwnPieceOnTarget, PieceCannotMoveThere,
};
use crate::games::{IllegalReason, Position as _};

fn refused(fen: &str, text: &str, reason: IllegalReason, detail: &str) {
    let mut position = position(fen);
    let before = position.notation();
    let illegal = position.play(text).expect_err(text);
    assert_eq!(
        (illegal.reason, illegal.detail.as_str()),
        (reason, detail),
        "{text} in {fen}"
    );
    assert_eq!(position.check_move(text), Err(illegal));
    assert_eq!(
        position.notation(),
        before,
        "a refused move leaves no trace"
    );
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
    refused(START, "0000", Other, "the null move cannot be played");
}

#[test]
fn source_and_target_are_checked_before_the_movement() {
    refused(START, "e4e5", EmptySquare, "no piece on e4");
    refused(
        START,
        "e7e5",
        NotYourPiece,
        "the pawn on e7 is the opponent's",
    );
    refused(START, "a1a2", OwnPieceOnTarget, "the own pawn stands on a2");
    refused(
        START,
        "e1e1",
        PieceCannotMoveThere,
        "the king on e1 cannot go to e1",
    );
    refused(
        START,
        "a1a3",
        PieceCannotMoveThere,
        "the rook on a1 cannot go to a3",
    );
    refused(
        START,
        "e2e5",
        PieceCannotMoveThere,
        "the pawn on e2 cannot go to e5",
    );
    refused(
        START,
        "e2d3",
        PieceCannotMoveThere,
        "the pawn on e2 cannot go to d3",
    );
}

#[test]
fn promotion_needs_a_letter_on_the_last_rank_and_only_there() {
    let fen = "8/4P2k/8/8/8/8/p7/7K w - - 0 1";
    refused(
        fen,
        "e7e8",
        MustPromote,
        "the pawn must promote on e8: a letter is missing",
    );
    leads_to(fen, "e7e8n", "4N3/7k/8/8/8/8/p7/7K b - - 0 1");
    refused(
        START,
        "e2e4q",
        CannotPromote,
        "the pawn does not promote on e4",
    );
    refused(
        START,
        "g1f3q",
        CannotPromote,
        "the knight does not promote on f3",
    );
    let black = "8/4P2k/8/8/8/8/p7/7K b - - 0 1";
    leads_to(black, "a2a1q", "8/4P2k/8/8/8/8/8/q6K w - - 0 2");
}

#[test]
fn the_own_king_must_be_safe() {
    let pinned = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1";
    refused(pinned, "e2d3", LeavesKingInCheck, "the king could be taken");
    let check = "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1";
    refused(check, "h1h2", LeavesKingInCheck, "the king stays in check");
    // En passant takes two pawns off the rank between king and rook.
    let rank = "7k/8/8/KPp4r/8/8/8/8 w - c6 0 1";
    refused(rank, "b5c6", LeavesKingInCheck, "the king could be taken");
    leads_to(
        "7k/8/8/1Pp4r/K7/8/8/8 w - c6 0 1",
        "b5c6",
        "7k/8/2P5/7r/K7/8/8/8 b - - 0 1",
    );
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
    // Without the right it is only an own piece in the way.
    let without = fen.replace("KQkq", "-");
    refused(
        &without,
        "e1h1",
        OwnPieceOnTarget,
        "the own rook stands on h1",
    );
    refused(
        &without,
        "e1g1",
        PieceCannotMoveThere,
        "no right to castle there",
    );
    refused(fen, "e1g1q", CannotPromote, "the king does not promote");
    let obstructed = "castling is obstructed or passes an attacked square";
    let bishop = "4k3/8/8/8/8/8/8/4KB1R w K - 0 1";
    refused(bishop, "e1g1", PieceCannotMoveThere, obstructed);
    let attacked = "5rk1/8/8/8/8/8/8/4K2R w K - 0 1";
    refused(attacked, "e1g1", PieceCannotMoveThere, obstructed);
    let checked = "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1";
    let check = "the king is in check and cannot castle";
    refused(checked, "e1g1", PieceCannotMoveThere, check);
}

/// Every word that has the form of a move, judged one by one, against the generator's list.
#[test]
fn a_single_move_is_judged_as_the_generator_lists_it() {
    let squares: Vec<String> = cozy_chess::Square::ALL
        .iter()
        .map(ToString::to_string)
        .collect();
    let mut dice = Dice(0x853c_49e6_748f_ea9b);
    for round in 0..60 {
        let root = if round % 2 == 0 { START } else { KIWIPETE };
        let face = walked(&mut dice, root, round);
        let listed: BTreeSet<String> = face.legal_moves().into_iter().collect();
        for from in &squares {
            for (to, letter) in squares
                .iter()
                .flat_map(|to| ["", "q", "r", "b", "n"].map(|letter| (to, letter)))
            {
                let text = format!("{from}{to}{letter}");
                let legal = face.check_move(&text).is_ok();
                assert_eq!(
                    legal,
                    listed.contains(&text),
                    "{text} in {}",
                    face.notation()
                );
            }
        }
    }
}
