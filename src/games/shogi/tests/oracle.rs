//! Compares the implementation, with its generator, and `shogi_legality_lite` on every move of every position.

use std::collections::BTreeSet;
use std::thread;

use shogi_legality_lite::all_legal_moves_partial;
use shunsai::shogi_core::{Move, PartialPosition, PieceKind, Square, ToUsi};

use super::super::Position;
use super::other_board::other_board;
use super::{perft, position};
use crate::games::Position as _;

/// A random generator of our own, so that a failing seed gives the same result everywhere.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// The roots of random walks: a game, full hands, a board of promoted pieces, and mate problems.
pub(super) const ROOTS: [&str; 6] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
    "1+r2k2+B1/2+P1+p1+P2/9/3+s1+S3/9/3+l1+N3/9/2+p1+P1+p2/1+b2K2+R1 w GS2g 1",
    "9/9/9/9/9/k8/9/9/1R2K4 b Gr2b3g4s4n4l18p 1",
    "7k1/9/6S2/9/9/9/9/9/9 b RGN2b3s 1",
];

/// A legal position that no game reaches: pieces at random in the upper right corner of `size` by `size` squares.
pub(super) fn scattered(dice: &mut Dice, size: usize) -> String {
    loop {
        let mut cells = vec![vec![String::new(); 9]; 9];
        let both = dice.roll(4) > 0;
        let kings = [Some("k"), both.then_some("K")];
        for king in kings.into_iter().flatten() {
            cells[dice.roll(size)][9 - size + dice.roll(size)] = king.to_owned();
        }
        for _ in 0..4 + dice.roll(2 * size) {
            let letters = ["p", "l", "n", "s", "g", "b", "r", "+p", "+l", "+n", "+s", "+b", "+r"];
            let piece = letters[dice.roll(letters.len())];
            let cell = &mut cells[dice.roll(size)][9 - size + dice.roll(size)];
            if cell.is_empty() {
                *cell = if dice.roll(2) == 0 { piece.to_uppercase() } else { piece.to_owned() };
            }
        }
        let rows: Vec<String> = cells
            .iter()
            .map(|row| {
                let text: Vec<&str> =
                    row.iter().map(|cell| if cell.is_empty() { "1" } else { cell }).collect();
                joined(&text.concat())
            })
            .collect();
        let hands = ["-", "P", "GPgp", "RBGSNLPrbgsnlp", "2S3P", "n2p"][dice.roll(6)];
        let side = ["b", "w"][dice.roll(2)];
        let sfen = format!("{} {side} {hands} 1", rows.join("/"));
        if Position::parse(&sfen).is_ok() {
            return sfen;
        }
    }
}

/// Replaces each run of ones by one number.
pub(super) fn joined(row: &str) -> String {
    let mut out = String::new();
    let mut empty = 0;
    for letter in row.chars().chain(['/']) {
        if letter == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out.push_str(&empty.to_string());
            empty = 0;
        }
        out.push(letter);
    }
    out.trim_end_matches('/').to_owned()
}

/// Whether a move is a pawn drop that stalemates. The second implementation forbids every pawn drop without a reply,
/// but the rule only forbids mate.
fn stalemates_by_pawn_drop(face: &Position, mv: Move) -> bool {
    let mut next = face.clone();
    let legal = next.play(&mv.to_usi_owned()).is_ok();
    let pawn = matches!(mv, Move::Drop { piece, .. } if piece.piece_kind() == PieceKind::Pawn);
    legal && pawn && !next.in_check() && !next.has_legal_move()
}

/// The moves in the order of a number for each, because comparing sets of texts would take most of the time.
fn ordered(moves: impl Iterator<Item = Move>) -> Vec<(u32, Move)> {
    let key = |mv| match mv {
        Move::Normal { from, to, promote } => {
            u32::from(from.index()) << 16 | u32::from(to.index()) << 8 | u32::from(promote)
        }
        Move::Drop { piece, to } => {
            u32::from(128 + piece.as_u8()) << 16 | u32::from(to.index()) << 8
        }
    };
    let mut all: Vec<_> = moves.map(|mv| (key(mv), mv)).collect();
    all.sort_unstable_by_key(|&(key, _)| key);
    all
}

