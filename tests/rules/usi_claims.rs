//! What an engine claims about a position: mates, declarations, lines, and the moves of `searchmoves`.

use super::check::{USI, booted_usi, check_in};

const CLOCK: &str = "> go btime 0 wtime 0 byoyomi 2000\n";
const SCORE: &str = "< info depth 1 score cp 1 time 1 nodes 1\n";
const MATE1: &str = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
const MATE1_WHITE: &str = "sfen 4k4/9/9/9/9/9/4p4/9/4K4 w g 1";

/// A line of a search of a position.
fn line(position: &str, line: &str, said: &str) {
    let said = if said.is_empty() { String::new() } else { format!("  # {said}") };
    booted_usi(&format!("> position {position}\n> go infinite\n< info {line}{said}"));
}

/// A reply to `go mate` in a position.
fn solved(position: &str, answer: &str, said: &str) {
    let said = if said.is_empty() { String::new() } else { format!("  # {said}") };
    booted_usi(&format!(
        "> position {position}\n> go mate 2000\n@ 1900\n< checkmate {answer}{said}"
    ));
}

/// A reply to an ordinary `go` in a position.
fn played(profile: &str, position: &str, answer: &str, said: &str) {
    let said = if said.is_empty() { String::new() } else { format!("  # {said}") };
    check_in(
        "usi",
        profile,
        &format!("{USI}> position {position}\n{CLOCK}{SCORE}< bestmove {answer}{said}"),
    );
}

#[test]
fn searchmoves_binds_the_reply_and_the_lines() {
    let go = "> position startpos\n> go btime 0 wtime 0 byoyomi 2000 searchmoves 1g1f 9g9f\n";
    let reported = |profile: &str, rest: &str| {
        check_in("usi", profile, &format!("{USI}{go}{rest}"));
    };
    for profile in ["core", "draft", "shogidokoro"] {
        reported(profile, &format!("{SCORE}< bestmove 9g9f ponder 3c3d"));
        reported(profile, &format!("{SCORE}< bestmove resign"));
        reported(profile, "< info currmove 1g1f\n");
        reported(profile, "< info depth 1 score cp 1 time 1 pv 9g9f 3c3d\n");
    }
    reported("core", &format!("{SCORE}< bestmove 7g7f  # USI-GO-04 info"));
    for line in [
        &format!("{SCORE}< bestmove 7g7f"),
        "< info currmove 7g7f",
        "< info depth 1 score cp 1 time 1 pv 7g7f 3c3d",
    ] {
        reported("draft", &format!("{line}  # USI-GO-04 fail"));
        reported("shogidokoro", line);
    }
    // An illegal move is reported as illegal only.
    reported("draft", &format!("{SCORE}< bestmove 7g7e  # USI-MOVE-04 fail"));
    // The next `go` has no `searchmoves`.
    let later = format!(
        "{USI}{go}{SCORE}< bestmove 9g9f\n> position startpos\n{CLOCK}{SCORE}< bestmove 7g7f"
    );
    check_in("usi", "draft", &later);
}

#[test]
fn a_mate_in_one_is_not_denied() {
    for position in [MATE1, MATE1_WHITE] {
        solved(position, "nomate", "USI-CM-04 fail");
        solved(position, "timeout", "");
        solved(position, "notimplemented", "");
        // After `stop`, any reply ends the search.
        booted_usi(&format!(
            "> position {position}\n> go mate infinite\n> stop\n< checkmate nomate"
        ));
    }
    for position in [
        "startpos",
        // Only the drop of a pawn would mate, which is illegal.
        "sfen 7nk/7l1/9/7N1/9/9/9/9/4K4 b P 1",
        "sfen 4k4/9/9/9/9/1n7/9/1L7/KN7 w p 1",
        // The mating move would leave the own king in check.
        "sfen 4k4/9/4P4/9/r8/9/9/9/K8 b G 1",
        "sfen 8k/9/9/9/8R/9/4p4/9/4K4 w g 1",
    ] {
        solved(position, "nomate", "");
    }
}

