//! Optional features that the engine does not have: strength, analysis mode, the opponent, and win, draw and loss
//! chances.

use std::sync::atomic::Ordering;

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::stock;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("OB01", |hooks| {
        has_strength(hooks);
        with(hooks, "UCI_LimitStrength", |words, limited| match words {
            ["go", "infinite"] if limited => Some(Handling::Instead(vec!["go depth 3".to_owned()])),
            _ => None,
        });
    }),
    defect_hook("OB02", |hooks| {
        has_strength(hooks);
        stock::ends_in_search(hooks, "UCI_Elo", "1000");
    }),
    defect_hook("OB03", has_strength),
    defect_hook("OB04", |hooks| {
        analyses(hooks);
        let mut analysed = false;
        with(hooks, "UCI_AnalyseMode", move |words, on| {
            analysed |= on;
            let game = analysed && !on && matches!(words, ["go", "wtime", ..]);
            game.then(|| Handling::Instead(vec!["go infinite".to_owned()]))
        });
    }),
    defect_hook("OB05", |hooks| {
        analyses(hooks);
        with(hooks, "UCI_AnalyseMode", |words, on| {
            (on && words.first() == Some(&"ucinewgame")).then_some(Handling::Ignore)
        });
    }),
    defect_hook("OB06", |hooks| {
        has_opponent(hooks);
        stock::end_on(hooks, Ending::Abort, |_, words| {
            matches!(words, ["setoption", "name", "UCI_Opponent", "value", _, "none", ..])
        });
    }),
    defect_hook("OB07", |hooks| {
        has_opponent(hooks);
        stock::command(hooks, |shared, words| {
            let parts = words.len();
            if let ["setoption", "name", "UCI_Opponent", ..] = words
                && parts > 9
            {
                stock::hang(shared);
            }
            Handling::Obey
        });
    }),
    defect_hook("OB08", has_opponent),
    defect_hook("OB09", |hooks| shows_chances(hooks, |_| false, "")),
    defect_hook("OB10", |hooks| {
        let mut was_true = false;
        let is_or_was_true = move |value: &str| {
            was_true |= stock::is_true(value);
            was_true
        };
        shows_chances(hooks, is_or_was_true, "310 400 290");
    }),
    defect_hook("OB11", |hooks| shows_chances(hooks, stock::is_true, "31 40 29")),
    defect_hook("OB12", |hooks| shows_chances(hooks, stock::is_true, "310 400 290")),
];

/// Declares the two options that limit the strength.
fn has_strength(hooks: &mut Hooks<Position>) {
    hooks.handshake = Some(|lines| {
        lines.insert(3, "option name UCI_LimitStrength type check default false".to_owned());
        lines.insert(4, "option name UCI_Elo type spin default 1500 min 1000 max 2800".to_owned());
    });
}

/// Declares `UCI_AnalyseMode`.
pub(super) fn analyses(hooks: &mut Hooks<Position>) {
    hooks.handshake = Some(|lines| {
        lines.insert(3, "option name UCI_AnalyseMode type check default false".to_owned());
    });
}

/// Declares `UCI_Opponent`.
fn has_opponent(hooks: &mut Hooks<Position>) {
    hooks.handshake = Some(|lines| {
        lines.insert(3, "option name UCI_Opponent type string default <empty>".to_owned());
    });
}

/// Calls `react` with the words of each command and with whether this check option is true.
fn with(
    hooks: &mut Hooks<Position>,
    check: &'static str,
    mut react: impl FnMut(&[&str], bool) -> Option<Handling> + 'static,
) {
    let on = stock::follow(hooks, check);
    stock::command(hooks, move |_, words| {
        react(words, on.load(Ordering::SeqCst)).unwrap_or(Handling::Obey)
    });
}

/// Declares `UCI_ShowWDL`, and appends these chances to each score while `shows` is true for the last value of the option.
fn shows_chances(
    hooks: &mut Hooks<Position>,
    shows: impl FnMut(&str) -> bool + 'static,
    chances: &'static str,
) {
    hooks.handshake = Some(|lines| {
        lines.insert(3, "option name UCI_ShowWDL type check default false".to_owned());
    });
    let shown = stock::follow_value(hooks, "UCI_ShowWDL", shows);
    stock::change_info(hooks, move |_, info| {
        let score = info.get("score").filter(|_| shown.load(Ordering::SeqCst));
        if let Some(score) = score.map(|score| format!("{score} wdl {chances}")) {
            info.set("score", score);
        }
    });
}
