//! Defects in a search: its limits, its stop, its lines.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::games::xiangqi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::info::Info;
use crate::reference::family::plan::Plan;
use crate::reference::family::request::Clock;
use crate::reference::family::{Board as _, lock, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Q01", takes_seconds_for_milliseconds),
    defect_hook("Q01:back", |hooks| {
        let mut switched = false;
        stock::lose(hooks, move |_, words| {
            switched |= words == ["setoption", "usemillisec", "true"];
            switched && words == ["setoption", "usemillisec", "false"]
        });
        stock::answer_after(hooks, |timing| {
            let limit = timing.request.limit(timing.first_to_move)?;
            Some((limit / 5).min(Duration::from_secs(3)))
        });
    }),
    defect_hook("X61", |hooks| {
        let mut last = Clock::default();
        hooks.go = Some(Box::new(move |_, _, _, request| {
            if request.infinite && last.left.is_some() {
                request.infinite = false;
                request.first = last;
            } else if request.first.left.is_some() {
                last = request.first;
            }
            Handling::Obey
        }));
    }),
    defect_hook("X62", stock::quit_waits),
    defect_hook("X63", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            request.depth = request.depth.map(|depth| 3 * depth);
            Handling::Obey
        }));
    }),
    defect_hook("X64", |hooks| stock::mute(hooks, |asked, _| asked.epoch.request.nodes.is_some())),
    defect_hook("X65", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            words.first() == Some(&"go") && shared.open().is_some()
        });
    }),
    defect_hook("X66", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| words.contains(&"movetime"));
    }),
    defect_hook("X67", |hooks| stock::answers_each_of_two_stops(hooks, 300)),
    defect_hook("X68", |hooks| stock::lose(hooks, |_, words| words == ["ponderhit", "draw"])),
    defect_hook("X69", |hooks| {
        stock::mute(hooks, |asked, _| {
            asked.epoch.request.ponder && asked.epoch.is_stopped() && asked.epoch.hit_at().is_none()
        });
    }),
    defect_hook("X70", |hooks| {
        stock::lost_after_go(hooks, "ponderhit", (0, 15), |epoch| epoch.request.ponder);
    }),
    defect_hook("X72", |hooks| stock::divides_time(hooks, 1000)),
    defect_hook("X72:hundredths", |hooks| stock::divides_time(hooks, 10)),
    defect_hook("X73", |hooks| {
        stock::change_info(hooks, |_, info| {
            let pv = info.get("pv").map(|pv| format!("{pv} nodes 5"));
            info.set("pv", pv.unwrap_or_default());
        });
    }),
    defect_hook("X74", |hooks| {
        hooks.search.info = Some(Box::new(|asked, lines| {
            let illegal = ["a0a9", "i9i0"].into_iter().find(|mv| asked.root.read(mv).is_none());
            let line = illegal.map(|mv| Info::default().with("currmove", mv));
            lines.splice(0..0, line);
        }));
    }),
    defect_hook("X75", |hooks| stock::change_info(hooks, |_, info| info.set("nodes", -5))),
    defect_hook("X76", |hooks| {
        stock::change_info(hooks, |asked, info| {
            if !asked.root.first_to_move() {
                stock::negate_score(info);
            }
        });
    }),
    defect_hook("X77", |hooks| {
        stock::change_info(hooks, |_, info| {
            let nodes = info.get("nodes").map(|nodes| format!("{nodes} fmc 12"));
            info.set("nodes", nodes.unwrap_or_default());
        });
    }),
    defect_hook("X78", |hooks| {
        stock::lose(hooks, |shared, words| {
            words.first() == Some(&"probe") && shared.open().is_some()
        });
    }),
    defect_hook("X60", |hooks| {
        hooks.search.answered = Some(Box::new(|shared, _, _| shared.say("info depth 9 nodes 100")));
    }),
];

/// Counts its clock in milliseconds, whatever `usemillisec` says, and uses a fifth of it, at most 3 s.
fn takes_seconds_for_milliseconds(hooks: &mut Hooks<Position>) {
    let in_seconds = Arc::new(Mutex::new(true));
    let known = Arc::clone(&in_seconds);
    stock::command(hooks, move |_, words| {
        if let ["setoption", "usemillisec", value] = words {
            *lock(&known) = *value != "true";
        }
        Handling::Obey
    });
    hooks.plan = Some(Box::new(move |timing, plan| {
        let limit = timing.request.limit(timing.first_to_move);
        let limit = limit.map(|limit| if *lock(&in_seconds) { limit / 1000 } else { limit });
        limit.map_or(plan, |limit| Plan::at((limit / 5).min(Duration::from_secs(3))))
    }));
}
