//! A run of the program that is watched together with everything it starts.

use std::fs;
use std::io::{BufReader, PipeReader, Read};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Longer than such a run takes, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// An environment variable that everything inherits which a run starts.
pub(crate) const MARK: &str = "KENTEI_TEST_MARK";

/// A run, and a pipe that it and everything it starts hold open as descriptor 9.
pub(crate) struct RunWithPipe {
    pub(crate) child: Child,
    pub(crate) pipe: BufReader<PipeReader>,
    pub(crate) mark: String,
}

impl RunWithPipe {
    /// Starts `kentei run` with these arguments.
    pub(crate) fn run(name: &str, args: &[&str]) -> Self {
        let mark = format!("{name}-{}", std::process::id());
        let (pipe, held) = std::io::pipe().expect("a pipe");
        let kentei = env!("CARGO_BIN_EXE_kentei");
        let hold = "exec \"$0\" \"$@\" 9>&0 </dev/null";
        let child = std::process::Command::new("sh")
            .args(["-c", hold, kentei, "run"])
            .args(args)
            .env(MARK, &mark)
            .stdin(held)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        Self { child, pipe: BufReader::new(pipe), mark }
    }

    /// Sends the run a signal, such as `TERM`.
    pub(crate) fn send(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = std::process::Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.expect("kill is there").success());
    }

    /// Waits until no process holds the pipe any more, and returns the exit code of the run.
    pub(crate) fn end(mut self) -> Option<i32> {
        let (done, ended) = mpsc::channel();
        let mut pipe = self.pipe;
        std::thread::spawn(move || {
            let mut rest = Vec::new();
            // If nobody receives this, the waiting thread has already given up.
            let _ = done.send(pipe.read_to_end(&mut rest));
        });
        let Ok(read) = ended.recv_timeout(PATIENCE) else {
            let left = marked(&format!("{MARK}={}", self.mark));
            panic!("still alive: {left:?}");
        };
        read.expect("the pipe can be read");
        self.child.wait().expect("it has ended").code()
    }
}

/// The command lines of the processes whose environment has this variable.
pub(crate) fn marked(variable: &str) -> Vec<String> {
    // Not every system has `/proc`.
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.map(|entry| entry.path());
    let holds = |folder: &PathBuf| {
        let environment = fs::read(folder.join("environ")).unwrap_or_default();
        let mut variables = environment.split(|byte| *byte == 0);
        variables.any(|held| held == variable.as_bytes())
    };
    let left = processes.filter(|folder| holds(folder));
    left.map(|folder| {
        let words = fs::read(folder.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&words).replace('\0', " ")
    })
    .collect()
}
