//! Defects that depend on the values of options: an engine that can only play with a value of the user, and engines
//! that are slower with more threads, memory or lines.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::Request;
use crate::reference::family::{options, stock};

use super::options::add;

/// How much longer a search takes: more than the clocks of most scenarios, and more than the limit after `stop`.
const MORE: Duration = Duration::from_secs(3);

/// The name of the option that the engine needs to play, and the value that it needs.
const LEVEL: (&str, &str) = ("KenteiLevel", "9");

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("set:level", needs_a_level),
    defect_hook("set:always-slow", |hooks| {
        with_threads(hooks);
        hooks.search.linger = Some(Box::new(|_| MORE));
    }),
    defect_hook("Y94", |hooks| {
        with_threads(hooks);
        stock::loses_while(hooks, "Threads", stock::is_several, "quit");
    }),
    defect_hook("V01", |hooks| {
        slow_while(
            hooks,
            |name, value| name.eq_ignore_ascii_case("USI_MultiPV") && value != "1",
            |request| request.depth.is_some() || request.nodes.is_some(),
        );
    }),
    defect_hook("V02", |hooks| {
        with_threads(hooks);
        slow_while(
            hooks,
            |name, value| {
                name.eq_ignore_ascii_case("Threads") && value != "1"
                    || name.eq_ignore_ascii_case("USI_Hash") && value != "16"
            },
            |_| true,
        );
    }),
];

fn with_threads(hooks: &mut Hooks<Position>) {
    hooks.handshake = Some(|lines| add(lines, "Threads", "spin default 1 min 1 max 8"));
}

/// Ends the process at `isready` and at `go` unless its level has the value that it needs.
fn needs_a_level(hooks: &mut Hooks<Position>) {
    let (name, needed) = LEVEL;
    hooks.handshake = Some(|lines| add(lines, LEVEL.0, "spin default 1 min 1 max 9"));
    let mut level = "1".to_owned();
    stock::command(hooks, move |shared, words| {
        match words {
            ["setoption", "name", set, "value", value, ..] if set.eq_ignore_ascii_case(name) => {
                (*value).clone_into(&mut level);
            }
            ["isready", ..] | ["go", ..] if level != needed => shared.end(Ending::Abort),
            _ => {}
        }
        Handling::Obey
    });
}

/// Takes longer for each such search while an option is changed.
fn slow_while(
    hooks: &mut Hooks<Position>,
    is_changed: fn(&str, &str) -> bool,
    is_meant: fn(&Request) -> bool,
) {
    let slow = Arc::new(AtomicBool::new(false));
    let is_slow = Arc::clone(&slow);
    let mut changed = BTreeSet::new();
    hooks.lines.push(Box::new(move |_, line| {
        let set = line.trim_start().starts_with("setoption");
        if let Some((name, value)) = options::read(line).filter(|_| set) {
            let name = name.to_lowercase();
            if is_changed(&name, value.unwrap_or_default().trim()) {
                changed.insert(name);
            } else {
                changed.remove(&name);
            }
            slow.store(!changed.is_empty(), Ordering::SeqCst);
        }
        Handling::Obey
    }));
    hooks.search.linger = Some(Box::new(move |asked| {
        let slow = is_slow.load(Ordering::SeqCst) && is_meant(&asked.epoch.request);
        if slow { MORE } else { Duration::ZERO }
    }));
}
