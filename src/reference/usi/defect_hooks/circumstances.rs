//! Defects that show only where a position has something that the first positions of a game do not have.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::Request;
use crate::reference::family::{Board as _, position, stock};
use crate::reference::usi::Usi;

use super::misread::in_check;
use super::sfen_parts::SfenParts;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y79", |hooks| overruns_where(hooks, |_, board| held(board) > 6)),
    defect_hook("Y79:moves", |hooks| overruns_where(hooks, |_, board| board.moves().len() > 150)),
    defect_hook("Y79:check", |hooks| overruns_where(hooks, |_, board| in_check(Some(board)))),
    defect_hook("Y79:late", |hooks| {
        overruns_where(hooks, |words, _| position::moves(words).len() > 60);
    }),
    defect_hook("Y80", |hooks| ends_where_repeated(hooks, |request| request.infinite)),
    defect_hook("Y80:ponder", |hooks| ends_where_repeated(hooks, |request| request.ponder)),
    defect_hook("Y81", |hooks| loses_hit_after(hooks, |_, last| last.contains('*'))),
    defect_hook("Y81:promotion", |hooks| loses_hit_after(hooks, |_, last| last.ends_with('+'))),
    defect_hook("Y81:capture", |hooks| {
        loses_hit_after(hooks, |before, last| {
            last.get(2..4).is_some_and(|square| before.at(square).is_some())
        });
    }),
];

/// Whether the last `position` is as `is_meant` says, which gets the words after `position` and the position.
fn noted(
    hooks: &mut Hooks<Position>,
    is_meant: impl Fn(&[&str], &Position) -> bool + 'static,
) -> Rc<Cell<bool>> {
    let is_so = Rc::new(Cell::new(false));
    let noted = Rc::clone(&is_so);
    hooks.position = Some(Box::new(move |_, words, set| {
        noted.set(set.as_ref().is_ok_and(|board| is_meant(words, board)));
        set
    }));
    is_so
}

/// Replies 0.8 s after the end of a byoyomi of at most 3 s in such positions.
fn overruns_where(hooks: &mut Hooks<Position>, is_slow: fn(&[&str], &Position) -> bool) {
    let slow = noted(hooks, is_slow);
    stock::answer_after(hooks, move |timing| {
        let given = stock::byoyomi(timing)?;
        let short = given <= Duration::from_secs(3);
        (short && slow.get()).then(|| given + Duration::from_millis(800))
    });
}

/// Replies at once to such a `go` if the position has occurred before.
fn ends_where_repeated(hooks: &mut Hooks<Position>, is_held: fn(&Request) -> bool) {
    let repeated = noted(hooks, |words, _| stock::times_seen::<Usi>(words, 3) > 1);
    hooks.go = Some(Box::new(move |_, _, _, request| {
        if repeated.get() && is_held(request) {
            stock::at_once(request);
        }
        Handling::Obey
    }));
}

/// Ignores `ponderhit` if the last move of the position is as `is_meant` says, which also gets the position before it.
fn loses_hit_after(hooks: &mut Hooks<Position>, is_meant: fn(&SfenParts, &str) -> bool) {
    let meant = noted(hooks, move |words, _| {
        let last = before_the_last(words).zip(position::moves(words).last());
        last.is_some_and(|(before, last)| is_meant(&before, last))
    });
    stock::lose(hooks, move |_, words| meant.get() && *words == ["ponderhit"]);
}

/// The position before the last move.
fn before_the_last(words: &[&str]) -> Option<SfenParts> {
    let (mut board, moves) = position::base::<Usi>(words).ok()?;
    let (_, earlier) = moves.split_last()?;
    stock::play_on(&mut board, earlier);
    SfenParts::read(&board.notation())
}

/// The number of pieces in both hands.
fn held(board: &Position) -> u32 {
    let parts = SfenParts::read(&board.notation());
    parts.map_or(0, |parts| parts.hands.iter().map(|(_, count)| count).sum())
}
