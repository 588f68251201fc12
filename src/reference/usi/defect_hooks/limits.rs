//! Weak engines that conform, and searches beyond their depth and their number of nodes.

use std::time::{Duration, Instant};

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Handling, defect_hook};
use crate::reference::family::stock;

/// The time that the engine needs to clear its tables for the next game.
const CLEARING: Duration = Duration::from_millis(100);

/// The rows that are the same in every dialect.
pub(super) static BEYOND: &[DefectHook<Position>] = &stock::beyond();

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("W01", |hooks| stock::weak(hooks, Some(-500))),
    defect_hook("W02", |hooks| stock::weak(hooks, None)),
    defect_hook("W06", |hooks| {
        let (mut over, mut asked) = (false, None);
        stock::command(hooks, move |_, words| {
            match words.first().copied() {
                Some("gameover") => over = true,
                Some("isready") if std::mem::take(&mut over) => asked = Some(Instant::now()),
                Some("go") => {
                    let busy = asked.take().is_some_and(|at| at.elapsed() < CLEARING);
                    return if busy { Handling::Ignore } else { Handling::Obey };
                }
                _ => {}
            }
            Handling::Obey
        });
    }),
];
