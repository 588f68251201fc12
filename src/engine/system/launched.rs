//! An engine that a launcher started: the part that runs in kentei.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::SendFlags;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

use super::Started;
use super::group::Group;
use super::unix::Output;
use crate::engine::launcher::{self, KILL, Launcher, Message};
use crate::engine::order::Order;
use crate::engine::registry;
use crate::transcript::ExitStatus;

/// How long a launcher may be silent before it gets a signal to continue.
const STALL: Duration = Duration::from_millis(200);

/// The descendants of a launcher.
///
/// The launcher ends when none of these processes is left, so the end of its socket means that all have ended.
#[derive(Debug)]
pub(in crate::engine) struct Launched {
    socket: UnixStream,
    launcher: Mutex<Option<Child>>,
    engine: OnceLock<Pid>,
    note: OnceLock<String>,
    status: Mutex<Option<ExitStatus>>,
}

/// Starts a launcher and makes it start the engine.
pub(super) fn start(
    launcher: &Launcher,
    order: &Order,
    register: &dyn Fn(&Arc<Group>),
) -> io::Result<Started> {
    let (socket, theirs) = UnixStream::pair()?;
    let (input, stdin) = io::pipe()?;
    let (stdout, output) = io::pipe()?;
    let (stderr, errors) = io::pipe()?;
    // Two threads may read standard output, and the second must find nothing instead of waiting.
    rustix::io::ioctl_fionbio(&stdout, true)?;
    let child = Command::new(&launcher.program)
        .arg0(launcher::NAME.to_string_lossy().as_ref())
        .args(&launcher.args)
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let group = Arc::new(Group::Launched(Launched {
        socket,
        launcher: Mutex::new(Some(child)),
        engine: OnceLock::new(),
        note: OnceLock::new(),
        status: Mutex::default(),
    }));
    register(&group);
    let Group::Launched(launched) = &*group else {
        return Err(io::Error::other("no launcher"));
    };
    let pipes = [input.as_fd(), output.as_fd(), errors.as_fd()];
    launched.begin(order, pipes)?;
    Ok(Started {
        group,
        stdin: OwnedFd::from(stdin).into(),
        stdout: Output(stdout.into()),
        stderr: Output(stderr.into()),
    })
}

impl Launched {
    fn begin(&self, order: &Order, pipes: [std::os::fd::BorrowedFd<'_>; 3]) -> io::Result<()> {
        launcher::send_order(&self.socket, order, pipes)?;
        // A quick engine may have stopped its launcher before the launcher could report the start.
        while !self.await_event(PollFlags::IN, STALL) {
            self.resume();
        }
        match launcher::receive(&self.socket) {
            Some(Message::Started(pid)) => {
                let _ = self.engine.set(pid);
                Ok(())
            }
            Some(Message::Failed(error)) if error != 0 => Err(io::Error::from_raw_os_error(error)),
            _ => Err(io::Error::other("its launcher ended before it started")),
        }
    }

    pub(super) fn id(&self) -> u32 {
        let pid = self.engine.get();
        pid.map_or(0, |pid| pid.as_raw_nonzero().get().unsigned_abs())
    }

    /// Blocks until the engine's first process has ended.
    pub(super) fn wait(&self) -> ExitStatus {
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(status) = *status {
            return status;
        }
        let ended = loop {
            match launcher::receive(&self.socket) {
                Some(Message::Exited(code)) => break ExitStatus::Code(code),
                Some(Message::Killed(signal)) => break ExitStatus::Signal(signal),
                Some(Message::Memory(mebibytes)) => self.remember(format!(
                    "its processes together used {mebibytes} MiB of memory, more than its limit"
                )),
                Some(Message::Processes(count)) => {
                    self.remember(format!("it had {count} processes, more than its limit"));
                }
                Some(Message::Started(_) | Message::Failed(_)) => {}
                // The launcher was killed; only the engine would do that.
                None => {
                    registry::kill_orphans();
                    break ExitStatus::Signal(Signal::KILL.as_raw());
                }
            }
        };
        *status = Some(ended);
        ended
    }

    fn remember(&self, note: String) {
        // Only the first note counts.
        let _ = self.note.set(note);
    }

    pub(super) fn note(&self) -> Option<String> {
        self.note.get().cloned()
    }

    /// Asks the launcher to kill all processes of the engine.
    pub(super) fn kill(&self) {
        // This fails only if the launcher has ended, or if so many requests wait that the socket is full.
        let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
        let _ = rustix::net::send(&self.socket, &[KILL], flags);
        self.resume();
    }

    /// Continues the launcher, which the engine may have stopped.
    fn resume(&self) {
        if let Some(child) = &*self.child() {
            let _ = kill_process(Pid::from_child(child), Signal::CONT);
        }
    }

    /// Waits up to `patience` until the launcher has ended; returns whether it has.
    pub(super) fn has_ended(&self, patience: Duration) -> bool {
        let ended = self.await_event(PollFlags::RDHUP, patience);
        if ended && let Some(child) = &*self.child() {
            // The system closes the files of a process a moment before its children get another parent. A search for
            // them in between would find none.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            // This fails only if the launcher is reaped already.
            let _ = waitid(WaitId::Pid(Pid::from_child(child)), options);
        }
        ended
    }

    /// Waits up to `patience` for an event on the socket, or for its end.
    fn await_event(&self, what: PollFlags, patience: Duration) -> bool {
        let mut fds = [PollFd::new(&self.socket, what)];
        let timeout = Timespec::try_from(patience).unwrap_or_default();
        matches!(poll(&mut fds, Some(&timeout)), Ok(count) if count > 0)
    }

    /// Kills all processes that are left, and reaps the launcher. Returns whether certainly none is left.
    pub(super) fn release(&self, patience: Duration) -> bool {
        if !self.has_ended(Duration::ZERO) {
            self.kill();
        }
        let ended = self.has_ended(patience);
        let Some(mut child) = self.child().take() else {
            return true;
        };
        if !ended {
            // This fails only if the launcher has ended meanwhile.
            let _ = child.kill();
        }
        child.wait().is_ok_and(|status| status.success())
    }

    /// The launcher's process, until it is reaped.
    pub(super) fn launcher(&self) -> Option<Pid> {
        self.child().as_ref().map(Pid::from_child)
    }

    fn child(&self) -> MutexGuard<'_, Option<Child>> {
        self.launcher.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
