//! Conforming engines that differ in the time for their start and in the use of their clock. The benchmark of the whole
//! suite examines them like any other engine.

use std::thread;
use std::time::{Duration, Instant};

use crate::reference::family::plan::{Plan, Timing};
use crate::reference::family::{Board, Hooks};

/// The time that a thorough engine leaves on its clock, for the transmission of its reply.
const MARGIN: Duration = Duration::from_millis(100);
/// The number of moves among which it divides its main time.
const MOVES: u32 = 40;

/// Starts in 20 ms, and replies at once on any clock.
pub(in crate::reference) fn quick<B: Board>(hooks: &mut Hooks<B>) {
    hooks.start = Some(Box::new(|_| work_for(Duration::from_millis(20))));
    hooks.plan = Some(Box::new(|timing, plan| {
        // A search that no clock limits keeps its time.
        if timing.request.mate.is_some() || plan.early {
            return plan;
        }
        let at_once = Duration::from_millis(1);
        Plan { answer: plan.answer.map(|answer| answer.min(at_once)), ..plan }
    }));
}

/// Starts in 0.3 s, uses its whole clock, and keeps a processor busy as long as a search is open.
pub(in crate::reference) fn thorough<B: Board>(hooks: &mut Hooks<B>) {
    hooks.start = Some(Box::new(|shared| {
        work_for(Duration::from_millis(300));
        let shared = std::sync::Arc::clone(shared);
        thread::spawn(move || {
            loop {
                if shared.open().is_some() {
                    work_for(Duration::from_millis(1));
                } else {
                    thread::sleep(Duration::from_millis(1));
                }
            }
        });
    }));
    hooks.plan = Some(Box::new(|timing, plan| match whole_clock(timing) {
        Some(time) => Plan { answer: Some(time), ..plan },
        None => plan,
    }));
}

/// The time to use for this move; `None` without a clock.
fn whole_clock(timing: &Timing<'_>) -> Option<Duration> {
    let request = timing.request;
    let own = request.own(timing.first_to_move);
    let all = request.limit(timing.first_to_move);
    let part = all.map(|all| {
        let left = own.left.unwrap_or_default();
        let increment = own.increment.or(request.byoyomi).unwrap_or_default();
        // In some dialects the increment is added after the move only.
        let all = if own.increment.is_some() && !left.is_zero() { left } else { all };
        (left / MOVES + increment).min(all)
    });
    let time = part.into_iter().chain(request.movetime).min()?;
    // With little time it uses only a part of it.
    Some(if time > MARGIN * 3 { time - MARGIN } else { time.mul_f64(0.3) })
}

/// Keeps a processor busy for this time.
fn work_for(time: Duration) {
    let end = Instant::now() + time;
    while Instant::now() < end {
        std::hint::spin_loop();
    }
}
