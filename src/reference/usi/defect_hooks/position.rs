//! `position`, and unusual lines.

use std::cell::RefCell;
use std::rc::Rc;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::{Board as _, is_command, position, stock};
use crate::reference::usi::Usi;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("D01", needs_the_move_count),
    defect_hook("D01:exit", |hooks| {
        let mut short = false;
        stock::end_on(hooks, Ending::Exit(101), move |_, words| {
            if let ["position", base @ ..] = words {
                short = lacks_the_move_count(base);
            }
            short && words.first() == Some(&"go")
        });
    }),
    defect_hook("N62", |hooks| {
        needs_the_move_count(hooks);
        // With several lines, the engine still writes its info lines.
        hooks.search.info = Some(Box::new(|_, lines| {
            lines.retain(|info| info.get("multipv").is_some());
        }));
    }),
    defect_hook("D02", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"position") && words.last() == Some(&"moves")
        });
    }),
    defect_hook("D08", never_takes_back),
    defect_hook("D09", |hooks| {
        hooks.go = Some(Box::new(|shared, board, _, _| {
            if !board.has_move() {
                shared.end(Ending::Abort);
            }
            Handling::Obey
        }));
    }),
    defect_hook("D10", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| match words {
            ["position", "sfen", board, ..] => !(board.contains('K') && board.contains('k')),
            _ => false,
        });
    }),
    defect_hook("D12", repeats_on_blank),
    defect_hook("D13", |hooks| {
        stock::end_on(hooks, Ending::Exit(1), |_, words| {
            words.first().is_some_and(|first| !is_command::<Usi>(first))
        });
    }),
    defect_hook("D14", |hooks| {
        hooks.lines.push(Box::new(|shared, line| {
            if !line.is_ascii() {
                shared.end(Ending::Exit(101));
            }
            Handling::Obey
        }));
    }),
    defect_hook("D15", stock::keep_talking),
    defect_hook("D16", |hooks| {
        stock::say_on(hooks, |_, words| {
            let known = words.first().is_some_and(|first| is_command::<Usi>(first));
            stock::says(!known, "command ready")
        });
    }),
    defect_hook("D17", |hooks| {
        stock::misread(hooks, |words, set| {
            let board = set.as_ref().ok()?;
            let white_begins = words.first() == Some(&"sfen") && words.get(2) == Some(&"w");
            let white_moves = !board.first_to_move();
            let black_to_move = board.notation().replacen(" w ", " b ", 1);
            (white_begins && white_moves).then(|| Position::parse(&black_to_move).ok())?
        });
    }),
    defect_hook("D18", |hooks| {
        stock::misread(hooks, |words, set| {
            let plain = words.join(" ").replace('+', "");
            let promoted = words.get(1).is_some_and(|board| board.contains('+'));
            let wrong = || {
                let words: Vec<&str> = plain.split(' ').collect();
                let (board, _) = position::base::<Usi>(&words).ok()?;
                // Later moves may be impossible on the misread board.
                match words.contains(&"moves") {
                    true => position::read::<Usi>(&words).ok(),
                    false => Some(board),
                }
            };
            if promoted && set.is_ok() { wrong() } else { None }
        });
    }),
    defect_hook("D20", |hooks| {
        stock::misread(hooks, |words, _| {
            (words.first() == Some(&"startpos")).then(Position::start)
        });
    }),
    defect_hook("D21", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| match words {
            ["position", "sfen", _, _, _, count, ..] => {
                count.parse::<usize>().is_ok_and(|count| count > 50)
            }
            _ => false,
        });
    }),
    defect_hook("Y36", |hooks| stock::compares_only_the_moves::<Usi>(hooks, |_| true)),
    defect_hook("D22", |hooks| {
        stock::misread(hooks, |words, _| (words.first() == Some(&"sfen")).then(Position::start));
    }),
];

/// Whether a position, from the word `sfen` on, has only three fields.
fn lacks_the_move_count(words: &[&str]) -> bool {
    let end = words.iter().position(|word| *word == "moves");
    words.first() == Some(&"sfen") && end.unwrap_or(words.len()) == 4
}

/// Refuses an sfen without move count, and keeps the old position.
fn needs_the_move_count(hooks: &mut Hooks<Position>) {
    let mut old = Position::start();
    stock::misread(hooks, move |words, set| {
        if lacks_the_move_count(words) {
            return Some(old.clone());
        }
        if let Ok(board) = set {
            old = board.clone();
        }
        None
    });
}

/// The base of the engine's board, the number of moves played from it, and the board.
#[derive(Default)]
struct EngineBoard {
    base: Vec<String>,
    moves: usize,
    board: Option<Position>,
}

/// With the same base, plays only the moves after those already played, so a shorter list changes nothing. A new game
/// starts from an empty state.
fn never_takes_back(hooks: &mut Hooks<Position>) {
    let played: Rc<RefCell<EngineBoard>> = Rc::default();
    let game = Rc::clone(&played);
    stock::misread(hooks, move |words, set| {
        let mut played = game.borrow_mut();
        let (base, moves) = position::base::<Usi>(words).ok()?;
        let named = &words[..words.len() - moves.len()];
        let same = played.base.iter().eq(named);
        let done = played.moves;
        let board = match &mut played.board {
            Some(board) if same => {
                stock::play_on(board, moves.iter().skip(done));
                board.clone()
            }
            Some(_) | None => set.as_ref().map_or(base, Clone::clone),
        };
        played.moves = if same { done.max(moves.len()) } else { moves.len() };
        played.base = named.iter().map(|&word| word.to_owned()).collect();
        played.board = Some(board.clone());
        Some(board)
    });
    stock::command(hooks, move |_, words| {
        if words == ["usinewgame"] {
            *played.borrow_mut() = EngineBoard::default();
        }
        Handling::Obey
    });
}

/// Obeys the last command again at a blank line.
fn repeats_on_blank(hooks: &mut Hooks<Position>) {
    let mut last = String::new();
    hooks.lines.push(Box::new(move |_, line| {
        if line.trim().is_empty() {
            return Handling::Instead(vec![last.clone()]);
        }
        line.clone_into(&mut last);
        Handling::Obey
    }));
}
