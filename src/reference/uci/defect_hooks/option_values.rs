//! Defects that show only with certain values of options, or where a value changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::stock;

use super::unusual::{add, declares};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y137", |hooks| stock::aborts_with_odd_hash(hooks, "Hash")),
    defect_hook("Y138", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            *words == ["setoption", "name", "Kentei", "Remark", "value", "<empty>"]
        });
    }),
    defect_hook("Y138:nothing", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            *words == ["setoption", "name", "Kentei", "Remark", "value"]
        });
    }),
    defect_hook("Y139", |hooks| stock::begin_anew_at(hooks, |words| changes(words, "Hash", "16"))),
    defect_hook("Y139:lines", |hooks| {
        stock::begin_anew_at(hooks, |words| changes(words, "MultiPV", "1"));
    }),
    defect_hook("Y140", |hooks| {
        stock::never_answers(hooks, |timing| {
            timing.request.movetime.is_some_and(|time| time < Duration::from_millis(10))
        });
    }),
    defect_hook("Y141", |hooks| {
        declares(hooks, |lines| add(lines, "Threads type spin default 1 min 1 max 8"));
        stock::loses_while(hooks, "Threads", stock::is_several, "quit");
    }),
    defect_hook("Y142", never_answers_below_overhead),
];

/// Whether the words set a number to another value than its default.
fn changes(words: &[&str], option: &str, default: &str) -> bool {
    matches!(words, ["setoption", "name", name, "value", value] if *name == option && *value != default)
}

/// Never replies if the clock has less time than the move overhead.
fn never_answers_below_overhead(hooks: &mut Hooks<Position>) {
    declares(hooks, |lines| add(lines, "Move Overhead type spin default 10 min 0 max 5000"));
    let overhead = Arc::new(AtomicU64::new(10));
    let set = Arc::clone(&overhead);
    stock::command(hooks, move |_, words| {
        if let ["setoption", "name", "Move", "Overhead", "value", value] = words {
            set.store(value.parse().unwrap_or_default(), Ordering::SeqCst);
        }
        Handling::Obey
    });
    stock::never_answers(hooks, move |timing| {
        let left = timing.request.own(timing.first_to_move).left;
        left.is_some_and(|left| left < Duration::from_millis(overhead.load(Ordering::SeqCst)))
    });
}
