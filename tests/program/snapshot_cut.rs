//! Snapshots of engines that write more than a run keeps.

use std::fs;
use std::path::Path;

use crate::cli::kentei;
use predicates::str::contains;

/// The built-in engine with this many additional lines before each reply to a search. `more` are further arguments.
fn talkative(folder: &Path, lines: usize, more: &[&str]) -> assert_cmd::assert::Assert {
    let talk = folder.join("talk");
    let line = "info string a further line before the reply, of sixty characters\n";
    fs::write(&talk, line.repeat(lines)).expect("a file");
    let script = "\"$0\" engine --dialect usi | while IFS= read -r line; do
        case $line in bestmove*) cat \"$1\" ;; esac
        printf '%s\\n' \"$line\"; done";
    let (snapshots, json) = (folder.join("snapshots"), folder.join("json"));
    let report = format!("json={}", json.display());
    let snapshots = snapshots.display().to_string();
    let fixed = ["run", "--snapshots", &snapshots, "--report", &report];
    let kept = ["--limits-scale", "4", "--share", "never"];
    let engine = ["--", "sh", "-c", script, env!("CARGO_BIN_EXE_kentei")];
    let talk = talk.display().to_string();
    kentei(&[&fixed[..], &kept, more, &engine, &[&talk]].concat()).assert()
}

fn report(folder: &Path) -> serde_json::Value {
    let text = fs::read(folder.join("json")).expect("a report");
    serde_json::from_slice(&text).expect("a report in JSON")
}

#[test]
fn what_is_cut_for_the_room_of_a_run_is_compared_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let searches = ["--filter", "usi/go/*", "--filter", "usi/ponder/*"];
    let _ = talkative(folder.path(), 1, &searches);
    let _ = talkative(folder.path(), 1300, &searches);
    let report = report(folder.path());
    let number = |one: &serde_json::Value, key: &str| one[key].as_u64().unwrap_or(0);
    let scenarios = report["scenarios"].as_array().expect("a list").iter();
    // Scenarios with very many searches are cut for their own length, and are left out here.
    let cut = scenarios.filter(|one| {
        let cut = number(one, "transcript_cut");
        cut > 0 && cut == number(one, "transcript_dropped")
    });
    let cut: Vec<&str> = cut.filter_map(|one| one["id"].as_str()).collect();
    assert!(cut.len() > 5, "{cut:?}");
    let reported = report["snapshots"]["reported"].as_array().expect("a list");
    for one in reported {
        let id = one["scenario"].as_str().expect("an id");
        assert!(one["standing"] != "lost" || !cut.contains(&id), "{one}");
    }
}

#[test]
fn what_cannot_be_compared_is_not_green() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = ["--filter", "usi/go/answers"];
    talkative(folder.path(), 1, &one).code(0);
    let much = 20_000;
    talkative(folder.path(), much, &one)
        .code(0)
        .stdout(contains("cannot be compared usi/go/answers"));
    let counted = [&one[..], &["--fail-on", "fail,snapshots"]].concat();
    talkative(folder.path(), much, &counted)
        .code(3)
        .stdout(contains("1 snapshot cannot be compared"));
}
