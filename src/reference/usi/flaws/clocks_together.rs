//! Right with each kind of clock alone, and wrong where two of them come together.

use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::family::hooks::{Flaw, Hooks, flaw};
use crate::reference::family::plan::{Plan, Timing};

pub(super) static FLAWS: &[Flaw<Position>] = &[
    flaw("N80", |hooks| never_answers(hooks, has_both)),
    flaw("N80:white", |hooks| {
        never_answers(hooks, |timing| has_both(timing) && !timing.first_to_move);
    }),
    flaw("N80:hit", |hooks| {
        never_answers(hooks, |timing| {
            has_both(timing) && timing.pondered.is_some()
        });
    }),
    flaw("N81", |hooks| overruns(hooks, has_both)),
    flaw("N81:hit", |hooks| {
        overruns(hooks, |timing| {
            has_both(timing) && timing.pondered.is_some()
        });
    }),
    flaw("N82", |hooks| {
        never_answers(hooks, |timing| {
            has_increment(timing) && timing.pondered.is_some()
        })
    }),
    flaw("N82:white", |hooks| {
        never_answers(hooks, |timing| {
            has_increment(timing) && timing.pondered.is_some() && !timing.first_to_move
        });
    }),
];

/// Whether the side to move has both main time and an increment.
fn has_increment(timing: &Timing<'_>) -> bool {
    let own = timing.request.own(timing.first_to_move);
    let set = |time: Option<Duration>| time.is_some_and(|time| !time.is_zero());
    set(own.left) && set(own.increment)
}

/// Whether the side to move has both main time and byoyomi left.
fn has_both(timing: &Timing<'_>) -> bool {
    let set = |time: Option<Duration>| time.is_some_and(|time| !time.is_zero());
    let own = timing.request.own(timing.first_to_move);
    set(own.left) && set(timing.request.byoyomi)
}

/// Such a search is answered after `stop` alone.
fn never_answers(hooks: &mut Hooks<Position>, hit: fn(&Timing<'_>) -> bool) {
    hooks.plan = Some(Box::new(move |timing, plan| match hit(timing) {
        true => Plan {
            answer: None,
            early: false,
        },
        false => plan,
    }));
}

/// Such a search takes the byoyomi twice.
fn overruns(hooks: &mut Hooks<Position>, hit: fn(&Timing<'_>) -> bool) {
    hooks.plan = Some(Box::new(move |timing, plan| {
        let limit = timing.request.limit(timing.first_to_move);
        match limit.zip(timing.request.byoyomi).filter(|_| hit(timing)) {
            Some((limit, byoyomi)) => Plan::at(limit + byoyomi),
            None => plan,
        }
    }));
}
