//! Mistakes in one kind of search or one kind of position; in the others these engines conform.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::feature_pairs::mating_move;
use super::game::was_draw_offered;
use super::seldom::overlooks;
use crate::games::xiangqi::Position;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::{Reply, Request};
use crate::reference::family::{Board as _, lock, stock};
use crate::reference::ucci::Ucci;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y85", |hooks| {
        stock::plays_on_its_own_board(hooks, "", |epoch| epoch.request.has_clock());
    }),
    defect_hook("Y85:hit", |hooks| stock::plays_on_its_own_board(hooks, "", Epoch::was_hit)),
    defect_hook("Y85:nodes", |hooks| {
        stock::plays_on_its_own_board(hooks, "", |epoch| epoch.request.nodes.is_some());
    }),
    defect_hook("Y86", |hooks| ends_ponder(hooks, |_, words, _| words.contains(&"movestogo"))),
    defect_hook("Y86:increment", |hooks| {
        ends_ponder(hooks, |_, _, request| {
            request.first.increment.is_some_and(|increment| !increment.is_zero())
        });
    }),
    defect_hook("Y86:few", |hooks| ends_ponder(hooks, |root, _, _| has_few_pieces(root))),
    defect_hook("Y87", |hooks| {
        let last = Rc::new(Cell::new(false));
        let set = Rc::clone(&last);
        stock::change_request(hooks, move |_, words, _| {
            set.set(words.windows(2).any(|pair| *pair == ["movestogo", "1"]));
        });
        stock::answer_after(hooks, move |timing| {
            let left = timing.request.first.left?;
            (timing.pondered.is_some() && last.get()).then(|| left + Duration::from_millis(1500))
        });
    }),
    defect_hook("Y87:increment", |hooks| {
        stock::answer_after(hooks, |timing| {
            let increment = timing.request.first.increment.filter(|own| !own.is_zero())?;
            timing.pondered.map(|_| increment / 5)
        });
    }),
    defect_hook("Y88", |hooks| says_none(hooks, |request| request.infinite)),
    defect_hook("Y88:ponder", |hooks| says_none(hooks, |request| request.ponder)),
    defect_hook("Y88:draw", |hooks| {
        let offered = was_draw_offered(hooks);
        stock::change_reply(hooks, move |asked, reply| {
            if offered.load(Ordering::SeqCst) && !asked.root.has_move() {
                *reply = Reply::best("(none)");
            }
        });
    }),
    defect_hook("Y89", |hooks| plays_a_banned_move(hooks, |request| request.infinite)),
    defect_hook("Y89:clock", |hooks| plays_a_banned_move(hooks, Request::has_clock)),
    defect_hook("Y89:nodes", |hooks| {
        plays_a_banned_move(hooks, |request| request.nodes.is_some());
    }),
    defect_hook("Y90", |hooks| {
        stock::at_once_after(
            hooks,
            |shared, words| *words == ["ponderhit"] && shared.is_pondering(),
            |request| request.infinite,
        );
    }),
    defect_hook("Y90:nodes", |hooks| {
        let mut limited = false;
        stock::change_request(hooks, move |_, _, request| {
            if request.ponder && limited {
                stock::at_once(request);
            } else {
                limited = request.nodes.is_some();
            }
        });
    }),
    defect_hook("Y90:increment", keeps_the_increment),
    defect_hook("Y91", |hooks| repeats_at_late_stop(hooks, Epoch::was_hit)),
    defect_hook("Y91:miss", |hooks| {
        repeats_at_late_stop(hooks, |epoch| epoch.request.ponder && !epoch.was_hit());
    }),
    defect_hook("Y91:nodes", |hooks| {
        repeats_at_late_stop(hooks, |epoch| epoch.request.nodes.is_some());
    }),
    defect_hook("Y92", |hooks| {
        stock::mute(hooks, |asked, _| {
            asked.epoch.request.has_clock() && mating_move(asked.root).is_some()
        });
    }),
    defect_hook("Y92:nodes", |hooks| {
        stock::mute(hooks, |asked, _| {
            asked.epoch.request.nodes.is_some() && mating_move(asked.root).is_some()
        });
    }),
    defect_hook("Y92:one", |hooks| {
        stock::mute(hooks, |asked, _| {
            asked.epoch.request.has_clock() && asked.root.moves().len() == 1
        });
    }),
    defect_hook("Y93", |hooks| gives_red_scores(hooks, |request| request.nodes.is_some())),
    defect_hook("Y93:clock", |hooks| gives_red_scores(hooks, Request::has_clock)),
    defect_hook("Y93:infinite", |hooks| gives_red_scores(hooks, |request| request.infinite)),
    defect_hook("Y94", |hooks| {
        let repeated = Arc::new(AtomicBool::new(false));
        let set = Arc::clone(&repeated);
        hooks.position = Some(Box::new(move |_, words, position| {
            set.store(stock::times_seen::<Ucci>(words, 2) > 1, Ordering::SeqCst);
            position
        }));
        stock::change_reply(hooks, move |_, reply| {
            if repeated.load(Ordering::SeqCst) {
                *reply = Reply::word("nobestmove");
            }
        });
    }),
    defect_hook("Y95", |hooks| {
        overlooks(hooks, |_, step| !step.takes() && step.blocks_a_horse());
    }),
];

