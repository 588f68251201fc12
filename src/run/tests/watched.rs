//! A scripted engine of which the host has something to say.

use std::time::Duration;

use crate::engine::{HostLook, Incoming, Reaped, Scripted, ThreadTimes, Transport};

/// A scripted engine, and what is seen of it from outside at a time since its start.
pub(in crate::run) struct Watched<'a> {
    pub(in crate::run) engine: Scripted,
    pub(in crate::run) host: Box<dyn Fn(Duration) -> HostLook + Send + 'a>,
    /// How many bytes of memory it holds; `None` if that is not known.
    pub(in crate::run) memory: Box<dyn Fn(Duration) -> Option<u64> + Send + 'a>,
    /// Whether all processes that it has started have ended, after its end; `None` if that is not known.
    pub(in crate::run) others_end: Option<bool>,
    /// Called whenever it is waited for, with the end of the wait.
    pub(in crate::run) waited: Box<dyn FnMut(Duration) + Send + 'a>,
}

impl<'a> Watched<'a> {
    /// An engine on an idle host.
    pub(in crate::run) fn new(engine: Scripted) -> Self {
        Self {
            engine,
            host: Box::new(|_| HostLook::default()),
            memory: Box::new(|_| None),
            others_end: None,
            waited: Box::new(|_| ()),
        }
    }

    /// An engine with one thread. `thread`: how long it has run, and how long it has waited for a processor.
    pub(in crate::run) fn with_thread(
        engine: Scripted,
        thread: impl Fn(Duration) -> (Duration, Duration) + Send + 'a,
    ) -> Self {
        let host = move |now| {
            let (ran, starved) = thread(now);
            let threads = vec![ThreadTimes { id: 1, ran, starved }];
            HostLook { threads, ..HostLook::default() }
        };
        Self { host: Box::new(host), ..Self::new(engine) }
    }
}

impl Transport for Watched<'_> {
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
        Some((self.host)(self.now()))
    }

    fn memory(&self) -> Option<u64> {
        (self.memory)(self.now())
    }

    fn others_end(&mut self, _until: Duration) -> Option<bool> {
        self.others_end
    }

    fn close_input(&mut self) {
        self.engine.close_input();
    }

    fn next(&mut self, until: Duration) -> Option<Incoming> {
        (self.waited)(until);
        self.engine.next(until)
    }

    fn reap(&mut self, grace: Duration) -> Reaped {
        self.engine.reap(grace)
    }
}
