//! Faults that strangers built into their engines, and that no scenario found.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::games::shogi::Position;
use crate::games::{IllegalReason, Position as _};
use crate::reference::Ending;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};
use crate::reference::family::request::{Mate, Reply, Request};
use crate::reference::family::{Board as _, lock, stock};
use crate::reference::usi::Usi;

use super::mate::{is_line, solved};
use super::moves::every_move;
use super::sfen_parts::SfenParts;

/// What an engine with a limit of its own waits for, divided by the part of a limit that the built-in engine uses.
const OWN_LIMIT: Duration = Duration::from_millis(6250);

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y18", |hooks| {
        stock::lose(hooks, |shared, words| {
            let hit = shared.open().is_some_and(|epoch| epoch.was_hit());
            words.first() == Some(&"gameover") && hit
        });
        stock::answer_after(hooks, |timing| {
            let limit = timing.request.limit(timing.first_to_move)?;
            let long = timing.pondered.is_some() && limit > Duration::from_secs(10);
            long.then_some(Duration::from_millis(2500))
        });
    }),
    defect_hook("Y19", |hooks| {
        stock::command(hooks, |shared, words| {
            let open = shared.open().filter(|epoch| epoch.is_pondering() && epoch.has_rested());
            if let (true, Some(epoch)) = (words == ["isready"], open) {
                epoch.drop_reply();
            }
            Handling::Obey
        });
    }),
    defect_hook("Y20", |hooks| {
        misses_mates(hooks, |root, _| root.declaration().is_some_and(|claim| claim.in_check));
    }),
    defect_hook("Y20:king", |hooks| {
        misses_mates(hooks, |root, line| {
            let parts = SfenParts::read(&notation(root));
            let mover = parts.as_ref().and_then(|parts| parts.at(line.get(..2)?));
            matches!(mover, Some("K" | "k"))
        });
    }),
    defect_hook("Y20:promotes", |hooks| {
        misses_mates(hooks, |root, line| {
            let parts = SfenParts::read(&notation(root));
            let first = line.split(' ').next().unwrap_or_default();
            let mover = parts.as_ref().and_then(|parts| parts.at(first.get(..2)?));
            let promotes = root.read(&format!("{first}+")).is_some();
            promotes && matches!(mover, Some("P" | "B" | "R" | "p" | "b" | "r"))
        });
    }),
    defect_hook("Y21", |hooks| {
        stock::answer_after(hooks, |timing| {
            let limit = timing.request.limit(timing.first_to_move)?;
            let both = timing.request.movetime.is_some() && limit > Duration::from_secs(10);
            both.then_some(Duration::from_secs(5))
        });
    }),
    defect_hook("Y22", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"go") && words.windows(2).any(|pair| pair == ["movestogo", "1"])
        });
    }),
    defect_hook("Y23", |hooks| takes_all_for_searchmoves(hooks, |_| {})),
    defect_hook("Y23:mute", |hooks| {
        takes_all_for_searchmoves(hooks, |request| request.infinite = true);
    }),
    defect_hook("Y24", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            for word in &mut request.searchmoves {
                word.truncate(4);
            }
            Handling::Obey
        }));
    }),
    defect_hook("Y25", |hooks| ends_at_move_count(hooks, 255)),
    defect_hook("Y25:thousand", |hooks| ends_at_move_count(hooks, 1000)),
    defect_hook("Y26", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            let values = words.iter().filter(|word| **word == "value").count();
            words.first() == Some(&"setoption") && values > 1
        });
    }),
    defect_hook("Y26:long", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| {
            words.first() == Some(&"setoption") && words.iter().any(|word| word.len() > 255)
        });
    }),
    defect_hook("Y27", |hooks| {
        stock::end_on(hooks, Ending::Abort, |_, words| match words {
            ["setoption", "name", _, "value", value] => {
                let known = ["true", "false"];
                !known.contains(value) && known.iter().any(|word| word.eq_ignore_ascii_case(value))
            }
            _ => false,
        });
    }),
    defect_hook("Y29", ponders_on_the_last_line),
    defect_hook("Y30", |hooks| {
        declares(hooks, |parts, black| {
            let camp = if black { 0..27 } else { 54..81 };
            let pieces = parts.squares[camp].iter().flatten();
            pieces.filter(|piece| !["K", "k"].contains(&piece.as_str())).count()
        });
    }),
    defect_hook("Y30:hand", |hooks| {
        declares(hooks, |parts, black| {
            let is_own = |letter: char| letter.is_uppercase() == black;
            let camp = if black { 0..27 } else { 54..81 };
            let pieces = parts.squares[camp].iter().flatten();
            let own = pieces.filter(|piece| piece.chars().all(|at| at == '+' || is_own(at)));
            let hands = parts.hands.iter().filter(|&&(letter, _)| is_own(letter));
            let in_hand: u32 = hands.map(|&(_, count)| count).sum();
            // The king is one of the pieces on the board.
            own.count().saturating_sub(1) + usize::try_from(in_hand).unwrap_or(0)
        });
    }),
    defect_hook("Y31", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            if request.infinite && !request.ponder {
                request.infinite = false;
                request.movetime = Some(OWN_LIMIT);
            }
            Handling::Obey
        }));
    }),
    defect_hook("Y31:mate", |hooks| {
        hooks.go = Some(Box::new(|_, _, _, request| {
            if request.mate == Some(Mate::Endless) {
                request.mate = u64::try_from(OWN_LIMIT.as_millis()).ok().map(Mate::Within);
            }
            Handling::Obey
        }));
    }),
    defect_hook("Y32", |hooks| plays_from_the_book(hooks, |request| request.infinite)),
    defect_hook("Y32:ponder", |hooks| plays_from_the_book(hooks, |request| request.ponder)),
    defect_hook("Y33", plays_weakly),
    defect_hook("Y34", |hooks| {
        stock::best(hooks, |asked, reply| {
            let epoch = asked.epoch;
            let listed = &epoch.request.searchmoves;
            let early = epoch.is_stopped() && epoch.started.elapsed() < Duration::from_millis(60);
            let moves = asked.root.moves().into_iter().map(|mv| mv.to_string());
            let other = moves.into_iter().find(|text| !listed.contains(text));
            if let (false, true, Some(text)) = (listed.is_empty(), early, other) {
                *reply = Reply::best(text);
            }
        });
    }),
];

