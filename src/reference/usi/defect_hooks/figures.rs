//! Figures of info lines, and info lines at the wrong moment.

use crate::games::shogi::Position;
use crate::reference::family::Board as _;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::info::Info;
use crate::reference::family::stock;

use super::info::extra;
use super::options::add;

/// More lines than the search of a script may write.
const FLOOD: usize = 6000;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Z18", |hooks| {
        hooks.search.answered = Some(Box::new(|shared, _, reply| {
            if reply.word == "bestmove" {
                shared.say(&format!("info depth 1 nodes 1 score cp 0 pv {}", reply.body));
            }
        }));
    }),
    defect_hook("Z21", |hooks| {
        hooks.search.answered = Some(Box::new(|shared, _, reply| {
            if reply.word == "bestmove" {
                shared.say("info time 1 nodes 1 nps 1000");
            }
        }));
    }),
    defect_hook("Z22", |hooks| stock::change_info(hooks, |_, info| info.set("depth", "3.5"))),
    defect_hook("Z23", |hooks| {
        stock::change_info(hooks, |_, info| {
            for word in ["nodes", "nps", "hashfull"] {
                info.take(word);
            }
        });
    }),
    defect_hook("Z24", |hooks| {
        extra(hooks, |asked| {
            let mv = asked.root.moves().first().copied()?;
            Some(Info::default().with("currmove", mv).with("currmovenumber", 0))
        });
    }),
    defect_hook("Z25", |hooks| stock::change_info(hooks, |_, info| info.set("nodes", "12.5k"))),
    defect_hook("Z26", |hooks| extra(hooks, |_| Some(Info::default().with("cpuload", "45%")))),
    defect_hook("Z27", |hooks| {
        hooks.handshake = Some(|lines| add(lines, "USI_ShowRefutations", "check default false"));
        stock::show_if_set(hooks, "USI_ShowRefutations", |_| {
            Info::default().with("refutation", "")
        });
    }),
    defect_hook("Z28", |hooks| {
        hooks.handshake = Some(|lines| add(lines, "USI_ShowCurrLine", "check default false"));
        stock::show_if_set(hooks, "USI_ShowCurrLine", |pv| {
            Info::default().with("currline", format!("0 {pv}"))
        });
    }),
    defect_hook("Z28:control", |hooks| {
        hooks.handshake = Some(|lines| add(lines, "USI_ShowCurrLine", "check default false"));
        stock::show_if_set(hooks, "USI_ShowCurrLine", |pv| {
            Info::default().with("currline", format!("1 {pv}"))
        });
    }),
    defect_hook("Z27:control", |hooks| {
        hooks.handshake = Some(|lines| add(lines, "USI_ShowRefutations", "check default false"));
        stock::show_if_set(hooks, "USI_ShowRefutations", |pv| {
            Info::default().with("refutation", pv)
        });
    }),
    defect_hook("Z29", |hooks| {
        hooks.search.info = Some(Box::new(|asked, lines| {
            let is_first = lines.iter().any(|info| info.get("depth") == Some("1"));
            if asked.epoch.request.infinite && is_first {
                let text = Info::text("still thinking");
                lines.splice(0..0, std::iter::repeat_n(text, FLOOD));
            }
        }));
    }),
];
