//! Job objects, and pipes that block. Written for Windows.

use std::any::Any;
use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};
use wait_timeout::ChildExt;

use super::Started;
use crate::engine::order::Order;
use crate::transcript::ExitStatus;

/// Whether threads that wait for a pipe end when they are asked to.
pub(in crate::engine) const STOPPABLE: bool = false;

/// How often the thread that owns the child looks for requests.
const TURN: Duration = Duration::from_millis(10);

/// A child in a job object of its own.
///
/// One thread owns the child, because every use of the child needs exclusive access. The thread waits for the end
/// in short turns and looks for requests between them.
#[derive(Debug)]
pub(in crate::engine) struct Group {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    kill: AtomicBool,
    release: AtomicBool,
    status: Mutex<Option<ExitStatus>>,
    ended: Condvar,
}

/// Starts a program with pipes, in a job object.
pub(in crate::engine) fn start(
    order: &Order,
    register: &dyn Fn(&Arc<Group>),
) -> io::Result<Started> {
    if !order.limits.is_none() {
        let why = "this system has no limits for a group of processes";
        return Err(io::Error::new(io::ErrorKind::Unsupported, why));
    }
    let mut command = order.command();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut command = CommandWrap::from(command);
    command.wrap(JobObject);
    let mut child = command.spawn()?;
    let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
    let shared = Arc::new(Shared::default());
    let owned = Arc::clone(&shared);
    thread::spawn(move || own(child, &owned));
    let group = Group { shared };
    let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
        group.kill();
        return Err(io::Error::other("no pipes"));
    };
    let group = Arc::new(group);
    register(&group);
    Ok(Started {
        group,
        stdin,
        stdout: Output(Mutex::new(Box::new(stdout))),
        stderr: Output(Mutex::new(Box::new(stderr))),
    })
}

fn own(mut child: Box<dyn ChildWrapper>, shared: &Shared) {
    let mut running = true;
    loop {
        if shared.kill.swap(false, Ordering::SeqCst) {
            // This fails only if no process is left.
            let _ = child.start_kill();
        }
        if running {
            if let Some(status) = wait_a_turn(&mut *child) {
                running = false;
                *shared.status() = Some(status);
                shared.ended.notify_all();
            }
        } else if shared.release.load(Ordering::SeqCst) {
            // The flag to kill may have been set since it was looked at.
            let _ = child.start_kill();
            return;
        } else {
            thread::sleep(TURN);
        }
    }
}

/// Waits for the child alone, because the job's own wait is for all its processes.
fn wait_a_turn(child: &mut dyn ChildWrapper) -> Option<ExitStatus> {
    let leader: &mut dyn Any = child.inner_mut();
    let status = match leader.downcast_mut::<Child>() {
        Some(leader) => leader.wait_timeout(TURN),
        None => {
            thread::sleep(TURN);
            child.try_wait()
        }
    };
    match status {
        Ok(None) => None,
        Ok(Some(status)) => Some(ExitStatus::Code(status.code().unwrap_or(-1))),
        Err(_) => Some(ExitStatus::Code(-1)),
    }
}

