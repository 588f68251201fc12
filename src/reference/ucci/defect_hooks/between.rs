//! What comes between two searches.

use std::sync::Mutex;

use crate::games::xiangqi::Position;
use crate::reference::family::hooks::{DefectHook, Handling, defect_hook};
use crate::reference::family::{Board as _, lock, position, stock};
use crate::reference::ucci::defect_hooks::game;

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y70", |hooks| {
        game::forgets_bans_after(hooks, |shared, words| {
            *words == ["stop"] && shared.open().is_some()
        });
    }),
    defect_hook("Y108", |hooks| {
        game::forgets_bans_after(hooks, |_, words| matches!(words, ["go", "time", ..]));
    }),
    defect_hook("Y109", |hooks| {
        game::forgets_bans_after(hooks, |_, words| matches!(words, ["go", "ponder", ..]));
    }),
    defect_hook("Y110", |hooks| {
        let pondered = stock::has_come(hooks, |shared, _| shared.is_pondering());
        stock::change_request(hooks, move |_, _, request| {
            if request.nodes.is_some() && pondered.take() {
                request.nodes = None;
                request.infinite = true;
            }
        });
    }),
    defect_hook("Y111", |hooks| {
        let missed =
            stock::has_come(hooks, |shared, words| *words == ["stop"] && shared.is_pondering());
        let mut old = (0, Position::start());
        stock::misread(hooks, move |words, set| {
            let played = position::moves(words).len();
            if missed.take() && played == old.0 {
                return Some(old.1.clone());
            }
            old = (played, set.as_ref().ok()?.clone());
            None
        });
    }),
    defect_hook("Y112", |hooks| {
        stock::quit_waits_with_one_move(hooks, |epoch| epoch.request.ponder);
    }),
    defect_hook("Y98", stock::ends_infinite_after_ponder),
    defect_hook("Y99", |hooks| stock::begin_anew_at(hooks, |words| *words == ["stop"])),
    defect_hook("Y100", |hooks| {
        stock::change_request(hooks, |board, _, request| {
            let notation = board.notation();
            let squares = notation.split(' ').next().unwrap_or_default();
            let pieces = squares.chars().filter(char::is_ascii_alphabetic).count();
            if request.infinite && pieces <= 8 {
                stock::at_once(request);
            }
        });
    }),
    defect_hook("Y101", |hooks| {
        stock::command(hooks, |shared, words| {
            let was_hit = shared.newest().is_some_and(|epoch| epoch.was_hit());
            if was_hit && *words == ["quit"] {
                stock::hang(shared);
            }
            Handling::Obey
        });
    }),
    defect_hook("Y102", |hooks| game::keeps_bans_at(hooks, "position startpos")),
    defect_hook("Y103", |hooks| {
        let mut offered = false;
        stock::change_request(hooks, move |_, words, request| {
            if offered && request.infinite {
                stock::at_once(request);
            }
            offered = words.contains(&"draw");
        });
    }),
    defect_hook("Y104", |hooks| {
        let kept = Mutex::new(None);
        hooks.search.reply = Some(Box::new(move |asked, reply| {
            let mut kept = lock(&kept);
            if asked.epoch.request.infinite && reply.word == "nobestmove" {
                *kept = Some(reply.clone());
            }
            kept.clone().or(Some(reply))
        }));
    }),
    defect_hook("Y105", |hooks| {
        let mut stopped = false;
        stock::command(hooks, move |_, words| {
            let again = stopped && *words == ["stop"];
            stopped = *words == ["stop"];
            match again {
                true => Handling::Instead(vec!["position startpos".to_owned()]),
                false => Handling::Obey,
            }
        });
    }),
    defect_hook("Y106", |hooks| {
        stock::command(hooks, |_, words| match words {
            ["position", "startpos", "moves", _, _, ..] => {
                Handling::Instead(vec!["position startpos".to_owned()])
            }
            _ => Handling::Obey,
        });
    }),
    defect_hook("Y107", |hooks| {
        let mut searched = false;
        stock::command(hooks, move |shared, words| {
            if searched && shared.open().is_none() && *words == ["isready"] {
                shared.say("bestmove b2e2");
            }
            searched |= words.first() == Some(&"go");
            Handling::Obey
        });
    }),
];
