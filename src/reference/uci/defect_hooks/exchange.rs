//! Commands that are ignored, fatal or answered wrongly, while the engine obeys other commands of their kind.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Mutex;
use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::input::Reading;
use crate::reference::family::request::Request;
use crate::reference::family::shared_state::SharedState;
use crate::reference::family::{Board as _, Dialect as _, is_command, lock, options, stock};
use crate::reference::uci::Uci;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("O20", |hooks| stock::end_on(hooks, Ending::Abort, |_, words| presses(words))),
    defect_hook("O20:mute", |hooks| {
        let mut pressed = false;
        stock::lose(hooks, move |_, words| {
            pressed |= presses(words);
            pressed && words == ["isready"]
        });
    }),
    defect_hook("O20:searched", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| has_searched(shared) && presses(words));
    }),
    defect_hook("O22", |hooks| {
        stock::say_on(hooks, |_, words| {
            let name = unknown_option(words)?;
            Some(format!("No such option: {name}"))
        });
    }),
    defect_hook("O22:bare", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            unknown_option(words).is_some() && !words.contains(&"value")
        });
    }),
    defect_hook("O23", |hooks| {
        stock::say_on(hooks, |_, words| {
            let set = words.first() == Some(&"setoption") && unknown_option(words).is_none();
            stock::says(set, "bestmove e2e4")
        });
    }),
    defect_hook("S01", |hooks| ends_at(hooks, |line| line == "debug off", |_| true)),
    defect_hook("S01:crash", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            words == ["debug", "on"] && shared.open().is_none()
        });
    }),
    defect_hook("S01:black", |hooks| {
        ends_at(hooks, |line| line == "debug on", |board| !board.first_to_move());
    }),
    defect_hook("S01:text", |hooks| {
        stock::say_on(hooks, |_, words| match words {
            ["debug", state] => Some(format!("debug mode is {state}")),
            _ => None,
        });
    }),
    defect_hook("S02", |hooks| {
        let mut greeted = false;
        stock::end_on(hooks, Ending::Exit(0), move |_, words| {
            greeted |= words == ["uci"];
            !greeted && words == ["isready"]
        });
    }),
    defect_hook("S03", |hooks| {
        let mut asked = 0;
        stock::say_on(hooks, move |_, words| {
            asked += u32::from(words == ["isready"]);
            stock::says(words == ["isready"] && asked == 3, "readyok")
        });
    }),
    defect_hook("S03:searched", |hooks| {
        stock::say_on(hooks, |shared, words| {
            stock::says(words == ["isready"] && has_searched(shared), "readyok")
        });
    }),
    defect_hook("S03:lost", |hooks| {
        stock::lose(hooks, |shared, words| words == ["isready"] && has_searched(shared));
    }),
    defect_hook("S04", |hooks| {
        let mut begun = false;
        stock::lose(hooks, move |_, words| {
            begun |= words == ["ucinewgame"];
            !begun && words.first() == Some(&"go")
        });
    }),
    defect_hook("S04:crash", |hooks| {
        let mut begun = false;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            begun |= words == ["ucinewgame"];
            !begun && words.first() == Some(&"position")
        });
    }),
    defect_hook("S05", |hooks| {
        stock::lose(hooks, after(&["ucinewgame"], |_, words| words == ["isready"]));
    }),
    defect_hook("S05:searched", |hooks| {
        let isready =
            |shared: &SharedState, words: &[&str]| words == ["isready"] && has_searched(shared);
        stock::lose(hooks, after(&["ucinewgame"], isready));
    }),
    defect_hook("S05:crash", |hooks| {
        let mut ready = false;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            ready |= words == ["isready"];
            !ready && words == ["ucinewgame"]
        });
    }),
    defect_hook("S05:go", |hooks| {
        let mut fresh = false;
        stock::lose(hooks, move |shared, words| {
            fresh |= words == ["ucinewgame"] && has_searched(shared);
            words.first() == Some(&"go") && std::mem::take(&mut fresh)
        });
    }),
    defect_hook("S05:twice", |hooks| {
        let (mut begun, mut again) = (false, false);
        stock::lose(hooks, move |_, words| {
            match words.first() {
                Some(&"go") => (begun, again) = (false, false),
                Some(&"ucinewgame") => again = std::mem::replace(&mut begun, true),
                Some(_) | None => {}
            }
            words == ["isready"] && again
        });
    }),
    defect_hook("S06", |hooks| answers_a_new_game(hooks, "readyok", |_| true)),
    defect_hook("S06:reply", |hooks| answers_a_new_game(hooks, "bestmove e2e4", |_| true)),
    defect_hook("S06:second", |hooks| answers_a_new_game(hooks, "uciok", has_searched)),
    defect_hook("S06:text", |hooks| answers_a_new_game(hooks, "Good luck!", |_| true)),
    defect_hook("S07", |hooks| {
        let mut ready = false;
        stock::command(hooks, move |shared, words| {
            ready |= words == ["isready"];
            if words == ["quit"] && !ready {
                stock::hang(shared);
            }
            Handling::Obey
        });
    }),
    defect_hook("S07:ready", |hooks| {
        stock::lose(hooks, after(&["isready"], |_, words| words == ["quit"]));
    }),
    defect_hook("S07:set", |hooks| {
        stock::lose(hooks, after(&["setoption"], |_, words| words == ["quit"]));
    }),
    defect_hook("S08", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| words.first() == Some(&"register"));
    }),
    defect_hook("S08:mute", |hooks| {
        stock::lose(hooks, after(&["register"], |_, words| words == ["isready"]));
    }),
    defect_hook("S10", |hooks| {
        stock::lose(hooks, |_, words| words.first().is_some_and(|first| !is_command::<Uci>(first)));
    }),
    defect_hook("S11", |hooks| stop_reading(hooks, |request| request.infinite)),
    defect_hook("S11:clock", |hooks| {
        stop_reading(hooks, |request| !request.ponder && request.first.left > Some(LONG));
    }),
    defect_hook("S11:ponder", |hooks| stop_reading(hooks, |request| request.ponder)),
    defect_hook("S12", |hooks| {
        let hit = after_an_idle_hit(hooks);
        hooks.go = Some(Box::new(move |_, _, _, request| {
            if hit.take() && request.infinite {
                stock::at_once(request);
            }
            Handling::Obey
        }));
    }),
    defect_hook("S12:mute", |hooks| {
        let mut stop_reading = false;
        stock::lose(hooks, move |shared, words| {
            stop_reading |= words == ["stop"] && !has_searched(shared);
            stop_reading && words == ["isready"]
        });
    }),
    defect_hook("S12:lost", |hooks| {
        let hit = after_an_idle_hit(hooks);
        hooks.go = Some(Box::new(move |_, _, _, _| match hit.take() {
            true => Handling::Ignore,
            false => Handling::Obey,
        }));
    }),
    defect_hook("S13", |hooks| {
        stock::lose_lines(hooks, |line| {
            !line.starts_with("setoption") && stock::has_wide_gaps(line)
        });
    }),
    defect_hook("S13:option", |hooks| {
        stock::lose_lines(hooks, |line| {
            line.starts_with("setoption") && stock::has_wide_gaps(line)
        });
    }),
    defect_hook("S14", |hooks| hooks.reading = Reading::Chunks),
    defect_hook("S17", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            words.is_empty() && shared.open().is_none()
        });
    }),
    defect_hook("S17:text", |hooks| {
        stock::say_on(hooks, |_, words| stock::says(words.is_empty(), "command ready"));
    }),
    defect_hook("S17:search", |hooks| ends_at(hooks, str::is_empty, |_| true)),
    defect_hook("S18", |hooks| {
        stock::say_on(hooks, |_, words| {
            let first = words.first().filter(|first| !is_command::<Uci>(first))?;
            Some(format!("Unknown command: {first}"))
        });
    }),
    defect_hook("S18:search", |hooks| {
        ends_at(hooks, |line| line.starts_with("xyzzy"), |_| true);
    }),
    defect_hook("S18:long", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| words.iter().any(|word| word.len() > 255));
    }),
    defect_hook("S19", plays_otherwise_the_second_time),
    defect_hook("S20", |hooks| {
        let mut moves = 0;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            match words.first() {
                Some(&"ucinewgame") => moves = 0,
                Some(&"go") => moves += 1,
                Some(_) | None => {}
            }
            moves == 3
        });
    }),
    defect_hook("S22", |hooks| {
        stock::lose_lines(hooks, |line| {
            let of_game = line.starts_with("position") || line.starts_with("go");
            of_game && line.ends_with('\r')
        });
    }),
    defect_hook("S22:stop", |hooks| stock::lose_lines(hooks, |line| line == "stop\r")),
    defect_hook("R40", |hooks| stock::dies_after_reply(hooks, "ucinewgame", 5)),
    defect_hook("R41", |hooks| stock::lost_after_reply(hooks, "isready", (0, 5))),
];

