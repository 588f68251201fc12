//! Mistakes that need two features together: a ban and another command, a limit that is kept for the next search, a
//! ponder search and what came before it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::games::xiangqi::{Move, Position};
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::{Reply, Request};
use crate::reference::family::{Board as _, lock, stock};

/// How late a `stop` is obeyed.
const LATE: Duration = Duration::from_millis(10);

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y35", |hooks| {
        comes_first(hooks, "position startpos", |words| *words == ["isready"])
    }),
    defect_hook("Y36", |hooks| comes_first(hooks, "position startpos", sets_an_option)),
    defect_hook("Y37", |hooks| comes_first(hooks, "banmoves", |words| *words == ["isready"])),
    defect_hook("Y38", |hooks| comes_first(hooks, "banmoves", sets_an_option)),
    defect_hook("Y39", |hooks| {
        comes_first(hooks, "banmoves", |words| words.first() == Some(&"probe"));
    }),
    defect_hook("Y40", |hooks| {
        stock::command(hooks, |_, words| match words {
            ["banmoves", moves @ ..] if moves.len() > 8 => {
                Handling::Instead(vec![format!("banmoves {}", moves[..8].join(" "))])
            }
            _ => Handling::Obey,
        });
    }),
    defect_hook("Y41", bans_whole_squares),
    defect_hook("Y42", |hooks| {
        hooks.search.reply =
            Some(Box::new(|asked, reply| Some(mating_move(asked.root).map_or(reply, Reply::best))));
    }),
    defect_hook("Y43", |hooks| {
        comes_first(hooks, "banmoves", |words| matches!(words, ["go", "infinite", ..]));
    }),
    defect_hook("Y44", |hooks| {
        comes_first(hooks, "banmoves", |words| matches!(words, ["go", "draw", ..]));
    }),
    defect_hook("Y45", |hooks| {
        comes_first(hooks, "banmoves", |words| matches!(words, ["go", "ponder", ..]));
    }),
    defect_hook("Y46", |hooks| {
        let mut last: Option<u64> = None;
        stock::change_request(hooks, move |_, _, request| {
            if request.infinite && last.is_some() {
                *request = Request { nodes: last, ..Request::default() };
            } else if !request.infinite {
                last = request.nodes;
            }
        });
    }),
    defect_hook("Y47", |hooks| {
        let mut last: Option<Duration> = None;
        stock::change_request(hooks, move |_, _, request| {
            if let (true, Some(left)) = (request.ponder, last) {
                let movetime = Some(left / 10);
                *request = Request { ponder: true, movetime, ..Request::default() };
            } else if request.first.left.is_some() {
                last = request.first.left;
            }
        });
    }),
    defect_hook("Y48", |hooks| {
        let mut missed = false;
        stock::lose(hooks, move |shared, words| match words {
            ["stop"] => {
                missed |= shared.is_pondering();
                false
            }
            ["ponderhit", ..] => std::mem::take(&mut missed),
            _ => false,
        });
    }),
    defect_hook("Y49", |hooks| loses_the_hit_after(hooks, "isready")),
    defect_hook("Y50", |hooks| loses_the_hit_after(hooks, "probe")),
    defect_hook("Y51", |hooks| {
        stock::end_search_at(hooks, |epoch, words| {
            epoch.is_pondering() && words.first() == Some(&"probe")
        });
    }),
    defect_hook("Y52", |hooks| {
        stock::mute(hooks, |asked, _| {
            asked.epoch.request.infinite && asked.root.moves().len() == 1
        });
    }),
    defect_hook("Y53", |hooks| {
        stock::mute(hooks, |asked, _| asked.epoch.was_hit() && asked.root.moves().len() == 1);
    }),
    defect_hook("Y54", |hooks| stock::mute_at_ready_after_stop(hooks, LATE)),
    defect_hook("Y55", |hooks| {
        let mut asked = 0_u32;
        stock::lose(hooks, move |shared, words| match words {
            ["go", ..] => {
                asked = 0;
                false
            }
            ["isready"] => {
                asked += u32::from(shared.open().is_some());
                false
            }
            ["stop"] => asked >= 2,
            _ => false,
        });
    }),
    defect_hook("Y56", |hooks| {
        stock::stop_late(
            hooks,
            LATE,
            |_| true,
            |shared, _, words| {
                if *words == ["quit"] {
                    stock::hang(shared);
                }
            },
        );
    }),
    defect_hook("Y57", |hooks| {
        let mut missed = false;
        stock::command(hooks, move |shared, words| {
            match words {
                ["position", ..] => missed = false,
                ["stop"] => missed |= shared.is_pondering(),
                ["quit"] if missed => stock::hang(shared),
                _ => {}
            }
            Handling::Obey
        });
    }),
    defect_hook("Y58", |hooks| {
        let over = Arc::new(AtomicBool::new(false));
        let set = Arc::clone(&over);
        stock::command(hooks, move |_, words| {
            if *words == ["setoption", "newgame"] {
                set.store(false, Ordering::SeqCst);
            }
            Handling::Obey
        });
        hooks.search.reply = Some(Box::new(move |asked, reply| {
            over.fetch_or(!asked.root.has_move(), Ordering::SeqCst);
            Some(if over.load(Ordering::SeqCst) { Reply::word("nobestmove") } else { reply })
        }));
    }),
    defect_hook("Y59", |hooks| {
        let mut stopped = false;
        stock::command(hooks, move |shared, words| {
            match words {
                ["position", ..] => stopped = false,
                ["stop"] => stopped |= shared.open().is_some_and(|epoch| epoch.request.infinite),
                ["go", ..] if stopped => {
                    return Handling::Instead(vec![
                        "position startpos".to_owned(),
                        words.join(" "),
                    ]);
                }
                _ => {}
            }
            Handling::Obey
        });
    }),
    defect_hook("Y61", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.windows(2).any(|pair| *pair == ["oppmovestogo", "0"])
        });
    }),
    defect_hook("Y62", |hooks| {
        stock::mute(hooks, |asked, _| asked.epoch.was_hit() && mating_move(asked.root).is_some());
    }),
    defect_hook("Y63", |hooks| {
        stock::mute(hooks, |asked, _| {
            asked.epoch.request.infinite && mating_move(asked.root).is_some()
        });
    }),
    defect_hook("Y84", |hooks| {
        stock::ends_while(hooks, "style", is_risky, |request| std::mem::take(&mut request.ponder));
    }),
    defect_hook("Y84:clock", |hooks| {
        stock::exceeds_time_while(hooks, "style", is_risky, |request| request.first.left);
    }),
    defect_hook("Y84:hit", |hooks| stock::loses_while(hooks, "style", is_risky, "ponderhit")),
];

