//! Merges the results of several repeats of a scenario into one result.

use std::time::Duration;

use crate::run::aggregate::seen::CountedFinding;
use crate::run::repeats::{self, ScenarioRepeats};
use crate::run::result::ScenarioResult;
use crate::transcript::Transcript;
use crate::verdict::{Finding, Severity, Verdict};

/// The merged result of the repeats of one scenario so far.
#[derive(Debug)]
pub(in crate::run) struct Merged {
    /// The repeat that shows most, with what other repeats showed in addition.
    shown: ScenarioResult,
    verdicts: Vec<Verdict>,
    seen: Vec<CountedFinding>,
    /// The number of repeats in which the scenario was played.
    played: u32,
    /// The verdicts of the repeats that failed or warned because of time limits alone.
    late: Vec<Verdict>,
}

impl Merged {
    /// Starts with the first repeat.
    pub(in crate::run) fn new(first: ScenarioResult) -> Self {
        let mut merged = Self {
            shown: first.clone(),
            verdicts: Vec::new(),
            seen: Vec::new(),
            played: 0,
            late: Vec::new(),
        };
        merged.count(&first);
        merged
    }

    /// Adds another repeat.
    pub(in crate::run) fn add(&mut self, more: ScenarioResult) {
        self.count(&more);
        if rank(&more) > rank(&self.shown) {
            let before = std::mem::replace(&mut self.shown, more);
            absorb(&mut self.shown, before);
        } else {
            absorb(&mut self.shown, more);
        }
    }

    fn count(&mut self, result: &ScenarioResult) {
        self.verdicts.push(result.verdict);
        self.played += u32::from(result.attempts > 0);
        let held = matches!(result.verdict, Verdict::Fail | Verdict::Warn);
        if held && is_late(result) {
            self.late.push(result.verdict);
        }
        for finding in &result.findings {
            let mut known = self.seen.iter();
            let known = known.position(|seen| seen.finding.is_same(finding));
            let at = known.unwrap_or_else(|| {
                self.seen.push(CountedFinding::new(finding));
                self.seen.len() - 1
            });
            self.seen[at].count(finding, held);
        }
    }

    /// The merged result, and the verdicts of the repeats.
    pub(in crate::run) fn finish(self) -> (ScenarioResult, ScenarioRepeats) {
        let reported = ScenarioRepeats {
            id: self.shown.id.clone(),
            counts: Verdict::ALL
                .into_iter()
                .map(|verdict| (verdict, self.times(verdict)))
                .filter(|(_, count)| *count > 0)
                .collect(),
        };
        if self.verdicts.len() < 2 {
            return (self.shown, reported);
        }
        let verdict = self.verdict(reported.judged());
        let broke = reported.failed()
            + reported.count(Verdict::Flaky)
            + reported.count(Verdict::Inconclusive);
        let mut result = self.shown;
        match verdict {
            Verdict::Fail | Verdict::Warn => {
                let by_clock = !self.seen.iter().any(|seen| seen.is_certain(verdict));
                let judged = reported.judged();
                // If a failure has other causes, a time limit that was only broken in a few repeats is not part of it.
                result.findings.retain(|finding| {
                    let known = self.seen.iter().find(|seen| seen.finding.is_same(finding));
                    let often = known.is_some_and(|seen| 2 * seen.held >= judged);
                    by_clock || often || !finding.timing || finding.severity < Severity::Warn
                });
                result.reason = None;
            }
            Verdict::Flaky => {
                let of = self.played;
                result.reason =
                    Some(say!("broke a time limit in {broke} of {of} repeats", broke, of));
            }
            Verdict::Pass => result.reason = None,
            Verdict::Skip | Verdict::Blocked | Verdict::Inconclusive | Verdict::Error => {}
        }
        result.verdict = verdict;
        for finding in &mut result.findings {
            let known = self.seen.iter().find(|seen| seen.finding.is_same(finding));
            let late = known.and_then(|seen| seen.late);
            if let Some((least, most)) = late.filter(|(least, most)| least < most) {
                finding.notes.push(say!(
                    "in the repeats it came {least} to {most} ms after limit and slack",
                    least = least.as_millis(),
                    most = most.as_millis()
                ));
            }
            let rare = known.filter(|seen| seen.repeats < self.played);
            if let Some(seen) = rare {
                let rate = repeats::rate(seen.repeats, self.played);
                finding.notes.push(say!("in {rate} repeats", rate));
            }
        }
        (result, reported)
    }

