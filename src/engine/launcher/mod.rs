//! A process between kentei and each engine. It starts the engine, adopts every descendant that loses its parent,
//! and ends when no descendant is left. It kills all of them when kentei asks for it, and when kentei has ended.
//!
//! The engine's pipes lead to kentei directly, so the launcher does not affect any measured time. kentei and the
//! launcher communicate over a socket, which is the launcher's standard input:
//!
//! | direction | content |
//! |---|---|
//! | to the launcher | the [`Order`](super::order::Order) with the engine's ends of its pipes; later [`KILL`] |
//! | to kentei | a [`Message`] when the engine has started, has ended, or was killed at a limit |
//! | either | the end of the socket, when the other process has ended |

mod descendants;
mod serve;
mod usage;
mod wire;

pub(super) use descendants::{kill_orphans, lives, processes};
pub use serve::serve;
pub(super) use wire::{KILL, Message, receive, send_order};

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use rustix::process::{Pid, getpid, set_child_subreaper};

/// The name of all launcher processes. It differs from that of kentei, so that a command which ends kentei by its
/// name does not end the launchers before they have ended their engines.
pub(super) const NAME: &std::ffi::CStr = c"engine-launcher";

static LAUNCHER: OnceLock<Launcher> = OnceLock::new();

/// How a launcher is started.
#[derive(Debug)]
pub(super) struct Launcher {
    pub(super) program: PathBuf,
    pub(super) args: Vec<OsString>,
    /// Children that this process had before it used launchers; they are not engines.
    pub(super) strangers: Vec<Pid>,
}

/// From now on, a launcher starts every engine of this process: `program` with `args`, which must call [`serve`].
/// Only the first call has an effect. This process then adopts the processes that a killed launcher leaves. Any
/// child of this process that is not a launcher and did not exist before this call may then be killed.
///
/// # Errors
///
/// If the system refuses. Engines are then started without a launcher.
pub fn use_launcher(program: PathBuf, args: Vec<OsString>) -> io::Result<()> {
    if LAUNCHER.get().is_some() {
        return Ok(());
    }
    set_child_subreaper(Some(getpid()))?;
    let strangers = descendants::children();
    // This fails if another thread was faster.
    let _ = LAUNCHER.set(Launcher { program, args, strangers });
    Ok(())
}

/// The launcher to use; `None` if engines are started directly.
pub(super) fn launcher() -> Option<&'static Launcher> {
    LAUNCHER.get()
}
