//! Defects that show only with a command between `position` and `go`, in a ponder search, or in the search after it.

use std::sync::Arc;

use crate::games::chess::Position;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("GO01:ready", |hooks| stock::begin_anew_at(hooks, |words| *words == ["isready"])),
    defect_hook("GO01:button", |hooks| {
        stock::begin_anew_at(hooks, |words| *words == ["setoption", "name", "Clear", "Hash"]);
    }),
    defect_hook("GO01:hash", |hooks| {
        stock::begin_anew_at(hooks, |words| matches!(words, ["setoption", "name", "Hash", ..]));
    }),
    defect_hook("PO02:halfmoves", |hooks| loses_a_counter(hooks, 6, 90)),
    defect_hook("PO02:moves", |hooks| loses_a_counter(hooks, 7, 256)),
    defect_hook("GO21", |hooks| ignores_clock_after_miss(hooks, |_| true)),
    defect_hook("SY02", |hooks| {
        stock::end_search_at(hooks, |epoch, words| epoch.is_pondering() && *words == ["isready"]);
    }),
];

/// Ignores a fen if its counter at this place of the command has at least this value.
fn loses_a_counter(hooks: &mut Hooks<Position>, place: usize, least: u32) {
    stock::lose(hooks, move |_, words| {
        let counter = words.get(place).and_then(|word| word.parse::<u32>().ok());
        words.starts_with(&["position", "fen"]) && counter.is_some_and(|counter| counter >= least)
    });
}

/// Searches until `stop`, without a look at the clock, after a `stop` that ended such a ponder search.
pub(super) fn ignores_clock_after_miss(hooks: &mut Hooks<Position>, is_meant: fn(&Epoch) -> bool) {
    let missed = stock::has_come(hooks, move |shared, words| {
        let is_miss = |epoch: Arc<Epoch>| epoch.is_pondering() && is_meant(&epoch);
        words == ["stop"] && shared.open().is_some_and(is_miss)
    });
    stock::change_request(hooks, move |board, _, request| {
        let clock = request.own(board.first_to_move()).left;
        request.infinite |= missed.take() && clock.is_some();
    });
}
