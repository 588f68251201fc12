//! The misbehaviours of the USI engine.

mod boot;
mod carried;
mod chosen;
mod clock;
mod clocks_together;
mod company;
mod corners;
mod extras;
mod extremes;
mod games;
mod info;
mod leftovers;
mod limits;
mod mate;
mod misread;
mod moves;
mod one_side;
mod options;
mod overrun;
mod ponder;
mod position;
mod process;
mod race;
mod session;
mod sheet;
mod stop;
mod told;
mod told_apart;
mod unusual;
mod variants;

use crate::games::shogi::Position;
use crate::reference::family::DefectHook;

/// All of them, by category.
pub(super) static ALL: &[&[DefectHook<Position>]] = &[
    boot::FLAWS,
    options::FLAWS,
    games::FLAWS,
    position::FLAWS,
    clock::FLAWS,
    ponder::FLAWS,
    stop::FLAWS,
    moves::FLAWS,
    mate::FLAWS,
    info::FLAWS,
    race::FLAWS,
    process::FLAWS,
    extras::FLAWS,
    leftovers::FLAWS,
    one_side::FLAWS,
    told::FLAWS,
    carried::FLAWS,
    misread::FLAWS,
    session::FLAWS,
    corners::FLAWS,
    extremes::FLAWS,
    overrun::FLAWS,
    limits::FLAWS,
    limits::BEYOND,
    company::FLAWS,
    clocks_together::FLAWS,
    chosen::FLAWS,
    told_apart::FLAWS,
    unusual::FLAWS,
    variants::FLAWS,
];
