//! The snapshots of a run on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::snapshot::diff::{Diff, DiffLine, Hunk, Sign};
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
    /// There is one, and too little was kept of what the engine wrote to compare it.
    Lost,
}

/// A stretch of a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HunkV1 {
    /// Line in the old snapshot where it begins, from 1.
    pub old: u64,
    /// Line in the new one.
    pub new: u64,
    /// Its lines, each after a sign: a blank for one that both have, `-` for one that is gone, `+` for a new one.
    pub lines: Vec<String>,
}

impl From<&SnapshotsResult> for SnapshotsV1 {
    fn from(result: &SnapshotsResult) -> Self {
        Self {
            folder: result.folder.clone(),
            counted: result.counted,
            unchanged: result.unchanged as u64,
            written: result.written as u64,
            told: result.told.iter().map(SnapshotV1::from).collect(),
            unreferenced: result.unreferenced.clone(),
            errors: result.errors.clone(),
        }
    }
}

impl From<&SnapshotResult> for SnapshotV1 {
    fn from(result: &SnapshotResult) -> Self {
        Self {
            scenario: result.scenario.clone(),
            standing: match result.standing {
                Standing::New => SnapshotStandingV1::New,
                Standing::Changed => SnapshotStandingV1::Changed,
                Standing::LeftOut => SnapshotStandingV1::LeftOut,
                Standing::Lost => SnapshotStandingV1::Lost,
            },
            file: result.file.clone(),
            other_script: result.other_script,
            reason: result.reason.clone(),
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
            lines: lines.map(|line| format!("{}{}", line.sign.sign(), line.text)).collect(),
        }
    }
}

impl From<SnapshotsV1> for SnapshotsResult {
    fn from(told: SnapshotsV1) -> Self {
        Self {
            folder: told.folder,
            counted: told.counted,
            unchanged: number(told.unchanged),
            written: number(told.written),
            told: told.told.into_iter().map(SnapshotResult::from).collect(),
            unreferenced: told.unreferenced,
            errors: told.errors,
        }
    }
}

impl From<SnapshotV1> for SnapshotResult {
    fn from(told: SnapshotV1) -> Self {
        Self {
            scenario: told.scenario,
            standing: match told.standing {
                SnapshotStandingV1::New => Standing::New,
                SnapshotStandingV1::Changed => Standing::Changed,
                SnapshotStandingV1::LeftOut => Standing::LeftOut,
                SnapshotStandingV1::Lost => Standing::Lost,
            },
            file: told.file,
            other_script: told.other_script,
            reason: told.reason,
            diff: Diff {
                hunks: told.diff.into_iter().map(Hunk::from).collect(),
                more: number(told.diff_more),
            },
        }
    }
}

impl From<HunkV1> for Hunk {
    fn from(told: HunkV1) -> Self {
        let line = |line: String| {
            let (sign, text) = match line.chars().next() {
                Some('-') => (Sign::Gone, &line[1..]),
                Some('+') => (Sign::Added, &line[1..]),
                Some(' ') => (Sign::Same, &line[1..]),
                // Somebody wrote it by hand.
                Some(_) | None => (Sign::Same, line.as_str()),
            };
            DiffLine { sign, text: text.to_owned() }
        };
        Self {
            old: number(told.old),
            new: number(told.new),
            lines: told.lines.into_iter().map(line).collect(),
        }
    }
}

fn number(told: u64) -> usize {
    usize::try_from(told).unwrap_or(usize::MAX)
}
