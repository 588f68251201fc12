//! Defects that make the engine search another position than the one it received.

use std::sync::{Arc, Mutex};

use crate::reference::family::request::Reply;
use crate::reference::family::{Board, Dialect, Hooks, lock, position};

/// Replaces the position by another one, and replies with a move that shows this, if there is such a move. `read` gets
/// the words after `position` and the position that they mean; it returns the wrong position, if any.
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
            Some(truth) => reply_from_belief(asked.root, truth, reply),
            None => reply,
        })
    }));
}

/// Changes a `bestmove` into the first move of the believed position that is illegal in the true one, if there is one.
pub(in crate::reference) fn reply_from_belief<B: Board>(
    believed: &B,
    truth: &B,
    reply: Reply,
) -> Reply {
    let mut moves = believed.moves().into_iter();
    match moves.find(|mv| truth.read(&mv.to_string()).is_none()) {
        Some(mv) if reply.word == "bestmove" => Reply::best(mv),
        Some(_) | None => reply,
    }
}

/// Answers a search where there is no legal move with the reply of the search before it.
pub(in crate::reference) fn replies_again_without_moves<B: Board>(hooks: &mut Hooks<B>) {
    let before: Mutex<Option<Reply>> = Mutex::default();
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let mut before = lock(&before);
        if asked.root.moves().is_empty() {
            return before.clone().or(Some(reply));
        }
        *before = Some(reply.clone());
        Some(reply)
    }));
}

/// Keeps the old position if `same` takes the old and the new moves for the same.
pub(in crate::reference) fn keeps_the_old<B: Board>(
    hooks: &mut Hooks<B>,
    same: fn(&[String], &[String]) -> bool,
) {
    let mut old = (Vec::new(), B::start());
    misread(hooks, move |words, set| {
        let new: Vec<String> = position::moves(words).iter().map(|&word| word.to_owned()).collect();
        if same(&old.0, &new) {
            return Some(old.1.clone());
        }
        old = (new, set.as_ref().ok()?.clone());
        None
    });
}

/// Plays moves up to the end of the list, without those that are not legal.
pub(in crate::reference) fn play_on<'w, B: Board>(
    board: &mut B,
    moves: impl IntoIterator<Item = &'w &'w str>,
) {
    for text in moves {
        if let Some(mv) = board.read(text) {
            board.make(mv);
        }
    }
}

/// If the list of moves begins as the last one did, plays only the further moves, on whatever board there is. Does so for
/// the positions that `is_game` accepts; it gets the words after `position`.
pub(in crate::reference) fn compares_only_the_moves<D: Dialect>(
    hooks: &mut Hooks<D::Board>,
    is_game: fn(&[&str]) -> bool,
) {
    let mut game: Vec<String> = Vec::new();
    let mut board = D::Board::start();
    misread(hooks, move |words, set| {
        let truth = set.as_ref().ok()?;
        let mut believed = truth.clone();
        if is_game(words) {
            let (_, moves) = position::base::<D>(words).ok()?;
            let begins = game.iter().zip(moves).all(|(old, new)| old == new);
            if begins && !game.is_empty() && game.len() <= moves.len() {
                believed = board.clone();
                play_on(&mut believed, &moves[game.len()..]);
            }
            game = moves.iter().map(|&text| text.to_owned()).collect();
        }
        board = believed.clone();
        (believed.notation() != truth.notation()).then_some(believed)
    });
}

/// How often the last position of a game has occurred; gets the words after `position`. Positions are equal if the first
/// `fields` words of their notation are: those that no count of moves is part of.
pub(in crate::reference) fn times_seen<D: Dialect>(words: &[&str], fields: usize) -> usize {
    let Ok((mut board, moves)) = position::base::<D>(words) else {
        return 0;
    };
    let picture = |board: &D::Board| {
        board.notation().split(' ').take(fields).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut seen = vec![picture(&board)];
    for text in moves {
        let Some(mv) = board.read(text) else {
            return 0;
        };
        board.make(mv);
        seen.push(picture(&board));
    }
    let last = seen.last();
    seen.iter().filter(|picture| Some(*picture) == last).count()
}
