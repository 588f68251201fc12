//! Ctrl-C: once to end the run and report what is known, twice to end at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::Exit;
use super::{rooms, screen};

/// Makes the first interrupt set `cancel`, and the second kill all engines and end the process.
pub(super) fn listen(cancel: &Arc<AtomicBool>) {
    let cancel = Arc::clone(cancel);
    let handler = move || {
        if cancel.swap(true, Ordering::SeqCst) {
            end();
        }
        screen::note("\ninterrupted: waiting for what runs; once more ends it at once\n");
    };
    // Where no handler can be set, the system's own way of ending the process remains.
    let _ = ctrlc::set_handler(handler);
}

#[expect(
    clippy::exit,
    reason = "the second interrupt may not wait for anything"
)]
fn end() -> ! {
    rooms::kill_all();
    std::process::exit(Exit::CouldNotJudge as i32);
}
