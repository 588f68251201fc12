//! Misbehaviours that need a combination: each part of it is common, and scripts send each, but not together.
//!
//! They stand beside one another: several can be installed at once, and the first whose combination comes acts.

mod turn;

use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::hooks::{Heed, Hooks};
use super::{Board, lock, words};
use crate::reference::Ending;

use turn::Past;
pub(in crate::reference) use turn::{Clock, Form, Mode, Step, Turn, Vocabulary};

/// What the engine does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reference) enum Effect {
    /// It does not obey the command.
    Lose,
    /// It crashes.
    Die,
    /// It answers with a move that cannot be played.
    Nonsense,
}

/// A combination that is complete with a `go`.
pub(in crate::reference) fn at_go<B: Board>(
    hooks: &mut Hooks<B>,
    vocabulary: &'static Vocabulary,
    effect: Effect,
    is_it: fn(&Turn, &[Turn]) -> bool,
) {
    at(hooks, vocabulary, effect, "go", is_it);
}

/// A combination that is complete with this command in a search; [`Turn::elapsed`] is the time since its `go`.
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
    hooks.search.answered = Some(Box::new(move |desk, board, given| {
        *lock(&reply) = Some(Instant::now());
        if let Some(others) = &others {
            others(desk, board, given);
        }
    }));
    let mut past = Past::new(vocabulary);
    let mut others = hooks.line.take();
    hooks.line = Some(Box::new(move |desk, line| {
        let all = words::split(line);
        let since = lock(&replied).map(|at| at.elapsed());
        past.take(&all, since);
        if all.first() == Some(&command)
            && (command == "go" || desk.open().is_some())
            && let Some((now, before)) = past.turns.split_last()
            && is_it(now, before)
        {
            match effect {
                Effect::Lose => return Heed::Ignore,
                Effect::Die => {
                    desk.end(Ending::Abort);
                    return Heed::Ignore;
                }
                Effect::Nonsense => {
                    desk.say(vocabulary.nonsense);
                    return Heed::Ignore;
                }
            }
        }
        match &mut others {
            Some(others) => others(desk, line),
            None => Heed::Obey,
        }
    }));
}
