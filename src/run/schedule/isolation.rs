//! How an attempt in isolation differs from the one that made it necessary.

use std::time::Duration;

use crate::run::race_result::RaceResult;
use crate::run::timing::established::is_missing;
use crate::scenario::Offset;
use crate::transcript::{EventKind, Transcript, Window, WindowKind};
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
    /// Lines of waits that were in vain although no stop had ended the search. A stop would end it before the clock that
    /// the engine did not heed, so none is sent again.
    pub(crate) unstopped: Vec<u32>,
}

impl Isolation {
    /// An attempt that is to confirm what a first one has shown.
    pub(crate) fn confirming(
        findings: &[Finding],
        races: &[RaceResult],
        transcript: &Transcript,
        margin: Duration,
    ) -> Self {
        let timing = || {
            findings.iter().filter(|finding| finding.timing && finding.severity >= Severity::Warn)
        };
        let missing = timing().filter(|finding| is_missing(finding));
        let unstopped = missing
            .filter_map(|finding| finding.scenario_line)
            .filter(|line| was_unstopped(transcript, *line))
            .collect();
        let failed = races.iter().filter(|race| race.failed() > 0);
        let races = failed.map(|race| {
            let rounds = race.rounds.iter().filter(|round| round.failed);
            (race.line, rounds.map(|round| round.wanted).collect())
        });
        Self { margin, brief: timing().all(is_missing), races: races.collect(), unstopped }
    }
}

/// Whether nothing was sent while a line of the script waited for a reply. What was dropped may have been sent.
fn was_unstopped(transcript: &Transcript, line: u32) -> bool {
    let replies = |window: &&Window| window.kind == WindowKind::Reply && window.line == line;
    let sent = |window: &Window| {
        let mut events = transcript.events.iter();
        events.any(|event| {
            matches!(event.kind, EventKind::Sent { .. })
                && event.at > window.from
                && event.at < window.ended
        })
    };
    let mut waits = transcript.windows.iter().filter(replies).peekable();
    transcript.dropped == 0 && waits.peek().is_some() && !waits.any(sent)
}