/// A clock with more time than this is a long one.
const LONG: Duration = Duration::from_secs(300);

/// Whether a command presses the only button.
fn presses(words: &[&str]) -> bool {
    words == ["setoption", "name", "Clear", "Hash"]
}

/// Whether there has been a search, open or not.
fn has_searched(shared: &SharedState) -> bool {
    shared.newest().is_some()
}

/// The name that a `setoption` gives, if no option has that name.
fn unknown_option(words: &[&str]) -> Option<String> {
    let (name, _) =
        options::read(&words.join(" ")).filter(|_| words.first() == Some(&"setoption"))?;
    let mut declared = Uci::options().into_iter();
    (!declared.any(|option| option.name.eq_ignore_ascii_case(&name))).then_some(name)
}

/// Whether `holds` accepts a command and the command before it began with one of these words.
fn after(
    words: &'static [&'static str],
    holds: impl Fn(&SharedState, &[&str]) -> bool + 'static,
) -> impl FnMut(&SharedState, &[&str]) -> bool {
    let mut follows = false;
    move |shared, line| {
        let both = follows && holds(shared, line);
        follows = line.first().is_some_and(|first| words.contains(first));
        both
    }
}

/// Ends the search of some positions at some lines, as at `stop`.
fn ends_at(hooks: &mut Hooks<Position>, line: fn(&str) -> bool, root: fn(&Position) -> bool) {
    let searches = Rc::new(Cell::new(false));
    let seen = Rc::clone(&searches);
    hooks.go = Some(Box::new(move |_, board, _, _| {
        seen.set(root(board));
        Handling::Obey
    }));
    hooks.lines.push(Box::new(move |shared, text| {
        if let (true, true, Some(epoch)) = (searches.get(), line(text.trim()), shared.open()) {
            epoch.stop();
        }
        Handling::Obey
    }));
}

