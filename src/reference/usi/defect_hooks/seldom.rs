//! Mistakes in positions, and at moments, that few tests have.

use std::sync::Arc;

use crate::games::shogi::Position;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::request::Reply;
use crate::reference::family::{Board as _, stock};

use super::misread::in_check;
use super::options::wants_another_isready;
use super::sfen_parts::SfenParts;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y37", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.infinite);
    }),
    defect_hook("Y37:ponder", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.ponder);
    }),
    defect_hook("Y39", |hooks| {
        let mut size = "16".to_owned();
        wants_another_isready(hooks, move |words| match words {
            ["setoption", "name", "USI_Hash", "value", value] => {
                std::mem::replace(&mut size, (*value).to_owned()) != *value
            }
            _ => false,
        });
    }),
    defect_hook("Y40", stock::lose_hit_with_one_move),
    defect_hook("Y41", |hooks| {
        stock::best(hooks, |asked, reply| {
            if stock::was_stopped_early(asked.epoch) && in_check(Some(asked.root)) {
                *reply = Reply::best("resign");
            }
        });
    }),
    defect_hook("Y42", |hooks| stock::keeps_for_ponder(hooks, "stop")),
    defect_hook("Y42:hit", |hooks| stock::keeps_for_ponder(hooks, "ponderhit")),
    defect_hook("Y43", |hooks| stock::negate_scores_of(hooks, Epoch::is_pondering)),
    defect_hook("Y43:hit", |hooks| {
        stock::negate_scores_of(hooks, |epoch| epoch.hit_at().is_some());
    }),
    defect_hook("Y44", |hooks| {
        let stopped = stock::has_come(hooks, |shared, words| {
            let solved = |epoch: Arc<Epoch>| epoch.request.mate.is_some();
            words == ["stop"] && shared.open().is_none() && shared.newest().is_some_and(solved)
        });
        stock::change_request(hooks, move |_, _, request| {
            if stopped.take() {
                stock::at_once(request);
            }
        });
    }),
    defect_hook("Y45", |hooks| {
        let drawn = stock::has_come(hooks, |shared, words| {
            words == ["gameover", "draw"] && shared.is_pondering()
        });
        stock::change_request(hooks, move |_, _, request| request.infinite |= drawn.take());
    }),
    defect_hook("Y46", |hooks| overlooks(hooks, "+n")),
    // Without info, nothing shows how many lines there are.
    defect_hook("Y47", |hooks| hooks.search.info = Some(Box::new(|_, lines| lines.clear()))),
];

/// Sees no attack of such a piece of the opponent; the piece is written as White's, in lower case.
fn overlooks(hooks: &mut Hooks<Position>, piece: &'static str) {
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        Some(match without(asked.root, piece) {
            Some(believed) => stock::reply_from_belief(&believed, asked.root, reply),
            None => reply,
        })
    }));
}

/// The position without such pieces of the side that is not to move.
fn without(root: &Position, piece: &str) -> Option<Position> {
    let piece = if root.first_to_move() { piece.to_owned() } else { piece.to_ascii_uppercase() };
    let mut parts = SfenParts::read(&root.notation())?;
    for square in parts.squares.iter_mut().filter(|square| square.as_ref() == Some(&piece)) {
        *square = None;
    }
    Position::parse(&parts.write()).ok()
}
