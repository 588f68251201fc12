//! Options and `setoption`.

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{Dialect as _, options, stock};
use crate::reference::uci::Uci;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("U17", |hooks| {
        hooks.handshake = Some(|lines| {
            for line in lines {
                if let Some(head) = line.strip_suffix(" <empty>") {
                    *line = head.to_owned();
                }
            }
        });
    }),
    defect_hook("U21", |hooks| {
        setting(hooks, |name, _| {
            let exact = Uci::options().iter().any(|option| option.name == name);
            (!exact).then(|| Reaction::Say(format!("No such option: {name}")))
        });
    }),
    defect_hook("U22", |hooks| {
        setting(hooks, |name, _| {
            let (first, _) = name.split_once(' ')?;
            Some(Reaction::Say(format!("No such option: {first}")))
        });
    }),
    defect_hook("U23", |hooks| {
        setting(hooks, |name, value| {
            let (_, value) = spin(name, value)?;
            value.is_none().then_some(Reaction::Crash)
        });
    }),
    defect_hook("U23:go", |hooks| {
        stock::ends_at_go_after(hooks, "Kentei Contempt", |number| number.is_none());
    }),
    defect_hook("U24", |hooks| {
        setting(hooks, |name, value| {
            let (max, value) = spin(name, value)?;
            (value? > max).then_some(Reaction::Crash)
        });
    }),
    defect_hook("U24:go", |hooks| {
        stock::ends_at_go_after(hooks, "Kentei Contempt", |number| {
            number.is_some_and(|number| number.abs() > 100)
        });
    }),
    defect_hook("U25", |hooks| {
        setting(hooks, |name, _| Some(Reaction::Say(format!("error: unknown option {name}"))));
    }),
    defect_hook("U54", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.insert(4, "option name hash type spin default 16 min 1 max 1024".to_owned());
        });
    }),
    // A control: the engine has names with blanks and capitals in any case.
    defect_hook("U72", |_| {}),
    defect_hook("U88", |hooks| stock::wait_for_search(hooks, "setoption", |_| true)),
];

/// What a `setoption` causes.
enum Reaction {
    /// The text is written, and nothing is set.
    Say(String),
    Crash,
}

/// Calls `react` with the name and the value of each `setoption`.
fn setting(hooks: &mut Hooks<Position>, react: fn(&str, Option<&str>) -> Option<Reaction>) {
    hooks.lines.push(Box::new(move |shared, line| {
        let set = line.trim_start().starts_with("setoption");
        let Some((name, value)) = options::read(line).filter(|_| set) else {
            return Handling::Obey;
        };
        match react(&name, value) {
            Some(Reaction::Say(text)) => {
                shared.say(&text);
                Handling::Ignore
            }
            Some(Reaction::Crash) => {
                shared.end(Ending::Abort);
                Handling::Ignore
            }
            None => Handling::Obey,
        }
    }));
}

/// The largest value of a declared spin option, and the number that it is set to.
fn spin(name: &str, value: Option<&str>) -> Option<(i64, Option<i64>)> {
    let declared = Uci::options().into_iter();
    let mut same = declared.filter(|option| option.name.eq_ignore_ascii_case(name));
    let range = same.next()?.kind.strip_prefix("spin ")?;
    let max = range.rsplit(' ').next()?.parse().ok()?;
    Some((max, value.unwrap_or_default().parse().ok()))
}
