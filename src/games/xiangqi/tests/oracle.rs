//! Compares the implementation with the slow generator on every move of every position.

use std::collections::BTreeSet;
use std::thread;

use super::super::Position;
use super::slow::{Grid, word};
use super::{Dice, END, MIDDLE, START, position};
use crate::games::{Position as _, Side};

fn compare(face: &Position, grid: &Grid, moves: &[String]) {
    let ours = face.legal_moves();
    let (mut left, mut right): (Vec<&str>, Vec<&str>) =
        (ours.iter().map(String::as_str).collect(), moves.iter().map(String::as_str).collect());
    left.sort_unstable();
    right.sort_unstable();
    assert_eq!(left, right, "{}", face.notation());
    assert_eq!(face.has_legal_move(), !moves.is_empty());
    assert_eq!(face.side_to_move() == Side::First, grid.red_to_move);
    assert_eq!(face.in_check(), grid.in_check(grid.red_to_move), "{}", face.notation());
}

/// Counts of what the random walks contain.
#[derive(Default)]
struct WalkCounts {
    positions: usize,
    checks: usize,
    mates: usize,
    stalemates: usize,
}

fn walk(seed: u64, wanted: usize) -> WalkCounts {
    let mut dice = Dice(seed);
    let mut seen = WalkCounts::default();
    while seen.positions < wanted {
        let root = match dice.roll(4) {
            0 => MIDDLE.to_owned(),
            1 => END.to_owned(),
            2 => scattered(&mut dice),
            _ => START.to_owned(),
        };
        let mut face = position(&root);
        let mut grid = Grid::read(&root);
        for _ in 0..200 {
            let moves = grid.moves();
            let words: Vec<String> = moves.iter().copied().map(word).collect();
            compare(&face, &grid, &words);
            let checked = face.in_check();
            seen.positions += 1;
            seen.checks += usize::from(checked);
            seen.mates += usize::from(moves.is_empty() && checked);
            seen.stalemates += usize::from(moves.is_empty() && !checked);
            if moves.is_empty() || seen.positions >= wanted {
                break;
            }
            let chosen = dice.roll(moves.len());
            face.play(&words[chosen]).unwrap();
            grid.play(moves[chosen]);
        }
    }
    seen
}

/// A legal position that games hardly reach: pieces placed at random.
fn scattered(dice: &mut Dice) -> String {
    loop {
        let mut cells = [[b'1'; 9]; 10];
        for (letter, top) in [(b'k', 0), (b'K', 7)] {
            cells[top + dice.roll(3)][3 + dice.roll(3)] = letter;
        }
        for _ in 0..3 + dice.roll(16) {
            let letter = b"aabbnnrrccpppppAABBNNRRCCPPPPP"[dice.roll(30)];
            let cell = &mut cells[dice.roll(10)][dice.roll(9)];
            if *cell == b'1' {
                *cell = letter;
            }
        }
        let rows = cells.map(|row| joined(&String::from_utf8_lossy(&row)));
        let fen = format!("{} {} - - 0 1", rows.join("/"), ["w", "b"][dice.roll(2)]);
        if Position::parse(&fen).is_ok() {
            return fen;
        }
    }
}

/// Replaces each run of ones by one number.
fn joined(row: &str) -> String {
    let mut out = row.to_owned();
    for length in (2..=9).rev() {
        out = out.replace(&"1".repeat(length), &length.to_string());
    }
    out
}

/// The environment variable `KENTEI_WALK` sets the number of positions.
#[test]
fn random_walks_agree_with_the_slow_generator() {
    let wanted: usize =
        std::env::var("KENTEI_WALK").ok().and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let walkers = thread::available_parallelism().map_or(1, usize::from);
    let mut all = WalkCounts::default();
    thread::scope(|scope| {
        let walks: Vec<_> = (0..walkers)
            .map(|walker| {
                let seed = 0x2545_f491_4f6c_dd1d + walker as u64;
                scope.spawn(move || walk(seed, wanted.div_ceil(walkers)))
            })
            .collect();
        for walk in walks {
            let seen = walk.join().unwrap();
            all.positions += seen.positions;
            all.checks += seen.checks;
            all.mates += seen.mates;
            all.stalemates += seen.stalemates;
        }
    });
    assert!(all.positions >= wanted);
    assert!(all.checks >= wanted / 50, "{} checks", all.checks);
    assert!(all.mates >= wanted / 2_000, "{} mates", all.mates);
    assert!(all.stalemates >= 1, "{} stalemates", all.stalemates);
}

/// Compares the verdict on every word with the form of a move with the list of the slow generator.
#[test]
fn a_single_move_is_judged_as_the_slow_generator_lists_it() {
    let squares: Vec<String> =
        ('a'..='i').flat_map(|file| (0..10).map(move |rank| format!("{file}{rank}"))).collect();
    let mut dice = Dice(0x853c_49e6_748f_ea9b);
    for _ in 0..60 {
        let fen = scattered(&mut dice);
        let face = position(&fen);
        let listed: BTreeSet<String> = Grid::read(&fen).moves().into_iter().map(word).collect();
        for (from, to) in squares.iter().flat_map(|from| squares.iter().map(move |to| (from, to))) {
            let text = format!("{from}{to}");
            assert_eq!(face.check_move(&text).is_ok(), listed.contains(&text), "{text} in {fen}");
        }
    }
}
