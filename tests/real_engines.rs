//! Engines in the wild, as Debian packages them, with faults that were confirmed by reading the
//! transcripts. An engine that is not installed is skipped, unless `KENTEI_REQUIRE_ENGINES` is set.
#![cfg(unix)]

mod cli;

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cli::kentei;
use serde_json::Value;

/// An engine that takes seconds to start, several times over, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(240);

/// Where an engine is installed. Debian's folder for games is in few people's `PATH`.
#[expect(
    clippy::print_stdout,
    reason = "whoever reads the log of the tests is to see what was left out"
)]
fn engine(name: &str) -> Option<PathBuf> {
    let listed = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&listed).chain([PathBuf::from("/usr/games")]);
    let found = folders
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    if found.is_none() {
        let required = env::var_os("KENTEI_REQUIRE_ENGINES").is_some();
        assert!(!required, "{name} is not installed");
        println!("skipped: {name} is not installed");
    }
    found
}

/// The exit code and the report of a run.
fn examine(engine: &Path, dialect: &str, filters: &[&str]) -> (i32, Value) {
    let engine = engine.to_string_lossy();
    let mut args = vec!["run", &engine, "--dialect", dialect, "--report", "json"];
    args.extend(filters.iter().flat_map(|filter| ["--filter", filter]));
    let run = kentei(&args).timeout(PATIENCE).assert();
    let output = run.get_output();
    let report = serde_json::from_slice(&output.stdout).expect("a report");
    (output.status.code().expect("it was not killed"), report)
}

/// Every finding: scenario, clause, severity, and the line that shows it.
fn findings(report: &Value) -> Vec<(String, String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let scenarios = report["scenarios"].as_array().expect("a list").iter();
    let found = scenarios.flat_map(|scenario| {
        let findings = scenario["findings"].as_array().expect("a list").iter();
        findings.map(move |finding| {
            let events = finding["events"].as_array().expect("a list");
            let transcript = scenario["transcript"].as_array().expect("a list");
            let shown = transcript
                .iter()
                .find(|event| Some(&event["id"]) == events.last());
            (
                text(&scenario["id"]),
                text(&finding["clause"]),
                text(&finding["severity"]),
                shown.map(|event| text(&event["text"])).unwrap_or_default(),
            )
        })
    });
    found.collect()
}

/// The lines that show a clause broken, as a failure, in a scenario.
fn shown(report: &Value, scenario: &str, clause: &str) -> Vec<String> {
    let all = findings(report).into_iter();
    let those = all.filter(|(id, broken, severity, _)| {
        id == scenario && broken == clause && severity == "fail"
    });
    let lines: Vec<String> = those.map(|(_, _, _, line)| line).collect();
    assert!(!lines.is_empty(), "no {clause} in {:#?}", findings(report));
    lines
}

#[test]
fn fairy_stockfish_has_blanks_in_option_names_and_answers_go_mate_with_bestmove() {
    let Some(engine) = engine("fairy-stockfish") else {
        return;
    };
    let filters = ["usi/boot/handshake", "usi/mate/answers"];
    let (code, report) = examine(&engine, "usi", &filters);
    assert_eq!(report["verdict"], "nonconformant");
    assert_eq!(code, 1);
    let is_option = |line: &String| line.starts_with("option name ");
    for clause in ["USI-OPT-02", "USI-OPT-10"] {
        let lines = shown(&report, "usi/boot/handshake", clause);
        assert!(lines.iter().all(is_option), "{lines:?}");
    }
    let lines = shown(&report, "usi/mate/answers", "USI-CM-01");
    assert!(lines[0].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn gpsusi_ends_an_infinite_search_with_a_move_from_its_book() {
    let Some(engine) = engine("gpsusi") else {
        return;
    };
    let (code, report) = examine(&engine, "usi", &["usi/go/infinite[start]"]);
    assert_eq!(report["verdict"], "nonconformant");
    assert_eq!(code, 1);
    let lines = shown(&report, "usi/go/infinite[start]", "USI-GO-13");
    assert!(lines[0].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn stockfish_conforms_but_for_warnings() {
    let Some(engine) = engine("stockfish") else {
        return;
    };
    let (code, report) = examine(&engine, "uci", &["uci/boot", "uci/go/stop"]);
    let failed = findings(&report);
    let failed: Vec<_> = failed.iter().filter(|found| found.2 == "fail").collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(report["verdict"], "conformant");
    assert_eq!(code, 0);
    let judged = report["summary"]["pass"].as_u64().expect("a count");
    assert!(judged > 0, "{}", report["summary"]);
}
