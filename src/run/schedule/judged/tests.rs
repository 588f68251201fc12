//! The judgement on attempts, given the findings of each.

use super::*;
use crate::run::race_result::RaceResult;
use crate::run::schedule::confirmed::is_open;
use crate::run::tests::finding::{bundled_scenario, finding, trial};
use crate::run::timing::host_load::HostLoadVerdict;
use crate::transcript::{Event, EventId, EventKind, ExitStatus};
use crate::verdict::Watcher;

fn attempt(findings: &[Finding]) -> Attempt {
    (trial(findings), Duration::from_millis(3))
}

fn result(attempts: Vec<Attempt>) -> ScenarioResult {
    judged(bundled_scenario(), attempts, &Established::default())
}

fn check(attempts: Vec<Attempt>, verdict: Verdict, clauses: &[&str]) {
    let result = result(attempts);
    let described: Vec<&str> = result.findings.iter().map(|found| found.clause.0).collect();
    assert_eq!((result.verdict, &described[..]), (verdict, clauses));
}

fn late(clause: &'static str, over: u64) -> Finding {
    Finding { over: Some(Duration::from_millis(over)), ..finding(clause, true) }
}

#[test]
fn what_rests_on_no_clock_is_reported_though_only_an_earlier_attempt_showed_it() {
    let (late, wrong) = (finding("LATE", true), finding("WRONG", false));
    let both = || attempt(&[late.clone(), wrong.clone()]);
    check(vec![both(), attempt(&[])], Verdict::Fail, &["WRONG"]);
    let lates = || attempt(std::slice::from_ref(&late));
    check(vec![both(), lates(), lates()], Verdict::Fail, &["WRONG", "LATE"]);
    check(vec![lates(), both(), attempt(&[])], Verdict::Fail, &["WRONG"]);
    check(vec![lates(), attempt(&[])], Verdict::Flaky, &["LATE"]);
    let mut skipped = attempt(&[]);
    skipped.0.end = Err(End::Skip(Text::plain("nothing to skip")));
    check(vec![both(), skipped], Verdict::Fail, &["WRONG"]);
}

#[test]
fn a_line_that_cannot_be_read_is_reported_though_only_an_attempt_in_time_had_it() {
    let slip = Finding { watcher: Watcher::Rule("grammar"), ..finding("SLIP", false) };
    let late = || attempt(&[finding("LATE", true)]);
    check(vec![late(), attempt(&[slip])], Verdict::Flaky, &["LATE", "SLIP"]);
}

#[test]
fn what_is_certain_counts_although_the_run_was_ended() {
    let (late, wrong) = (finding("LATE", true), finding("WRONG", false));
    let odd = Finding { severity: Severity::Warn, ..finding("ODD", false) };
    let ended = |findings: &[Finding]| {
        let mut one = attempt(findings);
        one.0.end = Err(End::Cancelled);
        one
    };
    check(vec![ended(std::slice::from_ref(&wrong))], Verdict::Fail, &["WRONG"]);
    let both = attempt(&[late.clone(), wrong]);
    check(vec![both, ended(&[])], Verdict::Fail, &["WRONG"]);
    check(vec![ended(std::slice::from_ref(&odd))], Verdict::Inconclusive, &["ODD"]);
    check(vec![ended(std::slice::from_ref(&late))], Verdict::Inconclusive, &["LATE"]);
    check(vec![attempt(&[late]), ended(&[])], Verdict::Inconclusive, &[]);
}

#[test]
fn what_time_decides_counts_only_if_the_same_shows_three_times() {
    let one = |clause, over| attempt(&[late(clause, over)]);
    let three = |clause| vec![one("LATE", 9), one("LATE", 9), one(clause, 9)];
    check(three("LATE"), Verdict::Fail, &["LATE"]);
    check(three("OTHER"), Verdict::Flaky, &["LATE"]);
    let (once, twice) = (vec![one("LATE", 9)], vec![one("LATE", 9), one("LATE", 9)]);
    check(once, Verdict::Flaky, &["LATE"]);
    check(twice, Verdict::Flaky, &["LATE"]);
}

#[test]
fn a_warning_hides_no_failure_that_the_host_may_have_brought_about() {
    let missing = finding("MISSING", true);
    let noise = Finding { severity: Severity::Warn, ..finding("NOISE", false) };
    let one = || {
        let mut one = attempt(&[missing.clone(), noise.clone()]);
        one.0.host_load_verdict = HostLoadVerdict::on_the_host(&missing);
        one
    };
    check(vec![one(), one()], Verdict::Inconclusive, &["MISSING", "NOISE"]);
    // What may be due to the host is no worse than the warning that is certain.
    let odd = Finding { severity: Severity::Warn, ..missing.clone() };
    let one = || {
        let mut one = attempt(&[odd.clone(), noise.clone()]);
        one.0.host_load_verdict = HostLoadVerdict::on_the_host(&odd);
        one
    };
    check(vec![one(), one()], Verdict::Warn, &["NOISE"]);
    let certain = || attempt(&[missing.clone(), noise.clone()]);
    check(vec![certain(), certain(), certain()], Verdict::Fail, &["NOISE", "MISSING"]);
}

