//! The record: what was run, where, and when. It is written after each run, and read to continue.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::host::{self, Host};
use crate::judged::Run;
use crate::units::Unit;

/// The content of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Content {
    /// Real engines that were not installed.
    left_out: Vec<String>,
    sittings: Vec<Sitting>,
}

/// The runs that were made on the same commit and host.
#[derive(Debug, Serialize, Deserialize)]
struct Sitting {
    on: Host,
    /// The number of processes that use as much processor time as they get, in every run that is not called quiet.
    busy_processes: usize,
    runs: Vec<Run>,
}

/// The record, and the path of its file.
pub(crate) struct Record {
    path: PathBuf,
    /// The commit and the host of this sitting.
    here: Host,
    busy_processes: usize,
    content: Content,
}

/// The path of the record's file.
pub(crate) fn path() -> PathBuf {
    let named = std::env::var_os("KENTEI_LOAD_RECORD").map(PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    named.unwrap_or_else(|| root.join("benches/records/load.yaml"))
}

impl Record {
    /// The record in the file, or a new one if there is no file. Sittings with another number of busy processes are
    /// dropped.
    ///
    /// # Panics
    ///
    /// If the file is no record, so that it is not overwritten.
    pub(crate) fn open(path: &Path, busy_processes: usize) -> Self {
        let here = Host::here();
        let mut content = match std::fs::read_to_string(path) {
            Ok(text) => serde_yaml::from_str(&text)
                .unwrap_or_else(|error| panic!("{} is no record: {error}", path.display())),
            Err(error) if error.kind() == ErrorKind::NotFound => Content::default(),
            Err(error) => panic!("{} cannot be read: {error}", path.display()),
        };
        let sittings = &mut content.sittings;
        sittings.retain(|sitting| sitting.busy_processes == busy_processes);
        Self { path: path.to_owned(), here, busy_processes, content }
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

    /// The findings that should not exist, each with the id of its run.
    pub(crate) fn wrong(&self) -> impl Iterator<Item = (&str, &str)> {
        self.runs().flat_map(|run| run.wrong.iter().map(|text| (run.id.as_str(), text.as_str())))
    }

    /// Records that an engine is not installed.
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
            None => {
                let (on, busy_processes) = (self.here.clone(), self.busy_processes);
                sittings.push(Sitting { on, busy_processes, runs: vec![run] });
            }
        }
        self.write();
    }

    fn write(&self) {
        let head = "# Written by `cargo bench --bench load`, after each run. ARCHITECTURE.md, Figures, says what it shows.\n";
        host::write(&self.path, head, &self.content);
    }
}
