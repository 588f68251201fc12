//! A running engine.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::clock::Clock;
#[cfg(target_os = "linux")]
use super::host::{self, HostLook};
#[cfg(unix)]
use super::in_process::InProcess;
use super::inbox::Inbox;
use super::launch::{Launch, LaunchError};
use super::locate;
use super::order::Order;
use super::outbox::Outbox;
use super::reader::PipeReader;
use super::registry;
use super::system::{self, Group, Started, StopSignal, Stopper};
use super::timings::Timings;
use super::transport::{Incoming, Reaped, Transport};
use crate::transcript::Stream;

/// How long the rest of a group may take to end after its leader; a process that takes longer counts as a survivor.
/// The time is long so that a busy machine causes no false report; only a group that really stays makes kentei wait
/// for all of it.
const SETTLE: Duration = Duration::from_secs(1);
/// How often to look whether the group has ended, if the system has no event for that.
const LOOK: Duration = Duration::from_millis(5);
/// The stack size of our threads, in bytes: none of them has deep calls.
const STACK: usize = 512 << 10;
/// How long the system may take to end a killed process.
const DEATH: Duration = Duration::from_secs(5);
/// How often to try to start a program file that is still open for writing, and the pause between two tries.
const BUSY_TRIES: (u32, Duration) = (20, Duration::from_millis(10));

/// An engine that was spawned. Dropping it kills it with its whole group.
///
/// Arrivals come in the order of their time stamps, with one exception: an exit has the time at which it was
/// noticed, and still comes after the lines that were written before it. If all pipes end with the process, both
/// [`Arrival::EndOfStream`] come before the exit. If a remaining child holds a pipe open, the exit does not wait
/// for the end of that pipe.
///
/// [`Arrival::EndOfStream`]: super::Arrival::EndOfStream
#[derive(Debug)]
pub struct Process {
    clock: Clock,
    inbox: Arc<Inbox>,
    outbox: Arc<Outbox>,
    group: Arc<Group>,
    stdout: Arc<PipeReader>,
    /// Arrivals taken from the inbox and not yet returned by `next`.
    ready: VecDeque<Incoming>,
    stopper: Option<Stopper>,
    waiter: Option<JoinHandle<()>>,
    pipes: Vec<JoinHandle<()>>,
    reaped: Option<Reaped>,
}

/// Starts an engine.
///
/// # Errors
///
/// If the program cannot be found or run.
pub fn spawn(launch: &Launch, timings: Timings) -> Result<Process, LaunchError> {
    let program = locate::program(launch)?;
    let folder = locate::folder(launch, &program)?;
    let order = Order {
        program,
        args: launch.args.clone(),
        folder,
        env: launch.env.clone(),
        limits: launch.limits.clone(),
    };
    let started = start(&order).map_err(|error| locate::refusal(order.program.clone(), error))?;
    let group = Arc::clone(&started.group);
    connect(started, timings).map_err(|error| {
        abandon(&group);
        LaunchError::Other(order.program, error)
    })
}

/// Starts an engine as a thread of this program.
#[cfg(unix)]
pub(super) fn start_in_process(
    engine: &InProcess,
    timings: Timings,
) -> Result<Process, LaunchError> {
    let refused = |error| LaunchError::Other(engine.name().into(), error);
    let started = engine.start().map_err(refused)?;
    let group = Arc::clone(&started.group);
    connect(started, timings).map_err(|error| {
        abandon(&group);
        refused(error)
    })
}

fn start(order: &Order) -> io::Result<Started> {
    let (mut tries, pause) = BUSY_TRIES;
    loop {
        match registry::start(order) {
            // A program that was just built may still be open for writing in a process that was forked meanwhile.
            // There is no event for the end of that.
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && tries > 0 => {
                tries -= 1;
                thread::sleep(pause);
            }
            result => return result,
        }
    }
}

/// Connects the threads to a process that has just started.
fn connect(started: Started, timings: Timings) -> io::Result<Process> {
    // The time that the launcher needs for the start does not count for the engine.
    let clock = Clock::start();
    let inbox = Arc::new(Inbox::new(clock, timings)?);
    let outbox = Arc::new(Outbox::new(started.stdin, clock, Arc::clone(&inbox))?);
    let out = Arc::new(PipeReader::new(Stream::Stdout, started.stdout));
    let err = Arc::new(PipeReader::new(Stream::Stderr, started.stderr));
    let (stopper, stop) = system::stopper()?;
    let stop = Arc::new(stop);
    let mut process = Process {
        clock,
        inbox: Arc::clone(&inbox),
        outbox: Arc::clone(&outbox),
        group: Arc::clone(&started.group),
        stdout: Arc::clone(&out),
        ready: VecDeque::new(),
        stopper: Some(stopper),
        waiter: None,
        pipes: Vec::new(),
        reaped: None,
    };
    let pipe_readers = [Arc::clone(&out), Arc::clone(&err)];
    let (group, to) = (started.group, Arc::clone(&inbox));
    process.waiter = Some(thread("exit", move || {
        await_exit(&group, clock, &to, &pipe_readers);
    })?);
    if let Err(error) = process.attend(&out, &err, &stop) {
        // A reader may be missing, and the exit is delivered only after both streams are finished.
        inbox.finish(Stream::Stdout);
        inbox.finish(Stream::Stderr);
        return Err(error);
    }
    Ok(process)
}

