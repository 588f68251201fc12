//! Boot and handshake.

use std::time::{Duration, Instant};

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{greet_unasked, is_command, stock};
use crate::reference::usi::Usi;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("A01", |hooks| late(hooks, 6)),
    defect_hook("A01:8s", |hooks| late(hooks, 8)),
    defect_hook("A01:12s", |hooks| late(hooks, 12)),
    defect_hook("A01:40s", |hooks| late(hooks, 40)),
    defect_hook("A02", |hooks| {
        hooks.handshake = Some(|lines| lines.retain(|line| line != "usiok"));
    }),
    defect_hook("A03", unasked),
    defect_hook("Y92", |hooks| {
        let mut is_first = true;
        stock::command(hooks, move |shared, words| {
            let is_unknown = words.first().is_some_and(|word| !is_command::<Usi>(word));
            if std::mem::take(&mut is_first) && is_unknown {
                greet_unasked::<Usi>(shared);
                return Handling::Ignore;
            }
            Handling::Obey
        });
    }),
    defect_hook("A06", |hooks| {
        hooks.handshake = Some(|lines| lines[1] = "id auther kentei".to_owned());
    }),
    defect_hook("A06:authoer", |hooks| {
        hooks.handshake = Some(|lines| lines[1] = "id authoer kentei".to_owned());
    }),
    defect_hook("A07", |hooks| {
        hooks.handshake = Some(|lines| lines.insert(2, "id settings threads=1 hash=16".to_owned()));
    }),
    defect_hook("A08", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.push("option name KenteiAfterthought type check default true".to_owned());
        });
    }),
    defect_hook("A09", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.remove(0);
        });
    }),
    defect_hook("A10", |hooks| {
        hooks.handshake = Some(|lines| lines.push("usiok".to_owned()));
    }),
    defect_hook("A11", |hooks| {
        hooks.handshake = Some(|lines| {
            for at in [4, 2, 1] {
                lines.insert(at, String::new());
            }
        });
    }),
    defect_hook("A12", stock::whole_command_by_prefix::<Usi>),
    defect_hook("A15", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.insert(3, "option name Kentei定跡 type check default true".to_owned());
        });
    }),
    defect_hook("A17", |hooks| {
        hooks.handshake = Some(|lines| lines.insert(2, "loading evaluation ... done".to_owned()));
    }),
    defect_hook("A18", dies_of_an_early_option),
    defect_hook("N77", stock::forget_an_option::<Usi>),
    defect_hook("N77:default", |hooks| {
        stock::change_second_handshake::<Usi>(hooks, |line| {
            Some(line.replace("default 16", "default 32"))
        });
    }),
    defect_hook("N77:new", |hooks| {
        stock::change_second_handshake::<Usi>(hooks, |line| {
            let late = "option name KenteiLate type check default true\nusiok";
            Some(if line == "usiok" { late } else { line }.to_owned())
        });
    }),
    defect_hook("N77:name", |hooks| {
        stock::change_second_handshake::<Usi>(hooks, |line| {
            Some(line.replace("id name ", "id name The "))
        });
    }),
    defect_hook("N77:author", |hooks| {
        stock::change_second_handshake::<Usi>(hooks, |line| {
            Some(line.replace("id author ", "id author the "))
        });
    }),
];

fn late(hooks: &mut Hooks<Position>, seconds: u64) {
    stock::command(hooks, move |shared, words| {
        if words == ["usi"] {
            shared.nap(Duration::from_secs(seconds));
        }
        Handling::Obey
    });
}

/// Sends the handshake at the start, and does not know the command `usi`.
fn unasked(hooks: &mut Hooks<Position>) {
    hooks.start = Some(Box::new(greet_unasked::<Usi>));
    stock::command(hooks, |shared, words| {
        if words != ["usi"] {
            return Handling::Obey;
        }
        shared.say("Unknown command");
        Handling::Ignore
    });
}

/// Ends the process at a `setoption` before the first `isready`, if it comes within 200 ms after `usi`.
fn dies_of_an_early_option(hooks: &mut Hooks<Position>) {
    let mut greeted: Option<Instant> = None;
    stock::end_on(hooks, Ending::Abort, move |_, words| {
        match words.first() {
            Some(&"usi") => greeted = Some(Instant::now()),
            Some(&"isready") => greeted = None,
            Some(_) | None => {}
        }
        let early = greeted.is_some_and(|at| at.elapsed() < Duration::from_millis(200));
        early && words.first() == Some(&"setoption")
    });
}
