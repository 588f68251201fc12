//! What comes between two searches or at the end of a game.

use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::stock;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y85", |hooks| stock::hangs_at_quit_after(hooks, "gameover")),
    defect_hook("Y93", |hooks| stock::lose_lines(hooks, stock::sets_option_and_ends_in_blank)),
    defect_hook("Y86", |hooks| {
        stock::wait_for_search(hooks, "quit", |epoch| {
            let request = &epoch.request;
            request.movetime.is_some() || request.depth.is_some() || request.nodes.is_some()
        });
    }),
    defect_hook("Y87", stock::ends_infinite_after_ponder),
    defect_hook("Y88", stock::ends_ponder_at_unknown),
    defect_hook("Y89", |hooks| {
        let pondered = stock::has_come(hooks, |shared, _| shared.is_pondering());
        stock::change_request(hooks, move |_, _, request| {
            if pondered.get() && request.mate.take().is_some() {
                request.movetime = Some(Duration::from_millis(50));
            }
        });
    }),
    defect_hook("Y91", |hooks| {
        stock::loses_while(hooks, "KenteiEnteringKing", |value| value == "false", "ponderhit");
    }),
    defect_hook("Y91:held", |hooks| {
        stock::ends_while(hooks, "KenteiStyle", stock::is_not_default, |request| {
            std::mem::take(&mut request.ponder)
        });
    }),
    defect_hook("Y90", |hooks| stock::begin_anew_at(hooks, |words| *words == ["ponderhit"])),
];