fn thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(format!("engine {name}")).stack_size(STACK).spawn(work)
}

fn await_exit(group: &Group, clock: Clock, inbox: &Inbox, pipe_readers: &[Arc<PipeReader>]) {
    let status = group.wait();
    let at = clock.now();
    let note = group.note();
    inbox.exited(status);
    for pipe_reader in pipe_readers {
        pipe_reader.wait_drained(inbox);
    }
    if let Some(note) = note {
        inbox.deliver_note(at, &note);
    }
    inbox.deliver_exit(at, status);
}

/// Ends an engine for which the threads could not be started.
fn abandon(group: &Arc<Group>) {
    group.kill();
    group.wait();
    registry::release(group, DEATH);
}

impl Process {
    /// Starts the threads that read and write.
    fn attend(
        &mut self,
        out: &Arc<PipeReader>,
        err: &Arc<PipeReader>,
        stop: &Arc<StopSignal>,
    ) -> io::Result<()> {
        let clock = self.clock;
        for (name, pipe_reader) in [("stdout", out), ("stderr", err)] {
            let (pipe_reader, stop) = (Arc::clone(pipe_reader), Arc::clone(stop));
            let to = Arc::clone(&self.inbox);
            let reader = thread(name, move || pipe_reader.run(clock, &to, &stop))?;
            self.pipes.push(reader);
        }
        let (outbox, stop) = (Arc::clone(&self.outbox), Arc::clone(stop));
        let writer = thread("stdin", move || outbox.run(&stop))?;
        self.pipes.push(writer);
        Ok(())
    }

    fn end(&mut self, grace: Duration, settle: Duration) -> Reaped {
        if let Some(reaped) = &self.reaped {
            return reaped.clone();
        }
        // An engine that writes until its end must not block on a full pipe while we wait for its exit.
        self.inbox.close();
        if self.waiter.is_none() {
            // The thread that waits for the exit could not be started.
            self.group.kill();
            self.inbox.exited(self.group.wait());
        }
        let mut status = self.inbox.wait_exit(self.now().saturating_add(grace));
        let killed = status.is_none();
        if killed {
            self.group.kill();
            status = self.inbox.wait_exit(self.now().saturating_add(DEATH));
        }
        let mut survivors = false;
        if status.is_some() {
            let settle = if killed { DEATH } else { settle };
            survivors = self.outlived(self.now().saturating_add(settle)) && !killed;
        }
        registry::release(&self.group, DEATH);
        if status.is_some() {
            join(self.waiter.take());
        }
        self.stopper = None;
        self.outbox.stop();
        if system::STOPPABLE {
            self.pipes.drain(..).map(Some).for_each(join);
        }
        let reaped = Reaped { status, killed, survivors };
        self.reaped = Some(reaped.clone());
        reaped
    }

    /// Whether a process of the group is still alive at `until`.
    fn outlived(&self, until: Duration) -> bool {
        if let Some(ended) = self.group.has_ended(until.saturating_sub(self.now())) {
            return !ended;
        }
        // If standard output is still open, a process that holds it is alive.
        while !self.inbox.stdout_finished() {
            if self.now() >= until {
                return true;
            }
            thread::sleep(LOOK);
        }
        false
    }
}

fn join(thread: Option<JoinHandle<()>>) {
    if let Some(thread) = thread {
        // A thread that panicked has already printed its message.
        let _ = thread.join();
    }
}

impl Transport for Process {
    fn now(&self) -> Duration {
        self.clock.now()
    }

    fn send(&mut self, bytes: &[u8]) -> Duration {
        let at = self.clock.now();
        self.outbox.send(bytes);
        at
    }

    fn send_at(&mut self, bytes: &[u8], at: Duration) -> Duration {
        while self.clock.now() < at {
            std::hint::spin_loop();
        }
        self.send(bytes)
    }

    #[cfg(target_os = "linux")]
    fn host(&self) -> Option<HostLook> {
        let unread = self.inbox.held();
        host::look(self.group.id()?).map(|look| HostLook { unread, ..look })
    }

    #[cfg(target_os = "linux")]
    fn memory(&self) -> Option<u64> {
        host::memory(self.group.id()?)
    }

    fn close_input(&mut self) {
        self.outbox.close();
    }

    fn next(&mut self, until: Duration) -> Option<Incoming> {
        if self.ready.is_empty() {
            let (stdout, inbox, clock) = (&self.stdout, &self.inbox, self.clock);
            inbox.take(&mut self.ready, until, |waker, timeout| {
                stdout.attend(waker, clock, inbox, timeout);
            });
        }
        self.ready.pop_front()
    }

    fn stderr_dropped(&self) -> u64 {
        self.inbox.stderr_dropped()
    }

    fn others_end(&mut self, until: Duration) -> Option<bool> {
        self.group.has_ended(until.saturating_sub(self.now()))
    }

    fn reap(&mut self, grace: Duration) -> Reaped {
        self.end(grace, SETTLE)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Duration::ZERO, Duration::ZERO);
    }
}
