//! Tests of the parts of a run as one run.

use super::*;
use crate::protocol::DeclaredOption;
use crate::run::known::{KnownResult, KnownStanding};
use crate::run::shards::{PartOf, Shard};
use crate::run::started::Started;
use crate::run::tests::finding::{ended, finding};
use crate::run::tests::paper::ms;
use crate::run::tests::run_result::{known, played, run_of};
use crate::snapshot::diff::Diff;
use crate::snapshot::result::{SnapshotResult, SnapshotStanding, SnapshotsResult};
use crate::verdict::Severity;

/// A report with this name.
pub(super) fn part(name: &str, run: RunResult) -> Part {
    Part { name: name.to_owned(), run }
}

/// A shard in which the scenario with the number of the shard passed.
pub(super) fn shard(index: u32, of: u32) -> Part {
    let all = (1..=of).map(|index| format!("usi/{index}")).collect();
    let run = run_of(vec![played(&format!("usi/{index}"), Verdict::Pass, &[])]);
    let part_of = PartOf { shard: Shard { index, of }, all };
    part(&format!("{index}.json"), RunResult { part: Some(part_of), ..run })
}

/// The same part if its engine did not start.
fn unplayed(mut part: Part) -> Part {
    part.run.scenarios.clear();
    part.run.reason = Some(Text::plain("no engine"));
    part
}

fn united(parts: Vec<Part>) -> RunResult {
    unite(parts, None).unwrap()
}

fn found(clause: &'static str, severity: Severity, timing: bool) -> Finding {
    Finding { severity, ..finding(clause, timing) }
}

fn scenario(verdict: Verdict, findings: &[Finding]) -> ScenarioResult {
    ScenarioResult { findings: findings.to_vec(), attempts: 1, ..ended(verdict, Text::EMPTY) }
}

#[test]
fn what_was_played_along_counts_where_it_went_worse_and_nothing_certain_is_lost() {
    let wrong = found("WRONG", Severity::Fail, false);
    let warned = found("WARNED", Severity::Warn, false);
    let noted = found("NOTED", Severity::Info, false);
    let late = found("LATE", Severity::Fail, true);
    let check = |own: ScenarioResult, prerequisite: ScenarioResult, verdict, clauses: &[&str]| {
        let mut known = own;
        let prerequisite = ScenarioResult { prerequisite_only: true, ..prerequisite };
        take_in(&mut known, prerequisite);
        let reported: Vec<&str> = known.findings.iter().map(|found| found.clause.0).collect();
        assert_eq!((known.verdict, &reported[..]), (verdict, clauses));
        assert!(!known.prerequisite_only);
    };
    let pass = || scenario(Verdict::Pass, &[]);
    let fail = || scenario(Verdict::Fail, std::slice::from_ref(&wrong));
    let warn = || scenario(Verdict::Warn, std::slice::from_ref(&warned));
    let flaky = || scenario(Verdict::Flaky, std::slice::from_ref(&late));
    check(pass(), fail(), Verdict::Fail, &["WRONG"]);
    check(fail(), fail(), Verdict::Fail, &["WRONG"]);
    check(fail(), warn(), Verdict::Fail, &["WRONG", "WARNED"]);
    check(warn(), fail(), Verdict::Fail, &["WRONG", "WARNED"]);
    check(flaky(), warn(), Verdict::Warn, &["WARNED"]);
    check(warn(), flaky(), Verdict::Warn, &["WARNED"]);
    check(pass(), flaky(), Verdict::Flaky, &["LATE"]);
    let other = || scenario(Verdict::Flaky, &[found("OTHER", Severity::Fail, true)]);
    check(flaky(), other(), Verdict::Flaky, &["LATE", "OTHER"]);
    let failed = scenario(Verdict::Fail, std::slice::from_ref(&late));
    check(failed, warn(), Verdict::Fail, &["LATE", "WARNED"]);
    let slow = scenario(Verdict::Warn, &[found("SLOW", Severity::Warn, true)]);
    check(fail(), slow, Verdict::Fail, &["WRONG", "SLOW"]);
    let open = scenario(Verdict::Inconclusive, std::slice::from_ref(&late));
    check(pass(), open, Verdict::Inconclusive, &["LATE"]);
    let noted = scenario(Verdict::Pass, &[noted]);
    check(pass(), noted, Verdict::Pass, &["NOTED"]);
    check(pass(), scenario(Verdict::Error, &[]), Verdict::Error, &[]);
}

