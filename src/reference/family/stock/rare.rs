//! Defects that show only with input that few clients send.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::reference::Ending;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::Handling;
use crate::reference::family::plan::{Plan, Timing};
use crate::reference::family::request::Request;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board, Dialect, Hooks, lock, options};

use super::clock::{at_once, change_request};
use super::line::{lose, wait_for_search};

/// Obeys the last command again at the second of two blank lines.
pub(in crate::reference) fn obeys_again_at_second_blank<B: Board>(hooks: &mut Hooks<B>) {
    let mut last = String::new();
    let mut blanks = 0;
    hooks.lines.push(Box::new(move |_, line| {
        if !line.trim().is_empty() {
            line.clone_into(&mut last);
            blanks = 0;
            return Handling::Obey;
        }
        blanks += 1;
        match blanks == 2 {
            true => Handling::Instead(vec![last.clone()]),
            false => Handling::Obey,
        }
    }));
}

/// Ignores a `go` that comes 90 to 110 ms after the last reply.
pub(in crate::reference) fn loses_a_go_after_its_reply<B: Board>(hooks: &mut Hooks<B>) {
    let given = super::keep_reply(hooks);
    super::lose(hooks, move |_, words| {
        let window = Duration::from_millis(90)..=Duration::from_millis(110);
        let since = lock(&given).as_ref().map(|(at, _)| at.elapsed());
        words.first() == Some(&"go") && since.is_some_and(|since| window.contains(&since))
    });
}

/// Sets the number of lines back to one whenever this option is set.
pub(in crate::reference) fn one_line_after_setting<D: Dialect>(
    hooks: &mut Hooks<D::Board>,
    option: &'static str,
) {
    one_line_after::<D>(hooks, move |line| {
        options::read(line).is_some_and(|(name, _)| name == option)
    });
}

/// Sets the number of lines back to one after such lines.
pub(in crate::reference) fn one_line_after<D: Dialect>(
    hooks: &mut Hooks<D::Board>,
    is_meant: impl Fn(&str) -> bool + 'static,
) {
    hooks.lines.push(Box::new(move |_, line| match is_meant(line) {
        true => Handling::Instead(vec![
            line.to_owned(),
            format!("setoption name {} value 1", D::MULTI_PV),
        ]),
        false => Handling::Obey,
    }));
}

/// Does not notice the end of input at some moments.
pub(in crate::reference) fn stays_at_the_end<B: Board>(
    hooks: &mut Hooks<B>,
    stays: fn(&SharedState) -> bool,
) {
    hooks.eof = Some(Box::new(move |shared| {
        if stays(shared) {
            super::hang(shared);
        }
        Ending::Exit(0)
    }));
}

/// Does not notice the end of input if its last line is `part` of a command.
pub(in crate::reference) fn stays_at_the_end_after<B: Board>(
    hooks: &mut Hooks<B>,
    is_part: fn(&str) -> bool,
) {
    let last = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&last);
    hooks.lines.push(Box::new(move |_, line| {
        seen.store(is_part(line), Ordering::Relaxed);
        Handling::Obey
    }));
    hooks.eof = Some(Box::new(move |shared| {
        if last.load(Ordering::Relaxed) {
            super::hang(shared);
        }
        Ending::Exit(0)
    }));
}

/// Ends a search at `debug on`, as at `stop`.
pub(in crate::reference) fn ends_at_debug<B: Board>(
    hooks: &mut Hooks<B>,
    search: fn(&Epoch) -> bool,
) {
    super::command(hooks, move |shared, words| {
        if *words == ["debug", "on"]
            && let Some(epoch) = shared.open().filter(|epoch| search(epoch))
        {
            epoch.stop();
        }
        Handling::Obey
    });
}

/// Calls `failure` at each `stop` of a search, once this option is set after a search.
pub(in crate::reference) fn after_setting<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    failure: fn(&Epoch),
) {
    let mut played = false;
    let mut changed = false;
    super::command(hooks, move |shared, words| {
        match words {
            ["setoption", "name", set, ..] if *set == name => changed = played,
            ["go", ..] => played = true,
            ["stop"] if changed => {
                if let Some(epoch) = shared.open() {
                    failure(&epoch);
                }
            }
            _ => {}
        }
        Handling::Obey
    });
}

