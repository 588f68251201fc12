//! Where the threads that watch one engine leave what they saw, and the session finds it.
//!
//! Memory is bounded: standard output is held back (its reader waits, then the pipe fills, then the
//! engine waits), standard error is never held back, its lines are dropped and counted instead.

use std::collections::VecDeque;
use std::io;
use std::sync::PoisonError;
use std::time::Duration;

use super::clock::Clock;
use super::lines::Splitter;
use super::sync::{AtomicU64, Condvar, Mutex, MutexGuard, Ordering};
use super::system::Waker;
use super::timings::Timings;
use super::transport::{Arrival, Incoming};
use crate::transcript::{ExitStatus, Line, NOT_READ, Stream};

/// How much of standard output may wait to be asked for.
const STDOUT_ROOM: usize = 256 << 10;
/// How much of standard error may wait to be asked for.
const STDERR_ROOM: usize = 128 << 10;
/// The longest line on standard error that is kept whole: more than its begin is never shown.
const STDERR_LINE: usize = 16 << 10;
/// What a queued line costs beside its bytes.
const LINE_COST: usize = 96;
/// More than a pipe holds: what was written before some moment lies among the next bytes that are read.
const PIPE_MAX: u64 = (1 << 20) + (64 << 10);

#[derive(Debug)]
pub(super) struct Inbox {
    clock: Clock,
    timings: Timings,
    state: Mutex<State>,
    /// Rung when something can be taken, or a time to wake up has moved, and the session is asleep.
    waker: Waker,
    /// There is room again, bytes were read, a stream or the process ended.
    moved: Condvar,
    stderr_dropped: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Incoming>,
    stdout: Pipe,
    stderr: Pipe,
    exit: Option<ExitStatus>,
    /// Whether the session waits for the waker.
    asleep: bool,
    /// How many threads wait for something to move: mostly none, and to wake none still costs a system call.
    watchers: u32,
    /// Since when the engine's input has waited for the pipe to take it.
    input_since: Option<Duration>,
    write_failed: bool,
    /// No more will be read: what finds no room is dropped, so that the engine can go on and end.
    closing: bool,
}

#[derive(Debug, Default)]
struct Pipe {
    splitter: Splitter,
    waiting: usize,
    read: u64,
    /// Since when its reader waits for room.
    held: Option<Duration>,
    /// How long it has waited for room before.
    held_before: Duration,
    /// Whether it is no longer read.
    finished: bool,
}

impl Inbox {
    pub(super) fn new(clock: Clock, timings: Timings) -> io::Result<Self> {
        let mut state = State::default();
        state.stderr.splitter = Splitter::keeping(STDERR_LINE);
        Ok(Self {
            clock,
            timings,
            state: Mutex::new(state),
            waker: Waker::new()?,
            moved: Condvar::new(),
            stderr_dropped: AtomicU64::new(0),
        })
    }

    /// How many lines of standard error found no room.
    pub(super) fn stderr_dropped(&self) -> u64 {
        self.stderr_dropped.load(Ordering::Relaxed)
    }

    /// For how long in all standard output was not read, since there was no room for more.
    pub(super) fn held(&self) -> Duration {
        let state = self.lock();
        let since = state.stdout.held;
        let now = since.map(|since| self.clock.now().saturating_sub(since));
        state.stdout.held_before + now.unwrap_or_default()
    }

    // What the session does.

    /// Moves everything that has arrived to `taken`; waits for it until `until`. To wait, it calls
    /// `nap` with the waker and the longest time.
    pub(super) fn take(
        &self,
        taken: &mut VecDeque<Incoming>,
        until: Duration,
        mut nap: impl FnMut(&Waker, Duration),
    ) {
        loop {
            let mut state = self.lock();
            let now = self.clock.now();
            self.report_overdue(&mut state, now);
            if !state.queue.is_empty() {
                std::mem::swap(&mut state.queue, taken);
                state.stdout.waiting = 0;
                state.stderr.waiting = 0;
                self.call_watchers(&state);
                return;
            }
            if now >= until {
                return;
            }
            let wake = self.dues(&state).into_iter().flatten().fold(until, Duration::min);
            state.asleep = true;
            drop(state);
            nap(&self.waker, wake.saturating_sub(now));
            self.awake();
        }
    }

    /// The session need not be woken any more.
    pub(super) fn awake(&self) {
        self.lock().asleep = false;
    }

