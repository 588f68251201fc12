//! Defects that show only in a window of time, or only at random.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::family::Board as _;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::stock;

/// Random defects show once in this number of times.
const RARE: u64 = 20;
/// How late a `stop` is obeyed.
const LATE: Duration = Duration::from_millis(20);

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("R01", |hooks| {
        stock::lost_after_go(hooks, "ponderhit", (5, 30), |epoch| epoch.is_pondering());
    }),
    defect_hook("R02", |hooks| stock::fatal_before_due(hooks, "stop", 20)),
    defect_hook("R03", |hooks| {
        stock::lost_after_go(hooks, "stop", (0, 2), |_| true);
    }),
    defect_hook("R04", |hooks| stock::lost_after_reply(hooks, "isready", (0, 5))),
    defect_hook("R05", |hooks| stock::twice(hooks, Duration::from_millis(5))),
    defect_hook("R06", |hooks| stock::sometimes_mute(hooks, RARE)),
    defect_hook("R07", |hooks| stock::sometimes_former(hooks, RARE)),
    defect_hook("R08", |hooks| stock::deadlock_at_stop_after_hit(hooks, 10)),
    defect_hook("R09", |hooks| stock::lost_after_reply(hooks, "go", (0, 3))),
    defect_hook("R10", |hooks| stock::answers_each_hit(hooks, 20)),
    defect_hook("R11", |hooks| {
        answers_into_the_next_game(hooks, |epoch| stock::is_nearly_due(epoch, 10));
    }),
    defect_hook("R12", |hooks| stock::dies_after_reply(hooks, "usinewgame", 10)),
    defect_hook("R13", |hooks| stock::mute_after(hooks, "setoption", 10)),
    defect_hook("R14", |hooks| {
        stock::lost_after_go(hooks, "quit", (0, 20), |_| true);
    }),
    defect_hook("R15", |hooks| stock::sometimes_twice(hooks, RARE)),
    defect_hook("R16", |hooks| stock::keeps_a_late_stop(hooks, 20)),
    defect_hook("R17", |hooks| stock::old_position_after_reply(hooks, 2)),
    defect_hook("R18", |hooks| {
        stock::lost_after_go(hooks, "stop", (3, 9), |epoch| epoch.request.mate.is_some());
    }),
    defect_hook("R19", |hooks| {
        stock::stop_twice(hooks, |epoch| {
            epoch.is_pondering() && epoch.started.elapsed() <= Duration::from_millis(15)
        });
    }),
    defect_hook("R20", |hooks| {
        stock::lost_after_go(hooks, "stop", (12, 17), |epoch| epoch.request.infinite);
    }),
    defect_hook("R21", |hooks| {
        stock::answer_after_stop(hooks, "stop", Duration::from_millis(5), |_| true);
    }),
    defect_hook("R22", |hooks| {
        answers_into_the_next_game(hooks, |epoch| {
            epoch.is_pondering() && epoch.started.elapsed() <= Duration::from_millis(15)
        });
    }),
    defect_hook("R23", |hooks| stock::fatal_before_due(hooks, "isready", 10)),
    defect_hook("R24", |hooks| {
        stock::answer_after_stop(hooks, "gameover", Duration::from_millis(2), |shared| {
            shared.open().is_some_and(|epoch| stock::is_nearly_due(&epoch, 10))
        });
    }),
    defect_hook("R25", |hooks| {
        stock::late_after(hooks, Duration::from_secs(1), stock::is_crossing_stop);
    }),
    defect_hook("R26", |hooks| {
        stock::late_after(hooks, Duration::from_millis(40), stock::is_crossing_stop);
    }),
    defect_hook("R27", |hooks| {
        stock::late_after(hooks, Duration::from_secs(1), stock::is_early_hit);
    }),
    defect_hook("Y97", |hooks| {
        stock::hangs_at_quit_after_stop(hooks, LATE, |epoch| {
            !epoch.request.ponder && epoch.request.mate.is_none()
        });
    }),
];

/// At a `gameover` in such a search, sends the reply only after the next `readyok`.
fn answers_into_the_next_game(hooks: &mut Hooks<Position>, kind: fn(&Epoch) -> bool) {
    let root = Rc::new(RefCell::new(Position::start()));
    let known = Rc::clone(&root);
    hooks.position = Some(Box::new(move |_, _, set| {
        if let Ok(board) = &set {
            *root.borrow_mut() = board.clone();
        }
        set
    }));
    let mut held: Option<String> = None;
    stock::command(hooks, move |shared, words| {
        if words.first() == Some(&"gameover")
            && let Some(epoch) = shared.open().filter(|epoch| kind(epoch))
        {
            epoch.drop_reply();
            held = known.borrow().moves().first().map(ToString::to_string);
        }
        if words.first() == Some(&"isready")
            && let Some(best) = held.take()
        {
            shared.say("readyok");
            shared.say(&format!("bestmove {best}"));
            return Handling::Ignore;
        }
        Handling::Obey
    });
}
