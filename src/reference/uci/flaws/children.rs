//! Processes that outlive the engine.

use crate::games::chess::Position;
use crate::reference::family::hooks::{Flaw, flaw};
use crate::reference::family::stock;

pub(super) static FLAWS: &[Flaw<Position>] = &[
    flaw("U110", |hooks| {
        stock::leave_at_quit(hooks, || stock::leave_a_child("uci"));
    }),
    flaw("U111", |hooks| {
        stock::leave_at_quit(hooks, || stock::leave_a_daemon("uci"));
    }),
    stock::child(),
];
