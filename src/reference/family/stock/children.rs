//! Processes that outlive the engine that started them.

use std::process::{Command, Stdio};

use super::{command, linger};
use crate::reference::family::Board;
use crate::reference::family::hooks::{DefectHook, Handling, Hooks, defect_hook};

/// The id of the defect with which a child runs; it is in no table.
pub(in crate::reference) const CHILD: &str = "left-child";

/// The hook of the child. The child must stay alive although its input is closed from the start.
pub(in crate::reference) const fn child<B: Board>() -> DefectHook<B> {
    defect_hook(CHILD, linger)
}

/// Calls `leave`, which starts a process, before the engine obeys `quit`.
pub(in crate::reference) fn leave_at_quit<B: Board>(hooks: &mut Hooks<B>, leave: fn()) {
    command(hooks, move |_, words| {
        if words == ["quit"] {
            leave();
        }
        Handling::Obey
    });
}

/// Starts a process that outlives the engine and keeps the engine's output open.
pub(in crate::reference) fn leave_a_child(dialect: &str) {
    start(dialect, |_| {});
}

/// Starts a process that outlives the engine, leaves its process group and keeps no stream open.
pub(in crate::reference) fn leave_a_daemon(dialect: &str) {
    start(dialect, |child| {
        // Only on Linux can the harness follow a process that has left its group.
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
        // Without the child, the defect does not show; nothing else fails.
        let _ = child.spawn();
    }
}
