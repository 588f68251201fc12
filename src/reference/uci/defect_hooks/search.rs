//! `go`, `stop` and pondering.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::Request;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board as _, stock};
use crate::reference::uci::Uci;

use super::mates_in_one;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("U01", |hooks| stock::swallow_early_stop(hooks, Duration::from_millis(30))),
    defect_hook("U02", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            let bounded = request.depth.is_some() || request.nodes.is_some();
            request.ponder &= !bounded && !mates_in_one(board) && board.has_move();
        });
    }),
    defect_hook("U03", |hooks| stock::drop_on(hooks, "stop")),
    defect_hook("U04", |hooks| stock::stop_twice(hooks, |epoch| epoch.request.infinite)),
    defect_hook("U05", remembers_a_stop),
    defect_hook("U06", |hooks| {
        stock::command(hooks, |shared, words| {
            let busy = ["go", "ucinewgame", "setoption"];
            if words.first().is_some_and(|first| busy.contains(first)) && shared.open().is_some() {
                stock::hang(shared);
            }
            Handling::Obey
        });
    }),
    defect_hook("U07", |hooks| {
        stock::change_request(hooks, |_, _, request| request.ponder &= request.movetime.is_none())
    }),
    defect_hook("U08", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| match words {
            ["go", rest @ ..] => !rest.iter().all(|word| is_go_word(word)),
            _ => false,
        });
    }),
    defect_hook("U08:ponder", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            let clocks = words.contains(&"wtime") || words.contains(&"btime");
            words.first() == Some(&"go") && words.contains(&"ponder") && clocks
        });
    }),
    defect_hook("U09", stock::swap_clocks),
    defect_hook("U10", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            if !request.searchmoves.is_empty() {
                let named = std::mem::take(&mut request.searchmoves);
                let others = board.moves().into_iter().map(|mv| mv.to_string());
                request.searchmoves = others.filter(|mv| !named.contains(mv)).collect();
            }
        });
    }),
    defect_hook("U11", |hooks| {
        stock::change_request(hooks, |board, words, request| {
            let end = words.iter().position(|word| *word == "searchmoves");
            let Some(end) = end.filter(|_| !request.infinite) else {
                return;
            };
            let named = std::mem::take(&mut request.searchmoves);
            let kept = Request::read::<Uci>(&words[..end], |word| board.read(word).is_some());
            let unlimited = kept == Request::default();
            *request = kept;
            request.searchmoves = named;
            // The limits after the moves are lost; without another limit, the search does not end.
            request.infinite = unlimited && end + request.searchmoves.len() + 1 < words.len();
        });
    }),
    defect_hook("U12", |hooks| stock::for_ever(hooks, |request| request.nodes.is_some())),
    defect_hook("U46", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            request.infinite &= board.moves().len() > 1 && !mates_in_one(board);
        });
    }),
    defect_hook("U46:depth", |hooks| {
        stock::change_request(hooks, |_, _, request| request.infinite = false)
    }),
    defect_hook("U50", |hooks| stock::for_ever(hooks, |request| request.mate.is_some())),
    defect_hook("U53", |hooks| {
        stock::say_on(hooks, |shared, words| {
            stock::says(words == ["stop"] && shared.open().is_none(), "error: nothing to stop")
        });
    }),
    defect_hook("U56", |hooks| {
        hooks.go = Some(Box::new(|_, board, _, request| {
            let limit = request.limit(board.first_to_move()).or(request.movetime);
            request.infinite |= limit.is_some_and(|limit| limit.is_zero());
            Handling::Obey
        }));
    }),
    defect_hook("U59", keeps_an_old_limit),
    defect_hook("U62", stock::extra_reply_after_hit),
    defect_hook("U63", keeps_a_mate_to_itself),
    defect_hook("U64", stock::overrun_main_time),
    defect_hook("U73", |hooks| {
        stock::answer_after(hooks, |timing| {
            let clock = timing.request.limit(timing.first_to_move).map(|_| Duration::ZERO);
            clock.or(timing.pondered.map(|_| Duration::ZERO))
        });
    }),
    defect_hook("U74", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            if request.movetime.is_some() && board.moves().len() == 1 {
                request.movetime = Some(Duration::ZERO);
            }
        });
    }),
];

/// Whether `go` can have this word: one of its names, a number or a move.
fn is_go_word(word: &str) -> bool {
    const KNOWN: [&str; 12] = [
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
    ];
    let is_move =
        matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..]);
    KNOWN.contains(&word) || word.parse::<i64>().is_ok() || is_move
}

/// Keeps a `stop` that comes without a search: it ends the next search at once.
fn remembers_a_stop(hooks: &mut Hooks<Position>) {
    let kept = |shared: &SharedState, words: &[&str]| words == ["stop"] && shared.open().is_none();
    stock::at_once_after(hooks, kept, |_| true);
}

/// Ends `go infinite` at the depth or the time of an earlier search.
fn keeps_an_old_limit(hooks: &mut Hooks<Position>) {
    let mut old: Option<Request> = None;
    hooks.go = Some(Box::new(move |_, _, _, request| {
        let limited = request.depth.is_some() || request.movetime.is_some();
        if let (true, Some(old)) = (request.infinite, &old) {
            request.infinite = false;
            request.depth = old.depth;
            request.movetime = old.movetime;
        } else if limited && !request.infinite {
            old = Some(request.clone());
        }
        Handling::Obey
    }));
}

/// Ignores a late `ponderhit` if the ponder search has found a mate.
fn keeps_a_mate_to_itself(hooks: &mut Hooks<Position>) {
    let mate = Rc::new(Cell::new(false));
    let found = Rc::clone(&mate);
    hooks.go = Some(Box::new(move |_, board, _, _| {
        mate.set(mates_in_one(board));
        Handling::Obey
    }));
    stock::lose(hooks, move |shared, words| {
        let rested = shared.open().is_some_and(|epoch| epoch.has_rested());
        words == ["ponderhit"] && shared.is_pondering() && rested && found.get()
    });
}
