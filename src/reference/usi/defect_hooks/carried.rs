//! State that wrongly remains from the line, the search or the game before.

use std::cell::RefCell;
use std::rc::Rc;

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::input::Reading;
use crate::reference::family::{Board as _, position, stock};
use crate::reference::usi::Usi;

use super::misread::believe;
use super::sfen_parts::SfenParts;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("N01", counts_on_its_moves),
    defect_hook("N02", continues_by_letters),
    defect_hook("N03", keeps_hands),
    defect_hook("N04", keeps_the_last_game),
    defect_hook("N05", |hooks| {
        let stopped: Rc<RefCell<bool>> = Rc::default();
        let seen = Rc::clone(&stopped);
        loses_positions(hooks, move || stopped.replace(false));
        stock::command(hooks, move |shared, words| {
            if words.first() == Some(&"stop") && shared.open().is_some() {
                seen.replace(true);
            }
            Handling::Obey
        });
    }),
    defect_hook("N06", |hooks| {
        let mut count = 0;
        loses_positions(hooks, move || {
            count += 1;
            count % 20 == 0
        });
    }),
    defect_hook("N07", |hooks| hooks.reading = Reading::OnePerRead),
    defect_hook("N08", |hooks| hooks.reading = Reading::Chunks),
];

/// The last position that was set.
struct Last {
    line: String,
    base: Vec<String>,
    moves: usize,
    board: Position,
}

/// Stores the last position, and forgets it at a new game if `fresh`.
fn with_last(
    hooks: &mut Hooks<Position>,
    fresh: bool,
    mut read: impl FnMut(&[&str], &Last) -> Option<Position> + 'static,
) {
    let last: Rc<RefCell<Option<Last>>> = Rc::default();
    let game = Rc::clone(&last);
    believe(hooks, move |words, set| {
        let mut last = game.borrow_mut();
        let (_, moves) = position::base::<Usi>(words).ok()?;
        let wrong = last.as_ref().and_then(|last| read(words, last));
        let board = wrong.clone().or_else(|| set.cloned())?;
        let base = &words[..words.len() - moves.len()];
        *last = Some(Last {
            line: words.join(" "),
            base: base.iter().map(|&word| word.to_owned()).collect(),
            moves: moves.len(),
            board,
        });
        wrong
    });
    if fresh {
        stock::command(hooks, move |_, words| {
            if words == ["usinewgame"] {
                last.replace(None);
            }
            Handling::Obey
        });
    }
}

/// Plays the moves that can be played, and skips the others.
fn play(board: &Position, moves: &[&str]) -> Position {
    let mut board = board.clone();
    for text in moves {
        let mv = board.read(text);
        mv.into_iter().for_each(|mv| board.make(mv));
    }
    board
}

/// If the base is the same and there are not fewer moves than before, plays only the moves after the number of those
/// already played.
fn counts_on_its_moves(hooks: &mut Hooks<Position>) {
    with_last(hooks, true, |words, last| {
        let (_, moves) = position::base::<Usi>(words).ok()?;
        let base = &words[..words.len() - moves.len()];
        let more = last.base.iter().eq(base) && moves.len() >= last.moves;
        more.then(|| play(&last.board, &moves[last.moves..]))
    });
}

/// Takes a line that begins with the text of the last one for its continuation.
fn continues_by_letters(hooks: &mut Hooks<Position>) {
    with_last(hooks, false, |words, last| {
        let line = words.join(" ");
        let rest = line.strip_prefix(&last.line)?;
        let rest: Vec<&str> = rest.split_ascii_whitespace().collect();
        Some(play(&last.board, &rest))
    });
}

/// Keeps the old hands if those of an sfen are empty.
fn keeps_hands(hooks: &mut Hooks<Position>) {
    let mut hands = Vec::new();
    believe(hooks, move |words, set| {
        let mut wrong = None;
        if let ["sfen", board, side, "-", ..] = words {
            let mut sfen_parts = SfenParts::read(&format!("{board} {side} -"))?;
            sfen_parts.hands.clone_from(&hands);
            let (_, moves) = position::base::<Usi>(words).ok()?;
            wrong = Position::parse(&sfen_parts.write()).ok().map(|base| play(&base, moves));
        }
        let now = wrong.as_ref().or(set)?;
        hands = SfenParts::read(&now.notation())?.hands;
        wrong
    });
}

/// From the second game on, ignores the first position of a game unless it has more moves than the last position of the
/// game before.
fn keeps_the_last_game(hooks: &mut Hooks<Position>) {
    let games: Rc<RefCell<usize>> = Rc::default();
    let begun = Rc::clone(&games);
    let mut of = 0;
    with_last(hooks, false, move |words, last| {
        let (_, moves) = position::base::<Usi>(words).ok()?;
        let next = *games.borrow() != of;
        of = *games.borrow();
        (next && of > 1 && moves.len() <= last.moves).then(|| last.board.clone())
    });
    stock::command(hooks, move |_, words| {
        if words == ["usinewgame"] {
            *begun.borrow_mut() += 1;
        }
        Handling::Obey
    });
}

/// Ignores some `position` commands.
fn loses_positions(hooks: &mut Hooks<Position>, mut lost: impl FnMut() -> bool + 'static) {
    let mut old = Position::start();
    believe(hooks, move |_, set| {
        if lost() {
            return Some(old.clone());
        }
        old.clone_from(set?);
        None
    });
}
