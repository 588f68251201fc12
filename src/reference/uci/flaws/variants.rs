//! Sound engines of other paces, for the benchmark of the whole suite. They are in no table of defects.

use crate::games::chess::Position;
use crate::reference::family::hooks::{Flaw, flaw};
use crate::reference::family::stock;

pub(super) static FLAWS: &[Flaw<Position>] = &[
    flaw("variant:quick", stock::quick),
    flaw("variant:thorough", stock::thorough),
];
