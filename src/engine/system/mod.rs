//! What differs between systems: groups of processes, and pipes that must not block.
//!
//! | | Unix | elsewhere |
//! |---|---|---|
//! | the whole group | descendants of a launcher (Linux), or a process group of its own | a job object |
//! | processes of the group that are alive | asked of the launcher, or of the system | unknown |
//! | a write | at once if the pipe takes it | always through the writer thread |
//! | what wakes the session | its waker and standard output | its waker alone |
//! | a thread that waits for a pipe | ends when asked to | ends with the pipe |

#[cfg(unix)]
mod direct;
#[cfg(unix)]
mod group;
#[cfg(target_os = "linux")]
mod launched;
#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(unix)]
pub(super) use group::{Group, start, started_in_process};
#[cfg(not(unix))]
pub(super) use other::{
    Group, Output, STOPPABLE, StopSignal, Stopper, Waker, await_writable, prepare_input, start,
    stopper, try_write, write,
};
#[cfg(unix)]
pub(super) use unix::{
    Output, STOPPABLE, StopSignal, Stopper, Waker, await_writable, prepare_input, stopper,
    try_write, write,
};

use std::process::ChildStdin;
use std::sync::Arc;

/// Our end of the pipe to the engine's standard input.
pub(super) type Input = ChildStdin;

/// An engine that was just started.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) group: Arc<Group>,
    pub(super) stdin: Input,
    pub(super) stdout: Output,
    pub(super) stderr: Output,
}
