//! Mistakes of engine authors that no scenario showed until a third-party engine made them.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::plan::Plan;
use crate::reference::family::request::{Mate, Request};
use crate::reference::family::{Board as _, stock};
use crate::reference::usi::Usi;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y01", stock::reply_by_placement),
    defect_hook("Y02", |hooks| stock::begin_anew_at(hooks, |words| *words == ["isready"])),
    defect_hook("Y03", |hooks| {
        stock::begin_anew_at(hooks, |words| words.first() == Some(&"setoption"));
    }),
    defect_hook("Y04", |hooks| {
        let written_out = Rc::new(Cell::new(false));
        let set = Rc::clone(&written_out);
        hooks.position = Some(Box::new(move |_, words, position| {
            set.set(words.first() == Some(&"sfen"));
            position
        }));
        hooks.plan = Some(Box::new(move |timing, plan| {
            let lost = timing.pondered.is_some() && !timing.first_to_move && written_out.get();
            if lost { Plan { answer: None, early: false } } else { plan }
        }));
    }),
    defect_hook("Y05", stock::clock_by_move_count),
    defect_hook("Y06", stock::end_at_large_depth),
    defect_hook("Y06:nodes", stock::end_at_many_nodes),
    defect_hook("Y07", |hooks| {
        let mut left = None;
        hooks.go = Some(Box::new(move |_, _, _, request| {
            if let Some(Mate::Within(limit)) = request.mate {
                left = Some(Duration::from_millis(limit));
            } else if request.infinite
                && let Some(limit) = left.take()
            {
                request.infinite = false;
                request.movetime = Some(limit);
            }
            Handling::Obey
        }));
    }),
    defect_hook("Y08", |hooks| stock::end_before_first_line(hooks, "USI_MultiPV")),
    defect_hook("Y09", |hooks| of_few_moves(hooks, |request| request.infinite)),
    defect_hook("Y10", |hooks| of_few_moves(hooks, |request| request.ponder)),
    defect_hook("Y11", |hooks| stock::read_searchmoves(hooks, |word| !word.contains('*'))),
    defect_hook("Y12", |hooks| stock::keep_searchmoves(hooks, |_| {})),
    defect_hook("Y12:mute", |hooks| {
        stock::keep_searchmoves(hooks, |request| request.infinite = true);
    }),
    defect_hook("Y13", |hooks| stock::one_line_after_setting::<Usi>(hooks, "USI_Hash")),
    defect_hook("Y14", stock::negate_second_score),
    defect_hook("Y15", stock::keep_searchmoves_for_mate),
    defect_hook("Y16", stock::resigns_for_ever),
    defect_hook("Y17", |hooks| stock::stays_at_the_end_after(hooks, |line| line == "is")),
    defect_hook("Y35", |hooks| {
        stock::captures_with_pinned(hooks, |piece, (files, ranks)| piece == "b" && files == ranks);
    }),
    defect_hook("Y35:file", |hooks| {
        stock::captures_with_pinned(hooks, |piece, (files, _)| {
            matches!(piece, "r" | "l") && files == 0
        });
    }),
];

/// Replies at once instead of holding the reply, if there are two or three legal moves.
fn of_few_moves(hooks: &mut Hooks<Position>, held: fn(&Request) -> bool) {
    hooks.go = Some(Box::new(move |_, board, _, request| {
        if held(request) && (2..=3).contains(&board.moves().len()) {
            stock::at_once(request);
        }
        Handling::Obey
    }));
}
