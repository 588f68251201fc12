//! Lines of the handshake and declared options that break one rule.

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};

use super::options::add;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Z01", |hooks| {
        change(hooks, |lines| {
            let end = lines.len() - 1;
            lines[..end].rotate_left(2);
        });
    }),
    defect_hook("Z02", |hooks| change(hooks, |lines| "id name".clone_into(&mut lines[0]))),
    defect_hook("Z03", |hooks| {
        change(hooks, |lines| add(lines, "KenteiTempo", "combo default Fast var Slow var Steady"));
    }),
    defect_hook("Z04", |hooks| {
        change(hooks, |lines| add(lines, "KenteiReset", "button default 1"))
    }),
    defect_hook("Z05", |hooks| {
        change(hooks, |lines| lines.retain(|line| !line.contains("USI_Hash")));
    }),
    defect_hook("Z06", |hooks| {
        change(hooks, |lines| add(lines, "USI_LimitStrength", "check default false"));
    }),
    defect_hook("Z07", |hooks| change(hooks, |lines| add(lines, "KenteiSkill", "spin default 20"))),
];

fn change(hooks: &mut Hooks<Position>, change: fn(&mut Vec<String>)) {
    hooks.handshake = Some(change);
}
