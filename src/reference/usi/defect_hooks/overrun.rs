//! Overruns of each clock: by slightly more than the slack, and by far.

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::stock;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y83", |hooks| {
        stock::exceeds_time_while(hooks, "USI_MultiPV", stock::is_several, |request| {
            request.byoyomi.filter(|_| !request.ponder)
        });
    }),
    defect_hook("T01", |hooks| stock::overrun(hooks, stock::byoyomi, false)),
    defect_hook("T01:far", |hooks| stock::overrun(hooks, stock::byoyomi, true)),
    defect_hook("T02", |hooks| stock::overrun(hooks, stock::main_time, false)),
    defect_hook("T02:far", |hooks| stock::overrun(hooks, stock::main_time, true)),
    defect_hook("T03", |hooks| stock::overrun(hooks, stock::increment, false)),
    defect_hook("T03:far", |hooks| stock::overrun(hooks, stock::increment, true)),
    defect_hook("T04", |hooks| stock::overrun(hooks, stock::movetime, false)),
    defect_hook("T04:far", |hooks| stock::overrun(hooks, stock::movetime, true)),
    defect_hook("T05", |hooks| stock::overrun(hooks, stock::shorter, false)),
    defect_hook("T05:far", |hooks| stock::overrun(hooks, stock::shorter, true)),
    defect_hook("T06", |hooks| stock::overrun(hooks, stock::mate, false)),
    defect_hook("T06:far", |hooks| stock::overrun(hooks, stock::mate, true)),
    defect_hook("T07", |hooks| stock::overrun(hooks, stock::after_hit, false)),
    defect_hook("T07:far", |hooks| stock::overrun(hooks, stock::after_hit, true)),
];
