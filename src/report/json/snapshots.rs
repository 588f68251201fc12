//! The snapshots of a run on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report::escape;
use crate::snapshot::diff::Hunk;
use crate::snapshot::result::{SnapshotResult, SnapshotsResult, Standing};

/// What became of the snapshots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotsV1 {
    /// The folder, as it was named.
    pub folder: String,
    /// Whether a changed one fails the run.
    pub counted: bool,
    /// How many are as they were.
    pub unchanged: u64,
    /// How many were written because there was none of this engine before.
    pub written: u64,
    /// Those that are new or have changed, and those that were not compared, in the order of their scenarios.
    pub told: Vec<SnapshotV1>,
    /// Ids of scenarios that are gone and have a snapshot.
    pub unreferenced: Vec<String>,
    /// What the system said where files could not be written.
    pub errors: Vec<String>,
}

/// The snapshot of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotV1 {
    /// Id of the scenario.
    pub scenario: String,
    /// What became of it.
    pub standing: SnapshotStandingV1,
    /// Its file.
    pub file: String,
    /// Whether the file of the scenario is another one than when the snapshot was taken.
    pub other_script: bool,
    /// Why it was not compared; empty where it was.
    pub reason: String,
    /// What differs: stretches of lines, with lines around them.
    pub diff: Vec<HunkV1>,
    /// How many lines of the difference are left out.
    pub diff_more: u64,
}

/// What can become of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SnapshotStandingV1 {
    /// There was none; it waits for review.
    New,
    /// It is another one; it waits for review.
    Changed,
    /// It was not compared.
    LeftOut,
}

/// A stretch of a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HunkV1 {
    /// Line in the old snapshot where it begins, from 1.
    pub old: u64,
    /// Line in the new one.
    pub new: u64,
    /// Its lines, each behind a sign: a blank for one that both have, `-` for one that is gone, `+` for a new one.
    pub lines: Vec<String>,
}

impl From<&SnapshotsResult> for SnapshotsV1 {
    fn from(result: &SnapshotsResult) -> Self {
        let texts = |texts: &[String]| texts.iter().map(|text| escape::text(text)).collect();
        Self {
            folder: escape::text(&result.folder),
            counted: result.counted,
            unchanged: result.unchanged as u64,
            written: result.written as u64,
            told: result.told.iter().map(SnapshotV1::from).collect(),
            unreferenced: texts(&result.unreferenced),
            errors: texts(&result.errors),
        }
    }
}

impl From<&SnapshotResult> for SnapshotV1 {
    fn from(result: &SnapshotResult) -> Self {
        Self {
            scenario: escape::text(&result.scenario),
            standing: match result.standing {
                Standing::New => SnapshotStandingV1::New,
                Standing::Changed => SnapshotStandingV1::Changed,
                Standing::LeftOut => SnapshotStandingV1::LeftOut,
            },
            file: escape::text(&result.file),
            other_script: result.other_script,
            reason: escape::text(&result.reason),
            diff: result.diff.hunks.iter().map(HunkV1::from).collect(),
            diff_more: result.diff.more as u64,
        }
    }
}

impl From<&Hunk> for HunkV1 {
    fn from(hunk: &Hunk) -> Self {
        let lines = hunk.lines.iter();
        Self {
            old: hunk.old as u64,
            new: hunk.new as u64,
            lines: lines
                .map(|line| format!("{}{}", line.sign.sign(), escape::text(&line.text)))
                .collect(),
        }
    }
}
