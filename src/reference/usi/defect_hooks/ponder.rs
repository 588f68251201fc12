//! Pondering.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::repeated_line::RepeatedLine;
use crate::reference::family::request::Reply;
use crate::reference::family::{Board as _, position, stock};
use crate::reference::usi::Usi;

use super::clock::declares;
use super::options::note_ponder_off;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("F01", answers_from_the_book),
    defect_hook("F04", |hooks| {
        hooks.go = Some(Box::new(|_, board, _, request| {
            if request.ponder && declares(board) {
                stock::at_once(request);
            }
            Handling::Obey
        }));
    }),
    defect_hook("F05", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            if request.ponder {
                stock::at_once(request);
                request.movetime = Some(Duration::from_secs(1));
            }
            Handling::Obey
        }));
    }),
    defect_hook("F07", |hooks| stock::drop_on(hooks, "ponderhit")),
    defect_hook("F08", |hooks| stock::drop_on(hooks, "stop")),
    defect_hook("F09", |hooks| {
        stock::best(hooks, |asked, reply| {
            let epoch = asked.epoch;
            if epoch.request.ponder && epoch.hit_at().is_none() && epoch.is_stopped() {
                *reply = Reply::best("resign");
            }
        });
    }),
    defect_hook("F10", stock::extra_reply_after_hit),
    defect_hook("F12", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            let hit = shared.newest().is_some_and(|epoch| epoch.was_hit());
            words.first() == Some(&"ponderhit") && !shared.is_pondering() && !hit
        });
    }),
    defect_hook("F13", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            let hit = shared.newest().is_some_and(|epoch| epoch.was_hit());
            words.first() == Some(&"ponderhit") && hit
        });
    }),
    defect_hook("F14", |hooks| {
        stock::lose(hooks, |shared, words| {
            words.first() == Some(&"ponderhit") && shared.is_pondering()
        });
    }),
    defect_hook("F15", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            request.ponder = false;
            Handling::Obey
        }));
    }),
    defect_hook("F16", stock::overrun_ponder),
    defect_hook("F17", ponders_after_a_mate),
    defect_hook("F18", |hooks| {
        stock::best(hooks, |_, reply| reply.ponder = Some("none".to_owned()));
    }),
    defect_hook("F18:null", |hooks| {
        stock::best(hooks, |_, reply| reply.ponder = Some("(null)".to_owned()));
    }),
    defect_hook("F21", ponders_into_the_next_game),
    defect_hook("F23", |hooks| {
        stock::think_unasked(hooks, note_ponder_off, |off: &bool, _| !*off);
        stock::best(hooks, |_, reply| reply.ponder = None);
    }),
    defect_hook("F25", |hooks| {
        stock::command(hooks, |shared, words| {
            if words == ["quit"] && shared.is_pondering() {
                stock::hang(shared);
            }
            Handling::Obey
        });
    }),
    defect_hook("F27", |hooks| {
        stock::answer_after(hooks, |timing| timing.pondered.map(|_| Duration::ZERO));
    }),
    defect_hook("F28", answers_for_the_position_before),
    defect_hook("F29", |hooks| {
        stock::lose(hooks, |shared, words| {
            let rested = shared.open().is_some_and(|epoch| epoch.has_rested());
            words.first() == Some(&"ponderhit") && shared.is_pondering() && rested
        });
    }),
];

/// Replies at once to `go ponder` in the first four plies from the start position, as from an opening book.
fn answers_from_the_book(hooks: &mut Hooks<Position>) {
    let in_book = Rc::new(Cell::new(true));
    let known = Rc::clone(&in_book);
    hooks.position = Some(Box::new(move |_, words, set| {
        in_book.set(words.first() == Some(&"startpos") && words.len() <= 6);
        set
    }));
    hooks.go = Some(Box::new(move |_, _, _, request| {
        if request.ponder && known.get() {
            stock::at_once(request);
        }
        Handling::Obey
    }));
}

/// Names a ponder move after a mating move; ends the process when it should ponder that move.
fn ponders_after_a_mate(hooks: &mut Hooks<Position>) {
    stock::best(hooks, |asked, reply| {
        let mv = asked.root.read(&reply.body);
        if mv.is_some_and(|mv| !asked.root.after(mv).has_move()) {
            reply.ponder = Some("5a4b".to_owned());
        }
    });
    hooks.position = Some(Box::new(|shared, words, set| {
        let mated =
            |words: &[&str]| position::read::<Usi>(words).is_ok_and(|board| !board.has_move());
        if set.is_err() && words.split_last().is_some_and(|(_, before)| mated(before)) {
            shared.end(Ending::Abort);
        }
        set
    }));
}

/// Continues to ponder after `gameover`, and shows this until `go`, `stop` or `quit`.
fn ponders_into_the_next_game(hooks: &mut Hooks<Position>) {
    let mut repeated: Option<RepeatedLine> = None;
    stock::command(hooks, move |shared, words| {
        let first = words.first().copied().unwrap_or_default();
        if first == "gameover" && shared.is_pondering() {
            if let Some(epoch) = shared.open() {
                epoch.drop_reply();
            }
            let line = "info depth 1 time 1 nodes 1 score cp 0".to_owned();
            repeated = Some(RepeatedLine::begin(shared, line, Duration::from_millis(100)));
        } else if ["go", "stop", "quit"].contains(&first)
            && let Some(repeated) = repeated.take()
        {
            repeated.stop();
        }
        Handling::Obey
    });
}

fn answers_for_the_position_before(hooks: &mut Hooks<Position>) {
    use std::sync::{Arc, Mutex};

    let before: Arc<Mutex<Option<Position>>> = Arc::default();
    let seen = Arc::clone(&before);
    hooks.position = Some(Box::new(move |_, words, set| {
        let shorter = words.split_last().map(|(_, words)| words);
        let board = shorter.and_then(|words| position::read::<Usi>(words).ok());
        *crate::reference::family::lock(&before) = board;
        set
    }));
    stock::best(hooks, move |asked, reply| {
        if let (Some(_), Some(board)) =
            (asked.epoch.hit_at(), &*crate::reference::family::lock(&seen))
        {
            *reply = stock::reply_from_belief(board, asked.root, reply.clone());
        }
    });
}
