//! The log is checked against what SARIF 2.1.0 requires of the objects in it.

use serde_json::Value;

use super::FORMAT;
use crate::lang::Text;
use crate::report::fixtures;
use crate::run::known::{Known, KnownResult, KnownStanding};
use crate::run::result::{Conformance, RunResult};
use crate::verdict::{Severity, Verdict};

fn written(run: &RunResult) -> Value {
    let catalogue = fixtures::catalogue();
    let mut out = Vec::new();
    (FORMAT.render)(&fixtures::report(run, &catalogue), &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

/// Checks what the standard requires: properties, words of closed lists, and indices within their arrays.
fn check(run: &RunResult) -> Value {
    let log = written(run);
    assert_eq!(log["runs"].as_array().unwrap().len(), 1);
    form(&log);
    log
}

fn form(log: &Value) {
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].is_string());
    log["runs"].as_array().unwrap().iter().for_each(of_run);
}

fn of_run(run: &Value) {
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "kentei");
    let rules = driver["rules"].as_array().unwrap();
    for rule in rules {
        assert!(rule["id"].is_string());
        text(&rule["shortDescription"]);
        if let Some(help) = rule.get("help") {
            text(help);
            let id = rule["id"].as_str().unwrap().to_lowercase();
            assert!(rule["helpUri"].as_str().unwrap().ends_with(&format!(".md#{id}")));
            assert!(help["markdown"].as_str().unwrap().contains("kentei explain"));
        }
        level(&rule["defaultConfiguration"]["level"]);
        let same = rules.iter().filter(|other| other["id"] == rule["id"]);
        assert_eq!(same.count(), 1);
    }
    let mut prints = Vec::new();
    for result in run["results"].as_array().unwrap() {
        text(&result["message"]);
        level(&result["level"]);
        let index = result["ruleIndex"].as_u64().unwrap();
        assert_eq!(rules[usize::try_from(index).unwrap()]["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
        let file = &place["artifactLocation"];
        assert!(!file["uri"].as_str().unwrap().contains([' ', '\\']));
        if let Some(base) = file.get("uriBaseId") {
            assert!(run["originalUriBaseIds"].get(base.as_str().unwrap()).is_some());
        }
        let all = result["partialFingerprints"].as_object().unwrap();
        assert!(all.values().all(Value::is_string));
        prints.push(result["partialFingerprints"].to_string());
    }
    let count = prints.len();
    prints.sort();
    prints.dedup();
    assert_eq!(prints.len(), count, "a fingerprint stands for one finding");
    for invocation in run["invocations"].as_array().unwrap() {
        assert!(invocation["executionSuccessful"].is_boolean());
        for reported in invocation["toolExecutionNotifications"].as_array().unwrap() {
            text(&reported["message"]);
            level(&reported["level"]);
        }
    }
}

fn text(message: &Value) {
    assert!(!message["text"].as_str().unwrap().is_empty());
}

fn level(value: &Value) {
    let known = ["none", "note", "warning", "error"];
    assert!(known.contains(&value.as_str().unwrap()), "{value}");
}

#[test]
fn the_form_of_a_broken_run() {
    let mut log = check(&fixtures::broken());
    for version in ["version", "semanticVersion"] {
        let driver = &mut log["runs"][0]["tool"]["driver"];
        assert_eq!(driver[version], env!("CARGO_PKG_VERSION"));
        driver[version] = "[version]".into();
    }
    let mut out = Vec::new();
    crate::report::json::print::pretty(&log, &mut out).unwrap();
    insta::assert_snapshot!(String::from_utf8(out).unwrap());
}

#[test]
fn every_run_keeps_to_the_form() {
    for run in [
        fixtures::conformant(),
        fixtures::hostile(),
        fixtures::no_engine("0 > usi\n5001 . no usiok in 5000"),
    ] {
        check(&run);
    }
}

#[test]
fn every_settled_finding_that_counts_is_a_result_and_the_unsettled_are_reported() {
    let run = fixtures::broken();
    let log = check(&run);
    let settled = run.scenarios.iter();
    let settled = settled.filter(|scenario| scenario.verdict != Verdict::Flaky);
    let findings = settled.flat_map(|scenario| &scenario.findings);
    let counted = findings.clone().filter(|finding| finding.severity > Severity::Info);
    let expected = counted.count();
    assert!(expected < findings.count(), "the run has something that is only noted");
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), expected);
    let is_note = |value: &Value| value["level"] == "note" || value["level"] == "none";
    assert!(!results.iter().any(is_note));
    let reported = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    let expected =
        "usi/go/byoyomi: flaky: failed 1 of 3 attempts\nUSI-PON-01: bestmove came 40 ms late";
    assert_eq!(reported[0]["message"]["text"], expected);
}

