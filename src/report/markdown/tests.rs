use super::{FORMAT, MOST};
use crate::lang::{Lang, Text};
use crate::report::fixtures;
use crate::run::result::{Conformance, RunResult};
use crate::verdict::{ClauseId, Severity, Verdict};

fn written(run: &RunResult) -> String {
    written_in(run, Lang::En)
}

fn written_in(run: &RunResult, lang: Lang) -> String {
    let catalogue = fixtures::catalogue();
    let mut report = fixtures::report(run, &catalogue);
    report.style.lang = lang;
    let mut out = Vec::new();
    (FORMAT.render)(&report, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_form_of_a_broken_run() {
    let version = format!("kentei {}", env!("CARGO_PKG_VERSION"));
    insta::assert_snapshot!(written(&fixtures::broken()).replace(&version, "kentei [version]"));
}

#[test]
fn a_conformant_run_is_reported_in_a_few_lines() {
    let text = written(&fixtures::conformant());
    assert!(text.starts_with("### ✅ conformant: "), "{text}");
    assert!(text.contains("| pass | skip |\n| --: | --: |\n| 2 | 1 |\n"), "{text}");
    let row = "| 1 | skip | `the engine does not offer ponder` |";
    assert!(text.contains(row), "{text}");
    assert!(text.len() < 1000, "{text}");
}

#[test]
fn a_run_that_proves_nothing_is_never_green() {
    let mut run = fixtures::run(Conformance::Inconclusive, Vec::new());
    run.reason = Some(Text::plain("no scenario could be judged"));
    let text = written(&run);
    let heading = "### ⚠️ inconclusive: `no scenario could be judged`\n";
    assert!(text.starts_with(heading), "{text}");
    assert!(text.contains("\nNo scenario was played.\n") && !text.contains('✅'));
}

#[test]
fn the_text_of_a_user_in_a_reason_is_neither_emphasis_nor_a_mention() {
    let mut run = fixtures::run(Conformance::Nonconformant, Vec::new());
    run.reason = Some(Text::plain("usi/*/hold* is stale (@team/kentei.yaml:3)"));
    let text = written(&run);
    let heading = "### ❌ not conformant: `usi/*/hold* is stale (@team/kentei.yaml:3) (";
    assert!(text.starts_with(heading), "{text}");
}

#[test]
fn the_titles_of_snapshots_are_in_the_language_of_the_report() {
    let mut run = fixtures::conformant();
    run.snapshots = fixtures::hostile().snapshots;
    let titles = [
        (Lang::En, ["what differs", "snapshots that are new or were not compared"]),
        (Lang::Ja, ["相違点", "新規または比較していないスナップショット"]),
    ];
    for (lang, titles) in titles {
        let text = written_in(&run, lang);
        for title in titles {
            assert!(text.contains(&format!("<summary>{title}</summary>")), "{title}: {text}");
        }
    }
}

/// A run in which this many clauses are violated, each with this much evidence.
fn large(clauses: usize, evidence: usize) -> RunResult {
    let mut scenario = fixtures::scenario("usi/go/broken", Verdict::Fail);
    for number in 0..clauses {
        let id: &'static str = Box::leak(format!("USI-TEST-{number:04}").into_boxed_str());
        let mut finding = fixtures::finding(id, Severity::Fail, &[]);
        finding.message = Text::plain("x ".repeat(evidence / 2));
        assert_eq!(finding.clause, ClauseId(id));
        scenario.findings.push(finding);
    }
    fixtures::run(Conformance::Nonconformant, vec![scenario])
}

#[test]
fn what_does_not_fit_is_counted() {
    for (clauses, evidence, expected) in [
        (40, 100, None),
        (200, 400, Some("clauses without their evidence left out")),
        (3000, 400, Some(" clauses left out")),
        (3, 1_000_000, None),
    ] {
        let text = written(&large(clauses, evidence));
        assert!(text.len() <= MOST, "{clauses} {evidence} {}", text.len());
        let reported = text.lines().find(|line| line.starts_with("Cut to "));
        match expected {
            Some(expected) => assert!(reported.unwrap().contains(expected), "{reported:?}"),
            None => assert_eq!(reported, None),
        }
        let count = |needle: &str| text.matches(needle).count();
        assert_eq!(count("<details>"), count("</details>"));
        // Skip the list of causes, which names some of the clauses too.
        let listed = text.lines().filter(|line| !line.starts_with(|c: char| c.is_ascii_digit()));
        let named: usize = listed.map(|line| line.matches("USI-TEST-").count()).sum();
        let (_, missing) =
            reported.map_or(("", "0"), |reported| reported.rsplit_once(", ").unwrap_or(("", "0")));
        let missing: usize = missing.split(' ').next().unwrap().parse().unwrap_or(0);
        assert_eq!(named + missing, clauses, "{reported:?}");
    }
}

#[test]
fn many_reasons_are_gathered() {
    let scenarios = (0..40).map(|number| {
        let mut scenario = fixtures::scenario(&format!("usi/go/{number}"), Verdict::Skip);
        scenario.reason = Some(Text::plain(format!("reason | {}", number / 2)));
        scenario
    });
    let text = written(&fixtures::run(Conformance::Inconclusive, scenarios.collect()));
    assert!(text.contains("| 2 | skip | `reason \\| 0` |\n"), "{text}");
    assert!(text.contains("| 16 | | for other reasons |\n"), "{text}");
}

fn table(runs: &[(String, RunResult)]) -> String {
    let catalogue = fixtures::catalogue();
    let mut out = Vec::new();
    (FORMAT.table)(&fixtures::engine_comparison(runs, &catalogue), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_form_of_several_engines() {
    let version = format!("kentei {}", env!("CARGO_PKG_VERSION"));
    insta::assert_snapshot!(table(&fixtures::engines()).replace(&version, "kentei [version]"));
}

#[test]
fn every_engine_gets_its_share_of_the_bound() {
    let mut run = fixtures::broken();
    for scenario in &mut run.scenarios {
        for finding in &mut scenario.findings {
            finding.notes = vec![Text::plain("word ".repeat(4000))];
        }
    }
    let many = |number: usize| -> Vec<(String, RunResult)> {
        let names = (0..number).map(|place| format!("engine {place}"));
        names.map(|name| (name, run.clone())).collect()
    };
    let text = table(&many(20));
    assert!(text.len() <= MOST, "{}", text.len());
    assert_eq!(text.matches("\n<details><summary>❌ <code>engine ").count(), 20, "{text}");
    assert!(text.contains("without their evidence left out"), "{text}");
    let text = table(&many(200));
    assert!(text.len() <= MOST, "{}", text.len());
    assert!(text.contains(" engines left out"), "{text}");
}
