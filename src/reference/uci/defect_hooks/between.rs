//! Defects that show only with a command between `position` and `go`, in a ponder search, or in the search after it.

use std::sync::Arc;

use crate::games::chess::Position;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
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
    defect_hook("Y134", |hooks| {
        stock::loses_while(hooks, "Kentei Style", stock::is_not_default, "ponderhit");
    }),
    defect_hook("Y134:held", |hooks| {
        stock::ends_while(hooks, "Kentei Style", stock::is_not_default, |request| {
            std::mem::take(&mut request.ponder)
        });
    }),
    defect_hook("Y124", |hooks| stock::hangs_at_quit_after(hooks, "ucinewgame")),
    defect_hook("Y125", stock::ends_infinite_after_ponder),
    defect_hook("Y126", stock::ends_ponder_at_unknown),
    defect_hook("Y127", |hooks| {
        stock::begin_anew_at(hooks, |words| words.first() == Some(&"debug"));
    }),
    defect_hook("Y128", |hooks| {
        stock::begin_anew_at(hooks, |words| words.first() == Some(&"xyzzy"));
    }),
    defect_hook("Y129", |hooks| {
        stock::lose_lines(hooks, |line| {
            line.trim_end_matches([' ', '\t']) == "ponderhit" && line != "ponderhit"
        });
    }),
    defect_hook("Y135", |hooks| stock::lose_lines(hooks, stock::sets_option_and_ends_in_blank)),
    defect_hook("Y136", |hooks| lost_in_the_game_after(hooks, "stop", "isready")),
    defect_hook("Y136:hit", |hooks| lost_in_the_game_after(hooks, "ponderhit", "go")),
    defect_hook("Y148", stock::lose_hit_with_one_move),
    defect_hook("Y130", |hooks| {
        stock::lose(hooks, |_, words| *words == ["setoption", "name", "MultiPV", "value", "2"]);
    }),
    defect_hook("Y131", |hooks| {
        let hit = stock::has_come(hooks, |shared, words| {
            *words == ["ponderhit"] && shared.is_pondering()
        });
        stock::never_answers(hooks, move |timing| {
            !timing.request.ponder && timing.request.has_clock() && hit.take()
        });
    }),
    defect_hook("Y132", |hooks| {
        stock::change_request(hooks, |_, _, request| {
            if request.has_clock() {
                request.searchmoves.clear();
            }
        });
    }),
    defect_hook("Y133", |hooks| {
        hooks.lines.push(Box::new(|_, line| match line.starts_with("position fen ") {
            true => Handling::Instead(vec![line.replace(" kq ", " - ")]),
            false => Handling::Obey,
        }));
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

/// Ignores the first such command of a game if the last search of the game before was a ponder search that `end` ended.
fn lost_in_the_game_after(hooks: &mut Hooks<Position>, end: &'static str, lost: &'static str) {
    let (mut pondered, mut fresh) = (false, false);
    stock::lose(hooks, move |shared, words| {
        match words.first() {
            Some(&"go") => pondered = false,
            Some(&"ucinewgame") => fresh = pondered,
            Some(first) => pondered |= *first == end && shared.is_pondering(),
            None => {}
        }
        words.first() == Some(&lost) && std::mem::take(&mut fresh)
    });
}
