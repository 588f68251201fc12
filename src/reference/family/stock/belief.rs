//! Engines that search another position than the one they were given.

use std::sync::{Arc, Mutex};

use crate::reference::family::request::Reply;
use crate::reference::family::{Board, Hooks, lock};

/// Puts another position in the place of the true one, and plays so that it shows where it can.
/// `read` gets the words after `position` and what they mean.
pub(in crate::reference) fn misread<B: Board>(
    hooks: &mut Hooks<B>,
    mut read: impl FnMut(&[&str], &Result<B, String>) -> Option<B> + 'static,
) {
    let truth: Arc<Mutex<Option<B>>> = Arc::default();
    let seen = Arc::clone(&truth);
    hooks.position = Some(Box::new(move |_, words, set| {
        let wrong = read(words, &set);
        *lock(&truth) = wrong.as_ref().and(set.as_ref().ok()).cloned();
        wrong.map_or(set, Ok)
    }));
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        Some(match &*lock(&seen) {
            Some(truth) => give_away(asked.root, truth, reply),
            None => reply,
        })
    }));
}

/// The first move of the believed position that the true one doesn't have.
pub(in crate::reference) fn give_away<B: Board>(believed: &B, truth: &B, reply: Reply) -> Reply {
    let mut moves = believed.moves().into_iter();
    match moves.find(|mv| truth.read(&mv.to_string()).is_none()) {
        Some(mv) if reply.word == "bestmove" => Reply::best(mv),
        Some(_) | None => reply,
    }
}

/// The words after `moves`.
fn moves<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let at = words.iter().position(|word| *word == "moves");
    at.map_or(&[], |at| &words[at + 1..])
}

/// Stays at the old position where the old and the new moves seem to make it the same.
pub(in crate::reference) fn keeps_the_old<B: Board>(
    hooks: &mut Hooks<B>,
    same: fn(&[String], &[String]) -> bool,
) {
    let mut old = (Vec::new(), B::start());
    misread(hooks, move |words, set| {
        let new: Vec<String> = moves(words).iter().map(|&word| word.to_owned()).collect();
        if same(&old.0, &new) {
            return Some(old.1.clone());
        }
        old = (new, set.as_ref().ok()?.clone());
        None
    });
}