    fn times(&self, verdict: Verdict) -> u32 {
        let mut count = 0;
        for known in &self.verdicts {
            count += u32::from(*known == verdict);
        }
        count
    }

    /// The verdict over all repeats. A violation that does not depend on time counts even if only one repeat shows it.
    /// A broken time limit counts if it failed in at least half of the repeats that could judge it.
    fn verdict(&self, judged: u32) -> Verdict {
        let often = |verdict: Verdict| {
            let late = self.late.iter().filter(|late| **late == verdict).count();
            late > 0 && 2 * late >= judged as usize
        };
        let held = |verdict| self.seen.iter().any(|seen| seen.is_certain(verdict));
        let open = matches!(self.shown.verdict, Verdict::Inconclusive) && self.shown.attempts > 0;
        if held(Verdict::Fail) || often(Verdict::Fail) {
            Verdict::Fail
        } else if self.times(Verdict::Error) > 0 {
            Verdict::Error
        } else if held(Verdict::Warn) || often(Verdict::Warn) {
            Verdict::Warn
        } else if !self.late.is_empty() || open && judged > 0 {
            Verdict::Flaky
        } else {
            self.shown.verdict
        }
    }
}

/// Whether the verdict of a repeat depends on time limits alone.
fn is_late(result: &ScenarioResult) -> bool {
    let worst = result.findings.iter().map(|finding| finding.severity).max();
    let mut worst = result.findings.iter().filter(|finding| Some(finding.severity) == worst);
    worst.all(|finding| finding.timing)
}

/// How much a repeat has to show; a higher rank replaces a lower one.
pub(in crate::run) fn rank(result: &ScenarioResult) -> u8 {
    match result.verdict {
        Verdict::Fail if !is_late(result) => 9,
        Verdict::Fail => 8,
        Verdict::Error => 7,
        Verdict::Warn => 6,
        Verdict::Flaky => 5,
        Verdict::Inconclusive if result.attempts > 0 => 4,
        Verdict::Pass => 3,
        Verdict::Blocked => 2,
        Verdict::Inconclusive => 1,
        Verdict::Skip => 0,
    }
}

/// Adds to a repeat what another one showed in addition. The events of the other one are appended if they show
/// something new.
fn absorb(shown: &mut ScenarioResult, other: ScenarioResult) {
    shown.duration += other.duration;
    shown.spent.add(&other.spent);
    shown.attempts += other.attempts;
    shown.failed_attempts += other.failed_attempts;
    for race in other.races {
        match shown.races.iter_mut().find(|known| known.line == race.line) {
            Some(known) => {
                known.planned += race.planned;
                known.rounds.extend(race.rounds);
            }
            None => shown.races.push(race),
        }
    }
    append(shown, other.findings, other.transcript);
}

