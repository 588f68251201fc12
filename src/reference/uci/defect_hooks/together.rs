//! Mistakes that only a search of some kind shows while an option, a position or another word of `go` comes with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::optional::analyses;
use super::reply::{Mistake, knows_fischer_chess};
use crate::games::chess::Position;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::plan::Timing;
use crate::reference::family::request::{Mate, Reply, Request};
use crate::reference::family::{Board as _, position, stock};
use crate::reference::uci::Uci;

/// How much longer than allowed a search takes.
const OVERRUN: Duration = Duration::from_millis(1500);
/// A clock above this makes the engine think for three seconds.
const LONG_CLOCK: Duration = Duration::from_secs(60);
/// The plies of a long game.
const MANY_PLIES: usize = 120;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y86", |hooks| {
        analyses(hooks);
        stock::loses_while(hooks, "UCI_AnalyseMode", stock::is_true, "ponderhit");
    }),
    defect_hook("Y121", |hooks| {
        stock::exceeds_time_while(hooks, "MultiPV", stock::is_several, |request| request.movetime);
    }),
    defect_hook("Y121:clock", |hooks| {
        stock::exceeds_time_while(hooks, "MultiPV", stock::is_several, |request| {
            request.first.left.filter(|_| !request.ponder)
        });
    }),
    defect_hook("Y86:held", |hooks| {
        ends_in_analysis(hooks, |request| std::mem::take(&mut request.ponder));
    }),
    defect_hook("Y87", |hooks| stock::one_line_after_setting::<Uci>(hooks, "Ponder")),
    defect_hook("Y88", |hooks| {
        ends_in_analysis(hooks, |request| std::mem::take(&mut request.infinite));
    }),
    defect_hook("Y88:movetime", |hooks| {
        analyses(hooks);
        stock::exceeds_time_while(hooks, "UCI_AnalyseMode", stock::is_true, |request| {
            request.movetime
        });
    }),
    defect_hook("Y89", |hooks| {
        stock::answer_after(hooks, |timing| {
            timing.request.first.left.filter(|left| *left > LONG_CLOCK).map(|_| LONG_CLOCK / 20)
        });
        stock::wait_for_search(hooks, "isready", |epoch| epoch.request.first.left.is_some());
    }),
    defect_hook("Y89:depth", |hooks| {
        stock::wait_for_search(hooks, "isready", |epoch| epoch.request.depth.is_some());
    }),
    defect_hook("Y90", |hooks| {
        let mut answered = 0;
        stock::lose(hooks, move |shared, words| {
            if words.first() == Some(&"go") {
                answered = 0;
            }
            answered += usize::from(words == ["isready"] && shared.open().is_some());
            words == ["isready"] && answered > 2
        });
    }),
    defect_hook("Y91", |hooks| {
        loses_go(hooks, |words| words.iter().any(|word| word.starts_with('-')));
    }),
    defect_hook("Y92", |hooks| {
        loses_go(hooks, |words| words.windows(2).any(|pair| pair == ["movestogo", "60"]));
    }),
    defect_hook("Y93", |hooks| {
        stock::change_request(hooks, |_, words, request| {
            if request.ponder && words.ends_with(&["movestogo", "1"]) {
                stock::at_once(request);
            }
        });
    }),
    defect_hook("Y94", |hooks| {
        loses_go(hooks, |words| words.contains(&"mate") && words.contains(&"movetime"));
    }),
    defect_hook("Y95", |hooks| {
        let checked = is_checked(hooks);
        stock::answer_after(hooks, move |timing| {
            timing
                .request
                .movetime
                .filter(|_| checked.load(Ordering::SeqCst))
                .map(|time| time + OVERRUN)
        });
    }),
    defect_hook("Y96", |hooks| {
        let mut asked = false;
        stock::lose(hooks, move |shared, words| {
            let ponders = shared.open().is_some_and(|epoch| epoch.is_pondering());
            asked = ponders && (asked || words == ["isready"]);
            words == ["ponderhit"] && asked
        });
    }),
    defect_hook("Y97", |hooks| {
        loses_hit(hooks, |epoch| !epoch.request.searchmoves.is_empty());
    }),
    defect_hook("Y98", |hooks| {
        let castled = follow_moves(hooks, |moves| moves.contains(&"e1g1"));
        loses_hit_while(hooks, castled);
    }),
    defect_hook("Y98:check", |hooks| {
        let checked = is_checked(hooks);
        loses_hit_while(hooks, checked);
    }),
    defect_hook("Y99", |hooks| one_line(hooks, |epoch, _| epoch.request.movetime.is_some())),
    defect_hook("Y99:check", |hooks| one_line(hooks, |_, root| root.loses_without_move())),
    defect_hook("Y99:infinite", |hooks| one_line(hooks, |epoch, _| epoch.request.infinite)),
    defect_hook("Y100", |hooks| knows_fischer_chess(hooks, Mistake::EndsAtHash)),
    defect_hook("Y101", |hooks| {
        stock::change_request(hooks, |_, _, request| {
            if request.searchmoves.len() > 8 {
                request.searchmoves.clear();
            }
        });
    }),
    defect_hook("Y102", |hooks| {
        stock::mute(hooks, |asked, _| {
            asked.epoch.request.nodes.is_some() && !asked.root.has_move()
        });
    }),
    defect_hook("Y103", |hooks| {
        let third = follow_moves(hooks, |moves| {
            let mut fours = moves.rchunks(4);
            fours.next() == fours.next() && moves.len() >= 8
        });
        stock::best(hooks, move |_, reply| {
            if third.load(Ordering::SeqCst) {
                *reply = Reply::best("(none)");
            }
        });
    }),
    defect_hook("Y104", |hooks| {
        let is_long = follow_moves(hooks, |moves| moves.len() > MANY_PLIES);
        stock::answer_after(hooks, move |timing| {
            own_clock(timing).filter(|_| is_long.load(Ordering::SeqCst)).map(|left| left + OVERRUN)
        });
    }),
    defect_hook("Y104:infinite", |hooks| {
        let is_long = follow_moves(hooks, |moves| moves.len() > MANY_PLIES);
        stock::change_request(hooks, move |_, _, request| {
            request.infinite &= !is_long.load(Ordering::SeqCst);
        });
    }),
    defect_hook("Y105", |hooks| {
        stock::change_request(hooks, |_, _, request| {
            if request.ponder && request.nodes.is_some() {
                stock::at_once(request);
            }
        });
    }),
    defect_hook("Y105:drawn", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            let pieces = board.notation();
            let pieces = pieces.split(' ').next().unwrap_or_default();
            let men = pieces.chars().filter(|c| c.is_ascii_alphabetic()).count();
            if request.ponder && men == 2 {
                stock::at_once(request);
            }
        });
    }),
    defect_hook("Y106", |hooks| {
        analyses(hooks);
        stock::never_answers_while(hooks, "UCI_AnalyseMode", stock::is_true, |request| {
            request.nodes.is_some()
        });
    }),
    defect_hook("Y106:depth", |hooks| {
        stock::never_answers_while(hooks, "MultiPV", stock::is_several, |request| {
            request.depth.is_some()
        });
    }),
    defect_hook("Y107", |hooks| {
        stock::answer_after(hooks, |timing| {
            let restricted = !timing.request.searchmoves.is_empty();
            timing.request.movetime.filter(|_| restricted).map(|time| time + OVERRUN)
        });
    }),
    defect_hook("Y108", |hooks| {
        stock::loses_while(hooks, "MultiPV", stock::is_several, "isready");
    }),
    defect_hook("Y109", |hooks| {
        stock::crashes_without_move_while(hooks, "MultiPV", stock::is_several);
    }),
    defect_hook("Y110", |hooks| stock::one_line_after_setting::<Uci>(hooks, "Clear Hash")),
    defect_hook("Y111", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            if request.mate == Some(Mate::Within(1)) && request.searchmoves.is_empty() {
                let moves = board.moves().into_iter();
                let others = moves.filter(|mv| board.after(*mv).has_move());
                request.searchmoves = others.map(|mv| mv.to_string()).collect();
            }
        });
    }),
];

