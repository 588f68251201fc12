//! Replies that come once too often, and stops that are ignored.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::reference::Ending;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::Handling;
use crate::reference::family::request::Request;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board, Hooks, lock};

/// The time of a reply, and its line.
type Given = Arc<Mutex<Option<(Instant, String)>>>;

/// Stores the newest reply.
pub(in crate::reference) fn keep_reply<B: Board>(hooks: &mut Hooks<B>) -> Given {
    let given = Given::default();
    let kept = Arc::clone(&given);
    hooks.search.answered = Some(Box::new(move |_, _, reply| {
        *lock(&kept) = Some((Instant::now(), reply.line()));
    }));
    given
}

/// Repeats the reply at a `stop` that comes within this time after it.
pub(in crate::reference) fn twice<B: Board>(hooks: &mut Hooks<B>, within: Duration) {
    let given = keep_reply(hooks);
    super::command(hooks, move |shared, words| {
        if words.first() == Some(&"stop")
            && shared.open().is_none()
            && let Some((at, line)) = &*lock(&given)
            && at.elapsed() <= within
        {
            shared.say(line);
        }
        Handling::Obey
    });
}

/// Ends the process at a `stop` that comes within this time after the reply.
pub(in crate::reference) fn dies_of_a_late_stop<B: Board>(hooks: &mut Hooks<B>, within: Duration) {
    let given = keep_reply(hooks);
    super::end_on(hooks, Ending::Exit(1), move |shared, words| {
        let at = lock(&given).as_ref().map(|(at, _)| *at);
        let close = at.is_some_and(|at| at.elapsed() <= within);
        words.first() == Some(&"stop") && shared.open().is_none() && close
    });
}

/// Sends one reply too many at the first `stop` after a `ponderhit`, in the search or after it.
pub(in crate::reference) fn extra_reply_after_hit<B: Board>(hooks: &mut Hooks<B>) {
    let given = keep_reply(hooks);
    let mut hit = false;
    super::command(hooks, move |shared, words| {
        match words.first() {
            Some(&"go") => hit = false,
            Some(&"ponderhit") => hit |= shared.is_pondering(),
            Some(&"stop") if hit => {
                hit = false;
                stop_and_repeat(shared, &given);
                return Handling::Ignore;
            }
            Some(_) | None => {}
        }
        Handling::Obey
    });
}

/// Sends the reply twice if a `stop` ends a search of this kind.
pub(in crate::reference) fn stop_twice<B: Board>(hooks: &mut Hooks<B>, kind: fn(&Epoch) -> bool) {
    let given = keep_reply(hooks);
    super::command(hooks, move |shared, words| {
        let stops = words.first() == Some(&"stop");
        if !stops || !shared.open().is_some_and(|epoch| kind(&epoch)) {
            return Handling::Obey;
        }
        stop_and_repeat(shared, &given);
        Handling::Ignore
    });
}

/// Sends the newest reply once more if this command comes directly after a `stop`, within this time.
pub(in crate::reference) fn answer_after_stop<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    within: Duration,
    counts: fn(&SharedState) -> bool,
) {
    let given = keep_reply(hooks);
    let mut stopped: Option<Instant> = None;
    super::command(hooks, move |shared, words| {
        let first = words.first().copied().unwrap_or_default();
        if first == name && stopped.is_some_and(|at| at.elapsed() <= within) {
            stop_and_repeat(shared, &given);
        }
        stopped = (first == "stop" && counts(shared)).then(Instant::now);
        Handling::Obey
    });
}

/// Stops the search, if one is open, and repeats the newest reply.
fn stop_and_repeat(shared: &SharedState, given: &Given) {
    if let Some(epoch) = shared.open() {
        epoch.stop();
        epoch.wait_closed(Duration::from_secs(1));
    }
    if let Some((_, line)) = &*lock(given) {
        shared.say(line);
    }
}

/// Ignores the first `stop` of a search if it comes within this time after the `go`.
pub(in crate::reference) fn swallow_early_stop<B: Board>(hooks: &mut Hooks<B>, within: Duration) {
    let mut swallowed: Option<Instant> = None;
    super::lose(hooks, move |shared, words| {
        let Some(epoch) = shared.open().filter(|_| words.first() == Some(&"stop")) else {
            return false;
        };
        let first = swallowed != Some(epoch.started);
        let lost = first && epoch.started.elapsed() <= within;
        if lost {
            swallowed = Some(epoch.started);
        }
        lost
    });
}