#[test]
fn a_run_that_proves_nothing_was_not_successful() {
    let mut run = fixtures::run(Conformance::Inconclusive, Vec::new());
    run.reason = Some(Text::plain("no scenario could be judged"));
    let log = check(&run);
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let reported = &invocation["toolExecutionNotifications"][0];
    assert_eq!(reported["level"], "error");
    assert_eq!(reported["message"]["text"], "inconclusive: no scenario could be judged");
    let fine = check(&fixtures::conformant());
    assert_eq!(fine["runs"][0]["invocations"][0]["executionSuccessful"], true);
}

#[test]
fn a_fingerprint_holds_while_engine_and_script_change_their_words() {
    let prints = |run: &RunResult| -> Vec<String> {
        let log = check(run);
        let results = log["runs"][0]["results"].as_array().unwrap();
        let prints = results.iter().map(|result| result["partialFingerprints"].to_string());
        prints.collect()
    };
    let mut run = fixtures::broken();
    let before = prints(&run);
    for finding in run.scenarios.iter_mut().flat_map(|scenario| &mut scenario.findings) {
        (finding.got, finding.message) = (Text::plain("other"), Text::plain("words"));
        finding.scenario_line = Some(99);
    }
    assert_eq!(prints(&run), before);
}

#[test]
fn a_message_has_no_links_and_no_places_for_arguments() {
    let plain = super::plain("![x](http://a) {0} {x} [y] (z)");
    assert_eq!(plain, "![x]\\x28http://a) \\x7b0} {x} [y] (z)");
}

/// An uploader applies the category that the user chose only if the run has no `automationDetails` at all.
#[test]
fn a_single_engine_leaves_the_category_to_the_uploader() {
    for run in fixtures::engines().iter().map(|(_, run)| run) {
        let log = check(run);
        assert!(log["runs"][0].as_object().unwrap().get("automationDetails").is_none());
    }
}

#[test]
fn the_sentence_of_the_verdict_does_not_count_known_failures() {
    let log = check(&fixtures::stale());
    assert_eq!(log["runs"][0]["properties"]["verdict"], fixtures::STALE);
}

#[test]
fn several_engines_are_runs_of_their_own_and_replace_none_of_the_others() {
    let (mut runs, catalogue) = (fixtures::engines(), fixtures::catalogue());
    runs[1].0 = "a/b".to_owned();
    let mut out = Vec::new();
    (FORMAT.table)(&fixtures::engine_comparison(&runs, &catalogue), &mut out).unwrap();
    let log: Value = serde_json::from_slice(&out).unwrap();
    form(&log);
    let of_log = log["runs"].as_array().unwrap().iter();
    let ids: Vec<&str> =
        of_log.map(|run| run["automationDetails"]["id"].as_str().unwrap()).collect();
    assert_eq!(
        ids,
        [
            "kentei/sound/usi/core/",
            "kentei/a_b/usi/core/",
            "kentei/other/uci/core/",
            "kentei/absent/usi/core/",
        ]
    );
    let invocation = &log["runs"][3]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let reported = &invocation["toolExecutionNotifications"][0]["message"]["text"];
    assert!(reported.as_str().unwrap().contains("cannot start engine"));
}

/// One scenario with as many findings as there are words in its replay command, and ten times as many letters in the
/// reason of its known failures, in its id and in its path.
fn long(number: usize) -> RunResult {
    let mut run = fixtures::broken();
    let mut scenarios = run.scenarios.iter_mut();
    let scenario = scenarios.find(|one| one.verdict == Verdict::Fail).unwrap();
    let finding = scenario.findings[0].clone();
    scenario.id = format!("usi/{}", "x".repeat(10 * number));
    scenario.file = scenario.id.clone().into();
    scenario.findings = vec![finding; number];
    scenario.preceded_by = vec!["usi/boot/handshake".to_owned(); number];
    scenario.attempts = 2;
    run.known = vec![KnownResult {
        known: Known {
            clause: None,
            scenario: None,
            reason: "r".repeat(10 * number),
            place: "kentei.yaml:1".to_owned(),
        },
        standing: KnownStanding::Seen,
        findings: 0,
    }];
    run
}

#[test]
fn a_report_grows_as_its_findings_do_and_not_as_their_square() {
    let size = |number: usize| {
        let log = written(&long(number));
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert!(results.len() >= number, "{} results", results.len());
        log.to_string().len()
    };
    let (half, whole) = (size(500), size(1000));
    assert!(whole < half * 5 / 2, "{half} bytes, then {whole}");
}
