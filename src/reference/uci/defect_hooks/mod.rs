//! The defects of the UCI engine.

mod answers;
mod between;
mod board;
mod children;
mod declared;
mod exchange;
mod feature_pairs;
mod figures;
mod forbidden;
mod generated;
mod go_words;
mod handshake;
mod info;
mod limits;
mod one_kind;
mod option_values;
mod optional;
mod options;
mod overlooked;
mod overrun;
mod position;
mod race;
mod reply;
mod search;
mod seldom;
mod session;
mod strangers;
mod together;
mod unasked;
mod unusual;
mod variants;

use crate::games::chess::Position;
use crate::reference::family::{Board as _, DefectHook};

/// All defects, by category.
pub(super) static ALL: &[&[DefectHook<Position>]] = &[
    search::DEFECT_HOOKS,
    session::DEFECT_HOOKS,
    children::DEFECT_HOOKS,
    options::DEFECT_HOOKS,
    position::DEFECT_HOOKS,
    reply::DEFECT_HOOKS,
    info::DEFECT_HOOKS,
    handshake::DEFECT_HOOKS,
    declared::DEFECT_HOOKS,
    exchange::DEFECT_HOOKS,
    unasked::DEFECT_HOOKS,
    race::DEFECT_HOOKS,
    overrun::DEFECT_HOOKS,
    variants::DEFECT_HOOKS,
    limits::DEFECT_HOOKS,
    limits::BEYOND,
    unusual::DEFECT_HOOKS,
    board::DEFECT_HOOKS,
    between::DEFECT_HOOKS,
    option_values::DEFECT_HOOKS,
    overlooked::DEFECT_HOOKS,
    go_words::DEFECT_HOOKS,
    answers::DEFECT_HOOKS,
    figures::DEFECT_HOOKS,
    forbidden::DEFECT_HOOKS,
    generated::DEFECT_HOOKS,
    optional::DEFECT_HOOKS,
    strangers::DEFECT_HOOKS,
    feature_pairs::DEFECT_HOOKS,
    seldom::DEFECT_HOOKS,
    together::DEFECT_HOOKS,
    one_kind::DEFECT_HOOKS,
];

/// Whether the side to move can mate with its next move.
fn mates_in_one(board: &Position) -> bool {
    let mut next = board.moves().into_iter().map(|mv| board.after(mv));
    next.any(|next| next.loses_without_move() && !next.has_move())
}
