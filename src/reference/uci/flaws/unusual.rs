//! Wrong only in what few clients send: clocks with all their words, a command at a moment of its own, blanks.

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::desk::Desk;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{Flaw, Heed, Hooks, flaw};
use crate::reference::family::{Board as _, stock};

pub(super) static FLAWS: &[Flaw<Position>] = &[
    flaw("N20", |hooks| {
        stock::never_answers(hooks, |timing| {
            stock::has_increment(timing) && timing.pondered.is_some()
        });
    }),
    flaw("N20:black", |hooks| {
        stock::never_answers(hooks, |timing| {
            stock::has_increment(timing) && timing.pondered.is_some() && !timing.first_to_move
        });
    }),
    flaw("N21", |hooks| {
        stock::never_answers(hooks, stock::has_increment)
    }),
    flaw("N21:black", |hooks| {
        stock::never_answers(hooks, |timing| {
            stock::has_increment(timing) && !timing.first_to_move
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
        stock::stays_at_the_end(hooks, Desk::is_pondering)
    }),
    flaw("N28", |hooks| stock::ends_at_debug(hooks, is_ponder)),
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
    flaw("N32", stock::obeys_again_at_second_blank),
    flaw("N33", |hooks| {
        let mut games = 0;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            games += u32::from(*words == ["ucinewgame"]);
            games >= 60 && words.first() == Some(&"go")
        });
    }),
    flaw("N34", stock::loses_a_go_after_its_reply),
];

fn is_ponder(epoch: &Epoch) -> bool {
    epoch.request.ponder
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
