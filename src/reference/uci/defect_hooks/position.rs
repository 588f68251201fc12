//! `position`, and the behaviour after lines that the engine does not understand.

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{Dialect as _, is_command, position, stock};
use crate::reference::uci::Uci;

/// The number of moves that the engine can store.
const ROOM: usize = 390;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("U26", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"position") && position::moves(words).len() > ROOM
        });
    }),
    defect_hook("U26:cut", |hooks| {
        stock::misread(hooks, |words, _| {
            let lost = position::moves(words).len().saturating_sub(ROOM);
            let cut = position::read::<Uci>(&words[..words.len() - lost]).ok();
            cut.filter(|_| lost > 0)
        });
    }),
    defect_hook("U27", |hooks| {
        hooks.position = Some(Box::new(|shared, _, set| {
            if set.is_err() {
                shared.end(Ending::Exit(1));
            }
            set
        }));
    }),
    defect_hook("U28", loses_the_command_after_an_error),
    defect_hook("U29", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| match words {
            ["position", "fen", fields @ ..] => {
                fields.iter().take_while(|word| **word != "moves").count() == 4
            }
            _ => false,
        });
    }),
    defect_hook("U57", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"position") && words.last() == Some(&"moves")
        });
    }),
    defect_hook("U78", |hooks| {
        stock::say_on(hooks, |_, words| {
            let odd = ["position", "ucinewgame", "setoption"];
            let noted = words.first().is_some_and(|first| odd.contains(first));
            stock::says(noted, "info string noted")
        });
    }),
];

/// Reports an unknown command or option, and ignores the next line.
fn loses_the_command_after_an_error(hooks: &mut Hooks<Position>) {
    let mut lost = false;
    stock::command(hooks, move |shared, words| {
        if std::mem::take(&mut lost) {
            return Handling::Ignore;
        }
        let unknown_option = |name: &str| {
            let mut declared = Uci::options().into_iter();
            !declared.any(|option| option.name.to_lowercase().starts_with(&name.to_lowercase()))
        };
        lost = match words {
            ["setoption", "name", name, ..] => unknown_option(name),
            [first, ..] => !is_command::<Uci>(first),
            [] => false,
        };
        if lost {
            shared.say(&format!("info string error: cannot read {:?}", words.join(" ")));
        }
        Handling::Obey
    });
}
