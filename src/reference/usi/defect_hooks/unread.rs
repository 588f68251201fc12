//! Commands, words and positions that the engine does not read as the documents have them.

use std::time::{Duration, Instant};

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::request::Mate;
use crate::reference::family::{Board as _, is_command, position, stock};
use crate::reference::usi::Usi;

const GO_WORDS: [&str; 12] = [
    "ponder",
    "btime",
    "wtime",
    "byoyomi",
    "binc",
    "winc",
    "infinite",
    "mate",
    "depth",
    "nodes",
    "movetime",
    "searchmoves",
];

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Z09", |hooks| {
        let mut ready = false;
        stock::say_on(hooks, move |_, words| {
            ready |= words == ["isready"];
            let set = words == ["setoption", "name", "USI_Ponder", "value", "true"];
            stock::says(ready && set, "bestmove 7g7f")
        });
    }),
    defect_hook("Z10", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"position") && keeps_a_piece_unpromoted(&words[1..])
        });
    }),
    defect_hook("Z11", |hooks| {
        stock::end_on(
            hooks,
            Ending::Abort,
            |_, words| matches!(words, ["position", "sfen", fields @ ..] if !fields[0].contains('/')),
        );
    }),
    defect_hook("Z12", |hooks| {
        stock::mute(hooks, |asked, reply| {
            let king = if asked.root.first_to_move() { 'K' } else { 'k' };
            let board = asked.root.notation();
            let board = board.split(' ').next().unwrap_or_default();
            reply.word == "checkmate" && !board.contains(king)
        });
    }),
    defect_hook("Z13", |hooks| {
        stock::mute(hooks, |asked, _| asked.epoch.request.mate == Some(Mate::Endless));
    }),
    defect_hook("Z14", |hooks| {
        stock::lose(hooks, |_, words| {
            words.first() == Some(&"go") && words[1..].iter().any(is_unknown)
        });
    }),
    defect_hook("Z14:first", |hooks| {
        stock::lose(hooks, |_, words| {
            words.first() == Some(&"go") && words.get(1).is_some_and(is_unknown)
        });
    }),
    defect_hook("Z15", loses_a_hit_at_once),
    defect_hook("Z16", |hooks| {
        stock::mute(hooks, |asked, reply| {
            let mv = asked.root.read(&reply.body);
            asked.epoch.request.ponder && mv.is_some_and(|mv| !asked.root.after(mv).has_move())
        });
    }),
    defect_hook("Z17", |hooks| {
        stock::think_unasked(hooks, |_, (): &mut ()| {}, |(), _| true);
    }),
    defect_hook("Z19", |hooks| {
        stock::best(hooks, |_, reply| {
            if ["resign", "win"].contains(&&*reply.body) {
                reply.ponder = Some("7g7f".to_owned());
            }
        });
    }),
    defect_hook("Z20", |hooks| {
        let mut solved = false;
        stock::lose(hooks, move |_, words| match words {
            ["isready"] => {
                solved = false;
                false
            }
            ["go", "mate", ..] => std::mem::replace(&mut solved, true),
            _ => false,
        });
    }),
    defect_hook("Z30", |hooks| {
        stock::say_on(hooks, |_, words| stock::says(words == ["debug", "on"], "debugging is on"));
    }),
    defect_hook("Z31", |hooks| {
        stock::lose(hooks, |_, words| words.first().is_some_and(|word| !is_command::<Usi>(word)));
    }),
];

/// Whether a word of `go` has no meaning.
fn is_unknown(word: &&str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphabetic()) && !GO_WORDS.contains(word)
}

/// Loses a `ponderhit` that it reads together with its `go ponder`.
fn loses_a_hit_at_once(hooks: &mut Hooks<Position>) {
    const TOGETHER: Duration = Duration::from_millis(20);
    let mut begun: Option<Instant> = None;
    stock::lose(hooks, move |_, words| {
        if words.first() == Some(&"go") {
            begun = Some(Instant::now());
        }
        words == ["ponderhit"] && begun.is_some_and(|at| at.elapsed() < TOGETHER)
    });
}

/// Whether one of the moves goes over several squares, could promote, and does not. `words` are those after `position`.
fn keeps_a_piece_unpromoted(words: &[&str]) -> bool {
    let Ok((mut board, moves)) = position::base::<Usi>(words) else { return false };
    moves.iter().any(|text| {
        let promoted = board.read(&format!("{text}+"));
        let Some(mv) = board.read(text) else { return false };
        board.make(mv);
        promoted.is_some() && is_long(text)
    })
}

fn is_long(text: &str) -> bool {
    match text.as_bytes() {
        [file, rank, to_file, to_rank, ..] => {
            file.abs_diff(*to_file) > 1 || rank.abs_diff(*to_rank) > 1
        }
        _ => false,
    }
}
