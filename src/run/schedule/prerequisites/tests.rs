//! What scenarios owe to those before them.

use super::*;
use crate::run::plan::{NoObserver, Plan};
use crate::run::tests::finding::{ended, finding};
use crate::run::tests::games::{after, game, plan};
use crate::run::timing::process_cost::ProcessCost;
use crate::scenario::{Need, Scenario};
use crate::verdict::Watcher;
use std::time::Duration;

/// Calls `test` with a scheduler that has these results, by the index of the scenario.
fn with<T>(
    plan: &Plan,
    results: &[(usize, ScenarioResult)],
    test: impl Fn(&Scheduler<'_>, &State<'_>) -> T,
) -> T {
    let cost = ProcessCost::default();
    let scheduler =
        Scheduler::new(plan, &plan.scenarios, Duration::ZERO, &NoObserver, (None, &cost));
    let mut state = scheduler.lock();
    state.results = results.iter().cloned().collect();
    test(&scheduler, &state)
}

/// Why the last scenario of a plan is not played.
fn hindrance(plan: &Plan, results: &[(usize, ScenarioResult)]) -> Option<(Verdict, String)> {
    let last = plan.scenarios.len() - 1;
    let why = with(plan, results, |scheduler, state| scheduler.hindrance(state, last));
    why.map(|(verdict, reason)| (verdict, reason.to_string()))
}

fn because(verdict: Verdict, reason: &str) -> Option<(Verdict, String)> {
    Some((verdict, reason.to_owned()))
}

fn lacks(what: &str) -> Text {
    not_offered(&Need::Capability(what.to_owned()))
}

/// A failure that a rule about the text of a line reported.
fn slip(clause: &'static str) -> Finding {
    Finding { watcher: Watcher::Rule("grammar"), ..finding(clause, false) }
}

fn warning(finding: Finding) -> Finding {
    Finding { severity: Severity::Warn, ..finding }
}

#[test]
fn a_scenario_is_not_played_if_what_comes_before_it_did_not_complete() {
    let plan = plan(vec![game("usi/a"), after(game("usi/b"), &["usi/a"])]);
    let check = |first: ScenarioResult, wanted: Option<(Verdict, String)>| {
        assert_eq!(hindrance(&plan, &[(0, first)]), wanted);
    };
    let of = |verdict, reason: &'static str| ended(verdict, Text::plain(reason));
    let complete = |verdict| ScenarioResult { reached_end: true, ..ended(verdict, Text::EMPTY) };
    check(complete(Verdict::Pass), None);
    check(complete(Verdict::Fail), None);
    let missing = lacks("mate");
    let the_same = because(Verdict::Skip, &missing.to_string());
    check(ended(Verdict::Skip, missing.clone()), the_same);
    // Only a scenario that was skipped for it says what the engine lacks.
    check(
        ended(Verdict::Blocked, missing.clone()),
        because(Verdict::Blocked, &missing.to_string()),
    );
    check(of(Verdict::Skip, "x"), because(Verdict::Skip, "usi/a was skipped"));
    let open = because(Verdict::Inconclusive, "usi/a could not be judged");
    check(of(Verdict::Inconclusive, "x"), open);
    check(
        of(Verdict::Blocked, "x did not complete"),
        because(Verdict::Blocked, "x did not complete"),
    );
    let stopped = |verdict, findings: &[Finding]| ScenarioResult {
        stopped_at_line: Some(7),
        findings: findings.to_vec(),
        ..ended(verdict, Text::EMPTY)
    };
    let noted = |line| Finding {
        severity: Severity::Info,
        scenario_line: line,
        ..finding("USI-GO-03", false)
    };
    let uncounted = because(Verdict::Skip, "usi/a did not complete, which does not count here");
    check(stopped(Verdict::Pass, &[noted(Some(7))]), uncounted);
    let unknown = because(Verdict::Blocked, "usi/a did not complete");
    check(stopped(Verdict::Pass, &[]), unknown);
    let at = because(Verdict::Blocked, "usi/a did not complete (USI-GO-03)");
    check(stopped(Verdict::Pass, &[noted(Some(8))]), at.clone());
    check(stopped(Verdict::Warn, &[noted(Some(7))]), at.clone());
    let nowhere =
        ScenarioResult { findings: vec![noted(None)], ..ended(Verdict::Pass, Text::EMPTY) };
    check(nowhere, at.clone());
    // A scenario that failed may have been played to its last step. The worst finding is named.
    let at = because(Verdict::Blocked, "usi/a failed (USI-GO-03)");
    let both = [warning(finding("USI-BM-06", false)), finding("USI-GO-03", false)];
    check(stopped(Verdict::Fail, &both), at);
    let why = because(Verdict::Error, "usi/a, which must come first, is not known");
    assert_eq!(hindrance(&plan, &[]), why);
}

