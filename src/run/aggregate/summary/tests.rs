//! Tests of the summary and the verdict of a run.

use super::*;
use crate::protocol::DeclaredOption;
use crate::run::max_fail::MaxFail;
use crate::run::tests::finding::{bundled_scenario, ended, finding};
use crate::run::tests::paper::ms;
use crate::run::tests::run_result::{plan, played};
use crate::transcript::{EventId, ExitStatus, Line};
use crate::verdict::Finding;

/// The verdict of a scenario, and the one clause that the scenario names.
type Ended = (Verdict, &'static str);

#[test]
fn an_engine_that_ends_before_its_first_line_of_the_protocol_was_not_judged() {
    let check = |more: &[Verdict], kinds: Vec<EventKind>, wanted: Conformance| {
        let event = |(id, kind)| Event { id: EventId(id), at: Duration::ZERO, kind };
        let of = |verdict| ended(verdict, Text::EMPTY);
        let mut boot = of(Verdict::Fail);
        boot.transcript.events = kinds.into_iter().enumerate().map(event).collect();
        boot.findings = vec![finding("USI-GEN-14", false)];
        boot.findings[0].events = vec![boot.transcript.events.last().unwrap().id];
        let results: Vec<ScenarioResult> =
            more.iter().map(|verdict| of(*verdict)).chain([boot]).collect();
        let (verdict, _) = conformance(&Judged {
            scenarios: &results,
            interrupted: false,
            severity: &|_| Severity::Fail,
            least: Severity::Fail,
            failed: &|scenario| scenario.verdict == Verdict::Fail,
            accepted: &|_| false,
            is_message: &|line| is_message(&crate::protocol::usi::USI, line),
        });
        assert_eq!(verdict, wanted, "{results:?}");
    };
    let exit = || EventKind::Exit(ExitStatus::Code(1));
    let line = |text: &str| EventKind::Received(Line::new(text));
    let words = EventKind::Stderr(Line::new("no such module"));
    let (open, broken) = (Conformance::Inconclusive, Conformance::Nonconformant);
    check(&[], vec![exit()], open);
    check(&[Verdict::Blocked], vec![words, line(""), line("usage: engine"), exit()], open);
    check(&[], vec![line("id name X"), exit()], broken);
    check(&[], vec![line("usage: engine")], broken);
    check(&[], vec![exit(), line("killed after this")], broken);
    check(&[Verdict::Pass], vec![exit()], broken);
}

fn severity(clause: ClauseId) -> Severity {
    match clause.0 {
        "FAIL" => Severity::Fail,
        "WARN" => Severity::Warn,
        _ => Severity::Info,
    }
}

fn check(scenarios: &[Ended], least: Severity, wanted: Conformance, reason: Option<&str>) {
    let result = |(verdict, clause): &Ended| ScenarioResult {
        clauses: vec![ClauseId(clause)],
        ..ended(*verdict, say!("{id} did not complete", id = "x"))
    };
    let results: Vec<ScenarioResult> = scenarios.iter().map(result).collect();
    let (verdict, why) = conformance(&Judged {
        scenarios: &results,
        interrupted: false,
        severity: &severity,
        least,
        failed: &|scenario| {
            scenario.verdict == Verdict::Fail && scenario.clauses[0].0 != "ACCEPTED"
        },
        accepted: &|scenario| scenario.clauses[0].0 == "ACCEPTED",
        is_message: &|line| line == b"usiok",
    });
    let why = why.map(|why| why.to_string());
    assert_eq!((verdict, why.as_deref()), (wanted, reason), "{scenarios:?}");
}

#[test]
fn a_blocked_scenario_without_a_failure_leaves_the_run_inconclusive() {
    use Conformance::{Conformant, Inconclusive, Nonconformant};
    let (pass, warn) = ((Verdict::Pass, "FAIL"), (Verdict::Warn, "FAIL"));
    let blocked = (Verdict::Blocked, "FAIL");
    let fail = Severity::Fail;
    let reason = "1 of 3 scenarios blocked, and no failure that counts explains it: \
                  x did not complete";
    let nothing = "no scenario could be judged";
    check(&[pass, warn, blocked], fail, Inconclusive, Some(reason));
    let failed = (Verdict::Fail, "FAIL");
    check(&[failed, blocked, blocked], fail, Nonconformant, None);
    // What failed only as it is known to was judged.
    check(&[(Verdict::Fail, "ACCEPTED")], fail, Conformant, None);
    check(&[(Verdict::Blocked, "ACCEPTED")], fail, Inconclusive, Some(nothing));
    // A scenario that can only warn matters only if warnings fail the run.
    let mild = (Verdict::Blocked, "WARN");
    check(&[pass, warn, mild], fail, Conformant, None);
    check(&[pass, warn, mild], Severity::Warn, Inconclusive, Some(reason));
}

#[test]
fn what_could_at_most_warn_and_was_not_judged_leaves_the_verdict_to_the_rest() {
    use Conformance::{Conformant, Inconclusive};
    let pass = (Verdict::Pass, "FAIL");
    let fail = Severity::Fail;
    let none = Some("no scenario could be judged");
    let one = format!("{} could not be judged", bundled_scenario().id);
    let one = Some(one.as_str());
    check(&[pass, (Verdict::Inconclusive, "WARN")], fail, Conformant, None);
    check(&[pass, (Verdict::Inconclusive, "FAIL")], fail, Inconclusive, one);
    check(&[pass, (Verdict::Error, "WARN")], fail, Inconclusive, one);
    // A run with nothing else proves nothing.
    check(&[(Verdict::Inconclusive, "WARN")], fail, Inconclusive, none);
    check(&[(Verdict::Skip, "FAIL")], fail, Inconclusive, none);
    let two = Some("2 scenarios could not be judged");
    let error = (Verdict::Error, "FAIL");
    check(&[pass, error, error], fail, Inconclusive, two);
}

/// What a run says that played the first bundled scenario with this result.
fn summed_up(plan: &Plan, result: ScenarioResult) -> RunResult {
    let planned = std::slice::from_ref(bundled_scenario());
    sum_up(plan, planned, HashMap::from([(0, result)]), &EngineProfile::default(), ms(80))
}

#[test]
fn a_run_that_its_own_limit_ended_is_complete_and_one_that_the_user_ended_is_not() {
    use std::sync::atomic::Ordering;
    let failed = || played("usi/x", Verdict::Fail, &[finding("USI-GO-03", false)]);
    let said = |plan: &Plan| {
        let run = summed_up(plan, failed());
        (run.interrupted, run.verdict)
    };
    let plan = Plan { max_fail: Some(MaxFail::new(1, Vec::new())), ..plan() };
    assert_eq!(said(&plan), (false, Conformance::Nonconformant));
    plan.cancel.store(true, Ordering::Relaxed);
    assert_eq!(said(&plan), (true, Conformance::Inconclusive));
    plan.cancel.store(false, Ordering::Relaxed);
    let limit = plan.max_fail.as_ref().unwrap();
    limit.weigh([failed()].iter(), Severity::Fail, &plan.cancel);
    assert!(plan.cancel.load(Ordering::Relaxed));
    assert_eq!(said(&plan), (false, Conformance::Nonconformant));
}

#[test]
fn a_run_is_summed_up_with_its_scenarios_its_engine_and_its_time() {
    let mut result = played("usi/x", Verdict::Pass, &[]);
    result.spent.windows = ms(30);
    let option = DeclaredOption { name: "Hash".to_owned(), ..DeclaredOption::default() };
    let engine = EngineProfile {
        name: Some("Name".to_owned()),
        author: Some("Author".to_owned()),
        options: vec![option.clone()],
        cut: 4,
        ..EngineProfile::default()
    };
    let planned = std::slice::from_ref(bundled_scenario());
    let results = HashMap::from([(0, result.clone())]);
    let run = sum_up(&plan(), planned, results, &engine, ms(80));
    assert_eq!((run.verdict, run.reason), (Conformance::Conformant, None));
    assert_eq!(run.scenarios, [result]);
    assert_eq!((run.elapsed, run.time.spent.windows), (ms(80), ms(30)));
    assert_eq!(run.engine.command, ["engine"]);
    assert_eq!(run.engine.name.as_deref(), Some("Name"));
    assert_eq!(run.engine.author.as_deref(), Some("Author"));
    assert_eq!((run.engine.options, run.engine.options_cut), (vec![option], 4));
    // A run that could not begin has only the reason.
    let run = nothing(&plan(), Text::plain("no engine"));
    assert_eq!(run.reason.unwrap(), "no engine");
    assert_eq!((run.verdict, run.scenarios.len()), (Conformance::Inconclusive, 0));
    assert!(run.started.is_some());
}

#[test]
fn a_prerequisite_of_another_shard_is_reported_if_something_was_wrong_in_it() {
    let check = |prerequisite_only, verdict, findings: &[Finding], reported: bool| {
        let scenario = played("usi/x", verdict, findings);
        let run = summed_up(&plan(), ScenarioResult { prerequisite_only, ..scenario });
        assert_eq!(run.scenarios.len(), usize::from(reported), "{verdict:?} {findings:?}");
    };
    let remark = Finding { severity: Severity::Info, ..finding("USI-GO-03", false) };
    for verdict in Verdict::ALL {
        let in_order = matches!(verdict, Verdict::Pass | Verdict::Skip | Verdict::Blocked);
        check(true, verdict, &[], !in_order);
        check(true, verdict, std::slice::from_ref(&remark), true);
        check(false, verdict, &[], true);
    }
}

#[test]
fn a_clause_is_exercised_by_scenarios_that_ended_and_broken_by_findings_that_hold() {
    let catalogue = plan().dialect.catalogue();
    let ids: Vec<ClauseId> = catalogue.clauses.iter().map(|clause| clause.id).collect();
    let of = |clause: usize, verdict, findings: &[(usize, Severity)]| {
        let findings: Vec<Finding> = findings
            .iter()
            .map(|(clause, severity)| Finding {
                severity: *severity,
                ..finding(ids[*clause].0, false)
            })
            .collect();
        ScenarioResult { clauses: vec![ids[clause]], ..played("usi/x", verdict, &findings) }
    };
    let (fail, warn) = (Severity::Fail, Severity::Warn);
    let mut stopped = of(1, Verdict::Fail, &[(5, warn)]);
    stopped.reached_end = false;
    let scenarios = [
        of(0, Verdict::Pass, &[]),
        of(0, Verdict::Warn, &[(0, warn)]),
        of(0, Verdict::Fail, &[(0, fail), (4, Severity::Info)]),
        stopped,
        of(2, Verdict::Flaky, &[(2, fail)]),
        of(3, Verdict::Skip, &[]),
    ];
    let row = |clause: usize, worst, exercised, findings| ClauseResult {
        clause: ids[clause],
        worst,
        exercised,
        findings,
    };
    assert_eq!(
        clauses(catalogue, &scenarios),
        [row(0, Some(fail), 3, 2), row(4, Some(Severity::Info), 0, 1), row(5, Some(warn), 0, 1)]
    );
    assert_eq!(clauses(catalogue, &scenarios[..1]), [row(0, None, 1, 0)]);
}

#[test]
fn a_doubt_about_a_warning_is_no_doubt_about_a_failure() {
    let check = |clauses: &[&'static str], doubts: &[Severity], wanted| {
        let finding = |severity: &Severity| Finding { severity: *severity, ..finding("X", true) };
        let findings: Vec<Finding> = doubts.iter().map(finding).collect();
        let open = ScenarioResult {
            clauses: clauses.iter().copied().map(ClauseId).collect(),
            ..played("usi/open", Verdict::Inconclusive, &findings)
        };
        let results = [played("usi/x", Verdict::Pass, &[]), open];
        let (verdict, _) = conformance(&Judged {
            scenarios: &results,
            interrupted: false,
            severity: &severity,
            least: Severity::Fail,
            failed: &|_| false,
            accepted: &|_| false,
            is_message: &|_| true,
        });
        assert_eq!(verdict, wanted, "{clauses:?} {doubts:?}");
    };
    let (conformant, open) = (Conformance::Conformant, Conformance::Inconclusive);
    check(&["FAIL"], &[Severity::Warn], conformant);
    check(&["FAIL"], &[Severity::Info, Severity::Warn], conformant);
    check(&["WARN"], &[Severity::Warn, Severity::Fail], open);
    // A remark is no doubt: then it is about the clauses that the scenario names.
    check(&["FAIL"], &[Severity::Info], open);
    check(&["WARN"], &[Severity::Info], conformant);
    check(&["WARN", "FAIL"], &[], open);
    check(&[], &[], open);
}
