//! Weak engines that conform, and searches beyond their depth and their number of nodes.

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::stock;

/// The rows that are the same in every dialect.
pub(super) static BEYOND: &[DefectHook<Position>] = &stock::beyond();

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] =
    &[defect_hook("W01", |hooks| stock::weak(hooks, None))];
