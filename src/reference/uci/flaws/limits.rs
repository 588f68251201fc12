//! Weak engines that are sound, and searches beyond their depth and their number of nodes.

use crate::games::chess::Position;
use crate::reference::family::hooks::{Flaw, flaw};
use crate::reference::family::stock;

/// The same in every dialect.
pub(super) static BEYOND: &[Flaw<Position>] = &stock::beyond();

pub(super) static FLAWS: &[Flaw<Position>] = &[flaw("W01", |hooks| stock::weak(hooks, None))];