#[test]
fn shards_become_one_run_of_all_scenarios() {
    let run = united(vec![shard(3, 3), shard(1, 3), shard(2, 3)]);
    let ids: Vec<&str> = run.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    assert_eq!(ids, ["usi/1", "usi/2", "usi/3"]);
    assert_eq!((run.verdict, &run.reason, &run.part), (Conformance::Conformant, &None, &None));
    assert!(!run.clauses.is_empty());
    assert!(run.clauses.iter().all(|clause| clause.exercised == 3), "{:?}", run.clauses);
}

#[test]
fn the_whole_run_took_as_long_as_its_longest_part_and_has_one_engine() {
    let option = |name: &str| DeclaredOption { name: name.to_owned(), ..DeclaredOption::default() };
    let declared = [vec!["A"], vec!["B", "C"], vec!["D", "E"]];
    let parts: Vec<Part> = (1..)
        .zip(declared)
        .map(|(index, declared)| {
            let mut part = shard(index, 3);
            part.run.quick = true;
            part.run.jobs = [4, 9, 2][index as usize - 1];
            part.run.elapsed = ms([20, 50, 30][index as usize - 1]);
            let second = [7, 8, 2][index as usize - 1];
            part.run.started = Started::try_from(format!("2026-11-23T19:14:0{second}Z")).ok();
            part.run.engine.options = declared.into_iter().map(option).collect();
            part.run.engine.options_cut = [0, 5, 0][index as usize - 1];
            part
        })
        .collect();
    let mut named = parts.clone();
    named[1].run.engine.name = Some("Name".to_owned());
    named[2].run.engine.author = Some("Author".to_owned());
    let run = united(named);
    assert_eq!((run.jobs, run.elapsed, run.quick), (9, ms(50), true));
    assert_eq!(run.started.map(String::from).as_deref(), Some("2026-11-23T19:14:02Z"));
    assert_eq!(run.engine.name.as_deref(), Some("Name"));
    assert_eq!(run.engine.author.as_deref(), Some("Author"));
    assert_eq!(run.engine.options, [option("B"), option("C")]);
    assert_eq!(run.engine.options_cut, 5, "the list of options is not complete");
    assert!(!run.interrupted);
    let mut stopped = parts;
    stopped[1].run.interrupted = true;
    stopped[2].run.quick = false;
    let run = united(stopped);
    assert_eq!((run.interrupted, run.quick), (true, false));
    assert_eq!(run.verdict, Conformance::Inconclusive);
}

#[test]
fn a_part_whose_engine_did_not_start_leaves_the_run_inconclusive_unless_it_failed() {
    let check = |parts: Vec<Part>, verdict, reason: Option<&str>| {
        let run = united(parts);
        let why = run.reason.map(|reason| reason.to_string());
        assert_eq!((run.verdict, why.as_deref()), (verdict, reason));
    };
    let open = Conformance::Inconclusive;
    check(vec![shard(1, 2), unplayed(shard(2, 2))], open, Some("shard 2/2: no engine"));
    check(vec![unplayed(shard(1, 1))], open, Some("no engine"));
    let alone = |name: &str| part(name, run_of(vec![played(name, Verdict::Pass, &[])]));
    check(vec![alone("usi/a"), unplayed(alone("usi/b"))], open, Some("no engine"));
    check(vec![unplayed(alone("usi/a"))], open, Some("no engine"));
    let mut silent = unplayed(shard(2, 2));
    silent.run.reason = None;
    check(vec![shard(1, 2), silent], open, Some("shard 2/2: nothing was played"));
    let mut failed = shard(1, 2);
    let wrong = found("USI-GO-03", Severity::Fail, false);
    failed.run.scenarios = vec![played("usi/1", Verdict::Fail, &[wrong])];
    check(vec![failed, unplayed(shard(2, 2))], Conformance::Nonconformant, None);
    check(vec![alone("usi/a"), alone("usi/b")], Conformance::Conformant, None);
}

