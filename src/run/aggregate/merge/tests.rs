use std::time::Duration;

use super::*;
use crate::run::race_result::{RaceResult, RaceRound};
use crate::run::tests::finding::finding;
use crate::run::time_use::Spent;
use crate::scenario::Offset;
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
        prerequisite_only: false,
        preceded_by: Vec::new(),
        attempts: 1,
        failed_attempts: 0,
        reached_end: true,
        unread: false,
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
    let warned = (Verdict::Warn, Some((Severity::Warn, false)));
    check(&[PASS, warned], Verdict::Warn);
    check(&[LATE, warned, PASS, PASS, PASS], Verdict::Warn);
    // An error of the harness outweighs a warning, so that it is seen.
    check(&[warned, (Verdict::Error, None)], Verdict::Error);
    check(&[WRONG, (Verdict::Error, None)], Verdict::Fail);
}

#[test]
fn a_time_limit_that_breaks_in_fewer_than_half_of_the_repeats_is_flaky() {
    check(&[LATE, LATE, LATE], Verdict::Fail);
    check(&[LATE, PASS], Verdict::Fail);
    check(&[LATE, PASS, PASS], Verdict::Flaky);
    check(&[PASS, (Verdict::Flaky, Some((Severity::Fail, true)))], Verdict::Flaky);
    let slow = (Verdict::Warn, Some((Severity::Warn, true)));
    check(&[slow, PASS], Verdict::Warn);
    check(&[slow, PASS, PASS], Verdict::Flaky);
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
fn a_remark_about_time_stays_beside_a_failure_and_a_seldom_broken_limit_does_not() {
    let with = |severity| {
        let mut wrong = repeat(Verdict::Fail, Some((Severity::Fail, false)));
        wrong.findings.push(Finding { severity, ..finding("USI-GO-03", true) });
        let mut merged = Merged::new(wrong);
        for _ in 0..3 {
            merged.add(repeat(Verdict::Pass, None));
        }
        merged.finish().0.findings.len()
    };
    assert_eq!(with(Severity::Info), 2);
    assert_eq!(with(Severity::Warn), 1);
    assert_eq!(with(Severity::Fail), 1);
}

#[test]
fn how_late_it_was_makes_no_other_finding_and_is_reported_as_a_range() {
    let late = |over| {
        let mut result = repeat(Verdict::Fail, Some((Severity::Fail, true)));
        result.findings[0].over = Some(Duration::from_millis(over));
        result
    };
    let notes = |second| {
        let mut merged = Merged::new(late(70));
        merged.add(late(second));
        let (mut result, _) = merged.finish();
        assert_eq!(result.findings.len(), 1);
        result.findings.remove(0).notes
    };
    assert_eq!(notes(5000), ["in the repeats it came 70 to 5000 ms after limit and slack"]);
    assert_eq!(notes(70), [""; 0]);
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
fn of_two_repeats_that_show_as_much_the_first_one_is_shown() {
    let of = |clause| {
        let mut result = repeat(Verdict::Warn, Some((Severity::Warn, false)));
        result.findings[0].clause = ClauseId(clause);
        result
    };
    let mut merged = Merged::new(of("USI-INFO-07"));
    merged.add(of("USI-INFO-08"));
    let (result, _) = merged.finish();
    let clauses: Vec<_> = result.findings.iter().map(|found| found.clause.0).collect();
    assert_eq!(clauses, ["USI-INFO-07", "USI-INFO-08"]);
}

#[test]
fn the_rounds_of_a_race_are_those_of_all_repeats() {
    let round = |micros, failed| {
        let offset = Offset::Micros(micros);
        RaceRound { wanted: offset, offset, failed }
    };
    let race = |line, planned, rounds: &[RaceRound]| RaceResult {
        line,
        sent: vec!["stop".to_owned()],
        event: "bestmove".to_owned(),
        planned,
        rounds: rounds.to_vec(),
    };
    let raced = |races: &[RaceResult]| ScenarioResult {
        races: races.to_vec(),
        ..repeat(Verdict::Pass, None)
    };
    let (early, late) = (round(1, false), round(9, true));
    let mut merged = Merged::new(raced(&[race(7, 3, &[early])]));
    merged.add(raced(&[race(7, 5, &[late, early]), race(12, 2, &[late])]));
    let (result, _) = merged.finish();
    assert_eq!(result.races, [race(7, 8, &[early, late, early]), race(12, 2, &[late])]);
}

#[test]
fn a_finding_of_another_attempt_is_added_if_it_is_new_or_more_certain() {
    let after = |first: bool, second: bool| {
        let mut shown = repeat(Verdict::Fail, Some((Severity::Fail, first)));
        let other = repeat(Verdict::Fail, Some((Severity::Fail, second)));
        append(&mut shown, other.findings, other.transcript);
        let findings = shown.findings.iter().map(|found| (found.timing, found.events[0].0));
        (findings.collect::<Vec<_>>(), shown.transcript.events.len())
    };
    let (certain, late) = (false, true);
    assert_eq!(after(late, certain), (vec![(certain, 3)], 4));
    assert_eq!(after(late, late), (vec![(late, 1)], 2));
    assert_eq!(after(certain, late), (vec![(certain, 1)], 2));
    assert_eq!(after(certain, certain), (vec![(certain, 1)], 2));
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
    let failed = || ScenarioResult { failed_attempts: 3, ..repeat(Verdict::Pass, None) };
    let mut merged = Merged::new(failed());
    merged.add(failed());
    let (result, _) = merged.finish();
    assert_eq!((result.attempts, result.failed_attempts), (2, 6));
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