fn compare(face: &Position, moves: &[Move]) {
    let theirs = ordered(moves.iter().copied());
    let mut ours = ordered(face.legal_moves_typed().into_iter().map(|mv| mv.0));
    assert_eq!(face.has_legal_move(), !ours.is_empty());
    if ours != theirs {
        ours.retain(|&mv| theirs.contains(&mv) || !stalemates_by_pawn_drop(face, mv.1));
    }
    let words = |all: &[(u32, Move)], other: &[(u32, Move)]| -> Vec<String> {
        let lonely = all.iter().filter(|mv| !other.contains(mv));
        lonely.map(|mv| mv.1.to_usi_owned()).collect()
    };
    if ours != theirs {
        let (extra, missing) = (words(&ours, &theirs), words(&theirs, &ours));
        panic!("{}: extra {extra:?}, missing {missing:?}", face.notation());
    }
}

/// Counts of what the random walks contain.
#[derive(Default)]
struct WalkCounts {
    positions: usize,
    drops: usize,
    promotions: usize,
    ends: usize,
}

/// Walks until `wanted` positions are compared. The implementation also checks every move that is played.
fn walk(seed: u64, wanted: usize) -> WalkCounts {
    let mut dice = Dice(seed);
    let mut seen = WalkCounts::default();
    while seen.positions < wanted {
        // More than half of the walks are games from the start position.
        let root = ROOTS[dice.roll(ROOTS.len() * 2).saturating_sub(ROOTS.len())];
        let mut face = position(root);
        let mut other = other_board(root);
        for _ in 0..300 {
            let mut moves = all_legal_moves_partial(&other);
            compare(&face, &moves);
            seen.positions += 1;
            seen.ends += usize::from(moves.is_empty());
            if moves.is_empty() || seen.positions >= wanted {
                break;
            }
            let chosen = moves.swap_remove(dice.roll(moves.len()));
            seen.drops += usize::from(chosen.is_drop());
            seen.promotions += usize::from(chosen.is_promoting());
            other.make_move(chosen).unwrap();
            face.play(&chosen.to_usi_owned()).unwrap();
        }
    }
    seen
}

/// The environment variable `KENTEI_WALK` sets the number of positions.
#[test]
fn random_walks_agree_with_the_second_implementation() {
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
            all.drops += seen.drops;
            all.promotions += seen.promotions;
            all.ends += seen.ends;
        }
    });
    assert!(all.positions >= wanted);
    // Among 200,000 moves are about 36,000 drops and 11,000 promotions, and 300 games end in mate.
    assert!(all.drops >= wanted / 8, "{} drops", all.drops);
    let promotions = all.promotions;
    assert!(promotions >= wanted / 50, "{promotions} promotions");
    assert!(all.ends >= wanted / 2_000, "{} ends", all.ends);
}

#[test]
fn scattered_positions_agree_with_the_second_implementation() {
    let mut dice = Dice(0xda94_2042_e4dd_58b5);
    for _ in 0..3_000 {
        let sfen = scattered(&mut dice, 9);
        compare(&position(&sfen), &all_legal_moves_partial(&other_board(&sfen)));
    }
}

#[test]
fn full_hands_have_the_counts_of_the_second_implementation() {
    fn count(board: &PartialPosition, depth: u32) -> u64 {
        let moves = all_legal_moves_partial(board);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .into_iter()
            .map(|mv| {
                let mut next = board.clone();
                next.make_move(mv).unwrap();
                count(&next, depth - 1)
            })
            .sum()
    }
    for root in [ROOTS[1], ROOTS[3]] {
        let face = perft::perft(&position(root), 2);
        assert_eq!(face, count(&other_board(root), 2), "{root}");
    }
}

/// Compares the verdict on every word with the form of a move with the list of the generator.
#[test]
fn a_single_move_is_judged_as_the_generator_lists_it() {
    let squares: Vec<String> = Square::all().map(|square| square.to_usi_owned()).collect();
    let mut dice = Dice(0x853c_49e6_748f_ea9b);
    for _ in 0..150 {
        let sfen = scattered(&mut dice, 9);
        let face = position(&sfen);
        let listed: BTreeSet<String> = face.legal_moves().into_iter().collect();
        for to in &squares {
            let drops = "PLNSGBR".chars().map(|letter| format!("{letter}*{to}"));
            let steps =
                squares.iter().flat_map(|from| [format!("{from}{to}"), format!("{from}{to}+")]);
            for text in drops.chain(steps) {
                let legal = face.check_move(&text).is_ok();
                assert_eq!(legal, listed.contains(&text), "{text} in {sfen}");
            }
        }
    }
}
