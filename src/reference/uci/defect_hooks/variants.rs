//! Conforming engines with other speeds, for the benchmark of the whole suite. They are in no table of defects.

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::stock;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] =
    &[defect_hook("variant:quick", stock::quick), defect_hook("variant:thorough", stock::thorough)];
