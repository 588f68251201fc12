//! Defects in the use of clocks.

use std::time::Duration;

use crate::reference::family::plan::{Plan, Timing};
use crate::reference::family::request::Request;
use crate::reference::family::{Board, Hooks, hooks::Handling};

use super::line::lose;

/// Replies at the time that `time` returns, or as planned if it returns `None`.
pub(in crate::reference) fn answer_after<B: Board>(
    hooks: &mut Hooks<B>,
    mut time: impl FnMut(&Timing<'_>) -> Option<Duration> + 'static,
) {
    hooks.plan = Some(Box::new(move |timing, plan| time(timing).map_or(plan, Plan::at)));
}

/// Changes the request of each `go`. `change` gets the position and the words after `go` as well.
pub(in crate::reference) fn change_request<B: Board>(
    hooks: &mut Hooks<B>,
    mut change: impl FnMut(&B, &[&str], &mut Request) + 'static,
) {
    hooks.go = Some(Box::new(move |_, board, words, request| {
        change(board, words, request);
        Handling::Obey
    }));
}

/// One hundredth of the main time, at most 8 s, as the time of an engine that relies on its clock; `None` if that is 50
/// ms or less.
fn think_part(timing: &Timing<'_>) -> Option<Duration> {
    let left = timing.request.own(timing.first_to_move).left?;
    let part = (left / 100).min(Duration::from_secs(8));
    (part > Duration::from_millis(50)).then_some(part)
}

/// Thinks for half of its increment, although the increment is added only after the move.
pub(in crate::reference) fn spend_increment<B: Board>(hooks: &mut Hooks<B>) {
    answer_after(hooks, |timing| {
        let increment = timing.request.own(timing.first_to_move).increment?;
        (!increment.is_zero()).then(|| increment / 2)
    });
}

/// Takes the other side's clock for its own, and thinks for a part of it.
pub(in crate::reference) fn swap_clocks<B: Board>(hooks: &mut Hooks<B>) {
    change_request(hooks, |_, _, request| {
        std::mem::swap(&mut request.first, &mut request.second);
    });
    answer_after(hooks, think_part);
}

/// Does not know some limits: a search with such a limit ends only at `stop`.
pub(in crate::reference) fn for_ever<B: Board>(
    hooks: &mut Hooks<B>,
    limited: fn(&Request) -> bool,
) {
    change_request(hooks, move |_, _, request| {
        if limited(request) {
            request.infinite = true;
            request.depth = None;
            request.nodes = None;
        }
    });
}

/// Replies half a second after the end of a time limit, if the limit is not above 5 s.
pub(in crate::reference) fn overrun_main_time<B: Board>(hooks: &mut Hooks<B>) {
    answer_after(hooks, |timing| {
        let limit = timing.request.limit(timing.first_to_move)?;
        let short = limit <= Duration::from_secs(5);
        short.then(|| limit + Duration::from_millis(500))
    });
}

/// Changes a request so that the reply comes at once.
pub(in crate::reference) fn at_once(request: &mut Request) {
    *request = Request { movetime: Some(Duration::ZERO), ..Request::default() };
}

/// After `ponderhit` with at least this time left, ignores `stop` and thinks for `time`.
pub(in crate::reference) fn ignores_stop_after_hit<B: Board>(
    hooks: &mut Hooks<B>,
    least: Duration,
    time: Duration,
) {
    lose(hooks, |shared, words| {
        words == ["stop"] && shared.open().is_some_and(|epoch| epoch.was_hit())
    });
    answer_after(hooks, move |timing| {
        let left = timing.request.own(timing.first_to_move).left?;
        (timing.pondered.is_some() && left >= least).then_some(time)
    });
}

/// After more than 1 s of pondering, thinks for 1.5 times the time that it pondered, whatever the clock says.
pub(in crate::reference) fn overrun_ponder<B: Board>(hooks: &mut Hooks<B>) {
    answer_after(hooks, |timing| {
        let pondered = timing.pondered?;
        (pondered > Duration::from_secs(1)).then(|| pondered.mul_f64(1.5))
    });
}
