//! Pieces that move against one rule of the game, if they can take a rook in this way.

use crate::games::xiangqi::Position;
use crate::reference::family::Board as _;
use crate::reference::family::hooks::{DefectHook, Hooks, defect_hook};
use crate::reference::family::request::Reply;

use super::step::{Squares, Step};

pub(super) static DEFECT_HOOKS: &[DefectHook<Position>] = &[
    defect_hook("Y01", |hooks| takes(hooks, |take| take.is('b', 2, 2) && take.crosses_river())),
    defect_hook("Y01:eye", |hooks| {
        takes(hooks, |take| take.is('b', 2, 2) && !take.crosses_river());
    }),
    defect_hook("Y01:leg", |hooks| {
        takes(hooks, |take| take.is_horse_move() && take.is_leg_blocked());
    }),
    defect_hook("Y01:pawn", |hooks| takes(hooks, |take| take.is('p', 1, 0))),
    defect_hook("Y01:back", |hooks| takes(hooks, |take| take.is('p', 0, 1))),
    defect_hook("Y01:king", |hooks| {
        takes(hooks, |take| take.is_king_move() && !(3..=5).contains(&take.to.0));
    }),
    defect_hook("Y01:top", |hooks| {
        takes(hooks, |take| take.is('k', 0, 1) && (3..=6).contains(&take.to.1));
    }),
    defect_hook("Y01:advisor", |hooks| takes(hooks, |take| take.is('a', 1, 1))),
    defect_hook("Y01:cannon", |hooks| takes(hooks, |take| take.is_cannon_move_over(0))),
    defect_hook("Y01:two", |hooks| takes(hooks, |take| take.is_cannon_move_over(2))),
    defect_hook("Y01:pinned", |hooks| {
        takes(hooks, |take| take.is_horse_move() && !take.is_leg_blocked());
    }),
    defect_hook("Y01:check", |hooks| takes(hooks, |take| take.is_rook_move())),
    defect_hook("Y01:facing", |hooks| {
        takes(hooks, |take| take.is_king_move() && (3..=5).contains(&take.to.0));
    }),
];

/// Replies with an illegal move of this kind that takes a rook, if there is one.
fn takes(hooks: &mut Hooks<Position>, is_meant: fn(&Step<'_>) -> bool) {
    hooks.search.reply = Some(Box::new(move |asked, reply| {
        let found = illegal_capture(asked.root, is_meant);
        Some(found.map_or(reply, Reply::best))
    }));
}

fn illegal_capture(root: &Position, is_meant: fn(&Step<'_>) -> bool) -> Option<String> {
    let squares = &Squares::of(root);
    let red = root.first_to_move();
    let rook = if red { 'r' } else { 'R' };
    let own = squares.pieces().filter(|(_, piece)| piece.is_ascii_uppercase() == red);
    own.flat_map(|(from, _)| {
        let rooks = squares.pieces().filter(|(_, piece)| *piece == rook);
        rooks.map(move |(to, _)| squares.step(from, to))
    })
    .filter(is_meant)
    .map(|take| take.text())
    .find(|text| root.read(text).is_none())
}
