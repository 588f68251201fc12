//! Engines that are killed from outside, as a system does it if memory is short.

use crate::cli::kentei;
use serde_json::Value;

/// The scenario with a search, the only one that is played.
const PLAYED: &str = "usi/go/answers";

/// Examines the engine that is killed at its first searches, up to number `last`. Returns the exit code, the number of
/// searches and the scenario.
fn examined(last: &str) -> (Option<i32>, usize, Value) {
    let folder = tempfile::tempdir().expect("a folder");
    let (searches, json) = (folder.path().join("searches"), folder.path().join("report.json"));
    let engine = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/killed.sh");
    let report = format!("json={}", json.display());
    let run = ["run", "--quiet", "--report", &report, "--filter", PLAYED, "--", "sh", engine];
    let mut command = kentei(&run);
    command
        .env("KENTEI", env!("CARGO_BIN_EXE_kentei"))
        .env("SEARCHES", &searches)
        .env("LAST", last);
    let code = command.output().expect("it runs").status.code();
    let report = std::fs::read(&json).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("a report in JSON");
    let scenarios = report["scenarios"].as_array().expect("a list");
    let played = scenarios.iter().find(|one| one["id"] == PLAYED).expect("it was played");
    let searches = std::fs::read_to_string(&searches).expect("it searched").lines().count();
    (code, searches, played.clone())
}

#[test]
fn an_engine_that_is_killed_once_is_not_broken() {
    let (code, searches, played) = examined("1");
    assert_eq!(played["verdict"], "flaky", "{played}");
    let reason = played["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("killed (signal 9)"), "{reason}");
    assert_eq!((code, searches), (Some(0), 2), "{played}");
}

#[test]
fn an_engine_that_is_always_killed_there_is_broken() {
    let (code, searches, played) = examined("1000");
    assert_eq!(played["verdict"], "fail", "{played}");
    let findings = played["findings"].to_string();
    assert!(findings.contains("killed by signal 9 (SIGKILL)"), "{findings}");
    assert_eq!((code, searches), (Some(1), 3), "{played}");
}