#[test]
fn a_known_failure_is_stale_only_if_every_shard_was_played() {
    let knowing = |index| {
        let mut part = shard(index, 2);
        let known = known(None, Some("usi/1"));
        part.run.known = vec![KnownResult { known, standing: KnownStanding::Unknown, findings: 0 }];
        part
    };
    let unplayed = |index| {
        let mut part = unplayed(knowing(index));
        part.run.known.clear();
        part
    };
    let check = |parts: Vec<Part>, standing, verdict| {
        let run = united(parts);
        let standings: Vec<_> = run.known.iter().map(|known| known.standing).collect();
        assert_eq!((&standings[..], run.verdict), (&[standing][..], verdict));
    };
    let (stale, unknown) = (KnownStanding::Stale, KnownStanding::Unknown);
    check(vec![knowing(1), knowing(2)], stale, Conformance::Nonconformant);
    check(vec![knowing(1), unplayed(2)], unknown, Conformance::Inconclusive);
    check(vec![unplayed(1), knowing(2)], unknown, Conformance::Inconclusive);
    // One report alone is judged again too.
    let mut alone = knowing(1);
    alone.run.part = None;
    check(vec![alone], stale, Conformance::Nonconformant);
}

#[test]
fn what_fails_the_run_can_be_chosen_again() {
    let warned = [found("USI-GO-03", Severity::Warn, false)];
    let scenario = || vec![played("usi/1", Verdict::Warn, &warned)];
    let lost = SnapshotResult {
        scenario: "usi/1".to_owned(),
        standing: SnapshotStanding::Lost,
        file: String::new(),
        other_script: false,
        reason: String::new(),
        diff: Diff::default(),
    };
    let snapshots = |counted| SnapshotsResult {
        folder: "kept".to_owned(),
        counted,
        unchanged: 0,
        written: 0,
        reported: vec![lost.clone()],
        unreferenced: Vec::new(),
        errors: Vec::new(),
    };
    let check = |counted, fail_on, verdict| {
        let mut alone = part("alone.json", run_of(scenario()));
        let mut first = shard(1, 2);
        first.run.scenarios = scenario();
        for part in [&mut alone, &mut first] {
            part.run.snapshots = Some(snapshots(counted));
        }
        for parts in [vec![alone], vec![first, shard(2, 2)]] {
            let run = unite(parts, fail_on).unwrap();
            assert_eq!(run.verdict, verdict, "{counted} {fail_on:?} {:?}", run.reason);
        }
    };
    check(false, None, Conformance::Conformant);
    check(true, None, Conformance::Inconclusive);
    check(true, Some((FailOn::Fail, false)), Conformance::Conformant);
    check(false, Some((FailOn::Fail, true)), Conformance::Inconclusive);
    check(false, Some((FailOn::Warn, false)), Conformance::Nonconformant);
}

#[test]
fn a_scenario_of_two_reports_is_refused_unless_one_played_it_as_a_prerequisite() {
    let report = |name: &str| part(name, run_of(vec![played("usi/1", Verdict::Pass, &[])]));
    let said = unite(vec![report("a.json"), report("b.json")], None).unwrap_err();
    assert_eq!(said, "usi/1 is in \"a.json\" and in \"b.json\"");
    let before = || {
        let wrong = found("USI-GO-03", Severity::Fail, false);
        let first = played("usi/1", Verdict::Fail, &[wrong]);
        let mut part = shard(2, 2);
        part.run.scenarios.insert(0, ScenarioResult { prerequisite_only: true, ..first });
        part
    };
    for first in [shard(1, 2), unplayed(shard(1, 2))] {
        let run = united(vec![first, before()]);
        let scenarios: Vec<_> = run
            .scenarios
            .iter()
            .map(|one| (one.id.as_str(), one.verdict, one.prerequisite_only))
            .collect();
        let expected = [("usi/1", Verdict::Fail, false), ("usi/2", Verdict::Pass, false)];
        assert_eq!(scenarios, expected);
        assert_eq!(run.verdict, Conformance::Nonconformant);
    }
}
