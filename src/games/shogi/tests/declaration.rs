//! Tests of the entering-king declaration at its limits, for both sides.

use super::position;
use crate::games::{Declaration, Position as _};

fn declared(sfen: &str) -> Declaration {
    position(sfen).declaration().unwrap()
}

/// The same position with the sides exchanged.
fn turned(sfen: &str) -> String {
    let swap = |text: &str| -> String {
        text.chars()
            .map(|letter| match letter {
                _ if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
                _ => letter.to_ascii_uppercase(),
            })
            .collect()
    };
    let fields: Vec<&str> = sfen.split(' ').collect();
    // A piece keeps its sign of promotion while the order of the squares is reversed.
    let mut pieces: Vec<String> = Vec::new();
    let mut signed = String::new();
    for letter in fields[0].chars() {
        signed.push(letter);
        if letter != '+' {
            pieces.push(swap(&std::mem::take(&mut signed)));
        }
    }
    let board: String = pieces.into_iter().rev().collect();
    let side = if fields[1] == "b" { "w" } else { "b" };
    format!("{board} {side} {} 1", swap(fields[2]))
}

// Ten pieces in the camp: rook and bishop (10 points) and eight others (8 points).
const TEN: &str = "R8/BGGSS2LK/LNN6/9/9/9/9/9/k8 b";

#[test]
fn black_needs_28_points_and_white_27() {
    // The board has 18 points; the rest is in hand.
    let with = |hand: &str| format!("{TEN} {hand} 1");
    let black = declared(&with("RL3P"));
    assert_eq!((black.points, black.pieces_in_camp), (27, 10));
    assert!(black.king_in_camp && !black.in_check && !black.sound);
    let black = declared(&with("RL4P"));
    assert_eq!(black.points, 28);
    assert!(black.sound && !black.sound_24);

    let white = declared(&turned(&with("RL2P")));
    assert_eq!((white.points, white.pieces_in_camp), (26, 10));
    assert!(white.king_in_camp && !white.sound);
    let white = declared(&turned(&with("RL3P")));
    assert_eq!(white.points, 27);
    assert!(white.sound && !white.sound_24);
}

#[test]
fn the_24_point_rule_needs_31() {
    let with = |hand: &str| format!("{TEN} {hand} 1");
    for turn in [str::to_owned, turned] {
        let short = declared(&turn(&with("RL6P")));
        assert_eq!(short.points, 30);
        assert!(short.sound && !short.sound_24);
        let enough = declared(&turn(&with("RL7P")));
        assert_eq!(enough.points, 31);
        assert!(enough.sound && enough.sound_24);
    }
}

#[test]
fn ten_pieces_must_stand_in_the_camp() {
    // The lance of 9c is one rank outside the camp: there are nine pieces, and its point does not count.
    let nine = "R8/BGGSS2LK/1NN6/L8/9/9/9/9/k8 b RL9P 1";
    for sfen in [nine.to_owned(), turned(nine)] {
        let answer = declared(&sfen);
        assert_eq!((answer.points, answer.pieces_in_camp), (32, 9));
        assert!(!answer.sound && !answer.sound_24);
    }
}

#[test]
fn the_king_must_stand_in_the_camp() {
    let short = "R8/BGGSS2L1/LNN6/8K/9/9/9/9/k8 b RL9P 1";
    for sfen in [short.to_owned(), turned(short)] {
        let answer = declared(&sfen);
        assert_eq!((answer.points, answer.pieces_in_camp), (33, 10));
        assert!(!answer.king_in_camp && !answer.sound && !answer.sound_24);
    }
}

#[test]
fn the_king_must_not_be_in_check() {
    let check = "R7l/BGGSS2LK/LNN6/9/9/9/9/9/k8 b R9P 1";
    for sfen in [check.to_owned(), turned(check)] {
        let answer = declared(&sfen);
        assert_eq!((answer.points, answer.pieces_in_camp), (32, 10));
        assert!(answer.king_in_camp && answer.in_check);
        assert!(!answer.sound && !answer.sound_24);
    }
}

#[test]
fn promoted_pieces_count_as_what_they_were() {
    let promoted = "+R8/+BGG+S+S+N+N+LK/+P8/9/9/9/9/9/k8 b R5P 1";
    for sfen in [promoted.to_owned(), turned(promoted)] {
        assert_eq!(declared(&sfen).points, 28);
    }
}

#[test]
fn the_start_position_is_nowhere_near() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    for sfen in [start.to_owned(), turned(start)] {
        let answer = declared(&sfen);
        assert_eq!((answer.points, answer.pieces_in_camp), (0, 0));
        assert!(!answer.king_in_camp && !answer.sound && !answer.try_rule);
    }
}

#[test]
fn a_try_is_standing_on_the_kings_square_or_going_there() {
    let standing = "4K4/9/9/9/9/9/9/9/k8 b - 1";
    let going = "9/4K4/9/9/9/9/9/9/k8 b - 1";
    let guarded = "8r/4K4/9/9/9/9/9/9/k8 b - 1";
    let occupied = "4G4/4K4/9/9/9/9/9/9/k8 b - 1";
    let checked = "4K3r/9/9/9/9/9/9/9/k8 b - 1";
    for (sfen, granted) in
        [(standing, true), (going, true), (guarded, false), (occupied, false), (checked, false)]
    {
        assert_eq!(declared(sfen).try_rule, granted, "{sfen}");
        assert_eq!(declared(&turned(sfen)).try_rule, granted, "{sfen} turned");
    }
}

#[test]
fn a_side_without_king_never_declares() {
    let none = "R8/BGGSS2L1/LNN6/9/9/9/9/9/k8 b RL9P 1";
    let answer = declared(none);
    assert!(answer.points > 31 && !answer.king_in_camp && !answer.sound && !answer.try_rule);
}
