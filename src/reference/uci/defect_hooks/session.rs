//! Handshake, synchronisation, and the end of the process.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::input::Reading;
use crate::reference::family::{self, is_command, stock};
use crate::reference::uci::Uci;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("U13", |hooks| {
        stock::command(hooks, |shared, words| {
            if words != ["isready"] {
                return Handling::Obey;
            }
            shared.say("error: cannot open weights.bin");
            Handling::Ignore
        });
    }),
    defect_hook("U14", fills_a_block_first),
    defect_hook("U15", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.remove(1);
        });
    }),
    defect_hook("U16", |hooks| hooks.handshake = Some(|lines| lines.insert(3, String::new()))),
    defect_hook("U18", |hooks| {
        hooks.lines.push(Box::new(|_, line| match line.strip_suffix('\r') {
            // A character that makes the last word unknown.
            Some(line) => Handling::Instead(vec![format!("{line}\u{1}")]),
            None => Handling::Obey,
        }));
    }),
    defect_hook("U19", remembers_the_last_game),
    defect_hook("U20", |hooks| {
        let mut slow = true;
        hooks.go = Some(Box::new(move |shared, _, _, _| {
            if std::mem::take(&mut slow) {
                shared.nap(Duration::from_secs(3));
            }
            Handling::Obey
        }));
    }),
    defect_hook("U45", |hooks| stock::wait_for_search(hooks, "isready", |_| true)),
    defect_hook("U45:slow", |hooks| {
        stock::ready_late_in_search(hooks, Duration::from_secs(3));
    }),
    defect_hook("U45:soon", |hooks| {
        stock::ready_late_in_search(hooks, Duration::from_millis(700));
    }),
    defect_hook("U47", |hooks| stock::end_on(hooks, Ending::Abort, |_, words| words == ["quit"])),
    defect_hook("U48", stock::linger),
    defect_hook("U49", stock::quit_waits),
    defect_hook("U51", |hooks| hooks.reading = Reading::OnePerRead),
    defect_hook("U58", |hooks| {
        hooks.start = Some(Box::new(|shared| shared.say("Kentei 1.0, an engine to practise on")));
    }),
    defect_hook("U60", |hooks| {
        hooks.start = Some(Box::new(family::greet_unasked::<Uci>));
    }),
    defect_hook("U61", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.push("option name Afterthought type check default true".to_owned());
        });
    }),
    defect_hook("U65", |hooks| {
        stock::end_on(hooks, Ending::Exit(1), |_, words| {
            words.first().is_some_and(|first| !is_command::<Uci>(first))
        });
    }),
    defect_hook("U66", stock::whole_command_by_prefix::<Uci>),
    defect_hook("N01", stock::forget_an_option::<Uci>),
    defect_hook("N01:crash", stock::end_on_second_hello::<Uci>),
    defect_hook("U75", |hooks| stock::end_on(hooks, Ending::Exit(1), |_, words| words == ["quit"])),
    defect_hook("U76", stock::chatter_on_errors),
    defect_hook("U82", |hooks| {
        hooks.handshake = Some(|lines| lines[1] = "id author 検定 Prüfer".to_owned());
        hooks.write = Some(Box::new(|line| {
            let before = if line == "readyok" { "info string prêt 準備完了\n" } else { "" };
            format!("{before}{line}\n").into_bytes()
        }));
    }),
    defect_hook("U83", |hooks| {
        let mut loaded = false;
        stock::command(hooks, move |shared, words| {
            if words == ["isready"] && !std::mem::replace(&mut loaded, true) {
                for part in 1..=8 {
                    shared.nap(Duration::from_secs(1));
                    let text = format!("info string loaded {part} of 8");
                    shared.say(if part % 2 == 0 { &text } else { "" });
                }
            }
            Handling::Obey
        });
    }),
    defect_hook("U84", |hooks| {
        stock::command(hooks, |shared, words| {
            if words == ["uci"] {
                shared.nap(Duration::from_secs(4));
            }
            Handling::Obey
        });
    }),
];

/// Keeps its output until a block of 4 KiB is full or the engine ends.
fn fills_a_block_first(hooks: &mut Hooks<Position>) {
    let block: Arc<Mutex<Vec<u8>>> = Arc::default();
    let left = Arc::clone(&block);
    hooks.write = Some(Box::new(move |line| {
        let mut block = family::lock(&block);
        block.extend_from_slice(format!("{line}\n").as_bytes());
        match block.len() < 4096 {
            true => Vec::new(),
            false => std::mem::take(&mut *block),
        }
    }));
    let also_left = Arc::clone(&left);
    hooks.eof = Some(Box::new(move |shared| {
        shared.write(&std::mem::take(&mut *family::lock(&also_left)));
        Ending::Exit(0)
    }));
    stock::command(hooks, move |shared, words| {
        if words == ["quit"] {
            shared.write(&std::mem::take(&mut *family::lock(&left)));
        }
        Handling::Obey
    });
}

/// Changes the scores and node counts of all later searches a little with each search.
fn remembers_the_last_game(hooks: &mut Hooks<Position>) {
    use std::sync::atomic::{AtomicI32, Ordering};

    let searches = Arc::new(AtomicI32::new(0));
    let done = Arc::clone(&searches);
    hooks.search.answered = Some(Box::new(move |_, _, _| {
        done.fetch_add(1, Ordering::SeqCst);
    }));
    stock::change_info(hooks, move |_, info| {
        let before = searches.load(Ordering::SeqCst);
        if let Some(cp) = info.cp() {
            info.set("score", format!("cp {}", cp + 7 * before));
        }
        if let Some(nodes) = info.get("nodes").and_then(|text| text.parse::<i32>().ok()) {
            info.set("nodes", nodes + 13 * before);
        }
    });
}
