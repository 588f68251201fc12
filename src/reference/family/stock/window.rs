//! Defects that show only in a window of time, or only at random.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::reference::Ending;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::Handling;
use crate::reference::family::request::Reply;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board, Hooks, lock};

use super::{at_once, hang, keep_reply, lose, reply_from_belief};

/// True once in `times` calls on average, at random.
pub(in crate::reference) fn once_in(times: u64) -> bool {
    RandomState::new().build_hasher().finish().is_multiple_of(times)
}

fn ms(from: u64, to: u64) -> RangeInclusive<Duration> {
    Duration::from_millis(from)..=Duration::from_millis(to)
}

/// Returns the time since the newest reply.
type SinceReply = Box<dyn Fn() -> Option<Duration>>;

fn since_reply<B: Board>(hooks: &mut Hooks<B>) -> SinceReply {
    let given = keep_reply(hooks);
    Box::new(move || lock(&given).as_ref().map(|(at, _)| at.elapsed()))
}

/// Ignores a command that comes within this window, in milliseconds, after the newest reply.
pub(in crate::reference) fn lost_after_reply<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    (from, to): (u64, u64),
) {
    let since = since_reply(hooks);
    lose(hooks, move |shared, words| {
        let close = since().is_some_and(|since| ms(from, to).contains(&since));
        words.first() == Some(&name) && shared.open().is_none() && close
    });
}

/// Ends the process at a command that comes at most `within` milliseconds after the newest reply.
pub(in crate::reference) fn dies_after_reply<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    within: u64,
) {
    let since = since_reply(hooks);
    super::end_on(hooks, Ending::Abort, move |shared, words| {
        let close = since().is_some_and(|since| ms(0, within).contains(&since));
        words.first() == Some(&name) && shared.open().is_none() && close
    });
}

/// Ignores a command that comes within this window, in milliseconds, after the `go` of an open search of this kind.
pub(in crate::reference) fn lost_after_go<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    (from, to): (u64, u64),
    kind: fn(&Epoch) -> bool,
) {
    lose(hooks, move |shared, words| {
        let hit =
            |epoch: Arc<Epoch>| kind(&epoch) && ms(from, to).contains(&epoch.started.elapsed());
        words.first() == Some(&name) && shared.open().is_some_and(hit)
    });
}

/// Gives no reply if this command comes at most `within` milliseconds before the clock makes the reply due.
pub(in crate::reference) fn fatal_before_due<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    within: u64,
) {
    super::command(hooks, move |shared, words| {
        if words.first() == Some(&name)
            && let Some(epoch) = shared.open().filter(|epoch| is_nearly_due(epoch, within))
        {
            epoch.drop_reply();
        }
        Handling::Obey
    });
}

/// After a command at such a moment, the next reply on a clock comes this much after the limit.
pub(in crate::reference) fn late_after<B: Board>(
    hooks: &mut Hooks<B>,
    late: Duration,
    moment: impl Fn(&SharedState, &[&str]) -> bool + 'static,
) {
    let is_slow = super::has_come(hooks, moment);
    super::answer_after(hooks, move |timing| {
        let request = timing.request;
        let clock = request.limit(timing.first_to_move);
        let limit = clock.into_iter().chain(request.movetime).min()?;
        is_slow.take().then(|| limit + late)
    });
}

/// Whether a command is a `stop` at most 10 ms before the clock makes the reply due.
pub(in crate::reference) fn is_crossing_stop(shared: &SharedState, words: &[&str]) -> bool {
    let crosses = |epoch: Arc<Epoch>| is_nearly_due(&epoch, 10);
    words.first() == Some(&"stop") && shared.open().is_some_and(crosses)
}

/// Whether a command is a `ponderhit` 5 to 30 ms after its `go ponder`.
pub(in crate::reference) fn is_early_hit(shared: &SharedState, words: &[&str]) -> bool {
    let is_early =
        |epoch: Arc<Epoch>| epoch.is_pondering() && ms(5, 30).contains(&epoch.started.elapsed());
    words.first() == Some(&"ponderhit") && shared.open().is_some_and(is_early)
}

/// Whether the clock makes the reply due in at most `within` milliseconds.
pub(in crate::reference) fn is_nearly_due(epoch: &Epoch, within: u64) -> bool {
    let left = epoch.due().map(|due| due.saturating_duration_since(Instant::now()));
    left.is_some_and(|left| ms(0, within).contains(&left))
}

/// Gives no reply in one of `times` searches.
pub(in crate::reference) fn sometimes_mute<B: Board>(hooks: &mut Hooks<B>, times: u64) {
    super::mute(hooks, move |_, _| once_in(times));
}

/// Gives one of `times` replies twice.
pub(in crate::reference) fn sometimes_twice<B: Board>(hooks: &mut Hooks<B>, times: u64) {
    hooks.search.answered = Some(Box::new(move |shared, _, reply| {
        if once_in(times) {
            shared.say(&reply.line());
        }
    }));
}