/// Whether a `stop` came less than 20 ms after the `go`, if it is asked at the end of the search.
pub(in crate::reference) fn was_stopped_early(epoch: &Epoch) -> bool {
    epoch.is_stopped() && epoch.started.elapsed() < Duration::from_millis(20)
}

/// Repeats the reply at the second of two stops within this time, in milliseconds.
pub(in crate::reference) fn answers_each_of_two_stops<B: Board>(hooks: &mut Hooks<B>, within: u64) {
    let given = keep_reply(hooks);
    let mut stopped: Option<Instant> = None;
    super::command(hooks, move |shared, words| {
        if *words != ["stop"] {
            return Handling::Obey;
        }
        if shared.open().is_some() {
            stopped = Some(Instant::now());
        } else if stopped.take().is_some_and(|at| at.elapsed() < Duration::from_millis(within))
            && let Some((_, line)) = &*lock(&given)
        {
            shared.say(line);
        }
        Handling::Obey
    });
}

/// Ends a search at some lines.
pub(in crate::reference) fn end_search_at<B: Board>(
    hooks: &mut Hooks<B>,
    is_meant: fn(&Epoch, &[&str]) -> bool,
) {
    super::command(hooks, move |shared, words| {
        if let Some(epoch) = shared.open().filter(|epoch| is_meant(epoch, words)) {
            epoch.stop();
        }
        Handling::Obey
    });
}

/// Obeys a `stop` in some searches this much later. `then` gets each command that comes between the `stop` and the
/// reply.
pub(in crate::reference) fn stop_late<B: Board>(
    hooks: &mut Hooks<B>,
    late: Duration,
    is_meant: fn(&Epoch) -> bool,
    then: fn(&SharedState, &Epoch, &[&str]),
) {
    let mut stopped = false;
    super::command(hooks, move |shared, words| {
        let Some(epoch) = shared.open().filter(|epoch| is_meant(epoch)) else {
            stopped = false;
            return Handling::Obey;
        };
        if *words == ["stop"] {
            stopped = true;
            thread::spawn(move || {
                thread::sleep(late);
                epoch.stop();
            });
            return Handling::Ignore;
        }
        if stopped {
            then(shared, &epoch, words);
        }
        Handling::Obey
    });
}

/// Obeys `stop` this much late, and sends no reply if `isready` comes in between.
pub(in crate::reference) fn mute_at_ready_after_stop<B: Board>(
    hooks: &mut Hooks<B>,
    late: Duration,
) {
    stop_late(
        hooks,
        late,
        |_| true,
        |_, epoch, words| {
            if *words == ["isready"] {
                epoch.drop_reply();
            }
        },
    );
}

/// Obeys the `stop` of such a search this much late, and hangs if `quit` comes in between.
pub(in crate::reference) fn hangs_at_quit_after_stop<B: Board>(
    hooks: &mut Hooks<B>,
    late: Duration,
    is_meant: fn(&Epoch) -> bool,
) {
    stop_late(hooks, late, is_meant, |shared, epoch, words| match words {
        ["quit"] => super::hang(shared),
        _ => epoch.stop(),
    });
}

/// The time of a search that is stopped and then watched.
const A_WHILE: Duration = Duration::from_millis(1500);

/// Uses all of its time if that is `A_WHILE`. After a `stop` in such a search, replies once more when the time is over.
pub(in crate::reference) fn replies_again_at_its_end<B: Board>(
    hooks: &mut Hooks<B>,
    its_time: fn(&Request) -> Option<Duration>,
) {
    super::answer_after(hooks, move |timing| {
        its_time(timing.request).filter(|its| *its == A_WHILE)
    });
    let given = keep_reply(hooks);
    super::command(hooks, move |shared, words| {
        let stopped = shared.open().filter(|_| words == ["stop"]);
        if let Some(epoch) = stopped.filter(|epoch| its_time(&epoch.request) == Some(A_WHILE)) {
            let (shared, given) = (Arc::clone(shared), Arc::clone(&given));
            thread::spawn(move || {
                thread::sleep(A_WHILE.saturating_sub(epoch.started.elapsed()));
                if let Some((_, line)) = &*lock(&given) {
                    shared.say(line);
                }
            });
        }
        Handling::Obey
    });
}
