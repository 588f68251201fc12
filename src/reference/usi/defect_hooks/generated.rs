//! Combinations that no bundled scenario sends; generated sessions should find them.

use crate::games::SHOGI;
use crate::games::shogi::Position;
use crate::reference::family::combination::{
    Clock, Effect, Form, Mode, Step, Vocabulary, at_command, at_go,
};
use crate::reference::family::hooks::{DefectHook, defect_hook};

static VOCABULARY: Vocabulary = Vocabulary {
    game: &SHOGI,
    clocks: ["btime", "wtime"],
    increments: ["binc", "winc"],
    notation: "sfen",
    first_side: "b",
    fields: 5,
    new_game: "usinewgame",
    nonsense: "bestmove 5a5a",
};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("X01", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.mode == Mode::Clock
                && now.own == Clock::Some
                && now.other == Clock::Zero
                && now.has("byoyomi")
                && now.form == Form::WrittenMoves
        })
    }),
    defect_hook("X03", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            now.mode == Mode::Clock
                && now.own == Clock::Long
                && now.other == Clock::Zero
                && now.own_increment
        })
    }),
    defect_hook("X04", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            now.mode == Mode::Clock
                && now.permuted
                && now.own_increment
                && now.other_increment
                && now.own == Clock::Some
        })
    }),
    defect_hook("X05", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.mode == Mode::Clock && now.permuted && now.has("byoyomi") && now.step == Step::Next
        })
    }),
    defect_hook("X07", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.mode == Mode::Ponder && now.other == Clock::Zero && now.own == Clock::Long
        })
    }),
    defect_hook("X08", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            now.mode == Mode::Clock
                && now.own_increment
                && !now.other_increment
                && now.step == Step::Again
        })
    }),
    defect_hook("X09", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.mode == Mode::Clock
                && !now.own_increment
                && now.other_increment
                && now.form == Form::Start
        })
    }),
    defect_hook("X10", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            now.mode == Mode::Clock && now.searchmoves > 1 && now.permuted
        })
    }),
    defect_hook("X11", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.games >= 2
                && now.set("value false")
                && now.after("isready")
                && now.mode == Mode::Infinite
        })
    }),
    defect_hook("X12", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            !now.options.is_empty() && !now.after("isready") && now.mode == Mode::Nodes
        })
    }),
    defect_hook("X15", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            !now.options.is_empty() && now.mode == Mode::Mate
        })
    }),
    defect_hook("X16", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            !now.options.is_empty() && now.form == Form::Written && now.mode == Mode::Depth
        })
    }),
    defect_hook("X17", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |_, before| {
            before.last().is_some_and(|last| !last.options.is_empty() && last.mode == Mode::Ponder)
        })
    }),
    defect_hook("X18", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            !now.options.is_empty() && now.searchmoves > 0
        })
    }),
    defect_hook("X19", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            now.step == Step::Again && now.form == Form::WrittenMoves && now.mode == Mode::Clock
        })
    }),
    defect_hook("X21", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            now.step == Step::Back && now.form == Form::WrittenMoves && now.mode == Mode::Movetime
        })
    }),
    defect_hook("X22", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, before| {
            now.step == Step::Again
                && now.mode == Mode::Mate
                && before.last().is_some_and(|last| last.mode != Mode::Mate)
        })
    }),
    defect_hook("X23", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            now.moves >= 60 && now.mode == Mode::Nodes
        })
    }),
    defect_hook("X25", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| now.moves >= 60 && now.searchmoves > 0)
    }),
    defect_hook("X26", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.step == Step::Next && now.form == Form::WrittenMoves && now.after("isready")
        })
    }),
    defect_hook("X27", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.after_a_pause() && now.mode == Mode::Movetime && now.step == Step::Next
        })
    }),
    defect_hook("X29", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            now.after_a_pause() && now.form == Form::Start && now.games >= 2
        })
    }),
    defect_hook("X31", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, before| {
            now.mode == Mode::Nodes && before.last().is_some_and(|last| last.mode == Mode::Mate)
        })
    }),
    defect_hook("X32", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, before| {
            now.mode == Mode::Depth
                && before.last().is_some_and(|last| last.mode == Mode::Ponder)
                && now.step == Step::Next
        })
    }),
    defect_hook("X33", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, before| {
            now.mode == Mode::Movetime && before.last().is_some_and(|last| last.searchmoves > 0)
        })
    }),
    defect_hook("X34", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, before| {
            now.mode == Mode::Mate && before.last().is_some_and(|last| last.searchmoves > 0)
        })
    }),
    defect_hook("X35", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            now.games >= 3 && now.mode == Mode::Mate && now.after("usinewgame")
        })
    }),
    defect_hook("X36", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.games >= 3 && now.mode == Mode::Ponder && now.form == Form::WrittenMoves
        })
    }),
    defect_hook("X37", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.mode == Mode::Movetime && now.after("gameover lose")
        })
    }),
    defect_hook("X38", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            now.mode == Mode::Depth && now.after("gameover draw") && now.form == Form::Moves
        })
    }),
    defect_hook("X39", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            now.mode == Mode::Infinite && now.searchmoves == 1 && now.form == Form::Written
        })
    }),
    defect_hook("X40", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, _| {
            now.mode == Mode::Depth && now.searchmoves > 1 && now.step == Step::Again
        })
    }),
    defect_hook("X42", |hooks| {
        at_command(hooks, &VOCABULARY, Effect::Die, "stop", |now, _| {
            now.mode == Mode::Ponder && now.is_young() && now.own_increment
        })
    }),
    defect_hook("X43", |hooks| {
        at_command(hooks, &VOCABULARY, Effect::Lose, "stop", |now, _| {
            now.mode == Mode::Infinite && now.searchmoves > 0 && now.is_young()
        })
    }),
    defect_hook("X47", |hooks| {
        at_command(hooks, &VOCABULARY, Effect::Die, "stop", |now, _| {
            now.mode == Mode::Infinite && now.moves >= 60 && now.is_older()
        })
    }),
    defect_hook("X48", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, _| {
            now.games >= 30 && now.mode == Mode::Depth
        })
    }),
    defect_hook("X49", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            now.games >= 30 && now.mode == Mode::Ponder && now.permuted
        })
    }),
    defect_hook("X50", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Lose, |now, before| {
            now.mode == Mode::Clock && now.form == Form::Written && now.is_respelled(before)
        })
    }),
    defect_hook("X51", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, before| {
            now.mode == Mode::Mate && now.is_respelled(before)
        })
    }),
    defect_hook("X52", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Nonsense, |now, before| {
            now.searchmoves > 0 && now.is_respelled(before)
        })
    }),
    defect_hook("X53", |hooks| {
        at_go(hooks, &VOCABULARY, Effect::Die, |now, _| {
            now.games >= 3
                && !now.options.is_empty()
                && now.mode == Mode::Ponder
                && now.form == Form::WrittenMoves
        })
    }),
    defect_hook("X54", |hooks| {
        at_command(hooks, &VOCABULARY, Effect::Lose, "quit", |now, _| {
            now.mode == Mode::Ponder && now.permuted
        })
    }),
    defect_hook("X55", |hooks| {
        at_command(hooks, &VOCABULARY, Effect::Lose, "ponderhit", |now, _| {
            now.permuted && now.is_older()
        })
    }),
];
