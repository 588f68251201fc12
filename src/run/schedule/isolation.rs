//! How an attempt in isolation differs from the attempt that made it necessary.

use std::time::Duration;

use crate::run::race_result::RaceResult;
use crate::run::timing::established::is_missing;
use crate::scenario::Offset;
use crate::transcript::{EventKind, Transcript, Window, WindowKind};
use crate::verdict::{Finding, Severity};

/// An attempt while nothing else runs, with the load of the host observed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Isolation {
    /// How much the jitter of the host adds to the slack.
    pub(crate) margin: Duration,
    /// Whether waits are kept short, because all findings to be confirmed are about replies that never came.
    pub(crate) brief: bool,
    /// For each race with failed rounds: its line, and the offsets of the failed rounds.
    pub(crate) races: Vec<(u32, Vec<Offset>)>,
    /// Lines of the waits that ended without a reply and during which nothing, such as a `stop`, was sent. The confirming
    /// attempt sends no `stop` there either, because it would end the search before the clock that the engine exceeded.
    pub(crate) unstopped: Vec<u32>,
}

impl Isolation {
    /// An attempt that is to confirm the findings of a first one.
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

/// Whether nothing was sent while a line of the script waited for a reply. Dropped events may have been sends.
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
