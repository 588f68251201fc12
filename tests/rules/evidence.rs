//! The position that is attached to a finding about legality, and the text about it.

use kentei::transcript_text;
use kentei::verdict::{Finding, PositionEvidence};

use super::check::{USI, judged};

/// The first finding at a clause in a transcript after the handshake.
#[track_caller]
fn found(clause: &str, transcript: &str) -> Finding {
    let text = format!("{USI}{transcript}\n");
    let events = transcript_text::parse(&text).expect("a transcript");
    let findings = judged("usi", &events);
    let at_clause = |finding: &&Finding| finding.clause.0 == clause;
    match findings.iter().find(at_clause) {
        Some(finding) => finding.clone(),
        None => panic!("nothing at {clause}: {findings:?}"),
    }
}

#[track_caller]
fn check(clause: &str, transcript: &str, message: &str, position: [&str; 4], squares: &[&str]) {
    let finding = found(clause, transcript);
    assert_eq!(finding.message, message);
    let [notation, side_to_move, last_move, illegal_move] = position;
    let word = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let wanted = PositionEvidence {
        game: "shogi",
        form: "sfen",
        notation: notation.to_owned(),
        side_to_move: if side_to_move == "b" { "black" } else { "white" },
        last_move: word(last_move),
        illegal_move: word(illegal_move),
        squares: squares.iter().map(|&square| square.to_owned()).collect(),
    };
    assert_eq!(finding.position, Some(wanted));
}

const GO: &str = "> go btime 0 wtime 0 byoyomi 2000\n";

#[test]
fn an_illegal_bestmove_stands_in_the_root() {
    check(
        "USI-MOVE-04",
        &format!(
            "> position sfen 4r4/4k4/9/9/9/9/9/4G4/4K4 w P 1 moves 5b4b\n{GO}< info depth 1 score cp 1 time 1\n< bestmove 5h4h"
        ),
        "bestmove 5h4h is illegal: the king on 5i could be taken by the rook on 5a",
        ["4r4/5k3/9/9/9/9/9/4G4/4K4 b P 2", "b", "5b4b", "5h4h"],
        &["5i", "5a"],
    );
}

#[test]
fn an_illegal_ponder_move_stands_after_the_bestmove() {
    check(
        "USI-PON-11",
        &format!(
            "> position startpos\n{GO}< info depth 1 score cp 1 time 1 pv 7g7f\n< bestmove 7g7f ponder 3c3e"
        ),
        "ponder move 3c3e is illegal after 7g7f: the pawn on 3c cannot go to 3e",
        ["lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2", "w", "7g7f", "3c3e"],
        &[],
    );
}

#[test]
fn an_illegal_move_of_a_pv_stands_where_the_moves_before_it_lead() {
    check(
        "USI-INFO-07",
        &format!(
            "> position startpos moves 7g7f\n{GO}< info depth 3 score cp 1 time 1 pv 3c3d 8h2b+ 8b1b"
        ),
        "move 3 of the pv (8b1b) is illegal: the rook on 8b cannot go to 1b: the promoted bishop on 2b is in the way",
        [
            "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4",
            "w",
            "8h2b+",
            "8b1b",
        ],
        &["2b"],
    );
}

#[test]
fn an_illegal_currmove_stands_in_the_root() {
    check(
        "USI-INFO-17",
        &format!("> position startpos moves 7g7f\n{GO}< info currmove 7c7e currmovenumber 1"),
        "currmove 7c7e is illegal: the pawn on 7c cannot go to 7e",
        ["lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2", "w", "7g7f", "7c7e"],
        &[],
    );
}

#[test]
fn a_mate_line_stands_where_it_goes_wrong() {
    let mate = "> position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2P 1\n> go mate 2000\n";
    check(
        "USI-CM-05",
        &format!("{mate}< checkmate P*5d"),
        "the line is not a mate: move 1 (P*5d) is illegal: two pawns on file 5",
        ["4k4/9/4P4/9/9/9/9/9/4K4 b G2P 1", "b", "", "P*5d"],
        &["5c"],
    );
    check(
        "USI-CM-05",
        &format!("{mate}< checkmate G*4c"),
        "the line is not a mate: move 1 (G*4c) gives no check",
        ["4k4/9/4PG3/9/9/9/9/9/4K4 w 2P 2", "w", "G*4c", ""],
        &[],
    );
    check(
        "USI-CM-05",
        &format!("{mate}< checkmate P*5b"),
        "the line is not a mate: move 1 (P*5b) is illegal: two pawns on file 5",
        ["4k4/9/4P4/9/9/9/9/9/4K4 b G2P 1", "b", "", "P*5b"],
        &["5c"],
    );
    check(
        "USI-CM-05",
        &format!("{mate}< checkmate G*4b"),
        "the line is not a mate: the defender still has a move after G*4b: 5a4b",
        ["4k4/5G3/4P4/9/9/9/9/9/4K4 w 2P 2", "w", "G*4b", ""],
        &[],
    );
}

#[test]
fn a_false_win_is_counted() {
    let check = |sfen: &str, counted: &str| {
        let transcript =
            format!("> position sfen {sfen}\n{GO}< info depth 1 score cp 1 time 1\n< bestmove win");
        let finding = found("USI-BM-05", &transcript);
        assert_eq!(finding.got, counted);
        assert!(finding.message.to_string().ends_with(counted), "{}", finding.message);
        let position = finding.position.expect("a position");
        assert_eq!(position.notation, sfen);
        assert_eq!(position.illegal_move, None);
    };
    check(
        "K+R+B6/+B+R7/PPPPPP3/9/9/9/9/9/8k b P 1",
        "27 points, 28 needed; 10 pieces in camp; king in camp",
    );
    check(
        "8K/9/9/9/9/9/3pppppp/7+r+b/6+b+rk w - 1",
        "26 points, 27 needed; 10 pieces in camp; king in camp",
    );
    check(
        "1+R+B6/+B+R7/PPPPP4/K8/9/9/9/9/8k b P 1",
        "26 points, 28 needed; 9 pieces in camp, 10 needed; king outside camp",
    );
    check(
        "K+R+B+R5/+Bs7/PPPPPP3/9/9/9/9/9/8k b 2P 1",
        "28 points; 10 pieces in camp; king in camp; king in check",
    );
}
