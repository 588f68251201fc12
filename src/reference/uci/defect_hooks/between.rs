//! Defects that show only with a command between `position` and `go`, in a ponder search, or in the search after it.

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::stock;

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
    defect_hook("GO21", |hooks| {
        let mut missed = false;
        stock::command(hooks, move |shared, words| match words.first() {
            Some(&"stop") if shared.is_pondering() => {
                missed = true;
                Handling::Obey
            }
            Some(&"go") if std::mem::take(&mut missed) => {
                Handling::Instead(vec!["go infinite".to_owned()])
            }
            Some(_) | None => Handling::Obey,
        });
    }),
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