fn has_few_pieces(root: &Position) -> bool {
    let notation = root.notation();
    let board = notation.split(' ').next().unwrap_or_default();
    board.chars().filter(char::is_ascii_alphabetic).count() <= 6
}

/// Replies at once to such a ponder search.
fn ends_ponder(hooks: &mut Hooks<Position>, is_meant: fn(&Position, &[&str], &Request) -> bool) {
    stock::change_request(hooks, move |root, words, request| {
        if request.ponder && is_meant(root, words, request) {
            stock::at_once(request);
        }
    });
}

/// Replies with a word instead of a move in such a search without a legal move.
fn says_none(hooks: &mut Hooks<Position>, is_meant: fn(&Request) -> bool) {
    stock::change_reply(hooks, move |asked, reply| {
        if is_meant(&asked.epoch.request) && !asked.root.has_move() {
            *reply = Reply::best("(none)");
        }
    });
}

/// Plays a banned move in such a search if every legal move is banned.
fn plays_a_banned_move(hooks: &mut Hooks<Position>, is_meant: fn(&Request) -> bool) {
    stock::change_reply(hooks, move |asked, reply| {
        let first = asked.root.moves().into_iter().next();
        if let Some(mv) = first
            && reply.word == "nobestmove"
            && is_meant(&asked.epoch.request)
        {
            *reply = Reply::best(mv);
        }
    });
}

/// Uses a part of the last increment if its clock has none.
fn keeps_the_increment(hooks: &mut Hooks<Position>) {
    let old = Rc::new(Cell::new(Duration::ZERO));
    let used = Rc::clone(&old);
    let mut last = Duration::ZERO;
    stock::change_request(hooks, move |_, _, request| {
        let has_none = request.has_clock() && request.first.increment.is_none();
        used.set(if has_none { last } else { Duration::ZERO });
        last = request.first.increment.unwrap_or(last);
    });
    stock::answer_after(hooks, move |_| (!old.get().is_zero()).then(|| old.get() / 3));
}

/// Repeats its reply to such a search at each `stop` that comes after it.
fn repeats_at_late_stop(hooks: &mut Hooks<Position>, is_meant: fn(&Epoch) -> bool) {
    let given = stock::keep_reply(hooks);
    stock::command(hooks, move |shared, words| {
        let is_late = *words == ["stop"] && shared.open().is_none();
        if is_late
            && shared.newest().is_some_and(|epoch| is_meant(&epoch))
            && let Some((_, line)) = &*lock(&given)
        {
            shared.say(line);
            return Handling::Ignore;
        }
        Handling::Obey
    });
}

/// Gives the scores of such searches as Red sees them.
fn gives_red_scores(hooks: &mut Hooks<Position>, is_meant: fn(&Request) -> bool) {
    stock::change_info(hooks, move |asked, info| {
        if is_meant(&asked.epoch.request) && !asked.root.first_to_move() {
            stock::negate_score(info);
        }
    });
}
