//! The words of `go`: words that are misread if they are alone, in another order, or together.

use std::time::Duration;

use crate::games::chess::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, defect_hook};
use crate::reference::family::plan::Plan;
use crate::reference::family::repeated_line::RepeatedLine;
use crate::reference::family::request::Request;
use crate::reference::family::{Board as _, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("GO02", |hooks| {
        stock::change_request(hooks, |board, words, request| {
            let clock = words.contains(&"wtime") && !words.contains(&"winc");
            request.infinite |= clock && !board.first_to_move() && !words.contains(&"movestogo");
        });
    }),
    defect_hook("GO02:movetime", |hooks| {
        stock::change_request(hooks, |board, words, request| {
            let alone = words.first() == Some(&"movetime") && words.len() == 2;
            request.infinite |= alone && !board.first_to_move();
        });
    }),
    defect_hook("GO13", |hooks| {
        hooks.plan = Some(Box::new(|timing, plan| {
            let both = timing.request.depth.is_some() && timing.request.movetime.is_some();
            match timing.request.movetime.filter(|_| both) {
                Some(time) => Plan::at(time.mul_f64(0.9)),
                None => plan,
            }
        }));
    }),
    defect_hook("GO13:clock", |hooks| {
        hooks.plan = Some(Box::new(|timing, plan| {
            let clock = timing.request.own(timing.first_to_move).left;
            let bounded = timing.request.depth.is_some() || timing.request.nodes.is_some();
            match clock.filter(|clock| bounded && *clock > Duration::from_secs(60)) {
                Some(_) => Plan::at(Duration::from_secs(8)),
                None => plan,
            }
        }));
    }),
    defect_hook("GO13:movetime", |hooks| {
        stock::change_request(hooks, |_, _, request| {
            let both = request.depth.is_some_and(|depth| depth > 20) && request.movetime.is_some();
            request.infinite |= both;
        });
    }),
    defect_hook("GO17", |hooks| {
        stock::end_on(hooks, Ending::Abort, |shared, words| {
            words.first() == Some(&"position") && shared.open().is_some()
        });
    }),
    defect_hook("GO17:mute", |hooks| {
        stock::command(hooks, |shared, words| {
            if let (Some(&"position"), Some(epoch)) = (words.first(), shared.open()) {
                epoch.drop_reply();
            }
            Handling::Obey
        });
    }),
    defect_hook("GO19", |hooks| stock::lose(hooks, |_, words| *words == ["go"])),
    defect_hook("GO19:black", |hooks| {
        hooks.go = Some(Box::new(|_, board, words, _| match words {
            [] if !board.first_to_move() => Handling::Ignore,
            _ => Handling::Obey,
        }));
    }),
    defect_hook("GO19:crash", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| *words == ["go"]);
    }),
    defect_hook("GO20", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"go") && words.contains(&"btime") != words.contains(&"wtime")
        });
    }),
    defect_hook("GO20:mute", |hooks| {
        stock::lose(hooks, |_, words| {
            words.first() == Some(&"go") && words.contains(&"btime") != words.contains(&"wtime")
        });
    }),
    defect_hook("GO21:searchmoves", |hooks| stock::keep_searchmoves(hooks, |_| {})),
    defect_hook("GO21:searchmoves-mute", |hooks| {
        stock::keep_searchmoves(hooks, |request| request.infinite = true);
    }),
    defect_hook("GO22", |hooks| {
        stock::change_request(hooks, |_, words, request| {
            request.infinite |= stands_before("btime", "wtime", words)
        });
    }),
    defect_hook("GO22:crash", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| stands_before("winc", "wtime", words));
    }),
    defect_hook("GO22:swapped", |hooks| {
        hooks.plan = Some(Box::new(|_, plan| plan));
        stock::change_request(hooks, |_, words, request| {
            if stands_before("btime", "wtime", words) {
                std::mem::swap(&mut request.first, &mut request.second);
            }
        });
        stock::answer_after(hooks, |timing| {
            let left = timing.request.own(timing.first_to_move).left?;
            (left > Duration::from_secs(60)).then(|| Duration::from_secs(8))
        });
    }),
    defect_hook("ST01", |hooks| {
        let mut talk: Option<RepeatedLine> = None;
        stock::command(hooks, move |shared, words| {
            let infinite = shared.open().is_some_and(|epoch| epoch.request.infinite);
            if let Some(talk) = talk.take_if(|_| words.first() == Some(&"go")) {
                talk.stop();
            }
            if *words == ["stop"] && infinite {
                let line = "info nps 120000".to_owned();
                talk.get_or_insert_with(|| {
                    RepeatedLine::begin(shared, line, Duration::from_millis(200))
                });
                return Handling::Ignore;
            }
            Handling::Obey
        });
    }),
    defect_hook("ST01:late", |hooks| {
        hooks.search.linger = Some(Box::new(|asked| {
            let late = asked.epoch.is_stopped() && !asked.epoch.request.ponder;
            Duration::from_millis(if late { 3500 } else { 0 })
        }));
    }),
    defect_hook("ST01:limit", |hooks| {
        stock::lose(hooks, |shared, words| {
            let limited = |request: &Request| {
                request.depth.is_some() || request.nodes.is_some() || request.movetime.is_some()
            };
            *words == ["stop"] && shared.open().is_some_and(|epoch| limited(&epoch.request))
        });
        // Otherwise the search would end before the `stop`.
        hooks.plan = Some(Box::new(|timing, plan| match timing.request.depth {
            Some(depth) if depth > 20 => Plan { answer: None, early: false },
            _ => plan,
        }));
    }),
];

/// Whether both words are there, the first one before the second.
fn stands_before(first: &str, second: &str, words: &[&str]) -> bool {
    let at = |name: &str| words.iter().position(|word| *word == name);
    at(first).zip(at(second)).is_some_and(|(first, second)| first < second)
}
