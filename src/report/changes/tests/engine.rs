//! Changes in identity, options, messages and latencies of the engine.

use std::time::Duration;

use super::{BOOT, FAIL, compare, option, passing, report, reported};
use crate::protocol::DeclaredOption;
use crate::report::changes::Outcome;
use crate::report::changes::types::NoteKind;
use crate::report::fixtures;
use crate::run::result::LatencyResult;
use crate::run::result::RunResult;
use crate::verdict::Verdict;

/// The sentences about options that changed from `old` to `new`.
fn options(old: Vec<DeclaredOption>, new: Vec<DeclaredOption>) -> Vec<String> {
    let mut reports = [passing(&["usi/a"]), passing(&["usi/a"])];
    reports[0].engine.options = old;
    reports[1].engine.options = new;
    let changes = compare(&reports[0], &reports[1]);
    assert_eq!(changes.outcome, Outcome::Good);
    reported(&changes)
}

#[test]
fn options_that_came_went_or_are_declared_otherwise_are_reported() {
    let check = |change: &dyn Fn(&mut DeclaredOption), expected: &str| {
        let mut new = option("Hash");
        change(&mut new);
        assert_eq!(options(vec![option("Hash")], vec![new]), [expected]);
    };
    check(
        &|new| new.default = Some("32".to_owned()),
        "The option \"Hash\" has the default \"32\" instead of \"16\"",
    );
    check(&|new| new.default = None, "The option \"Hash\" has the default none instead of \"16\"");
    check(
        &|new| new.max = Some(64),
        "The option \"Hash\" is declared from 1 to 64 instead of from 1 to 1024",
    );
    check(
        &|new| new.kind = "string".to_owned(),
        "The option \"Hash\" has the type \"string\" instead of \"spin\"",
    );
    check(&|new| new.choices.push("a".to_owned()), "The option \"Hash\" also offers \"a\"");
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
        ["The options are in a different order."]
    );
    assert_eq!(options(row(&["A", "B"]), row(&["A", "New", "B"])).len(), 1);
    // An engine that receives two handshakes declares all options twice.
    assert_eq!(options(row(&["A", "B"]), row(&["A", "B", "A", "B"])), [""; 0]);
    let choices = |all: [&str; 2]| DeclaredOption {
        choices: all.map(str::to_owned).to_vec(),
        ..option("Style")
    };
    assert_eq!(
        options(vec![choices(["x", "y"])], vec![choices(["y", "x"])]),
        ["The option \"Style\" has its choices in another order"]
    );
    // If several options have the same stem, they are reported as gone and new.
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
fn another_name_or_author_is_reported() {
    let (old, mut new) = (passing(&["usi/a"]), passing(&["usi/a"]));
    new.engine.name = Some("other 2".to_owned());
    new.engine.author = None;
    let changes = compare(&old, &new);
    let reported = reported(&changes);
    assert!(
        reported[0].starts_with("The engine calls itself \"other 2\"; before: \""),
        "{reported:?}"
    );
    assert!(
        reported[1].starts_with("The engine names nothing as its author; before: \""),
        "{reported:?}"
    );
    assert_eq!(changes.outcome, Outcome::Good);
}

/// A run with scenarios in which the engine wrote these lines.
fn spoke(times: usize, lines: &str) -> RunResult {
    let ids: Vec<String> = (0..times).map(|number| format!("usi/{number}")).collect();
    let mut report = passing(&ids.iter().map(String::as_str).collect::<Vec<_>>());
    let mut said = fixtures::scenario("x", Verdict::Pass);
    said.transcript = fixtures::transcript(lines);
    for scenario in &mut report.scenarios {
        scenario.transcript = said.transcript.clone();
    }
    report
}

#[test]
fn words_of_info_that_came_or_went_are_reported() {
    let plain = "0 > go\n1 < info depth 1 score cp 5 nodes 9\n2 < bestmove 7g7f";
    let more =
        "0 > go\n1 < info depth 1 score cp 5 tbhits 0\n2 < bestmove 7g7f ponder 3c3d\n3 < hello";
    let changes = compare(&spoke(9, plain), &spoke(9, more));
    let mut found = reported(&changes);
    found.sort();
    assert_eq!(
        found,
        [
            "\"bestmove\" lines have \"ponder\" now (in 9 of 9 scenarios)",
            "\"info\" lines have \"tbhits\" now (in 9 of 9 scenarios)",
            "\"info\" lines no longer have \"nodes\" (before, in 9 of 9 scenarios)",
            "The engine writes lines that are not messages of the protocol (in 9 of 9 scenarios)",
        ]
    );
    assert_eq!(changes.outcome, Outcome::Good);
}

#[test]
fn too_few_searches_prove_no_word() {
    let plain = "0 > go\n1 < info depth 1\n2 < bestmove 7g7f";
    let more = "0 > go\n1 < info depth 1 nps 5\n2 < bestmove 7g7f";
    assert!(compare(&spoke(5, plain), &spoke(5, more)).is_empty());
    // A word in few scenarios can be chance.
    let mut rare = spoke(12, plain);
    for (scenario, other) in rare.scenarios.iter_mut().zip(spoke(3, more).scenarios) {
        scenario.transcript = other.transcript;
    }
    assert!(compare(&spoke(12, plain), &rare).is_empty());
    // Other values are not other words, and words in free text are not compared.
    let other = "0 > go\n1 < info depth 7\n2 < bestmove 2g2f";
    assert!(compare(&spoke(12, plain), &spoke(12, other)).is_empty());
    let [text, texts] =
        ["a", "nps 5 pv"].map(|said| format!("0 > go\n1 < info string {said}\n2 < bestmove 7g7f"));
    assert!(compare(&spoke(12, &text), &spoke(12, &texts)).is_empty());
}

fn timed(from: f64) -> RunResult {
    let mut report = passing(&["usi/a"]);
    let ms = |ms: f64| Duration::from_secs_f64(ms / 1000.0);
    let spread: Vec<Duration> = (0..40).map(|number| ms(from + f64::from(number) / 10.0)).collect();
    report.latencies = vec![LatencyResult {
        name: "stop",
        from: "stop",
        to: "bestmove",
        count: 40,
        kept: 40,
        min: spread[0],
        median: spread[19],
        p95: spread[37],
        max: spread[39],
        spread,
        samples: Vec::new(),
    }];
    report
}

#[test]
fn a_latency_beyond_noise_is_reported_and_never_counts() {
    let changes = compare(&timed(10.0), &timed(30.0));
    assert_eq!(changes.outcome, Outcome::Good);
    assert_eq!(
        reported(&changes),
        [
            "The engine is slower from \"stop\" to \"bestmove\": 31.9 ms, before 11.9 ms (medians of 40 and 40 samples; \
          Mann–Whitney z 7.7, slower in 100 of 100 pairs)"
        ]
    );
    assert!(
        reported(&compare(&timed(30.0), &timed(10.0)))[0]
            .starts_with("The engine is quicker from ")
    );
    assert!(compare(&timed(10.0), &timed(11.0)).is_empty());
    // Latencies of another machine are not compared.
    let mut other = timed(30.0);
    other.host.cores = 64;
    let changes = compare(&timed(10.0), &other);
    assert!(changes.is_empty());
    assert_eq!(changes.notes[0].kind, NoteKind::Machine);
}
