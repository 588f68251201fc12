//! Mistakes that only a few positions, clocks or orders of commands show.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::game::was_draw_offered;
use super::step::{Squares, Step};
use crate::games::Position as _;
use crate::games::xiangqi::Position;
use crate::reference::Ending;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::{Clock, Reply};
use crate::reference::family::{Board as _, position, stock};

/// The milliseconds above which microseconds do not fit in 32 bits.
const MOST_TIME: u64 = 2_147_483;
/// The plies that an engine keeps of all games together.
const MOST_PLIES: usize = 1_500;
/// A clock above this is seldom used up in a test.
const A_MINUTE: Duration = Duration::from_secs(60);
/// The number of bans that an engine keeps.
const MOST_BANS: usize = 50;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y97", stock::replies_again_without_moves),
    defect_hook("Y65", |hooks| ends_at_sudden_death(hooks, false)),
    defect_hook("Y65:hit", |hooks| ends_at_sudden_death(hooks, true)),
    defect_hook("Y66", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            let long = |time: &str| time.parse::<u64>().is_ok_and(|time| time > MOST_TIME);
            words.windows(2).any(|pair| pair[0] == "time" && long(pair[1]))
        });
    }),
    defect_hook("Y67", |hooks| stock::keeps_for_ponder(hooks, "ponderhit")),
    defect_hook("Y68", stock::ready_waits_after_hit),
    defect_hook("Y69", |hooks| stock::negate_scores_of(hooks, Epoch::is_pondering)),
    defect_hook("Y69:hit", |hooks| stock::negate_scores_of(hooks, Epoch::was_hit)),
    defect_hook("Y71", |hooks| {
        stock::command(hooks, |_, words| match words {
            ["banmoves", bans @ ..] if bans.len() > MOST_BANS => {
                Handling::Instead(vec![words[..=MOST_BANS].join(" ")])
            }
            _ => Handling::Obey,
        });
    }),
    defect_hook("Y72", |hooks| stock::mute(hooks, |asked, _| asked.root.moves().len() > 80)),
    defect_hook("Y73", |hooks| {
        let mut plies = 0;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            if words.first() == Some(&"position") {
                plies += position::moves(words).len();
            }
            plies > MOST_PLIES
        });
    }),
    defect_hook("Y74", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"probe") && words.contains(&"moves")
        });
    }),
    defect_hook("Y75", |hooks| {
        overlooks(hooks, |root, step| root.in_check() && step.takes() && step.piece != 'k');
    }),
    defect_hook("Y75:across", |hooks| {
        overlooks(hooks, |_, step| step.is('p', 1, 0) && (4..=5).contains(&step.to.1));
    }),
    defect_hook("Y75:last", |hooks| {
        overlooks(hooks, |_, step| step.is('p', 1, 0) && [0, 9].contains(&step.to.1));
    }),
    defect_hook("Y75:back", |hooks| {
        overlooks(hooks, |_, step| step.is_king_move() && step.is_behind_a_pawn());
    }),
    defect_hook("Y75:leg", |hooks| {
        overlooks(hooks, |_, step| step.is_king_move() && step.is_near_a_blocked_horse());
    }),
    defect_hook("Y76", |hooks| {
        mute_on_clock(hooks, |own| own.left.is_some_and(|left| left <= Duration::from_millis(150)));
    }),
    defect_hook("Y76:second", |hooks| {
        mute_on_clock(hooks, |own| {
            is_last_second(own) && own.increment.is_some_and(|increment| increment.is_zero())
        });
    }),
    defect_hook("Y76:increment", |hooks| {
        mute_on_clock(hooks, |own| is_last_second(own) && own.increment > own.left);
    }),
    defect_hook("Y77", |hooks| uses_other_clock_after_hit(hooks, true)),
    defect_hook("Y77:black", |hooks| uses_other_clock_after_hit(hooks, false)),
    defect_hook("Y78", |hooks| {
        let drawn = Rc::new(Cell::new(false));
        let seen = Rc::clone(&drawn);
        stock::lose(hooks, move |shared, words| {
            match words {
                ["go", ..] => drawn.set(false),
                ["ponderhit", "draw"] => drawn.set(true),
                _ => {}
            }
            words == ["stop"] && drawn.get() && shared.open().is_some()
        });
        stock::answer_after(hooks, move |timing| {
            let left = timing.request.first.left.filter(|left| *left > A_MINUTE)?;
            seen.get().then_some(left / 60)
        });
    }),
    defect_hook("Y79", |hooks| {
        let (offered, agreed) = (was_draw_offered(hooks), AtomicBool::new(false));
        hooks.search.reply = Some(Box::new(move |asked, reply| {
            if agreed.load(Ordering::SeqCst) {
                return None;
            }
            let accepts = offered.load(Ordering::SeqCst) && asked.root.material() < -600;
            agreed.store(accepts, Ordering::SeqCst);
            Some(if accepts { Reply::best("draw") } else { reply })
        }));
    }),
    defect_hook("Y80", |hooks| {
        stock::best(hooks, |asked, reply| {
            if asked.epoch.request.nodes == Some(1) && !asked.root.first_to_move() {
                *reply = Reply::best("a0a1");
            }
        });
    }),
    defect_hook("Y80:mute", |hooks| {
        stock::mute(hooks, |asked, _| {
            asked.epoch.request.nodes == Some(1) && asked.root.first_to_move()
        });
    }),
    defect_hook("Y81", |hooks| {
        stock::replies_again_at_its_end(hooks, |request| request.first.left);
    }),
    defect_hook("Y82", |hooks| {
        stock::ends_while(hooks, "ponder", stock::is_true, |request| {
            std::mem::take(&mut request.infinite)
        });
    }),
    defect_hook("Y82:clock", |hooks| {
        stock::exceeds_time_while(hooks, "ponder", stock::is_true, |request| request.first.left);
    }),
    defect_hook("Y82:hit", |hooks| {
        stock::loses_while(hooks, "ponder", stock::is_true, "ponderhit");
    }),
    defect_hook("Y83", |hooks| {
        stock::change_reply(hooks, |asked, reply| {
            if asked.epoch.was_hit() && asked.epoch.is_stopped() {
                *reply = Reply::word("nobestmove");
            }
        });
    }),
    defect_hook("Q39", |hooks| {
        stock::best(hooks, |asked, reply| {
            if asked.root.material() < -600 {
                *reply = Reply::best("resign");
            }
        });
    }),
];

