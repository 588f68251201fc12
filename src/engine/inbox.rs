//! The queue in which the threads that watch one engine put what they saw, and from which the session takes it.
//!
//! Memory is bounded. Standard output is held back: its reader waits, then the pipe fills, then the engine waits.
//! Standard error is never held back; its lines are dropped and counted instead.

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

/// How many bytes of standard output may wait for the session.
const STDOUT_ROOM: usize = 256 << 10;
/// How many bytes of standard error may wait for the session.
const STDERR_ROOM: usize = 128 << 10;
/// How many bytes of a line on standard error are kept. Reports show only its beginning.
const STDERR_LINE: usize = 16 << 10;
/// The memory that a queued line needs in addition to its bytes.
const LINE_COST: usize = 96;
/// More bytes than a pipe can hold. After this many more bytes are read, everything that was in the pipe before has
/// been read.
const PIPE_MAX: u64 = (1 << 20) + (64 << 10);

#[derive(Debug)]
pub(super) struct Inbox {
    clock: Clock,
    timings: Timings,
    state: Mutex<State>,
    /// Set when something can be taken, or the next wake-up time has changed, and the session is asleep.
    waker: Waker,
    /// Notified when there is room again, when bytes were read, and when a stream or the process ended.
    moved: Condvar,
    stderr_dropped: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Incoming>,
    stdout: Pipe,
    stderr: Pipe,
    exit: Option<ExitStatus>,
    /// Whether the session waits on the waker.
    asleep: bool,
    /// How many threads wait on `moved`: mostly none, and a notification without waiters still costs a system call.
    watchers: u32,
    /// Since when input for the engine has waited for room in the pipe.
    input_since: Option<Duration>,
    write_failed: bool,
    /// The session takes nothing more: a line that finds no room is dropped, so that the engine can go on and end.
    closing: bool,
}

#[derive(Debug, Default)]
struct Pipe {
    splitter: Splitter,
    waiting: usize,
    read: u64,
    /// Since when the reader has waited for room; `None` if it does not wait.
    held: Option<Duration>,
    /// How long the reader waited for room before that, in all.
    held_before: Duration,
    /// Whether the stream is no longer read.
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

    /// How many lines of standard error were dropped for lack of room.
    pub(super) fn stderr_dropped(&self) -> u64 {
        self.stderr_dropped.load(Ordering::Relaxed)
    }

    /// How long standard output was not read for lack of room, in all.
    pub(super) fn held(&self) -> Duration {
        let state = self.lock();
        let since = state.stdout.held;
        let now = since.map(|since| self.clock.now().saturating_sub(since));
        state.stdout.held_before + now.unwrap_or_default()
    }

    // Called by the session.

    /// Moves everything that has arrived to `taken`; if there is nothing, waits for it until `until`. To wait, it
    /// calls `nap` with the waker and the longest time to wait.
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

    /// Notes that the session is awake and needs no wake-up.
    pub(super) fn awake(&self) {
        self.lock().asleep = false;
    }

    /// From now on, lines that find no room are dropped.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closing = true;
        self.call_watchers(&state);
    }

    /// Waits until the process ends, at most until `until`.
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

    // Called by the readers.

    /// Waits until there is room for more of `stream`.
    pub(super) fn wait_for_room(&self, stream: Stream) {
        // If the reader of standard error waited, an engine that only wants to write an error message would be stopped.
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
        // A line that is finished too late was partial at its limit, even if no thread looked at that time.
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

    /// Wakes the threads that wait for a reader's progress.
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

    /// Notes that `stream` is no longer read, whether or not it has ended.
    pub(super) fn finish(&self, stream: Stream) {
        let mut state = self.lock();
        state.pipe(stream).finished = true;
        self.call_watchers(&state);
    }

    // Called by the thread that waits for the exit.

    /// Notes that the process has ended.
    pub(super) fn exited(&self, status: ExitStatus) {
        let mut state = self.lock();
        state.exit = Some(status);
        self.call_watchers(&state);
    }

    /// Waits until everything that `stream` held at the time of the call is in the queue. `idle` returns whether
    /// the pipe is empty and no thread is moving bytes from it. If the system does not know, the stream counts as
    /// drained when nothing has come for `quiet`.
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

    /// Delivers a message of the harness about the engine's end, as a line on standard error.
    pub(super) fn deliver_note(&self, at: Duration, note: &str) {
        let line = Line::new(format!("[kentei] ended the engine: {note}"));
        self.lock().queue.push_back(Incoming { at, what: Arrival::Stderr(line) });
    }

    /// Delivers the exit, noticed at `at`, after everything that is in the queue.
    pub(super) fn deliver_exit(&self, at: Duration, status: ExitStatus) {
        let mut state = self.lock();
        state.queue.push_back(Incoming { at, what: Arrival::Exit(status) });
        self.wake(state);
    }

    // Called by the writer.

    /// Notes since when input for the engine has waited for the pipe; `None` if no input waits.
    pub(super) fn input_waits(&self, since: Option<Duration>) {
        let mut state = self.lock();
        state.input_since = since;
        self.wake(state);
    }

    /// Reports that the engine does not take its input. Only the first report counts.
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

    /// Releases the lock, and wakes the session if it waits.
    fn wake(&self, mut state: MutexGuard<'_, State>) {
        let asleep = std::mem::take(&mut state.asleep);
        drop(state);
        if asleep {
            self.waker.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic of another thread leaves the state consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When the unfinished line must be reported, and when the engine will not have read its input for too long.
    fn dues(&self, state: &State) -> [Option<Duration>; 2] {
        let stdout = &state.stdout;
        let partial = stdout.splitter.partial_due(self.timings.partial_line);
        let stalled = state.input_since.map(|since| since.saturating_add(self.timings.write_stall));
        [
            // While the reader waits for room, the rest of the line may already be in the pipe.
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

/// Queues in the order of time: two readers may arrive in another order than they read. An exit keeps its place.
fn insert(queue: &mut VecDeque<Incoming>, what: Arrival, at: Duration) {
    let after =
        queue.iter().rposition(|other| other.at <= at || matches!(other.what, Arrival::Exit(_)));
    let index = after.map_or(0, |index| index + 1);
    queue.insert(index, Incoming { at, what });
}
