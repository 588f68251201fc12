//! Compares the implementation with the slow generator on every move of every position.

use std::thread;

use super::slow::{Grid, word};
use super::{Dice, KIWIPETE, START, position};
use crate::games::{Position as _, Side};

/// Root positions in which castling, en passant, pins along a rank and promotions are likely.
const ROOTS: &[&str] = &[
    START,
    KIWIPETE,
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/8/8/8/8/2k5/1p6/K7 w - - 0 1",
];

/// Counts of what the random walks contain.
#[derive(Default)]
struct WalkCounts {
    positions: usize,
    checks: usize,
    mates: usize,
    stalemates: usize,
    castlings: usize,
    passants: usize,
    promotions: usize,
}

fn compare(face: &super::Position, grid: &Grid, words: &[String]) {
    let ours = face.legal_moves();
    let (mut left, mut right): (Vec<&str>, Vec<&str>) =
        (ours.iter().map(String::as_str).collect(), words.iter().map(String::as_str).collect());
    left.sort_unstable();
    right.sort_unstable();
    assert_eq!(left, right, "{}", face.notation());
    assert_eq!(face.has_legal_move(), !words.is_empty());
    assert_eq!(face.side_to_move() == Side::First, grid.white_to_move);
    assert_eq!(face.in_check(), grid.in_check(grid.white_to_move), "{}", face.notation());
}

fn walk(seed: u64, wanted: usize) -> WalkCounts {
    let mut dice = Dice(seed);
    let mut seen = WalkCounts::default();
    while seen.positions < wanted {
        let root = ROOTS[dice.roll(ROOTS.len())];
        let (mut face, mut grid) = (position(root), Grid::read(root));
        for _ in 0..150 {
            let moves = grid.moves();
            let words: Vec<String> = moves.iter().copied().map(word).collect();
            compare(&face, &grid, &words);
            let checked = face.in_check();
            seen.positions += 1;
            seen.checks += usize::from(checked);
            seen.mates += usize::from(moves.is_empty() && checked);
            seen.stalemates += usize::from(moves.is_empty() && !checked);
            seen.castlings += moves.iter().filter(|step| grid.is_castling(**step)).count();
            seen.passants += moves.iter().filter(|step| grid.is_passant(**step)).count();
            seen.promotions += moves.iter().filter(|(_, _, became)| became.is_some()).count();
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
            all.castlings += seen.castlings;
            all.passants += seen.passants;
            all.promotions += seen.promotions;
        }
    });
    assert!(all.positions >= wanted);
    assert!(all.checks >= wanted / 50, "{} checks", all.checks);
    assert!(all.mates >= wanted / 10_000, "{} mates", all.mates);
    assert!(all.stalemates >= wanted / 10_000, "{} stalemates", all.stalemates);
    assert!(all.castlings >= wanted / 100, "{} castlings", all.castlings);
    assert!(all.passants >= wanted / 1_000, "{} en passant", all.passants);
    assert!(all.promotions >= wanted / 50, "{} promotions", all.promotions);
}

/// Published counts are correct for the slow generator too, so it does not share mistakes with the other one.
#[test]
fn the_slow_generator_counts_as_published() {
    fn count(grid: &Grid, depth: u32) -> usize {
        let moves = grid.moves();
        if depth == 1 {
            return moves.len();
        }
        let after = |step| {
            let mut grid = grid.clone();
            grid.play(step);
            grid
        };
        moves.into_iter().map(|step| count(&after(step), depth - 1)).sum()
    }
    assert_eq!(count(&Grid::read(START), 3), 8_902);
    assert_eq!(count(&Grid::read(KIWIPETE), 2), 2_039);
    assert_eq!(count(&Grid::read(ROOTS[3]), 3), 2_812);
    assert_eq!(count(&Grid::read(ROOTS[4]), 3), 9_483);
}
