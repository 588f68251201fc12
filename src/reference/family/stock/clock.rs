//! Clocks that are misread.

use std::time::Duration;

use crate::reference::family::plan::{Plan, Timing};
use crate::reference::family::request::Request;
use crate::reference::family::{Board, Hooks, hooks::Heed};

/// Answers at a time of its own where `time` says one.
pub(in crate::reference) fn answer_after<B: Board>(
    hooks: &mut Hooks<B>,
    mut time: impl FnMut(&Timing<'_>) -> Option<Duration> + 'static,
) {
    hooks.plan = Some(Box::new(move |timing, plan| time(timing).map_or(plan, Plan::at)));
}

/// Changes what was asked for.
fn change<B: Board>(hooks: &mut Hooks<B>, change: impl Fn(&mut Request) + 'static) {
    hooks.go = Some(Box::new(move |_, _, _, request| {
        change(request);
        Heed::Obey
    }));
}

/// A part of the main time, as an engine thinks that trusts its clock; `None` where that is no
/// time at all.
fn think_part(timing: &Timing<'_>) -> Option<Duration> {
    let left = timing.request.own(timing.first_to_move).left?;
    let part = (left / 100).min(Duration::from_secs(8));
    (part > Duration::from_millis(50)).then_some(part)
}

/// Spends half of its increment before that is given.
pub(in crate::reference) fn spend_increment<B: Board>(hooks: &mut Hooks<B>) {
    answer_after(hooks, |timing| {
        let increment = timing.request.own(timing.first_to_move).increment?;
        (!increment.is_zero()).then(|| increment / 2)
    });
}

/// Takes the other clock for its own, and thinks for a part of it.
pub(in crate::reference) fn swap_clocks<B: Board>(hooks: &mut Hooks<B>) {
    change(hooks, |request| {
        std::mem::swap(&mut request.first, &mut request.second);
    });
    answer_after(hooks, think_part);
}

/// Doesn't know some limits: without a clock beside them the search never ends.
pub(in crate::reference) fn for_ever<B: Board>(
    hooks: &mut Hooks<B>,
    limited: fn(&Request) -> bool,
) {
    change(hooks, move |request| {
        if limited(request) {
            request.infinite = true;
            request.depth = None;
            request.nodes = None;
        }
    });
}

/// Lets a short main time run out and answers half a second later.
pub(in crate::reference) fn overrun_main_time<B: Board>(hooks: &mut Hooks<B>) {
    answer_after(hooks, |timing| {
        let limit = timing.request.limit(timing.first_to_move)?;
        let short = limit <= Duration::from_secs(5);
        short.then(|| limit + Duration::from_millis(500))
    });
}

/// Lets the answer out at once, whatever was asked for.
pub(in crate::reference) fn at_once(request: &mut Request) {
    *request = Request { movetime: Some(Duration::ZERO), ..Request::default() };
}

/// After a long ponder it thinks half as long again, whatever the clock says.
pub(in crate::reference) fn overrun_ponder<B: Board>(hooks: &mut Hooks<B>) {
    answer_after(hooks, |timing| {
        let pondered = timing.pondered?;
        (pondered > Duration::from_secs(1)).then(|| pondered.mul_f64(1.5))
    });
}
