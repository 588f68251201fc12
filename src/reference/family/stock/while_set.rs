//! Defects that show only while an option has a certain value.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::reference::Ending;
use crate::reference::family::hooks::Handling;
use crate::reference::family::request::Request;
use crate::reference::family::{Board, Hooks, options};

/// An option of type check is on.
pub(in crate::reference) fn is_true(value: &str) -> bool {
    value == "true"
}

/// More than one line is asked for.
pub(in crate::reference) fn is_several(value: &str) -> bool {
    value != "1"
}

/// The combo of the built-in engine is not at its default.
pub(in crate::reference) fn is_not_default(value: &str) -> bool {
    value != "Normal"
}

/// Whether `is_on` is true for the last value of an option. It gets each value once.
pub(in crate::reference) fn follow_value<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    mut is_on: impl FnMut(&str) -> bool + 'static,
) -> Arc<AtomicBool> {
    let on = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&on);
    hooks.lines.push(Box::new(move |_, line| {
        // UCCI has neither `name` nor `value`.
        let said = options::read(line).or_else(|| options::read_bare(line));
        if let Some((name, Some(value))) = said
            && name == option
        {
            set.store(is_on(value), Ordering::SeqCst);
        }
        Handling::Obey
    }));
    on
}

/// Whether an option of type check is on.
pub(in crate::reference) fn follow<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
) -> Arc<AtomicBool> {
    follow_value(hooks, option, is_true)
}

/// Ends the process at `isready` if the number that this option was set to is no power of two.
pub(in crate::reference) fn aborts_with_odd_hash<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
) {
    let odd = follow_value(hooks, option, |value| {
        value.parse::<u64>().is_ok_and(|size| !size.is_power_of_two())
    });
    super::end_on(hooks, Ending::Abort, move |_, words| {
        odd.load(Ordering::SeqCst) && *words == ["isready"]
    });
}

/// While `is_on` is true for the value of an option, replies at once to each search that `take` recognizes, whose word it
/// removes. Occupies the hook of `go`.
pub(in crate::reference) fn ends_while<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    is_on: fn(&str) -> bool,
    take: fn(&mut Request) -> bool,
) {
    let on = follow_value(hooks, option, is_on);
    super::change_request(hooks, move |_, _, request| {
        if on.load(Ordering::SeqCst) && take(request) {
            super::at_once(request);
        }
    });
}

/// While `is_on` is true for the value of an option, never replies to a search that `asked` recognizes. Occupies the
/// hook of plans.
pub(in crate::reference) fn never_answers_while<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    is_on: fn(&str) -> bool,
    asked: fn(&Request) -> bool,
) {
    let on = follow_value(hooks, option, is_on);
    super::never_answers(hooks, move |timing| asked(timing.request) && on.load(Ordering::SeqCst));
}

/// While `is_on` is true for the value of an option, exceeds the time that `given` reads from a request by a second and a
/// half. Occupies the hook of plans.
pub(in crate::reference) fn exceeds_time_while<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    is_on: fn(&str) -> bool,
    given: fn(&Request) -> Option<Duration>,
) {
    let on = follow_value(hooks, option, is_on);
    super::answer_after(hooks, move |timing| {
        let given = given(timing.request).filter(|_| on.load(Ordering::SeqCst));
        given.map(|time| time + Duration::from_millis(1500))
    });
}

/// While `is_on` is true for the value of an option, loses this command if it comes in an open search.
pub(in crate::reference) fn loses_while<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    is_on: fn(&str) -> bool,
    command: &'static str,
) {
    let on = follow_value(hooks, option, is_on);
    super::lose(hooks, move |shared, words| {
        *words == [command] && on.load(Ordering::SeqCst) && shared.open().is_some()
    });
}

/// While `is_on` is true for the value of an option, crashes in a search without a legal move. Occupies the hook of `go`.
pub(in crate::reference) fn crashes_without_move_while<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    is_on: fn(&str) -> bool,
) {
    let on = follow_value(hooks, option, is_on);
    hooks.go = Some(Box::new(move |shared, board, _, _| {
        if on.load(Ordering::SeqCst) && !board.has_move() {
            shared.end(Ending::Abort);
        }
        Handling::Obey
    }));
}
