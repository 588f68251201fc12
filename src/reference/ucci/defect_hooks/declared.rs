//! Defects of the handshake, and of the bytes of lines.

use std::time::Duration;

use crate::games::xiangqi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::stock;
use crate::reference::ucci::Ucci;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("X27", |hooks| {
        let mut ready = false;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            ready |= words == ["isready"];
            words.first() == Some(&"setoption") && !ready
        });
    }),
    defect_hook("X28", |hooks| hooks.errors = Some(|line| line == "ucciok")),
    defect_hook("X29", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.remove(0);
        });
    }),
    defect_hook("Y64", |hooks| {
        hooks.handshake = Some(|lines| lines.retain(|line| !line.starts_with("option ")));
    }),
    defect_hook("X30", |hooks| {
        hooks.handshake = Some(|lines| lines.insert(2, "id settings hash=16".to_owned()));
    }),
    defect_hook("X31", |hooks| {
        stock::command(hooks, |shared, words| {
            if words == ["ucci"] {
                shared.nap(Duration::from_secs(6));
            }
            Handling::Obey
        });
    }),
    defect_hook("X32", stock::end_on_second_hello::<Ucci>),
    defect_hook("X33", |hooks| declares(hooks, "min 1 max 1024", "min 1024 max 1")),
    defect_hook("X34", |hooks| declares(hooks, "newgame type button", "newgame type spin")),
    defect_hook("X35", |hooks| {
        declares(hooks, "ponder type check default false", "ponder type check default true");
    }),
    defect_hook("X36", |hooks| {
        hooks.handshake = Some(|lines| lines.insert(2, "registration checking".to_owned()));
    }),
    defect_hook("X37", |hooks| {
        hooks.write = Some(Box::new(|line| {
            let mark = if line.starts_with("id name") { "\u{feff}" } else { "" };
            format!("{mark}{line}\n").into_bytes()
        }));
    }),
    defect_hook("X38", |hooks| ends_at_line(hooks, |line| line.ends_with('\r'))),
    defect_hook("X39", |hooks| ends_at_line(hooks, |line| line.trim().is_empty())),
    defect_hook("X40", |hooks| {
        ends_at_line(hooks, |line| line.trim().contains("  ") || line.contains('\t'));
    }),
    defect_hook("X41", |hooks| {
        stock::end_on(hooks, Ending::Exit(1), |_, words| words.first() == Some(&"xyzzy"));
    }),
    defect_hook("X42", stock::tear_infos),
];

/// Replaces a part of an option line.
fn declares(hooks: &mut Hooks<Position>, old: &'static str, new: &'static str) {
    hooks.write = Some(Box::new(move |line| {
        let line = match line.starts_with("option ") {
            true => line.replace(old, new),
            false => line.to_owned(),
        };
        format!("{line}\n").into_bytes()
    }));
}

/// Ends the process at some lines; `fatal` gets each line as it came.
fn ends_at_line(hooks: &mut Hooks<Position>, fatal: fn(&str) -> bool) {
    hooks.lines.push(Box::new(move |shared, line| {
        if fatal(line) {
            shared.end(Ending::Abort);
        }
        Handling::Obey
    }));
}
