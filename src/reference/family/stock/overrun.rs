//! Answers after the end of one kind of clock, and on time by all others.

use std::time::Duration;

use crate::reference::family::plan::Timing;
use crate::reference::family::request::Mate;
use crate::reference::family::{Board, Hooks};

use super::clock::answer_after;

/// A little more than anyone forgives.
const LITTLE: Duration = Duration::from_millis(400);
/// More than any host could cause.
const FAR: Duration = Duration::from_secs(5);
/// The same for a problem, which is given more time to be wound up.
const LITTLE_OF_MATE: Duration = Duration::from_millis(1400);
/// Shorter searches are the matter of races, and longer ones of patience.
const FROM: Duration = Duration::from_millis(900);
const TO: Duration = Duration::from_secs(4);

/// A kind of clock: what it gives, where a search has it.
pub(in crate::reference) type Kind = fn(&Timing<'_>) -> Option<Duration>;

/// Overruns this clock by a little, or far.
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

/// Byoyomi, when the main time is spent.
pub(in crate::reference) fn byoyomi(timing: &Timing<'_>) -> Option<Duration> {
    let spent = timing.request.own(timing.first_to_move).left.is_none_or(|left| left.is_zero());
    timing.request.byoyomi.filter(|_| spent && from_go(timing))
}

/// Main time with nothing after it, as long as the other one.
pub(in crate::reference) fn main_time(timing: &Timing<'_>) -> Option<Duration> {
    let own = timing.request.own(timing.first_to_move);
    let extra = own.increment.unwrap_or_default() + timing.request.byoyomi.unwrap_or_default();
    own.left.filter(|_| extra.is_zero() && even(timing) && from_go(timing))
}

/// An increment, when the main time is spent.
pub(in crate::reference) fn increment(timing: &Timing<'_>) -> Option<Duration> {
    let own = timing.request.own(timing.first_to_move);
    let spent = own.left.is_none_or(|left| left.is_zero());
    own.increment.filter(|_| spent && from_go(timing))
}

/// The time for a move.
pub(in crate::reference) fn movetime(timing: &Timing<'_>) -> Option<Duration> {
    timing.request.movetime.filter(|_| from_go(timing))
}

/// Whatever is left where the other side has more.
pub(in crate::reference) fn shorter(timing: &Timing<'_>) -> Option<Duration> {
    let limit = timing.request.limit(timing.first_to_move);
    limit.filter(|_| !even(timing) && from_go(timing))
}

/// Whatever is left after ponderhit.
pub(in crate::reference) fn after_hit(timing: &Timing<'_>) -> Option<Duration> {
    let limit = timing.request.limit(timing.first_to_move);
    limit.filter(|_| even(timing) && !from_go(timing))
}

/// The limit of a problem.
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
