//! Defects that show only with input that few clients send: clocks with all their words, a command at an unusual time,
//! a late `setoption`, blanks.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::plan::Plan;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board as _, options, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("N20", |hooks| {
        stock::never_answers(hooks, |timing| {
            stock::has_increment(timing) && timing.pondered.is_some()
        });
    }),
    defect_hook("N20:black", |hooks| {
        stock::never_answers(hooks, |timing| {
            stock::has_increment(timing) && timing.pondered.is_some() && !timing.first_to_move
        });
    }),
    defect_hook("N21", |hooks| stock::never_answers(hooks, stock::has_increment)),
    defect_hook("N21:black", |hooks| {
        stock::never_answers(hooks, |timing| stock::has_increment(timing) && !timing.first_to_move);
    }),
    defect_hook("N21:togo", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| words.ends_with(&["movestogo", "1"]));
    }),
    defect_hook("N21:last-second", |hooks| {
        stock::end_at_limit(hooks, |board, request| {
            let clock = request.own(board.first_to_move());
            clock.left.is_some_and(|left| left < Duration::from_secs(1))
                && clock.increment == Some(Duration::ZERO)
        });
    }),
    defect_hook("N21:spent", stock::spend_increment),
    defect_hook("N22", |hooks| stock::lose(hooks, |_, words| ends_in_moves(words))),
    defect_hook("N22:crash", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| ends_in_moves(words));
    }),
    defect_hook("N23", |hooks| {
        stock::lost_after_go(hooks, "stop", (62, 78), |epoch| epoch.request.infinite);
    }),
    defect_hook("N24", |hooks| {
        stock::lost_after_go(hooks, "ponderhit", (132, 148), is_ponder);
    }),
    defect_hook("N25", |hooks| {
        stock::lost_after_go(hooks, "stop", (162, 178), is_ponder);
    }),
    defect_hook("N26", |hooks| {
        let mut most = false;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            if let ["setoption", "name", "MultiPV", "value", value] = words {
                most = value.parse().is_ok_and(|value: u32| value > 60);
            }
            most && words.first() == Some(&"go")
        });
    }),
    defect_hook("N27", |hooks| stock::stays_at_the_end(hooks, SharedState::is_pondering)),
    defect_hook("N28", |hooks| stock::ends_at_debug(hooks, is_ponder)),
    defect_hook("N29", |hooks| mute_without_moves(hooks, false)),
    defect_hook("N29:infinite", |hooks| mute_without_moves(hooks, true)),
    defect_hook("N30", |hooks| stock::lose_lines(hooks, |line| line.starts_with([' ', '\t']))),
    defect_hook("Y122", |hooks| {
        hooks.lines.push(Box::new(|_, line| match line.trim_end_matches([' ', '\t']) {
            all if all.len() < line.len() && all.contains(" moves ") => Handling::Instead(vec![
                all.rsplit_once(' ').map_or(all, |split| split.0).to_owned(),
            ]),
            _ => Handling::Obey,
        }));
    }),
    defect_hook("N31", stock::keeps_the_first_position),
    defect_hook("N32", stock::obeys_again_at_second_blank),
    defect_hook("N33", |hooks| {
        let mut games = 0;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            games += u32::from(*words == ["ucinewgame"]);
            games >= 60 && words.first() == Some(&"go")
        });
    }),
    defect_hook("N34", stock::loses_a_go_after_its_reply),
    defect_hook("N35", |hooks| {
        stock::after_setting(hooks, "Hash", Epoch::drop_reply);
    }),
    defect_hook("N35:threads", |hooks| {
        declares(hooks, |lines| add(lines, "Threads type spin default 1 min 1 max 8"));
        stock::after_setting(hooks, "Threads", Epoch::drop_reply);
    }),
    defect_hook("N36", |hooks| {
        declares(hooks, |lines| add(lines, "Reserve type spin default 20 min 0 max 90"));
        stock::ends_in_search(hooks, "Reserve", "90");
    }),
    defect_hook("N36:lowest", |hooks| {
        declares(hooks, |lines| add(lines, "Reserve type spin default 20 min 0 max 90"));
        stock::ends_in_search(hooks, "Reserve", "0");
    }),
    defect_hook("Y157", |hooks| {
        declares(hooks, |lines| add(lines, "Reserve type spin default 20 min 0 max 90"));
        let lowest = stock::follow_value(hooks, "Reserve", |value| value == "0");
        hooks.go = Some(Box::new(move |shared, board, _, _| {
            if lowest.load(Ordering::SeqCst) && board.moves().len() == 1 {
                shared.end(Ending::Abort);
            }
            Handling::Obey
        }));
    }),
    defect_hook("N36:check", |hooks| {
        declares(hooks, |lines| add(lines, "Prune type check default true"));
        stock::ends_in_search(hooks, "Prune", "false");
    }),
    defect_hook("N36:choice", |hooks| {
        declares(hooks, |lines| {
            add(
                lines,
                "School type combo default One var One var Two var Three var Four var Five var Six",
            )
        });
        stock::ends_in_search(hooks, "School", "Four");
    }),
    defect_hook("Y10", |hooks| {
        declares(hooks, |lines| add(lines, "School type combo default One var One var Two"));
        stock::begin_anew_at(hooks, |words| words.starts_with(&["setoption", "name", "School"]));
    }),
    defect_hook("N37", |hooks| {
        hooks.go = Some(Box::new(|_, _, words, request| {
            if *words == ["ponder"] {
                stock::at_once(request);
            }
            Handling::Obey
        }));
    }),
    defect_hook("N37:mute", |hooks| stock::lose(hooks, |_, words| *words == ["go", "ponder"])),
    defect_hook("N38", |hooks| {
        hooks.plan = Some(Box::new(|timing, plan| match timing.request.mate {
            Some(_) => Plan::at(Duration::from_secs(2)),
            None => plan,
        }));
        stock::stays_at_the_end(hooks, |shared| {
            shared.open().is_some_and(|epoch| epoch.request.mate.is_some())
        });
    }),
    defect_hook("N39", |hooks| {
        stock::keeps_the_old(hooks, |old, new| {
            new.len() > 160 && new.len() == old.len() + 2 && new.starts_with(old)
        });
    }),
    defect_hook("N40", |hooks| {
        stock::keeps_the_old(hooks, |old, new| !new.is_empty() && old == new)
    }),
    defect_hook("N40:tail", |hooks| {
        stock::keeps_the_old(hooks, |old, new| {
            let tail = |moves: &[String]| moves[moves.len().saturating_sub(3)..].to_vec();
            new.len() > 3 && old.len() == new.len() && tail(old) == tail(new)
        });
    }),
    defect_hook("N41", |hooks| {
        hooks.go = Some(Box::new(|_, board, _, request| {
            request.infinite |= request.ponder && !board.has_move();
            Handling::Obey
        }));
    }),
    defect_hook("N42", |hooks| mute_after_moves(hooks, |board| !board.first_to_move())),
    defect_hook("N42:stalemate", |hooks| {
        mute_after_moves(hooks, |board| board.first_to_move() && !board.loses_without_move());
    }),
    defect_hook("N43", |hooks| {
        declares(hooks, |lines| add(lines, "Threads type spin default 1 min 1 max 1"));
        dies_of_a_second_thread(hooks);
    }),
];

