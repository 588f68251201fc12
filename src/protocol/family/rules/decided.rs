//! Whether there was nothing left to search at a root.

use crate::games::Position;
use crate::protocol::family::epoch::Epoch;

/// Whether the root of a search has one legal move that is not banned, a move that ends the game, or a line of the
/// search that ends it.
pub(super) fn is_decided(epoch: &Epoch) -> bool {
    let Some(root) = epoch.root.as_deref().filter(|_| epoch.has_move) else {
        return false;
    };
    let mut moves = root.legal_moves();
    moves.retain(|text| !epoch.is_banned(text));
    let shown = std::str::from_utf8(&epoch.infos.line).unwrap_or_default();
    moves.len() == 1 || moves.iter().any(|text| ends(root, text)) || ends(root, shown)
}

/// Whether these moves can be played, and the side to move has no legal move after them.
fn ends(root: &dyn Position, moves: &str) -> bool {
    let mut position = root.boxed_clone();
    let mut moves = moves.split_ascii_whitespace().peekable();
    moves.peek().is_some()
        && moves.all(|text| position.play(text).is_ok())
        && !position.has_legal_move()
}
