//! `stop`.

use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, defect_hook};
use crate::reference::family::stock;

/// A `stop` within this time after a reply counts as one that crosses the reply.
const CROSSING: Duration = Duration::from_millis(60);

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("G01", |hooks| {
        stock::say_on(hooks, |shared, words| {
            stock::says(words == ["stop"] && shared.open().is_none(), "bestmove resign")
        });
    }),
    defect_hook("G02", |hooks| {
        stock::end_on(hooks, Ending::Exit(0), |shared, words| {
            words == ["stop"] && shared.open().is_none()
        });
    }),
    defect_hook("G03", |hooks| stock::twice(hooks, CROSSING)),
    defect_hook("G03:exit", |hooks| stock::dies_of_a_late_stop(hooks, CROSSING)),
    defect_hook("G04", |hooks| {
        hooks.search.linger = Some(Box::new(|asked| match asked.epoch.is_stopped() {
            true => Duration::from_secs(5),
            false => Duration::ZERO,
        }));
    }),
    defect_hook("G07", |hooks| {
        stock::command(hooks, |shared, words| {
            if let Some(epoch) = shared.open()
                && words == ["stop"]
                && epoch.request.mate.is_some()
            {
                epoch.drop_reply();
            }
            Handling::Obey
        });
    }),
    defect_hook("G08", |hooks| stock::swallow_early_stop(hooks, Duration::from_millis(100))),
];
