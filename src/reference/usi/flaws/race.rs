//! What shows only in a window of time, or only once in a while.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::family::Board as _;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{Flaw, Heed, Hooks, flaw};
use crate::reference::family::stock;

/// How rare what is rare is.
const RARE: u64 = 20;

pub(super) static FLAWS: &[Flaw<Position>] = &[
    flaw("R01", |hooks| {
        stock::lost_behind_go(hooks, "ponderhit", (5, 30), |epoch| epoch.is_pondering());
    }),
    flaw("R02", |hooks| stock::fatal_before_due(hooks, "stop", 20)),
    flaw("R03", |hooks| {
        stock::lost_behind_go(hooks, "stop", (0, 2), |_| true);
    }),
    flaw("R04", |hooks| stock::lost_behind_reply(hooks, "isready", 5)),
    flaw("R05", |hooks| stock::twice(hooks, Duration::from_millis(5))),
    flaw("R06", |hooks| stock::sometimes_mute(hooks, RARE)),
    flaw("R07", |hooks| stock::sometimes_former(hooks, RARE)),
    flaw("R08", |hooks| stock::deadlock_at_stop_behind_hit(hooks, 10)),
    flaw("R09", |hooks| stock::lost_behind_reply(hooks, "go", 3)),
    flaw("R10", |hooks| stock::answers_each_hit(hooks, 20)),
    flaw("R11", |hooks| {
        answers_into_the_next_game(hooks, |epoch| stock::is_nearly_due(epoch, 10));
    }),
    flaw("R12", |hooks| {
        stock::dies_behind_reply(hooks, "usinewgame", 10)
    }),
    flaw("R13", |hooks| stock::mute_after(hooks, "setoption", 10)),
    flaw("R14", |hooks| {
        stock::lost_behind_go(hooks, "quit", (0, 20), |_| true);
    }),
    flaw("R15", |hooks| stock::sometimes_twice(hooks, RARE)),
    flaw("R16", |hooks| stock::keeps_a_late_stop(hooks, 20)),
    flaw("R17", |hooks| stock::old_position_behind_reply(hooks, 2)),
    flaw("R18", |hooks| {
        stock::lost_behind_go(hooks, "stop", (3, 9), |epoch| epoch.request.mate.is_some());
    }),
    flaw("R19", |hooks| {
        stock::stop_twice(hooks, |epoch| {
            epoch.is_pondering() && epoch.started.elapsed() <= Duration::from_millis(15)
        });
    }),
    flaw("R20", |hooks| {
        stock::lost_behind_go(hooks, "stop", (12, 17), |epoch| epoch.request.infinite);
    }),
    flaw("R21", |hooks| {
        stock::answer_behind_stop(hooks, "stop", Duration::from_millis(5), |_| true);
    }),
    flaw("R22", |hooks| {
        answers_into_the_next_game(hooks, |epoch| {
            epoch.is_pondering() && epoch.started.elapsed() <= Duration::from_millis(15)
        });
    }),
    flaw("R23", |hooks| stock::fatal_before_due(hooks, "isready", 10)),
    flaw("R24", |hooks| {
        stock::answer_behind_stop(hooks, "gameover", Duration::from_millis(2), |desk| {
            desk.open()
                .is_some_and(|epoch| stock::is_nearly_due(&epoch, 10))
        });
    }),
    flaw("R25", |hooks| {
        stock::late_after(hooks, Duration::from_secs(1), stock::is_crossing_stop);
    }),
    flaw("R26", |hooks| {
        stock::late_after(hooks, Duration::from_millis(40), stock::is_crossing_stop);
    }),
    flaw("R27", |hooks| {
        stock::late_after(hooks, Duration::from_secs(1), stock::is_early_hit);
    }),
];

/// A `gameover` in such a search lets its reply out only behind the next `readyok`.
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
    stock::command(hooks, move |desk, words| {
        if words.first() == Some(&"gameover")
            && let Some(epoch) = desk.open().filter(|epoch| kind(epoch))
        {
            epoch.drop_reply();
            held = known.borrow().moves().first().map(ToString::to_string);
        }
        if words.first() == Some(&"isready")
            && let Some(best) = held.take()
        {
            desk.say("readyok");
            desk.say(&format!("bestmove {best}"));
            return Heed::Ignore;
        }
        Heed::Obey
    });
}
