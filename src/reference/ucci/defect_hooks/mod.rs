//! The defects of the UCCI engine.

mod between;
mod declared;
mod exchange;
mod feature_pairs;
mod forbidden;
mod game;
mod one_kind;
mod overlooked;
mod own;
mod race;
mod searching;
mod seldom;
mod session;
mod step;

use crate::games::xiangqi::Position;
use crate::reference::family::DefectHook;

/// All defects, by category.
pub(super) static ALL: &[&[DefectHook<Position>]] = &[
    between::DEFECT_HOOKS,
    game::DEFECT_HOOKS,
    session::DEFECT_HOOKS,
    own::DEFECT_HOOKS,
    declared::DEFECT_HOOKS,
    exchange::DEFECT_HOOKS,
    searching::DEFECT_HOOKS,
    seldom::DEFECT_HOOKS,
    race::DEFECT_HOOKS,
    forbidden::DEFECT_HOOKS,
    overlooked::DEFECT_HOOKS,
    feature_pairs::DEFECT_HOOKS,
    one_kind::DEFECT_HOOKS,
];
