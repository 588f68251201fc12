//! Registration, copy protection, opening books, and thinking without a `go`.

use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::info::Info;
use crate::reference::family::repeated_line::RepeatedLine;
use crate::reference::family::stock;

use super::options::add;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("L02", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| words == ["register", "later"]);
    }),
    defect_hook("L03", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.push("copyprotection checking".to_owned());
            lines.push("copyprotection error".to_owned());
        });
        stock::command(hooks, |shared, words| {
            if words == ["usi"] {
                stock::end_soon(shared, Ending::Exit(1));
            }
            Handling::Obey
        });
    }),
    defect_hook("L04", |hooks| {
        hooks.handshake = Some(|lines| lines.push("registration error".to_owned()));
        stock::say_on(hooks, |_, words| {
            stock::says(words.first() == Some(&"register"), "registration error")
        });
    }),
    defect_hook("L05", thinks_unasked),
    defect_hook("L08", keeps_to_its_book),
    defect_hook("L09", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.insert(2, "copyprotection checking".to_owned());
            lines.insert(3, "copyprotection ok".to_owned());
        });
    }),
    defect_hook("L09:registration", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.insert(2, "registration checking".to_owned());
            lines.insert(3, "registration ok".to_owned());
        });
    }),
];

/// Thinks after its own `bestmove`, and as soon as `USI_Ponder` is set to true.
fn thinks_unasked(hooks: &mut Hooks<Position>) {
    stock::think_unasked(hooks, |_, (): &mut ()| {}, |(), _| true);
    let mut repeated: Option<RepeatedLine> = None;
    hooks.lines.push(Box::new(move |shared, line| {
        let words = crate::reference::family::words::split(line);
        if let Some(repeated) = repeated.take_if(|_| words != ["isready"]) {
            repeated.stop();
        }
        if words == ["setoption", "name", "USI_Ponder", "value", "true"] {
            let line = "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f".to_owned();
            repeated = Some(RepeatedLine::begin(shared, line, Duration::from_millis(300)));
        }
        Handling::Obey
    }));
}

/// Replies with a book move at the start position, whatever the value of `USI_OwnBook` is.
fn keeps_to_its_book(hooks: &mut Hooks<Position>) {
    hooks.handshake = Some(|lines| add(lines, "USI_OwnBook", "check default true"));
    let is_start = |board: &Position| {
        crate::games::Position::notation(board)
            .starts_with("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b")
    };
    hooks.search.info = Some(Box::new(move |asked, lines| {
        if is_start(asked.root) {
            for info in lines {
                *info = Info::default().with("depth", 0).with("score", "cp 0").with("pv", "7g7f");
            }
        }
    }));
    stock::best(hooks, move |asked, reply| {
        if is_start(asked.root) {
            "7g7f".clone_into(&mut reply.body);
            reply.ponder = None;
        }
    });
}
