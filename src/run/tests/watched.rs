//! A scripted engine of which the host has something to say.

use std::time::Duration;

use crate::engine::{HostLook, Incoming, Reaped, Scripted, ThreadTimes, Transport};

/// A scripted engine with one thread.
pub(super) struct Watched {
    pub(super) engine: Scripted,
    /// How long the thread has run, and how long it has waited for a processor, at a time since the start.
    pub(super) thread: fn(Duration) -> (Duration, Duration),
}

impl Transport for Watched {
    fn now(&self) -> Duration {
        self.engine.now()
    }

    fn send(&mut self, bytes: &[u8]) -> Duration {
        self.engine.send(bytes)
    }

    fn send_at(&mut self, bytes: &[u8], at: Duration) -> Duration {
        self.engine.send_at(bytes, at)
    }

    fn host(&self) -> Option<HostLook> {
        let (ran, starved) = (self.thread)(self.now());
        let threads = vec![ThreadTimes { id: 1, ran, starved }];
        Some(HostLook { threads, ..HostLook::default() })
    }

    fn close_input(&mut self) {
        self.engine.close_input();
    }

    fn next(&mut self, until: Duration) -> Option<Incoming> {
        self.engine.next(until)
    }

    fn reap(&mut self, grace: Duration) -> Reaped {
        self.engine.reap(grace)
    }
}
