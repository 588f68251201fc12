//! Replies that come once too often or not at all, and `bestmove` lines of the wrong form.

use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, defect_hook};
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("ST03", |hooks| stock::twice(hooks, Duration::from_millis(200))),
    defect_hook("ST05", |hooks| stock::answers_each_of_two_stops(hooks, 300)),
    defect_hook("PH04", |hooks| {
        stock::say_on(hooks, |shared, words| {
            stock::says(*words == ["ponderhit"] && shared.newest().is_none(), "bestmove e2e4")
        });
    }),
    defect_hook("PH04:text", |hooks| {
        stock::say_on(hooks, |shared, words| {
            stock::says(*words == ["ponderhit"] && shared.open().is_none(), "error: not pondering")
        });
    }),
    defect_hook("PH04:crash", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            *words == ["ponderhit"] && shared.open().is_none()
        });
    }),
    defect_hook("PH05", |hooks| {
        stock::lost_after_go(hooks, "ponderhit", (0, 15), |epoch| epoch.request.ponder);
    }),
    defect_hook("PH07", |hooks| stock::answers_each_hit(hooks, 300)),
    defect_hook("PH07:crash", |hooks| {
        stock::end_on(hooks, Ending::Abort, is_second_hit);
    }),
    defect_hook("PH07:mute", |hooks| {
        stock::command(hooks, |shared, words| {
            if let (true, Some(epoch)) = (is_second_hit(shared, words), shared.open()) {
                epoch.drop_reply();
            }
            Handling::Obey
        });
    }),
    defect_hook("BM02", |hooks| {
        stock::best(hooks, |_, reply| {
            if reply.body.len() == 5 {
                reply.body.truncate(4);
                reply.ponder = None;
            }
        });
    }),
    defect_hook("BM02:upper", |hooks| {
        stock::best(hooks, |_, reply| {
            if reply.body.len() == 5 {
                let letter = reply.body.split_off(4);
                reply.body.push_str(&letter.to_uppercase());
                reply.ponder = None;
            }
        });
    }),
    defect_hook("BM02:null", |hooks| {
        stock::best(hooks, |asked, reply| {
            if asked.root.has_move() && !asked.root.first_to_move() {
                "0000".clone_into(&mut reply.body);
                reply.ponder = None;
            }
        });
    }),
    defect_hook("BM02:dash", |hooks| {
        stock::best(hooks, |_, reply| {
            if reply.body.len() == 4 {
                reply.body.insert(2, '-');
                reply.ponder = None;
            }
        });
    }),
    defect_hook("BM03", |hooks| {
        stock::best(hooks, |asked, reply| {
            let mated = asked.root.read(&reply.body).map(|mv| asked.root.after(mv));
            if mated.is_some_and(|board| !board.has_move()) {
                reply.ponder = Some("a7a6".to_owned());
            }
        });
    }),
    defect_hook("BM03:null", |hooks| {
        stock::best(hooks, |_, reply| reply.ponder = Some("(none)".to_owned()));
    }),
    defect_hook("BM05", |hooks| stock::think_unasked(hooks, |_, (): &mut ()| {}, |(), _| true)),
    defect_hook("BM05:black", |hooks| {
        // A move on rank 7 or 8 is taken for a move of Black.
        stock::think_unasked(
            hooks,
            |_, (): &mut ()| {},
            |(), reply| reply.body.contains(['7', '8']),
        );
    }),
    defect_hook("BM09", |hooks| {
        hooks.search.answered = Some(Box::new(|shared, _, reply| shared.say(&reply.line())));
    }),
    defect_hook("BM10", |hooks| {
        stock::best(hooks, |_, reply| reply.body.push_str(" score 12"));
    }),
    defect_hook("CP01", |hooks| {
        hooks.handshake = Some(|lines| lines.insert(2, "copyprotection checking".to_owned()));
    }),
    defect_hook("CP02", |hooks| {
        hooks.handshake = Some(|lines| {
            lines.push("copyprotection checking".to_owned());
            lines.push("copyprotection error".to_owned());
        });
        stock::command(hooks, |shared, words| {
            if *words == ["isready"] {
                shared.end(Ending::Exit(1));
            }
            Handling::Obey
        });
    }),
    defect_hook("BM10:ponder", |hooks| {
        stock::best(hooks, |_, reply| reply.ponder = Some(String::new()));
    }),
];

/// Whether a command is a `ponderhit` for a search that has already received one.
fn is_second_hit(
    shared: &crate::reference::family::shared_state::SharedState,
    words: &[&str],
) -> bool {
    *words == ["ponderhit"] && shared.open().is_some_and(|epoch| epoch.was_hit())
}
