//! State that an earlier search leaves for the next one.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::plan::{Plan, Timing};
use crate::reference::family::request::{Mate, Reply, Request};
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board as _, lock, stock};

use super::mate::solved;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y84", stock::replies_again_without_moves),
    defect_hook("M01", keeps_searchmoves),
    defect_hook("M02", remembers_a_stop),
    defect_hook("M03", remembers_a_ponderhit),
    defect_hook("M04", keeps_byoyomi),
    defect_hook("N63", keeps_analysing),
    defect_hook("N64", keeps_main_time),
    defect_hook("M05", |hooks| {
        let hit = heard_hit(hooks);
        hooks.go = Some(Box::new(move |_, _, _, request| {
            request.ponder &= !hit.get();
            Handling::Obey
        }));
    }),
    defect_hook("M06", |hooks| {
        let hit = heard_hit(hooks);
        hooks.go = Some(Box::new(move |_, _, _, request| {
            request.ponder |= hit.take();
            Handling::Obey
        }));
    }),
    defect_hook("M07", |hooks| {
        ends_infinite(hooks, |earlier| {
            earlier.depth.is_some() || earlier.nodes.is_some() || earlier.movetime.is_some()
        });
    }),
    defect_hook("M08", |hooks| {
        ends_infinite(hooks, |earlier| earlier.byoyomi.is_some());
    }),
    defect_hook("M09", |hooks| {
        let mut most = 1;
        stock::lose(hooks, move |_, words| {
            let ["setoption", "name", "USI_MultiPV", "value", value] = words else {
                return false;
            };
            let lines = value.parse().unwrap_or(1);
            most = most.max(lines);
            lines < most
        });
    }),
    defect_hook("M14", |hooks| {
        let denied = AtomicBool::new(false);
        solved(hooks, move |_, reply| {
            if denied.load(Ordering::SeqCst) {
                "nomate".clone_into(&mut reply.body);
            }
            denied.fetch_or(reply.body == "nomate", Ordering::SeqCst);
        });
    }),
    defect_hook("M17", |hooks| {
        let mut endless = false;
        hooks.go = Some(Box::new(move |_, _, _, request| {
            endless |= request.mate == Some(Mate::Endless);
            if endless && request.mate.is_some() {
                request.mate = Some(Mate::Endless);
            }
            Handling::Obey
        }));
    }),
    defect_hook("M27", |hooks| {
        let first: Mutex<Option<Instant>> = Mutex::default();
        stock::change_info(hooks, move |asked, info| {
            let first = *lock(&first).get_or_insert(asked.epoch.started);
            info.set("time", first.elapsed().as_millis());
        });
    }),
    defect_hook("M32", |hooks| {
        let mut stops = 0;
        stock::command(hooks, move |shared, words| {
            if let (true, true, Some(epoch)) =
                (words == ["stop"], shared.is_pondering(), shared.open())
            {
                stops += 1;
                if stops % 15 == 0 {
                    epoch.drop_reply();
                }
            }
            Handling::Obey
        });
    }),
    defect_hook("M36", |hooks| {
        let moves = AtomicU32::new(0);
        stock::best(hooks, move |asked, reply| {
            let count = moves.fetch_add(1, Ordering::SeqCst) + 1;
            let illegal =
                || ["5e5d", "5i5a"].into_iter().find(|text| asked.root.read(text).is_none());
            if let (0, Some(text)) = (count % 20, illegal()) {
                *reply = Reply::best(text);
            }
        });
    }),
    defect_hook("M37", |hooks| {
        let solved_one = AtomicBool::new(false);
        solved(hooks, move |_, reply| {
            if solved_one.swap(true, Ordering::SeqCst) {
                "notimplemented".clone_into(&mut reply.body);
            }
        });
    }),
    defect_hook("M38", |hooks| {
        let kept: Mutex<Option<String>> = Mutex::default();
        stock::best(hooks, move |_, reply| {
            let mut kept = lock(&kept);
            match &reply.ponder {
                Some(ponder) => *kept = Some(ponder.clone()),
                None if reply.body.len() >= 4 && reply.body != "resign" => {
                    reply.ponder = kept.clone();
                }
                None => {}
            }
        });
    }),
    defect_hook("M39", shows_the_old_line_first),
    defect_hook("M40", |hooks| {
        let mut replies = 0;
        hooks.write = Some(Box::new(move |line| {
            replies += u32::from(line.starts_with("bestmove"));
            let twice = line.starts_with("bestmove") && replies % 20 == 0;
            format!("{line}\n").repeat(if twice { 2 } else { 1 }).into_bytes()
        }));
    }),
    defect_hook("Y67", |hooks| outlasts_byoyomi(hooks, |_| true, half_an_increment())),
    defect_hook("Y67:white", |hooks| outlasts_byoyomi(hooks, is_white, half_an_increment())),
    defect_hook("Y68", |hooks| outlasts_byoyomi(hooks, |_| true, half_a_missed_byoyomi())),
    defect_hook("Y68:white", |hooks| outlasts_byoyomi(hooks, is_white, half_a_missed_byoyomi())),
    defect_hook("Y69", |hooks| outlasts_byoyomi(hooks, |_| true, tenth_of_a_mate_search())),
    defect_hook("Y69:white", |hooks| outlasts_byoyomi(hooks, is_white, tenth_of_a_mate_search())),
];

