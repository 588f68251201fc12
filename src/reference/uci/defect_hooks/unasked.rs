//! Thinking without a `go`, and moves that come without thinking.

use std::sync::Arc;
use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::info::Info;
use crate::reference::family::repeated_line::RepeatedLine;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("O21", |hooks| thinks_after(hooks, allows_pondering)),
    defect_hook("O21:reply", |hooks| {
        stock::say_on(hooks, |_, words| stock::says(allows_pondering(words), "bestmove e2e4"));
    }),
    defect_hook("O21:game", |hooks| {
        let mut allowed = false;
        stock::say_on(hooks, move |_, words| {
            allowed |= allows_pondering(words);
            stock::says(allowed && words == ["ucinewgame"], "bestmove e2e4")
        });
    }),
    defect_hook("O24", keeps_to_its_book),
    defect_hook("S09", |hooks| thinks_after(hooks, |words| words.first() == Some(&"position"))),
    defect_hook("S09:game", |hooks| thinks_after(hooks, |words| words == ["ucinewgame"])),
    defect_hook("S09:ready", |hooks| thinks_after(hooks, |words| words == ["isready"])),
];

fn allows_pondering(words: &[&str]) -> bool {
    words == ["setoption", "name", "Ponder", "value", "true"]
}

/// Writes info lines after some commands, until the next command comes.
fn thinks_after(hooks: &mut Hooks<Position>, begins: fn(&[&str]) -> bool) {
    let mut repeated: Option<RepeatedLine> = None;
    stock::command(hooks, move |shared: &Arc<SharedState>, words| {
        if let Some(repeated) = repeated.take() {
            repeated.stop();
        }
        if begins(words) && shared.open().is_none() {
            let line = "info depth 1 time 1 nodes 1 score cp 0 pv e2e4".to_owned();
            repeated = Some(RepeatedLine::begin(shared, line, Duration::from_millis(300)));
        }
        Handling::Obey
    });
}

/// In a search of the start position, writes only the text `book move`, whatever the value of `OwnBook` is.
fn keeps_to_its_book(hooks: &mut Hooks<Position>) {
    hooks.handshake =
        Some(|lines| lines.insert(2, "option name OwnBook type check default true".to_owned()));
    let by_heart = |board: &Position| board.notation() == Position::start().notation();
    hooks.search.info = Some(Box::new(move |asked, lines| {
        if by_heart(asked.root) {
            *lines = vec![Info::text("book move")];
        }
    }));
}
