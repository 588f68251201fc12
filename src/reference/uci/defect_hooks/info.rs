//! Info lines.

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("U35", |hooks| {
        stock::change_info(hooks, |asked, info| {
            let Some(pv) = info.get("pv").map(str::to_owned) else {
                return;
            };
            let mut end = asked.root.clone();
            for mv in pv.split(' ') {
                let mv = end.read(mv);
                mv.into_iter().for_each(|mv| end.make(mv));
            }
            let tails = ["a1a8", "e2e4", "h8h1", "e7e5"];
            let illegal = tails.into_iter().find(|mv| end.read(mv).is_none());
            info.set("pv", format!("{pv} {}", illegal.unwrap_or("a1a1")));
        });
    }),
    defect_hook("U37", |hooks| stock::change_mates(hooks, |_, _, moves| moves.abs())),
    defect_hook("U38", |hooks| {
        stock::change_mates(hooks, |_, _, moves| if moves < 0 { moves - 1 } else { moves })
    }),
    defect_hook("U39", |hooks| stock::change_mates(hooks, |_, _, moves| plies(moves))),
    defect_hook("U40", |hooks| stock::change_mates(hooks, |_, _, _| -2_147_483_646)),
    defect_hook("U41", |hooks| {
        stock::change_info(hooks, |asked, info| {
            if !asked.root.first_to_move() {
                stock::negate_score(info);
            }
        });
    }),
    defect_hook("U42", |hooks| {
        stock::change_info(hooks, |_, info| {
            if let Some(pv) = info.get("pv") {
                let longer = format!("{pv} string still thinking");
                info.set("pv", longer);
            }
        });
    }),
    defect_hook("U43", |hooks| {
        stock::change_info(hooks, |_, info| {
            let nodes = info.get("nodes").map(|nodes| format!(" {nodes}"));
            info.set("nodes", nodes.unwrap_or_default());
        });
    }),
    defect_hook("U44", |hooks| {
        hooks.search.answered = Some(Box::new(|shared, root, _| {
            if let Some(mv) = root.moves().first() {
                shared.say(&format!("info depth 1 time 1 nodes 1 score cp 0 pv {mv}"));
            }
        }));
    }),
    defect_hook("U52", |hooks| {
        hooks.search.info = Some(Box::new(|_, lines| {
            for (at, info) in lines.iter_mut().enumerate() {
                let depth = info.get("depth").and_then(|text| text.parse::<usize>().ok());
                let more = depth.unwrap_or(0) + at;
                info.set("depth", more);
                info.set("seldepth", more);
            }
        }));
    }),
    defect_hook("U55", stock::tear_infos),
    defect_hook("U79", |hooks| {
        stock::change_info(hooks, |asked, info| {
            if !asked.root.has_move() && asked.root.loses_without_move() {
                info.set("score", "mate 0");
            }
        });
    }),
    defect_hook("U80", |hooks| {
        stock::change_info(hooks, |_, info| {
            if let Some(moves) = info.mate() {
                info.set("score", format!("cp {}", moves.signum() * 29_000 - moves));
            }
        });
    }),
    defect_hook("U81", |hooks| {
        stock::change_info(hooks, |_, info| {
            let score = info.get("score").map(|score| format!("{score} wdl 310 400 290"));
            info.set("score", score.unwrap_or_default());
        });
    }),
    // A control: with fewer legal moves than requested lines, the engine shows only one line for each move in any case.
    defect_hook("U87", |_| {}),
];

/// The plies of a mate in so many moves.
pub(super) fn plies(moves: i32) -> i32 {
    if moves > 0 { moves * 2 - 1 } else { moves * 2 }
}
