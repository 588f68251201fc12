//! `go` and the clock.

use std::time::Duration;

use crate::games::Position as _;
use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::Request;
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("E02", byoyomi_in_its_place_only),
    defect_hook("E03", stock::swap_clocks),
    defect_hook("E05", |hooks| {
        stock::answer_after(hooks, |timing| {
            let own = timing.request.own(timing.first_to_move);
            let spent = own.left.unwrap_or_default().is_zero();
            let byoyomi = timing.request.byoyomi.filter(|time| spent && !time.is_zero())?;
            Some(byoyomi + Duration::from_millis(500))
        });
    }),
    defect_hook("N61", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"go") && words.contains(&"binc")
        });
    }),
    defect_hook("E06", |hooks| {
        stock::answer_after(hooks, |timing| {
            let own = timing.request.own(timing.first_to_move);
            let increment = own.increment.filter(|time| !time.is_zero())?;
            let little = own.left.unwrap_or_default() <= increment;
            little.then(|| (increment * 2).mul_f64(0.9))
        });
    }),
    defect_hook("E07", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"go") && !is_usual(&words[1..])
        });
    }),
    defect_hook("E08", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| words == ["go"]);
    }),
    defect_hook("E08:silent", |hooks| stock::lose(hooks, |_, words| words == ["go"])),
    defect_hook("E10", |hooks| {
        hooks.go = Some(Box::new(|_, board, _, request| {
            if request.infinite && (!board.has_move() || declares(board)) {
                stock::at_once(request);
            }
            Handling::Obey
        }));
    }),
    defect_hook("E11", |hooks| stock::mute(hooks, |_, reply| reply.word == "bestmove")),
    defect_hook("E12", |hooks| {
        hooks.write = Some(Box::new(|line| {
            let times = if line.starts_with("bestmove") { 2 } else { 1 };
            format!("{line}\n").repeat(times).into_bytes()
        }));
    }),
    defect_hook("E14", |hooks| without_time(hooks, "")),
    defect_hook("E14:null", |hooks| without_time(hooks, "(null)")),
    defect_hook("E16", |hooks| {
        stock::for_ever(hooks, |request| request.depth.is_some() || request.nodes.is_some());
    }),
    defect_hook("E18", |hooks| {
        let mut ready = false;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            ready |= words == ["isready"];
            !ready && words.first() == Some(&"go")
        });
    }),
    defect_hook("E19", |hooks| {
        stock::answer_after(hooks, |timing| {
            let limit = timing.request.limit(timing.first_to_move)?;
            (!limit.is_zero()).then_some(Duration::from_secs(1))
        });
    }),
    defect_hook("E20", dies_in_game_thirty),
];

/// Whether the side to move may declare a win.
pub(super) fn declares(board: &Position) -> bool {
    board.declaration().is_some_and(|declaration| declaration.sound)
}

/// Whether the words after `go` are in the order in which clients usually write them.
fn is_usual(words: &[&str]) -> bool {
    match words {
        ["ponder", clocks @ ..] => is_usual(clocks),
        ["btime", _, "wtime", _, "byoyomi" | "binc", _, ..] => true,
        ["infinite"] | ["mate", _] => true,
        _ => false,
    }
}

/// Reads `byoyomi` only as the third clock of the line; otherwise it ignores all clocks and takes a fixed time.
fn byoyomi_in_its_place_only(hooks: &mut Hooks<Position>) {
    hooks.go = Some(Box::new(|_, _, words, request| {
        let clocks = words.iter().filter(|word| **word != "ponder");
        let place = clocks.clone().position(|word| *word == "byoyomi");
        if place.is_some_and(|place| place != 4) {
            *request = Request {
                ponder: request.ponder,
                movetime: Some(Duration::from_secs(6)),
                ..Request::default()
            };
        }
        Handling::Obey
    }));
}

/// Replies with this text instead of a move if the clock has no time at all.
fn without_time(hooks: &mut Hooks<Position>, body: &'static str) {
    stock::best(hooks, move |asked, reply| {
        let limit = asked.epoch.request.limit(asked.root.first_to_move());
        if limit.is_some_and(|limit| limit.is_zero()) {
            body.clone_into(&mut reply.body);
            reply.ponder = None;
        }
    });
}

fn dies_in_game_thirty(hooks: &mut Hooks<Position>) {
    let mut games = 0;
    stock::end_on(hooks, Ending::Abort, move |_, words| {
        games += u32::from(words == ["usinewgame"]);
        games >= 30 && words.first() == Some(&"go")
    });
}
