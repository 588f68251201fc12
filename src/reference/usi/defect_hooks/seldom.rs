//! Mistakes in positions, and at moments, that few tests have.

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, defect_hook};
use crate::reference::family::stock;

use super::misread::in_check;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y37", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.infinite);
    }),
    defect_hook("Y37:ponder", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.ponder);
    }),
    defect_hook("Y39", |hooks| {
        let mut size = "16".to_owned();
        let mut changed = false;
        stock::lose(hooks, move |_, words| match words {
            ["setoption", "name", "USI_Hash", "value", value] => {
                changed |= *value != size;
                (*value).clone_into(&mut size);
                false
            }
            ["isready"] => {
                changed = false;
                false
            }
            _ => changed && words.first() == Some(&"go"),
        });
    }),
    defect_hook("Y40", stock::lose_hit_with_one_move),
    defect_hook("Y42", |hooks| stock::keeps_for_ponder(hooks, "stop")),
    defect_hook("Y42:hit", |hooks| stock::keeps_for_ponder(hooks, "ponderhit")),
    defect_hook("Y41", |hooks| {
        stock::early_reply_in_check(hooks, |root| in_check(Some(root)), "resign");
    }),
];
