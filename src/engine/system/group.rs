//! An engine with everything that it starts.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::Started;
use super::direct::{self, Direct};
#[cfg(target_os = "linux")]
use super::launched::{self, Launched};
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
}

/// Starts a program with pipes: behind a launcher where there is one. `register` is called as soon as the group can
/// be killed, before this waits for anything; where it then fails, releasing the group is left to the caller.
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

impl Group {
    /// The number of the engine's process.
    #[cfg(target_os = "linux")]
    pub(in crate::engine) fn id(&self) -> u32 {
        match self {
            Self::Direct(group) => group.id(),
            Self::Launched(group) => group.id(),
        }
    }

    /// Blocks until the engine's first process has ended.
    pub(in crate::engine) fn wait(&self) -> ExitStatus {
        match self {
            Self::Direct(group) => group.wait(),
            #[cfg(target_os = "linux")]
            Self::Launched(group) => group.wait(),
        }
    }

    /// Kills everyone.
    pub(in crate::engine) fn kill(&self) {
        match self {
            Self::Direct(group) => group.kill(),
            #[cfg(target_os = "linux")]
            Self::Launched(group) => group.kill(),
        }
    }

    /// Waits up to `patience` until everyone has ended; whether that is so. `None` if the system cannot tell.
    pub(in crate::engine) fn has_ended(&self, patience: Duration) -> Option<bool> {
        match self {
            Self::Direct(group) => group.has_ended(patience),
            #[cfg(target_os = "linux")]
            Self::Launched(group) => Some(group.has_ended(patience)),
        }
    }

    /// Kills whoever has outlived the first process, which must have ended, and reaps what is to be reaped. Waits up
    /// to `patience` for someone who does not die at once. Whether the group is certainly no more.
    pub(in crate::engine) fn release(&self, patience: Duration) -> bool {
        match self {
            Self::Direct(group) => {
                group.release();
                true
            }
            #[cfg(target_os = "linux")]
            Self::Launched(group) => group.release(patience),
        }
    }

    /// Why the group was killed, if it was for a limit.
    pub(in crate::engine) fn note(&self) -> Option<String> {
        match self {
            Self::Direct(_) => None,
            #[cfg(target_os = "linux")]
            Self::Launched(group) => group.note(),
        }
    }

    /// The launcher's process, where there is one that is not yet reaped.
    #[cfg(target_os = "linux")]
    pub(in crate::engine) fn launcher(&self) -> Option<rustix::process::Pid> {
        match self {
            Self::Direct(_) => None,
            Self::Launched(group) => group.launcher(),
        }
    }
}