/// Adds the findings of another attempt, and its events if one of these findings is new.
pub(in crate::run) fn append(
    shown: &mut ScenarioResult,
    findings: Vec<Finding>,
    transcript: Transcript,
) {
    let last = shown.transcript.events.last();
    let (ids, time) = last.map_or((0, Duration::ZERO), |event| (event.id.0 + 1, event.at));
    let mut new = false;
    for mut finding in findings {
        let mut known = shown.findings.iter();
        match known.position(|known| known.is_same(&finding)) {
            // A certain finding replaces one that depends on time.
            Some(at) if shown.findings[at].timing && !finding.timing => {
                shown.findings.remove(at);
            }
            Some(_) => continue,
            None => {}
        }
        new = true;
        for event in &mut finding.events {
            event.0 += ids;
        }
        finding.at += time;
        shown.findings.push(finding);
    }
    if new {
        shown.transcript.join(transcript, ids, time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::tests::finding::finding;
    use crate::run::time_use::Spent;
    use crate::transcript::EventId;
    use crate::transcript_text;
    use crate::verdict::ClauseId;

    /// The verdict of a repeat, and the severity of its finding and whether the finding depends on time.
    type Ended = (Verdict, Option<(Severity, bool)>);

    const PASS: Ended = (Verdict::Pass, None);
    const WRONG: Ended = (Verdict::Fail, Some((Severity::Fail, false)));
    const LATE: Ended = (Verdict::Fail, Some((Severity::Fail, true)));
    const OPEN: Ended = (Verdict::Inconclusive, Some((Severity::Fail, true)));

    fn found(severity: Severity, timing: bool) -> Finding {
        Finding { severity, at: Duration::from_millis(3), ..finding("USI-PON-01", timing) }
    }

    fn repeat(verdict: Verdict, finding: Option<(Severity, bool)>) -> ScenarioResult {
        let findings = finding.map(|(severity, timing)| found(severity, timing));
        ScenarioResult {
            id: "usi/x".to_owned(),
            title: String::new(),
            file: "usi/x.yaml".into(),
            bundled: true,
            clauses: Vec::new(),
            verdict,
            reason: None,
            duration: Duration::from_millis(4),
            spent: Spent::default(),
            along: false,
            preceded_by: Vec::new(),
            attempts: 1,
            failed_attempts: 0,
            reached_end: true,
            findings: findings.into_iter().collect(),
            normal: None,
            transcript: Transcript {
                events: transcript_text::parse("> usi\n< usiok").unwrap(),
                ..Transcript::default()
            },
            measurements: Vec::new(),
            races: Vec::new(),
            stopped_at_line: None,
        }
    }

    fn merged(repeats: &[Ended]) -> (ScenarioResult, ScenarioRepeats) {
        let mut results = repeats.iter().map(|(verdict, found)| repeat(*verdict, *found));
        let mut merged = Merged::new(results.next().unwrap());
        results.for_each(|result| merged.add(result));
        merged.finish()
    }

    fn check(repeats: &[Ended], verdict: Verdict) {
        assert_eq!(merged(repeats).0.verdict, verdict, "{repeats:?}");
    }

    #[test]
    fn a_fault_without_a_clock_counts_however_seldom_it_shows() {
        check(&[PASS, PASS, PASS], Verdict::Pass);
        check(&[PASS, WRONG, PASS, PASS, PASS], Verdict::Fail);
        check(&[WRONG, PASS], Verdict::Fail);
        check(&[PASS, (Verdict::Warn, Some((Severity::Warn, false)))], Verdict::Warn);
    }

    #[test]
    fn a_time_limit_that_breaks_in_fewer_than_half_of_the_repeats_is_flaky() {
        check(&[LATE, LATE, LATE], Verdict::Fail);
        check(&[LATE, PASS], Verdict::Fail);
        check(&[LATE, PASS, PASS], Verdict::Flaky);
        check(&[PASS, (Verdict::Flaky, Some((Severity::Fail, true)))], Verdict::Flaky);
    }

    #[test]
    fn what_the_host_could_not_tell_is_never_a_pass() {
        check(&[OPEN, OPEN], Verdict::Inconclusive);
        check(&[PASS, OPEN, PASS], Verdict::Flaky);
        check(&[OPEN, LATE], Verdict::Fail);
    }

    #[test]
    fn what_was_not_played_in_one_repeat_is_judged_by_the_others() {
        let mut blocked = repeat(Verdict::Blocked, None);
        blocked.attempts = 0;
        let mut merged = Merged::new(blocked);
        merged.add(repeat(Verdict::Pass, None));
        assert_eq!(merged.finish().0.verdict, Verdict::Pass);
        check(&[PASS, (Verdict::Error, None)], Verdict::Error);
        check(&[(Verdict::Skip, None), (Verdict::Skip, None)], Verdict::Skip);
    }

    #[test]
    fn a_finding_says_in_how_many_repeats_it_was_and_keeps_its_evidence() {
        let (result, reported) = merged(&[LATE, PASS, WRONG, PASS]);
        let [found] = &result.findings[..] else {
            panic!("one finding: {:?}", result.findings);
        };
        assert_eq!(found.notes, ["in 2 of 4 (50 %; 15 to 85 % with 95 % confidence) repeats"]);
        assert_eq!(reported.counts, [(Verdict::Pass, 2), (Verdict::Fail, 2)]);
        assert_eq!(result.attempts, 4);
    }

    #[test]
    fn what_is_certain_in_one_repeat_counts_though_another_put_it_down_to_time() {
        let (result, _) = merged(&[LATE, PASS, PASS, PASS, WRONG]);
        assert_eq!(result.verdict, Verdict::Fail);
        let timing: Vec<bool> = result.findings.iter().map(|found| found.timing).collect();
        assert_eq!(timing, [false]);
    }

    #[test]
    fn how_late_it_was_makes_no_other_finding_and_is_reported_as_a_range() {
        let late = |over| {
            let mut result = repeat(Verdict::Fail, Some((Severity::Fail, true)));
            result.findings[0].over = Some(Duration::from_millis(over));
            result
        };
        let mut merged = Merged::new(late(70));
        merged.add(late(5000));
        let (result, _) = merged.finish();
        assert_eq!(result.findings.len(), 1);
        assert_eq!(
            result.findings[0].notes,
            ["in the repeats it came 70 to 5000 ms after limit and slack"]
        );
    }

    #[test]
    fn what_only_another_repeat_showed_stands_after_the_first() {
        let mut other = repeat(Verdict::Warn, Some((Severity::Warn, false)));
        other.findings[0].clause = ClauseId("USI-INFO-07");
        let mut merged = Merged::new(other);
        merged.add(repeat(Verdict::Fail, Some((Severity::Fail, false))));
        let (result, _) = merged.finish();
        let events: Vec<_> = result.findings.iter().map(|found| &found.events[..]).collect();
        assert_eq!(events, [[EventId(1)], [EventId(3)]]);
        assert_eq!(result.transcript.events.len(), 4);
        assert_eq!(result.transcript.events[3].id, EventId(3));
        assert!(result.findings[1].at >= Duration::from_millis(3));
        assert_eq!(result.findings[1].notes.len(), 1);
    }

    #[test]
    fn a_flaky_limit_is_counted_over_the_repeats_that_were_played() {
        let mut blocked = repeat(Verdict::Blocked, None);
        blocked.attempts = 0;
        let mut merged = Merged::new(blocked);
        let flaky = (Verdict::Flaky, Some((Severity::Fail, true)));
        for (verdict, found) in [LATE, flaky, OPEN, PASS, PASS, PASS] {
            merged.add(repeat(verdict, found));
        }
        let (result, _) = merged.finish();
        assert_eq!(result.verdict, Verdict::Flaky);
        let reason = result.reason.map(|reason| reason.to_string());
        assert_eq!(reason.as_deref(), Some("broke a time limit in 3 of 6 repeats"));
    }

    #[test]
    fn a_limit_that_broke_seldom_is_no_part_of_a_failure_with_another_cause() {
        let clauses = |late: usize| {
            let mut merged = Merged::new(repeat(Verdict::Fail, Some((Severity::Fail, false))));
            for number in 1..6 {
                let mut late_one = repeat(Verdict::Fail, Some((Severity::Fail, true)));
                late_one.findings[0].clause = ClauseId("USI-GO-06");
                merged.add(if number <= late { late_one } else { repeat(Verdict::Pass, None) });
            }
            let (result, _) = merged.finish();
            assert_eq!(result.verdict, Verdict::Fail);
            result.findings.iter().map(|finding| finding.clause.0).collect::<Vec<_>>()
        };
        assert_eq!(clauses(2), ["USI-PON-01"]);
        assert_eq!(clauses(3), ["USI-PON-01", "USI-GO-06"]);
    }

    #[test]
    fn what_was_spent_in_all_repeats_is_added_up() {
        let failed = || ScenarioResult { failed_attempts: 2, ..repeat(Verdict::Pass, None) };
        let mut merged = Merged::new(failed());
        merged.add(failed());
        let (result, _) = merged.finish();
        assert_eq!((result.attempts, result.failed_attempts), (2, 4));
        assert_eq!(result.duration, Duration::from_millis(8));
    }

    /// The repeat that shows most is the one whose transcript is shown first.
    #[test]
    fn a_certain_failure_outranks_a_late_one_and_a_note_makes_no_failure_late() {
        let of = |verdict, those: &[(Severity, bool)]| ScenarioResult {
            findings: those.iter().map(|(severity, timing)| found(*severity, *timing)).collect(),
            ..repeat(verdict, None)
        };
        let certain = of(Verdict::Fail, &[(Severity::Fail, false), (Severity::Info, true)]);
        let late = of(Verdict::Fail, &[(Severity::Fail, true), (Severity::Info, false)]);
        assert!(rank(&certain) > rank(&late));
        let unplayed = ScenarioResult { attempts: 0, ..of(Verdict::Inconclusive, &[]) };
        assert!(rank(&unplayed) < rank(&of(Verdict::Pass, &[])));
        assert!(rank(&of(Verdict::Inconclusive, &[])) > rank(&of(Verdict::Pass, &[])));
    }
}
