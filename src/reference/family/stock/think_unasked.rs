//! Engines that think without a `go`.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::reference::family::hooks::Handling;
use crate::reference::family::repeated_line::RepeatedLine;
use crate::reference::family::request::Reply;
use crate::reference::family::{Board, Hooks, lock, words};

/// After a `bestmove`, if `wants` returns true, writes info lines about the position after the move until the next
/// command comes. `note` sees every command and may change the state that `wants` gets.
pub(in crate::reference) fn think_unasked<B: Board, S: Default + Send + 'static>(
    hooks: &mut Hooks<B>,
    mut note: impl FnMut(&[&str], &mut S) + 'static,
    wants: impl Fn(&S, &Reply) -> bool + Send + Sync + 'static,
) {
    let state: Arc<Mutex<(S, RepeatedLine)>> = Arc::default();
    let musing = Arc::clone(&state);
    hooks.search.answered = Some(Box::new(move |shared, root, reply| {
        let mut state = lock(&musing);
        let own = root.read(&reply.body);
        let next = own.and_then(|mv| root.after(mv).moves().first().copied());
        if let (true, Some(next)) = (wants(&state.0, reply), next) {
            let line = format!("info depth 1 time 1 nodes 1 score cp 0 pv {next}");
            state.1 = RepeatedLine::begin(shared, line, Duration::from_millis(300));
        }
    }));
    hooks.lines.push(Box::new(move |shared, line| {
        // This waits until a reply that is just being written is complete, with the thread that it starts. Otherwise
        // that thread would continue after this command.
        drop(shared.open());
        let mut state = lock(&state);
        state.1.stop();
        note(&words::split(line), &mut state.0);
        Handling::Obey
    }));
}
