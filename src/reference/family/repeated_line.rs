//! Lines that the engine repeats by itself, for defects that think without a `go`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::shared_state::SharedState;

/// A thread that repeats a line until [`Self::stop`].
#[derive(Clone, Default)]
pub(in crate::reference) struct RepeatedLine {
    stopped: Arc<AtomicBool>,
}

impl RepeatedLine {
    /// Starts to write `line` at this interval, for ten seconds at most. The first line comes after one interval.
    pub(in crate::reference) fn begin(
        shared: &Arc<SharedState>,
        line: String,
        every: Duration,
    ) -> Self {
        let repeated = Self::default();
        let stopped = Arc::clone(&repeated.stopped);
        let shared = Arc::clone(shared);
        let talk = move || {
            let rounds = 10_000 / every.as_millis().max(1);
            for _ in 0..rounds {
                shared.nap(every);
                if stopped.load(Ordering::SeqCst) || shared.ending().is_some() {
                    return;
                }
                shared.say(&line);
            }
        };
        // Without the thread, the defect does not show; nothing else fails.
        let _ = thread::Builder::new().name("repeated-line".to_owned()).spawn(talk);
        repeated
    }

    /// Ends the repetition.
    pub(in crate::reference) fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }
}
