//! Searches beyond the depth or the number of nodes of their limit.

use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::{Board, Hooks, stock};

/// The rows about depths and numbers of nodes beyond the limit, and about those that are just allowed.
pub(in crate::reference) const fn beyond<B: Board>() -> [DefectHook<B>; 6] {
    [
        defect_hook("W03", |hooks| shows_depth(hooks, |depth| depth * 3)),
        defect_hook("W03:next", |hooks| shows_depth(hooks, |depth| depth + 1)),
        defect_hook("W04", |hooks| shows_nodes(hooks, |nodes| nodes * 300)),
        defect_hook("W04:border", |hooks| shows_nodes(hooks, |nodes| nodes * 2 + 100_001)),
        defect_hook("W05", |hooks| shows_depth(hooks, |depth| depth)),
        defect_hook("W05:nodes", |hooks| shows_nodes(hooks, |nodes| nodes * 2 + 100_000)),
    ]
}

/// Reports another depth in a search with a depth limit: `write` computes the depth from the limit.
fn shows_depth<B: Board>(hooks: &mut Hooks<B>, write: fn(u32) -> u32) {
    stock::change_info(hooks, move |asked, info| {
        if let Some(depth) = asked.epoch.request.depth {
            info.take("seldepth");
            info.set("depth", write(depth));
        }
    });
}

/// Reports another number of nodes in a search with a node limit: `write` computes the number from the limit.
fn shows_nodes<B: Board>(hooks: &mut Hooks<B>, write: fn(u64) -> u64) {
    stock::change_info(hooks, move |asked, info| {
        if let Some(nodes) = asked.epoch.request.nodes {
            info.set("nodes", write(nodes));
        }
    });
}
