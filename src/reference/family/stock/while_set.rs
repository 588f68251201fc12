//! Defects that show only while an option has a certain value.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Whether `is_on` is true for the last value of an option. Occupies the hook of lines.
pub(in crate::reference) fn follow_value<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    is_on: fn(&str) -> bool,
) -> Arc<AtomicBool> {
    let on = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&on);
    hooks.line = Some(Box::new(move |_, line| {
        if let Some(value) = value_of(line, option) {
            set.store(is_on(value), Ordering::SeqCst);
        }
        Handling::Obey
    }));
    on
}

/// Whether an option of type check is on. Occupies the hook of lines.
pub(in crate::reference) fn follow<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
) -> Arc<AtomicBool> {
    follow_value(hooks, option, is_true)
}

/// While an option is true, replies at once to each search that `take` recognizes, whose word it removes. Occupies the
/// hooks of lines and of `go`.
pub(in crate::reference) fn ends_while_true<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    take: fn(&mut Request) -> bool,
) {
    let on = follow(hooks, option);
    super::change_request(hooks, move |_, _, request| {
        if on.load(Ordering::SeqCst) && take(request) {
            super::at_once(request);
        }
    });
}

/// While `is_on` is true for the value of an option, never replies to a search that `asked` recognizes. Occupies the
/// hooks of lines and of plans.
pub(in crate::reference) fn never_answers_while<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    is_on: fn(&str) -> bool,
    asked: fn(&Request) -> bool,
) {
    let on = follow_value(hooks, option, is_on);
    super::never_answers(hooks, move |timing| asked(timing.request) && on.load(Ordering::SeqCst));
}

/// While `is_on` is true for the value of an option, loses this command if it comes in an open search. Occupies the
/// hook of lines.
pub(in crate::reference) fn loses_while<B: Board>(
    hooks: &mut Hooks<B>,
    option: &'static str,
    is_on: fn(&str) -> bool,
    command: &'static str,
) {
    let mut on = false;
    hooks.line = Some(Box::new(move |shared, line| {
        if let Some(value) = value_of(line, option) {
            on = is_on(value);
        }
        match on && line.trim() == command && shared.open().is_some() {
            true => Handling::Ignore,
            false => Handling::Obey,
        }
    }));
}

/// The value that this line gives to this option.
fn value_of<'line>(line: &'line str, option: &str) -> Option<&'line str> {
    // UCCI has neither `name` nor `value`.
    let (name, value) = options::read(line).or_else(|| options::read_bare(line))?;
    value.filter(|_| name == option)
}
