//! Combinations that no bundled scenario sends; generated sessions should find them.

use crate::games::CHESS;
use crate::games::chess::Position;
use crate::reference::family::combination::{
    Clock, Effect, Form, Mode, Step, Vocabulary, at_command, at_go,
};
use crate::reference::family::hooks::{DefectHook, defect_hook};

static VOCABULARY: Vocabulary = Vocabulary {
    game: &CHESS,
    clocks: ["wtime", "btime"],
    increments: ["winc", "binc"],
    notation: "fen",
    first_side: "w",
    fields: 7,
    new_game: "ucinewgame",
    nonsense: "bestmove e4e4",
};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("X01", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.mode == Mode::Clock
                && now.permuted
                && now.own_increment
                && now.other_increment
                && now.form == Form::WrittenMoves
        })
    }),
    defect_hook("X02", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            now.mode == Mode::Clock
                && now.own == Clock::Some
                && now.own_increment
                && now.other == Clock::Long
                && !now.other_increment
        })
    }),
    defect_hook("X04", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.mode == Mode::Ponder && now.has("movestogo") && now.other == Clock::Some
        })
    }),
    defect_hook("X05", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| now.mode == Mode::Ponder && now.permuted)
    }),
    defect_hook("X06", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.mode == Mode::Clock && now.searchmoves > 0 && now.permuted
        })
    }),
    defect_hook("X08", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            !now.options.is_empty() && !now.after("isready") && now.mode == Mode::Nodes
        })
    }),
    defect_hook("X09", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            !now.options.is_empty() && now.searchmoves > 0
        })
    }),
    defect_hook("X10", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            !now.options.is_empty() && now.form == Form::WrittenMoves
        })
    }),
    defect_hook("X11", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |_, before| {
            before.last().is_some_and(|last| !last.options.is_empty() && last.mode == Mode::Ponder)
        })
    }),
    defect_hook("X12", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            now.step == Step::Back && now.mode == Mode::Ponder
        })
    }),
    defect_hook("X13", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.step == Step::Back && now.form == Form::WrittenMoves && now.mode == Mode::Movetime
        })
    }),
    defect_hook("X14", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            now.moves >= 40 && now.mode == Mode::Nodes
        })
    }),
    defect_hook("X15", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| now.moves >= 40 && now.searchmoves > 0)
    }),
    defect_hook("X16", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, before| {
            now.moves >= 40
                && now.mode == Mode::Depth
                && now.after_a_pause()
                && before.last().is_some_and(|last| last.mode == Mode::Infinite)
        })
    }),
    defect_hook("X17", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.after_a_pause() && now.mode == Mode::Movetime && now.step == Step::Next
        })
    }),
    defect_hook("X19", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, before| {
            now.mode == Mode::Movetime && before.last().is_some_and(|last| last.searchmoves > 0)
        })
    }),
    defect_hook("X20", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, before| {
            now.mode == Mode::Depth
                && before.last().is_some_and(|last| last.mode == Mode::Ponder)
                && now.step == Step::Next
        })
    }),
    defect_hook("X21", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            now.mode == Mode::Infinite && now.searchmoves > 1 && now.form == Form::WrittenMoves
        })
    }),
    defect_hook("X22", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.games >= 3 && now.mode == Mode::Ponder && now.form == Form::WrittenMoves
        })
    }),
    defect_hook("X23", |hooks| {
        at_command(hooks, &VOCABULARY, Effect::Lose, "stop", |now, _| {
            now.mode == Mode::Infinite && now.searchmoves > 0 && now.is_young()
        })
    }),
    defect_hook("X24", |hooks| {
        at_command(hooks, &VOCABULARY, Effect::Die, "stop", |now, _| {
            now.mode == Mode::Ponder && now.is_young() && now.own_increment
        })
    }),
    defect_hook("X25", |hooks| {
        at_command(hooks, &VOCABULARY, Effect::Lose, "ponderhit", |now, _| {
            now.has("movestogo") && now.is_older()
        })
    }),
    defect_hook("X26", |hooks| {
        at_command(hooks, &VOCABULARY, Effect::Die, "ponderhit", |now, _| {
            now.other_increment && !now.own_increment && now.is_older()
        })
    }),
    defect_hook("X27", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.games >= 2 && now.set("value false") && now.mode == Mode::Nodes
        })
    }),
    defect_hook("X28", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            now.games >= 30 && now.mode == Mode::Depth
        })
    }),
    defect_hook("X29", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            now.games >= 30 && now.form == Form::WrittenMoves
        })
    }),
    defect_hook("X30", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, before| {
            now.mode == Mode::Clock && now.is_respelled(before)
        })
    }),
    defect_hook("X31", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, before| {
            now.mode == Mode::Ponder && now.is_respelled(before)
        })
    }),
    defect_hook("X32", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, before| {
            now.searchmoves > 0 && now.is_respelled(before)
        })
    }),
    defect_hook("X33", |hooks| {
        at_command(hooks, &VOCABULARY, Effect::Lose, "quit", |now, _| {
            now.mode == Mode::Ponder && now.permuted
        })
    }),
];
