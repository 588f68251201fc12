//! An engine with everything that it starts.

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use super::Started;
use super::direct::{self, Direct};
#[cfg(target_os = "linux")]
use super::launched::{self, Launched};
use super::unix::Output;
use crate::engine::in_process::Ended;
#[cfg(target_os = "linux")]
use crate::engine::launcher;
use crate::engine::order::Order;
use crate::transcript::ExitStatus;

/// An engine with everything that it starts.
#[derive(Debug)]
pub(in crate::engine) enum Group {
    /// A child of ours that leads a process group.
    Direct(Direct),
    /// Descendants of a launcher.
    #[cfg(target_os = "linux")]
    Launched(Launched),
    /// A thread of this program.
    InProcess(Arc<Ended>),
}

/// Starts a program with pipes: by a launcher if there is one, otherwise directly. `register` is called as soon as
/// the group can be killed, before this function waits for anything. If the start fails after that, the caller has
/// to release the group.
pub(in crate::engine) fn start(
    order: &Order,
    register: &dyn Fn(&Arc<Group>),
) -> io::Result<Started> {
    #[cfg(target_os = "linux")]
    if let Some(launcher) = launcher::launcher() {
        return launched::start(launcher, order, register);
    }
    if !order.limits.is_none() {
        let why = "limits on an engine need Linux, and a launcher";
        return Err(io::Error::new(io::ErrorKind::Unsupported, why));
    }
    direct::start(order.command(), register)
}

/// Makes a started engine of a thread of this program.
pub(in crate::engine) fn started_in_process(
    ended: Arc<Ended>,
    stdin: PipeWriter,
    stdout: PipeReader,
    stderr: PipeReader,
) -> io::Result<Started> {
    // Two threads may read standard output, and the second must find nothing instead of waiting.
    rustix::io::ioctl_fionbio(&stdout, true)?;
    Ok(Started {
        group: Arc::new(Group::InProcess(ended)),
        stdin: OwnedFd::from(stdin).into(),
        stdout: Output(stdout.into()),
        stderr: Output(stderr.into()),
    })
}

impl Group {
    /// The number of the engine's process; `None` if the engine is a thread of this program.
    #[cfg(target_os = "linux")]
    pub(in crate::engine) fn id(&self) -> Option<u32> {
        match self {
            Self::Direct(group) => Some(group.id()),
            Self::Launched(group) => Some(group.id()),
            Self::InProcess(_) => None,
        }
    }

    /// Blocks until the engine's first process has ended.
    pub(in crate::engine) fn wait(&self) -> ExitStatus {
        match self {
            Self::Direct(group) => group.wait(),
            #[cfg(target_os = "linux")]
            Self::Launched(group) => group.wait(),
            Self::InProcess(ended) => ended.wait(),
        }
    }

    /// Kills all processes of the engine.
    pub(in crate::engine) fn kill(&self) {
        match self {
            Self::Direct(group) => group.kill(),
            #[cfg(target_os = "linux")]
            Self::Launched(group) => group.kill(),
            Self::InProcess(ended) => ended.give_up(),
        }
    }

    /// Waits up to `patience` until all processes have ended; returns whether they have. `None` if the system does
    /// not know.
    pub(in crate::engine) fn has_ended(&self, patience: Duration) -> Option<bool> {
        match self {
            Self::Direct(group) => group.has_ended(patience),
            #[cfg(target_os = "linux")]
            Self::Launched(group) => Some(group.has_ended(patience)),
            Self::InProcess(ended) => Some(ended.within(patience)),
        }
    }

    /// Kills the processes that have outlived the first process, which must have ended, and reaps what has to be
    /// reaped. Waits up to `patience` for processes that do not end at once. Returns whether certainly no process
    /// of the group is left.
    pub(in crate::engine) fn release(&self, patience: Duration) -> bool {
        match self {
            Self::Direct(group) => {
                group.release();
                true
            }
            #[cfg(target_os = "linux")]
            Self::Launched(group) => group.release(patience),
            Self::InProcess(_) => true,
        }
    }

    /// Why the group was killed, if a limit was the reason.
    pub(in crate::engine) fn note(&self) -> Option<String> {
        match self {
            Self::Direct(_) | Self::InProcess(_) => None,
            #[cfg(target_os = "linux")]
            Self::Launched(group) => group.note(),
        }
    }

    /// The launcher's process; `None` if there is none, or if it is already reaped.
    #[cfg(target_os = "linux")]
    pub(in crate::engine) fn launcher(&self) -> Option<rustix::process::Pid> {
        match self {
            Self::Direct(_) | Self::InProcess(_) => None,
            Self::Launched(group) => group.launcher(),
        }
    }
}
