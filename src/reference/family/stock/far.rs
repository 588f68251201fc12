//! Searches that go on beyond the depth or the number of nodes that they were given.

use crate::reference::family::Hooks;
use crate::reference::family::{Board, stock};

/// Shows this depth in a search that was given one: `write` makes it of what was asked for.
pub(in crate::reference) fn shows_depth<B: Board>(hooks: &mut Hooks<B>, write: fn(u32) -> u32) {
    stock::change_info(hooks, move |asked, info| {
        if let Some(depth) = asked.epoch.request.depth {
            info.take("seldepth");
            info.set("depth", write(depth));
        }
    });
}

/// Shows this count of nodes in a search that was given one.
pub(in crate::reference) fn shows_nodes<B: Board>(hooks: &mut Hooks<B>, write: fn(u64) -> u64) {
    stock::change_info(hooks, move |asked, info| {
        if let Some(nodes) = asked.epoch.request.nodes {
            info.set("nodes", write(nodes));
        }
    });
}
