//! An engine as our child that leads a process group. A process that leaves the group is not followed.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::Started;
use super::group::Group;
use super::unix::Output;
use crate::transcript::ExitStatus;

/// How often to look whether a group has ended.
const LOOK: Duration = Duration::from_millis(5);

/// A child that leads a process group of its own.
///
/// On Linux the child is not reaped before [`Direct::release`], which kills the group first: until then the system
/// cannot give the number of the group to another one, so a kill never reaches a foreign process.
#[derive(Debug)]
pub(in crate::engine) struct Direct {
    pid: Pid,
    /// The leader, until it is reaped.
    leader: Mutex<Option<Child>>,
}

/// Starts `command` with pipes, as the leader of a process group.
pub(super) fn start(mut command: Command, register: &dyn Fn(&Arc<Group>)) -> io::Result<Started> {
    command.process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // Two threads may read standard output, and the second must find nothing instead of waiting.
    let prepared = pipes.1.as_ref().map(|pipe| rustix::io::ioctl_fionbio(pipe, true));
    let group = Arc::new(Group::Direct(Direct {
        pid: Pid::from_child(&child),
        leader: Mutex::new(Some(child)),
    }));
    let ((Some(stdin), Some(stdout), Some(stderr)), Some(Ok(()))) = (pipes, prepared) else {
        group.kill();
        group.wait();
        group.release(Duration::ZERO);
        return Err(io::Error::other("no pipes"));
    };
    register(&group);
    Ok(Started { group, stdin, stdout: Output(stdout.into()), stderr: Output(stderr.into()) })
}

impl Direct {
    /// The process number of the leader.
    #[cfg(target_os = "linux")]
    pub(super) fn id(&self) -> u32 {
        self.pid.as_raw_nonzero().get().unsigned_abs()
    }

    /// Blocks until the leader has ended.
    pub(super) fn wait(&self) -> ExitStatus {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let status = loop {
            match waitid(WaitId::Pid(self.pid), options) {
                Err(rustix::io::Errno::INTR) | Ok(None) => {}
                Ok(Some(status)) => break Some(status),
                // Our parent made the system reap our children, so the exit status is lost.
                Err(_) => break None,
            }
        };
        let signal = status.as_ref().and_then(|status| status.terminating_signal());
        let code = status.as_ref().and_then(|status| status.exit_status());
        match signal {
            Some(signal) => ExitStatus::Signal(signal),
            None => ExitStatus::Code(code.unwrap_or(-1)),
        }
    }

    /// Kills all processes of the group, unless the leader is already reaped.
    pub(super) fn kill(&self) {
        if self.leader().is_some() {
            // This fails only if no process is left.
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
    }

    /// Kills the remaining processes of the group, and reaps the leader, which must have ended.
    pub(super) fn release(&self) {
        let mut leader = self.leader();
        let reaped = leader.is_none();
        if !reaped || cfg!(not(target_os = "linux")) {
            // The system kills all members at once, so that no process that was just started is missed. This fails
            // only if no process is left.
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
        if let Some(mut child) = leader.take() {
            // Its status is already known.
            let _ = child.wait();
        }
    }

    /// Waits up to `patience` until all processes of the group have ended; returns whether they have.
    #[cfg(target_os = "linux")]
    #[expect(clippy::unnecessary_wraps, reason = "not every system can tell")]
    pub(super) fn has_ended(&self, patience: Duration) -> Option<bool> {
        let begun = Instant::now();
        while self.leader().is_some() && crate::engine::launcher::lives(self.pid) {
            if begun.elapsed() >= patience {
                return Some(false);
            }
            // There is no way to wait for the end of a process that is not our child.
            thread::sleep(LOOK);
        }
        Some(true)
    }

    /// The same on other systems, which count ended processes that are not yet reaped as members: the leader is
    /// reaped first.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn has_ended(&self, patience: Duration) -> Option<bool> {
        if let Some(mut child) = self.leader().take() {
            let _ = child.wait();
        }
        let begun = Instant::now();
        while rustix::process::test_kill_process_group(self.pid).is_ok() {
            if begun.elapsed() >= patience {
                return Some(false);
            }
            thread::sleep(LOOK);
        }
        Some(true)
    }

    fn leader(&self) -> MutexGuard<'_, Option<Child>> {
        self.leader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::*;

    fn exists(pid: Pid) -> bool {
        fs::exists(format!("/proc/{}", pid.as_raw_nonzero())).expect("it is readable")
    }

    #[test]
    fn the_number_of_a_group_stays_taken_until_no_member_is_left() {
        // The child of the shell outlives it and keeps the pipes of the engine.
        let mut shell = Command::new("sh");
        shell.args(["-c", "sleep 1000 &"]);
        let started = start(shell, &|_| {}).unwrap();
        let Group::Direct(group) = &*started.group else { panic!("it is started directly") };
        assert_eq!(group.wait(), ExitStatus::Code(0));
        assert!(exists(group.pid), "the leader must not be reaped while a member lives");
        assert_eq!(group.has_ended(Duration::ZERO), Some(false));
        group.kill();
        assert_eq!(group.has_ended(Duration::from_secs(60)), Some(true));
        assert!(exists(group.pid));
        group.release();
        assert!(!exists(group.pid));
    }

    #[test]
    fn a_group_that_was_released_kills_nobody_who_has_its_number_now() {
        // As if the system had given the number of a released group to another one.
        let mut stranger = Command::new("cat");
        stranger.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut stranger = stranger.spawn().unwrap();
        let group = Direct { pid: Pid::from_child(&stranger), leader: Mutex::new(None) };
        group.kill();
        group.release();
        assert_eq!(group.has_ended(Duration::ZERO), Some(true));
        // It ends by itself at the end of its input, and not by a signal.
        drop(stranger.stdin.take());
        assert_eq!(stranger.wait().unwrap().code(), Some(0));
    }
}
