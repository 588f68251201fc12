//! The report is read back by a parser that shares no code with the writer, and checked against the schema of the xUnit
//! plugin.

use roxmltree::{Document, Node};

use super::FORMAT;
use crate::lang::Text;
use crate::report::fixtures;
use crate::run::known::{Known, KnownResult, KnownStanding};
use crate::run::plan::FailOn;
use crate::run::result::{Conformance, RunResult};
use crate::snapshot::diff::Diff;
use crate::snapshot::result::{SnapshotResult, SnapshotStanding, SnapshotsResult};
use crate::verdict::{ClauseId, Finding, Severity, Verdict};

/// An element: its name, its allowed attributes, and its allowed contents.
struct Element(&'static str, &'static [&'static str], &'static [&'static str]);

/// All elements that may be written.
const ALLOWED: &[Element] = &[
    Element("testsuites", &["name", "tests", "failures", "errors", "time"], &["testsuite"]),
    Element(
        "testsuite",
        &["name", "timestamp", "tests", "failures", "errors", "skipped", "time"],
        &["properties", "testcase"],
    ),
    Element("properties", &[], &["property"]),
    Element("property", &["name", "value"], &[]),
    Element(
        "testcase",
        &["classname", "name", "time"],
        &["skipped", "error", "failure", "flakyFailure", "system-out"],
    ),
    Element("skipped", &["message"], &[]),
    Element("error", &["message", "type"], &[]),
    Element("failure", &["message", "type"], &[]),
    Element("flakyFailure", &["message", "type"], &["stackTrace"]),
    Element("stackTrace", &[], &[]),
    Element("system-out", &[], &[]),
];

fn written(run: &RunResult) -> String {
    let catalogue = fixtures::catalogue();
    let mut out = Vec::new();
    (FORMAT.render)(&fixtures::report(run, &catalogue), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Parses the report of a run, and checks its elements and counts.
fn check(run: &RunResult, look: impl FnOnce(&Document<'_>)) {
    structure(&written(run), |document| {
        let tests = count(document.root_element(), &["testcase"]);
        assert!(tests >= run.scenarios.len());
        look(document);
    });
}

fn structure(text: &str, look: impl FnOnce(&Document<'_>)) {
    let document = Document::parse(text).unwrap();
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        let mut known = ALLOWED.iter();
        let Element(_, attributes, children) = known.find(|known| known.0 == name).unwrap();
        let written = node.attributes().map(|attribute| attribute.name());
        assert_eq!(written.collect::<Vec<_>>(), *attributes, "{name}");
        for child in node.children().filter(Node::is_element) {
            assert!(children.contains(&child.tag_name().name()), "{child:?}");
        }
        counted(node);
    }
    look(&document);
}

fn counted(node: Node<'_, '_>) {
    let counts: [(&str, &[&str]); 4] = [
        ("tests", &["testcase"]),
        ("failures", &["failure"]),
        ("errors", &["error"]),
        ("skipped", &["skipped"]),
    ];
    for (attribute, names) in counts {
        if let Some(number) = node.attribute(attribute) {
            assert_eq!(number, count(node, names).to_string(), "{attribute}");
        }
    }
}

fn count(node: Node<'_, '_>, names: &[&str]) -> usize {
    let all = node.descendants();
    all.filter(|node| names.contains(&node.tag_name().name())).count()
}

fn case<'a>(document: &'a Document<'_>, name: &str) -> Node<'a, 'a> {
    let mut cases = document.descendants();
    cases
        .find(|node| node.has_tag_name("testcase") && node.attribute("name") == Some(name))
        .unwrap()
}

/// The element of a test that gives its outcome, and its message; `passed` if there is none.
fn outcome<'a>(case: Node<'a, 'a>) -> (&'a str, &'a str) {
    let reported = case.children().filter(Node::is_element);
    let reported: Vec<Node<'_, '_>> =
        reported.filter(|node| !node.has_tag_name("system-out")).collect();
    match reported.as_slice() {
        [] => ("passed", ""),
        [one] => (one.tag_name().name(), one.attribute("message").unwrap()),
        more => panic!("{more:?}"),
    }
}

#[test]
fn the_form_of_a_broken_run() {
    let version = format!("value=\"{}\"", env!("CARGO_PKG_VERSION"));
    insta::assert_snapshot!(written(&fixtures::broken()).replace(&version, "value=\"[version]\""));
}

#[test]
fn a_scenario_is_a_test_of_its_section() {
    check(&fixtures::broken(), |document| {
        let hold = case(document, "hold-small-clock");
        assert_eq!(hold.attribute("classname"), Some("usi.ponder"));
        assert_eq!(hold.attribute("time"), Some("1.520"));
        assert_eq!(hold.parent().unwrap().attribute("name"), Some("usi.ponder"));
        let expected =
            "USI-PON-01: bestmove came while the engine was asked to ponder (and 1 more)";
        assert_eq!(outcome(hold), ("failure", expected));
        let failure = hold.children().find(|node| node.has_tag_name("failure"));
        let body = failure.unwrap().text().unwrap();
        for shown in [
            "\n*    0.744  < bestmove 2g2f ponder 3c3d\n",
            "\nexpected  no bestmove before stop or ponderhit\n",
            "\nreplay    kentei run ",
            "\nwarn USI-INFO-07 · pv comes last\n",
        ] {
            assert!(body.contains(shown), "{shown}\n{body}");
        }
        assert_eq!(outcome(case(document, "handshake")).0, "passed");
        let noise = case(document, "movetime");
        assert_eq!(outcome(noise).0, "passed");
        let out = noise.children().find(|node| node.has_tag_name("system-out"));
        assert!(out.unwrap().text().unwrap().contains("writes blank lines"));
    });
}

#[test]
fn what_was_flaky_passes_and_tells_how_often_it_failed() {
    check(&fixtures::broken(), |document| {
        let expected = "failed 1 of 3 attempts: USI-PON-01: bestmove came 40 ms late";
        assert_eq!(outcome(case(document, "byoyomi")), ("flakyFailure", expected));
    });
}

#[test]
fn every_verdict_has_its_place() {
    let expected = |verdict| match verdict {
        Verdict::Pass | Verdict::Warn => "passed",
        Verdict::Flaky => "flakyFailure",
        Verdict::Skip | Verdict::Blocked => "skipped",
        Verdict::Fail => "failure",
        Verdict::Inconclusive | Verdict::Error => "error",
    };
    let scenario = |verdict: Verdict| {
        let mut scenario = fixtures::scenario(&format!("usi/go/{}", verdict.word()), verdict);
        scenario.reason = Some(Text::plain("the reason"));
        scenario
    };
    let scenarios = Verdict::ALL.map(scenario).to_vec();
    check(&fixtures::run(Conformance::Nonconformant, scenarios), |document| {
        for verdict in Verdict::ALL {
            let (name, message) = outcome(case(document, verdict.word()));
            assert_eq!(name, expected(verdict), "{verdict:?}");
            assert!(message.is_empty() || message.contains("the reason"));
        }
    });
}

#[test]
fn a_run_that_proves_nothing_is_never_green() {
    let check = |verdict, scenarios, expected: &str| {
        let mut run = fixtures::run(verdict, scenarios);
        run.reason = Some(Text::plain("no scenario could be judged"));
        check(&run, |document| {
            let (name, message) = outcome(case(document, "verdict of the run"));
            assert_eq!(name, expected);
            assert!(!message.is_empty());
        });
    };
    let skipped = || vec![fixtures::scenario("usi/ponder/hold", Verdict::Skip)];
    check(Conformance::Inconclusive, Vec::new(), "error");
    check(Conformance::Inconclusive, skipped(), "error");
    check(Conformance::Nonconformant, skipped(), "failure");
    for run in [fixtures::broken(), fixtures::conformant()] {
        assert!(!written(&run).contains("verdict of the run"));
    }
}

/// The value of a property, which all suites of an engine have.
fn property<'a>(document: &'a Document<'_>, name: &str) -> &'a str {
    let mut all = document.descendants();
    let property =
        all.find(|node| node.has_tag_name("property") && node.attribute("name") == Some(name));
    property.unwrap().attribute("value").unwrap()
}

#[test]
fn the_sentence_of_the_verdict_counts_neither_notes_nor_known_failures() {
    let mut run = fixtures::stale();
    check(&run, |document| {
        assert_eq!(property(document, "verdict.text"), fixtures::STALE);
        let verdict = case(document, "verdict of the run");
        assert_eq!(outcome(verdict), ("failure", fixtures::STALE));
    });
    // Only the note remains.
    run.scenarios.retain(|scenario| scenario.verdict == Verdict::Pass);
    (run.verdict, run.reason, run.known) = (Conformance::Conformant, None, Vec::new());
    check(&run, |document| {
        let sound = "conformant: no clause was found broken (USI, profile core)";
        assert_eq!(property(document, "verdict.text"), sound);
    });
}

#[test]
fn warnings_fail_where_the_run_fails_on_them_whatever_else_failed() {
    let reported = |fail_on, expected: &str| {
        for other in [Verdict::Pass, Verdict::Fail] {
            let scenario = fixtures::scenario;
            let warned = scenario("usi/go/warned", Verdict::Warn);
            let scenarios = vec![warned, scenario("usi/go/other", other)];
            let mut run = fixtures::run(Conformance::Nonconformant, scenarios);
            run.fail_on = fail_on;
            check(&run, |document| {
                assert_eq!(outcome(case(document, "warned")).0, expected);
            });
        }
    };
    reported(FailOn::Fail, "passed");
    reported(FailOn::Never, "passed");
    reported(FailOn::Warn, "failure");
}

#[test]
fn a_changed_snapshot_is_a_failure_and_one_that_cannot_be_compared_is_an_error() {
    let reported = |standing, counted, expected: (&str, &str)| {
        let scenario = fixtures::scenario("usi/go/kept", Verdict::Pass);
        let mut run = fixtures::run(Conformance::Conformant, vec![scenario]);
        run.snapshots = Some(SnapshotsResult {
            folder: "snapshots".to_owned(),
            counted,
            unchanged: 0,
            written: 0,
            reported: vec![SnapshotResult {
                scenario: "usi/go/kept".to_owned(),
                standing,
                file: "snapshots/e/usi/go/kept.snap".to_owned(),
                other_script: false,
                reason: "too much was written".to_owned(),
                diff: Diff::default(),
            }],
            unreferenced: Vec::new(),
            errors: Vec::new(),
        });
        check(&run, |document| assert_eq!(outcome(case(document, "kept")), expected));
    };
    let lost = "cannot be compared usi/go/kept: too much was written";
    reported(SnapshotStanding::Changed, true, ("failure", "the snapshot has changed"));
    reported(SnapshotStanding::Lost, true, ("error", lost));
    reported(SnapshotStanding::New, true, ("passed", ""));
    reported(SnapshotStanding::Lost, false, ("passed", ""));
}

#[test]
fn ids_of_any_depth_have_a_name() {
    let ids = ["alone", "usi/one", "usi/a.b/c/d.e"];
    let scenarios = ids.map(|id| fixtures::scenario(id, Verdict::Pass)).to_vec();
    check(&fixtures::run(Conformance::Conformant, scenarios), |document| {
        let class = |name| case(document, name).attribute("classname").unwrap();
        assert_eq!(class("alone"), "kentei");
        assert_eq!(class("one"), "usi");
        assert_eq!(class("c/d.e"), "usi.a_b");
    });
}

#[test]
fn several_engines_are_branches_of_one_tree() {
    let (mut runs, catalogue) = (fixtures::engines(), fixtures::catalogue());
    runs[0].0 = "sound 1.0".to_owned();
    let mut out = Vec::new();
    (FORMAT.table)(&fixtures::engine_comparison(&runs, &catalogue), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    structure(&text, |document| {
        let root = document.root_element();
        assert_eq!(root.attribute("name"), Some("kentei, 4 engines"));
        let suites: Vec<&str> =
            root.children().filter_map(|suite| suite.attribute("name")).collect();
        assert!(suites.contains(&"sound 1_0.usi.boot"), "{suites:?}");
        assert!(suites.contains(&"broken.usi.boot"), "{suites:?}");
        // The engine that did not start has only the test for the verdict of the run.
        assert!(suites.contains(&"absent.kentei usi"), "{suites:?}");
        let owner = |suite: &Node<'_, '_>| {
            let mut all = suite.descendants();
            let engine = all.find(|node| node.attribute("name") == Some("engine"));
            engine.unwrap().attribute("value").unwrap().to_owned()
        };
        for suite in root.children().filter(Node::is_element) {
            let name = owner(&suite).replace('.', "_");
            for case in suite.children().filter(|case| case.has_tag_name("testcase")) {
                let class = case.attribute("classname").unwrap();
                assert!(class.starts_with(&format!("{name}.")), "{class}");
            }
        }
    });
}

#[test]
fn a_scenario_is_excused_if_all_of_its_findings_that_count_are_known() {
    let known = Known {
        clause: Some(ClauseId("USI-GO-03")),
        scenario: None,
        reason: "issue 12".to_owned(),
        place: "kentei.yaml:3".to_owned(),
    };
    let mut covered = fixtures::broken().scenarios[1].findings[0].clone();
    covered.clause = ClauseId("USI-GO-03");
    assert_eq!(known.what(), "USI-GO-03");
    let of_one = Known { scenario: Some("usi/go/*".to_owned()), ..known.clone() };
    assert_eq!(of_one.what(), "USI-GO-03 in usi/go/*");
    assert!(of_one.is("usi/go/stop", &covered) && !of_one.is("usi/mate/stop", &covered));
    let mut result = fixtures::broken();
    result.known = vec![KnownResult { known, standing: KnownStanding::Seen, findings: 1 }];
    let excused = |findings: &[(&'static str, Severity)], least| {
        let mut scenario = fixtures::broken().scenarios.swap_remove(1);
        let known = scenario.findings.swap_remove(0);
        let finding = |&(clause, severity): &(&'static str, Severity)| Finding {
            clause: ClauseId(clause),
            severity,
            ..known.clone()
        };
        scenario.findings = findings.iter().map(finding).collect();
        result.is_excused(&scenario, least)
    };
    let (is_known, other) = ("USI-GO-03", "USI-GO-05");
    assert!(excused(&[(is_known, Severity::Fail)], Severity::Fail));
    assert!(!excused(&[(other, Severity::Fail)], Severity::Fail));
    assert!(!excused(&[(is_known, Severity::Fail), (other, Severity::Fail)], Severity::Fail));
    let with_warning = [(is_known, Severity::Fail), (other, Severity::Warn)];
    assert!(excused(&with_warning, Severity::Fail));
    assert!(!excused(&with_warning, Severity::Warn));
    assert!(!excused(&[], Severity::Fail));
    assert!(!excused(&[(is_known, Severity::Warn)], Severity::Fail));
}
