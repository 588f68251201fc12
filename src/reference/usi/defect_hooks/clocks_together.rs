//! Defects that show only if two kinds of clock come together.

use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::plan::{Plan, Timing};
use crate::reference::family::stock;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("N80", |hooks| stock::never_answers(hooks, has_both)),
    defect_hook("N80:white", |hooks| {
        stock::never_answers(hooks, |timing| has_both(timing) && !timing.first_to_move);
    }),
    defect_hook("N80:hit", |hooks| {
        stock::never_answers(hooks, |timing| has_both(timing) && timing.pondered.is_some());
    }),
    defect_hook("N81", |hooks| overruns(hooks, has_both)),
    defect_hook("N81:hit", |hooks| {
        overruns(hooks, |timing| has_both(timing) && timing.pondered.is_some());
    }),
    defect_hook("N82", |hooks| {
        stock::never_answers(hooks, |timing| {
            stock::has_increment(timing) && timing.pondered.is_some()
        })
    }),
    defect_hook("N82:white", |hooks| {
        stock::never_answers(hooks, |timing| {
            stock::has_increment(timing) && timing.pondered.is_some() && !timing.first_to_move
        });
    }),
];

/// Whether the side to move has both main time and byoyomi.
fn has_both(timing: &Timing<'_>) -> bool {
    let set = |time: Option<Duration>| time.is_some_and(|time| !time.is_zero());
    let own = timing.request.own(timing.first_to_move);
    set(own.left) && set(timing.request.byoyomi)
}

/// Takes the byoyomi twice in such a search.
fn overruns(hooks: &mut Hooks<Position>, hit: fn(&Timing<'_>) -> bool) {
    hooks.plan = Some(Box::new(move |timing, plan| {
        let limit = timing.request.limit(timing.first_to_move);
        match limit.zip(timing.request.byoyomi).filter(|_| hit(timing)) {
            Some((limit, byoyomi)) => Plan::at(limit + byoyomi),
            None => plan,
        }
    }));
}
