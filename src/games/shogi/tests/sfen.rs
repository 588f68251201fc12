//! Tests of reading and writing positions.

use proptest::prelude::{ProptestConfig, any, prop, proptest};
use proptest::{prop_assert, prop_assert_eq};

use super::super::{Position, Shogi};
use super::oracle::Dice;
use super::position;
use crate::games::{Game as _, Piece, Position as _, Side};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn same(sfen: &str) {
    assert_eq!(position(sfen).notation(), sfen);
}

fn read_as(sfen: &str, written: &str) {
    assert_eq!(position(sfen).notation(), written);
}

fn refused(sfen: &str, problem: &str) {
    assert_eq!(Position::parse(sfen).map(|_| ()), Err(problem.to_owned()), "{sfen}");
}

/// The start position with one rank replaced; ranks are counted from the top.
fn with_rank(number: usize, rank: &str) -> String {
    let mut ranks: Vec<&str> = START.split([' ']).next().unwrap().split('/').collect();
    ranks[number - 1] = rank;
    format!("{} b - 1", ranks.join("/"))
}

#[test]
fn positions_of_the_documents_are_read_and_written() {
    same(START);
    same("8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124");
    same("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    same("9/9/9/9/9/k8/9/9/1R2K4 b Gr2b3g4s4n4l18p 1");
}

#[test]
fn what_the_documents_leave_free_is_tolerated() {
    let kings = "4k4/9/9/9/9/9/9/9/4K4";
    read_as(&format!("{kings} b -"), &format!("{kings} b - 1"));
    read_as(&format!("  {kings}\tb  -   7 "), &format!("{kings} b - 7"));
    read_as(&format!("{kings} b pP2s2R 1"), &format!("{kings} b 2RP2sp 1"));
    read_as(&format!("{kings} b 1P 1"), &format!("{kings} b P 1"));
    same(&format!("{kings} b 18P 1"));
    same(&format!("{kings} b 10P8p 4294967295"));
    same(&format!("{kings} w - 0"));
}

#[test]
fn the_fields_are_checked() {
    refused("", "none of the fields board, side, hands");
    refused("9/9/9/9/9/9/9/9/9", "only one of the fields board, side, hands");
    refused("startpos b", "only two of the fields board, side, hands");
    refused(&format!("{START} 2"), "more than four fields");
    refused(&START.replace(" b ", " B "), "side to move is \"B\", want b or w");
    for count in ["x", "-1", "+1", "1.5", "4294967296"] {
        let sfen = START.replace(" 1", &format!(" {count}"));
        refused(&sfen, &format!("move count is \"{count}\", want a number"));
    }
    let long = "9".repeat(10_000);
    let problem = Position::parse(&START.replace(" 1", &format!(" {long}"))).unwrap_err();
    assert!(problem.len() < 100, "{problem}");
}

#[test]
fn the_board_is_checked() {
    refused("9/9/9 b - 1", "3 ranks, want 9");
    refused(&START.replace(" b", "/9 b"), "10 ranks, want 9");
    refused(&with_rank(4, "8"), "8 files on rank d, want 9");
    refused(&with_rank(4, "9p"), "10 files on rank d, want 9");
    refused(&with_rank(4, ""), "0 files on rank d, want 9");
    refused(&with_rank(4, "45"), "two numbers in a row on rank d");
    refused(&with_rank(4, "08p"), "unknown piece letter '0' on rank d");
    refused(&with_rank(4, "x8"), "unknown piece letter 'x' on rank d");
    refused(&with_rank(4, "歩8"), "unknown piece letter '歩' on rank d");
    refused(&with_rank(4, "+9"), "+ before 9 on rank d");
    refused(&with_rank(4, "++p8"), "two + in a row on rank d");
    refused(&with_rank(4, "8+"), "nothing after + on rank d");
    refused(&with_rank(4, "+g8"), "a gold does not promote: +g on rank d");
    refused(&with_rank(4, "+K8"), "a king does not promote: +K on rank d");
}

#[test]
fn the_hands_are_checked() {
    let with = |hands: &str| format!("4k4/9/9/9/9/9/9/9/4K4 b {hands} 1");
    refused(&with("0P"), "number 0 in hand: 0P");
    refused(&with("01P"), "number 01 in hand: 01P");
    refused(&with("19P"), "number 19 in hand is above 18");
    refused(&with("100P"), "number 100 in hand is above 18");
    refused(&with("2"), "nothing after number 2 in hand");
    refused(&with("P2"), "nothing after number 2 in hand");
    refused(&with("PP"), "'P' twice in hand");
    refused(&with("K"), "a king is never in hand");
    refused(&with("+P"), "unknown piece letter '+' in hand");
    refused(&with("-P"), "unknown piece letter '-' in hand");
    refused(&with("3r"), "3 rooks, the set has 2");
    refused(&with("9P10p"), "19 pawns, the set has 18");
}

#[test]
fn the_set_has_no_more_pieces() {
    refused(&START.replace(" -", " p"), "19 pawns, the set has 18");
    refused(&with_rank(5, "+p8"), "19 pawns, the set has 18");
    refused(&with_rank(5, "L8"), "5 lances, the set has 4");
    refused(&with_rank(5, "+n8"), "5 knights, the set has 4");
    refused(&with_rank(5, "S8"), "5 silvers, the set has 4");
    refused(&with_rank(5, "g8"), "5 golds, the set has 4");
    refused(&with_rank(5, "+B8"), "3 bishops, the set has 2");
    refused(&with_rank(5, "r8"), "3 rooks, the set has 2");
    refused(&with_rank(5, "K8"), "2 black kings");
    refused(&with_rank(5, "k8"), "2 white kings");
    refused("9/9/9/9/9/9/9/9/9 b - 1", "no king on the board");
}

#[test]
fn the_squares_are_checked() {
    refused(&with_rank(4, "p8").replace("ppppppppp", "p8"), "two white pawns on file 9");
    refused("4k4/9/2P6/9/2P6/9/9/9/4K4 b - 1", "two black pawns on file 7");
    same("4k4/9/2P6/9/2+P6/2p6/9/9/4K4 b - 1");
    refused("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "a black pawn on 9a could never move");
    refused("L3k4/9/9/9/9/9/9/9/4K4 b - 1", "a black lance on 9a could never move");
    refused("4k4/N8/9/9/9/9/9/9/4K4 b - 1", "a black knight on 9b could never move");
    refused("4k4/9/9/9/9/9/9/9/p3K4 b - 1", "a white pawn on 9i could never move");
    refused("4k4/9/9/9/9/9/9/9/l3K4 b - 1", "a white lance on 9i could never move");
    refused("4k4/9/9/9/9/9/9/n8/4K4 b - 1", "a white knight on 9h could never move");
}

#[test]
fn the_side_that_waits_must_not_be_in_check() {
    let white = "the white king could be taken: white is in check and not to move";
    let black = "the black king could be taken: black is in check and not to move";
    refused("4k4/9/9/9/9/9/9/9/4R4 b - 1", white);
    refused("4r4/9/9/9/9/9/9/9/4K4 w - 1", black);
    refused("9/9/9/4k4/4K4/9/9/9/9 b - 1", white);
    same("4k4/9/9/9/9/9/9/9/4R4 w - 1");
}

#[test]
fn each_refusal_names_the_field_that_is_wrong() {
    let check = |sfen: &str, field: Option<&str>| {
        let bad = Shogi.parse(sfen).unwrap_err();
        assert_eq!(bad.field.as_deref(), field, "{sfen}: {bad}");
    };
    let kings = "4k4/9/9/9/9/9/9/9/4K4";
    check("9/9", None);
    check(&format!("{START} 2"), None);
    check(&with_rank(4, "8"), with_rank(4, "8").split(' ').next());
    check("9/9/9/9/9/9/9/9/9 b - 1", Some("9/9/9/9/9/9/9/9/9"));
    check(&with_rank(5, "+p8"), with_rank(5, "+p8").split(' ').next());
    check(&format!("{kings} x - 1"), Some("x"));
    check(&format!("{kings} b 3r 1"), Some("3r"));
    check(&format!("{kings} b K 1"), Some("K"));
    check(&format!("{kings} b - 1x"), Some("1x"));
    check("4k4/9/9/9/9/9/9/9/4R4 b - 1", Some("b"));
}

#[test]
fn the_harness_writes_hands_in_their_one_order() {
    let kings = "4k4/9/9/9/9/9/9/9/4K4";
    for hands in ["-", "RBGSNLPrbgsnlp", "2R4G18P", "RG4P2b2s3p", "rp"] {
        let sfen = format!("{kings} b {hands}");
        assert_eq!(Shogi.check_spelling(&sfen), Ok(()), "{sfen}");
    }
    for (hands, proper) in
        [("P2s2R", "2RP2s"), ("rP", "Pr"), ("1P", "P"), ("PR", "RP"), ("10p2L", "2L10p")]
    {
        let bad = Shogi.check_spelling(&format!("{kings} b {hands} 1"));
        let wanted = crate::games::BadPosition {
            message: format!("hands are \"{hands}\", want {proper}"),
            field: Some(hands.to_owned()),
        };
        assert_eq!(bad, Err(wanted));
    }
    assert!(Shogi.check_spelling(&format!("{kings} b 3r")).is_err());
}

/// The handicaps of the Japan Shogi Association. White gives the handicap and moves first.
#[test]
fn handicap_starts_are_read_and_written() {
    for (white, more) in [
        ("lnsgkgsn1/1r5b1", "lance"),
        ("1nsgkgsnl/1r5b1", "left lance"),
        ("lnsgkgsnl/1r7", "bishop"),
        ("lnsgkgsnl/7b1", "rook"),
        ("lnsgkgsn1/7b1", "rook and lance"),
        ("lnsgkgsnl/9", "two pieces"),
        ("1nsgkgsn1/9", "four pieces"),
        ("2sgkgsn1/9", "five pieces"),
        ("2sgkgs2/9", "six pieces"),
        ("3gkgs2/9", "seven pieces"),
        ("3gkg3/9", "eight pieces"),
        ("4k4/9", "ten pieces"),
    ] {
        let black = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        let sfen = format!("{white}/{black} w - 1");
        same(&sfen);
        assert_eq!(Shogi.check_spelling(&sfen), Ok(()), "{more}");
        assert!(position(&sfen).legal_moves().len() >= 5, "{more}");
    }
    same("4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1");
    same("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1");
}

#[test]
fn a_game_of_five_hundred_plies_is_followed() {
    // The kings move in a cycle, which has no end.
    let mut round = position("4k4/9/9/9/9/9/9/9/4K4 b - 1");
    for step in ["5i5h", "5a5b", "5h5i", "5b5a"].iter().cycle().take(500) {
        assert_eq!(round.play(step), Ok(()));
    }
    assert_eq!(round.notation(), "4k4/9/9/9/9/9/9/9/4K4 b - 501");
}

#[test]
fn a_picture_shows_everything() {
    let sfen = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124";
    let drawn = position(sfen).diagram();
    assert_eq!(drawn.files, "987654321".chars().collect::<Vec<_>>());
    assert_eq!(drawn.ranks, "abcdefghi".chars().collect::<Vec<_>>());
    assert_eq!(drawn.to_move, Side::Second);
    let rows = drawn.rows.iter().map(|row| {
        let cells = row.iter().map(|cell| cell.map_or("1".to_owned(), Piece::text));
        super::oracle::joined(&cells.collect::<String>())
    });
    let board = rows.collect::<Vec<_>>().join("/");
    assert_eq!(sfen.split(' ').next(), Some(board.as_str()));
    let [first, second] = drawn.hands.clone().unwrap().map(|hand| {
        let held = hand.iter().map(|(piece, count)| format!("{count}{}", piece.text()));
        held.collect::<Vec<_>>().join(" ")
    });
    assert_eq!((first.as_str(), second.as_str()), ("1S", "1b 1g 1n 3p"));
    assert_eq!(drawn.place("9a"), Some((0, 0)));
    assert_eq!(drawn.place("2h"), Some((7, 7)));
    for nowhere in ["", "2", "2j", "0a", "2hh", "h2"] {
        assert_eq!(drawn.place(nowhere), None, "{nowhere}");
    }
}

fn quick(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(quick(256))]

    #[test]
    fn notation_comes_back_after_any_walk(seed in 1u64.., length in 0usize..200) {
        let mut dice = Dice(seed);
        let mut walked = Position::start();
        for _ in 0..length {
            let moves = walked.legal_moves_typed();
            if moves.is_empty() {
                break;
            }
            walked.make(moves[dice.roll(moves.len())]);
        }
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
        let _ = Shogi.is_move(&text);
    }

    #[test]
    fn nothing_that_looks_like_an_sfen_can_panic(
        ranks in prop::collection::vec("[+]{0,2}[plnsgbrkPLNSGBRK0-9]{0,10}", 8..11),
        side in "[bwx]",
        hands in "(-|[0-9]{0,3}[plnsgbrkPLNSGBRK]){1,4}",
        count in "[0-9+-]{0,12}",
    ) {
        let text = format!("{} {side} {hands} {count}", ranks.join("/"));
        if let Ok(read) = Position::parse(&text) {
            prop_assert!(read.legal_moves().len() <= 593);
        }
    }
}
