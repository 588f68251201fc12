//! Mistakes in positions, and at moments, that few tests have.

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::request::Reply;
use crate::reference::family::stock;

use super::misread::in_check;
use super::options::wants_another_isready;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y37", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.infinite);
    }),
    defect_hook("Y37:ponder", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.ponder);
    }),
    defect_hook("Y39", |hooks| {
        let mut size = "16".to_owned();
        wants_another_isready(hooks, move |words| match words {
            ["setoption", "name", "USI_Hash", "value", value] => {
                std::mem::replace(&mut size, (*value).to_owned()) != *value
            }
            _ => false,
        });
    }),
    defect_hook("Y40", stock::lose_hit_with_one_move),
    defect_hook("Y41", |hooks| {
        stock::best(hooks, |asked, reply| {
            if stock::was_stopped_early(asked.epoch) && in_check(Some(asked.root)) {
                *reply = Reply::best("resign");
            }
        });
    }),
    defect_hook("Y42", |hooks| stock::keeps_for_ponder(hooks, "stop")),
    defect_hook("Y42:hit", |hooks| stock::keeps_for_ponder(hooks, "ponderhit")),
];
