//! Tests of reading and writing positions.

use proptest::prelude::{ProptestConfig, any, prop, proptest};
use proptest::{prop_assert, prop_assert_eq};

use super::super::{Chess, Position};
use super::{Dice, KIWIPETE, START, position, walked};
use crate::games::{Game as _, Piece, Position as _, Side};

fn same(fen: &str) {
    assert_eq!(position(fen).notation(), fen);
}

fn refused(fen: &str, problem: &str) {
    assert_eq!(Position::parse(fen).map(|_| ()), Err(problem.to_owned()), "{fen}");
}

#[test]
fn positions_are_read_and_written() {
    same(START);
    same(KIWIPETE);
    same("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
    // Counters may be above the limits of the generator.
    same("4k3/8/8/8/8/8/8/4K2R w K - 149 70000");
    let four = "4k3/8/8/8/8/8/8/4K3 w - -";
    assert_eq!(position(four).notation(), format!("{four} 0 1"));
}

#[test]
fn the_fields_are_checked() {
    refused("", "0 fields, want 6 or 4");
    refused("4k3/8/8/8/8/8/8/4K3 w - - 0", "5 fields, want 6 or 4");
    refused(&format!("{START} 1"), "more than six fields");
    refused(&START.replace(" w ", " W "), "side to move is \"W\", want w or b");
    refused(&START.replace("KQkq", "KK"), "'K' is a second castling right on the king's side");
    refused(&START.replace("KQkq", "HAha"), "castling rights are \"HAha\", want - or of KQkq");
    refused(&START.replace(" 0 1", " +1 1"), "half-move clock is \"+1\", want a number");
    refused(&START.replace(" 0 1", " 0 x"), "move number is \"x\", want a number");
    refused(&START.replace(" 0 1", " 0 0"), "move number is 0, want 1 or more");
    refused(
        &START.replace("KQkq -", "KQkq e3"),
        "en passant square is \"e3\", but no pawn has just passed it",
    );
    let long = START.replace(" w ", &format!(" {} ", "w".repeat(10_000)));
    assert!(Position::parse(&long).unwrap_err().len() < 100);
}

#[test]
fn the_board_is_checked() {
    let with = |board: &str| format!("{board} w - - 0 1");
    refused(&with("8/8/8"), "3 ranks, want 8");
    refused(&with("4k3/8/8/8/8/8/8/4K2"), "7 files on rank 1, want 8");
    refused(&with("4k3/9/8/8/8/8/8/4K3"), "unknown piece letter '9' on rank 7");
    refused(&with("4k3/44/8/8/8/8/8/4K3"), "two numbers in a row on rank 7");
    refused(&with("4k3/8/8/8/8/8/8/3PK3"), "a pawn on rank 1");
    refused(&with("8/8/8/8/8/8/8/4K3"), "0 black kings, want 1");
    refused(&with("4k3/8/8/8/8/8/8/3KK3"), "2 white kings, want 1");
    refused(&with("4k3/P7/PPPPPPPP/8/8/8/8/4K3"), "9 white pawns, at most 8 exist");
    refused(&with("4k3/8/8/8/Q7/QQQQQQQQ/QQQQQQQ1/4K3"), "17 white pieces, at most 16 exist");
}

#[test]
fn kings_keep_apart() {
    for (board, side) in [("8/8/3k4/3K4/8/8/8/8", "w"), ("8/8/3k4/4K3/8/8/8/8", "b")] {
        refused(&format!("{board} {side} - - 0 1"), "the kings stand side by side");
    }
}

#[test]
fn castling_rights_need_king_and_rook_at_home() {
    let with = |board: &str, rights: &str| format!("{board} w {rights} - 0 1");
    let king = "4k3/8/8/8/8/8/8/3K3R";
    refused(&with(king, "K"), "castling right 'K', but the king has moved");
    let rook = "4k3/8/8/8/8/8/8/4K1R1";
    refused(&with(rook, "K"), "castling right 'K', but the rook has moved");
    refused(&with("4k2R/8/8/8/8/8/8/4K3", "k"), "castling right 'k', but the rook has moved");
}

#[test]
fn the_side_that_waits_must_not_be_in_check() {
    refused(
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "the black king could be taken: black is in check and not to move",
    );
    refused(
        "4k3/8/8/8/8/8/5q2/5K2 b - - 0 1",
        "the white king could be taken: white is in check and not to move",
    );
    same("4k3/8/8/8/8/8/8/4RK2 b - - 0 1");
    refused(
        "4k3/3P1P2/5N2/8/8/8/8/4RK2 b - - 0 1",
        "both kings are in check, or one by three pieces",
    );
}

#[test]
fn each_refusal_names_the_field_that_is_wrong() {
    let check = |fen: &str, field: Option<&str>| {
        let bad = Chess::STANDARD.parse(fen).unwrap_err();
        assert_eq!(bad.field.as_deref(), field, "{fen}: {bad}");
    };
    check("8/8", None);
    check("4k3/9/8/8/8/8/8/4K3 w - - 0 1", Some("4k3/9/8/8/8/8/8/4K3"));
    check("8/8/3k4/3K4/8/8/8/8 w - - 0 1", Some("8/8/3k4/3K4/8/8/8/8"));
    check(&START.replace(" w ", " W "), Some("W"));
    check(&START.replace("KQkq", "KK"), Some("KK"));
    check(&START.replace("KQkq -", "KQkq e3"), Some("e3"));
    check(&START.replace(" 0 1", " x 1"), Some("x"));
    check(&START.replace(" 0 1", " 0 y"), Some("y"));
    check(&START.replace(" 0 1", " 7 0"), Some("0"));
    check("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", Some("w"));
}

#[test]
fn the_harness_writes_castling_rights_in_their_one_order() {
    assert_eq!(Chess::STANDARD.check_spelling(START), Ok(()));
    assert_eq!(Chess::STANDARD.check_spelling("4k3/8/8/8/8/8/8/4K3 w - -"), Ok(()));
    let bad = Chess::STANDARD.check_spelling(&START.replace("KQkq", "kqQK"));
    let bad = bad.unwrap_err();
    assert_eq!(bad.message, "castling rights are \"kqQK\", want KQkq");
    assert_eq!(bad.field.as_deref(), Some("kqQK"));
}

#[test]
fn a_picture_shows_everything() {
    let drawn = position(KIWIPETE).diagram();
    let rows: Vec<String> = drawn
        .rows
        .iter()
        .map(|row| {
            let cells = row.iter().map(|cell| cell.map_or(".".to_owned(), Piece::text));
            cells.collect()
        })
        .collect();
    let wanted = [
        "r...k..r", "p.ppqpb.", "bn..pnp.", "...PN...", ".p..P...", "..N..Q.p", "PPPBBPPP",
        "R...K..R",
    ];
    assert_eq!(rows, wanted);
    assert_eq!(drawn.hands, None);
    assert_eq!(drawn.to_move, Side::First);
    assert_eq!(drawn.place("a8"), Some((0, 0)));
    assert_eq!(drawn.place("h1"), Some((7, 7)));
    assert_eq!(drawn.place("i1"), None);
}

fn quick(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(quick(256))]

    #[test]
    fn notation_comes_back_after_any_walk(seed in 1u64.., length in 0usize..200) {
        let walked = walked(&mut Dice(seed), START, length);
        let text = walked.notation();
        let read = Position::parse(&text).unwrap();
        prop_assert_eq!(read.notation(), text);
        prop_assert_eq!(read.repetition_key(), walked.repetition_key());
        prop_assert_eq!(read.legal_moves(), walked.legal_moves());
    }
}

