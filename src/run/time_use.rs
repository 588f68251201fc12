//! How the time of a run was spent: the necessary waits, their minimum, and the overhead of the run.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::millis::Ms;

/// What scenarios spent their time on, all attempts and processes together. What is in none of these is
/// the harness's own work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Spent {
    /// How many processes were started.
    #[serde(rename = "starts")]
    pub processes: u32,
    /// How many scenarios needed none, because they were played in a process in which others had been played.
    #[serde(rename = "starts_saved")]
    pub shared: u32,
    /// From the start of each process to its first answer to the question whether it is ready.
    #[serde(rename = "starting_ms", with = "Ms")]
    pub starting: Duration,
    /// Pauses, windows of silence, and the moments of races: what a script waits for whatever comes.
    #[serde(rename = "windows_ms", with = "Ms")]
    pub windows: Duration,
    /// Waiting for a reply, after the start.
    #[serde(rename = "replies_ms", with = "Ms")]
    pub replies: Duration,
    /// Waiting for the process to leave.
    #[serde(rename = "leaving_ms", with = "Ms")]
    pub leaving: Duration,
    /// Waiting for other engines that were busy.
    #[serde(rename = "queued_ms", with = "Ms")]
    pub queued: Duration,
}

impl Spent {
    /// Adds the times of another scenario or attempt.
    pub(crate) fn add(&mut self, other: &Spent) {
        self.processes += other.processes;
        self.shared += other.shared;
        self.starting += other.starting;
        self.windows += other.windows;
        self.replies += other.replies;
        self.leaving += other.leaving;
        self.queued += other.queued;
    }

    /// Whether nothing is recorded. A scenario that was played always takes some time.
    pub(crate) fn is_unknown(&self) -> bool {
        *self == Self::default()
    }

    /// The time that no harness can save: the waits of the script and the engine's own time.
    #[must_use]
    pub fn necessary(&self) -> Duration {
        self.starting + self.windows + self.replies
    }
}

/// Where the time of a whole run went.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "TimeV1", into = "TimeV1")]
pub struct TimeUse {
    /// All scenarios together.
    pub spent: Spent,
    /// The longest chain of necessary waits: scenarios that have to come one after the other, by id. No
    /// run of these scenarios with this engine can be shorter, however many run at once.
    pub chain: Vec<String>,
    /// How long that chain is.
    pub chain_length: Duration,
    /// By how much the run was longer.
    pub overhead: Duration,
}

/// Where the time of a run went. Sums are over all scenarios, which run at once: they are longer than the run.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Time")]
struct TimeV1 {
    /// What has to be waited for, in milliseconds: `windows_ms`, `replies_ms` and `starts_ms` together.
    #[serde(with = "Ms")]
    necessary_ms: Duration,
    /// Pauses, windows of silence and the moments of races: what scripts wait for, whatever the engine does.
    #[serde(with = "Ms")]
    windows_ms: Duration,
    /// Waiting for replies of the engine, after its start.
    #[serde(with = "Ms")]
    replies_ms: Duration,
    /// From the start of each process until it was ready for the first time.
    #[serde(with = "Ms")]
    starts_ms: Duration,
    /// How many processes were started.
    starts: u32,
    /// How many scenarios were spared one, because they were played in a process in which others had been.
    #[serde(default)]
    starts_saved: u32,
    /// Waiting for processes to leave.
    #[serde(with = "Ms")]
    leaving_ms: Duration,
    /// Waiting for other engines that were busy.
    #[serde(with = "Ms")]
    queued_ms: Duration,
    /// The scenarios of the longest chain of necessary waits, each the prerequisite of the next one. However
    /// many scenarios run at once, no run can be shorter.
    critical_path: Vec<String>,
    /// How long that chain is, in milliseconds.
    #[serde(with = "Ms")]
    critical_path_ms: Duration,
    /// By how many milliseconds the run was longer.
    #[serde(with = "Ms")]
    overhead_ms: Duration,
}

impl From<TimeUse> for TimeV1 {
    fn from(time: TimeUse) -> Self {
        let spent = time.spent;
        Self {
            necessary_ms: spent.necessary(),
            windows_ms: spent.windows,
            replies_ms: spent.replies,
            starts_ms: spent.starting,
            starts: spent.processes,
            starts_saved: spent.shared,
            leaving_ms: spent.leaving,
            queued_ms: spent.queued,
            critical_path: time.chain,
            critical_path_ms: time.chain_length,
            overhead_ms: time.overhead,
        }
    }
}

impl From<TimeV1> for TimeUse {
    fn from(read: TimeV1) -> Self {
        Self {
            spent: Spent {
                processes: read.starts,
                shared: read.starts_saved,
                starting: read.starts_ms,
                windows: read.windows_ms,
                replies: read.replies_ms,
                leaving: read.leaving_ms,
                queued: read.queued_ms,
            },
            chain: read.critical_path,
            chain_length: read.critical_path_ms,
            overhead: read.overhead_ms,
        }
    }
}
