//! How the time of a run was spent: the necessary waits, their minimum, and the overhead of the run.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::millis::Ms;

/// How scenarios spent their time, summed over all attempts and processes. The rest of the time is the work of the
/// harness.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Spent {
    /// How many processes were started.
    #[serde(rename = "starts")]
    pub processes: u32,
    /// How many scenarios started no process, because they were played in a process that had played other scenarios.
    #[serde(rename = "starts_saved")]
    pub shared: u32,
    /// Time from the start of each process until it first reported that it is ready, in milliseconds.
    #[serde(rename = "starting_ms", with = "Ms")]
    pub starting: Duration,
    /// Pauses, windows of silence, and the offsets of races, in milliseconds: the waits that do not depend on the
    /// engine.
    #[serde(rename = "windows_ms", with = "Ms")]
    pub windows: Duration,
    /// Time spent waiting for replies after the start, in milliseconds.
    #[serde(rename = "replies_ms", with = "Ms")]
    pub replies: Duration,
    /// Time spent waiting for the process to exit, in milliseconds.
    #[serde(rename = "leaving_ms", with = "Ms")]
    pub leaving: Duration,
    /// Time spent waiting while other engines were busy, in milliseconds.
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

/// How the time of a run was spent. Sums are over all scenarios. Scenarios run at once, so a sum can be longer than the
/// run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "TimeV1", into = "TimeV1")]
pub struct TimeUse {
    /// The sum over all scenarios.
    pub spent: Spent,
    /// Ids of the scenarios of the longest chain of necessary waits, each the prerequisite of the next one. No run of
    /// these scenarios with this engine can be shorter, however many run at once.
    pub chain: Vec<String>,
    /// The length of that chain.
    pub chain_length: Duration,
    /// How much longer the run was than that chain.
    pub overhead: Duration,
}

/// How the time of a run was spent, in JSON.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Time")]
struct TimeV1 {
    /// The necessary waits, in milliseconds: the sum of `windows_ms`, `replies_ms` and `starts_ms`.
    #[serde(with = "Ms")]
    necessary_ms: Duration,
    /// Pauses, windows of silence and the offsets of races, in milliseconds: the waits that do not depend on the
    /// engine.
    #[serde(with = "Ms")]
    windows_ms: Duration,
    /// Time spent waiting for replies after the start, in milliseconds.
    #[serde(with = "Ms")]
    replies_ms: Duration,
    /// Time from the start of each process until it first reported that it is ready, in milliseconds.
    #[serde(with = "Ms")]
    starts_ms: Duration,
    /// How many processes were started.
    starts: u32,
    /// How many scenarios started no process, because they were played in a process that had played other scenarios.
    #[serde(default)]
    starts_saved: u32,
    /// Time spent waiting for processes to exit, in milliseconds.
    #[serde(with = "Ms")]
    leaving_ms: Duration,
    /// Time spent waiting while other engines were busy, in milliseconds.
    #[serde(with = "Ms")]
    queued_ms: Duration,
    /// Ids of the scenarios of the longest chain of necessary waits, each the prerequisite of the next one. No run can
    /// be shorter, however many scenarios run at once.
    critical_path: Vec<String>,
    /// The length of that chain, in milliseconds.
    #[serde(with = "Ms")]
    critical_path_ms: Duration,
    /// How much longer the run was than that chain, in milliseconds.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Text;
    use crate::run::result::ScenarioResult;
    use crate::run::tests::finding::ended;
    use crate::verdict::Verdict;

    #[test]
    fn only_a_scenario_that_was_played_has_times_in_a_report() {
        let json = |spent| {
            let result = ScenarioResult { spent, ..ended(Verdict::Pass, Text::EMPTY) };
            serde_json::to_value(&result).unwrap()["spent"].clone()
        };
        assert!(json(Spent::default()).is_null());
        let leaving = Duration::from_millis(3);
        let spent = json(Spent { leaving, ..Spent::default() });
        assert_eq!(spent["leaving_ms"], 3.0, "{spent}");
    }
}
