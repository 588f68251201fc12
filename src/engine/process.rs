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

/// How long the rest of a group may take to end after its leader before it counts as a survivor. Long,
/// because on a busy machine it would else be accused in error; only a group that stays pays for it.
const SETTLE: Duration = Duration::from_secs(1);
/// How often to look whether it has ended, where the system has no event for it.
const LOOK: Duration = Duration::from_millis(5);
/// What the stack of a thread of ours may take: none of them calls far.
const STACK: usize = 512 << 10;
/// How long the system may take to end what was killed.
const DEATH: Duration = Duration::from_secs(5);
/// How often to try a program that is being written, and the pause between.
const BUSY_TRIES: (u32, Duration) = (20, Duration::from_millis(10));

/// An engine that was spawned. Dropping it kills it with its whole group.
///
/// Arrivals come in the order of their stamps, except that an exit keeps the stamp of the moment when
/// it was noticed and still comes after the lines that were written before it. When all pipes end
/// with the process, both [`Arrival::EndOfStream`] come before the exit; when a child that is left
/// after holds one, the exit comes without it.
///
/// [`Arrival::EndOfStream`]: super::Arrival::EndOfStream
#[derive(Debug)]
pub struct Process {
    clock: Clock,
    inbox: Arc<Inbox>,
    outbox: Arc<Outbox>,
    group: Arc<Group>,
    stdout: Arc<PipeReader>,
    /// Taken from the inbox, not yet asked for.
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
/// When the program cannot be found or run.
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
            // A program that was just built may still be open for writing in a process that was
            // forked meanwhile; there is no event for the end of that.
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && tries > 0 => {
                tries -= 1;
                thread::sleep(pause);
            }
            result => return result,
        }
    }
}

/// Sets the threads to work on a process that has just begun.
fn connect(started: Started, timings: Timings) -> io::Result<Process> {
    // What the launcher took to start is no matter of the engine.
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
        // No reader may ever come, and the exit waits for both.
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

/// Ends what could not be watched.
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
        // An engine that talks until the end must not be stuck in a full pipe while it is waited for.
        self.inbox.close();
        if self.waiter.is_none() {
            // No thread waits for its end, because none could be started.
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

    /// Whether someone of the group is still alive at `until`.
    fn outlived(&self, until: Duration) -> bool {
        if let Some(ended) = self.group.has_ended(until.saturating_sub(self.now())) {
            return !ended;
        }
        // Someone who holds standard output is someone who is alive.
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
        // A thread that panicked has said so on its own.
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
