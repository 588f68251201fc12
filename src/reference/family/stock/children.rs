//! Processes that outlive the engine which started them.

use std::process::{Command, Stdio};

use super::{command, linger};
use crate::reference::family::Board;
use crate::reference::family::hooks::{DefectHook, Heed, Hooks, defect_hook};

/// The id under which a child runs; it is no defect of its own.
pub(in crate::reference) const CHILD: &str = "left-child";

/// The child itself. Its input is closed from the start, so it has to outlive that.
pub(in crate::reference) const fn child<B: Board>() -> DefectHook<B> {
    defect_hook(CHILD, linger)
}

/// When it quits it leaves a process after.
pub(in crate::reference) fn leave_at_quit<B: Board>(hooks: &mut Hooks<B>, leave: fn()) {
    command(hooks, move |_, words| {
        if words == ["quit"] {
            leave();
        }
        Heed::Obey
    });
}

/// Starts a process that outlives this one and holds its output open.
pub(in crate::reference) fn leave_a_child(dialect: &str) {
    start(dialect, |_| {});
}

/// Starts a process that outlives this one, has left its group and holds nothing open.
pub(in crate::reference) fn leave_a_daemon(dialect: &str) {
    start(dialect, |child| {
        // Elsewhere it is not followed there.
        #[cfg(target_os = "linux")]
        std::os::unix::process::CommandExt::process_group(child, 0);
        child.stdout(Stdio::null());
    });
}

fn start(dialect: &str, change: impl FnOnce(&mut Command)) {
    if let Ok(program) = std::env::current_exe() {
        let args = ["engine", "--dialect", dialect, "--defect", CHILD];
        let mut child = Command::new(program);
        child.args(args).stdin(Stdio::null()).stderr(Stdio::null());
        change(&mut child);
        // Without a child there is one misbehaviour less.
        let _ = child.spawn();
    }
}
