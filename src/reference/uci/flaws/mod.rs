//! The misbehaviours of the UCI engine.

use crate::games::chess::Position;
use crate::reference::family::Flaw;

/// All of them, by category.
pub(super) static ALL: &[&[Flaw<Position>]] = &[];
