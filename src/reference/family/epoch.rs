//! The state of one `go`: what can end its search, and that the search ends once.

use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use super::lock;
use super::plan::Plan;
use super::request::Request;

/// One `go` and its reply. The search thread and the command thread share it. Whatever they do at the same moment,
/// exactly one reply is written, or none if the game ends first.
pub(in crate::reference) struct Epoch {
    /// The request of the `go`.
    pub(in crate::reference) request: Request,
    /// When the search began.
    pub(in crate::reference) started: Instant,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    phase: Phase,
    /// Whether the reply waits for `stop` or `ponderhit`.
    held: bool,
    hit: Option<Instant>,
    stopped: bool,
    /// When to reply, unless held.
    due: Option<Instant>,
    /// Whether to reply as soon as the search has nothing left to do, unless held.
    early: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Thinking,
    /// The search has nothing left to do.
    Rested,
    Answered,
    Abandoned,
}

impl Phase {
    fn is_open(self) -> bool {
        matches!(self, Self::Thinking | Self::Rested)
    }
}

impl Epoch {
    /// A search that begins now.
    pub(in crate::reference) fn new(request: Request, plan: Plan) -> Self {
        let started = Instant::now();
        let state = State {
            phase: Phase::Thinking,
            held: request.ponder || request.infinite,
            hit: None,
            stopped: false,
            due: plan.answer.and_then(|wait| started.checked_add(wait)),
            early: plan.early,
        };
        Self { request, started, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// `stop`: the reply is due now.
    pub(in crate::reference) fn stop(&self) {
        lock(&self.state).stopped = true;
        self.changed.notify_all();
    }

    /// `ponderhit`: the time for the reply counts from now. Does nothing if this is not a ponder search, or after the
    /// first hit.
    pub(in crate::reference) fn hit(&self, plan: Plan) {
        let mut state = lock(&self.state);
        if !self.request.ponder || state.hit.is_some() {
            return;
        }
        let now = Instant::now();
        state.hit = Some(now);
        state.held = self.request.infinite;
        state.due = plan.answer.and_then(|wait| now.checked_add(wait));
        state.early = plan.early;
        self.changed.notify_all();
    }

    /// Ends the search without a reply, unless a `stop` has requested one.
    pub(in crate::reference) fn abandon(&self) {
        if !lock(&self.state).stopped {
            self.drop_reply();
        }
    }

    /// Ends the search without a reply, in any case.
    pub(in crate::reference) fn drop_reply(&self) {
        let mut state = lock(&self.state);
        if state.phase.is_open() {
            state.phase = Phase::Abandoned;
        }
        self.changed.notify_all();
    }

    /// Whether the reply is still missing.
    pub(in crate::reference) fn is_open(&self) -> bool {
        lock(&self.state).phase.is_open()
    }

    /// When the clock makes the reply due; `None` if the reply waits for something else.
    pub(in crate::reference) fn due(&self) -> Option<Instant> {
        let state = lock(&self.state);
        state.due.filter(|_| !state.held)
    }

    /// Whether the search is open and waits for `ponderhit`.
    pub(in crate::reference) fn is_pondering(&self) -> bool {
        let state = lock(&self.state);
        state.phase.is_open() && self.request.ponder && state.hit.is_none()
    }

    /// Whether the search has nothing left to do.
    pub(in crate::reference) fn has_rested(&self) -> bool {
        lock(&self.state).phase == Phase::Rested
    }

    /// Whether the search has received a `stop`.
    pub(in crate::reference) fn is_stopped(&self) -> bool {
        lock(&self.state).stopped
    }

    /// Whether `ponderhit` came.
    pub(in crate::reference) fn was_hit(&self) -> bool {
        self.hit_at().is_some()
    }

    /// When `ponderhit` came.
    pub(in crate::reference) fn hit_at(&self) -> Option<Instant> {
        lock(&self.state).hit
    }

    /// Whether the search should end: its reply is due, or it is closed.
    pub(in crate::reference) fn is_urged(&self) -> bool {
        let state = lock(&self.state);
        state.must_answer(Instant::now()) || !state.phase.is_open()
    }

    /// Waits for `time`, or until something happens to the search.
    pub(in crate::reference) fn pause(&self, time: Duration) {
        let state = lock(&self.state);
        if state.phase.is_open() && !state.must_answer(Instant::now()) {
            drop(self.changed.wait_timeout(state, time));
        }
    }

    /// Waits until the reply is due or no longer wanted. `finished` means that the search has nothing left to do.
    pub(in crate::reference) fn wait_until_due(&self, finished: bool) {
        let mut state = lock(&self.state);
        if finished && state.phase == Phase::Thinking {
            state.phase = Phase::Rested;
        }
        loop {
            let now = Instant::now();
            let done = state.early && finished && !state.held;
            if !state.phase.is_open() || done || state.must_answer(now) {
                return;
            }
            let wait = match state.due {
                Some(due) if !state.held => due.saturating_duration_since(now),
                Some(_) | None => Duration::from_secs(3600),
            };
            let woken = self.changed.wait_timeout(state, wait);
            state = woken.unwrap_or_else(|poison| poison.into_inner()).0;
        }
    }

    /// Waits until the search is closed, at most for `timeout`; returns whether it is closed.
    pub(in crate::reference) fn wait_closed(&self, timeout: Duration) -> bool {
        let state = lock(&self.state);
        let waited = self.changed.wait_timeout_while(state, timeout, |state| state.phase.is_open());
        let state = waited.unwrap_or_else(|poison| poison.into_inner()).0;
        !state.phase.is_open()
    }

    /// Calls `write` if the search is open.
    pub(in crate::reference) fn while_open(&self, write: impl FnOnce()) {
        if lock(&self.state).phase.is_open() {
            write();
        }
    }

    /// Writes the reply and closes the search, if it is open. The lock is held meanwhile, so a `stop` comes either
    /// before the reply, or after it and finds no open search.
    pub(in crate::reference) fn close(&self, write: impl FnOnce()) {
        let mut state = lock(&self.state);
        if state.phase.is_open() {
            write();
            state.phase = Phase::Answered;
            self.changed.notify_all();
        }
    }
}

impl State {
    fn must_answer(&self, now: Instant) -> bool {
        self.stopped || (!self.held && self.due.is_some_and(|due| due <= now))
    }
}