/// Ends the process when a search begins while this option has this value.
pub(in crate::reference) fn ends_in_search<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
    value: &'static str,
) {
    let at = super::follow_value(hooks, name, move |to| to == value);
    super::end_on(hooks, Ending::Abort, move |_, words| {
        at.load(Ordering::SeqCst) && words.first() == Some(&"go")
    });
}

/// Whether the side to move has both main time and an increment.
pub(in crate::reference) fn has_increment(timing: &Timing<'_>) -> bool {
    let own = timing.request.own(timing.first_to_move);
    let set = |time: Option<Duration>| time.is_some_and(|time| !time.is_zero());
    set(own.left) && set(own.increment)
}

/// Replies in such a search only after `stop`.
pub(in crate::reference) fn never_answers<B: Board>(
    hooks: &mut Hooks<B>,
    hit: impl Fn(&Timing<'_>) -> bool + 'static,
) {
    hooks.plan = Some(Box::new(move |timing, plan| match hit(timing) {
        true => Plan { answer: None, early: false },
        false => plan,
    }));
}

/// Ends `go infinite` by itself if `searchmoves` names one move.
pub(in crate::reference) fn ends_infinite_with_one_searchmove<B: Board>(hooks: &mut Hooks<B>) {
    change_request(hooks, |_, _, request| request.infinite &= request.searchmoves.len() != 1);
}

/// Whether the position of the last `go` has one legal move.
fn has_one_move<B: Board>(hooks: &mut Hooks<B>) -> Rc<Cell<bool>> {
    let single = Rc::new(Cell::new(false));
    let noted = Rc::clone(&single);
    change_request(hooks, move |board, _, _| noted.set(board.moves().len() == 1));
    single
}

/// Ignores an `isready` in a search of a position with one legal move.
pub(in crate::reference) fn lose_ready_with_one_move<B: Board>(hooks: &mut Hooks<B>) {
    let single = has_one_move(hooks);
    lose(hooks, move |shared, words| {
        single.get() && *words == ["isready"] && shared.open().is_some()
    });
}

/// Replies only after `stop` in a search of a position with one legal move, once `ponderhit` has come.
pub(in crate::reference) fn lose_hit_with_one_move<B: Board>(hooks: &mut Hooks<B>) {
    let single = has_one_move(hooks);
    hooks.plan = Some(Box::new(move |timing, plan| {
        let lost = timing.pondered.is_some() && single.get();
        if lost { Plan { answer: None, early: false } } else { plan }
    }));
}

/// Lets `quit` wait for the end of such a search of a position with one legal move.
pub(in crate::reference) fn quit_waits_with_one_move<B: Board>(
    hooks: &mut Hooks<B>,
    search: fn(&Epoch) -> bool,
) {
    let single = has_one_move(hooks);
    wait_for_search(hooks, "quit", move |epoch| single.get() && search(epoch));
}

/// Replies at once to a `go ponder` before which this command came while nothing was searched.
pub(in crate::reference) fn keeps_for_ponder<B: Board>(hooks: &mut Hooks<B>, name: &'static str) {
    let kept =
        move |shared: &SharedState, words: &[&str]| *words == [name] && shared.open().is_none();
    at_once_after(hooks, kept, |request| request.ponder);
}

/// Replies at once to the first `go` after such a command, if it is such a search.
pub(in crate::reference) fn at_once_after<B: Board>(
    hooks: &mut Hooks<B>,
    is_meant: impl Fn(&SharedState, &[&str]) -> bool + 'static,
    is_search: fn(&Request) -> bool,
) {
    let has_come = super::has_come(hooks, is_meant);
    change_request(hooks, move |_, _, request| {
        if has_come.take() && is_search(request) {
            at_once(request);
        }
    });
}

/// Reports the second best line before the best one, with the number 1.
pub(in crate::reference) fn swaps_the_first_lines<B: Board>(hooks: &mut Hooks<B>) {
    hooks.search.info = Some(Box::new(|_, lines| {
        if lines.get(1).is_some_and(|second| second.get("multipv") == Some("2")) {
            lines.swap(0, 1);
            lines[0].set("multipv", 1);
            lines[1].set("multipv", 2);
        }
    }));
}