fn notation(root: &Position) -> String {
    crate::games::Position::notation(root)
}

/// Answers `nomate` instead of some lines.
fn misses_mates(hooks: &mut Hooks<Position>, missed: fn(&Position, &str) -> bool) {
    solved(hooks, move |asked, reply| {
        if is_line(reply) && missed(asked.root, &reply.body) {
            "nomate".clone_into(&mut reply.body);
        }
    });
}

/// Does not read what comes after `searchmoves` and is no move, and changes such a search further.
fn takes_all_for_searchmoves(hooks: &mut Hooks<Position>, change: fn(&mut Request)) {
    hooks.go = Some(Box::new(move |_, board, words, request| {
        let Some(at) = words.iter().position(|word| *word == "searchmoves") else {
            return Handling::Obey;
        };
        let is_move = |word: &str| board.read(word).is_some();
        let moves = words[at + 1..].iter().take_while(|word| is_move(word)).count();
        if words.len() > at + 1 + moves {
            *request = Request::read::<Usi>(&words[..=at + moves], is_move);
            change(request);
        }
        Handling::Obey
    }));
}

/// Ends the process at an sfen with a larger move count than this.
fn ends_at_move_count(hooks: &mut Hooks<Position>, most: u32) {
    hooks.position = Some(Box::new(move |shared, words, set| {
        if let ["sfen", _, _, _, count, ..] = words
            && count.parse::<u32>().is_ok_and(|count| count > most)
        {
            shared.end(Ending::Abort);
        }
        set
    }));
}

/// Names the second move of the last line as its ponder move.
fn ponders_on_the_last_line(hooks: &mut Hooks<Position>) {
    let last: Arc<Mutex<Option<String>>> = Arc::default();
    let seen = Arc::clone(&last);
    hooks.search.info = Some(Box::new(move |_, lines| {
        let line = lines.last().filter(|_| lines.len() > 1);
        let second = line.and_then(|info| info.get("pv")?.split(' ').nth(1));
        *lock(&seen) = second.map(str::to_owned);
    }));
    stock::best(hooks, move |_, reply| {
        if let (Some(_), Some(second)) = (&reply.ponder, &*lock(&last)) {
            reply.ponder = Some(second.clone());
        }
    });
}

/// Declares a win with the points and the king for it, if `count` makes ten pieces.
fn declares(hooks: &mut Hooks<Position>, count: fn(&SfenParts, bool) -> usize) {
    stock::best(hooks, move |asked, reply| {
        let root = asked.root;
        let claim = root.declaration().filter(|claim| {
            claim.king_in_camp && !claim.in_check && claim.points >= claim.points_needed
        });
        if let (Some(_), Some(parts)) = (claim, SfenParts::read(&notation(root)))
            && count(&parts, root.first_to_move()) >= 10
        {
            *reply = Reply::best("win");
        }
    });
}

/// Offers a book, and with it replies at once to a search that is to be held.
fn plays_from_the_book(hooks: &mut Hooks<Position>, held: fn(&Request) -> bool) {
    hooks.handshake = Some(|lines| {
        let end = lines.len().saturating_sub(1);
        lines.insert(end, "option name USI_OwnBook type check default false".to_owned());
    });
    let on = Rc::new(Cell::new(false));
    let set = Rc::clone(&on);
    stock::command(hooks, move |_, words| {
        if let ["setoption", "name", "USI_OwnBook", "value", value] = words {
            set.set(*value == "true");
        }
        Handling::Obey
    });
    hooks.go = Some(Box::new(move |_, board, _, request| {
        if on.get() && held(request) && board.material() == 0 {
            stock::at_once(request);
        }
        Handling::Obey
    }));
}

/// Offers to play weakly, and then plays moves that leave its king in check.
fn plays_weakly(hooks: &mut Hooks<Position>) {
    hooks.handshake = Some(|lines| {
        let end = lines.len().saturating_sub(1);
        lines.insert(end, "option name USI_Strength type spin default 1 min 0 max 5".to_owned());
        lines.insert(end, "option name USI_LimitStrength type check default false".to_owned());
    });
    let on = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&on);
    stock::command(hooks, move |_, words| {
        if let ["setoption", "name", "USI_LimitStrength", "value", value] = words {
            set.store(*value == "true", Ordering::Relaxed);
        }
        Handling::Obey
    });
    stock::best(hooks, move |asked, reply| {
        if !on.load(Ordering::Relaxed) {
            return;
        }
        let leaves_check = |text: &String| {
            let refused = asked.root.check_move(text).err();
            refused.is_some_and(|illegal| illegal.reason == IllegalReason::LeavesKingInCheck)
        };
        if let Some(text) = every_move().find(leaves_check) {
            *reply = Reply::best(text);
        }
    });
}
