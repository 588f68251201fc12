//! Processes that outlive the engine.

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::stock;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("U110", |hooks| {
        stock::leave_at_quit(hooks, || stock::leave_a_child("uci"));
    }),
    defect_hook("U111", |hooks| {
        stock::leave_at_quit(hooks, || stock::leave_a_daemon("uci"));
    }),
    stock::child(),
];
