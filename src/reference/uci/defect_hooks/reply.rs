//! `bestmove`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::games::chess::{Move, Position};
use crate::reference::family::hooks::{DefectHook, Heed, Hooks, defect_hook};
use crate::reference::family::{Board as _, options, stock};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("U30", |hooks| without_moves(hooks, "a1a1")),
    defect_hook("U31", |hooks| stock::mute(hooks, |asked, _| !asked.root.has_move())),
    defect_hook("U32", |hooks| stock::plays_on_its_own_board(hooks, "position startpos")),
    defect_hook("U33", |hooks| {
        stock::best(hooks, |asked, reply| {
            let castling = asked.root.moves().into_iter().find(|mv| mv.is_castling());
            if let Some(mv) = castling {
                reply.body = takes_rook(mv);
                reply.ponder = None;
            }
        });
    }),
    defect_hook("U34", |hooks| {
        stock::best(hooks, |_, reply| reply.ponder = Some(reply.body.clone()))
    }),
    defect_hook("U36", |hooks| hooks.search.info = Some(Box::new(|_, lines| lines.clear()))),
    // What the engine says anyway.
    defect_hook("U70", |_| {}),
    defect_hook("U71", |hooks| without_moves(hooks, "0000")),
    defect_hook("U77", |hooks| stock::best(hooks, |_, reply| reply.ponder = None)),
    defect_hook("U85", |hooks| {
        stock::best(hooks, |asked, reply| {
            let asked_for = &asked.epoch.request.searchmoves;
            let may = |mv: &String| asked_for.is_empty() || asked_for.contains(mv);
            let moves = asked.root.moves().into_iter().map(|mv| mv.to_string());
            if let Some(other) = moves.filter(may).find(|mv| *mv != reply.body) {
                reply.body = other;
                reply.ponder = None;
            }
        });
    }),
    defect_hook("U86", knows_fischer_castling),
];

/// The word where there is no legal move.
fn without_moves(hooks: &mut Hooks<Position>, word: &'static str) {
    stock::best(hooks, move |asked, reply| {
        if !asked.root.has_move() {
            word.clone_into(&mut reply.body);
        }
    });
}

/// Castling as king takes rook.
fn takes_rook(castling: Move) -> String {
    castling.to_string().replace('g', "h").replace('c', "a")
}

/// With `UCI_Chess960` it castles as the king takes the rook.
fn knows_fischer_castling(hooks: &mut Hooks<Position>) {
    hooks.handshake = Some(|lines| {
        lines.insert(5, "option name UCI_Chess960 type check default false".to_owned());
    });
    let fischer = Arc::new(AtomicBool::new(false));
    let (shown, played) = (Arc::clone(&fischer), Arc::clone(&fischer));
    hooks.line = Some(Box::new(move |_, line| {
        if let Some((name, Some(value))) = options::read(line)
            && name.eq_ignore_ascii_case("UCI_Chess960")
        {
            fischer.store(value.eq_ignore_ascii_case("true"), Ordering::SeqCst);
        }
        Heed::Obey
    }));
    let written = |root: &Position, text: &str| match root.read(text) {
        Some(mv) if mv.is_castling() => takes_rook(mv),
        Some(_) | None => text.to_owned(),
    };
    stock::change_info(hooks, move |asked, info| {
        let first = info.get("pv").and_then(|pv| pv.split(' ').next()).map(str::to_owned);
        if let (true, Some(first)) = (shown.load(Ordering::SeqCst), first) {
            info.set("pv", written(asked.root, &first));
        }
    });
    stock::best(hooks, move |asked, reply| {
        if played.load(Ordering::SeqCst) {
            reply.body = written(asked.root, &reply.body);
            reply.ponder = None;
        }
    });
}
