//! A process between kentei and each engine: it starts the engine, adopts every descendant that loses its parent,
//! and ends when none is left. It kills them all when kentei says so, and when kentei is gone.
//!
//! The engine's pipes lead to kentei directly, so that the launcher is on no way that is timed. kentei and the
//! launcher talk over a socket, which is the launcher's standard input:
//!
//! | direction | what |
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

/// What the processes of all launchers are called, so that ending kentei by its name does not end them before they
/// have ended their engines.
pub(super) const NAME: &std::ffi::CStr = c"engine-launcher";

static LAUNCHER: OnceLock<Launcher> = OnceLock::new();

/// How a launcher is started.
#[derive(Debug)]
pub(super) struct Launcher {
    pub(super) program: PathBuf,
    pub(super) args: Vec<OsString>,
    /// Children that this process had before, which are no engines.
    pub(super) strangers: Vec<Pid>,
}

/// From now on every engine of this process is started by a launcher: `program` with `args`, which has to call
/// [`serve`]. Only the first call counts. Makes this process the one that adopts what a launcher leaves if it is killed; a child of this
/// process that is no launcher and was not there before this call may then be killed.
///
/// # Errors
///
/// What the system says. Engines are then started without a launcher.
pub fn use_launcher(program: PathBuf, args: Vec<OsString>) -> io::Result<()> {
    if LAUNCHER.get().is_some() {
        return Ok(());
    }
    set_child_subreaper(Some(getpid()))?;
    let strangers = descendants::children();
    // It fails where another thread was quicker.
    let _ = LAUNCHER.set(Launcher { program, args, strangers });
    Ok(())
}

/// The launcher to use; `None` where engines are started directly.
pub(super) fn launcher() -> Option<&'static Launcher> {
    LAUNCHER.get()
}
