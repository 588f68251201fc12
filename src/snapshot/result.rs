//! The outcome of the snapshots of a run: plain data for reports.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diff::Diff;
use crate::lang::Text;

/// The snapshots of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotsResult {
    /// The folder, as it was named.
    pub folder: String,
    /// Whether a changed one fails the run.
    pub counted: bool,
    /// How many are as they were.
    pub unchanged: usize,
    /// How many were written because there was none of this engine before.
    pub written: usize,
    /// Those that are new or have changed, and those that could not be compared, by the id of their scenario.
    pub reported: Vec<SnapshotResult>,
    /// Snapshots of scenarios that are gone, by the ids of those.
    pub unreferenced: Vec<String>,
    /// What the system said where files could not be written.
    pub errors: Vec<String>,
}

impl SnapshotsResult {
    /// How many snapshots have this outcome.
    #[must_use]
    pub fn count(&self, standing: Standing) -> usize {
        let reported = self.reported.iter();
        reported.filter(|reported| reported.standing == standing).count()
    }

    /// Whether changed snapshots fail the run.
    #[must_use]
    pub fn fail(&self) -> bool {
        self.counted && self.count(Standing::Changed) > 0
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
    /// The id of the scenario.
    pub scenario: String,
    /// Its outcome.
    pub standing: Standing,
    /// Its file.
    pub file: String,
    /// Whether the file of the scenario is another one than when the snapshot was taken.
    pub other_script: bool,
    /// Why it was not compared; empty where it was.
    pub reason: String,
    /// What is different.
    #[serde(flatten)]
    pub diff: Diff,
}

/// The outcomes of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "SnapshotStanding")]
pub enum Standing {
    /// There was none: it waits for review.
    New,
    /// It is another one: it waits for review.
    Changed,
    /// It was not compared.
    LeftOut,
    /// There is one, and too little was kept of what the engine wrote to compare it.
    Lost,
}

impl Standing {
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
