//! Lines that the engine repeats by itself, for defects that think without a `go`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::desk::Desk;

/// A thread that repeats a line until [`Self::hush`].
#[derive(Clone, Default)]
pub(in crate::reference) struct Mutter {
    hushed: Arc<AtomicBool>,
}

impl Mutter {
    /// Starts to write `line` at this interval, for ten seconds at most. The first line comes after one interval.
    pub(in crate::reference) fn begin(desk: &Arc<Desk>, line: String, every: Duration) -> Self {
        let mutter = Self::default();
        let hushed = Arc::clone(&mutter.hushed);
        let desk = Arc::clone(desk);
        let talk = move || {
            let rounds = 10_000 / every.as_millis().max(1);
            for _ in 0..rounds {
                desk.nap(every);
                if hushed.load(Ordering::SeqCst) || desk.ending().is_some() {
                    return;
                }
                desk.say(&line);
            }
        };
        // Without the thread, the defect does not show; nothing else fails.
        let _ = thread::Builder::new().name("mutter".to_owned()).spawn(talk);
        mutter
    }

    /// Ends the repetition.
    pub(in crate::reference) fn hush(&self) {
        self.hushed.store(true, Ordering::SeqCst);
    }
}