/// Replies with a move of the position before in one of `times` searches.
pub(in crate::reference) fn sometimes_former<B: Board>(hooks: &mut Hooks<B>, times: u64) {
    // The second newest position, and the newest one.
    let seen: Arc<Mutex<(Option<B>, Option<B>)>> = Arc::default();
    let known = Arc::clone(&seen);
    hooks.position = Some(Box::new(move |_, _, set| {
        if let Ok(board) = &set {
            let mut seen = lock(&seen);
            seen.0 = seen.1.replace(board.clone());
        }
        set
    }));
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let former = lock(&known).0.clone().filter(|_| once_in(times));
        Some(match former {
            Some(former) => reply_from_belief(&former, asked.root, reply),
            None => reply,
        })
    }));
}

/// At a `stop` at most `within` milliseconds after `ponderhit`, hangs as in a deadlock of two threads.
pub(in crate::reference) fn deadlock_at_stop_after_hit<B: Board>(
    hooks: &mut Hooks<B>,
    within: u64,
) {
    super::command(hooks, move |shared, words| {
        if words.first() == Some(&"stop")
            && let Some(epoch) = shared.open()
            && let Some(hit) = epoch.hit_at()
            && ms(0, within).contains(&hit.elapsed())
        {
            epoch.drop_reply();
            hang(shared);
        }
        Handling::Obey
    });
}

/// Replies also to a second `ponderhit` that comes at most `within` milliseconds after the first.
pub(in crate::reference) fn answers_each_hit<B: Board>(hooks: &mut Hooks<B>, within: u64) {
    let again = Arc::new(AtomicBool::new(false));
    let wanted = Arc::clone(&again);
    super::command(hooks, move |shared, words| {
        let close = |epoch: Arc<Epoch>| {
            let hit = epoch.hit_at();
            hit.is_some_and(|hit| ms(0, within).contains(&hit.elapsed()))
        };
        if words.first() == Some(&"ponderhit") && shared.open().is_some_and(close) {
            again.store(true, Ordering::Relaxed);
        }
        Handling::Obey
    });
    hooks.search.answered = Some(Box::new(move |shared, _, reply: &Reply| {
        if wanted.swap(false, Ordering::Relaxed) {
            shared.say(&reply.line());
        }
    }));
}

/// Keeps a `stop` that comes at most `within` milliseconds after a reply: it ends the next search at once.
pub(in crate::reference) fn keeps_a_late_stop<B: Board>(hooks: &mut Hooks<B>, within: u64) {
    let since = since_reply(hooks);
    let kept = Arc::new(AtomicBool::new(false));
    let known = Arc::clone(&kept);
    super::command(hooks, move |shared: &Arc<SharedState>, words| {
        let close = since().is_some_and(|since| ms(0, within).contains(&since));
        if words.first() == Some(&"stop") && shared.open().is_none() && close {
            kept.store(true, Ordering::Relaxed);
        }
        Handling::Obey
    });
    hooks.go = Some(Box::new(move |_, _, _, request| {
        if known.swap(false, Ordering::Relaxed) {
            at_once(request);
        }
        Handling::Obey
    }));
}

/// Ignores a `position` at most `within` milliseconds after a reply, and searches the old position.
pub(in crate::reference) fn old_position_after_reply<B: Board>(hooks: &mut Hooks<B>, within: u64) {
    let since = since_reply(hooks);
    let truth: Arc<Mutex<Option<B>>> = Arc::default();
    let seen = Arc::clone(&truth);
    let mut last: Option<B> = None;
    hooks.position = Some(Box::new(move |_, _, set| {
        let close = since().is_some_and(|since| ms(0, within).contains(&since));
        let old = last.clone().filter(|_| close);
        *lock(&truth) = old.as_ref().and(set.as_ref().ok()).cloned();
        let taken = old.map_or(set, Ok);
        last = taken.as_ref().ok().cloned().or(last.take());
        taken
    }));
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        Some(match &*lock(&seen) {
            Some(truth) => reply_from_belief(asked.root, truth, reply),
            None => reply,
        })
    }));
}

/// After a command at most `within` milliseconds after a reply, the next search gets no reply.
pub(in crate::reference) fn mute_after<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    within: u64,
) {
    let since = since_reply(hooks);
    let mute = Arc::new(AtomicBool::new(false));
    let muted = Arc::clone(&mute);
    super::command(hooks, move |shared: &Arc<SharedState>, words| {
        let close = since().is_some_and(|since| ms(0, within).contains(&since));
        if words.first() == Some(&name) && shared.open().is_none() && close {
            mute.store(true, Ordering::Relaxed);
        }
        Handling::Obey
    });
    super::mute(hooks, move |_, _| muted.swap(false, Ordering::Relaxed));
}