#[test]
fn a_warning_explains_no_script_that_never_reached_its_end() {
    let noise = Finding { severity: Severity::Warn, ..finding("NOISE", false) };
    let one = |timing: Option<&'static str>, end| {
        let late = timing.map(|clause| finding(clause, true));
        let mut one = attempt(&late.into_iter().chain([noise.clone()]).collect::<Vec<_>>());
        one.0.end = end;
        one
    };
    let cut = || Err(End::Unmet);
    let attempts = vec![one(Some("MISSING"), cut()), one(Some("OTHER"), cut())];
    check(attempts, Verdict::Flaky, &["MISSING", "NOISE"]);
    // One attempt reaches the end, so the script has shown what it tests.
    check(vec![one(Some("MISSING"), cut()), one(None, Ok(()))], Verdict::Warn, &["NOISE"]);
}

#[test]
fn a_warning_that_is_certain_stays_a_warning_where_no_failure_is_in_doubt() {
    let warn = |clause, timing| Finding { severity: Severity::Warn, ..finding(clause, timing) };
    let cut = |findings: &[Finding]| {
        let mut one = attempt(findings);
        one.0.end = Err(End::Unmet);
        one
    };
    check(vec![cut(&[warn("NOISE", false)])], Verdict::Warn, &["NOISE"]);
    let both = || cut(&[warn("NOISE", false), warn("LATE", true)]);
    check(vec![both(), both()], Verdict::Warn, &["NOISE"]);
    // What is only noted, or about the text of a line, breaks no time limit.
    let note = Finding { severity: Severity::Info, ..finding("NOTE", false) };
    check(vec![attempt(&[note])], Verdict::Pass, &["NOTE"]);
    let slip = Finding { watcher: Watcher::Rule("grammar"), ..finding("SLIP", false) };
    check(vec![attempt(&[slip])], Verdict::Fail, &["SLIP"]);
}

#[test]
fn the_attempt_with_the_worst_violation_that_is_certain_is_shown_first() {
    let (late, wrong) = (finding("LATE", true), finding("WRONG", false));
    let odd = Finding { severity: Severity::Warn, ..finding("ODD", false) };
    let first = attempt(&[late, odd]);
    check(vec![first, attempt(std::slice::from_ref(&wrong))], Verdict::Fail, &["WRONG", "ODD"]);
    let wrong = attempt(std::slice::from_ref(&wrong));
    let alone = wrong.0.transcript.clone();
    assert_eq!(result(vec![attempt(&[]), wrong]).transcript, alone);
}

#[test]
fn each_confirmed_violation_is_reported_where_it_was_least_late() {
    let both = |one, other| attempt(&[late("LATE", one), late("OTHER", other)]);
    let mut last = both(20, 20);
    last.0.transcript.events.clear();
    let result = result(vec![both(9, 20), both(20, 9), last]);
    let described: Vec<_> = result.findings.iter().map(|one| (one.clause.0, one.over)).collect();
    let least = Some(Duration::from_millis(9));
    assert_eq!(described, [("LATE", least), ("OTHER", least)]);
    // The lines of the third attempt are left out: it was not the least late one in either.
    assert_eq!(result.transcript.events.len(), 2 * attempt(&[]).0.transcript.events.len());
}

#[test]
fn with_races_a_confirmed_violation_is_reported_as_the_first_attempt_shows_it() {
    let one = |over| {
        let mut one = attempt(&[late("LATE", over)]);
        one.0.races.push(RaceResult {
            line: 1,
            sent: Vec::new(),
            event: String::new(),
            planned: 1,
            rounds: Vec::new(),
        });
        one
    };
    let result = result(vec![one(20), one(9), one(20)]);
    let described: Vec<_> = result.findings.iter().map(|one| (one.clause.0, one.over)).collect();
    assert_eq!(described, [("LATE", Some(Duration::from_millis(20)))]);
    assert_eq!(result.transcript.events.len(), attempt(&[]).0.transcript.events.len());
}

#[test]
fn how_late_it_was_is_no_part_of_a_violation_and_the_least_is_reported() {
    let one = |over| attempt(&[late("LATE", over)]);
    let result = result(vec![one(5000), one(120), one(800)]);
    let [found] = &result.findings[..] else {
        panic!("one violation: {:?}", result.findings);
    };
    assert_eq!(result.verdict, Verdict::Fail);
    assert_eq!(found.over, Some(Duration::from_millis(120)));
    assert_eq!(found.notes, ["in 3 attempts it came 120 to 5000 ms after limit and slack"]);
}

