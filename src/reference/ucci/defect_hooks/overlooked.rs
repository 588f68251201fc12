//! Mistakes of engine authors that no scenario showed until a third-party engine made them.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::game::{forgets_bans_after, was_draw_offered};
use crate::games::xiangqi::Position;
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::input::Reading;
use crate::reference::family::plan::Plan;
use crate::reference::family::request::{Reply, Request};
use crate::reference::family::{Board as _, is_command, lock, position, stock};
use crate::reference::ucci::Ucci;

/// A limit that is not reached in any test.
const FAR: Duration = Duration::from_secs(60);

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y02", stock::reply_by_placement),
    defect_hook("Y03", |hooks| stores_replies(hooks, |_| true)),
    defect_hook("Y04", |hooks| stores_replies(hooks, |reply| reply.word == "nobestmove")),
    defect_hook("Y05", |hooks| {
        forgets_bans_after(hooks, |_, words| words.first() == Some(&"go"));
    }),
    defect_hook("Y06", |hooks| {
        let mut ponders = false;
        stock::command(hooks, move |_, words| match words {
            ["go", "ponder", ..] => {
                ponders = true;
                Handling::Obey
            }
            ["ponderhit", ..] => {
                ponders = false;
                Handling::Obey
            }
            ["go", "time", rest @ ..] if ponders => {
                Handling::Instead(vec![format!("go ponder time {}", rest.join(" "))])
            }
            _ => Handling::Obey,
        });
    }),
    defect_hook("Y07", |hooks| {
        let mut hit = false;
        stock::command(hooks, move |_, words| match words {
            ["ponderhit", ..] => {
                hit = true;
                Handling::Obey
            }
            ["go", "ponder", rest @ ..] if hit => {
                Handling::Instead(vec![format!("go {}", rest.join(" "))])
            }
            _ => Handling::Obey,
        });
    }),
    defect_hook("Y08", |hooks| {
        stock::command(hooks, |shared, words| match words {
            ["probe", position @ ..] if shared.open().is_none() => {
                Handling::Instead(vec![format!("position {}", position.join(" ")), words.join(" ")])
            }
            _ => Handling::Obey,
        });
    }),
    defect_hook("Y09", |hooks| {
        let mut searches = 0_u32;
        stock::lose(hooks, move |_, words| {
            let is_search = words.first() == Some(&"go");
            searches += u32::from(is_search);
            is_search && searches.is_multiple_of(256)
        });
    }),
    defect_hook("Y10", |hooks| stock::lose(hooks, |_, words| words == ["position", "startpos"])),
    defect_hook("Y11", |hooks| {
        stock::change_request(hooks, |_, words, request| {
            if number(words, "movestogo") == Some(1) {
                let left = number(words, "time").map_or(FAR, Duration::from_millis);
                request.depth = None;
                *request = Request {
                    // The engine uses four fifths of this time.
                    movetime: Some((left + Duration::from_millis(500)).mul_f64(1.25)),
                    ..Request::default()
                };
            }
        });
    }),
    defect_hook("Y12", |hooks| {
        stock::lose(hooks, |_, words| {
            words.first() == Some(&"go")
                && number(words, "movestogo").is_some_and(|moves| moves > 50)
        });
    }),
    defect_hook("Y13", overruns_seconds_with_increment),
    defect_hook("Y14", |hooks| {
        stock::change_request(hooks, |_, _, request| {
            if std::mem::take(&mut request.infinite) {
                request.movetime = Some(Duration::from_millis(6250));
            }
        });
    }),
    defect_hook("Y15", |hooks| {
        stock::change_request(hooks, |_, words, request| {
            let other = number(words, "opptime").filter(|_| request.ponder);
            if let Some(other) = other {
                *request =
                    Request { movetime: Some(Duration::from_millis(other)), ..Request::default() };
            }
        });
    }),
    defect_hook("Y16", |hooks| {
        stock::command(hooks, |shared, words| {
            let deep = shared.open().is_some_and(|epoch| epoch.request.depth.is_some());
            if *words == ["stop"] && deep { Handling::Ignore } else { Handling::Obey }
        });
        searches_deep_without_end(hooks);
    }),
    defect_hook("Y17", |hooks| {
        stock::command(hooks, |shared, words| {
            let deep = shared.open().filter(|epoch| epoch.request.depth.is_some());
            if let (true, Some(epoch)) = (*words == ["quit"], deep) {
                epoch.wait_closed(FAR);
            }
            Handling::Obey
        });
        searches_deep_without_end(hooks);
    }),
    defect_hook("Y18", |hooks| {
        stock::change_request(hooks, |_, words, request| {
            request.infinite |= words.contains(&"draw") && request.depth.is_some();
        });
    }),
    defect_hook("Y19", |hooks| {
        stock::mute(hooks, |asked, _| {
            let request = &asked.epoch.request;
            let clock = request.first.left.is_some() || request.second.left.is_some();
            clock && !asked.root.has_move()
        });
    }),
    defect_hook("Y20", stock::end_at_large_depth),
    defect_hook("Y20:nodes", stock::end_at_many_nodes),
    defect_hook("Y21", |hooks| {
        stock::end_search_at(hooks, |_, words| {
            words.first().is_some_and(|first| !is_command::<Ucci>(first))
        });
    }),
    defect_hook("Y22", |hooks| stock::end_search_at(hooks, |_, words| words.is_empty())),
    defect_hook("Y23", |hooks| {
        stock::command(hooks, |shared, words| match words {
            ["isready"] if shared.is_pondering() => {
                Handling::Instead(vec!["ponderhit".to_owned(), "isready".to_owned()])
            }
            _ => Handling::Obey,
        });
    }),
    defect_hook("Y24", |hooks| ready_after_search(hooks, |request| request.ponder)),
    defect_hook("Y25", |hooks| {
        ready_after_search(hooks, |request| request.depth.is_some_and(|depth| depth > 20));
        searches_deep_without_end(hooks);
    }),
    defect_hook("Y26", |hooks| {
        let mut last: Option<Instant> = None;
        stock::lose(hooks, move |_, words| {
            let asks = *words == ["isready"];
            let again = asks && last.is_some_and(|at| at.elapsed() < Duration::from_millis(1));
            last = asks.then(Instant::now);
            again
        });
    }),
    defect_hook("Y27", |hooks| hooks.reading = Reading::Chunks),
    defect_hook("Y28", |hooks| {
        stock::end_on(
            hooks,
            Ending::Exit(1),
            |_, words| matches!(words, ["setoption", "hashsize", size] if *size != "16"),
        );
    }),
    defect_hook("Y29", |hooks| {
        let other = Arc::new(Mutex::new(false));
        let set = Arc::clone(&other);
        stock::command(hooks, move |_, words| {
            if let ["setoption", "hashsize", size] = words {
                *lock(&set) = *size != "16";
            }
            Handling::Obey
        });
        hooks.search.answered = Some(Box::new(move |shared, _, reply| {
            if *lock(&other) {
                shared.say(&reply.line());
            }
        }));
    }),
    defect_hook("Y30", |hooks| {
        hooks.search.reply = Some(Box::new(|asked, reply| {
            let notation = asked.root.notation();
            let quiet = notation.split(' ').nth(4).and_then(|plies| plies.parse::<u32>().ok());
            let drawn = quiet.is_some_and(|plies| plies >= 100);
            Some(if drawn { Reply::word("nobestmove") } else { reply })
        }));
    }),
    defect_hook("Y31", |hooks| {
        let odd = Arc::new(Mutex::new(false));
        let set = Arc::clone(&odd);
        hooks.position = Some(Box::new(move |_, words, position| {
            *lock(&set) = position::moves(words).len() % 2 == 1;
            position
        }));
        stock::change_info(hooks, move |_, info| {
            if *lock(&odd) {
                stock::negate_score(info);
            }
        });
    }),
    defect_hook("Y32", |hooks| {
        hooks.search.reply = Some(Box::new(|asked, reply| {
            const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
            let request = &asked.epoch.request;
            let clock = request.first.left.is_some() || request.second.left.is_some();
            let is_book = clock && asked.root.notation().starts_with(START);
            Some(if is_book { Reply::best("h2e2") } else { reply })
        }));
    }),
    defect_hook("Y33", |hooks| {
        let offered = was_draw_offered(hooks);
        stock::best(hooks, move |asked, reply| {
            let notation = asked.root.notation();
            let board = notation.split(' ').next().unwrap_or_default();
            let (own, other) = if asked.root.first_to_move() { ('R', 'r') } else { ('r', 'R') };
            if offered.load(Ordering::SeqCst) && board.contains(other) && !board.contains(own) {
                reply.body.push_str(" draw resign");
                reply.ponder = None;
            }
        });
    }),
    defect_hook("Y34", |hooks| {
        stock::end_on(hooks, Ending::Exit(1), |_, words| {
            *words == ["setoption", "contempt", "-100"]
        });
    }),
];