/// Ends when it is to move in sudden death as Black, or at the ponderhit of such a search.
fn ends_at_sudden_death(hooks: &mut Hooks<Position>, ponders: bool) {
    let pending = Rc::new(Cell::new(false));
    let hit = Rc::clone(&pending);
    stock::end_on(hooks, Ending::Abort, move |_, words| *words == ["ponderhit"] && hit.get());
    hooks.go = Some(Box::new(move |shared, board, words, request| {
        let is_last = words.windows(2).any(|pair| *pair == ["movestogo", "0"]);
        pending.set(is_last && request.ponder && ponders);
        if is_last && !request.ponder && !ponders && !board.first_to_move() {
            shared.end(Ending::Abort);
        }
        Handling::Obey
    }));
}

/// Never answers if the clock of the side to move is of this kind.
fn mute_on_clock(hooks: &mut Hooks<Position>, is_meant: fn(Clock) -> bool) {
    stock::mute(hooks, move |asked, _| is_meant(asked.epoch.request.first));
}

fn is_last_second(own: Clock) -> bool {
    own.left.is_some_and(|left| left < Duration::from_secs(1))
}

/// After `ponderhit`, thinks for a part of the other clock as this side.
fn uses_other_clock_after_hit(hooks: &mut Hooks<Position>, red: bool) {
    let meant = Rc::new(Cell::new(false));
    let set = Rc::clone(&meant);
    stock::change_request(hooks, move |board, _, request| {
        set.set(request.ponder && board.first_to_move() == red);
    });
    stock::answer_after(hooks, move |timing| {
        let other = timing.request.second.left?;
        (timing.pondered.is_some() && meant.get()).then_some(other / 40)
    });
}

/// Says that there is no move if all legal moves are of this kind.
pub(super) fn overlooks(hooks: &mut Hooks<Position>, is_meant: fn(&Position, &Step<'_>) -> bool) {
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let squares = Squares::of(asked.root);
        let overlooked = asked.root.moves().iter().all(|mv| {
            squares.read(&mv.to_string()).is_some_and(|step| is_meant(asked.root, &step))
        });
        Some(if overlooked { Reply::word("nobestmove") } else { reply })
    }));
}
