//! The outcome of the snapshots of a run: plain data for reports.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diff::Diff;
use crate::lang::Text;

/// The snapshots of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotsResult {
    /// The folder, as given by the user.
    pub folder: String,
    /// Whether a changed snapshot fails the run.
    pub counted: bool,
    /// How many snapshots are unchanged.
    pub unchanged: usize,
    /// How many snapshots were written because the engine had none before.
    pub written: usize,
    /// Snapshots that are new, have changed or could not be compared, in the order of their scenario ids.
    pub reported: Vec<SnapshotResult>,
    /// Ids of scenarios that no longer exist but have a snapshot.
    pub unreferenced: Vec<String>,
    /// Messages of the operating system about files that could not be written.
    pub errors: Vec<String>,
}

impl SnapshotsResult {
    /// How many snapshots have this outcome.
    #[must_use]
    pub fn count(&self, standing: SnapshotStanding) -> usize {
        let reported = self.reported.iter();
        reported.filter(|reported| reported.standing == standing).count()
    }

    /// Whether changed snapshots fail the run.
    #[must_use]
    pub fn fail(&self) -> bool {
        self.counted && self.count(SnapshotStanding::Changed) > 0
    }

    /// The outcome of the snapshot of a scenario, if there is something to report.
    #[must_use]
    pub fn of(&self, scenario: &str) -> Option<&SnapshotResult> {
        self.reported.iter().find(|reported| reported.scenario == scenario)
    }
}

/// The snapshot of one scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotResult {
    /// Id of the scenario.
    pub scenario: String,
    /// The outcome.
    pub standing: SnapshotStanding,
    /// Path of the snapshot.
    pub file: String,
    /// Whether the scenario file has changed since the snapshot was taken.
    pub other_script: bool,
    /// Why the snapshot was not compared; empty if it was.
    pub reason: String,
    /// The differences.
    #[serde(flatten)]
    pub diff: Diff,
}

/// The outcome of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SnapshotStanding {
    /// There was no snapshot before. The new one waits for review.
    New,
    /// The snapshot has changed. The new one waits for review.
    Changed,
    /// The snapshot was not compared.
    LeftOut,
    /// There is a snapshot, but too little of the engine's output was kept to compare it.
    Lost,
}

impl SnapshotStanding {
    /// The word in reports.
    #[must_use]
    pub fn word(self) -> Text {
        match self {
            Self::New => say!("new|snapshot"),
            Self::Changed => say!("changed"),
            Self::LeftOut => say!("not compared"),
            Self::Lost => say!("cannot be compared"),
        }
    }
}