#[test]
fn a_scenario_is_not_played_where_it_does_not_belong() {
    let one = |change: fn(&mut Scenario)| {
        let mut scenario = game("usi/a");
        change(&mut scenario);
        plan(vec![scenario])
    };
    let profile = one(|_| {}).profile;
    assert_eq!(hindrance(&one(|_| {}), &[]), None);
    let mut elsewhere = one(|scenario| scenario.profiles = vec!["x".to_owned(), "y".to_owned()]);
    assert_eq!(hindrance(&elsewhere, &[]), because(Verdict::Skip, "only in profile x, y"));
    elsewhere.scenarios[0].profiles.push(profile.to_owned());
    assert_eq!(hindrance(&elsewhere, &[]), None);

    let needs = one(|scenario| scenario.needs = vec![Need::Option("Style".to_owned())]);
    let missing = not_offered(&needs.scenarios[0].needs[0]).to_string();
    assert_eq!(hindrance(&needs, &[]), because(Verdict::Skip, &missing));
    let declared = with(&needs, &[], |scheduler, _| {
        let mut state = State::default();
        let option = crate::protocol::DeclaredOption {
            name: "Style".to_owned(),
            ..crate::protocol::DeclaredOption::default()
        };
        state.engine_profile.options.push(option);
        scheduler.hindrance(&state, 0)
    });
    assert_eq!(declared, None);

    let ended = one(|_| {});
    ended.cancel.store(true, Ordering::Relaxed);
    let why = because(Verdict::Inconclusive, "the run was ended before its turn");
    assert_eq!(hindrance(&ended, &[]), why);
}

/// What is left of a result of `usi/c`, which comes after `usi/b`, which comes after `usi/a`: verdict, clauses and
/// reason. `earlier`: the findings of `usi/a` and `usi/b`.
fn left(
    earlier: [&[Finding]; 2],
    result: ScenarioResult,
    cancelled: bool,
) -> (Verdict, Vec<&'static str>, Option<String>) {
    let scenarios =
        vec![game("usi/a"), after(game("usi/b"), &["usi/a"]), after(game("usi/c"), &["usi/b"])];
    let plan = plan(scenarios);
    plan.cancel.store(cancelled, Ordering::Relaxed);
    let of = |findings: &[Finding]| ScenarioResult {
        findings: findings.to_vec(),
        ..ended(Verdict::Fail, Text::EMPTY)
    };
    let results = [(0, of(earlier[0])), (1, of(earlier[1]))];
    with(&plan, &results, |scheduler, state| {
        let mut result = result.clone();
        scheduler.leave_to_prerequisites(state, 2, &mut result);
        let clauses = result.findings.iter().map(|finding| finding.clause.0).collect();
        (result.verdict, clauses, result.reason.map(|reason| reason.to_string()))
    })
}

/// A result of a script that reached its end.
fn of(verdict: Verdict, findings: &[Finding]) -> ScenarioResult {
    let findings = findings.to_vec();
    ScenarioResult { findings, reached_end: true, ..ended(verdict, Text::EMPTY) }
}

#[test]
fn a_slip_of_the_text_that_a_prerequisite_has_reported_is_not_reported_again() {
    let result = || of(Verdict::Fail, &[slip("USI-BOOT-01"), slip("USI-BOOT-02")]);
    let known = [slip("USI-BOOT-01")];
    let rest = (Verdict::Fail, vec!["USI-BOOT-02"], None);
    assert_eq!(left([&[], &known], result(), false), rest);
    assert_eq!(left([&known, &[]], result(), false), rest, "its prerequisite counts as well");
    let both = [slip("USI-BOOT-01"), slip("USI-BOOT-02")];
    assert_eq!(left([&[], &both], result(), false), (Verdict::Pass, vec![], None));
    assert_eq!(left([&known, &both[1..]], result(), false), (Verdict::Pass, vec![], None));
    // A lesser violation does not stand for a worse one, and what is not about text depends on the scenario.
    let lesser = [warning(slip("USI-BOOT-01"))];
    let all = (Verdict::Fail, vec!["USI-BOOT-01", "USI-BOOT-02"], None);
    assert_eq!(left([&[], &lesser], result(), false), all);
    assert_eq!(
        left([&[], &lesser], of(Verdict::Warn, &lesser), false),
        (Verdict::Pass, vec![], None)
    );
    let other = || finding("USI-MOVE-04", false);
    let failed = (Verdict::Fail, vec!["USI-MOVE-04"], None);
    assert_eq!(left([&[], &[other()]], of(Verdict::Fail, &[other()]), false), failed);
    let warned = of(Verdict::Fail, &[slip("USI-BOOT-01"), warning(other())]);
    assert_eq!(left([&[], &known], warned, false), (Verdict::Warn, vec!["USI-MOVE-04"], None));
}

