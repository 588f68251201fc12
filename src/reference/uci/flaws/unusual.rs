//! Wrong only in what few clients send: clocks with all their words, a command at a moment of its own, blanks.

use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{Flaw, Heed, Hooks, flaw};
use crate::reference::family::plan::{Plan, Timing};
use crate::reference::family::{Board as _, lock, stock};

pub(super) static FLAWS: &[Flaw<Position>] = &[
    flaw("N20", |hooks| {
        never_answers(hooks, |timing| {
            has_increment(timing) && timing.pondered.is_some()
        });
    }),
    flaw("N20:black", |hooks| {
        never_answers(hooks, |timing| {
            has_increment(timing) && timing.pondered.is_some() && !timing.first_to_move
        });
    }),
    flaw("N21", |hooks| never_answers(hooks, has_increment)),
    flaw("N21:black", |hooks| {
        never_answers(hooks, |timing| {
            has_increment(timing) && !timing.first_to_move
        });
    }),
    flaw("N21:togo", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.ends_with(&["movestogo", "1"])
        });
    }),
    flaw("N22", |hooks| {
        stock::lose(hooks, |_, words| ends_in_moves(words))
    }),
    flaw("N22:crash", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| ends_in_moves(words));
    }),
    flaw("N23", |hooks| {
        stock::lost_behind_go(hooks, "stop", (62, 78), |epoch| epoch.request.infinite);
    }),
    flaw("N24", |hooks| {
        stock::lost_behind_go(hooks, "ponderhit", (132, 148), is_ponder);
    }),
    flaw("N25", |hooks| {
        stock::lost_behind_go(hooks, "stop", (162, 178), is_ponder);
    }),
    flaw("N26", |hooks| {
        let mut most = false;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            if let ["setoption", "name", "MultiPV", "value", value] = words {
                most = value.parse().is_ok_and(|value: u32| value > 60);
            }
            most && words.first() == Some(&"go")
        });
    }),
    flaw("N27", |hooks| {
        hooks.eof = Some(Box::new(|desk| {
            if desk.is_pondering() {
                stock::hang(desk);
            }
            Ending::Exit(0)
        }));
    }),
    flaw("N28", |hooks| {
        stock::command(hooks, |desk, words| {
            if *words == ["debug", "on"]
                && let Some(epoch) = desk.open().filter(|epoch| is_ponder(epoch))
            {
                epoch.stop();
            }
            Heed::Obey
        });
    }),
    flaw("N29", |hooks| mute_without_moves(hooks, false)),
    flaw("N29:infinite", |hooks| mute_without_moves(hooks, true)),
    flaw("N30", |hooks| {
        hooks.line = Some(Box::new(|_, line| match line.starts_with([' ', '\t']) {
            true => Heed::Ignore,
            false => Heed::Obey,
        }));
    }),
    flaw("N31", |hooks| {
        let mut set = false;
        stock::lose(hooks, move |_, words| match words.first() {
            Some(&"position") => std::mem::replace(&mut set, true),
            Some(&"go") => {
                set = false;
                false
            }
            Some(_) | None => false,
        });
    }),
    flaw("N32", |hooks| {
        let mut last = String::new();
        let mut blanks = 0;
        hooks.line = Some(Box::new(move |_, line| {
            if !line.trim().is_empty() {
                line.clone_into(&mut last);
                blanks = 0;
                return Heed::Obey;
            }
            blanks += 1;
            match blanks == 2 {
                true => Heed::Instead(vec![last.clone()]),
                false => Heed::Obey,
            }
        }));
    }),
    flaw("N33", |hooks| {
        let mut games = 0;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            games += u32::from(*words == ["ucinewgame"]);
            games >= 60 && words.first() == Some(&"go")
        });
    }),
    flaw("N34", |hooks| {
        let given = stock::keep_reply(hooks);
        stock::lose(hooks, move |_, words| {
            let window = Duration::from_millis(90)..=Duration::from_millis(110);
            let since = lock(&given).as_ref().map(|(at, _)| at.elapsed());
            words.first() == Some(&"go") && since.is_some_and(|since| window.contains(&since))
        });
    }),
];

fn is_ponder(epoch: &Epoch) -> bool {
    epoch.request.ponder
}

/// Whether the side to move has both main time and an increment.
fn has_increment(timing: &Timing<'_>) -> bool {
    let own = timing.request.own(timing.first_to_move);
    let set = |time: Option<Duration>| time.is_some_and(|time| !time.is_zero());
    set(own.left) && set(own.increment)
}

/// Such a search is answered after `stop` alone.
fn never_answers(hooks: &mut Hooks<Position>, hit: fn(&Timing<'_>) -> bool) {
    hooks.plan = Some(Box::new(move |timing, plan| match hit(timing) {
        true => Plan {
            answer: None,
            early: false,
        },
        false => plan,
    }));
}

fn ends_in_moves(words: &[&str]) -> bool {
    words.starts_with(&["position", "fen"]) && words.last() == Some(&"moves")
}

/// A search at a root without a legal move is lost, where it has a clock or, else, where it has no end.
fn mute_without_moves(hooks: &mut Hooks<Position>, endless: bool) {
    hooks.go = Some(Box::new(move |_, board, _, request| {
        let timed = request.own(board.first_to_move()).left.is_some();
        let lost = if endless { request.infinite } else { timed };
        match lost && !board.has_move() {
            true => Heed::Ignore,
            false => Heed::Obey,
        }
    }));
}
