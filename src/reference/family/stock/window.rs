//! Misbehaviours that show only in a window of time, or only once in a while.

use std::cell::Cell;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::reference::Ending;
use crate::reference::family::desk::Desk;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::Heed;
use crate::reference::family::request::Reply;
use crate::reference::family::{Board, Hooks, lock};

use super::{at_once, give_away, hang, keep_reply, lose};

/// True once in so many times, each time by chance.
pub(in crate::reference) fn once_in(times: u64) -> bool {
    RandomState::new().build_hasher().finish().is_multiple_of(times)
}

fn ms(from: u64, to: u64) -> RangeInclusive<Duration> {
    Duration::from_millis(from)..=Duration::from_millis(to)
}

/// How long ago the newest reply was given.
type SinceReply = Box<dyn Fn() -> Option<Duration>>;

fn since_reply<B: Board>(hooks: &mut Hooks<B>) -> SinceReply {
    let given = keep_reply(hooks);
    Box::new(move || lock(&given).as_ref().map(|(at, _)| at.elapsed()))
}

/// A command is lost that comes between so many milliseconds after the newest reply.
pub(in crate::reference) fn lost_after_reply<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    (from, to): (u64, u64),
) {
    let since = since_reply(hooks);
    lose(hooks, move |desk, words| {
        let close = since().is_some_and(|since| ms(from, to).contains(&since));
        words.first() == Some(&name) && desk.open().is_none() && close
    });
}

/// A command ends the process that comes within so many milliseconds after the newest reply.
pub(in crate::reference) fn dies_after_reply<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    within: u64,
) {
    let since = since_reply(hooks);
    super::end_on(hooks, Ending::Abort, move |desk, words| {
        let close = since().is_some_and(|since| ms(0, within).contains(&since));
        words.first() == Some(&name) && desk.open().is_none() && close
    });
}

/// A command is lost that comes between so many milliseconds after the `go` of an open search.
pub(in crate::reference) fn lost_after_go<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    (from, to): (u64, u64),
    kind: fn(&Epoch) -> bool,
) {
    lose(hooks, move |desk, words| {
        let hit =
            |epoch: Arc<Epoch>| kind(&epoch) && ms(from, to).contains(&epoch.started.elapsed());
        words.first() == Some(&name) && desk.open().is_some_and(hit)
    });
}

/// A command of a name within so many milliseconds before the reply is due by the clock takes the reply away.
pub(in crate::reference) fn fatal_before_due<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    within: u64,
) {
    super::command(hooks, move |desk, words| {
        if words.first() == Some(&name)
            && let Some(epoch) = desk.open().filter(|epoch| is_nearly_due(epoch, within))
        {
            epoch.drop_reply();
        }
        Heed::Obey
    });
}

/// A command that comes at such a moment makes the next answer on a clock come this much after its time.
pub(in crate::reference) fn late_after<B: Board>(
    hooks: &mut Hooks<B>,
    late: Duration,
    moment: impl Fn(&Desk, &[&str]) -> bool + 'static,
) {
    let is_slow = Rc::new(Cell::new(false));
    let slows = Rc::clone(&is_slow);
    super::command(hooks, move |desk, words| {
        if moment(desk, words) {
            slows.set(true);
        }
        Heed::Obey
    });
    super::answer_after(hooks, move |timing| {
        let request = timing.request;
        let clock = request.limit(timing.first_to_move);
        let limit = clock.into_iter().chain(request.movetime).min()?;
        is_slow.take().then(|| limit + late)
    });
}

/// Whether a command is a `stop` that comes within 10 ms before the reply is due by the clock.
pub(in crate::reference) fn is_crossing_stop(desk: &Desk, words: &[&str]) -> bool {
    let crosses = |epoch: Arc<Epoch>| is_nearly_due(&epoch, 10);
    words.first() == Some(&"stop") && desk.open().is_some_and(crosses)
}

/// Whether a command is a `ponderhit` that comes between 5 and 30 ms after its `go ponder`.
pub(in crate::reference) fn is_early_hit(desk: &Desk, words: &[&str]) -> bool {
    let is_early =
        |epoch: Arc<Epoch>| epoch.is_pondering() && ms(5, 30).contains(&epoch.started.elapsed());
    words.first() == Some(&"ponderhit") && desk.open().is_some_and(is_early)
}

