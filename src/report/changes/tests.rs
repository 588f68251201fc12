//! Each kind of change, with one that shows it and a near miss that does not, in reports made by hand.

use super::types::{ClauseChange, ClauseWhat, NoteKind};
use super::words;
use super::{Changes, Mismatch, Outcome, Way, between};
use crate::report::changes::formats::FORMATS;
use crate::report::fixtures;
use crate::report::json::ReportV1;
use crate::report::json::types::{
    ConformanceV1, LatencyV1, OptionV1, ScenarioV1, SeverityV1, VerdictV1,
};
use crate::report::terminal::changes::plain;
use crate::report::{Style, hostile};
use crate::run::result::Conformance;
use crate::verdict::{Severity, Verdict};

/// A report of scenarios: id, verdict, and what is held against the engine in it.
type Told<'a> = (&'a str, Verdict, &'a [(&'static str, Severity)]);

fn report(scenarios: &[Told<'_>]) -> ReportV1 {
    let scenarios = scenarios.iter().map(|(id, verdict, findings)| {
        let mut scenario = fixtures::scenario(id, *verdict);
        let findings = findings.iter();
        scenario.findings = findings
            .map(|(clause, severity)| fixtures::finding(clause, *severity, &[]))
            .collect();
        scenario.reached_end = true;
        scenario
    });
    let run = fixtures::run(Conformance::Nonconformant, scenarios.collect());
    let catalogue = fixtures::catalogue();
    let report = fixtures::report(&run, &catalogue);
    let mut report = ReportV1::of(report.run, report.host);
    report.latencies.clear();
    report
}

fn passing(ids: &[&str]) -> ReportV1 {
    let all: Vec<Told<'_>> = ids.iter().map(|id| (*id, Verdict::Pass, &[][..])).collect();
    report(&all)
}

/// Compares both ways, and holds that what is worse one way is better the other.
fn compare(old: &ReportV1, new: &ReportV1) -> Changes {
    let there = between(old, new).expect("they can be compared");
    let back = between(new, old).expect("they can be compared");
    let ways = |changes: &Changes, way: Way| {
        let clauses = changes.clauses.iter().map(|change| change.way);
        let scenarios = changes.scenarios.iter().map(|change| change.way);
        clauses
            .chain(scenarios)
            .filter(|found| *found == way)
            .count()
    };
    assert_eq!(
        ways(&there, Way::Worse),
        ways(&back, Way::Better),
        "{there:#?}{back:#?}"
    );
    assert_eq!(ways(&there, Way::Better), ways(&back, Way::Worse));
    assert_eq!(ways(&there, Way::Changed), ways(&back, Way::Changed));
    let flipped: Vec<bool> = back.messages.iter().map(|change| !change.came).collect();
    assert_eq!(
        there
            .messages
            .iter()
            .map(|change| change.came)
            .collect::<Vec<_>>(),
        flipped
    );
    assert_eq!(there.is_empty(), back.is_empty());
    there
}

/// The sentences, as they stand in a terminal.
fn told(changes: &Changes) -> Vec<String> {
    words::sentences(changes)
        .iter()
        .map(|sentence| plain(&sentence.parts))
        .collect()
}

const BOOT: &str = "USI-BOOT-04";
const PONDER: &str = "USI-PON-01";
const FAIL: Severity = Severity::Fail;
const WARN: Severity = Severity::Warn;

fn one(changes: &Changes) -> &ClauseChange {
    let [change] = &changes.clauses[..] else {
        panic!("one clause, not {:#?}", changes.clauses);
    };
    change
}

fn what(old: &[Told<'_>], new: &[Told<'_>]) -> (ClauseWhat, Way, Outcome) {
    let changes = compare(&report(old), &report(new));
    let change = one(&changes);
    (change.what, change.way, changes.outcome)
}

fn no_news(old: &[Told<'_>], new: &[Told<'_>]) {
    let changes = compare(&report(old), &report(new));
    assert_eq!(
        (changes.clauses, changes.outcome),
        (Vec::new(), Outcome::Good)
    );
}

#[test]
fn a_report_and_itself_have_nothing_to_tell() {
    for run in [
        fixtures::conformant(),
        fixtures::broken(),
        fixtures::hostile(),
        fixtures::repeated(),
    ] {
        let catalogue = fixtures::catalogue();
        let made = fixtures::report(&run, &catalogue);
        let report = ReportV1::of(made.run, made.host);
        let changes = compare(&report, &report);
        assert!(
            changes.is_empty()
                && changes
                    .notes
                    .iter()
                    .all(|note| note.kind == NoteKind::Incomplete)
        );
        assert_ne!(changes.outcome, Outcome::Worse);
        assert_eq!(told(&changes), [""; 0]);
    }
}

#[test]
fn a_clause_that_was_kept_and_is_not_is_newly_broken_or_fixed() {
    let kept: &[Told<'_>] = &[("usi/a", Verdict::Pass, &[])];
    let broken: &[Told<'_>] = &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)])];
    assert_eq!(
        what(kept, broken),
        (ClauseWhat::Broken, Way::Worse, Outcome::Worse)
    );
    assert_eq!(
        what(broken, kept),
        (ClauseWhat::Fixed, Way::Better, Outcome::Good)
    );
    let changes = compare(&report(kept), &report(broken));
    assert_eq!(
        told(&changes),
        [
            "USI-PON-01 (go ponder holds back bestmove) is newly broken: bestmove came while the engine was told to \
          ponder [usi/a]"
        ]
    );
    assert!(changes.is_worse_in("usi/a") && !changes.is_worse_in("usi/b"));
    // What is only noted is never held against the engine.
    no_news(
        kept,
        &[("usi/a", Verdict::Pass, &[(PONDER, Severity::Info)])],
    );
}

#[test]
fn a_breach_that_only_moved_is_no_news() {
    no_news(
        &[
            ("usi/a", Verdict::Fail, &[(PONDER, FAIL)]),
            ("usi/b", Verdict::Pass, &[]),
        ],
        &[
            ("usi/a", Verdict::Pass, &[]),
            ("usi/b", Verdict::Fail, &[(PONDER, FAIL)]),
        ],
    );
}

#[test]
fn a_breach_that_spread_is_worse() {
    let one: &[Told<'_>] = &[
        ("usi/a", Verdict::Fail, &[(PONDER, FAIL)]),
        ("usi/b", Verdict::Pass, &[]),
    ];
    let two: &[Told<'_>] = &[
        ("usi/a", Verdict::Fail, &[(PONDER, FAIL)]),
        ("usi/b", Verdict::Fail, &[(PONDER, FAIL)]),
    ];
    assert_eq!(
        what(one, two),
        (ClauseWhat::Spread, Way::Worse, Outcome::Worse)
    );
    assert_eq!(
        what(two, one),
        (ClauseWhat::Receded, Way::Better, Outcome::Good)
    );
    // Where it could not have shown before, nobody can say that it spread.
    no_news(
        &[
            ("usi/a", Verdict::Fail, &[(PONDER, FAIL)]),
            ("usi/b", Verdict::Blocked, &[]),
        ],
        two,
    );
}

#[test]
fn a_warning_that_became_a_failure_is_worse() {
    let warned: &[Told<'_>] = &[("usi/a", Verdict::Warn, &[(PONDER, WARN)])];
    let failed: &[Told<'_>] = &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)])];
    assert_eq!(
        what(warned, failed),
        (ClauseWhat::Graver, Way::Worse, Outcome::Worse)
    );
    assert_eq!(
        what(failed, warned),
        (ClauseWhat::Milder, Way::Better, Outcome::Good)
    );
    assert_eq!(
        what(&[("usi/a", Verdict::Pass, &[])], warned).0,
        ClauseWhat::Broken
    );
    no_news(warned, warned);
}

#[test]
fn what_is_not_settled_is_never_newly_broken() {
    let kept: &[Told<'_>] = &[("usi/a", Verdict::Pass, &[])];
    for verdict in [Verdict::Flaky, Verdict::Inconclusive, Verdict::Error] {
        let unsettled: &[Told<'_>] = &[("usi/a", verdict, &[(PONDER, FAIL)])];
        no_news(kept, unsettled);
        // Nor is it where only the older run was not settled.
        let broken: &[Told<'_>] = &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)])];
        assert_eq!(
            what(unsettled, broken),
            (ClauseWhat::Revealed, Way::Changed, Outcome::Good)
        );
        assert_eq!(
            what(broken, unsettled),
            (ClauseWhat::Hidden, Way::Changed, Outcome::Good)
        );
    }
}

#[test]
fn what_could_not_have_shown_before_is_not_newly_broken() {
    let broken: &[Told<'_>] = &[("usi/a", Verdict::Fail, &[(PONDER, FAIL)])];
    assert_eq!(
        what(&[("usi/a", Verdict::Blocked, &[])], broken).0,
        ClauseWhat::Revealed
    );
    // It ended before it came to that.
    let mut old = report(&[("usi/a", Verdict::Fail, &[(BOOT, FAIL)])]);
    let new = report(&[("usi/a", Verdict::Fail, &[(BOOT, FAIL), (PONDER, FAIL)])]);
    old.scenarios[0].reached_end = false;
    assert_eq!(one(&compare(&old, &new)).what, ClauseWhat::Revealed);
    old.scenarios[0].reached_end = true;
    assert_eq!(one(&compare(&old, &new)).what, ClauseWhat::Broken);
    // What the engine offers for the first time, and does wrong, is.
    assert_eq!(
        what(&[("usi/a", Verdict::Skip, &[])], broken),
        (ClauseWhat::Broken, Way::Worse, Outcome::Worse)
    );
}

#[test]
fn what_a_rule_saw_by_the_way_proves_nothing_of_a_process_that_heard_other_lines() {
    // The scenarios are about PONDER; what is wrong with BOOT was seen by the way.
    let aside: &[Told<'_>] = &[("usi/a", Verdict::Warn, &[(BOOT, WARN)])];
    let skipped: &[Told<'_>] = &[("usi/a", Verdict::Skip, &[])];
    assert_eq!(
        what(skipped, aside),
        (ClauseWhat::Revealed, Way::Changed, Outcome::Good)
    );
    let kept: &[Told<'_>] = &[("usi/a", Verdict::Pass, &[])];
    assert_eq!(what(kept, aside).0, ClauseWhat::Broken);
    let (old, mut new) = (report(kept), report(aside));
    new.scenarios[0].behind = vec!["usi/b".to_owned()];
    assert_eq!(one(&compare(&old, &new)).what, ClauseWhat::Revealed);
    new.scenarios[0].findings[0].clause = PONDER.to_owned();
    assert_eq!(one(&compare(&old, &new)).what, ClauseWhat::Broken);
}

#[test]
fn a_known_failure_is_told_and_does_not_count() {
    let old = passing(&["usi/a"]);
    let mut new = report(&[("usi/a", Verdict::Fail, &[(PONDER, FAIL), (PONDER, FAIL)])]);
    new.scenarios[0].findings[0].known = Some("as GUIs want it".to_owned());
    assert_eq!(
        between(&old, &new).expect("comparable").outcome,
        Outcome::Worse
    );
    new.scenarios[0].findings[1].known = Some("as GUIs want it".to_owned());
    let changes = between(&old, &new).expect("comparable");
    assert_eq!(
        (one(&changes).way, changes.outcome),
        (Way::Changed, Outcome::Good)
    );
    assert!(
        told(&changes)[0].ends_with("[usi/a]. A known failure: as GUIs want it"),
        "{:?}",
        told(&changes)
    );
}

#[test]
fn scenarios_that_are_not_judged_any_longer_are_worse() {
    let judged = passing(&["usi/a", "usi/b"]);
    let with = |verdict| {
        let mut report = report(&[("usi/a", Verdict::Pass, &[]), ("usi/b", verdict, &[])]);
        report.scenarios[1].reason = Some("it lacks ponder".to_owned());
        report
    };
    for (verdict, word) in [(Verdict::Skip, "skipped"), (Verdict::Blocked, "blocked")] {
        let changes = compare(&judged, &with(verdict));
        assert_eq!(changes.outcome, Outcome::Worse);
        let expected = format!("1 scenario is {word} that was judged: it lacks ponder [usi/b]");
        assert!(told(&changes).contains(&expected), "{:?}", told(&changes));
        assert_eq!(compare(&with(verdict), &judged).outcome, Outcome::Good);
    }
    for verdict in [Verdict::Flaky, Verdict::Inconclusive] {
        let changes = compare(&judged, &with(verdict));
        assert_eq!(
            (changes.outcome, changes.scenarios[0].way),
            (Outcome::Good, Way::Changed)
        );
    }
    assert!(compare(&with(Verdict::Skip), &with(Verdict::Skip)).is_empty());
}

#[test]
fn a_clause_that_nothing_examines_any_longer_is_named() {
    let clauses = |report: &mut ReportV1, all: [&str; 2]| {
        for (scenario, clause) in report.scenarios.iter_mut().zip(all) {
            scenario.clauses = vec![clause.to_owned()];
        }
    };
    let mut old = passing(&["usi/a", "usi/b"]);
    let mut new = report(&[("usi/a", Verdict::Pass, &[]), ("usi/b", Verdict::Skip, &[])]);
    clauses(&mut old, [BOOT, PONDER]);
    clauses(&mut new, [BOOT, PONDER]);
    assert_eq!(compare(&old, &new).no_longer_examined, [PONDER]);
    assert_eq!(compare(&new, &old).newly_examined, [PONDER]);
    // Another scenario still does.
    clauses(&mut old, [PONDER, PONDER]);
    clauses(&mut new, [PONDER, PONDER]);
    assert_eq!(compare(&old, &new).no_longer_examined, [""; 0]);
}

#[test]
fn only_what_is_in_both_is_compared_and_the_rest_is_told() {
    let old = report(&[
        ("usi/a", Verdict::Pass, &[]),
        ("usi/old", Verdict::Fail, &[(BOOT, FAIL)]),
    ]);
    let new = report(&[
        ("usi/a", Verdict::Pass, &[]),
        ("usi/new", Verdict::Fail, &[(PONDER, FAIL)]),
    ]);
    let changes = compare(&old, &new);
    assert_eq!((changes.compared, changes.clauses.len()), (1, 0));
    assert_eq!(
        plain(&words::extent(&changes)),
        "1 scenario in both reports; 1 only in the older one (usi/old); 1 only in the newer one (usi/new)"
    );
}

fn option(name: &str) -> OptionV1 {
    OptionV1 {
        name: name.to_owned(),
        kind: "spin".to_owned(),
        default: Some("16".to_owned()),
        min: Some(1),
        max: Some(1024),
        choices: Vec::new(),
    }
}

/// What is told of options that were these and are those.
fn options(old: Vec<OptionV1>, new: Vec<OptionV1>) -> Vec<String> {
    let mut reports = [passing(&["usi/a"]), passing(&["usi/a"])];
    reports[0].engine.options = old;
    reports[1].engine.options = new;
    let changes = compare(&reports[0], &reports[1]);
    assert_eq!(changes.outcome, Outcome::Good);
    told(&changes)
}

#[test]
fn options_that_came_went_or_are_declared_otherwise_are_told() {
    let check = |change: &dyn Fn(&mut OptionV1), expected: &str| {
        let mut new = option("Hash");
        change(&mut new);
        assert_eq!(options(vec![option("Hash")], vec![new]), [expected]);
    };
    check(
        &|new| new.default = Some("32".to_owned()),
        "The option \"Hash\" has the default \"32\" instead of \"16\"",
    );
    check(
        &|new| new.default = None,
        "The option \"Hash\" has the default none instead of \"16\"",
    );
    check(
        &|new| new.max = Some(64),
        "The option \"Hash\" goes from 1 to 64 instead of from 1 to 1024",
    );
    check(
        &|new| new.kind = "string".to_owned(),
        "The option \"Hash\" has the type \"string\" instead of \"spin\"",
    );
    check(
        &|new| new.choices.push("a".to_owned()),
        "The option \"Hash\" also offers \"a\"",
    );
    check(
        &|new| new.name = "USI_Hash".to_owned(),
        "The option \"Hash\" is called \"USI_Hash\" now",
    );
    assert_eq!(
        options(vec![option("A")], vec![option("A"), option("B")]),
        ["The option \"B\" is new (spin, default \"16\", from 1 to 1024)"]
    );
    assert_eq!(
        options(vec![option("A"), option("B")], vec![option("A")]),
        ["The option \"B\" is gone"]
    );
}

#[test]
fn another_order_of_options_is_one_remark() {
    let row = |names: &[&str]| names.iter().map(|name| option(name)).collect::<Vec<_>>();
    assert_eq!(
        options(row(&["A", "B", "C"]), row(&["C", "A", "B"])),
        ["The options stand in another order."]
    );
    assert_eq!(options(row(&["A", "B"]), row(&["A", "New", "B"])).len(), 1);
    // One that is asked twice tells all of them twice.
    assert_eq!(
        options(row(&["A", "B"]), row(&["A", "B", "A", "B"])),
        [""; 0]
    );
    let choices = |all: [&str; 2]| OptionV1 {
        choices: all.map(str::to_owned).to_vec(),
        ..option("Style")
    };
    assert_eq!(
        options(vec![choices(["x", "y"])], vec![choices(["y", "x"])]),
        ["The option \"Style\" has its choices in another order"]
    );
    // Two that could be meant are two that went and two that came.
    assert_eq!(options(row(&["a b", "a-b"]), row(&["a_b", "AB"])).len(), 4);
}

#[test]
fn an_engine_that_was_never_booted_has_lost_no_options() {
    let mut old = passing(&["usi/a"]);
    old.engine.options = vec![option("A")];
    let mut new = report(&[("usi/a", Verdict::Fail, &[(BOOT, FAIL)])]);
    new.engine.name = None;
    new.engine.options = Vec::new();
    let changes = compare(&old, &new);
    assert_eq!((changes.options.len(), changes.engine.len()), (0, 0));
}

#[test]
fn another_name_or_author_is_told() {
    let (old, mut new) = (passing(&["usi/a"]), passing(&["usi/a"]));
    new.engine.name = Some("other 2".to_owned());
    new.engine.author = None;
    let changes = compare(&old, &new);
    let told = told(&changes);
    assert!(
        told[0].starts_with("The engine calls itself \"other 2\"; before: \""),
        "{told:?}"
    );
    assert!(
        told[1].starts_with("The engine gives as its author nothing; before: \""),
        "{told:?}"
    );
    assert_eq!(changes.outcome, Outcome::Good);
}

/// Scenarios in which the engine wrote these lines.
fn spoke(times: usize, lines: &str) -> ReportV1 {
    let ids: Vec<String> = (0..times).map(|number| format!("usi/{number}")).collect();
    let mut report = passing(&ids.iter().map(String::as_str).collect::<Vec<_>>());
    let mut said = fixtures::scenario("x", Verdict::Pass);
    said.transcript = fixtures::transcript(lines);
    let said = ScenarioV1::from(&said);
    for scenario in &mut report.scenarios {
        scenario.transcript = said.transcript.clone();
    }
    report
}

#[test]
fn words_of_info_that_came_or_went_are_told() {
    let plain = "0 > go\n1 < info depth 1 score cp 5 nodes 9\n2 < bestmove 7g7f";
    let more =
        "0 > go\n1 < info depth 1 score cp 5 tbhits 0\n2 < bestmove 7g7f ponder 3c3d\n3 < hello";
    let changes = compare(&spoke(9, plain), &spoke(9, more));
    let mut found = told(&changes);
    found.sort();
    assert_eq!(
        found,
        [
            "\"bestmove\" lines have \"ponder\" now (in 9 of 9 scenarios)",
            "\"info\" lines do not have \"nodes\" any more (before, in 9 of 9 scenarios)",
            "\"info\" lines have \"tbhits\" now (in 9 of 9 scenarios)",
            "The engine writes lines that are no message of the protocol (in 9 of 9 scenarios)",
        ]
    );
    assert_eq!(changes.outcome, Outcome::Good);
}

#[test]
fn too_few_searches_prove_no_word() {
    let plain = "0 > go\n1 < info depth 1\n2 < bestmove 7g7f";
    let more = "0 > go\n1 < info depth 1 nps 5\n2 < bestmove 7g7f";
    assert!(compare(&spoke(5, plain), &spoke(5, more)).is_empty());
    // Once in a while is chance.
    let mut rare = spoke(12, plain);
    for (scenario, other) in rare.scenarios.iter_mut().zip(spoke(3, more).scenarios) {
        scenario.transcript = other.transcript;
    }
    assert!(compare(&spoke(12, plain), &rare).is_empty());
    // Other values are no other words, and what stands in free text is none.
    let other = "0 > go\n1 < info depth 7\n2 < bestmove 2g2f";
    assert!(compare(&spoke(12, plain), &spoke(12, other)).is_empty());
    let [text, texts] =
        ["a", "nps 5 pv"].map(|said| format!("0 > go\n1 < info string {said}\n2 < bestmove 7g7f"));
    assert!(compare(&spoke(12, &text), &spoke(12, &texts)).is_empty());
}

fn timed(from: f64) -> ReportV1 {
    let mut report = passing(&["usi/a"]);
    let spread_ms: Vec<f64> = (0..40)
        .map(|number| from + f64::from(number) / 10.0)
        .collect();
    report.latencies = vec![LatencyV1 {
        name: "stop".to_owned(),
        from: "stop".to_owned(),
        to: "bestmove".to_owned(),
        n: 40,
        kept: 40,
        min_ms: from,
        median_ms: spread_ms[19],
        p95_ms: spread_ms[37],
        max_ms: spread_ms[39],
        spread_ms,
    }];
    report
}

#[test]
fn a_latency_beyond_noise_is_told_and_never_counts() {
    let changes = compare(&timed(10.0), &timed(30.0));
    assert_eq!(changes.outcome, Outcome::Good);
    assert_eq!(
        told(&changes),
        [
            "From \"stop\" to \"bestmove\" it is slower: 31.9 ms, before 11.9 ms (medians of 40 and 40 samples; \
          Mann–Whitney z 7.7, slower in 100 of 100 pairs)"
        ]
    );
    assert!(told(&compare(&timed(30.0), &timed(10.0)))[0].contains("it is quicker"));
    assert!(compare(&timed(10.0), &timed(11.0)).is_empty());
    // On another machine it says nothing.
    let mut other = timed(30.0);
    other.host.cores = 64;
    let changes = compare(&timed(10.0), &other);
    assert!(changes.is_empty());
    assert_eq!(changes.notes[0].kind, NoteKind::Machine);
}

#[test]
fn a_run_that_proves_nothing_is_not_judged() {
    let old = passing(&["usi/a"]);
    let mut new = report(&[("usi/a", Verdict::Fail, &[(PONDER, FAIL)])]);
    new.verdict = ConformanceV1::Inconclusive;
    new.reason = Some("the run was ended by the user".to_owned());
    let changes = between(&old, &new).expect("comparable");
    assert_eq!(changes.outcome, Outcome::Unjudged);
    assert_eq!(
        plain(&words::verdict(&changes)),
        "could not be judged: the run was ended by the user"
    );
    // That the older one was is only said.
    let changes = between(&new, &old).expect("comparable");
    assert_eq!(
        (changes.outcome, changes.notes[0].kind),
        (Outcome::Good, NoteKind::Incomplete)
    );
}

#[test]
fn reports_of_other_things_are_refused_and_those_of_another_kentei_are_not() {
    let old = passing(&["usi/a"]);
    let with = |change: &dyn Fn(&mut ReportV1)| {
        let mut new = passing(&["usi/a"]);
        change(&mut new);
        between(&old, &new)
    };
    let refused = |change: &dyn Fn(&mut ReportV1), expected: &str| {
        assert_eq!(with(change).expect_err(expected).to_string(), expected);
    };
    refused(
        &|new| new.dialect = "uci".to_owned(),
        "the older report is about usi, the newer one about uci",
    );
    refused(
        &|new| new.profile = "draft".to_owned(),
        "the older report is of profile core, the newer one of profile draft",
    );
    refused(
        &|new| new.scenarios[0].id = "usi/b".to_owned(),
        "no scenario is in both reports",
    );
    let (mut one, mut two) = (old.clone(), old.clone());
    one.dialect = "go\u{1b}".to_owned();
    two.dialect = one.dialect.clone();
    assert_eq!(
        between(&one, &two),
        Err(Mismatch::UnknownDialect("go\u{1b}".to_owned()))
    );
    assert!(
        !between(&one, &two)
            .expect_err("unknown")
            .to_string()
            .contains('\u{1b}')
    );
    let changes = with(&|new| new.tool.version = "99.0.0".to_owned()).expect("comparable");
    assert_eq!(changes.notes[0].kind, NoteKind::Tool);
    let changes = with(&|new| new.limits_scale = 4.0).expect("comparable");
    assert_eq!(changes.notes[0].kind, NoteKind::Limits);
}

#[test]
fn what_stood_before_is_known_for_every_finding() {
    let old = report(&[
        ("usi/a", Verdict::Fail, &[(PONDER, WARN), (PONDER, FAIL)]),
        ("usi/b", Verdict::Flaky, &[(BOOT, FAIL)]),
    ]);
    let changes = between(&old, &old).expect("comparable");
    let before: Vec<_> = changes.before.into_iter().collect();
    assert_eq!(before, [(PONDER.to_owned(), SeverityV1::Fail)]);
}

fn written(format: &str, changes: &Changes) -> String {
    let format = FORMATS
        .iter()
        .find(|known| known.name == format)
        .expect("it is there");
    let mut out = Vec::new();
    (format.render)(changes, Style::FILE, &mut out).expect("memory takes all");
    String::from_utf8(out).expect("text")
}

#[test]
fn every_format_tells_the_same_and_worse_comes_first() {
    let old = report(&[
        ("usi/a", Verdict::Pass, &[]),
        ("usi/b", Verdict::Fail, &[(BOOT, FAIL)]),
    ]);
    let mut new = report(&[
        ("usi/a", Verdict::Fail, &[(PONDER, FAIL)]),
        ("usi/b", Verdict::Pass, &[]),
    ]);
    new.engine.options.push(option("Zeal"));
    let changes = compare(&old, &new);
    for format in FORMATS {
        let text = written(format.name, &changes);
        let at = |what: &str| {
            text.find(what)
                .unwrap_or_else(|| panic!("{}: {what} in {text}", format.name))
        };
        assert!(at(PONDER) < at(BOOT) && at(BOOT) < at("Zeal"), "{text}");
    }
    let json: Changes = serde_json::from_str(&written("json", &changes)).expect("it reads back");
    assert_eq!(
        (json.outcome, json.clauses),
        (changes.outcome, changes.clauses)
    );
}

#[test]
fn hostile_text_stays_text_in_every_format() {
    for bytes in hostile::corpus() {
        let words = String::from_utf8_lossy(&bytes).into_owned();
        let (mut old, mut new) = (
            report(&[("usi/a", Verdict::Pass, &[]), ("usi/b", Verdict::Pass, &[])]),
            report(&[
                ("usi/a", Verdict::Fail, &[(PONDER, FAIL)]),
                ("usi/b", Verdict::Pass, &[]),
            ]),
        );
        new.engine.name = Some(words.clone());
        new.engine.options = vec![OptionV1 {
            name: words.clone(),
            kind: words.clone(),
            default: Some(words.clone()),
            choices: vec![words.clone()],
            ..option("x")
        }];
        new.tool.version = words.clone();
        new.scenarios[0].findings[0].message = words.clone();
        new.scenarios[0].findings[0].clause = words.clone();
        new.scenarios[1].verdict = VerdictV1::Skip;
        new.scenarios[1].reason = Some(words.clone());
        for report in [&mut old, &mut new] {
            for scenario in &mut report.scenarios {
                scenario.id = format!("{words}{}", scenario.id);
            }
        }
        let changes = between(&old, &new).expect("comparable");
        for format in FORMATS {
            let text = written(format.name, &changes);
            hostile::nothing_steers(format.name, &text);
            assert!(
                format.name == "json" || text.len() < 200_000,
                "{} grows to {}",
                format.name,
                text.len()
            );
        }
        hostile::only_code_and_folds(&written("markdown", &changes));
        let page = written("html", &changes);
        assert!(
            !page.contains("<script") && !page.contains("<img"),
            "{page}"
        );
    }
}
