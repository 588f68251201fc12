//! What comes between two searches, in a ponder search, or at the end of a game.

use super::clock::{at_once, change_request};
use super::line::{command, hang, has_come};
use super::race::end_search_at;
use crate::reference::family::hooks::Handling;
use crate::reference::family::{Board, Hooks};

/// Does not end at `quit` directly after this command.
pub(in crate::reference) fn hangs_at_quit_after<B: Board>(
    hooks: &mut Hooks<B>,
    name: &'static str,
) {
    let mut was_last = false;
    command(hooks, move |shared, words| {
        if was_last && *words == ["quit"] {
            hang(shared);
        }
        was_last = words.first() == Some(&name);
        Handling::Obey
    });
}

/// Replies at once to the first `go infinite` after a ponder search.
pub(in crate::reference) fn ends_infinite_after_ponder<B: Board>(hooks: &mut Hooks<B>) {
    let pondered = has_come(hooks, |shared, _| shared.is_pondering());
    change_request(hooks, move |_, _, request| {
        if request.infinite && pondered.take() {
            at_once(request);
        }
    });
}

/// Ends a ponder search at the unknown command `xyzzy`, as at `stop`.
pub(in crate::reference) fn ends_ponder_at_unknown<B: Board>(hooks: &mut Hooks<B>) {
    end_search_at(hooks, |epoch, words| epoch.is_pondering() && words.first() == Some(&"xyzzy"));
}
