//! Invalid declarations of options.

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("O01", |hooks| {
        lines(hooks, |lines| add(lines, "Kentei Trace check default false"));
    }),
    defect_hook("O01:slider", |hooks| {
        lines(hooks, |lines| redeclare(lines, "Kentei Contempt", "slider default 0 min 0 max 9"));
    }),
    defect_hook("O01:file", |hooks| {
        lines(hooks, |lines| add(lines, "Kentei Book type filename default book.bin"));
    }),
    defect_hook("O02", |hooks| {
        lines(hooks, |lines| redeclare(lines, "Ponder", "check default True"));
    }),
    defect_hook("O02:one", |hooks| {
        lines(hooks, |lines| add(lines, "Kentei Trace type check default 1"));
    }),
    defect_hook("O02:none", |hooks| lines(hooks, |lines| redeclare(lines, "Ponder", "check"))),
    defect_hook("O03", |hooks| contempt(hooks, "spin default 0 min 100 max -100")),
    defect_hook("O03:above", |hooks| contempt(hooks, "spin default 101 min -100 max 100")),
    defect_hook("O03:decimals", |hooks| contempt(hooks, "spin default 0.5 min -1.5 max 1.5")),
    defect_hook("O03:none", |hooks| contempt(hooks, "spin min -100 max 100")),
    defect_hook("O03:open", |hooks| contempt(hooks, "spin default 0 min -100")),
    defect_hook("O04", |hooks| style(hooks, "combo default Normal")),
    defect_hook("O04:unlisted", |hooks| style(hooks, "combo default Bold var Solid var Risky")),
    defect_hook("O04:none", |hooks| style(hooks, "combo var Solid var Normal var Risky")),
    defect_hook("O05", |hooks| {
        lines(hooks, |lines| redeclare(lines, "Clear Hash", "button default off"));
    }),
    defect_hook("O05:range", |hooks| {
        lines(hooks, |lines| redeclare(lines, "Ponder", "check default false min 0 max 1"));
    }),
    defect_hook("O05:var", |hooks| {
        contempt(hooks, "spin default 0 min -100 max 100 var -100 var 100");
    }),
    defect_hook("O06", |hooks| {
        lines(hooks, |lines| redeclare(lines, "Kentei Remark", "string"));
    }),
    defect_hook("O07", |hooks| {
        lines(hooks, |lines| lines.retain(|line| !line.starts_with("option name Hash ")));
    }),
    defect_hook("O08", |hooks| {
        lines(hooks, |lines| redeclare(lines, "Ponder", "spin default 0 min 0 max 1"));
    }),
    defect_hook("O09", |hooks| {
        lines(hooks, |lines| add(lines, "OwnBook type combo default Main var Main var None"));
    }),
    defect_hook("O10", |hooks| {
        lines(hooks, |lines| redeclare(lines, "MultiPV", "combo default 1 var 1 var 2 var 3"));
    }),
    defect_hook("O10:two", |hooks| {
        lines(hooks, |lines| redeclare(lines, "MultiPV", "spin default 2 min 1 max 64"));
    }),
    defect_hook("O11", |hooks| {
        lines(hooks, |lines| add(lines, "UCI_ShowCurrLine type spin default 0 min 0 max 1"));
    }),
    defect_hook("O11:refutations", |hooks| {
        lines(hooks, |lines| add(lines, "UCI_ShowRefutations type spin default 0 min 0 max 1"));
    }),
    defect_hook("O11:true", |hooks| {
        lines(hooks, |lines| add(lines, "UCI_ShowCurrLine type check default true"));
    }),
    defect_hook("O12", |hooks| lines(hooks, |lines| add(lines, LIMIT))),
    defect_hook("O12:elo", |hooks| lines(hooks, |lines| add(lines, ELO))),
    defect_hook("O13", |hooks| {
        lines(hooks, |lines| {
            add(lines, "UCI_LimitStrength type check default true");
            add(lines, ELO);
        });
    }),
    defect_hook("O14", |hooks| {
        lines(hooks, |lines| add(lines, "NalimovPath type combo default tb var tb var none"));
    }),
    defect_hook("O14:cache", |hooks| {
        lines(hooks, |lines| add(lines, "NalimovCache type string default 32"));
    }),
    defect_hook("O14:elo", |hooks| {
        lines(hooks, |lines| {
            add(lines, LIMIT);
            add(lines, "UCI_Elo type string default 1500");
        });
    }),
    defect_hook("O14:opponent", |hooks| {
        lines(hooks, |lines| add(lines, "UCI_Opponent type check default false"));
    }),
    defect_hook("O14:limit", |hooks| {
        lines(hooks, |lines| {
            add(lines, "UCI_LimitStrength type spin default 0 min 0 max 1");
            add(lines, ELO);
        });
    }),
    defect_hook("O15", |hooks| {
        lines(hooks, |lines| add(lines, "Kentei value Table type check default false"));
    }),
    defect_hook("O16", |hooks| {
        lines(hooks, |lines| add(lines, "UCI_AnalyseMode type spin default 0 min 0 max 1"));
    }),
    defect_hook("O17", |hooks| {
        lines(hooks, |lines| add(lines, "MultiPV type spin default 1 min 1 max 64"));
    }),
    defect_hook("O18", |hooks| {
        lines(hooks, |lines| redeclare(lines, "Hash", "string default 16"));
    }),
    defect_hook("O18:combo", |hooks| {
        lines(hooks, |lines| redeclare(lines, "Hash", "combo default 16 var 16 var 64"));
    }),
    defect_hook("O19", |hooks| {
        lines(hooks, |lines| add(lines, "UCI_Secret type check default false"));
    }),
];

const LIMIT: &str = "UCI_LimitStrength type check default false";
const ELO: &str = "UCI_Elo type spin default 1500 min 1300 max 2800";

/// Changes the lines of the handshake.
fn lines(hooks: &mut Hooks<Position>, change: fn(&mut Vec<String>)) {
    hooks.handshake = Some(change);
}

/// Declares the option `Kentei Contempt` in another way.
fn contempt(hooks: &mut Hooks<Position>, kind: &'static str) {
    rewrite(hooks, "option name Kentei Contempt type", kind);
}

/// Declares the option `Kentei Style` in another way.
fn style(hooks: &mut Hooks<Position>, kind: &'static str) {
    rewrite(hooks, "option name Kentei Style type", kind);
}

/// Replaces the rest of a line that begins with `head`.
fn rewrite(hooks: &mut Hooks<Position>, head: &'static str, kind: &'static str) {
    hooks.write = Some(Box::new(move |line| match line.starts_with(head) {
        true => format!("{head} {kind}\n").into_bytes(),
        false => format!("{line}\n").into_bytes(),
    }));
}

/// Declares one more option, just before `uciok`.
fn add(lines: &mut Vec<String>, option: &str) {
    lines.insert(lines.len() - 1, format!("option name {option}"));
}

/// Declares an option in another way.
fn redeclare(lines: &mut [String], name: &str, kind: &str) {
    let head = format!("option name {name} type ");
    if let Some(line) = lines.iter_mut().find(|line| line.starts_with(&head)) {
        *line = format!("{head}{kind}");
    }
}
