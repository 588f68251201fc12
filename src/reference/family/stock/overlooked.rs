//! Mistakes of engine authors, in any game, that no scenario showed until a third-party engine made them.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::reference::Ending;
use crate::reference::family::hooks::Handling;
use crate::reference::family::request::{Reply, Request};
use crate::reference::family::{Board, Hooks, position};

/// Stores its replies by the placement of the pieces alone, without the side to move and all other state.
pub(in crate::reference) fn reply_by_placement<B: Board>(hooks: &mut Hooks<B>) {
    let known: Arc<Mutex<Vec<(String, Reply)>>> = Arc::default();
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let notation = asked.root.notation();
        let board = notation.split(' ').next().unwrap_or_default().to_owned();
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let old = known.iter().find(|(of, _)| *of == board).map(|(_, reply)| reply.clone());
        // If the old reply is legal, it does not show the defect.
        if let Some(old) = old.filter(|old| asked.root.read(&old.body).is_none()) {
            return Some(old);
        }
        known.retain(|(of, _)| *of != board);
        known.push((board, reply.clone()));
        Some(reply)
    }));
}

/// Derives the side to move from the number of moves when it reads the clocks, and thinks for a part of the clock that
/// it reads.
pub(in crate::reference) fn clock_by_move_count<B: Board>(hooks: &mut Hooks<B>) {
    super::swap_clocks(hooks);
    let odd = Rc::new(Cell::new(false));
    let counted = Rc::clone(&odd);
    hooks.position = Some(Box::new(move |_, words, set| {
        counted.set(position::moves(words).len() % 2 == 1);
        set
    }));
    hooks.go = Some(Box::new(move |_, board, _, request| {
        let seems_first = !odd.get();
        if seems_first != board.first_to_move() {
            std::mem::swap(&mut request.first, &mut request.second);
        }
        Handling::Obey
    }));
}

/// Ends the process at a `stop` that comes less than 3 ms after `go infinite`, if `option` asks for more than one line.
pub(in crate::reference) fn end_before_first_line<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
) {
    let mut lines = 1;
    super::end_on(hooks, Ending::Abort, move |shared, words| {
        if let ["setoption", "name", name, "value", value] = words
            && *name == option
        {
            lines = value.parse().unwrap_or(1);
        }
        let young = shared.open().is_some_and(|epoch| {
            epoch.request.infinite && epoch.started.elapsed() < Duration::from_millis(3)
        });
        lines > 1 && young && *words == ["stop"]
    });
}

/// Ends the process at a `go` with some limits.
pub(in crate::reference) fn end_at_limit<B: Board>(
    hooks: &mut Hooks<B>,
    fatal: fn(&B, &Request) -> bool,
) {
    hooks.go = Some(Box::new(move |shared, board, _, request| {
        if fatal(board, request) {
            shared.end(Ending::Abort);
        }
        Handling::Obey
    }));
}

/// Ends the process at a depth above the largest signed byte.
pub(in crate::reference) fn end_at_large_depth<B: Board>(hooks: &mut Hooks<B>) {
    end_at_limit(hooks, |_, request| request.depth.is_some_and(|depth| depth > 127));
}

/// Ends the process at a number of nodes above 2^31, which 32 bits with a sign cannot hold.
pub(in crate::reference) fn end_at_many_nodes<B: Board>(hooks: &mut Hooks<B>) {
    end_at_limit(hooks, |_, request| request.nodes.is_some_and(|nodes| nodes > 1 << 31));
}

/// Sets up the start position at some commands, if a position has been set since the last game began.
pub(in crate::reference) fn begin_anew_at<B: Board>(
    hooks: &mut Hooks<B>,
    command: fn(&[&str]) -> bool,
) {
    let mut set = false;
    super::command(hooks, move |_, words| {
        match words.first() {
            Some(&"position") => set = true,
            Some(&"usinewgame" | &"ucinewgame" | &"gameover") => set = false,
            Some(_) | None => {}
        }
        match set && command(words) {
            true => Handling::Instead(vec!["position startpos".to_owned(), words.join(" ")]),
            false => Handling::Obey,
        }
    });
}

/// Restricts later searches to the moves of an earlier `searchmoves`, and changes these searches further.
pub(in crate::reference) fn keep_searchmoves<B: Board>(
    hooks: &mut Hooks<B>,
    change: fn(&mut Request),
) {
    let mut kept = Vec::new();
    hooks.go = Some(Box::new(move |_, _, _, request| {
        if !request.searchmoves.is_empty() {
            kept.clone_from(&request.searchmoves);
        } else if !kept.is_empty() {
            request.searchmoves.clone_from(&kept);
            change(request);
        }
        Handling::Obey
    }));
}

/// Restricts later searches to the moves of the last `searchmoves`, if `stop` ended that search, and does not end them.
pub(in crate::reference) fn keep_searchmoves_after_stop<B: Board>(hooks: &mut Hooks<B>) {
    let stopped =
        super::has_come(hooks, |shared, words| *words == ["stop"] && shared.open().is_some());
    let mut kept = Vec::new();
    hooks.go = Some(Box::new(move |_, _, _, request| {
        if !request.searchmoves.is_empty() || !stopped.get() {
            kept.clone_from(&request.searchmoves);
        } else if !kept.is_empty() {
            request.searchmoves.clone_from(&kept);
            request.infinite = true;
        }
        stopped.set(false);
        Handling::Obey
    }));
}

/// Restricts a later `go mate` to the moves of an earlier `searchmoves`: it has no mate if the mating moves are not among
/// them.
pub(in crate::reference) fn keep_searchmoves_for_mate<B: Board>(hooks: &mut Hooks<B>) {
    let kept = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&kept);
    hooks.go = Some(Box::new(move |_, _, _, request| {
        set.fetch_or(!request.searchmoves.is_empty(), Ordering::Relaxed);
        Handling::Obey
    }));
    super::change_reply(hooks, move |_, reply| {
        if reply.word == "checkmate" && kept.load(Ordering::Relaxed) {
            reply.body = "nomate".to_owned();
        }
    });
}

/// Resigns each game after the first resignation.
pub(in crate::reference) fn resigns_for_ever<B: Board>(hooks: &mut Hooks<B>) {
    let resigned = AtomicBool::new(false);
    super::best(hooks, move |_, reply| {
        if reply.body == "resign" || resigned.load(Ordering::Relaxed) {
            resigned.store(true, Ordering::Relaxed);
            *reply = Reply::best("resign");
        }
    });
}

/// Reads only some of the moves of `searchmoves`. With none of them the search is not restricted.
pub(in crate::reference) fn read_searchmoves<B: Board>(
    hooks: &mut Hooks<B>,
    is_read: fn(&str) -> bool,
) {
    hooks.go = Some(Box::new(move |_, _, _, request| {
        request.searchmoves.retain(|word| is_read(word));
        Handling::Obey
    }));
}