/// Writes a line at the start of some games.
fn answers_a_new_game(
    hooks: &mut Hooks<Position>,
    line: &'static str,
    when: fn(&SharedState) -> bool,
) {
    stock::say_on(hooks, move |shared, words| {
        stock::says(words == ["ucinewgame"] && when(shared), line)
    });
}

/// Reads nothing for twelve seconds after some `go` commands.
fn stop_reading(hooks: &mut Hooks<Position>, search: fn(&Request) -> bool) {
    hooks.go = Some(Box::new(move |shared, _, _, request| {
        if search(request) {
            shared.nap(Duration::from_secs(12));
        }
        Handling::Obey
    }));
}

/// Whether a `ponderhit` has come without a search; the next `go` takes the value.
fn after_an_idle_hit(hooks: &mut Hooks<Position>) -> Rc<Cell<bool>> {
    stock::has_come(hooks, |shared, words| words == ["ponderhit"] && shared.open().is_none())
}

/// Plays another move than the best one when the same position is searched again.
fn plays_otherwise_the_second_time(hooks: &mut Hooks<Position>) {
    let before: Mutex<String> = Mutex::default();
    stock::best(hooks, move |asked, reply| {
        let position = asked.root.notation();
        let last = std::mem::replace(&mut *lock(&before), position.clone());
        let mut moves = asked.root.moves().into_iter().map(|mv| mv.to_string());
        let other = moves.find(|mv| *mv != reply.body);
        if let (true, Some(other)) = (last == position, other) {
            reply.body = other;
            reply.ponder = None;
        }
    });
}