/// The number after a word.
fn number(words: &[&str], name: &str) -> Option<u64> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1)?.parse().ok()
}

/// Stores some replies by the position, and repeats them for it.
fn stores_replies(hooks: &mut Hooks<Position>, is_stored: fn(&Reply) -> bool) {
    let known: Mutex<Vec<(String, Reply)>> = Mutex::default();
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let notation = asked.root.notation();
        let mut known = lock(&known);
        if let Some((_, old)) = known.iter().find(|(of, _)| *of == notation) {
            return Some(old.clone());
        }
        if is_stored(&reply) {
            known.push((notation, reply.clone()));
        }
        Some(reply)
    }));
}

/// Thinks for longer than its clock if that is in seconds and has an increment.
fn overruns_seconds_with_increment(hooks: &mut Hooks<Position>) {
    let in_seconds = Arc::new(Mutex::new(true));
    let known = Arc::clone(&in_seconds);
    stock::command(hooks, move |_, words| {
        if let ["setoption", "usemillisec", value] = words {
            *lock(&known) = *value != "true";
        }
        Handling::Obey
    });
    hooks.plan = Some(Box::new(move |timing, plan| {
        let has_increment = stock::has_increment(timing);
        let limit = timing.request.limit(timing.first_to_move);
        match limit.filter(|_| has_increment && *lock(&in_seconds)) {
            Some(limit) => Plan::at(limit + Duration::from_millis(1500)),
            None => plan,
        }
    }));
}

/// Makes a deep search last as long as one without a limit.
fn searches_deep_without_end(hooks: &mut Hooks<Position>) {
    stock::change_request(hooks, |_, _, request| {
        request.infinite |= request.depth.is_some_and(|depth| depth > 20)
    });
}

/// Answers `isready` in some searches only after the search.
fn ready_after_search(hooks: &mut Hooks<Position>, is_meant: fn(&Request) -> bool) {
    stock::command(hooks, move |shared, words| {
        let open = shared.open().filter(|epoch| is_meant(&epoch.request));
        let (true, Some(epoch)) = (*words == ["isready"], open) else { return Handling::Obey };
        let shared = Arc::clone(shared);
        std::thread::spawn(move || {
            epoch.wait_closed(FAR);
            shared.say("readyok");
        });
        Handling::Ignore
    });
}
