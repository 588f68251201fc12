//! Weak engines that are sound, and searches beyond their depth and their number of nodes.

use crate::games::chess::Position;
use crate::reference::family::hooks::{Flaw, flaw};
use crate::reference::family::stock;

pub(super) static FLAWS: &[Flaw<Position>] = &[
    flaw("W01", |hooks| stock::weak(hooks, None)),
    flaw("W03", |hooks| stock::shows_depth(hooks, |depth| depth * 3)),
    flaw("W03:next", |hooks| {
        stock::shows_depth(hooks, |depth| depth + 1)
    }),
    flaw("W04", |hooks| {
        stock::shows_nodes(hooks, |nodes| nodes * 300)
    }),
    flaw("W04:border", |hooks| {
        stock::shows_nodes(hooks, |nodes| nodes * 2 + 100_001)
    }),
    flaw("W05", |hooks| stock::shows_depth(hooks, |depth| depth)),
    flaw("W05:nodes", |hooks| {
        stock::shows_nodes(hooks, |nodes| nodes * 2 + 100_000)
    }),
];
