//! Conforming engines that play badly.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use crate::reference::family::hooks::SearchContext;
use crate::reference::family::info::Info;
use crate::reference::family::request::Reply;
use crate::reference::family::{Board, Hooks};

/// Plays any legal move, reports the material at depth 1, never sees a mate and solves no mate problem. With a bound in
/// hundredths of a pawn it resigns if its material balance is below the bound.
pub(in crate::reference) fn weak<B: Board>(hooks: &mut Hooks<B>, resigns_below: Option<i32>) {
    hooks.search.info = Some(Box::new(|asked, lines| {
        for info in lines {
            count_material(asked, info);
        }
    }));
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        Some(match reply.word {
            "checkmate" => Reply::checkmate("notimplemented"),
            _ => any_move(asked, resigns_below).unwrap_or(reply),
        })
    }));
}

fn count_material<B: Board>(asked: &SearchContext<'_, B>, info: &mut Info) {
    info.set("depth", 1);
    info.set("score", format!("cp {}", asked.root.material()));
    info.take("seldepth");
    info.take("pv");
}

/// One of the moves that may be played, always the same for a position; `None` if there is none.
fn any_move<B: Board>(asked: &SearchContext<'_, B>, resigns_below: Option<i32>) -> Option<Reply> {
    let named = &asked.epoch.request.searchmoves;
    let mut moves: Vec<String> = asked.root.moves().iter().map(ToString::to_string).collect();
    moves.retain(|mv| named.is_empty() || named.contains(mv));
    if moves.is_empty() {
        return None;
    }
    if resigns_below.is_some_and(|bound| asked.root.material() < bound) {
        return Some(Reply::best("resign"));
    }
    let mut hasher = DefaultHasher::new();
    asked.root.notation().hash(&mut hasher);
    let number = usize::try_from(hasher.finish() % 1000).unwrap_or(0);
    Some(Reply::best(moves.swap_remove(number % moves.len())))
}
