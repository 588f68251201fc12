//! Each clock overrun: by a little more than the slack, and by far.

use crate::games::chess::Position;
use crate::reference::family::hooks::{Flaw, flaw};
use crate::reference::family::stock;

pub(super) static FLAWS: &[Flaw<Position>] = &[
    flaw("T01", |hooks| {
        stock::overrun(hooks, stock::main_time, false)
    }),
    flaw("T01:far", |hooks| {
        stock::overrun(hooks, stock::main_time, true)
    }),
    flaw("T02", |hooks| stock::overrun(hooks, stock::movetime, false)),
    flaw("T02:far", |hooks| {
        stock::overrun(hooks, stock::movetime, true)
    }),
    flaw("T03", |hooks| stock::overrun(hooks, stock::shorter, false)),
    flaw("T03:far", |hooks| {
        stock::overrun(hooks, stock::shorter, true)
    }),
    flaw("T04", |hooks| {
        stock::overrun(hooks, stock::behind_hit, false)
    }),
    flaw("T04:far", |hooks| {
        stock::overrun(hooks, stock::behind_hit, true)
    }),
];
