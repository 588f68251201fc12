//! Defects between searches: options, positions, the end of the process.

use std::time::Duration;

use crate::games::xiangqi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("X43", |hooks| {
        stock::say_on(hooks, |_, words| {
            stock::says(
                words.first() == Some(&"position"),
                "info depth 1 score 3 pv h2e2\ninfo depth 2 score 5 pv h2e2",
            )
        });
    }),
    defect_hook("X44", |hooks| {
        stock::say_on(hooks, |_, words| match words {
            ["setoption", name, ..] => Some(format!("{name} is set")),
            _ => None,
        });
    }),
    defect_hook("X45", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| match words {
            ["setoption", "contempt", value] => {
                value.parse().is_ok_and(|size: i64| !(-100..=100).contains(&size))
            }
            _ => false,
        });
    }),
    defect_hook("X45:go", |hooks| {
        stock::ends_at_go_after(hooks, "contempt", |number| {
            number.is_some_and(|number| number.abs() > 100)
        });
    }),
    defect_hook("X46", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            words.first() == Some(&"setoption") && shared.open().is_some()
        });
    }),
    defect_hook("X47", |hooks| {
        stock::lose(hooks, |_, words| words.starts_with(&["position", "startpos"]));
    }),
    defect_hook("X48", |hooks| {
        // If Black is to move in the base position, takes Red to be, and plays no moves.
        stock::misread(hooks, |words, _| {
            let end = words.iter().position(|word| *word == "moves")?;
            let red: Vec<&str> =
                words[1..end].iter().map(|word| if *word == "b" { "w" } else { word }).collect();
            let black = words[1..end].contains(&"b");
            black.then(|| Position::parse(&red.join(" ")).ok()).flatten()
        });
    }),
    defect_hook("X49", stock::keeps_the_first_position),
    defect_hook("X50", |hooks| {
        stock::end_on(hooks, Ending::Exit(1), |_, words| {
            words.starts_with(&["position", "fen"])
                && Position::parse(&words[2..].join(" ")).is_err()
        });
    }),
    defect_hook("X51", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| words.len() > 100);
    }),
    defect_hook("X52", |hooks| {
        let mut searches = 0;
        stock::end_on(hooks, Ending::Abort, move |_, words| {
            searches += u32::from(words.first() == Some(&"go"));
            searches == 7
        });
    }),
    defect_hook("X53", forgets_a_ban_of_every_move),
    defect_hook("X54", stock::linger),
    defect_hook("X55", |hooks| stock::end_on(hooks, Ending::Abort, |_, words| words == ["quit"])),
    defect_hook("X56", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| words.first() == Some(&"debug"));
    }),
    defect_hook("X57", |hooks| {
        let mut said = false;
        stock::lose(hooks, move |_, words| {
            said |= words == ["bye"];
            said && words == ["quit"]
        });
    }),
    defect_hook("X26", |hooks| {
        stock::say_on(hooks, |_, words| stock::says(words == ["isready"], "readyok"));
    }),
    defect_hook("X58", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            words == ["ponderhit"] && shared.open().is_none()
        });
    }),
    defect_hook("X79", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| words.starts_with(&["setoption", "style"]));
    }),
    defect_hook("X59", |hooks| {
        hooks.go = Some(Box::new(|shared, _, _, request| {
            if request.infinite {
                shared.nap(Duration::from_secs(12));
            }
            Handling::Obey
        }));
    }),
];

/// Ignores a list of bans that leaves no move.
fn forgets_a_ban_of_every_move(hooks: &mut Hooks<Position>) {
    let mut moves: Vec<String> = Vec::new();
    stock::lose(hooks, move |_, words| {
        if let ["position", "fen", rest @ ..] = words
            && let Ok(board) = Position::parse(&rest.join(" "))
        {
            moves = board.moves().iter().map(ToString::to_string).collect();
        }
        words.first() == Some(&"banmoves") && moves.iter().all(|mv| words.contains(&mv.as_str()))
    });
}