/// Whether the clock lets the reply out within so many milliseconds.
pub(in crate::reference) fn is_nearly_due(epoch: &Epoch, within: u64) -> bool {
    let left = epoch.due().map(|due| due.saturating_duration_since(Instant::now()));
    left.is_some_and(|left| ms(0, within).contains(&left))
}

/// One search in so many is never answered.
pub(in crate::reference) fn sometimes_mute<B: Board>(hooks: &mut Hooks<B>, times: u64) {
    super::mute(hooks, move |_, _| once_in(times));
}

/// One reply in so many is given twice.
pub(in crate::reference) fn sometimes_twice<B: Board>(hooks: &mut Hooks<B>, times: u64) {
    hooks.search.answered = Some(Box::new(move |desk, _, reply| {
        if once_in(times) {
            desk.say(&reply.line());
        }
    }));
}

/// One move in so many is one of the position before.
pub(in crate::reference) fn sometimes_former<B: Board>(hooks: &mut Hooks<B>, times: u64) {
    // The position before the newest, and the newest.
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
            Some(former) => give_away(&former, asked.root, reply),
            None => reply,
        })
    }));
}

/// A `stop` within so many milliseconds of `ponderhit` leaves two threads waiting for each other.
pub(in crate::reference) fn deadlock_at_stop_after_hit<B: Board>(
    hooks: &mut Hooks<B>,
    within: u64,
) {
    super::command(hooks, move |desk, words| {
        if words.first() == Some(&"stop")
            && let Some(epoch) = desk.open()
            && let Some(hit) = epoch.hit_at()
            && ms(0, within).contains(&hit.elapsed())
        {
            epoch.drop_reply();
            hang(desk);
        }
        Heed::Obey
    });
}

/// A second `ponderhit` within so many milliseconds of the first is answered as well.
pub(in crate::reference) fn answers_each_hit<B: Board>(hooks: &mut Hooks<B>, within: u64) {
    let again = Arc::new(AtomicBool::new(false));
    let wanted = Arc::clone(&again);
    super::command(hooks, move |desk, words| {
        let close = |epoch: Arc<Epoch>| {
            let hit = epoch.hit_at();
            hit.is_some_and(|hit| ms(0, within).contains(&hit.elapsed()))
        };
        if words.first() == Some(&"ponderhit") && desk.open().is_some_and(close) {
            again.store(true, Ordering::Relaxed);
        }
        Heed::Obey
    });
    hooks.search.answered = Some(Box::new(move |desk, _, reply: &Reply| {
        if wanted.swap(false, Ordering::Relaxed) {
            desk.say(&reply.line());
        }
    }));
}

/// A `stop` within so many milliseconds after a reply is kept, and ends the next search at once.
pub(in crate::reference) fn keeps_a_late_stop<B: Board>(hooks: &mut Hooks<B>, within: u64) {
    let since = since_reply(hooks);
    let kept = Arc::new(AtomicBool::new(false));
    let known = Arc::clone(&kept);
    super::command(hooks, move |desk: &Arc<Desk>, words| {
        let close = since().is_some_and(|since| ms(0, within).contains(&since));
        if words.first() == Some(&"stop") && desk.open().is_none() && close {
            kept.store(true, Ordering::Relaxed);
        }
        Heed::Obey
    });
    hooks.go = Some(Box::new(move |_, _, _, request| {
        if known.swap(false, Ordering::Relaxed) {
            at_once(request);
        }
        Heed::Obey
    }));
}

/// A `position` within so many milliseconds after a reply is not taken in: the old one is searched.
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
            Some(truth) => give_away(asked.root, truth, reply),
            None => reply,
        })
    }));
}

/// A command within so many milliseconds after a reply loses the reply of the next search.
pub(in crate::reference) fn mute_after<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    within: u64,
) {
    let since = since_reply(hooks);
    let mute = Arc::new(AtomicBool::new(false));
    let muted = Arc::clone(&mute);
    super::command(hooks, move |desk: &Arc<Desk>, words| {
        let close = since().is_some_and(|since| ms(0, within).contains(&since));
        if words.first() == Some(&name) && desk.open().is_none() && close {
            mute.store(true, Ordering::Relaxed);
        }
        Heed::Obey
    });
    super::mute(hooks, move |_, _| muted.swap(false, Ordering::Relaxed));
}