#[test]
fn late_once_and_missing_once_at_the_same_step_is_late() {
    let step = |found: Finding| {
        let scenario_line = Some(7);
        attempt(&[Finding { scenario_line, ..found }])
    };
    let missing = || step(finding("MISSING", true));
    let result = result(vec![missing(), step(late("LATE", 300)), missing()]);
    let described: Vec<&str> = result.findings.iter().map(|found| found.clause.0).collect();
    assert_eq!((result.verdict, &described[..]), (Verdict::Fail, &["LATE"][..]));
    assert_eq!(
        result.findings[0].notes,
        ["in 2 of 3 attempts the reply did not come at all while it was waited for"]
    );
}

#[test]
fn what_another_scenario_has_confirmed_needs_two_attempts_and_what_is_established_one() {
    let missing = finding("MISSING", true);
    let mut established = Established::default();
    let open = |found: &Finding, times, established: &Established| {
        let attempts: Vec<Attempt> =
            (0..times).map(|_| attempt(std::slice::from_ref(found))).collect();
        is_open(&attempts, established)
    };
    assert!(open(&missing, 2, &established) && !open(&missing, 3, &established));
    for scenario in ["a", "b", "c"] {
        assert!(open(&missing, 1, &established));
        established.take(scenario, std::slice::from_ref(&missing));
        assert!(!open(&missing, 2, &established));
    }
    assert!(!open(&missing, 1, &established));
    let all = vec![attempt(std::slice::from_ref(&missing))];
    let result = judged(bundled_scenario(), all, &established);
    assert_eq!(result.verdict, Verdict::Fail);
    assert_eq!(
        result.findings[0].notes,
        ["attempts here: 1; confirmed in isolation in other scenarios: 3"]
    );
}

#[test]
fn a_slip_of_the_text_hides_no_time_limit_that_was_broken_once() {
    let mut slip = finding("SLIP", false);
    slip.watcher = Watcher::Rule("grammar");
    slip.severity = Severity::Warn;
    let both = attempt(&[slip.clone(), finding("LATE", true)]);
    check(vec![both, attempt(&[slip])], Verdict::Flaky, &["SLIP", "LATE"]);
}

#[test]
fn an_attempt_without_a_finding_passes() {
    let result = result(vec![attempt(&[])]);
    assert_eq!((result.verdict, result.reason), (Verdict::Pass, None));
    assert_eq!((result.attempts, result.failed_attempts), (1, 0));
}

#[test]
fn a_flaky_result_says_how_many_attempts_were_late_and_what_else_may_have_ended_them() {
    let lates = |clause| attempt(&[finding(clause, true)]);
    let reason = |attempts| {
        let result = result(attempts);
        assert_eq!(result.verdict, Verdict::Flaky);
        result.reason.expect("a reason").to_string()
    };
    let one = "1 of 1 attempts broke a time limit";
    assert_eq!(reason(vec![lates("LATE")]), one);
    let some = "1 of 2 attempts broke a time limit";
    assert_eq!(reason(vec![lates("LATE"), attempt(&[])]), some);
    let each = "each of 2 attempts broke a time limit, but not the same one";
    assert_eq!(reason(vec![lates("LATE"), lates("OTHER")]), each);
    let mut killed = lates("LATE");
    let last = &killed.0.transcript.events[1];
    let kind = EventKind::Exit(ExitStatus::Signal(9));
    let exit = Event { id: EventId(last.id.0 + 1), at: last.at, kind };
    killed.0.transcript.events.push(exit);
    let killed = reason(vec![killed, attempt(&[])]);
    assert!(killed.starts_with("in 1 of 2 attempts the engine was killed (signal 9)"), "{killed}");
}

#[test]
fn what_is_certain_in_an_attempt_that_is_not_shown_is_appended_with_its_lines() {
    let wrong = |clause| finding(clause, false);
    let shown = result(vec![attempt(&[wrong("ONE")])]).transcript.events.len();
    let attempts = vec![attempt(&[wrong("ONE")]), attempt(&[]), attempt(&[wrong("OTHER")])];
    let result = result(attempts);
    let described: Vec<&str> = result.findings.iter().map(|found| found.clause.0).collect();
    assert_eq!((result.verdict, &described[..]), (Verdict::Fail, &["ONE", "OTHER"][..]));
    assert_eq!((result.attempts, result.failed_attempts), (3, 2));
    // The attempt without a finding is left out.
    assert_eq!(result.transcript.events.len(), 2 * shown);
}
