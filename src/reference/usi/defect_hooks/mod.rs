//! The defects of the USI engine.

mod between;
mod boot;
mod carried;
mod chosen;
mod circumstances;
mod clock;
mod clocks_together;
mod corners;
mod declared;
mod distinguished;
mod extras;
mod extremes;
mod feature_pairs;
mod figures;
mod forbidden;
mod games;
mod generated;
mod info;
mod leftovers;
mod limits;
mod mate;
mod misread;
mod moves;
mod one_side;
mod options;
mod overlooked;
mod overrun;
mod ponder;
mod position;
mod process;
mod race;
mod replayed;
mod reported;
mod seldom;
mod session;
mod sfen_parts;
mod shared_process;
mod stop;
mod strangers;
mod unread;
mod unusual;
mod variants;

use crate::games::shogi::Position;
use crate::reference::family::DefectHook;

/// All defects, by category.
pub(super) static ALL: &[&[DefectHook<Position>]] = &[
    between::DEFECT_HOOKS,
    boot::DEFECT_HOOKS,
    options::DEFECT_HOOKS,
    games::DEFECT_HOOKS,
    position::DEFECT_HOOKS,
    clock::DEFECT_HOOKS,
    ponder::DEFECT_HOOKS,
    stop::DEFECT_HOOKS,
    moves::DEFECT_HOOKS,
    mate::DEFECT_HOOKS,
    info::DEFECT_HOOKS,
    race::DEFECT_HOOKS,
    process::DEFECT_HOOKS,
    extras::DEFECT_HOOKS,
    leftovers::DEFECT_HOOKS,
    one_side::DEFECT_HOOKS,
    reported::DEFECT_HOOKS,
    carried::DEFECT_HOOKS,
    misread::DEFECT_HOOKS,
    session::DEFECT_HOOKS,
    corners::DEFECT_HOOKS,
    extremes::DEFECT_HOOKS,
    overrun::DEFECT_HOOKS,
    overlooked::DEFECT_HOOKS,
    strangers::DEFECT_HOOKS,
    limits::DEFECT_HOOKS,
    limits::BEYOND,
    shared_process::DEFECT_HOOKS,
    clocks_together::DEFECT_HOOKS,
    chosen::DEFECT_HOOKS,
    distinguished::DEFECT_HOOKS,
    unusual::DEFECT_HOOKS,
    variants::DEFECT_HOOKS,
    declared::DEFECT_HOOKS,
    figures::DEFECT_HOOKS,
    forbidden::DEFECT_HOOKS,
    unread::DEFECT_HOOKS,
    feature_pairs::DEFECT_HOOKS,
    seldom::DEFECT_HOOKS,
    replayed::DEFECT_HOOKS,
    circumstances::DEFECT_HOOKS,
    generated::DEFECT_HOOKS,
];
