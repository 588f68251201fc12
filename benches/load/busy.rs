//! Processes that use as much processor time as they get.

use std::io::Read;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;

/// The argument that makes this program one of them.
const ARGUMENT: &str = "--busy-loop";

/// They run until this value is dropped, or its process ends.
pub(crate) struct BusyLoops(Vec<Child>);

impl BusyLoops {
    /// Starts this number of them.
    pub(crate) fn start(number: usize) -> Self {
        let program = std::env::current_exe().expect("the path of this program");
        let start = |_| {
            let mut command = Command::new(&program);
            command.arg(ARGUMENT).stdin(Stdio::piped());
            command.spawn().expect("this program starts again")
        };
        Self((0..number).map(start).collect())
    }
}

impl Drop for BusyLoops {
    fn drop(&mut self) {
        for child in &mut self.0 {
            drop(child.stdin.take());
        }
        for child in &mut self.0 {
            child.wait().expect("a child of this process");
        }
    }
}

/// Runs until the end of its input, if this process is one of them.
///
/// Each is in a session of its own, as each engine is. Linux may divide the processor among sessions before it divides
/// it among their processes (`sched_autogroup_enabled`). Together in one session, they would get the share of one
/// engine.
pub(crate) fn run_if_asked() -> Option<ExitCode> {
    if !std::env::args().any(|argument| argument == ARGUMENT) {
        return None;
    }
    #[cfg(unix)]
    rustix::process::setsid().expect("a child is no leader of a process group");
    let end = thread::spawn(|| std::io::stdin().read_to_end(&mut Vec::new()));
    let mut number = 1_u64;
    while !end.is_finished() {
        for _ in 0..10_000 {
            number = std::hint::black_box(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
    }
    Some(ExitCode::SUCCESS)
}
