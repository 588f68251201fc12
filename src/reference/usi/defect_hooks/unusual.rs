//! Defects that show only with input that few clients send: a command at an unusual time, a late `setoption`, very many
//! games.

use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::plan::Plan;
use crate::reference::family::request::Request;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("N86", |hooks| {
        stock::lost_after_go(hooks, "stop", (62, 78), |epoch| epoch.request.infinite);
    }),
    defect_hook("N87", |hooks| {
        stock::lost_after_go(hooks, "ponderhit", (132, 148), is_ponder);
    }),
    defect_hook("N88", |hooks| {
        stock::lost_after_go(hooks, "stop", (162, 178), is_ponder);
    }),
    defect_hook("N89", |hooks| {
        stock::after_setting(hooks, "USI_Hash", |epoch| epoch.drop_reply());
    }),
    defect_hook("N90", |hooks| {
        declares(hooks, |lines| {
            lines.insert(2, "option name Threads type spin default 1 min 1 max 8".to_owned());
        });
        stock::after_setting(hooks, "Threads", |epoch| epoch.drop_reply());
    }),
    defect_hook("N105", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, _| {
            // The memory is written to, because the system provides only memory that is written to. Without the black
            // box the compiler may leave out memory that is never read.
            std::mem::forget(std::hint::black_box(vec![1_u8; 512 << 10]));
            Handling::Obey
        }));
    }),
    defect_hook("N91", |hooks| stock::ends_in_search(hooks, "USI_MultiPV", "64")),
    defect_hook("N91:plain", |hooks| {
        declares(hooks, |lines| {
            lines.insert(2, "option name MultiPV type spin default 1 min 1 max 40".to_owned());
        });
        stock::ends_in_search(hooks, "MultiPV", "40");
    }),
    defect_hook("N91:border", |hooks| stock::ends_in_search(hooks, "KenteiContempt", "-100")),
    defect_hook("N91:choice", |hooks| stock::ends_in_search(hooks, "KenteiStyle", "Risky")),
    defect_hook("N91:other-choice", |hooks| stock::ends_in_search(hooks, "KenteiStyle", "Solid")),
    defect_hook("N91:check", |hooks| {
        declares(hooks, |lines| {
            lines.insert(2, "option name KenteiPrune type check default false".to_owned());
        });
        stock::ends_in_search(hooks, "KenteiPrune", "true");
    }),
    defect_hook("N106", |hooks| {
        declares(hooks, |lines| {
            lines.insert(
                2,
                "option name KenteiSchool type combo default One var One var Two var Three var Four var Five var Six"
                    .to_owned(),
            );
        });
        stock::ends_in_search(hooks, "KenteiSchool", "Four");
    }),
    defect_hook("N92", |hooks| {
        hooks.go = Some(Box::new(|_, _, words, request| {
            if *words == ["ponder"] {
                stock::at_once(request);
            }
            Handling::Obey
        }));
    }),
    defect_hook("N92:mute", |hooks| stock::lose(hooks, |_, words| *words == ["go", "ponder"])),
    defect_hook("N93", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            *words == ["gameover"] && shared.is_pondering()
        });
    }),
    defect_hook("N94", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            words.first() == Some(&"gameover") && solves(shared)
        });
    }),
    defect_hook("N95", |hooks| stock::stays_at_the_end(hooks, SharedState::is_pondering)),
    defect_hook("N95:mate", |hooks| stock::stays_at_the_end(hooks, solves)),
    defect_hook("N96", |hooks| stock::ends_at_debug(hooks, |epoch| epoch.request.infinite)),
    defect_hook("N96:ponder", |hooks| stock::ends_at_debug(hooks, is_ponder)),
    defect_hook("N97", |hooks| {
        let mut games = 0;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            games += u32::from(*words == ["usinewgame"]);
            games >= 60 && words.first() == Some(&"go")
        });
    }),
    defect_hook("N99", |hooks| {
        hooks.go = Some(Box::new(|_, board, _, request| {
            if request.ponder && !board.has_move() {
                *request = Request { infinite: true, ..request.clone() };
            }
            Handling::Obey
        }));
    }),
    defect_hook("N99:clock", |hooks| {
        hooks.go = Some(Box::new(|_, board, _, request| {
            let timed = request.own(board.first_to_move()).left;
            match !board.has_move() && timed.is_some_and(|left| !left.is_zero()) {
                true => Handling::Ignore,
                false => Handling::Obey,
            }
        }));
    }),
    defect_hook("N100", |hooks| {
        hooks.go = Some(Box::new(|shared, board, words, _| {
            if !board.has_move() && !words.contains(&"ponder") && is_quiet(board) {
                shared.end(Ending::Abort);
            }
            Handling::Obey
        }));
    }),
    defect_hook("N102", outlives_gameover),
    defect_hook("N103", stock::obeys_again_at_second_blank),
    defect_hook("N104", stock::loses_a_go_after_its_reply),
];

fn is_ponder(epoch: &Epoch) -> bool {
    epoch.request.ponder
}

/// Whether the open search is a mate search.
fn solves(shared: &SharedState) -> bool {
    shared.open().is_some_and(|epoch| epoch.request.mate.is_some())
}

/// Whether the side to move is not in check.
fn is_quiet(board: &Position) -> bool {
    !super::misread::in_check(Some(board))
}

/// Changes the lines of the handshake.
fn declares(hooks: &mut Hooks<Position>, change: fn(&mut Vec<String>)) {
    hooks.handshake = Some(change);
}

/// Ignores `gameover` in a search that does not ponder, and replies shortly before the end of a clock of 3 s.
fn outlives_gameover(hooks: &mut Hooks<Position>) {
    stock::lose(hooks, |shared, words| {
        words.first() == Some(&"gameover") && shared.open().is_some() && !shared.is_pondering()
    });
    hooks.plan = Some(Box::new(|timing, plan| {
        let limit = timing.request.limit(timing.first_to_move);
        match limit.filter(|limit| *limit == Duration::from_secs(3)) {
            Some(limit) => Plan::at(limit - Duration::from_millis(200)),
            None => plan,
        }
    }));
}
