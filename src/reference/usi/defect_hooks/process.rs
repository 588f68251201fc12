//! The process, its streams, and how it ends.

use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("K01", stock::quit_waits),
    defect_hook("K02", |hooks| stock::lose_lines(hooks, |line| line == "quit\r")),
    defect_hook("K03", stock::linger),
    defect_hook("K04", |hooks| {
        stock::leave_at_quit(hooks, || stock::leave_a_child("usi"));
    }),
    defect_hook("K30", |hooks| {
        stock::leave_at_quit(hooks, || stock::leave_a_daemon("usi"));
    }),
    defect_hook("K05", |hooks| stock::end_on(hooks, Ending::Abort, |_, words| words == ["quit"])),
    defect_hook("K09", dies_in_a_search),
    defect_hook("K10", stock::chatter_on_errors),
    defect_hook("K11", |hooks| wrong_stream(hooks, |line| line.starts_with("info"))),
    defect_hook("K11:all", |hooks| wrong_stream(hooks, |_| true)),
    defect_hook("K13", |hooks| {
        let mut after = false;
        hooks.write = Some(Box::new(move |line| {
            let before = if after { "\n" } else { "" };
            after = line == "readyok";
            let end = if after { "" } else { "\n" };
            format!("{before}{line}{end}").into_bytes()
        }));
    }),
    defect_hook("K15", |hooks| named(hooks, b"id name Ken\0tei\n")),
    defect_hook("K15:bom", |hooks| named(hooks, b"\xef\xbb\xbfid name Kentei\n")),
    defect_hook("K15:ansi", |hooks| named(hooks, b"id name \x1b[1mKentei\x1b[0m\n")),
    defect_hook("K16", |hooks| stock::lose_lines(hooks, stock::has_wide_gaps)),
    defect_hook("K17", stop_reading_while_writing),
    defect_hook("K18", |hooks| stock::end_on(hooks, Ending::Exit(1), |_, words| words == ["quit"])),
    stock::child(),
];

fn dies_in_a_search(hooks: &mut Hooks<Position>) {
    hooks.go = Some(Box::new(|shared, _, _, request| {
        // The search must not end before the process does.
        request.infinite = true;
        stock::end_soon(shared, Ending::Abort);
        Handling::Obey
    }));
}

/// Writes some lines to the error stream.
fn wrong_stream(hooks: &mut Hooks<Position>, wrong: fn(&str) -> bool) {
    hooks.errors = Some(wrong);
}

/// Writes these bytes instead of the line with the name.
fn named(hooks: &mut Hooks<Position>, bytes: &'static [u8]) {
    hooks.write = Some(Box::new(move |line| match line.starts_with("id name ") {
        true => bytes.to_vec(),
        false => format!("{line}\n").into_bytes(),
    }));
}

/// At the start of a search without end, writes info lines for eight seconds and reads nothing meanwhile.
fn stop_reading_while_writing(hooks: &mut Hooks<Position>) {
    hooks.go = Some(Box::new(|shared, board, _, request| {
        let mv = board.moves().first().copied();
        if let (true, Some(mv)) = (request.infinite || request.ponder, mv) {
            for round in 1..=1600 {
                let time = round * 5;
                let line = format!("info depth 1 time {time} nodes {round} score cp 0 pv {mv}");
                shared.say(&line);
                shared.nap(Duration::from_millis(5));
            }
        }
        Handling::Obey
    }));
}
