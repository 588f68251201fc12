//! Mistakes that need two features together: a move that is taken back, several lines in a mate search, a limit that
//! is kept for the next search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::games::shogi::Position;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::{Reply, Request};
use crate::reference::family::{Board as _, lock, stock};

use super::clock::declares;
use super::mate::{is_line, solved};
use super::sfen_parts::SfenParts;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Z32", |hooks| {
        takes_back(hooks, |board, undone| {
            let mut parts = SfenParts::read(&board.notation())?;
            let piece = undone.first()?.split_once('*')?.0.chars().next()?;
            let dropped = match board.first_to_move() {
                true => piece,
                false => piece.to_ascii_lowercase(),
            };
            let hand = parts.hands.iter_mut().find(|(letter, _)| *letter == dropped)?;
            hand.1 = hand.1.saturating_sub(1);
            Position::parse(&parts.write()).ok()
        });
    }),
    defect_hook("Z32:promoted", |hooks| {
        takes_back(hooks, |board, undone| {
            let text = board.notation();
            let parts = SfenParts::read(&text)?;
            let mut targets = undone.iter().filter_map(|word| parts.at(word.get(2..4)?));
            let promoted = targets.any(|piece| piece.starts_with('+'));
            if promoted { Position::parse(&text.replace('+', "")).ok() } else { None }
        });
    }),
    defect_hook("Z33", |hooks| {
        let moved = Arc::new(AtomicBool::new(false));
        let set = Arc::clone(&moved);
        hooks.position = Some(Box::new(move |_, words, position| {
            set.store(words.contains(&"moves"), Ordering::Relaxed);
            position
        }));
        solved(hooks, move |_, reply| {
            if is_line(reply) && moved.load(Ordering::Relaxed) {
                "nomate".clone_into(&mut reply.body);
            }
        });
    }),
    defect_hook("Z34", denies_a_mate_again),
    defect_hook("Z35", |hooks| {
        solved(hooks, |asked, reply| {
            if !asked.root.has_move() {
                "resign".clone_into(&mut reply.body);
            }
        });
    }),
    defect_hook("Z36", |hooks| {
        stock::change_reply(hooks, |asked, reply| {
            if reply.word == "checkmate" && declares(asked.root) {
                *reply = Reply::best("win");
            }
        });
    }),
    defect_hook("Z37", |hooks| {
        let several = stock::follow_value(hooks, "USI_MultiPV", stock::is_several);
        hooks.search.answered = Some(Box::new(move |shared, _, reply| {
            let has_line = reply.word == "checkmate" && is_line(reply);
            if has_line && several.load(Ordering::Relaxed) {
                shared.say(&reply.line());
            }
        }));
    }),
    defect_hook("Z38", |hooks| {
        // A `gameover` before then ends the search without a reply.
        let late = Duration::from_millis(20);
        stock::stop_late(hooks, late, |epoch| epoch.request.mate.is_some(), |_, _, _| {});
    }),
    defect_hook("Z39", |hooks| {
        let won = AtomicBool::new(false);
        stock::mute(hooks, move |_, reply| {
            won.fetch_or(reply.body == "win", Ordering::Relaxed) && reply.word == "bestmove"
        });
    }),
    defect_hook("Z40", |hooks| {
        let won = Arc::new(AtomicBool::new(false));
        let known = Arc::clone(&won);
        stock::command(hooks, move |_, words| {
            if words == ["usinewgame"] {
                known.store(false, Ordering::Relaxed);
            }
            Handling::Obey
        });
        stock::best(hooks, move |_, reply| {
            if won.fetch_or(reply.body == "win", Ordering::Relaxed) {
                *reply = Reply::best("win");
            }
        });
    }),
    defect_hook("Z41", |hooks| takes_the_first_clock_for_black(hooks, |request| !request.ponder)),
    defect_hook("Z41:ponder", |hooks| {
        takes_the_first_clock_for_black(hooks, |request| request.ponder);
    }),
    defect_hook("Z42", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            let limited = request.depth.is_some() || request.nodes.is_some();
            request.infinite |= limited && request.limit(board.first_to_move()).is_some();
        });
    }),
    defect_hook("Z43", |hooks| {
        let mut kept = None;
        stock::change_request(hooks, move |_, _, request| {
            kept = request.movetime.or(kept);
            if kept.is_some() && request.byoyomi.is_some() && !request.ponder {
                *request = Request { movetime: kept, ..Request::default() };
            }
        });
    }),
    defect_hook("Z44", |hooks| {
        stock::best(hooks, |asked, reply| {
            let request = &asked.epoch.request;
            let mut moves = asked.root.moves().into_iter().map(|mv| mv.to_string());
            let other = moves.find(|text| !request.searchmoves.contains(text));
            if let (true, false, Some(text)) =
                (request.ponder, request.searchmoves.is_empty(), other)
            {
                *reply = Reply::best(text);
            }
        });
    }),
    defect_hook("Z45", |hooks| {
        stock::never_answers(hooks, |timing| {
            let request = timing.request;
            let counted = request.depth.is_some() || request.nodes.is_some();
            timing.pondered.is_some() && (counted || request.movetime.is_some())
        });
    }),
    defect_hook("Z46", |hooks| {
        stock::crashes_without_move_while(hooks, "USI_MultiPV", stock::is_several);
    }),
    defect_hook("Z47", |hooks| stock::aborts_with_odd_hash(hooks, "USI_Hash")),
    defect_hook("Z48", stock::ends_infinite_with_one_searchmove),
    defect_hook("Z49", stock::lose_ready_with_one_move),
];

/// Changes the position after a list that is the beginning of the list before it. `change` gets the position and the
/// moves that are taken back.
fn takes_back(hooks: &mut Hooks<Position>, change: fn(&Position, &[String]) -> Option<Position>) {
    let mut old: Vec<String> = Vec::new();
    stock::misread(hooks, move |words, set| {
        let new = words.iter().map(|&word| word.to_owned()).collect();
        let longer = std::mem::replace(&mut old, new);
        let undone = longer.strip_prefix(old.as_slice())?;
        // The shorter list may lack the word before the moves.
        let undone = undone.strip_prefix(&["moves".to_owned()]).unwrap_or(undone);
        change(set.as_ref().ok()?, undone)
    });
}

/// Answers `nomate` to a problem that it has solved since the last `isready`.
fn denies_a_mate_again(hooks: &mut Hooks<Position>) {
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let known = Arc::clone(&seen);
    stock::command(hooks, move |_, words| {
        if words == ["isready"] {
            lock(&known).clear();
        }
        Handling::Obey
    });
    solved(hooks, move |asked, reply| {
        let problem = asked.root.notation();
        let mut seen = lock(&seen);
        if is_line(reply) && seen.contains(&problem) {
            "nomate".clone_into(&mut reply.body);
        }
        seen.push(problem);
    });
}

/// Takes the clock that comes first on the line of some searches for Black's, and thinks for a part of it.
fn takes_the_first_clock_for_black(hooks: &mut Hooks<Position>, taken: fn(&Request) -> bool) {
    stock::swap_clocks(hooks);
    stock::change_request(hooks, move |_, words, request| {
        let place = |clock: &str| words.iter().position(|word| *word == clock);
        if taken(request) && place("wtime") < place("btime") {
            std::mem::swap(&mut request.first, &mut request.second);
        }
    });
}
