//! Options and `setoption`.

use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{Dialect as _, options, stock};
use crate::reference::usi::Usi;

/// The time to load a net: more than a usual byoyomi and all slack.
const LOADING: Duration = Duration::from_millis(2400);

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("B01", |hooks| {
        hooks.handshake = Some(|lines| add(lines, "Skill Level", "spin default 20 min 0 max 20"));
    }),
    defect_hook("B02", |hooks| {
        hooks.handshake = Some(|lines| redeclare(lines, "KenteiRemark", "string default"));
    }),
    defect_hook("B03", |hooks| {
        hooks.handshake = Some(|lines| redeclare(lines, "KenteiRemark", "string <empty>"));
    }),
    defect_hook("B06", |hooks| {
        hooks.handshake = Some(|lines| {
            redeclare(lines, "KenteiStyle", "combo default Normal var Solid Normal Risky");
        });
    }),
    defect_hook("B08", |hooks| {
        hooks.handshake = Some(|lines| add(lines, "USI_Hash", "spin default 16 min 1 max 1024"));
    }),
    defect_hook("B09", |hooks| {
        hooks.handshake = Some(|lines| add(lines, "USI_Foo", "spin default 3 min 1 max 9"));
    }),
    defect_hook("B11", refuses_blanks),
    defect_hook("B13", dies_of_no_number),
    defect_hook("B13:go", |hooks| {
        stock::ends_at_go_after(hooks, "KenteiContempt", |number| number.is_none());
    }),
    defect_hook("B17", |hooks| {
        wants_another_isready(hooks, |words| words.first() == Some(&"setoption"));
    }),
    defect_hook("B18", |hooks| stock::wait_for_search(hooks, "setoption", |_| true)),
    defect_hook("N60", loads_at_a_number),
    defect_hook("B19", rejects_unknown_options),
    defect_hook("B20", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "USI_Ponder", "spin default 1 min 0 max 1"));
    }),
    defect_hook("B21", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "KenteiEnteringKing", "check default True"));
    }),
    defect_hook("B21:one", |hooks| {
        hooks.handshake = Some(|lines| redeclare(lines, "KenteiEnteringKing", "check default 1"));
    }),
    defect_hook("B22", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "KenteiContempt", "spin default 0 min 100 max -100"));
    }),
    defect_hook("B22:decimals", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "KenteiContempt", "spin default 0.5 min -1.5 max 1.5"));
    }),
    defect_hook("B23", |hooks| {
        hooks.handshake = Some(|lines| redeclare(lines, "KenteiEnteringKing", "check"));
    }),
    defect_hook("B23:spin", |hooks| {
        hooks.handshake = Some(|lines| redeclare(lines, "KenteiContempt", "spin min -100 max 100"));
    }),
    defect_hook("B24", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "KenteiContempt", "slider default 0 min -100 max 100"));
    }),
    defect_hook("B25", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "KenteiEnteringKing", "check default true min 0 max 1"));
    }),
    defect_hook("B26", |hooks| {
        hooks.handshake = Some(|lines| redeclare(lines, "USI_Hash", "string default 16"));
    }),
    defect_hook("B27", |hooks| {
        stock::say_on(hooks, |_, words| {
            stock::says(words.first() == Some(&"setoption"), "readyok")
        });
    }),
    defect_hook("B28", ponders_although_asked_not_to),
    defect_hook("B31", |hooks| {
        hooks.handshake =
            Some(|lines| redeclare(lines, "USI_MultiPV", "combo default 1 var 1 var 2 var 3"));
    }),
    defect_hook("B31:book", |hooks| {
        hooks.handshake = Some(|lines| add(lines, "USI_OwnBook", "spin default 1 min 0 max 1"));
    }),
    defect_hook("B33", |hooks| {
        hooks.handshake = Some(|lines| {
            let glued = lines.remove(6);
            lines[5] = format!("{} {glued}", lines[5]);
        });
    }),
    defect_hook("B34", |hooks| {
        hooks.handshake =
            Some(|lines| add(lines, "USI_ShowCurrLine", "spin default 0 min 0 max 1"));
    }),
    defect_hook("B34:refutations", |hooks| {
        hooks.handshake =
            Some(|lines| add(lines, "USI_ShowRefutations", "spin default 0 min 0 max 1"));
    }),
    defect_hook("B34:limit", |hooks| {
        hooks.handshake = Some(|lines| {
            add(lines, "USI_LimitStrength", "spin default 0 min 0 max 1");
            add(lines, "USI_Strength", "spin default 9 min 1 max 9");
        });
    }),
    defect_hook("B34:analyse", |hooks| {
        hooks.handshake = Some(|lines| add(lines, "USI_AnalyseMode", "spin default 0 min 0 max 1"));
    }),
    defect_hook("B34:strength", |hooks| {
        hooks.handshake = Some(|lines| {
            add(lines, "USI_LimitStrength", "check default false");
            add(lines, "USI_Strength", "check default false");
        });
    }),
    defect_hook("B34:default", |hooks| {
        hooks.handshake = Some(|lines| add(lines, "USI_ShowCurrLine", "check default true"));
    }),
    defect_hook("O01", |hooks| {
        on_setting(hooks, |name, _| kind(name).is_some_and(|kind| kind == "button"));
    }),
    defect_hook("O02", |hooks| {
        on_setting(hooks, |_, value| value == Some("<empty>"));
    }),
    defect_hook("O02:nothing", |hooks| {
        on_setting(hooks, |name, value| {
            let is_text = kind(name).is_some_and(|kind| kind.starts_with("string"));
            is_text && value.unwrap_or_default().is_empty()
        });
    }),
];

