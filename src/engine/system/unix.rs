//! Process groups, and pipes watched with `poll`.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid,
};

use super::Started;
use crate::transcript::ExitStatus;

/// Whether threads that wait for a pipe end when told to.
pub(in crate::engine) const STOPPABLE: bool = true;

/// The longest wait in one go.
const LONGEST: Duration = Duration::from_secs(3600);

/// A child that leads a process group of its own.
///
/// Its end is noticed without reaping it: until [`Group::release`] the number of the group cannot go
/// to anyone else, so that killing the group never hits a stranger.
#[derive(Debug)]
pub(in crate::engine) struct Group {
    pid: Pid,
    /// The leader, until it is reaped.
    leader: Mutex<Option<Child>>,
}

/// Starts `command` with pipes, as the leader of a group.
pub(in crate::engine) fn start(mut command: Command) -> io::Result<Started> {
    command.process_group(0);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // Two may read standard output, and the second must find nothing instead of waiting.
    let prepared = pipes
        .1
        .as_ref()
        .map(|pipe| rustix::io::ioctl_fionbio(pipe, true));
    let group = Group {
        pid: Pid::from_child(&child),
        leader: Mutex::new(Some(child)),
    };
    let ((Some(stdin), Some(stdout), Some(stderr)), Some(Ok(()))) = (pipes, prepared) else {
        group.kill();
        group.wait();
        group.release();
        return Err(io::Error::other("no pipes"));
    };
    Ok(Started {
        group: Arc::new(group),
        stdin,
        stdout: Output(stdout.into()),
        stderr: Output(stderr.into()),
    })
}

impl Group {
    /// The number of the leader.
    #[cfg(target_os = "linux")]
    pub(in crate::engine) fn id(&self) -> u32 {
        self.pid.as_raw_nonzero().get().unsigned_abs()
    }

    /// Blocks until the leader has ended.
    pub(in crate::engine) fn wait(&self) -> ExitStatus {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let status = loop {
            match waitid(WaitId::Pid(self.pid), options) {
                Err(rustix::io::Errno::INTR) | Ok(None) => {}
                Ok(Some(status)) => break Some(status),
                // Whoever started us made the system reap our children: how it ended is lost.
                Err(_) => break None,
            }
        };
        let signal = status
            .as_ref()
            .and_then(|status| status.terminating_signal());
        let code = status.as_ref().and_then(|status| status.exit_status());
        match signal {
            Some(signal) => ExitStatus::Signal(signal),
            None => ExitStatus::Code(code.unwrap_or(-1)),
        }
    }

    /// Kills everyone in the group, unless the leader is reaped.
    pub(in crate::engine) fn kill(&self) {
        if self.leader().is_some() {
            // It fails only if nobody is left.
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
    }

    /// Reaps the leader, which must have ended.
    pub(in crate::engine) fn release(&self) {
        if let Some(mut child) = self.leader().take() {
            // Its status is known already.
            let _ = child.wait();
        }
    }

    /// Whether someone in the group is alive; the leader must be reaped. `None` if the system cannot tell.
    #[expect(clippy::unnecessary_wraps, reason = "not every system can tell")]
    pub(in crate::engine) fn others_alive(&self) -> Option<bool> {
        Some(test_kill_process_group(self.pid).is_ok() && !only_zombies(self.pid))
    }

    /// Kills those who outlived the leader; call it only when [`Group::others_alive`] has just said so.
    pub(in crate::engine) fn kill_others(&self) {
        let _ = kill_process_group(self.pid, Signal::KILL);
    }

    fn leader(&self) -> MutexGuard<'_, Option<Child>> {
        self.leader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether all members of the group have ended, and only wait for a parent who does not reap them.
#[cfg(target_os = "linux")]
fn only_zombies(group: Pid) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return false;
    };
    let mut found = false;
    for process in processes.flatten() {
        let Ok(stat) = std::fs::read(process.path().join("stat")) else {
            continue;
        };
        if let Some((state, of)) = state_and_group(&stat)
            && of == group.as_raw_nonzero().get()
        {
            found = true;
            if !matches!(state, b'Z' | b'X') {
                return false;
            }
        }
    }
    found
}

/// The state and the group in the contents of `/proc/PID/stat`: `12 (any thing) S PPID PGRP …`.
#[cfg(target_os = "linux")]
fn state_and_group(stat: &[u8]) -> Option<(u8, i32)> {
    let behind = stat.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(stat.get(behind + 1..)?).ok()?;
    let mut fields = rest.split_ascii_whitespace();
    let state = *fields.next()?.as_bytes().first()?;
    let group = fields.nth(1)?.parse().ok()?;
    Some((state, group))
}

#[cfg(not(target_os = "linux"))]
fn only_zombies(_: Pid) -> bool {
    false
}