fn is_white(timing: &Timing<'_>) -> bool {
    !timing.first_to_move
}

/// Where only a byoyomi of a second or more is left, thinks for the time that `kept` returns if that is longer. `kept`
/// sees each `go` and each `ponderhit`.
fn outlasts_byoyomi(
    hooks: &mut Hooks<Position>,
    is_meant: fn(&Timing<'_>) -> bool,
    mut kept: impl FnMut(&Timing<'_>) -> Option<Duration> + 'static,
) {
    stock::answer_after(hooks, move |timing| {
        let kept = kept(timing).filter(|_| is_meant(timing));
        let own = timing.request.own(timing.first_to_move);
        let byoyomi = stock::byoyomi(timing).filter(|_| own.increment.is_none())?;
        kept.filter(|kept| byoyomi >= Duration::from_secs(1) && *kept > byoyomi)
    });
}

/// Half of the increment of the last `go` that had one.
fn half_an_increment() -> impl FnMut(&Timing<'_>) -> Option<Duration> {
    let mut last = None;
    move |timing| {
        last = timing.request.own(timing.first_to_move).increment.or(last);
        last.map(|increment| increment / 2)
    }
}

/// Half of the byoyomi of the ponder search just before, if `ponderhit` has not come.
fn half_a_missed_byoyomi() -> impl FnMut(&Timing<'_>) -> Option<Duration> {
    let mut missed = None;
    move |timing| {
        let pondering = timing.request.ponder && timing.pondered.is_none();
        let byoyomi = timing.request.byoyomi.filter(|_| pondering);
        std::mem::replace(&mut missed, byoyomi).map(|byoyomi| byoyomi / 2)
    }
}

/// A tenth of the limit of the last mate search that had one.
fn tenth_of_a_mate_search() -> impl FnMut(&Timing<'_>) -> Option<Duration> {
    let mut last = None;
    move |timing| {
        last = stock::mate(timing).or(last);
        last.map(|limit| limit / 10)
    }
}

/// Restricts searches without `searchmoves` to the last ones that were named, if they are legal.
fn keeps_searchmoves(hooks: &mut Hooks<Position>) {
    let mut kept: Vec<String> = Vec::new();
    hooks.go = Some(Box::new(move |_, board, _, request| {
        if request.searchmoves.is_empty() {
            let playable = kept.iter().filter(|text| board.read(text).is_some());
            request.searchmoves = playable.cloned().collect();
        } else {
            kept.clone_from(&request.searchmoves);
        }
        Handling::Obey
    }));
}

/// Keeps a `stop` that comes after the reply: it ends the next search as soon as it begins.
fn remembers_a_stop(hooks: &mut Hooks<Position>) {
    let kept = |shared: &SharedState, words: &[&str]| {
        words == ["stop"] && shared.open().is_none() && shared.newest().is_some()
    };
    stock::at_once_after(hooks, kept, |_| true);
}

/// Keeps a `ponderhit` without a ponder search for the next ponder search.
fn remembers_a_ponderhit(hooks: &mut Hooks<Position>) {
    let pending =
        stock::has_come(hooks, |shared, words| words == ["ponderhit"] && !shared.is_pondering());
    hooks.go = Some(Box::new(move |_, _, _, request| {
        if request.ponder && pending.take() {
            request.ponder = false;
        }
        Handling::Obey
    }));
}

/// Adds half of an earlier byoyomi to the time of a `go` without byoyomi.
fn keeps_byoyomi(hooks: &mut Hooks<Position>) {
    let kept: Rc<Cell<Option<Duration>>> = Rc::default();
    let known = Rc::clone(&kept);
    hooks.go = Some(Box::new(move |_, _, _, request| {
        known.set(request.byoyomi.or(known.get()));
        Handling::Obey
    }));
    hooks.plan = Some(Box::new(move |timing, plan| {
        let own = timing.request.own(timing.first_to_move).left;
        match (timing.request.byoyomi, own, kept.get()) {
            (None, Some(left), Some(byoyomi)) if byoyomi >= Duration::from_secs(1) => {
                Plan::at(left + byoyomi.mul_f64(0.5))
            }
            _ => plan,
        }
    }));
}

/// Treats the `go` after an analysis as an analysis too.
fn keeps_analysing(hooks: &mut Hooks<Position>) {
    let analysed = Cell::new(false);
    hooks.go = Some(Box::new(move |_, _, _, request| {
        let before = analysed.replace(request.infinite);
        request.infinite |= before;
        Handling::Obey
    }));
}

/// Without main time it takes half of the byoyomi more, if the main time of the last `go` was not below the byoyomi.
fn keeps_main_time(hooks: &mut Hooks<Position>) {
    let had = Cell::new(Duration::ZERO);
    hooks.plan = Some(Box::new(move |timing, plan| {
        let left = timing.request.own(timing.first_to_move).left;
        let before = had.replace(left.unwrap_or_default());
        match (timing.request.byoyomi, left) {
            (Some(byoyomi), Some(Duration::ZERO)) if before >= byoyomi => {
                Plan::at(byoyomi.mul_f64(1.5))
            }
            _ => plan,
        }
    }));
}

/// Whether a ponder search has received `ponderhit`; only the caller resets it.
fn heard_hit(hooks: &mut Hooks<Position>) -> Rc<Cell<bool>> {
    stock::has_come(hooks, |shared, words| words == ["ponderhit"] && shared.is_pondering())
}

/// After a `go` with such a limit, ends each `go infinite` as if it had a fixed time of 500 ms.
fn ends_infinite(hooks: &mut Hooks<Position>, limited: fn(&Request) -> bool) {
    let earlier: RefCell<Option<Request>> = RefCell::default();
    hooks.go = Some(Box::new(move |_, _, _, request| {
        let mut earlier = earlier.borrow_mut();
        if request.infinite && earlier.is_some() {
            stock::at_once(request);
            request.movetime = Some(Duration::from_millis(500));
        } else if limited(request) {
            *earlier = Some(request.clone());
        }
        Handling::Obey
    }));
}

/// Shows the pv of the search before in the first line of a search.
fn shows_the_old_line_first(hooks: &mut Hooks<Position>) {
    /// The begin of the search that the pv belongs to, and the pv.
    type LastPv = Option<(Instant, String)>;
    let seen: Arc<Mutex<LastPv>> = Arc::default();
    stock::change_info(hooks, move |asked, info| {
        let mut seen = lock(&seen);
        let (Some(pv), begun) = (info.get("pv").map(str::to_owned), asked.epoch.started) else {
            return;
        };
        if let Some((earlier, old)) = &*seen
            && *earlier != begun
        {
            info.set("pv", old);
        }
        *seen = Some((begun, pv));
    });
}