#[test]
fn a_mate_line_mates_by_checks_alone() {
    let three = "sfen 2p6/k8/2+P6/9/9/9/9/9/4K4 b GS 1";
    let three_white = "sfen 4k4/9/9/9/9/9/6+p2/8K/6P2 w gs 1";
    solved(three, "S*8c 9b9a G*9b", "");
    solved(three_white, "S*2g 1h1i G*1h", "");
    for wrong in [
        "S*8c 9b9a",           // the defender makes the last move
        "S*8c",                // unfinished
        "S*8c 9b9a G*8b 7c7b", // an even number of moves, and a move after the mate
        "S*8c 9b8c G*9b",      // the defender's move is illegal
        "G*5e 9b9a G*9b",      // the first move gives no check
        "S*8c 9b9a 8c9b+",     // the last move is illegal
    ] {
        solved(three, wrong, "USI-CM-05 fail");
    }
    // The defence may drop pieces that only delay the mate, and the line may omit such drops.
    let rook = "sfen 8k/9/7G1/9/9/9/9/9/4K4 b Rp 1";
    solved(rook, "R*5a P*4a 5a4a+", "");
    solved(rook, "R*5a P*3a 5a3a+", "");
    // A pawn on 2a cannot be taken with a mate.
    solved(rook, "R*5a", "USI-CM-05 fail");
    let discovered = "sfen 3pkl3/5p3/4K4/4R4/9/9/9/9/9 b r2b4g4s4n3l16p 1";
    solved(discovered, "5c6c", "");
    // The gold protects 5b, so that a piece there cannot be taken with a mate.
    let protected = "sfen 3gkl3/5p3/4K4/4R4/9/9/9/9/9 b r2b3g4s4n3l16p 1";
    solved(protected, "5c6c", "USI-CM-05 fail");
    // A rook that takes the piece is taken itself.
    let defended = "sfen 8k/9/r5G2/9/9/9/9/9/4K4 b Rp 1";
    solved(defended, "R*5a", "USI-CM-05 fail");
    // If the attacker is in check, each of his moves must also answer the check.
    let answered = "sfen 4k4/9/4P4/9/r8/9/9/9/K8 b G 1";
    solved(answered, "G*5b", "USI-CM-05 fail");
    solved("sfen 7nk/7l1/9/7N1/9/9/9/9/4K4 b P 1", "P*1b", "USI-CM-05 fail");
    solved("sfen 4k4/9/9/9/9/1n7/9/1L7/KN7 w p 1", "P*9h", "USI-CM-05 fail");
}

#[test]
fn a_mate_in_one_is_not_made_up() {
    for (position, mating, other) in [(MATE1, "G*5b", "G*4b"), (MATE1_WHITE, "G*5h", "G*6h")] {
        line(position, &format!("depth 1 score mate 1 time 1 pv {mating}"), "");
        line(position, "depth 1 score mate 1", "");
        // The pv may show another move than the mate that was found.
        line(position, &format!("depth 1 score mate 1 time 1 pv {other}"), "");
    }
    let even = "startpos";
    line(even, "depth 1 score mate 1", "USI-INFO-13 warn");
    line(even, "depth 1 score mate 1 time 1 pv 7g7f", "USI-INFO-13 warn");
    line(even, "depth 1 score mate 1 lowerbound", "");
    line(even, "depth 1 score mate 3", "");
    line(even, "depth 1 score mate +", "");
    // Some engines report "mate" for a win that they can declare.
    line("sfen K+R+B6/+B+R7/PPPPPP3/9/9/9/9/9/8k b 2P 1", "depth 1 score mate 1", "");
}