/// Ends, when it is dropped, the waits of all who hold the [`StopSignal`].
#[derive(Debug)]
pub(in crate::engine) struct Stopper {
    _end: PipeWriter,
}

/// What a thread listens to beside its pipe.
#[derive(Debug)]
pub(in crate::engine) struct StopSignal(PipeReader);

/// A stopper and its signal.
pub(in crate::engine) fn stopper() -> io::Result<(Stopper, StopSignal)> {
    let (signal, end) = io::pipe()?;
    Ok((Stopper { _end: end }, StopSignal(signal)))
}

/// Blocks until `pipe` takes bytes or is broken; `false` if told to stop.
pub(in crate::engine) fn await_writable(pipe: &ChildStdin, stop: &StopSignal) -> bool {
    wait_for(pipe.as_fd(), PollFlags::OUT, stop)
}

fn wait_for(pipe: BorrowedFd<'_>, what: PollFlags, stop: &StopSignal) -> bool {
    loop {
        let mut fds = [
            PollFd::from_borrowed_fd(pipe, what),
            PollFd::new(&stop.0, PollFlags::IN),
        ];
        match poll(&mut fds, None) {
            Ok(_) if !fds[1].revents().is_empty() => return false,
            Ok(_) if !fds[0].revents().is_empty() => return true,
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            // The read or the write that follows will say what is wrong.
            Err(_) => return true,
        }
    }
}

/// The reading end of a pipe.
#[derive(Debug)]
pub(in crate::engine) struct Output(OwnedFd);

impl Output {
    /// Blocks until there is something to read or the end; `false` if told to stop.
    pub(in crate::engine) fn await_readable(&self, stop: &StopSignal) -> bool {
        wait_for(self.0.as_fd(), PollFlags::IN, stop)
    }

    /// Reads what there is.
    pub(in crate::engine) fn read(&self, into: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(&self.0, into)?)
    }

    /// Whether the pipe is empty and has not ended; `None` if the system cannot tell.
    #[expect(clippy::unnecessary_wraps, reason = "not every system can tell")]
    pub(in crate::engine) fn is_empty(&self) -> Option<bool> {
        let mut fds = [PollFd::new(&self.0, PollFlags::IN)];
        Some(matches!(poll(&mut fds, Some(&Timespec::default())), Ok(0)))
    }
}

/// Wakes the session.
#[derive(Debug)]
pub(in crate::engine) struct Bell {
    heard: PipeReader,
    rope: PipeWriter,
}

impl Bell {
    /// A silent bell.
    pub(in crate::engine) fn new() -> io::Result<Self> {
        let (heard, rope) = io::pipe()?;
        rustix::io::ioctl_fionbio(&heard, true)?;
        rustix::io::ioctl_fionbio(&rope, true)?;
        Ok(Self { heard, rope })
    }

    /// Wakes who waits, or who waits next.
    pub(in crate::engine) fn ring(&self) {
        // It fails only when it has been rung often enough.
        let _ = (&self.rope).write(&[0]);
    }

    /// Waits up to `timeout` for the bell or for `output`. Whether `output` can be read.
    pub(in crate::engine) fn wait(&self, output: Option<&Output>, timeout: Duration) -> bool {
        let timeout = Timespec::try_from(timeout.min(LONGEST)).unwrap_or_default();
        let bell = self.heard.as_fd();
        let pipe = output.map_or(bell, |output| output.0.as_fd());
        let mut fds = [bell, pipe].map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
        // An interruption is a wake-up too many, which does no harm.
        let woken = poll(&mut fds, Some(&timeout)).is_ok_and(|count| count > 0);
        if woken && !fds[0].revents().is_empty() {
            let _ = (&self.heard).read(&mut [0; 16]);
        }
        woken && output.is_some() && !fds[1].revents().is_empty()
    }
}

/// Makes writes return instead of waiting. Our end alone: the engine's end is as it always is.
pub(in crate::engine) fn prepare_input(pipe: &ChildStdin) -> io::Result<()> {
    Ok(rustix::io::ioctl_fionbio(pipe, true)?)
}

/// Writes what the pipe takes now, in one call.
pub(in crate::engine) fn try_write(mut pipe: &ChildStdin, bytes: &[u8]) -> io::Result<usize> {
    loop {
        match pipe.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(0),
            result => return result,
        }
    }
}

/// Writes for the writer thread, after [`await_writable`].
pub(in crate::engine) fn write(pipe: &ChildStdin, bytes: &[u8]) -> io::Result<usize> {
    try_write(pipe, bytes)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::state_and_group;

    #[test]
    fn the_name_of_a_process_may_hold_anything() {
        let stat = b"4711 (a ) Z 1 2) S 1 4242 4242 0 -1";
        assert_eq!(state_and_group(stat), Some((b'S', 4242)));
        assert_eq!(state_and_group(b"4711"), None);
        assert_eq!(state_and_group(b"4711 (sh)"), None);
    }
}
