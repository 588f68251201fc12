//! Defects that show only in a window of time, or only at random.

use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::stock;

/// Random defects show once in this number of times.
const RARE: u64 = 20;
/// How late a `stop` is obeyed.
const LATE: Duration = Duration::from_millis(20);

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("R01", |hooks| {
        stock::lost_after_go(hooks, "ponderhit", (5, 30), |epoch| epoch.is_pondering());
    }),
    defect_hook("R02", |hooks| stock::fatal_before_due(hooks, "stop", 20)),
    defect_hook("R03", |hooks| {
        stock::lost_after_go(hooks, "stop", (0, 2), |_| true);
    }),
    defect_hook("R05", |hooks| stock::twice(hooks, Duration::from_millis(5))),
    defect_hook("R06", |hooks| stock::sometimes_mute(hooks, RARE)),
    defect_hook("R07", |hooks| stock::sometimes_former(hooks, RARE)),
    defect_hook("R08", |hooks| stock::deadlock_at_stop_after_hit(hooks, 10)),
    defect_hook("R09", |hooks| stock::lost_after_reply(hooks, "go", (0, 3))),
    defect_hook("R10", |hooks| stock::answers_each_hit(hooks, 20)),
    defect_hook("R14", |hooks| {
        stock::lost_after_go(hooks, "quit", (0, 20), |_| true);
    }),
    defect_hook("R16", |hooks| stock::keeps_a_late_stop(hooks, 20)),
    defect_hook("R25", |hooks| {
        stock::late_after(hooks, Duration::from_secs(1), stock::is_crossing_stop);
    }),
    defect_hook("R26", |hooks| {
        stock::late_after(hooks, Duration::from_millis(40), stock::is_crossing_stop);
    }),
    defect_hook("R27", |hooks| {
        stock::late_after(hooks, Duration::from_secs(1), stock::is_early_hit);
    }),
    defect_hook("Y147", |hooks| stock::mute_at_ready_after_stop(hooks, LATE)),
    defect_hook("Y147:ready", |hooks| {
        stock::stop_late(hooks, LATE, |_| true, |_, _, _| {});
        let mut stopped = false;
        stock::lose(hooks, move |shared, words| {
            stopped = shared.open().is_some() && (stopped || *words == ["stop"]);
            stopped && *words == ["isready"]
        });
    }),
    defect_hook("Y149", |hooks| {
        stock::hangs_at_quit_after_stop(hooks, LATE, |epoch| !epoch.request.ponder);
    }),
];
