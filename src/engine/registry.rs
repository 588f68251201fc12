//! Every group that is alive, so that a signal handler can end them all.

use std::cell::OnceCell;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use super::launcher;
use super::order::Order;
use super::system::{self, Group, Started};

static GROUPS: Mutex<Vec<Arc<Group>>> = Mutex::new(Vec::new());

/// Held while an engine is being started.
static STARTING: Mutex<()> = Mutex::new(());

/// How long all engines together may take to end when they are killed. On a busy machine, an engine that starts processes
/// without end is killed slowly.
const PATIENCE: Duration = Duration::from_secs(30);

/// Kills every engine that is running, each with everything that it has started, and waits for their end, for up to
/// thirty seconds. For the thread of a Ctrl-C handler: the thread that waits for such an engine sees it exit. Engines that are
/// spawned later are not touched.
///
/// When kentei itself is killed outright (`SIGKILL`), the launchers do the same on Linux. Without a
/// [launcher](super::use_launcher) engines then only see the end of their input, and a process that has left the process group
/// of an engine is never reached.
pub fn kill_all() {
    let killed: Vec<Arc<Group>> = groups().clone();
    for group in &killed {
        group.kill();
    }
    let begun = Instant::now();
    for group in &killed {
        group.has_ended(PATIENCE.saturating_sub(begun.elapsed()));
    }
}

/// Starts a program and registers it as soon as it can be killed, so that no engine slips through [`kill_all`]. One
/// at a time: a child holds the pipes of another that is being started until it has become a program itself, and then
/// an engine would seem to leave a child after.
pub(super) fn start(order: &Order) -> io::Result<Started> {
    let registered = OnceCell::new();
    let starting = lock(&STARTING);
    let started = system::start(order, &|group| {
        groups().push(Arc::clone(group));
        let _ = registered.set(Arc::clone(group));
    });
    drop(starting);
    if let (Err(_), Some(group)) = (&started, registered.get()) {
        release(group, PATIENCE);
    }
    started
}

/// Kills who is left of `group`, whose engine must have ended, waits up to `patience` for that, and forgets it.
pub(super) fn release(group: &Arc<Group>, patience: Duration) {
    if !group.release(patience) {
        kill_orphans();
    }
    groups().retain(|other| !Arc::ptr_eq(other, group));
}

/// Kills what launchers have left to this process that were killed themselves.
#[cfg(target_os = "linux")]
pub(super) fn kill_orphans() {
    // A launcher that is being started is not registered yet.
    let _starting = lock(&STARTING);
    let Some(launcher) = launcher::launcher() else {
        return;
    };
    let mut known = launcher.strangers.clone();
    known.extend(groups().iter().filter_map(|group| group.launcher()));
    launcher::kill_orphans(&known);
}

#[cfg(not(target_os = "linux"))]
fn kill_orphans() {}

fn groups() -> MutexGuard<'static, Vec<Arc<Group>>> {
    lock(&GROUPS)
}

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
