//! What shows only in a window of time, or only once in a while.

use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::family::hooks::{Flaw, flaw};
use crate::reference::family::stock;

/// How rare what is rare is.
const RARE: u64 = 20;

pub(super) static FLAWS: &[Flaw<Position>] = &[
    flaw("R01", |hooks| {
        stock::lost_behind_go(hooks, "ponderhit", (5, 30), |epoch| epoch.is_pondering());
    }),
    flaw("R02", |hooks| stock::fatal_before_due(hooks, "stop", 20)),
    flaw("R03", |hooks| {
        stock::lost_behind_go(hooks, "stop", (0, 2), |_| true);
    }),
    flaw("R05", |hooks| stock::twice(hooks, Duration::from_millis(5))),
    flaw("R06", |hooks| stock::sometimes_mute(hooks, RARE)),
    flaw("R07", |hooks| stock::sometimes_former(hooks, RARE)),
    flaw("R08", |hooks| stock::deadlock_at_stop_behind_hit(hooks, 10)),
    flaw("R09", |hooks| stock::lost_behind_reply(hooks, "go", 3)),
    flaw("R16", |hooks| stock::keeps_a_late_stop(hooks, 20)),
    flaw("R25", |hooks| {
        stock::late_after(hooks, Duration::from_secs(1), stock::is_crossing_stop);
    }),
    flaw("R26", |hooks| {
        stock::late_after(hooks, Duration::from_millis(40), stock::is_crossing_stop);
    }),
    flaw("R27", |hooks| {
        stock::late_after(hooks, Duration::from_secs(1), stock::is_early_hit);
    }),
];
