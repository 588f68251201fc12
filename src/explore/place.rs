//! The positions of a session: the step from one position to the next, and the form in which a position is written.

use super::lines::Line;
use super::turn::{Bench, Choice, State};
use crate::protocol::client::TurnClasses;

/// The position of a turn, as a ply of a game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) line: &'a Line,
    pub(crate) ply: usize,
    /// The ply from which its moves were written, if the position was written out with moves.
    root: Option<usize>,
}

impl<'a> Place<'a> {
    /// The start position of a game.
    pub(super) fn start(line: &'a Line) -> Self {
        Self { line, ply: 0, root: None }
    }
}

/// Makes the `position` line of the turn.
pub(super) fn position<'a>(
    choice: &Choice<'_>,
    state: &mut State<'a>,
    bench: &mut Bench<'a>,
) -> String {
    let class = choice.class("position");
    match choice.class("step") {
        "next" => state.place.ply += 2,
        "again" => {}
        "back" => state.place.ply = state.place.ply.saturating_sub(2),
        _ => state.place = state.return_to.take().unwrap_or_else(|| elsewhere(choice, bench)),
    }
    let Place { line, ply, root: before } = state.place;
    let lines = &choice.model.lines;
    let mut root = None;
    let text = match class {
        "startpos" => lines.position(None, None),
        "written" => lines.position(Some(line.position(ply)), None),
        "written-moves" => {
            // In a game that continues, clients add moves to what they sent before.
            let kept = before.filter(|root| *root < ply);
            let kept = match choice.class("step") {
                "again" | "back" => kept.filter(|_| bench.dice.below(2) == 0),
                _ => kept,
            };
            let from = kept.unwrap_or_else(|| ply - 1 - bench.dice.below(ply.min(4)));
            root = Some(from);
            lines.position(Some(line.position(from)), Some(&line.moves(from, ply)))
        }
        _ => lines.position(None, Some(&line.moves(0, ply))),
    };
    state.place.root = root;
    text
}

/// A position that is unrelated to the one before.
fn elsewhere<'a>(choice: &Choice<'_>, bench: &mut Bench<'a>) -> Place<'a> {
    let class = choice.class("position");
    let line = match class {
        "long" => bench.long,
        _ => bench.dice.choose(bench.short).unwrap_or(bench.long),
    };
    let ply = match class {
        "startpos" => 0,
        "long" => choice.model.ways.long.min(line.plies()),
        _ => 4 + bench.dice.below(8),
    };
    Place { line, ply, root: None }
}
