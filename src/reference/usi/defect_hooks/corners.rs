//! Defects that show only in one situation, which one scenario creates.

use std::sync::Arc;
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::stock;

use super::options::on_setting;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("O06", |hooks| {
        let mut loading = false;
        stock::lose(hooks, move |_, words| {
            let lost = loading && words == ["quit"];
            loading = words == ["isready"];
            lost
        });
    }),
    defect_hook("O07", |hooks| {
        let mut asked = 0;
        stock::say_on(hooks, move |_, words| {
            asked += u32::from(words == ["isready"]);
            stock::says(words == ["isready"] && asked == 3, "readyok")
        });
    }),
    defect_hook("O08", |hooks| {
        stock::answer_after_stop(hooks, "stop", Duration::MAX, |_| true);
    }),
    defect_hook("O10", |hooks| {
        let mut begun = false;
        stock::lose(hooks, move |_, words| {
            begun |= words == ["usinewgame"];
            begun && words == ["isready"]
        });
    }),
    defect_hook("O11", |hooks| {
        on_setting(hooks, |name, value| {
            let number = value.and_then(|value| value.parse::<i64>().ok());
            name.eq_ignore_ascii_case("KenteiContempt")
                && number.is_some_and(|number| number.abs() > 100)
        });
    }),
    defect_hook("O11:go", |hooks| {
        stock::ends_at_go_after(hooks, "KenteiContempt", |number| {
            number.is_some_and(|number| number.abs() > 100)
        });
    }),
    defect_hook("O12", |hooks| {
        let mut reported = false;
        stock::say_on(hooks, move |_, words| {
            reported |= words == ["setoption", "name", "USI_Ponder", "value", "true"];
            stock::says(reported && words == ["usinewgame"], "bestmove 7g7f")
        });
    }),
    defect_hook("O13", |hooks| {
        stock::answer_after_stop(hooks, "gameover", Duration::MAX, SharedState::is_pondering);
    }),
    defect_hook("O14", loses_the_go_after_an_option),
    defect_hook("O15", |hooks| {
        stock::end_search_at(hooks, |_, words| words.first() == Some(&"debug"));
    }),
    defect_hook("O16", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| words == ["debug", "off"]);
    }),
    defect_hook("O17", |hooks| {
        stock::answer_after(hooks, |timing| {
            let byoyomi = timing.request.byoyomi?;
            let white = !timing.first_to_move && byoyomi >= Duration::from_secs(2);
            white.then(|| byoyomi + Duration::from_millis(800))
        });
    }),
    defect_hook("N70", |hooks| {
        stock::lose_lines(hooks, |line| {
            line.starts_with("setoption") && stock::has_wide_gaps(line)
        });
    }),
    defect_hook("N71", |hooks| {
        stock::lose(hooks, |shared, words| words == ["isready"] && shared.is_pondering());
    }),
    defect_hook("N71:mate", |hooks| {
        stock::lose(hooks, |shared, words| {
            let solving = |epoch: Arc<Epoch>| epoch.request.mate.is_some();
            words == ["isready"] && shared.open().is_some_and(solving)
        });
    }),
    defect_hook("N72", |hooks| ignore_after_isready(hooks, &["stop", "ponderhit"])),
    defect_hook("N72:hit", |hooks| ignore_after_isready(hooks, &["ponderhit"])),
    defect_hook("N73", |hooks| {
        let mut begun = false;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            let again = std::mem::replace(&mut begun, words == ["usinewgame"]);
            again && begun
        });
    }),
    defect_hook("N74", |hooks| stock::lose_lines(hooks, |line| line.trim() != line)),
    defect_hook("N75", |hooks| lost_in_the_second_game(hooks, "ponderhit")),
    defect_hook("N75:stop", |hooks| lost_in_the_second_game(hooks, "stop")),
];

/// After an `isready` in a search, ignores some commands for that search.
fn ignore_after_isready(hooks: &mut Hooks<Position>, unheard: &'static [&'static str]) {
    let mut stop_reading = false;
    stock::lose(hooks, move |shared, words| {
        match words {
            ["isready"] => stop_reading |= shared.open().is_some(),
            ["go", ..] => stop_reading = false,
            _ => {}
        }
        stop_reading && matches!(words, [word] if unheard.contains(word))
    });
}

/// Ignores the command that ends a ponder search, once a game has ended.
fn lost_in_the_second_game(hooks: &mut Hooks<Position>, command: &'static str) {
    let mut over = false;
    stock::lose(hooks, move |shared, words| {
        over |= words.first() == Some(&"gameover");
        over && words == [command] && shared.is_pondering()
    });
}

/// Sends `readyok` before an option set just before is in force, and ignores the next `go`.
fn loses_the_go_after_an_option(hooks: &mut Hooks<Position>) {
    let (mut set, mut waits) = (false, false);
    stock::lose(hooks, move |_, words| {
        let first = words.first().copied().unwrap_or_default();
        waits |= set && first == "isready";
        set = first == "setoption";
        let lost = waits && first == "go";
        waits &= !lost;
        lost
    });
}
