//! Handshake, options, synchronisation and the end of the process.

use std::sync::{Arc, Mutex};

use crate::games::xiangqi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{lock, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Q05", |hooks| {
        stock::say_on(hooks, |_, words| match words {
            ["setoption", name, ..] if !is_declared(name) => Some(format!("no option {name}")),
            _ => None,
        });
    }),
    defect_hook("Q06", |hooks| stock::end_on(hooks, Ending::Exit(0), |_, words| words == ["quit"])),
    defect_hook("Q07", |hooks| stock::lose(hooks, |_, words| words.first() == Some(&"probe"))),
    defect_hook("Q14", |hooks| replaces(hooks, |line| line.replace("hashsize", "HashSize"))),
    defect_hook("Q15", has_no_milliseconds),
    defect_hook("Y96", |hooks| {
        has_no_milliseconds(hooks);
        stock::never_answers(hooks, |timing| timing.request.has_clock());
    }),
    defect_hook("Y96:hit", |hooks| {
        has_no_milliseconds(hooks);
        stock::lose(hooks, |_, words| words == ["ponderhit"]);
    }),
    defect_hook("Y113", |hooks| loses_quit_after(hooks, "ucci")),
    defect_hook("Y113:ready", |hooks| loses_quit_after(hooks, "isready")),
    defect_hook("Y114", |hooks| stock::stays_at_the_end(hooks, SharedState::is_pondering)),
    defect_hook("Q16", |hooks| replaces(hooks, |line| line.replace("option ", "option name "))),
    defect_hook("Q20", |hooks| {
        stock::command(hooks, |shared, words| {
            match words == ["isready"] && shared.open().is_some() {
                true => Handling::Instead(vec!["stop".to_owned(), "isready".to_owned()]),
                false => Handling::Obey,
            }
        });
    }),
    defect_hook("Q21", |hooks| stock::wait_for_search(hooks, "isready", |_| true)),
    defect_hook("Q24", fills_a_block_first),
    defect_hook("Q25", |hooks| {
        hooks.handshake = Some(|lines| lines.retain(|line| !line.contains(" newgame ")));
    }),
    defect_hook("Q32", |hooks| {
        replaces(hooks, |line| {
            line.replace(
                "usemillisec type check default false",
                "usemillisec type check default true",
            )
        });
    }),
    defect_hook("Q33", |hooks| {
        hooks.handshake = Some(|lines| {
            let more = ["id version 1.0", "id copyright none", "id user nobody"];
            lines.splice(1..1, more.map(str::to_owned));
        });
    }),
    defect_hook("Q35", |hooks| {
        replaces(hooks, |line| {
            line.replace("default 16 min 1 max 1024", "min 1 max 1024 default 16")
        });
    }),
    defect_hook("Q37", |hooks| {
        stock::command(hooks, |shared, words| {
            if words == ["quit"] {
                shared.say("bye");
                shared.end(Ending::Exit(1));
            }
            Handling::Obey
        });
    }),
];

fn is_declared(name: &str) -> bool {
    ["usemillisec", "newgame", "ponder", "hashsize", "contempt", "style", "remark"].contains(&name)
}

/// Changes each line that declares an option.
fn replaces(hooks: &mut Hooks<Position>, change: fn(&str) -> String) {
    hooks.write = Some(Box::new(move |line| {
        let line = if line.starts_with("option ") { change(line) } else { line.to_owned() };
        format!("{line}\n").into_bytes()
    }));
}

/// Keeps its output until there are 4 KiB of it or the engine ends.
fn fills_a_block_first(hooks: &mut Hooks<Position>) {
    let block: Arc<Mutex<Vec<u8>>> = Arc::default();
    let left = Arc::clone(&block);
    hooks.write = Some(Box::new(move |line| {
        let mut block = lock(&block);
        block.extend_from_slice(format!("{line}\n").as_bytes());
        match block.len() < 4096 {
            true => Vec::new(),
            false => std::mem::take(&mut *block),
        }
    }));
    let at_quit = Arc::clone(&left);
    hooks.eof = Some(Box::new(move |shared| {
        shared.write(&std::mem::take(&mut *lock(&left)));
        Ending::Exit(0)
    }));
    stock::command(hooks, move |shared, words| {
        if words == ["quit"] {
            shared.write(&std::mem::take(&mut *lock(&at_quit)));
        }
        Handling::Obey
    });
}

/// Has its clocks in seconds only.
fn has_no_milliseconds(hooks: &mut Hooks<Position>) {
    hooks.handshake = Some(|lines| lines.retain(|line| !line.contains(" usemillisec ")));
}

/// Ignores a quit directly after this command.
fn loses_quit_after(hooks: &mut Hooks<Position>, command: &'static str) {
    let mut follows = false;
    stock::lose(hooks, move |_, words| {
        let is_lost = follows && words == ["quit"];
        follows = words == [command];
        is_lost
    });
}
