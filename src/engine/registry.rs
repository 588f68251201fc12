//! Every group that is alive, so that a signal handler can end them all.

use std::io;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::system::{self, Group, Started};

static GROUPS: Mutex<Vec<Arc<Group>>> = Mutex::new(Vec::new());

/// Kills every engine that is running, each with its whole group. For the thread of a Ctrl-C handler:
/// whoever waits for such an engine sees it exit. Engines that are spawned later are not touched.
///
/// Nothing runs when kentei itself is killed outright (`SIGKILL`): then engines see the end of their
/// input, and one that does not end on that lives on.
pub fn kill_all() {
    for group in groups().iter() {
        group.kill();
    }
}

/// Starts `command` and registers it in one go, so that no engine slips through [`kill_all`]. One at a
/// time: a child holds the pipes of another that is being started until it has become a program itself,
/// and then an engine would seem to leave a child behind.
pub(super) fn start(command: Command) -> io::Result<Started> {
    let mut groups = groups();
    let started = system::start(command)?;
    groups.push(Arc::clone(&started.group));
    Ok(started)
}

/// Forgets `group`.
pub(super) fn remove(group: &Arc<Group>) {
    groups().retain(|other| !Arc::ptr_eq(other, group));
}

fn groups() -> MutexGuard<'static, Vec<Arc<Group>>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}
