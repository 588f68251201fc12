//! Every group that is alive, so that a signal handler can end them all.

use std::cell::OnceCell;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use super::launcher;
use super::order::Order;
use super::system::{self, Group, Started};

static GROUPS: Mutex<Vec<Arc<Group>>> = Mutex::new(Vec::new());

/// Held while an engine is being started.
static STARTING: Mutex<()> = Mutex::new(());

/// How long all engines together may take to end after they are killed. On a busy machine it takes long to kill an
/// engine that starts processes without end.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long to wait before another look at an engine that is being started: it is registered in a moment, and there is
/// no event for that.
const MOMENT: Duration = Duration::from_millis(1);

/// While it lives, no other thread starts an engine.
#[derive(Debug)]
pub struct NoStarts {
    /// `None` if an engine was still being started after all patience.
    _starting: Option<MutexGuard<'static, ()>>,
}

/// Kills every engine that is running, each with everything that it has started, and waits for their end, for up to
/// thirty seconds. A Ctrl-C handler calls this on its thread; the thread that waits for such an engine sees the
/// engine exit. A program that ends now keeps what is returned, so that no engine is started meanwhile.
///
/// If kentei itself is killed by `SIGKILL`, the launchers do the same on Linux. Without a
/// [launcher](super::use_launcher), engines then only see the end of their input, and a process that has left the
/// process group of an engine is never killed.
pub fn kill_all() -> NoStarts {
    let begun = Instant::now();
    loop {
        let starting = match STARTING.try_lock() {
            Ok(starting) => Some(starting),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        let killed: Vec<Arc<Group>> = groups().clone();
        for group in &killed {
            group.kill();
        }
        for group in &killed {
            group.has_ended(PATIENCE.saturating_sub(begun.elapsed()));
        }
        if let Some(starting) = &starting {
            // Another thread may be killing what a killed launcher has left, and the program may end before it is done.
            kill_orphans_during(starting);
        } else if begun.elapsed() < PATIENCE {
            thread::sleep(MOMENT);
            continue;
        }
        return NoStarts { _starting: starting };
    }
}

/// Starts a program and registers it as soon as it can be killed, so that [`kill_all`] misses no engine. One start
/// at a time: between fork and exec, a child holds the pipes of any other engine that is being started, and that
/// engine would seem to leave a child.
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

/// Kills the remaining processes of `group`, whose engine must have ended, waits up to `patience` for their end,
/// and removes the group from the registry.
pub(super) fn release(group: &Arc<Group>, patience: Duration) {
    if !group.release(patience) {
        kill_orphans();
    }
    groups().retain(|other| !Arc::ptr_eq(other, group));
}

/// Kills the processes that this process has adopted from launchers that were killed.
pub(super) fn kill_orphans() {
    // A launcher that is being started is not registered yet.
    kill_orphans_during(&lock(&STARTING));
}

/// Kills them for a caller that holds [`STARTING`].
#[cfg(target_os = "linux")]
fn kill_orphans_during(_starting: &MutexGuard<'static, ()>) {
    let Some(launcher) = launcher::launcher() else {
        return;
    };
    let mut known = launcher.strangers.clone();
    known.extend(groups().iter().filter_map(|group| group.launcher()));
    launcher::kill_orphans(&known);
}

#[cfg(not(target_os = "linux"))]
fn kill_orphans_during(_starting: &MutexGuard<'static, ()>) {}

fn groups() -> MutexGuard<'static, Vec<Arc<Group>>> {
    lock(&GROUPS)
}

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