proptest! {
    #![proptest_config(quick(4096))]

    #[test]
    fn nothing_that_is_read_can_panic(text in any::<String>()) {
        let _ = Position::parse(&text);
        let _ = Position::start().check_move(&text);
        let _ = Chess::STANDARD.is_move(&text);
    }

    #[test]
    fn nothing_that_looks_like_a_fen_can_panic(
        ranks in prop::collection::vec("[pnbrqkPNBRQK1-9]{0,9}", 7..10),
        side in "[wbx]",
        rights in "(-|[KQkq]{1,5})",
        after in "(-|[a-i][0-9])",
        counters in "( [0-9]{1,11}){0,3}",
    ) {
        let text = format!("{} {side} {rights} {after}{counters}", ranks.join("/"));
        if let Ok(read) = Position::parse(&text) {
            prop_assert!(read.legal_moves().len() <= 218);
        }
    }
}

/// A fen with these letters on the squares, and a king of each side on top of them.
fn scattered(letters: &[char], white: usize, black: usize, side: char) -> String {
    let mut cells = letters.to_vec();
    cells[white] = 'K';
    cells[black] = 'k';
    let rows: Vec<String> = cells
        .chunks(8)
        .map(|row| {
            let mut out = String::new();
            let mut empty = 0;
            for &letter in row.iter().chain(&['/']) {
                if letter == '.' {
                    empty += 1;
                } else {
                    if empty > 0 {
                        out.push_str(&empty.to_string());
                    }
                    empty = 0;
                    out.push(letter);
                }
            }
            out.trim_end_matches('/').to_owned()
        })
        .collect();
    format!("{} {side} - - 0 1", rows.join("/"))
}

proptest! {
    #![proptest_config(quick(2048))]

    #[test]
    fn positions_that_no_game_reaches_are_read_or_refused(
        letters in prop::collection::vec(prop::sample::select(
            "....................PPNBRQppnbrq".chars().collect::<Vec<_>>()), 64),
        white in 0usize..64,
        black in 0usize..64,
        side in prop::sample::select(vec!['w', 'b']),
    ) {
        if let Ok(read) = Position::parse(&scattered(&letters, white, black, side)) {
            let again = Position::parse(&read.notation()).unwrap();
            prop_assert_eq!(again.legal_moves(), read.legal_moves());
            for text in read.legal_moves() {
                let mut next = read.clone();
                prop_assert!(next.play(&text).is_ok());
                prop_assert!(Position::parse(&next.notation()).is_ok(), "{}", next.notation());
            }
        }
    }
}

#[test]
fn a_square_to_take_in_passing_makes_another_position_only_for_a_pawn_that_can_take() {
    let differs = |taker: &str| {
        let key = |square: &str| {
            let fen = format!("4k3/8/8/3{taker}p3/8/8/8/4K3 w - {square} 0 1");
            position(&fen).repetition_key()
        };
        key("e6") != key("-")
    };
    assert!(differs("P"));
    // It can go to that square, but takes nothing there.
    assert!(!differs("B"));
}