fn is_ponder(epoch: &Epoch) -> bool {
    epoch.request.ponder
}

/// Changes the lines of the handshake.
pub(super) fn declares(hooks: &mut Hooks<Position>, change: fn(&mut Vec<String>)) {
    hooks.handshake = Some(change);
}

/// Declares one more option.
pub(super) fn add(lines: &mut Vec<String>, option: &str) {
    lines.insert(2, format!("option name {option}"));
}

/// Ends the process when `Threads` is set to another value than 1.
fn dies_of_a_second_thread(hooks: &mut Hooks<Position>) {
    stock::end_on(hooks, Ending::Abort, |_, words| {
        let set = options::read(&words.join(" "))
            .filter(|_| words.first() == Some(&"setoption"))
            .and_then(|(name, value)| {
                name.eq_ignore_ascii_case("Threads").then(|| value.map(str::to_owned))
            });
        set.is_some_and(|value| value.as_deref() != Some("1"))
    });
}

/// Ignores a `go` at a root without a legal move that the moves of `position` have led to.
fn mute_after_moves(hooks: &mut Hooks<Position>, whose: fn(&Position) -> bool) {
    let moved = Rc::new(Cell::new(false));
    let seen = Rc::clone(&moved);
    hooks.position = Some(Box::new(move |_, words, set| {
        seen.set(words.contains(&"moves"));
        set
    }));
    hooks.go = Some(Box::new(move |_, board, _, _| {
        match moved.get() && !board.has_move() && whose(board) {
            true => Handling::Ignore,
            false => Handling::Obey,
        }
    }));
}

fn ends_in_moves(words: &[&str]) -> bool {
    words.starts_with(&["position", "fen"]) && words.last() == Some(&"moves")
}

/// Ignores a `go` at a root without a legal move: if `endless`, one without end, otherwise one with a clock.
fn mute_without_moves(hooks: &mut Hooks<Position>, endless: bool) {
    hooks.go = Some(Box::new(move |_, board, _, request| {
        let timed = request.own(board.first_to_move()).left.is_some();
        let lost = if endless { request.infinite } else { timed };
        match lost && !board.has_move() {
            true => Handling::Ignore,
            false => Handling::Obey,
        }
    }));
}
