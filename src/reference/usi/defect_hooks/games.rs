//! `isready`, `usinewgame`, and the start and end of games.

use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::stock;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("C02", |hooks| stock::lose(hooks, |_, words| words == ["isready"])),
    defect_hook("C03", |hooks| stock::wait_for_search(hooks, "isready", |_| true)),
    defect_hook("C03:slow", |hooks| {
        stock::ready_late_in_search(hooks, Duration::from_secs(3));
    }),
    defect_hook("C03:soon", |hooks| {
        stock::ready_late_in_search(hooks, Duration::from_millis(700));
    }),
    defect_hook("C04", stops_for_isready),
    defect_hook("C06", loses_the_first_go),
    defect_hook("C07", loads_long),
    defect_hook("C09", |hooks| {
        let mut begun = false;
        stock::end_on(hooks, Ending::Exit(1), move |_, words| {
            begun |= words.first() == Some(&"usinewgame");
            !begun && words.first() == Some(&"position")
        });
    }),
    defect_hook("C10", |hooks| {
        let mut ready = false;
        stock::end_on(hooks, Ending::Exit(1), move |_, words| {
            ready |= words.first() == Some(&"isready");
            !ready && words.first() == Some(&"usinewgame")
        });
    }),
    defect_hook("C12", |hooks| {
        let mut ready = false;
        stock::command(hooks, move |shared, words| {
            ready |= words.first() == Some(&"isready");
            if words == ["quit"] && !ready {
                stock::hang(shared);
            }
            Handling::Obey
        });
    }),
    defect_hook("C12:crash", |hooks| {
        let mut ready = false;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            ready |= words.first() == Some(&"isready");
            words == ["quit"] && !ready
        });
    }),
    defect_hook("C14", |hooks| {
        stock::say_on(hooks, |_, words| stock::says(words == ["usinewgame"], "readyok"));
    }),
    defect_hook("C15", |hooks| {
        stock::end_on(hooks, Ending::Exit(1), |_, words| words.first() == Some(&"gameover"));
    }),
    defect_hook("C16", |hooks| {
        let mut over = false;
        stock::lose(hooks, move |_, words| {
            over |= words.first() == Some(&"gameover");
            over && words.first() == Some(&"go")
        });
    }),
];

fn stops_for_isready(hooks: &mut Hooks<Position>) {
    stock::command(hooks, |shared, words| {
        if let (true, Some(epoch)) = (words == ["isready"], shared.open()) {
            epoch.stop();
            epoch.wait_closed(Duration::from_secs(1));
        }
        Handling::Obey
    });
}

/// Sends `readyok` although it still loads, and ignores the first `go`.
fn loses_the_first_go(hooks: &mut Hooks<Position>) {
    let mut loaded = false;
    stock::lose(hooks, move |_, words| {
        let lost = !loaded && words.first() == Some(&"go");
        loaded |= lost;
        lost
    });
}

fn loads_long(hooks: &mut Hooks<Position>) {
    let mut loaded = false;
    stock::command(hooks, move |shared, words| {
        if words == ["isready"] && !loaded {
            loaded = true;
            for seconds in [5, 5, 2] {
                shared.nap(Duration::from_secs(seconds));
                shared.say("");
            }
        }
        Handling::Obey
    });
}
