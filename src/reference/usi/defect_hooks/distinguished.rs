//! Positions that are taken for the one before, and hands that are counted wrongly.

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::{position, stock};

use super::misread::in_hand;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("N83", |hooks| loses_the_second(hooks, |_| true)),
    defect_hook("N83:white", |hooks| {
        loses_the_second(hooks, |words| position::moves(words).len() % 2 == 1);
    }),
    defect_hook("N84", |hooks| stock::lose(hooks, |_, words| ends_in_moves(words))),
    defect_hook("N84:white", |hooks| {
        stock::lose(hooks, |_, words| ends_in_moves(words) && words.contains(&"w"));
    }),
    defect_hook("N84:crash", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| ends_in_moves(words));
    }),
    defect_hook("N85", |hooks| {
        in_hand(hooks, |letter, count| match (letter.is_ascii_uppercase(), count) {
            (true, 3) => 2,
            (_, count) => count,
        });
    }),
    defect_hook("N85:white", |hooks| {
        in_hand(hooks, |letter, count| match (letter.is_ascii_lowercase(), count) {
            (true, 4) => 1,
            (_, count) => count,
        });
    }),
    defect_hook("N98", |hooks| {
        stock::keeps_the_old(hooks, |old, new| {
            new.len() > 160 && new.len() == old.len() + 2 && new.starts_with(old)
        });
    }),
    defect_hook("N101", |hooks| {
        stock::keeps_the_old(hooks, |old, new| !new.is_empty() && old == new)
    }),
    defect_hook("N101:tail", |hooks| {
        stock::keeps_the_old(hooks, |old, new| {
            let tail = |moves: &[String]| moves[moves.len().saturating_sub(3)..].to_vec();
            new.len() > 3 && old.len() == new.len() && tail(old) == tail(new)
        });
    }),
];

fn ends_in_moves(words: &[&str]) -> bool {
    words.starts_with(&["position", "sfen"]) && words.last() == Some(&"moves")
}

/// Ignores a position that follows another one without a search between them.
fn loses_the_second(hooks: &mut Hooks<Position>, lost: fn(&[&str]) -> bool) {
    let mut set = false;
    stock::lose(hooks, move |_, words| match words.first() {
        Some(&"position") => std::mem::replace(&mut set, true) && lost(words),
        Some(&"go") => {
            set = false;
            false
        }
        Some(_) | None => false,
    });
}
