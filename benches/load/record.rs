//! The record: what was run, on what, and when. It is written after each run, and read to go on.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::cores;
use crate::judged::Run;
use crate::units::Unit;

/// What stands in the file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Content {
    /// Real engines that were not installed.
    left_out: Vec<String>,
    sittings: Vec<Sitting>,
}

/// Runs that were made on the same commit and host.
#[derive(Debug, Serialize, Deserialize)]
struct Sitting {
    on: Host,
    runs: Vec<Run>,
}

/// On what runs were made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Host {
    commit: String,
    /// `release` or `dev`.
    build: String,
    rustc: String,
    cores: usize,
    processor: String,
    kernel: String,
    /// Threads that took all the processor they got, in every run that is not called quiet.
    busy_loops: usize,
}

/// The record, and where it lies.
pub(crate) struct Record {
    path: PathBuf,
    /// What this sitting is made on.
    here: Host,
    content: Content,
}

/// Where the record lies.
pub(crate) fn path() -> PathBuf {
    let named = std::env::var_os("KENTEI_LOAD_RECORD").map(PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    named.unwrap_or_else(|| root.join("benches/records/load.yaml"))
}

impl Record {
    /// The record in the file, or a new one. Sittings with another number of busy loops are not gone on with.
    pub(crate) fn open(path: &Path, busy_loops: usize) -> Self {
        let here = Host::here(busy_loops);
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut content: Content = serde_yaml::from_str(&text).unwrap_or_default();
        let sittings = &mut content.sittings;
        sittings.retain(|sitting| sitting.on.busy_loops == busy_loops);
        Self { path: path.to_owned(), here, content }
    }

    fn runs(&self) -> impl Iterator<Item = &Run> {
        let sittings = self.content.sittings.iter();
        sittings.flat_map(|sitting| &sitting.runs)
    }

    pub(crate) fn len(&self) -> usize {
        self.runs().count()
    }

    pub(crate) fn run(&self, id: &str) -> Option<&Run> {
        self.runs().find(|run| run.id == id)
    }

    pub(crate) fn has(&self, unit: &Unit) -> bool {
        self.run(&unit.id()).is_some()
    }

    /// What should not have been found, with the run.
    pub(crate) fn wrong(&self) -> impl Iterator<Item = (&str, &str)> {
        self.runs().flat_map(|run| run.wrong.iter().map(|text| (run.id.as_str(), text.as_str())))
    }

    /// Notes that an engine is not there.
    pub(crate) fn leave_out(&mut self, unit: &Unit) {
        let id = unit.id();
        if !self.content.left_out.contains(&id) {
            self.content.left_out.push(id);
            self.write();
        }
    }

    /// Adds a run and writes the file.
    pub(crate) fn add(&mut self, unit: &Unit, run: Run) {
        self.content.left_out.retain(|id| *id != unit.id());
        let sittings = &mut self.content.sittings;
        match sittings.iter_mut().find(|sitting| sitting.on == self.here) {
            Some(sitting) => sitting.runs.push(run),
            None => sittings.push(Sitting { on: self.here.clone(), runs: vec![run] }),
        }
        self.write();
    }

    fn write(&self) {
        let head = "# Written by `cargo bench --bench load`, after each run. ARCHITECTURE.md, Figures, says what it shows.\n";
        let text = serde_yaml::to_string(&self.content).expect("the record is plain data");
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).expect("the folder of the record");
        }
        // An interrupt in the middle leaves the old one.
        let new = self.path.with_extension("new");
        std::fs::write(&new, format!("{head}{text}")).expect("the record is written");
        std::fs::rename(&new, &self.path).expect("the record is put in its place");
    }
}

impl Host {
    fn here(busy_loops: usize) -> Self {
        let changed = said(
            "git",
            &["status", "--porcelain", "--untracked-files=no", "--", ":!benches/records"],
        );
        let commit = said("git", &["rev-parse", "--short=12", "HEAD"]);
        let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let mut names = processors.lines().filter(|line| line.starts_with("model name"));
        let processor = names.next().and_then(|line| line.split_once(": "));
        Self {
            commit: format!("{commit}{}", if changed.is_empty() { "" } else { ", changed" }),
            build: if cfg!(debug_assertions) { "dev" } else { "release" }.to_owned(),
            rustc: said("rustc", &["--version"]),
            cores: cores(),
            processor: processor.map_or("unknown", |(_, name)| name).to_owned(),
            kernel: said("uname", &["-sr"]),
            busy_loops,
        }
    }
}

/// The time, in UTC.
pub(crate) fn now() -> String {
    said("date", &["-u", "+%Y-%m-%dT%H:%M:%SZ"])
}

/// What a program says, on one line; empty if it is not there.
fn said(program: &str, args: &[&str]) -> String {
    let run = Command::new(program).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    run.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).trim().replace('\n', "; "),
    )
}