/// While `UCI_AnalyseMode` is true, replies at once to each search that `take` recognizes.
fn ends_in_analysis(hooks: &mut Hooks<Position>, take: fn(&mut Request) -> bool) {
    analyses(hooks);
    stock::ends_while(hooks, "UCI_AnalyseMode", stock::is_true, take);
}

/// Ignores each `go` with such words.
fn loses_go(hooks: &mut Hooks<Position>, is_lost: fn(&[&str]) -> bool) {
    stock::lose(hooks, move |_, words| words.first() == Some(&"go") && is_lost(words));
}

/// Ignores `ponderhit` in such a search.
fn loses_hit(hooks: &mut Hooks<Position>, search: fn(&Epoch) -> bool) {
    stock::lose(hooks, move |shared, words| {
        words == ["ponderhit"] && shared.open().is_some_and(|epoch| search(&epoch))
    });
}

/// Ignores `ponderhit` while the flag is set.
fn loses_hit_while(hooks: &mut Hooks<Position>, flag: Arc<AtomicBool>) {
    stock::lose(hooks, move |_, words| words == ["ponderhit"] && flag.load(Ordering::SeqCst));
}

/// Whether the side to move of the last `go` is in check. Occupies the hook of `go`.
fn is_checked(hooks: &mut Hooks<Position>) -> Arc<AtomicBool> {
    let checked = Arc::new(AtomicBool::new(false));
    let noted = Arc::clone(&checked);
    stock::change_request(hooks, move |board, _, _| {
        noted.store(board.loses_without_move(), Ordering::SeqCst)
    });
    checked
}

/// Whether the moves of the last `position` are such moves. Occupies the hook of `position`.
fn follow_moves(hooks: &mut Hooks<Position>, is_meant: fn(&[&str]) -> bool) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    hooks.position = Some(Box::new(move |_, words, to| {
        set.store(is_meant(position::moves(words)), Ordering::SeqCst);
        to
    }));
    flag
}

/// Shows one line only in such searches.
pub(super) fn one_line(hooks: &mut Hooks<Position>, search: fn(&Epoch, &Position) -> bool) {
    hooks.search.info = Some(Box::new(move |asked, lines| {
        if search(asked.epoch, asked.root) {
            lines.truncate(1);
        }
    }));
}

/// The time left on the clock of the side to move.
fn own_clock(timing: &Timing<'_>) -> Option<Duration> {
    timing.request.own(timing.first_to_move).left
}