#[test]
fn a_script_whose_end_is_only_explained_by_a_prerequisite_is_not_passed() {
    let known = [slip("USI-BOOT-01")];
    let blocked = "what it demands cannot be read: USI-BOOT-01 in usi/b";
    let blocked = || (Verdict::Blocked, vec![], Some(blocked.to_owned()));
    let unread =
        |findings: &[Finding]| ScenarioResult { unread: true, ..of(Verdict::Fail, findings) };
    assert_eq!(left([&[], &known], unread(&known), false), blocked());
    // A warning stays: it is no reason to leave the rest unjudged.
    let odd = [warning(slip("USI-BOOT-01"))];
    assert_eq!(left([&[], &odd], unread(&odd), false), (Verdict::Warn, vec!["USI-BOOT-01"], None));
    let at = |line| [Finding { scenario_line: line, ..slip("USI-BOOT-01") }];
    let stopped = |line: Option<u32>, findings: &[Finding]| ScenarioResult {
        stopped_at_line: line,
        reached_end: false,
        ..of(Verdict::Fail, findings)
    };
    let passed = (Verdict::Pass, vec![], None);
    assert_eq!(left([&[], &known], stopped(Some(7), &at(Some(7))), false), blocked());
    assert_eq!(left([&[], &known], stopped(Some(7), &at(Some(8))), false), passed);
    assert_eq!(left([&[], &known], stopped(None, &at(None)), false), passed);
    let at_its_end = ScenarioResult { reached_end: true, ..stopped(Some(7), &at(Some(7))) };
    assert_eq!(left([&[], &known], at_its_end, false), passed);
    // A script that gives a reason for its end is skipped for that reason.
    let skipped =
        ScenarioResult { reason: Some(Text::plain("x")), ..stopped(Some(7), &at(Some(7))) };
    let reason = Some("x".to_owned());
    assert_eq!(
        left([&[], &known], skipped.clone(), false),
        (Verdict::Skip, vec![], reason.clone())
    );
    let complete = ScenarioResult { reached_end: true, ..skipped };
    assert_eq!(left([&[], &known], complete, false), (Verdict::Pass, vec![], reason));
}

#[test]
fn a_late_reply_that_does_not_count_hides_no_other_violation() {
    let late = || finding("USI-GO-05", true);
    let odd = || warning(finding("USI-BM-06", false));
    let wrong = || finding("USI-MOVE-04", false);
    let of = |verdict, findings: &[Finding], reached_end| ScenarioResult {
        findings: findings.to_vec(),
        reached_end,
        ..ended(verdict, Text::plain("x"))
    };
    let reason = || Some("x".to_owned());
    for open in [Verdict::Flaky, Verdict::Inconclusive] {
        let with_odd = |reached_end| of(open, &[late(), odd()], reached_end);
        let none = [&[][..], &[]];
        let warned = (Verdict::Warn, vec!["USI-BM-06"], None);
        assert_eq!(left(none, with_odd(true), false), warned);
        // A warning does not say why the script did not reach its end.
        let as_it_was = (open, vec!["USI-GO-05", "USI-BM-06"], reason());
        assert_eq!(left(none, with_odd(false), false), as_it_was);
        assert_eq!(left(none, with_odd(true), true), as_it_was, "the user has ended the run");
        let failed = (Verdict::Fail, vec!["USI-MOVE-04"], None);
        assert_eq!(left(none, of(open, &[late(), wrong()], false), false), failed);
        let alone = (open, vec!["USI-GO-05"], reason());
        assert_eq!(left(none, of(open, &[late()], true), false), alone);
    }
    let error = of(Verdict::Error, &[late(), wrong()], true);
    let as_it_was = (Verdict::Error, vec!["USI-GO-05", "USI-MOVE-04"], reason());
    assert_eq!(left([&[], &[]], error, false), as_it_was);
}
