//! Plays the whole suite on a real engine and compares the violated clauses with a reviewed list.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use crate::cli::kentei;

/// A run that takes longer hangs; no busy machine is that slow.
const HANGS: Duration = Duration::from_secs(3600);

/// How often scenarios are played again for which the host was too busy.
const AGAIN: usize = 3;

/// A file of `tests/real/`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reviewed {
    /// The name that the engine gives itself, with its version.
    name: String,
    clauses: Vec<Entry>,
}

/// A clause that the engine violates.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    clause: String,
    /// `fail` or `warn`.
    severity: String,
    /// Whether a run may not show it.
    #[serde(default)]
    sometimes: bool,
    /// What a person found in the transcript.
    reason: String,
}

/// Plays every scenario of the dialect. The violated clauses must be those of the file. Tests that hold `busy` for reading
/// run at the same time.
#[expect(clippy::print_stdout, reason = "the log of the tests shows what was left out")]
pub(crate) fn whole_suite(engine: &Path, dialect: &str, file: &str, busy: &RwLock<()>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real");
    let text = std::fs::read_to_string(folder.join(file)).expect("a list");
    let reviewed: Reviewed = serde_yaml::from_str(&text).expect("a list of clauses");
    for entry in &reviewed.clauses {
        assert!(entry.reason.len() > 10, "{} has no reason", entry.clause);
    }
    let engine = engine.to_string_lossy();
    let args = ["run", "--dialect", dialect, "--profile", "core", "--seed", "1"];
    let args = [&args[..], &["--report", "json", "--", &engine]].concat();
    let mut report = {
        let _busy = busy.read().unwrap_or_else(PoisonError::into_inner);
        played(&args, &[])
    };
    for _ in 0..AGAIN {
        let open = open(&report);
        if !open.is_empty() {
            // No other test may keep the engine waiting.
            let _alone = busy.write().unwrap_or_else(PoisonError::into_inner);
            let again = played(&args, &open);
            replace(&mut report, &again, &open);
        }
    }
    let name = report["engine"]["name"].as_str().unwrap_or_default();
    if name != reviewed.name {
        let required = std::env::var_os("KENTEI_REQUIRE_ENGINES").is_some();
        assert!(!required, "{name} is not {}", reviewed.name);
        println!("skipped: {name} is not {}, which was reviewed", reviewed.name);
        return;
    }
    compare(&reviewed, &report);
}

/// Plays all scenarios, or only these and those that they need.
fn played(args: &[&str], scenarios: &[String]) -> Value {
    let (options, engine) = args.split_at(args.len() - 2);
    let only = scenarios.iter().flat_map(|id| ["--filter", id.as_str()]);
    let args: Vec<&str> =
        options.iter().copied().chain(only).chain(engine.iter().copied()).collect();
    let run = kentei(&args).timeout(HANGS).assert();
    serde_json::from_slice(&run.get_output().stdout).expect("a report")
}

/// The scenarios that could not be judged because the host was busy.
fn open(report: &Value) -> Vec<String> {
    let scenarios = report["scenarios"].as_array().expect("a list").iter();
    let open = scenarios.filter(|scenario| scenario["verdict"] == "inconclusive");
    open.map(|scenario| scenario["id"].as_str().expect("an id").to_owned()).collect()
}

/// Takes the results of these scenarios from another report.
fn replace(report: &mut Value, other: &Value, scenarios: &[String]) {
    let other = other["scenarios"].as_array().expect("a list");
    for scenario in report["scenarios"].as_array_mut().expect("a list") {
        let new = other.iter().find(|new| new["id"] == scenario["id"]);
        let is_one = scenarios.iter().any(|id| scenario["id"] == **id);
        if let Some(new) = new.filter(|_| is_one) {
            *scenario = new.clone();
        }
    }
}

fn compare(reviewed: &Reviewed, report: &Value) {
    let found = found(report);
    let known = |clause: &str| reviewed.clauses.iter().find(|entry| entry.clause == clause);
    let mut wrong = Vec::new();
    for ((clause, severity), scenarios) in &found {
        let worse =
            known(clause).is_none_or(|entry| severity == "fail" && entry.severity != "fail");
        if worse {
            wrong.push(format!("new: {clause} {severity} in {scenarios:?}"));
        }
    }
    for entry in &reviewed.clauses {
        let key = (entry.clause.clone(), entry.severity.clone());
        if !entry.sometimes && !found.contains_key(&key) {
            wrong.push(format!("not found: {} {}", entry.clause, entry.severity));
        }
    }
    for scenario in report["scenarios"].as_array().expect("a list") {
        if matches!(scenario["verdict"].as_str(), Some("error" | "inconclusive")) {
            let (id, reason) = (&scenario["id"], &scenario["reason"]);
            wrong.push(format!("not judged: {id}: {reason}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The clauses that count against the engine, each with its severity and the scenarios.
fn found(report: &Value) -> BTreeMap<(String, String), BTreeSet<String>> {
    let mut found: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for scenario in report["scenarios"].as_array().expect("a list") {
        // Findings that the host may have caused, or that did not repeat, do not count against the engine.
        if !matches!(scenario["verdict"].as_str(), Some("fail" | "warn")) {
            continue;
        }
        for finding in scenario["findings"].as_array().expect("a list") {
            let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
            let severity = text("severity");
            if matches!(severity.as_str(), "fail" | "warn") {
                let scenario = scenario["id"].as_str().unwrap_or_default().to_owned();
                let those = found.entry((text("clause"), severity)).or_default();
                those.insert(scenario);
            }
        }
    }
    found
}
