//! Positions, searches and replies.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::games::xiangqi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::plan::Plan;
use crate::reference::family::request::Reply;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Q02", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"go") && words.windows(2).any(|pair| pair == ["movestogo", "0"])
        });
    }),
    defect_hook("Q03", |hooks| {
        stock::best(hooks, |_, reply| {
            reply.body = ranks_from_one(&reply.body);
            reply.ponder = reply.ponder.as_deref().map(ranks_from_one);
        });
    }),
    defect_hook("Q04", |hooks| {
        stock::change_info(hooks, |_, info| {
            let score = format!("cp {}", info.get("score").unwrap_or("0"));
            info.set("score", score);
        });
    }),
    defect_hook("Q08", |hooks| {
        let mut mute = false;
        stock::lose(hooks, move |_, words| {
            let board = words.get(2).filter(|_| words.first() == Some(&"position"));
            mute |= board.is_some_and(|board| board.to_lowercase().contains(['n', 'b']));
            mute
        });
    }),
    defect_hook("Q09", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            request.depth = request.depth.map(|depth| depth.max(1));
            Handling::Obey
        }));
    }),
    defect_hook("Q10", |hooks| stock::lose(hooks, |_, words| words.first() == Some(&"banmoves"))),
    defect_hook("Q11", |hooks| keeps_bans_at(hooks, "position")),
    defect_hook("Q12", |hooks| {
        stock::command(hooks, |shared, words| {
            if words != ["stop"] || shared.open().is_some() {
                return Handling::Obey;
            }
            shared.say("bestmove h2e2");
            Handling::Ignore
        });
    }),
    defect_hook("Q13", |hooks| {
        // After a `stop`, one more `nobestmove` is correct. `answered` itself cannot read the flag: the search is
        // locked meanwhile.
        let stopped = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stopped);
        stock::change_reply(hooks, move |asked, _| {
            seen.store(asked.epoch.is_stopped(), Ordering::SeqCst);
        });
        hooks.search.answered = Some(Box::new(move |shared, _, _| {
            if !stopped.load(Ordering::SeqCst) {
                shared.say("nobestmove");
            }
        }));
    }),
    defect_hook("Q17", |hooks| {
        stock::change_reply(hooks, |asked, reply| {
            if !asked.root.has_move() {
                *reply = Reply::best("(none)");
            }
        });
    }),
    defect_hook("Q18", |hooks| stock::plays_on_its_own_board(hooks, "", |_| true)),
    defect_hook("Q19", |hooks| {
        stock::lose(hooks, |shared, words| {
            let young = |epoch: &crate::reference::family::epoch::Epoch| {
                epoch.started.elapsed() < Duration::from_millis(30)
            };
            words == ["stop"] && shared.open().is_some_and(|epoch| young(&epoch))
        });
    }),
    defect_hook("Q22", |hooks| {
        stock::lose(hooks, |_, words| words.get(1) == Some(&"usemillisec"));
        uses_much_of_its_clock(hooks);
    }),
    defect_hook("Q23", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            request.ponder = false;
            Handling::Obey
        }));
    }),
    // Controls: the engine does this in any case.
    defect_hook("Q30", |_| {}),
    defect_hook("Q31", |_| {}),
    defect_hook("Q34", |hooks| {
        answers_a_draw_offer(hooks, |reply| reply.body = format!("{} draw", reply.body));
    }),
    defect_hook("X71", |hooks| {
        answers_a_draw_offer(hooks, |reply| "draw".clone_into(&mut reply.body));
    }),
    defect_hook("Q36", |hooks| {
        hooks.search.info = Some(Box::new(|asked, lines| {
            if asked.epoch.started.elapsed() < Duration::from_millis(60) {
                lines.clear();
            }
        }));
        stock::change_reply(hooks, |asked, reply| {
            let young = asked.epoch.started.elapsed() < Duration::from_millis(10);
            if young && asked.epoch.is_stopped() {
                *reply = Reply::word("nobestmove");
            }
        });
    }),
    defect_hook("Q38", |hooks| {
        hooks.plan = Some(Box::new(|timing, plan| match timing.pondered {
            Some(_) => Plan::at(Duration::ZERO),
            None => plan,
        }));
    }),
];

/// Whether the last `go` had the word `draw`. Occupies the hook of `go`.
pub(super) fn was_draw_offered(hooks: &mut Hooks<Position>) -> Arc<AtomicBool> {
    let offered = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&offered);
    hooks.go = Some(Box::new(move |_, _, words, _| {
        set.store(words.contains(&"draw"), Ordering::SeqCst);
        Handling::Obey
    }));
    offered
}

/// Changes the `bestmove` of a search that `go draw` began.
fn answers_a_draw_offer(hooks: &mut Hooks<Position>, change: fn(&mut Reply)) {
    let offered = was_draw_offered(hooks);
    stock::best(hooks, move |_, reply| {
        if offered.load(Ordering::SeqCst) {
            change(reply);
            reply.ponder = None;
        }
    });
}

/// Writes a move with ranks from 1 to 10.
fn ranks_from_one(text: &str) -> String {
    let rank = |letter: char| match letter.to_digit(10) {
        Some(rank) => (rank + 1).to_string(),
        None => letter.to_string(),
    };
    text.chars().map(rank).collect()
}

/// Uses a fiftieth of the clock, but no less than planned.
fn uses_much_of_its_clock(hooks: &mut Hooks<Position>) {
    hooks.plan = Some(Box::new(|timing, plan| match timing.request.limit(timing.first_to_move) {
        Some(limit) => Plan::at(plan.answer.unwrap_or_default().max(limit / 50)),
        None => plan,
    }));
}

/// Keeps the banned moves at positions that begin with these words.
pub(super) fn keeps_bans_at(hooks: &mut Hooks<Position>, words: &'static str) {
    let mut bans = None;
    hooks.lines.push(Box::new(move |_, line| {
        if line.starts_with("banmoves") {
            bans = Some(line.to_owned());
        }
        match &bans {
            Some(bans) if line.starts_with(words) => {
                Handling::Instead(vec![line.to_owned(), bans.clone()])
            }
            Some(_) | None => Handling::Obey,
        }
    }));
}

/// Forgets the banned moves at the first `go` after a command that `is_meant` recognizes, until the next position.
pub(super) fn forgets_bans_after(
    hooks: &mut Hooks<Position>,
    is_meant: fn(&SharedState, &[&str]) -> bool,
) {
    let mut position: Option<String> = None;
    let mut forgets = false;
    stock::command(hooks, move |shared, words| {
        match words {
            ["position", ..] => {
                forgets = false;
                position = Some(words.join(" "));
            }
            ["go", ..] if forgets => {
                let again = position.iter().cloned().chain([words.join(" ")]);
                return Handling::Instead(again.collect());
            }
            _ => {}
        }
        forgets |= is_meant(shared, words);
        Handling::Obey
    });
}
