//! How an attempt in isolation differs from the attempt that made it necessary.

use std::time::Duration;

use crate::run::race_result::RaceResult;
use crate::run::timing::established::is_missing;
use crate::scenario::Offset;
use crate::transcript::{EventKind, Transcript, Window, WindowKind};
use crate::verdict::Finding;

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
        let timing = || findings.iter().filter(|finding| finding.timing && finding.counts());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::race_result::RaceRound;
    use crate::run::tests::finding::finding;
    use crate::transcript_text;
    use crate::verdict::Severity;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// A wait on line 7 from the second to the sixth millisecond, in which these events took place.
    fn waited(kind: WindowKind, events: &str) -> Transcript {
        let window =
            Window { kind, of: Vec::new(), from: ms(2), until: ms(5), ended: ms(6), line: 7 };
        Transcript {
            events: transcript_text::parse(events).expect("a transcript"),
            windows: vec![window],
            ..Transcript::default()
        }
    }

    #[test]
    fn a_wait_in_which_nothing_was_sent_is_not_stopped_when_it_is_confirmed() {
        let reply = WindowKind::Reply;
        let go = "> position startpos\n> go infinite\n";
        let silent = waited(reply, go);
        assert!(was_unstopped(&silent, 7));
        assert!(!was_unstopped(&silent, 8), "another line");
        assert!(!was_unstopped(&waited(WindowKind::Silence, go), 7), "no wait for a reply");
        assert!(!was_unstopped(&waited(reply, &format!("{go}@ 2\n> stop\n")), 7));
        assert!(was_unstopped(&waited(reply, &format!("{go}@ 2\n< info depth 1\n")), 7));
        assert!(was_unstopped(&waited(reply, &format!("{go}@ 5\n> stop\n")), 7), "after the wait");
        let cut = Transcript { dropped: 1, ..silent };
        assert!(!was_unstopped(&cut, 7), "a dropped event may have been a send");
    }

    #[test]
    fn waits_are_kept_short_only_if_each_finding_of_time_is_a_missing_reply() {
        let at =
            |timing, over| Finding { over, scenario_line: Some(7), ..finding("USI-GO-03", timing) };
        let (missing, late) = (at(true, None), at(true, Some(ms(4))));
        let transcript = waited(WindowKind::Reply, "> position startpos\n> go infinite\n");
        let confirming =
            |findings: &[Finding]| Isolation::confirming(findings, &[], &transcript, ms(3));
        let one = confirming(std::slice::from_ref(&missing));
        assert_eq!((one.brief, one.unstopped, one.margin), (true, vec![7], ms(3)));
        let both = confirming(&[missing.clone(), late.clone()]);
        assert_eq!((both.brief, both.unstopped), (false, vec![7]));
        let late_one = confirming(&[late]);
        assert_eq!((late_one.brief, late_one.unstopped), (false, vec![]));
        // A note, and what does not depend on time, are not confirmed.
        let note = Finding { severity: Severity::Info, ..missing.clone() };
        let certain = at(false, None);
        let rest = confirming(&[note, certain, missing]);
        assert_eq!((rest.brief, rest.unstopped), (true, vec![7]));
    }

    #[test]
    fn of_a_race_only_the_offsets_that_failed_are_played_again() {
        let round = |micros, failed| {
            let at = Offset::Micros(micros);
            RaceRound { wanted: at, offset: at, failed }
        };
        let race = |line, rounds: &[(i64, bool)]| RaceResult {
            line,
            sent: vec!["stop".to_owned()],
            event: "bestmove".to_owned(),
            planned: 40,
            rounds: rounds.iter().map(|(at, failed)| round(*at, *failed)).collect(),
        };
        let races =
            [race(3, &[(1, false)]), race(9, &[(1, false), (2, true), (3, false), (4, true)])];
        let again = Isolation::confirming(&[], &races, &Transcript::default(), ms(0));
        assert_eq!(again.races, [(9, vec![Offset::Micros(2), Offset::Micros(4)])]);
    }
}
