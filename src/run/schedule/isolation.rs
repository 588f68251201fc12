//! How an attempt in isolation differs from the one that made it necessary.

use std::time::Duration;

use crate::run::race_result::RaceResult;
use crate::run::timing::established::is_missing;
use crate::scenario::Offset;
use crate::verdict::{Finding, Severity};

/// An attempt with nothing else running, and with the host watched.
#[derive(Debug, Clone, Default)]
pub(crate) struct Isolation {
    /// By how much the jitter of the host widens the slack.
    pub(crate) margin: Duration,
    /// Whether waits end with their limit, slack and margin: what is to be confirmed never came at all, so that a
    /// longer wait would only cost time.
    pub(crate) brief: bool,
    /// For each race that failed its line, and the offsets of the rounds that did.
    pub(crate) races: Vec<(u32, Vec<Offset>)>,
}

impl Isolation {
    /// An attempt that is to confirm what a first one has shown.
    pub(crate) fn confirming(findings: &[Finding], races: &[RaceResult], margin: Duration) -> Self {
        let mut timing =
            findings.iter().filter(|finding| finding.timing && finding.severity >= Severity::Warn);
        let failed = races.iter().filter(|race| race.failed() > 0);
        let races = failed.map(|race| {
            let rounds = race.rounds.iter().filter(|round| round.failed);
            (race.line, rounds.map(|round| round.wanted).collect())
        });
        Self { margin, brief: timing.all(is_missing), races: races.collect() }
    }
}
