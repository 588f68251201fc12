//! The rules of shogi: how long one question to them takes.
//!
//! `cargo bench --bench shogi` prints moves and positions per second.

mod games;

use std::cell::Cell;

use divan::Bencher;
use divan::counter::ItemsCount;
use kentei::games::Position as _;
use kentei::games::shogi::{MateAnswer, Position, mate};

use games::{Dice, middles};

/// The number of games that are played.
const GAMES: usize = 100;
/// The number of moves of each game that are used.
const PLIES: usize = 50;

fn main() {
    divan::main();
}

fn games() -> Vec<(Position, Vec<String>)> {
    middles(&mut Dice(0x9E37_79B9_7F4A_7C15), GAMES, PLIES)
}

/// Moves of random games, as text: checked and played.
#[divan::bench]
fn play(bencher: Bencher<'_, '_>) {
    let games = games();
    bencher.counter(ItemsCount::new(GAMES * PLIES)).bench_local(|| {
        let mut legal = 0;
        for (root, moves) in &games {
            let mut position = root.clone();
            legal += moves.iter().filter(|text| position.play(text).is_ok()).count();
        }
        assert_eq!(legal, GAMES * PLIES);
    });
}

/// The first moves of random games, as text: checked and not played.
#[divan::bench]
fn check(bencher: Bencher<'_, '_>) {
    let games = games();
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let legal = |(root, moves): &&(Position, Vec<String>)| root.check_move(&moves[0]).is_ok();
        assert_eq!(games.iter().filter(legal).count(), GAMES);
    });
}

/// Words that have the form of a move but are not legal here: most are moves of the opponent or of another game.
#[divan::bench]
fn refuse(bencher: Bencher<'_, '_>) {
    let games = games();
    let others: Vec<(&Position, &str)> = games
        .iter()
        .zip(games.iter().skip(1))
        .flat_map(|((root, _), (_, moves))| moves.iter().map(move |text| (root, text.as_str())))
        .filter(|(root, text)| root.check_move(text).is_err())
        .collect();
    assert!(others.len() > GAMES);
    bencher.counter(ItemsCount::new(others.len())).bench_local(|| {
        for (root, text) in &others {
            assert!(root.check_move(text).is_err());
        }
    });
}

/// Positions of random games, read from sfen with full validation.
#[divan::bench]
fn sfen(bencher: Bencher<'_, '_>) {
    let texts: Vec<String> = games().iter().map(|(root, _)| root.notation()).collect();
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        for text in &texts {
            assert!(Position::parse(divan::black_box(text)).is_ok());
        }
    });
}

/// Whether the game is over, in positions of random games.
#[divan::bench]
fn has_legal_move(bencher: Bencher<'_, '_>) {
    let games = games();
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let goes_on = games.iter().filter(|(root, _)| root.has_legal_move());
        assert_eq!(goes_on.count(), GAMES);
    });
}

/// Looking for a mate in three plies, in positions of random games.
#[divan::bench]
fn mate_in_three(bencher: Bencher<'_, '_>) {
    let games = games();
    let mates = Cell::new(0);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let mated = |(root, _): &&(Position, Vec<String>)| {
            let mut nodes = 1_000_000;
            matches!(mate(root, 3, &mut nodes, &|| false), MateAnswer::Mate(_))
        };
        mates.set(games.iter().filter(mated).count());
    });
    assert!(mates.get() < GAMES);
}