#[test]
fn mates_have_sign_and_parity_for_both_sides() {
    let mated = ["sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "sfen 4k4/9/9/9/9/9/4p4/4g4/4K4 b - 1"];
    for position in mated {
        line(position, "depth 1 score mate 1", "USI-INFO-13 fail");
        // How an engine reports that its side is already mated is not specified.
        for (grey, said) in [("-0", "USI-INFO-13 warn"), ("-1", ""), ("-2", "")] {
            line(position, &format!("depth 1 score mate {grey}"), said);
        }
        line(position, "depth 1 score mate -1 time 1 pv resign", "USI-INFO-07 warn");
        line(position, "depth 1 score mate -", "");
        line(position, "depth 1 score cp -30000", "");
    }
    for (position, mating) in [(MATE1, "G*5b"), (MATE1_WHITE, "G*5h")] {
        for wrong in ["-1", "2", "-2"] {
            line(
                position,
                &format!("depth 1 score mate {wrong} time 1 pv {mating}"),
                "USI-INFO-13 fail",
            );
        }
    }
    // Only a pv that mates on the board determines the distance.
    for open in ["2", "-1", "4", "-3 time 1 pv G*4b", "2 time 1 pv G*4b 5a4b"] {
        line(MATE1, &format!("depth 1 score mate {open}"), "");
    }
    let three = "sfen 2p6/k8/2+P6/9/9/9/9/9/4K4 b GS 1";
    let pv = "time 1 pv S*8c 9b9a G*9b";
    line(three, &format!("depth 3 score mate 3 {pv}"), "");
    line(three, &format!("depth 3 score mate 1 {pv}"), "USI-INFO-13 fail");
    line(three, &format!("depth 3 score mate 2 {pv}"), "USI-INFO-13 fail");
    // The side to move is mated in two plies; the second ply is the opponent's.
    let after = format!("{three} moves S*8c");
    let pv = "time 1 pv 9b9a G*9b";
    line(&after, &format!("depth 2 score mate -2 {pv}"), "");
    line(&after, &format!("depth 2 score mate 2 {pv}"), "USI-INFO-13 fail");
    line(&after, &format!("depth 2 score mate -1 {pv}"), "USI-INFO-13 fail");
    // A sign alone says who mates.
    line(&after, &format!("depth 2 score mate - {pv}"), "");
    line(&after, &format!("depth 2 score mate + {pv}"), "USI-INFO-13 fail");
}

#[test]
fn a_distance_may_mean_a_win_by_another_rule() {
    // The king of the mating side is in the camp, so the engine may mean a declaration.
    for (position, mating) in [
        ("sfen 4k4/9/2K1P4/9/9/9/9/9/9 b G 1", "G*5b"),
        ("sfen 9/9/9/9/9/9/4p1k2/9/4K4 w g 1", "G*5h"),
    ] {
        for distance in ["2", "-1", "-2"] {
            let score = format!("depth 1 score mate {distance} time 1 pv {mating}");
            line(position, &score, "");
        }
    }
    // The king is far from the camp, so only the mate can be meant.
    line(
        "sfen 4k4/9/4P4/2K6/9/9/9/9/9 b G 1",
        "depth 1 score mate 2 time 1 pv G*5b",
        "USI-INFO-13 fail",
    );
}

#[test]
fn a_declaration_stands_or_falls_at_its_borders_for_both_sides() {
    for (sfen, core, shogidokoro) in [
        // 28 points as Black.
        ("K+R+B6/+B+R7/PPPPPP3/9/9/9/9/9/8k b 2P 1", "", ""),
        // 27 points as White.
        ("8K/9/9/9/9/9/3pppppp/7+r+b/6+b+rk w p 1", "", ""),
        // 27 points as Black.
        ("K+R+B6/+B+R7/PPPPPP3/9/9/9/9/9/8k b P 1", "warn", "fail"),
        // 26 points as White.
        ("8K/9/9/9/9/9/3pppppp/7+r+b/6+b+rk w - 1", "warn", "fail"),
        // Nine pieces in the camp as Black.
        ("K+R+B6/+B+R7/PPPPP4/5P3/9/9/9/9/8k b 3P 1", "fail", "fail"),
        // Nine pieces in the camp as White.
        ("K8/9/9/9/9/3p5/4ppppp/7+r+b/6+b+rk w 3p 1", "fail", "fail"),
        // The king outside the camp as Black.
        ("1+R+B6/+B+R7/PPPPPP3/K8/9/9/9/9/8k b 2P 1", "fail", "fail"),
        // The king outside the camp as White.
        ("K8/9/9/9/9/8k/3pppppp/7+r+b/6+b+r1 w 2p 1", "fail", "fail"),
        // In check as Black.
        ("K+R+B+R5/+Bs7/PPPPPP3/9/9/9/9/9/8k b 2P 1", "fail", "fail"),
        // In check as White.
        ("K8/9/9/9/9/9/3pppppp/7S+b/5+r+b+rk w 2p 1", "fail", "fail"),
        // A rook outside the camp does not count, and 23 points are too few for any rule.
        // Rook outside, Black.
        ("K1+B6/+B+RG6/PPPPPP3/9/9/9/9/+R8/8k b P 1", "fail", "fail"),
        // Rook outside, White.
        ("K8/8+r/9/9/9/9/3pppppp/6g+r+b/6+b1k w p 1", "fail", "fail"),
    ] {
        for (profile, severity) in [("core", core), ("shogidokoro", shogidokoro)] {
            let said =
                if severity.is_empty() { String::new() } else { format!("USI-BM-05 {severity}") };
            played(profile, &format!("sfen {sfen}"), "win", &said);
        }
    }
}

#[test]
fn a_mate_is_resigned_whatever_illegal_move_would_help() {
    for (sfen, tempting) in [
        // A second pawn on the file.
        ("4k4/9/9/9/9/9/4gPPP1/9/4K3r b P 1", "P*4i"),
        ("R3k4/9/1pppG4/9/9/9/9/9/4K4 w p 1", "P*6a"),
        // A move of a pinned piece.
        ("4k4/9/9/9/9/9/4p4/4g4/4KG2r b - 1", "4i5h"),
        ("R2gk4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "6a5b"),
        // A drop of a piece that could never move again.
        ("4K3r/+r8/9/9/9/9/9/9/4k4 b NLP 1", "L*4a"),
        ("4K4/9/9/9/9/9/9/8+R/R3k4 w nlp 1", "N*6i"),
    ] {
        let position = format!("sfen {sfen}");
        played("core", &position, "resign", "");
        played("core", &position, tempting, "USI-BM-03 fail");
        played("core", &position, "win", "USI-BM-03 fail");
    }
}

#[test]
fn a_ponder_move_is_the_opponents() {
    for (position, best, ponder, said) in [
        ("startpos", "7g7f", "3c3d", ""),
        ("startpos", "7g7f", "7g7f", "USI-PON-11 fail"),
        ("startpos", "7g7f", "2g2f", "USI-PON-11 fail"),
        ("startpos moves 7g7f", "3c3d", "8h2b+", ""),
        ("startpos moves 7g7f", "3c3d", "8c8d", "USI-PON-11 fail"),
        ("startpos moves 7g7f", "3c3d", "8h2a", "USI-PON-11 fail"),
        (MATE1_WHITE, "G*5h", "5i4i", "USI-PON-11 fail"),
    ] {
        played("core", position, &format!("{best} ponder {ponder}"), said);
    }
}

#[test]
fn lines_of_one_depth_begin_with_different_moves() {
    let go = "> setoption name USI_MultiPV value 3\n> position startpos\n> go infinite\n";
    let pv = |depth: u32, number: u32, score: &str, first: &str| {
        format!("< info depth {depth} score cp {score} time 1 multipv {number} pv {first}")
    };
    let reported = |lines: &[String]| booted_usi(&format!("{go}{}", lines.join("\n")));
    let first = pv(5, 1, "30", "7g7f");
    reported(&[first.clone(), pv(5, 2, "20", "2g2f"), pv(5, 3, "10", "1g1f")]);
    reported(&[first.clone(), pv(5, 2, "20", "7g7f") + "  # USI-INFO-16 warn"]);
    // Another order, lines that are reported again, bounds, and lines of the previous depth all occur in sound engines.
    reported(&[pv(5, 3, "10", "1g1f"), pv(5, 2, "20", "2g2f"), first.clone()]);
    reported(
        &[
            first.clone(),
            pv(5, 2, "20", "2g2f"),
            pv(5, 3, "10", "1g1f"),
            pv(5, 2, "25", "1g1f"),
            pv(5, 3, "20", "2g2f"),
        ]
        .map(|line| match line.contains("score cp 20") && line.contains("multipv 3") {
            // The line that was second before has not been reported again with its new number.
            true => line.replace("2g2f", "9g9f"),
            false => line,
        }),
    );
    reported(&[first.clone(), pv(5, 2, "20 upperbound", "7g7f")]);
    reported(&[first.clone(), pv(4, 2, "20", "7g7f")]);
    reported(&[first, pv(6, 1, "30", "2g2f"), pv(6, 2, "20", "7g7f")]);
    // Without the option there is no rule about the numbers.
    booted_usi(&format!(
        "> position startpos\n> go infinite\n{}\n{}",
        pv(5, 1, "30", "7g7f"),
        pv(5, 2, "20", "7g7f")
    ));
}

#[test]
fn the_first_line_must_not_be_worse_than_the_second_at_every_depth_of_a_search() {
    let go = "> setoption name USI_MultiPV value 2\n> position startpos\n> go infinite\n";
    let searched = |lines: &[(u32, u32, &str)], reply: &str| {
        let first = |number| if number == 1 { "7g7f" } else { "2g2f" };
        let lines: Vec<String> = lines
            .iter()
            .map(|(depth, number, score)| {
                format!(
                    "< info depth {depth} score {score} time 1 multipv {number} pv {}",
                    first(*number)
                )
            })
            .collect();
        booted_usi(&format!("{go}{}\n> stop\n{reply}", lines.join("\n")));
    };
    let (sound, broken) = ("< bestmove 7g7f", "< bestmove 7g7f  # USI-INFO-16 warn");
    let pairs = |depths: std::ops::RangeInclusive<u32>, first, second| -> Vec<_> {
        depths.flat_map(|depth| [(depth, 1, first), (depth, 2, second)]).collect()
    };
    searched(&pairs(1..=4, "cp 10", "cp 30"), broken);
    searched(&pairs(1..=4, "cp -30", "cp -10"), broken);
    searched(&pairs(1..=3, "cp 10", "cp 30"), sound);
    searched(&pairs(1..=9, "cp 10", "cp 10"), sound);
    // Once in the right order, a bound, and a mate.
    let with =
        |more: &[(u32, u32, &'static str)]| [&pairs(1..=4, "cp 10", "cp 30")[..], more].concat();
    searched(&with(&[(5, 1, "cp 30"), (5, 2, "cp 10")]), sound);
    searched(&with(&[(5, 1, "mate -3"), (5, 2, "cp 10")]), broken);
    searched(&pairs(1..=9, "cp 10 upperbound", "cp 30"), sound);
    searched(&pairs(1..=9, "cp 10", "cp 30 lowerbound"), sound);
    // Lines of different depths, and the second line before the first.
    let apart: Vec<_> =
        (1..=9).flat_map(|depth| [(depth + 1, 1, "cp 10"), (depth, 2, "cp 30")]).collect();
    searched(&apart, sound);
    let turned: Vec<_> =
        (1..=9).flat_map(|depth| [(depth, 2, "cp 30"), (depth, 1, "cp 10")]).collect();
    searched(&turned, sound);
}

#[test]
fn lines_belong_to_the_position_from_ponderhit_on() {
    let ponder = "> position startpos moves 7g7f 3c3d\n> go ponder btime 0 wtime 0 byoyomi 5000\n";
    let elsewhere = "< info depth 3 score cp 1 time 1 nodes 1 pv 3c3d 2g2f";
    let here = "< info depth 3 score cp 1 time 1 nodes 1 pv 2g2f 8c8d";
    booted_usi(&format!("{ponder}{elsewhere}\n{here}"));
    booted_usi(&format!("{ponder}> ponderhit\n@ 100\n{elsewhere}"));
    booted_usi(&format!("{ponder}> ponderhit\n@ 300\n{here}"));
    booted_usi(&format!("{ponder}> ponderhit\n@ 300\n{elsewhere}  # USI-INFO-07 warn"));
}

#[test]
fn a_drop_that_a_rule_forbids_is_illegal_wherever_the_search_stands() {
    for (position, drop) in [
        ("sfen 4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e"),
        ("sfen 4k4/9/4p4/9/9/9/9/9/4K4 w p 1", "P*5e"),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b NL 1", "L*1a"),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 w nl 1", "N*1h"),
        ("sfen 7nk/6G2/7S1/9/9/9/9/9/4K4 b P 1", "P*1b"),
    ] {
        for profile in ["core", "draft", "shogidokoro"] {
            played(profile, position, drop, "USI-MOVE-04 fail");
        }
    }
}
