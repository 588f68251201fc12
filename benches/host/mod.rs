//! Where and when a record was made.

use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::thread;

use serde::{Deserialize, Serialize};
use serde_yaml as yaml;

/// The commit, the build and the machine of runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Host {
    commit: String,
    /// `release` or `dev`.
    build: String,
    rustc: String,
    cores: usize,
    processor: String,
    kernel: String,
}

impl Host {
    /// This machine, and the commit that is checked out on it.
    pub(crate) fn here() -> Self {
        let changed = output_of(
            "git",
            &["status", "--porcelain", "--untracked-files=no", "--", ":!benches/records"],
        );
        let commit = output_of("git", &["rev-parse", "--short=12", "HEAD"]);
        let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let mut names = processors.lines().filter(|line| line.starts_with("model name"));
        let processor = names.next().and_then(|line| line.split_once(": "));
        Self {
            commit: format!("{commit}{}", if changed.is_empty() { "" } else { ", changed" }),
            build: if cfg!(debug_assertions) { "dev" } else { "release" }.to_owned(),
            rustc: output_of("rustc", &["--version"]),
            cores: cores(),
            processor: processor.map_or("unknown", |(_, name)| name).to_owned(),
            kernel: output_of("uname", &["-sr"]),
        }
    }
}

/// How many threads can run at once on this machine.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The time, in UTC.
pub(crate) fn now() -> String {
    output_of("date", &["-u", "+%Y-%m-%dT%H:%M:%SZ"])
}

/// Writes a record completely or not at all: if the program is interrupted, the old record remains.
pub(crate) fn write(path: &Path, head: &str, content: &impl Serialize) {
    let text = yaml::to_string(content).expect("a record is plain data");
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).expect("the folder of the record");
    }
    let new = path.with_extension("new");
    std::fs::write(&new, format!("{head}{text}")).expect("the record is written");
    std::fs::rename(&new, path).expect("the record is put in its place");
}

/// The number in an environment variable; `None` if the variable is not set.
pub(crate) fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    let number = text.parse().ok().filter(|number| *number > 0);
    assert!(number.is_some(), "{variable}={text} is no number from 1 on");
    number
}

/// The output of a program on one line; empty if the program is not installed.
fn output_of(program: &str, args: &[&str]) -> String {
    let run = Command::new(program).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    run.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).trim().replace('\n', "; "),
    )
}