impl Group {
    /// Blocks until the leader has ended.
    pub(in crate::engine) fn wait(&self) -> ExitStatus {
        let mut status = self.shared.status();
        loop {
            if let Some(status) = *status {
                return status;
            }
            status = self.shared.ended.wait(status).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Kills all processes of the job.
    pub(in crate::engine) fn kill(&self) {
        self.shared.kill.store(true, Ordering::SeqCst);
    }

    /// Kills the processes that have outlived the child, which must have ended, and ends the thread that owns the
    /// child.
    pub(in crate::engine) fn release(&self, _: Duration) -> bool {
        self.shared.release.store(true, Ordering::SeqCst);
        true
    }

    /// Whether all processes have ended: not known on this system.
    #[expect(clippy::unused_self, reason = "other systems look at the group")]
    pub(in crate::engine) fn has_ended(&self, _: Duration) -> Option<bool> {
        None
    }

    /// Why the group was killed, if a limit was the reason: this system has no limits.
    #[expect(clippy::unused_self, reason = "other systems have limits")]
    pub(in crate::engine) fn note(&self) -> Option<String> {
        None
    }
}

impl Shared {
    fn status(&self) -> MutexGuard<'_, Option<ExitStatus>> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the waits of all threads that have the [`StopSignal`], as soon as their pipe lets them look at it.
#[derive(Debug)]
pub(in crate::engine) struct Stopper(Arc<AtomicBool>);

impl Drop for Stopper {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// What a thread looks at between two reads or writes.
#[derive(Debug)]
pub(in crate::engine) struct StopSignal(Arc<AtomicBool>);

/// A stopper and its signal.
#[expect(clippy::unnecessary_wraps, reason = "other systems need a pipe for it")]
pub(in crate::engine) fn stopper() -> io::Result<(Stopper, StopSignal)> {
    let flag = Arc::new(AtomicBool::new(false));
    Ok((Stopper(Arc::clone(&flag)), StopSignal(flag)))
}

/// `false` if asked to stop; the write that follows may block.
pub(in crate::engine) fn await_writable(_: &ChildStdin, stop: &StopSignal) -> bool {
    !stop.0.load(Ordering::SeqCst)
}

/// The reading end of a pipe.
pub(in crate::engine) struct Output(Mutex<Box<dyn Read + Send>>);

impl Output {
    /// `false` if asked to stop; the read that follows may block.
    #[expect(clippy::unused_self, reason = "other systems wait for it")]
    pub(in crate::engine) fn await_readable(&self, stop: &StopSignal) -> bool {
        !stop.0.load(Ordering::SeqCst)
    }

    /// Reads what is in the pipe, or waits for it.
    pub(in crate::engine) fn read(&self, into: &mut [u8]) -> io::Result<usize> {
        let mut pipe = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pipe.read(into)
    }

    /// Whether the pipe is empty and has not ended: not known on this system.
    #[expect(clippy::unused_self, reason = "other systems look at it")]
    pub(in crate::engine) fn is_empty(&self) -> Option<bool> {
        None
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Output")
    }
}

/// Wakes the session.
#[derive(Debug, Default)]
pub(in crate::engine) struct Waker {
    woken: Mutex<bool>,
    changed: Condvar,
}

impl Waker {
    /// A waker that is not set.
    #[expect(clippy::unnecessary_wraps, reason = "other systems need a pipe for it")]
    pub(in crate::engine) fn new() -> io::Result<Self> {
        Ok(Self::default())
    }

    /// Wakes the thread that waits, or the next wait.
    pub(in crate::engine) fn wake(&self) {
        *self.woken.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_one();
    }

    /// Waits up to `timeout` for the waker. Always returns `false`, because only the reader thread reads the pipe.
    pub(in crate::engine) fn wait(&self, _: Option<&Output>, timeout: Duration) -> bool {
        let woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut woken, _) = self
            .changed
            .wait_timeout_while(woken, timeout, |woken| !*woken)
            .unwrap_or_else(PoisonError::into_inner);
        *woken = false;
        false
    }
}

/// Nothing to prepare.
#[expect(clippy::unnecessary_wraps, reason = "other systems need a call for it")]
pub(in crate::engine) fn prepare_input(_: &ChildStdin) -> io::Result<()> {
    Ok(())
}

/// Writes nothing: any write may block, so the writer thread does it.
#[expect(clippy::unnecessary_wraps, reason = "other systems really write")]
pub(in crate::engine) fn try_write(_: &ChildStdin, _: &[u8]) -> io::Result<usize> {
    Ok(0)
}

/// Used by the writer thread: writes in one call.
pub(in crate::engine) fn write(mut pipe: &ChildStdin, bytes: &[u8]) -> io::Result<usize> {
    loop {
        match pipe.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
