//! Defects that need a combination: bundled scenarios send each part of it, but not all parts together.
//!
//! Several of these defects can be installed at once; the first one whose combination is complete acts.

mod turn;

use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::hooks::{Handling, Hooks};
use super::{Board, lock, words};
use crate::reference::Ending;

use turn::Past;
pub(in crate::reference) use turn::{Clock, Form, Mode, Step, Turn, Vocabulary};

/// What the engine does when a combination is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reference) enum Effect {
    /// It ignores the command.
    Lose,
    /// It crashes.
    Die,
    /// It replies with a move that cannot be played.
    Nonsense,
}

/// Installs a combination that a `go` completes.
pub(in crate::reference) fn at_go<B: Board>(
    hooks: &mut Hooks<B>,
    vocabulary: &'static Vocabulary,
    effect: Effect,
    is_it: fn(&Turn, &[Turn]) -> bool,
) {
    at(hooks, vocabulary, effect, "go", is_it);
}

/// Installs a combination that this command completes during a search; [`Turn::elapsed`] is the time since its `go`.
pub(in crate::reference) fn at_command<B: Board>(
    hooks: &mut Hooks<B>,
    vocabulary: &'static Vocabulary,
    effect: Effect,
    command: &'static str,
    is_it: fn(&Turn, &[Turn]) -> bool,
) {
    at(hooks, vocabulary, effect, command, is_it);
}

fn at<B: Board>(
    hooks: &mut Hooks<B>,
    vocabulary: &'static Vocabulary,
    effect: Effect,
    command: &'static str,
    is_it: fn(&Turn, &[Turn]) -> bool,
) {
    let replied: Arc<Mutex<Option<Instant>>> = Arc::default();
    let reply = Arc::clone(&replied);
    let others = hooks.search.answered.take();
    hooks.search.answered = Some(Box::new(move |shared, board, given| {
        *lock(&reply) = Some(Instant::now());
        if let Some(others) = &others {
            others(shared, board, given);
        }
    }));
    let mut past = Past::new(vocabulary);
    hooks.lines.push(Box::new(move |shared, line| {
        let all = words::split(line);
        let since = lock(&replied).map(|at| at.elapsed());
        past.take(&all, since);
        if all.first() == Some(&command)
            && (command == "go" || shared.open().is_some())
            && let Some((now, before)) = past.turns.split_last()
            && is_it(now, before)
        {
            match effect {
                Effect::Lose => return Handling::Ignore,
                Effect::Die => {
                    shared.end(Ending::Abort);
                    return Handling::Ignore;
                }
                Effect::Nonsense => {
                    shared.say(vocabulary.nonsense);
                    return Handling::Ignore;
                }
            }
        }
        Handling::Obey
    }));
}
