//! Defects that show only in a window of time, only at random, or only in one kind of search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::games::Position as _;
use crate::games::xiangqi::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{Board as _, stock};

/// Random defects show once in this number of times.
const RARE: u64 = 20;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("X80", |hooks| {
        stock::lost_after_go(hooks, "ponderhit", (5, 30), |epoch| epoch.is_pondering());
    }),
    defect_hook("X81", |hooks| {
        stock::lose(hooks, |shared, words| {
            let due = shared.open().filter(|epoch| stock::is_nearly_due(epoch, 20));
            let lost = due.filter(|_| words == ["stop"]);
            lost.inspect(|epoch| epoch.drop_reply()).is_some()
        });
    }),
    defect_hook("X82", |hooks| stock::lost_after_go(hooks, "stop", (0, 2), |_| true)),
    defect_hook("X83", |hooks| stock::twice(hooks, Duration::from_millis(5))),
    defect_hook("X84", |hooks| stock::deadlock_at_stop_after_hit(hooks, 10)),
    defect_hook("X85", stock::extra_reply_after_hit),
    defect_hook("X86", |hooks| stock::fatal_before_due(hooks, "isready", 20)),
    defect_hook("X87", |hooks| stock::lost_after_reply(hooks, "isready", (2, 9))),
    defect_hook("X88", keeps_an_idle_stop),
    defect_hook("X89", ends_where_one_move_is_enough),
    defect_hook("X90", |hooks| stock::lost_after_reply(hooks, "go", (0, 3))),
    defect_hook("X91", |hooks| {
        stock::command(hooks, |shared, words| {
            let young = shared.open().is_some_and(|epoch| epoch.started.elapsed() <= EARLY);
            if words == ["quit"] && young {
                stock::hang(shared);
            }
            Handling::Obey
        });
    }),
    defect_hook("X92", |hooks| stock::fatal_before_due(hooks, "probe", 20)),
    defect_hook("X93", |hooks| stock::dies_after_reply(hooks, "setoption", 5)),
    defect_hook("X94", |hooks| {
        let mut mute = false;
        hooks.lines.push(Box::new(move |_, line| {
            mute |= line.len() > 1500;
            if mute { Handling::Ignore } else { Handling::Obey }
        }));
    }),
    defect_hook("X95", |hooks| {
        stock::late_after(hooks, Duration::from_secs(1), stock::is_early_hit);
    }),
    defect_hook("X96", |hooks| stock::keeps_a_late_stop(hooks, 20)),
    defect_hook("X97", |hooks| stock::sometimes_mute(hooks, RARE)),
    defect_hook("X98", |hooks| stock::sometimes_former(hooks, RARE)),
    defect_hook("X99", |hooks| {
        let mut searches = 0;
        stock::lose(hooks, move |_, words| {
            searches += u32::from(words.first() == Some(&"go"));
            words == ["isready"] && searches > 2
        });
    }),
    defect_hook("X100", |hooks| stock::answers_each_of_two_stops(hooks, 10)),
];

/// The search counts as just begun within this time.
const EARLY: Duration = Duration::from_millis(10);

/// Keeps a `stop` that comes without a search: it ends the next search at once.
fn keeps_an_idle_stop(hooks: &mut Hooks<Position>) {
    let kept = Arc::new(AtomicBool::new(false));
    let known = Arc::clone(&kept);
    stock::command(hooks, move |shared, words| {
        if words == ["stop"] && shared.open().is_none() {
            kept.store(true, Ordering::Relaxed);
        }
        Handling::Obey
    });
    hooks.go = Some(Box::new(move |_, _, _, request| {
        if known.swap(false, Ordering::Relaxed) {
            stock::at_once(request);
        }
        Handling::Obey
    }));
}

/// Ends `go infinite` at once if one move mates, or if there is only one move.
fn ends_where_one_move_is_enough(hooks: &mut Hooks<Position>) {
    hooks.go = Some(Box::new(|_, board, _, request| {
        let moves = board.moves();
        let mates = moves.iter().any(|mv| {
            let mut after = board.clone();
            after.make(*mv);
            !after.has_legal_move()
        });
        if request.infinite && (mates || moves.len() == 1) {
            stock::at_once(request);
        }
        Handling::Obey
    }));
}
