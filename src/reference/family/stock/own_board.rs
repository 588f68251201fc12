//! An engine that continues a game on its own board.

use crate::reference::family::epoch::Epoch;
use crate::reference::family::hooks::{Handling, Hooks};
use crate::reference::family::stock::keep_reply;
use crate::reference::family::{Board, lock};

/// Plays its own reply to such searches on its board: a `go` without a new `position` searches the position after that
/// reply. `start` is the command for the position before the first `position`.
pub(in crate::reference) fn plays_on_its_own_board<B: Board>(
    hooks: &mut Hooks<B>,
    start: &str,
    plays: fn(&Epoch) -> bool,
) {
    let given = keep_reply(hooks);
    let mut position = start.to_owned();
    let mut answered = None;
    hooks.lines.push(Box::new(move |shared, line| {
        let text = line.trim();
        let newest = lock(&given).clone();
        if text.starts_with("position") {
            text.clone_into(&mut position);
            answered.clone_from(&newest);
        }
        let is_played = shared.newest().is_some_and(|epoch| plays(&epoch));
        if text.split(' ').next() != Some("go") || newest == answered || !is_played {
            return Handling::Obey;
        }
        let best = newest.as_ref().and_then(|(_, reply)| reply.split(' ').nth(1));
        let moves = if position.contains(" moves") { "" } else { " moves" };
        position = format!("{position}{moves} {}", best.unwrap_or_default());
        answered = newest;
        Handling::Instead(vec![position.clone(), text.to_owned()])
    }));
}