/// A move that mates at once, if there is one.
pub(super) fn mating_move(root: &Position) -> Option<Move> {
    root.moves().into_iter().find(|mv| !root.after(*mv).has_move())
}

fn sets_an_option(words: &[&str]) -> bool {
    matches!(words, ["setoption", "contempt" | "style" | "ponder", ..])
}

/// Obeys another command before some commands.
fn comes_first(hooks: &mut Hooks<Position>, first: &'static str, is_meant: fn(&[&str]) -> bool) {
    stock::command(hooks, move |_, words| match is_meant(words) {
        true => Handling::Instead(vec![first.to_owned(), words.join(" ")]),
        false => Handling::Obey,
    });
}

/// Gives no move if every move that is left goes to the square of a banned one.
fn bans_whole_squares(hooks: &mut Hooks<Position>) {
    let bans: Arc<Mutex<Vec<String>>> = Arc::default();
    let set = Arc::clone(&bans);
    stock::command(hooks, move |_, words| {
        match words {
            ["position", ..] => lock(&set).clear(),
            ["banmoves", moves @ ..] => {
                *lock(&set) = moves.iter().map(|mv| (*mv).to_owned()).collect();
            }
            _ => {}
        }
        Handling::Obey
    });
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let bans = lock(&bans);
        let moves = asked.root.moves();
        let mut left = moves.iter().map(ToString::to_string);
        let is_free = left.any(|mv| bans.iter().all(|ban| ban.get(2..) != mv.get(2..)));
        Some(if is_free { reply } else { Reply::word("nobestmove") })
    }));
}

/// Ignores `ponderhit` if this command came in the ponder search.
fn loses_the_hit_after(hooks: &mut Hooks<Position>, command: &'static str) {
    let mut came = false;
    stock::lose(hooks, move |shared, words| {
        match words.first() {
            Some(&"go") => came = false,
            Some(first) => came |= *first == command && shared.is_pondering(),
            None => {}
        }
        came && words.first() == Some(&"ponderhit")
    });
}

fn is_risky(value: &str) -> bool {
    value == "risky"
}