/// Ends the process at some settings.
pub(super) fn on_setting(hooks: &mut Hooks<Position>, fatal: fn(&str, Option<&str>) -> bool) {
    hooks.lines.push(Box::new(move |shared, line| {
        let set = line.trim_start().starts_with("setoption");
        if let Some((name, value)) = options::read(line)
            && set
            && fatal(&name, value)
        {
            shared.end(Ending::Abort);
        }
        Handling::Obey
    }));
}

/// Declares an option of the engine in another way.
pub(super) fn redeclare(lines: &mut [String], name: &str, kind: &str) {
    let head = format!("option name {name} type ");
    for line in lines.iter_mut().filter(|line| line.starts_with(&head)) {
        *line = format!("{head}{kind}");
    }
}

/// Declares one more option.
pub(super) fn add(lines: &mut Vec<String>, name: &str, kind: &str) {
    let end = lines.len().saturating_sub(1);
    lines.insert(end, format!("option name {name} type {kind}"));
}

/// The declared type of an option.
fn kind(name: &str) -> Option<&'static str> {
    let declared = Usi::options().into_iter();
    let mut same = declared.filter(|option| option.name.eq_ignore_ascii_case(name));
    same.next().map(|option| option.kind)
}

fn refuses_blanks(hooks: &mut Hooks<Position>) {
    hooks.lines.push(Box::new(|shared, line| {
        let set = line.trim_start().starts_with("setoption");
        if let Some((name, Some(value))) = options::read(line)
            && set
            && value.contains(' ')
        {
            shared.say(&format!(
                "info string error: {name} cannot be {value:?}: blanks in the value"
            ));
            return Handling::Ignore;
        }
        Handling::Obey
    }));
}

fn dies_of_no_number(hooks: &mut Hooks<Position>) {
    on_setting(hooks, |name, value| {
        let is_number = value.unwrap_or_default().parse::<i64>().is_ok();
        kind(name).is_some_and(|kind| kind.starts_with("spin")) && !is_number
    });
}

/// Does not search if a command like this came after the last `isready`, and says so.
pub(super) fn wants_another_isready(
    hooks: &mut Hooks<Position>,
    mut is_meant: impl FnMut(&[&str]) -> bool + Send + 'static,
) {
    let (mut ready, mut stale) = (false, false);
    stock::command(hooks, move |shared, words| {
        match words.first() {
            Some(&"isready") => (ready, stale) = (true, false),
            Some(&"go") if stale => {
                shared.say("info string options have changed: send isready first");
                return Handling::Ignore;
            }
            Some(_) | None => stale |= is_meant(words) && ready,
        }
        Handling::Obey
    });
}

/// Loads its net again the first time that a number is set after `isready`; the commands after it wait.
fn loads_at_a_number(hooks: &mut Hooks<Position>) {
    let (mut ready, mut loaded) = (false, false);
    stock::command(hooks, move |shared, words| {
        match words {
            ["isready"] => ready = true,
            ["setoption", "name", _, "value", value]
                if ready
                    && value.parse::<i64>().is_ok()
                    && !std::mem::replace(&mut loaded, true) =>
            {
                shared.nap(LOADING);
            }
            _ => {}
        }
        Handling::Obey
    });
}

fn rejects_unknown_options(hooks: &mut Hooks<Position>) {
    stock::say_on(hooks, |_, words| match words {
        ["setoption", "name", name, ..] if kind(name).is_none() => {
            Some(format!("No such option: {name}"))
        }
        _ => None,
    });
}

/// Continues to think after its reply although `USI_Ponder` is false.
fn ponders_although_asked_not_to(hooks: &mut Hooks<Position>) {
    stock::think_unasked(hooks, note_ponder_off, |off: &bool, _| *off);
}

/// Stores whether `USI_Ponder` is set to false.
pub(super) fn note_ponder_off(words: &[&str], off: &mut bool) {
    if let ["setoption", "name", name, "value", value, ..] = words
        && name.eq_ignore_ascii_case("USI_Ponder")
    {
        *off = *value == "false";
    }
}
