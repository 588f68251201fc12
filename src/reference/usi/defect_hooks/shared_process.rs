//! A slow start, and state that remains from a game without `gameover`. Both show only in a process that plays game
//! after game without `gameover`, as under analysis tools.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::stock;

/// The time to clear large tables.
const CLEARING: Duration = Duration::from_secs(2);
/// More than a usual byoyomi and all slack.
const CARRIED: Duration = Duration::from_millis(2500);

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("P01", |hooks| {
        hooks.start = Some(Box::new(|shared| shared.nap(CLEARING)));
    }),
    defect_hook("P01:ready", |hooks| {
        let mut cleared = false;
        stock::command(hooks, move |shared, words| {
            if words == ["isready"] && !std::mem::replace(&mut cleared, true) {
                shared.nap(CLEARING);
            }
            Handling::Obey
        });
    }),
    defect_hook("P02", keeps_its_tables),
    defect_hook("P03", keeps_its_clock),
];

/// Reports for each new game whether a search came before it that no `gameover` followed.
fn at_new_games(hooks: &mut Hooks<Position>, mut report: impl FnMut(bool) + 'static) {
    let mut played = false;
    stock::command(hooks, move |_, words| {
        match words.first() {
            Some(&"go") => played = true,
            Some(&"gameover") => played = false,
            Some(&"usinewgame") => report(std::mem::take(&mut played)),
            Some(_) | None => {}
        }
        Handling::Obey
    });
}

/// In the first search of the next game, searches the last position of the game before.
fn keeps_its_tables(hooks: &mut Hooks<Position>) {
    let kept = Rc::new(Cell::new(false));
    let full = Rc::clone(&kept);
    at_new_games(hooks, move |unfinished| full.set(unfinished));
    let mut before = Position::start();
    stock::misread(hooks, move |_, set| {
        let wrong = kept.take().then(|| before.clone());
        before.clone_from(set.as_ref().ok()?);
        wrong
    });
}

/// Replies late in each search of the next game.
fn keeps_its_clock(hooks: &mut Hooks<Position>) {
    let kept = Arc::new(AtomicBool::new(false));
    let runs = Arc::clone(&kept);
    at_new_games(hooks, move |unfinished| runs.store(unfinished, Ordering::Relaxed));
    hooks.search.linger = Some(Box::new(move |_| match kept.load(Ordering::Relaxed) {
        true => CARRIED,
        false => Duration::ZERO,
    }));
}
