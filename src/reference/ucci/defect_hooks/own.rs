//! Defects that no known engine has.

use std::time::Duration;

use crate::games::xiangqi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, defect_hook};
use crate::reference::family::plan::Plan;
use crate::reference::family::request::Reply;
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("X01", |hooks| {
        stock::end_on(hooks, Ending::Exit(1), |shared, words| {
            words == ["stop"] && shared.open().is_none()
        });
    }),
    defect_hook("X02", |hooks| stock::mute(hooks, |asked, _| asked.epoch.is_stopped())),
    defect_hook("X03", |hooks| stock::mute(hooks, |asked, _| !asked.root.has_move())),
    defect_hook("X04", |hooks| {
        stock::change_reply(hooks, |asked, reply| {
            if asked.root.has_move() && asked.epoch.request.depth.is_some_and(|depth| depth > 0) {
                *reply = Reply::word("nobestmove");
            }
        });
    }),
    defect_hook("X05", |hooks| {
        stock::best(hooks, |_, reply| reply.body = reply.body.to_uppercase());
    }),
    defect_hook("X06", |hooks| {
        stock::best(hooks, |_, reply| reply.ponder = Some(reply.body.clone()));
    }),
    defect_hook("X07", |hooks| {
        stock::best(hooks, |_, reply| {
            reply.body = format!("{} draw resign", reply.body);
            reply.ponder = None;
        });
    }),
    defect_hook("X08", |hooks| {
        stock::misread(hooks, |words, _| {
            let end = words.iter().position(|word| *word == "moves")?;
            Position::parse(&words[1..end].join(" ")).ok()
        });
    }),
    defect_hook("X09", |hooks| {
        hooks.handshake =
            Some(|lines| lines.push("option late type check default true".to_owned()));
    }),
    defect_hook("X10", |hooks| {
        hooks.handshake =
            Some(|lines| lines.insert(3, "option odd type slider default 1".to_owned()));
    }),
    defect_hook("X11", |hooks| {
        hooks.handshake = Some(|lines| lines.insert(3, "option two words type button".to_owned()));
    }),
    defect_hook("X12", |hooks| {
        hooks.handshake = Some(|lines| lines.insert(3, "option newgame type button".to_owned()));
    }),
    defect_hook("X13", |hooks| {
        hooks.start = Some(Box::new(|shared| shared.say("ucciok")));
    }),
    defect_hook("X14", |hooks| {
        stock::command(hooks, |_, words| match words {
            ["go", rest @ ..] if rest.contains(&"opptime") => {
                let swapped = rest.iter().map(|word| match *word {
                    "time" => "opptime",
                    "opptime" => "time",
                    other => other,
                });
                let swapped: Vec<&str> = swapped.collect();
                Handling::Instead(vec![format!("go {}", swapped.join(" "))])
            }
            _ => Handling::Obey,
        });
        hooks.plan =
            Some(Box::new(|timing, plan| match timing.request.limit(timing.first_to_move) {
                Some(limit) => Plan::at(plan.answer.unwrap_or_default().max(limit / 50)),
                None => plan,
            }));
    }),
    defect_hook("X15", |hooks| stock::lose(hooks, |_, words| words.contains(&"draw"))),
    defect_hook("X16", |hooks| {
        stock::mute(hooks, |asked, _| asked.epoch.was_hit());
    }),
    defect_hook("X17", |hooks| {
        let mut games = 0;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            games += u32::from(words == ["setoption", "newgame"]);
            games == 3
        });
    }),
    defect_hook("X18", |hooks| stock::lose(hooks, |_, words| words == ["quit"])),
    defect_hook("X19:increment", stock::spend_increment),
    defect_hook("X19", |hooks| {
        hooks.plan =
            Some(Box::new(|timing, plan| match timing.request.limit(timing.first_to_move) {
                Some(limit) if limit < Duration::from_secs(5) => {
                    Plan::at(limit + Duration::from_secs(1))
                }
                Some(_) | None => plan,
            }));
    }),
    defect_hook("X20", |hooks| {
        stock::change_info(hooks, |_, info| {
            if let Some(score) = info.get("score").and_then(|score| score.parse::<f64>().ok()) {
                info.set("score", format!("{:.2}", score / 100.0));
            }
        });
    }),
    defect_hook("X21", |hooks| {
        stock::change_info(hooks, |_, info| {
            let pv = info.get("pv").map(|pv| format!("{pv} a0a9"));
            pv.into_iter().for_each(|pv| info.set("pv", pv));
        });
    }),
    defect_hook("X22", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            request.infinite = false;
            Handling::Obey
        }));
    }),
    defect_hook("X23", |hooks| {
        stock::say_on(hooks, |_, words| {
            stock::says(words.first() == Some(&"position"), "bestmove h2e2")
        });
    }),
    defect_hook("X24", |hooks| {
        stock::say_on(hooks, |_, words| stock::says(words == ["ucci"], "loading"));
    }),
    defect_hook("X25", |hooks| {
        stock::end_on(hooks, Ending::Exit(1), |_, words| words.first() == Some(&"probe"));
    }),
];
