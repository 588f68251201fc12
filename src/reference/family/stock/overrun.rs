//! Replies after the end of one kind of clock, and in time with all others.

use std::time::Duration;

use crate::reference::family::plan::Timing;
use crate::reference::family::request::Mate;
use crate::reference::family::{Board, Hooks};

use super::clock::answer_after;

/// Slightly more than any slack.
const LITTLE: Duration = Duration::from_millis(400);
/// More than a slow host could cause.
const FAR: Duration = Duration::from_secs(5);
/// Slightly more than the slack of a mate search, which is larger.
const LITTLE_OF_MATE: Duration = Duration::from_millis(1400);
/// Only times between `FROM` and `TO` are overrun.
const FROM: Duration = Duration::from_millis(900);
const TO: Duration = Duration::from_secs(4);

/// A kind of clock: the time that it gives a search, if the search has it.
pub(in crate::reference) type Kind = fn(&Timing<'_>) -> Option<Duration>;

/// Overruns this kind of clock, by a little or by far.
pub(in crate::reference) fn overrun<B: Board>(hooks: &mut Hooks<B>, kind: Kind, far: bool) {
    answer_after(hooks, move |timing| {
        let given = kind(timing).filter(|given| (FROM..=TO).contains(given))?;
        let by = match (far, timing.request.mate) {
            (true, _) => FAR,
            (false, Some(_)) => LITTLE_OF_MATE,
            (false, None) => LITTLE,
        };
        Some(given + by)
    });
}

/// The byoyomi, if no main time is left.
pub(in crate::reference) fn byoyomi(timing: &Timing<'_>) -> Option<Duration> {
    let spent = timing.request.own(timing.first_to_move).left.is_none_or(|left| left.is_zero());
    timing.request.byoyomi.filter(|_| spent && from_go(timing))
}

/// The main time without increment and byoyomi, if the other side does not have more.
pub(in crate::reference) fn main_time(timing: &Timing<'_>) -> Option<Duration> {
    let own = timing.request.own(timing.first_to_move);
    let extra = own.increment.unwrap_or_default() + timing.request.byoyomi.unwrap_or_default();
    own.left.filter(|_| extra.is_zero() && even(timing) && from_go(timing))
}

/// The increment, if no main time is left.
pub(in crate::reference) fn increment(timing: &Timing<'_>) -> Option<Duration> {
    let own = timing.request.own(timing.first_to_move);
    let spent = own.left.is_none_or(|left| left.is_zero());
    own.increment.filter(|_| spent && from_go(timing))
}

/// The fixed time for a move.
pub(in crate::reference) fn movetime(timing: &Timing<'_>) -> Option<Duration> {
    timing.request.movetime.filter(|_| from_go(timing))
}

/// The whole limit, if the other side has more main time.
pub(in crate::reference) fn shorter(timing: &Timing<'_>) -> Option<Duration> {
    let limit = timing.request.limit(timing.first_to_move);
    limit.filter(|_| !even(timing) && from_go(timing))
}

/// The whole limit after `ponderhit`, if the other side does not have more main time.
pub(in crate::reference) fn after_hit(timing: &Timing<'_>) -> Option<Duration> {
    let limit = timing.request.limit(timing.first_to_move);
    limit.filter(|_| even(timing) && !from_go(timing))
}

/// The time limit of a mate search.
pub(in crate::reference) fn mate(timing: &Timing<'_>) -> Option<Duration> {
    match timing.request.mate? {
        Mate::Within(limit) => Some(Duration::from_millis(limit)),
        Mate::Endless => None,
    }
}

fn from_go(timing: &Timing<'_>) -> bool {
    timing.pondered.is_none()
}

fn even(timing: &Timing<'_>) -> bool {
    let left = |first: bool| timing.request.own(first).left.unwrap_or_default();
    left(timing.first_to_move) >= left(!timing.first_to_move)
}
