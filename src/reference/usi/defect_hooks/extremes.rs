//! Defects that show only with the smallest or largest values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, SearchContext, defect_hook};
use crate::reference::family::info::Info;
use crate::reference::family::request::{Mate, Reply, Request};
use crate::reference::family::{Board as _, stock};
use crate::reference::usi::Usi;

use super::mate::solved;

/// The first number of microseconds that 32 bits with a sign cannot hold.
const HALF_AN_HOUR: Duration = Duration::from_micros(1 << 31);

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("N65", |hooks| {
        hooks.go = Some(Box::new(|shared, board, _, _| {
            if board.moves().len() > 580 {
                shared.end(Ending::Abort);
            }
            Handling::Obey
        }));
    }),
    defect_hook("N66", |hooks| {
        hooks.go = Some(Box::new(|shared, board, _, request| {
            if is_long(request, board) {
                shared.end(Ending::Abort);
            }
            Handling::Obey
        }));
    }),
    defect_hook("N66:none", |hooks| {
        without_a_move(hooks, |asked| is_long(&asked.epoch.request, asked.root));
    }),
    defect_hook("N67", |hooks| {
        without_a_move(hooks, |asked| asked.epoch.request.nodes == Some(1));
    }),
    defect_hook("N67:movetime", |hooks| {
        without_a_move(hooks, |asked| {
            asked.epoch.request.movetime == Some(Duration::from_millis(1))
        });
    }),
    defect_hook("N67:depth", |hooks| {
        stock::for_ever(hooks, |request| request.depth == Some(1));
    }),
    defect_hook("N68", fills_up_its_lines),
    defect_hook("N69", |hooks| {
        let repeated = heard_repetition(hooks);
        without_a_move(hooks, move |_| repeated.load(Ordering::SeqCst));
    }),
    defect_hook("N69:resign", |hooks| {
        let repeated = heard_repetition(hooks);
        stock::best(hooks, move |_, reply| {
            if repeated.load(Ordering::SeqCst) {
                *reply = Reply::best("resign");
            }
        });
    }),
    defect_hook("N76", |hooks| {
        solved(hooks, |asked, reply| {
            if asked.epoch.request.mate == Some(Mate::Within(1)) {
                "nomate".clone_into(&mut reply.body);
            }
        });
    }),
];

/// Whether the main time of the side to move is too long for the engine.
fn is_long(request: &Request, board: &Position) -> bool {
    let own = request.own(board.first_to_move());
    own.left.is_some_and(|left| left >= HALF_AN_HOUR)
}

/// Replies `(none)` in some searches although there are moves.
fn without_a_move(
    hooks: &mut Hooks<Position>,
    empty: impl Fn(&SearchContext<'_, Position>) -> bool + Send + Sync + 'static,
) {
    stock::best(hooks, move |asked, reply| {
        if asked.root.has_move() && empty(asked) {
            *reply = Reply::best("(none)");
        }
    });
}

/// Repeats its last line until there are as many lines as requested.
fn fills_up_its_lines(hooks: &mut Hooks<Position>) {
    let wanted = Arc::new(AtomicUsize::new(1));
    let asked_for = Arc::clone(&wanted);
    stock::command(hooks, move |_, words| {
        if let ["setoption", "name", "USI_MultiPV", "value", number] = words {
            asked_for.store(number.parse().unwrap_or(1), Ordering::SeqCst);
        }
        Handling::Obey
    });
    hooks.search.info = Some(Box::new(move |_, lines| {
        let numbered = |line: &&Info| line.get("multipv").is_some();
        let Some(last) = lines.last().filter(numbered).cloned() else {
            return;
        };
        for number in lines.len() + 1..=wanted.load(Ordering::SeqCst) {
            let mut again = last.clone();
            again.set("multipv", number);
            lines.push(again);
        }
    }));
}

/// Whether the last position that was set has occurred three times or more in its game.
fn heard_repetition(hooks: &mut Hooks<Position>) -> Arc<AtomicBool> {
    let repeated = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&repeated);
    hooks.position = Some(Box::new(move |_, words, read| {
        heard.store(stock::times_seen::<Usi>(words, 3) >= 3, Ordering::SeqCst);
        read
    }));
    repeated
}
