//! `kentei explore`: sessions until the time is over, their findings as files, and continuing later.

use std::fs;
use std::path::Path;

use crate::cli::kentei;
use crate::patience::with_longer_times;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;

fn report(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("a report");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn what_was_found_is_saved_as_a_short_script() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().to_str().expect("a path");
    let explore = ["explore", "--dialect", "uci", "--defect", "X05", "--seed", "1"];
    let saved_as = contains("uci-gen-14-generated-1-1-").and(contains(".py"));
    let explored = with_longer_times(|time| {
        let more = ["--jobs", "8", "--save", saved, "--for", time];
        kentei(&explore).args(more).assert().try_code(1).ok()
    });
    explored.stderr(contains("written: ").and(saved_as));
    kentei(&["check", saved]).assert().code(0).stderr(is_empty());
    let run = ["run", "--dialect", "uci", "--scenarios", saved, "--filter", "uci/uci-*"];
    kentei(&run).assert().code(0);
}

#[test]
fn a_flag_of_run_that_has_no_effect_here_is_refused() {
    let explore = ["explore", "--dialect", "usi", "--for", "1s", "--shard", "1/2"];
    let refused = kentei(&explore).args(["--durations", "old.json"]).assert().code(2);
    refused.stderr(contains("--durations cannot be used with explore")).stdout(is_empty());
}

#[test]
fn an_exploration_goes_on_where_its_report_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let to = |path: &Path| format!("json={}", path.display());
    let explore = ["explore", "--dialect", "usi"];
    let explored = |more: &[&str]| {
        with_longer_times(|time| {
            let words = [&explore[..], more, &["--for", time]].concat();
            kentei(&words).assert().try_code(0).ok()
        });
    };
    explored(&["--seed", "7", "--report", &to(&first)]);
    explored(&["--resume", first.to_str().expect("a path"), "--report", &to(&second)]);
    let (old, new) = (report(&first), report(&second));
    assert_eq!(new["seed"], 7);
    let number =
        |report: &Value, name: &str| report["exploration"][name].as_u64().expect("a number");
    assert!(number(&new, "sessions") > number(&old, "sessions"));
    let rounds = number(&old, "rounds");
    let scenarios = new["scenarios"].as_array().expect("scenarios");
    let ids =
        scenarios.iter().filter_map(|one| one["id"].as_str()?.strip_prefix("usi/generated/7-"));
    let played: Vec<u64> =
        ids.map(|id| id.split('-').next().unwrap_or_default().parse().expect("a round")).collect();
    assert!(!played.is_empty() && played.iter().all(|round| *round > rounds), "{played:?}");
    let other = ["--for", "1s", "--profile", "draft", "--resume", first.to_str().expect("a path")];
    kentei(&explore).args(other).assert().code(2).stderr(contains("is about usi in profile core"));
    let over = to(&first);
    let over = ["--resume", first.to_str().expect("a path"), "--for", "1s", "--report", &over];
    let refused = kentei(&explore).args(over).assert().code(2);
    refused.stderr(contains("is one of the reports that are read"));
    assert!(report(&first) == old);
}

#[test]
fn an_engine_that_does_not_start_leaves_no_report_of_an_earlier_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("r.json");
    fs::write(&file, "of yesterday").expect("a file");
    let explore =
        ["explore", "./gone", "--dialect", "usi", "--for", "1s", "--report", "json=r.json"];
    let ended = kentei(&explore).current_dir(folder.path()).assert().code(3);
    ended.stderr(contains("cannot start engine"));
    let written = report(&file);
    assert_eq!(written["verdict"], "inconclusive");
    assert!(written["reason"].as_str().is_some_and(|reason| reason.contains("gone")), "{written}");
}

#[test]
fn a_shard_that_has_no_session_in_most_rounds_ends_in_time() {
    let args = ["explore", "--dialect", "usi", "--for", "1s", "--shard", "5000/10000", "--quiet"];
    // Whether a round that it reached has a session for it depends on the host.
    kentei(&args)
        .timeout(std::time::Duration::from_secs(120))
        .assert()
        .code(predicate::in_iter([0, 3]));
    let round = ["explore", "--dialect", "usi", "--after-round", "18446744073709551615"];
    kentei(&round).assert().code(2).stderr(contains("expected a whole number"));
}
