//! Talk that goes on by itself, for misbehaviours that think unasked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::desk::Desk;

/// A line repeated until it is hushed.
#[derive(Clone, Default)]
pub(in crate::reference) struct Mutter {
    hushed: Arc<AtomicBool>,
}

impl Mutter {
    /// Begins to talk after a while, at most for ten seconds.
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
        // Without a thread there is one misbehaviour less.
        let _ = thread::Builder::new().name("mutter".to_owned()).spawn(talk);
        mutter
    }

    /// Makes it silent.
    pub(in crate::reference) fn hush(&self) {
        self.hushed.store(true, Ordering::SeqCst);
    }
}
