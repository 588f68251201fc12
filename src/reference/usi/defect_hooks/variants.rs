//! Changes of behaviour that break no clause, as they occur between releases of an engine. They are in no table of
//! defects; the tests of snapshots check whether each of them shows.

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::info::Info;
use crate::reference::family::stock;

use super::options::{add, redeclare};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("variant:option-added", |hooks| {
        hooks.handshake =
            Some(|lines| add(lines, "KenteiStrength", "spin default 20 min 0 max 20"));
    }),
    defect_hook("variant:option-removed", |hooks| {
        hooks.handshake = Some(|lines| lines.retain(|line| !line.contains("KenteiContempt")));
    }),
    defect_hook("variant:option-renamed", |hooks| {
        hooks.handshake = Some(|lines| {
            for line in lines {
                *line = line.replace("KenteiStyle", "KenteiTemper");
            }
        });
    }),
    defect_hook("variant:option-order", |hooks| {
        hooks.handshake = Some(|lines| lines.swap(3, 5));
    }),
    defect_hook("variant:default", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "USI_Hash", "spin default 32 min 1 max 1024"));
    }),
    defect_hook("variant:check-default", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "KenteiEnteringKing", "check default false"));
    }),
    defect_hook("variant:least", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "KenteiContempt", "spin default 0 min -50 max 100"));
    }),
    defect_hook("variant:greatest", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "USI_Hash", "spin default 16 min 1 max 4096"));
    }),
    defect_hook("variant:choice", |hooks| {
        hooks.handshake = Some(|lines| {
            let kind = "combo default Normal var Solid var Normal var Risky var Wild";
            redeclare(lines, "KenteiStyle", kind);
        });
    }),
    defect_hook("variant:type", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "KenteiRemark", "filename default <empty>"));
    }),
    defect_hook("variant:id-order", |hooks| {
        hooks.handshake = Some(|lines| lines.swap(0, 1));
    }),
    defect_hook("variant:ready-remark", |hooks| {
        stock::say_on(hooks, |_, words| {
            stock::says(words == ["isready"], "info string tables are read")
        });
    }),
    defect_hook("variant:info-dropped", |hooks| {
        stock::change_info(hooks, |_, info| {
            info.take("nps");
        });
    }),
    defect_hook("variant:info-added", |hooks| {
        stock::change_info(hooks, |_, info| info.replace("nps", "nps", "0 tbhits 0"));
    }),
    defect_hook("variant:info-order", |hooks| {
        stock::change_info(hooks, |_, info| {
            let time = info.take("time").unwrap_or_default();
            info.replace("nodes", "nodes", format!("1 time {time}"));
        });
    }),
    defect_hook("variant:info-line", |hooks| {
        first(hooks, Info::text("thinking about it"));
    }),
    defect_hook("variant:currmove", |hooks| {
        first(hooks, Info::default().with("depth", 1).with("currmove", "7g7f"));
    }),
    defect_hook("variant:no-ponder", |hooks| {
        stock::best(hooks, |_, reply| reply.ponder = None);
    }),
    // Engines with other speeds, for the benchmark of the whole suite.
    defect_hook("variant:quick", stock::quick),
    defect_hook("variant:thorough", stock::thorough),
    // The control of those tests: only its name and its scores differ, which snapshots ignore.
    defect_hook("variant:name", |hooks| {
        hooks.handshake = Some(|lines| lines[0] = "id name kentei 99.1 of another day".to_owned());
        stock::change_info(hooks, |_, info| info.set("score", "cp 77"));
    }),
];

/// Adds a line before the info lines of each report.
fn first(hooks: &mut Hooks<Position>, line: Info) {
    hooks.search.info = Some(Box::new(move |_, lines| lines.insert(0, line.clone())));
}