    /// From now on what finds no room is dropped.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closing = true;
        self.call_watchers(&state);
    }

    /// Waits for the process to end, until `until`.
    pub(super) fn wait_exit(&self, until: Duration) -> Option<ExitStatus> {
        let mut state = self.lock();
        loop {
            let now = self.clock.now();
            if state.exit.is_some() || now >= until {
                return state.exit;
            }
            state = self.watch(state, until.saturating_sub(now));
        }
    }

    /// Whether standard output is no longer read.
    pub(super) fn stdout_finished(&self) -> bool {
        self.lock().stdout.finished
    }

    // What the readers do.

    /// Waits until there is room for more of `stream`.
    pub(super) fn wait_for_room(&self, stream: Stream) {
        // A reader of standard error that waits would stop an engine that only wants to complain.
        if stream == Stream::Stderr {
            return;
        }
        let mut state = self.lock();
        if state.stdout.waiting < STDOUT_ROOM || state.closing {
            return;
        }
        let since = self.clock.now();
        state.stdout.held = Some(since);
        while state.stdout.waiting >= STDOUT_ROOM && !state.closing {
            state = self.watch(state, Duration::MAX);
        }
        let now = self.clock.now();
        state.stdout.held = None;
        state.stdout.held_before += now.saturating_sub(since);
        state.stdout.splitter.restart(now);
    }

    /// Takes bytes that a reader read at `at`.
    pub(super) fn feed(&self, stream: Stream, at: Duration, bytes: &[u8]) {
        let mut state = self.lock();
        // A line that is finished too late was held all the same, whether or not anyone looked.
        if stream == Stream::Stdout {
            self.report_partial(&mut state, at);
        }
        let State { queue, stdout, stderr, closing, .. } = &mut *state;
        let (pipe, room) = match stream {
            Stream::Stdout => (stdout, STDOUT_ROOM),
            Stream::Stderr => (stderr, STDERR_ROOM),
        };
        let may_drop = *closing || stream == Stream::Stderr;
        pipe.read += bytes.len() as u64;
        let waiting = &mut pipe.waiting;
        pipe.splitter.feed(at, bytes, |line| {
            if may_drop && *waiting >= room {
                if stream == Stream::Stderr {
                    self.stderr_dropped.fetch_add(1, Ordering::Relaxed);
                }
                return;
            }
            *waiting += line.bytes.capacity() + LINE_COST;
            insert(queue, arrival_of(stream, line), at);
        });
        self.wake(state);
    }

    /// Calls those who wait for a reader to get on.
    pub(super) fn moved(&self) {
        self.call_watchers(&self.lock());
    }

    /// Notes that `stream` has ended.
    pub(super) fn end(&self, stream: Stream, at: Duration) {
        let mut state = self.lock();
        let unfinished = state.pipe(stream).splitter.finish();
        if let Some(line) = unfinished {
            insert(&mut state.queue, arrival_of(stream, line), at);
        }
        insert(&mut state.queue, Arrival::EndOfStream(stream), at);
        state.pipe(stream).finished = true;
        self.wake(state);
    }

    /// Notes that `stream` is read no more, ended or not.
    pub(super) fn finish(&self, stream: Stream) {
        let mut state = self.lock();
        state.pipe(stream).finished = true;
        self.call_watchers(&state);
    }

    // What the waiter does.

    /// Notes that the process has ended.
    pub(super) fn exited(&self, status: ExitStatus) {
        let mut state = self.lock();
        state.exit = Some(status);
        self.call_watchers(&state);
    }

    /// Waits until everything that `stream` held at the time of the call is in the queue. `idle` says
    /// whether there is nothing in the pipe or on the way from it; where the system does not know, it
    /// is enough that nothing has come for `quiet`.
    pub(super) fn wait_drained(
        &self,
        stream: Stream,
        quiet: Duration,
        mut idle: impl FnMut() -> Option<bool>,
    ) {
        let mut state = self.lock();
        let first = state.pipe(stream).read;
        let mut seen = first;
        let mut seen_at = self.clock.now();
        loop {
            let pipe = state.pipe(stream);
            if pipe.finished || pipe.read - first >= PIPE_MAX {
                return;
            }
            let now = self.clock.now();
            if pipe.read != seen || pipe.held.is_some() {
                seen = pipe.read;
                seen_at = now;
            }
            match idle() {
                Some(true) => return,
                None if now >= seen_at + quiet => return,
                Some(false) | None => {}
            }
            state = self.watch(state, quiet);
        }
    }

    /// Delivers what the harness has to say of the end, as a line on standard error.
    pub(super) fn deliver_note(&self, at: Duration, note: &str) {
        let line = Line::new(format!("[kentei] ended the engine: {note}"));
        self.lock().queue.push_back(Incoming { at, what: Arrival::Stderr(line) });
    }

    /// Delivers the exit, seen at `at`, after everything that is in the queue.
    pub(super) fn deliver_exit(&self, at: Duration, status: ExitStatus) {
        let mut state = self.lock();
        state.queue.push_back(Incoming { at, what: Arrival::Exit(status) });
        self.wake(state);
    }

    // What the writer does.

    /// Notes since when the engine's input has waited for the pipe; `None` when nothing waits.
    pub(super) fn input_waits(&self, since: Option<Duration>) {
        let mut state = self.lock();
        state.input_since = since;
        self.wake(state);
    }

    /// Reports that the engine does not take its input. Only the first time counts.
    pub(super) fn write_failed(&self, why: String) {
        let mut state = self.lock();
        fail_write(&mut state, self.clock.now(), why);
        self.wake(state);
    }

    // Helpers.

    fn watch<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        timeout: Duration,
    ) -> MutexGuard<'a, State> {
        state.watchers += 1;
        let (mut state, _) =
            self.moved.wait_timeout(state, timeout).unwrap_or_else(PoisonError::into_inner);
        state.watchers -= 1;
        state
    }

    fn call_watchers(&self, state: &State) {
        if state.watchers > 0 {
            self.moved.notify_all();
        }
    }

    /// Gives the lock back, and wakes the session if it waits.
    fn wake(&self, mut state: MutexGuard<'_, State>) {
        let asleep = std::mem::take(&mut state.asleep);
        drop(state);
        if asleep {
            self.waker.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves nothing half done in here.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When the unfinished line is to be reported, and when the engine has not read its input for too long.
    fn dues(&self, state: &State) -> [Option<Duration>; 2] {
        let stdout = &state.stdout;
        let partial = stdout.splitter.partial_due(self.timings.partial_line);
        let stalled = state.input_since.map(|since| since.saturating_add(self.timings.write_stall));
        [
            // While its reader waits for room the rest of the line may well be in the pipe.
            partial.filter(|_| stdout.held.is_none()),
            stalled.filter(|_| !state.write_failed),
        ]
    }

    fn report_overdue(&self, state: &mut State, now: Duration) {
        self.report_partial(state, now);
        let [_, stalled] = self.dues(state);
        if let Some(due) = stalled.filter(|due| *due <= now) {
            let limit = self.timings.write_stall.as_millis();
            fail_write(state, due, format!("{NOT_READ} its input for {limit} ms"));
        }
    }

    fn report_partial(&self, state: &mut State, now: Duration) {
        let [partial, _] = self.dues(state);
        if let Some(due) = partial.filter(|due| *due <= now) {
            let bytes = state.stdout.splitter.report_partial();
            insert(&mut state.queue, Arrival::Partial(bytes), due);
        }
    }
}

impl State {
    fn pipe(&mut self, stream: Stream) -> &mut Pipe {
        match stream {
            Stream::Stdout => &mut self.stdout,
            Stream::Stderr => &mut self.stderr,
        }
    }
}

fn fail_write(state: &mut State, at: Duration, why: String) {
    if !std::mem::replace(&mut state.write_failed, true) {
        insert(&mut state.queue, Arrival::WriteFailed(why), at);
    }
}

fn arrival_of(stream: Stream, line: Line) -> Arrival {
    match stream {
        Stream::Stdout => Arrival::Stdout(line),
        Stream::Stderr => Arrival::Stderr(line),
    }
}

/// Queues by time: two readers may get here in another order than they read. An exit keeps its place.
fn insert(queue: &mut VecDeque<Incoming>, what: Arrival, at: Duration) {
    let after =
        queue.iter().rposition(|other| other.at <= at || matches!(other.what, Arrival::Exit(_)));
    let index = after.map_or(0, |index| index + 1);
    queue.insert(index, Incoming { at, what });
}
