//! Options for work on an engine: `--quick`, `--last-failed`, `--max-fail`, `--dry-run`, `--watch`, and filters by
//! clause.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

use crate::cli::kentei;

/// Short limits, for engines that never answer.
const SHORT: &[&str] = &["--limits-scale", "0.2"];
const BOOT: &[&str] = &["--filter", "usi/boot/handshake"];

const JSON: &str = "--report=json";

/// `kentei run`, with a cache folder of its own.
fn run(cache: &Path, args: &[&str]) -> Command {
    let mut command = kentei(&[&["run"], args].concat());
    command.env("XDG_CACHE_HOME", cache);
    command
}

/// The JSON report of a run that ends with this code.
fn json(mut command: Command, code: i32) -> Value {
    let done = command.assert().code(code);
    serde_json::from_slice(&done.get_output().stdout).expect("a report is JSON")
}

fn ids(report: &Value) -> Vec<&str> {
    let scenarios = report["scenarios"].as_array().expect("a list");
    scenarios.iter().map(|scenario| scenario["id"].as_str().expect("a text")).collect()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn the_quick_set_is_a_dozen_and_the_verdict_says_so() {
    let cache = folder();
    for dialect in ["usi", "uci", "ucci"] {
        let done = run(cache.path(), &["--quick", "--dialect", dialect]).assert().code(0);
        let text = String::from_utf8_lossy(&done.get_output().stdout).replace('\n', " ");
        assert!(text.contains("; only the quick set was played"), "{text}");
        let report = json(run(cache.path(), &[JSON, "--quick", "--dialect", dialect]), 0);
        assert_eq!(report["quick"], true);
        let ids = ids(&report);
        assert!((10..=16).contains(&ids.len()), "{ids:?}");
        for wanted in ["boot/handshake", "ready/readyok", "go/stop"] {
            assert!(ids.contains(&format!("{dialect}/{wanted}").as_str()), "{ids:?}");
        }
        // Long scenarios start as soon as the engine is ready: three such waits in a row take more than three seconds.
        let chain = report["time"]["critical_path"].as_array().expect("a list");
        assert!(chain.len() <= 3, "{chain:?}");
    }
    let none = run(cache.path(), &["--quick", "--filter", "usi/newgame/never"]).assert().code(2);
    none.stderr(contains("none of these scenarios is in the quick set"));
}

#[test]
fn a_broken_start_is_one_failure_of_the_quick_set() {
    let cache = folder();
    let broken = [JSON, "--quick", "--defect", "A02"];
    let report = json(run(cache.path(), &[&broken, SHORT].concat()), 1);
    assert_eq!(report["summary"]["fail"], 1, "{}", report["summary"]);
    assert_eq!(report["summary"]["blocked"], ids(&report).len() as u64 - 1);
}

#[test]
fn what_did_not_pass_last_is_played_again_alone() {
    let cache = folder();
    let last = |args: &[&str]| run(cache.path(), &[&["--last-failed"], args].concat());
    let unknown = last(&[]).assert().code(2).stdout("");
    unknown.stderr(
        contains("no earlier run of this engine is known in")
            .and(contains("try: the same without --last-failed")),
    );
    let two =
        ["--filter", "usi/position/forced[white]", "--filter", "usi/position/startpos[plain]"];
    let broken = ["--defect", "D20"];
    run(cache.path(), &[&broken[..], &two].concat()).assert().code(1);
    let report = json(last(&[&broken[..], &[JSON]].concat()), 1);
    // Including the prerequisites.
    let expected =
        ["usi/boot/handshake", "usi/go/answers", "usi/position/forced[white]", "usi/ready/readyok"];
    assert_eq!(ids(&report), expected);
    // Another engine has its own record of the last run.
    last(&[]).assert().code(2).stderr(contains("no earlier run"));
    run(cache.path(), BOOT).assert().code(0);
    last(&[])
        .assert()
        .code(2)
        .stderr(contains("all that was played last with this engine has passed"));
}

#[test]
fn what_was_not_played_keeps_what_is_known_of_it() {
    let cache = folder();
    let folder = folder();
    let engine = folder.path().join("engine.sh");
    let be = |defect: &str| {
        let text = format!("exec \"$KENTEI\" engine --dialect usi {defect}\n");
        fs::write(&engine, text).expect("an engine");
    };
    let run = |args: &[&str]| {
        let mut command = run(cache.path(), &[args, SHORT, &["--", "sh", "engine.sh"]].concat());
        command.current_dir(folder.path()).env("KENTEI", env!("CARGO_BIN_EXE_kentei"));
        command
    };
    be("--defect A02");
    run(BOOT).assert().code(1);
    be("");
    // This scenario passes, and the verdict of the other one is unchanged.
    run(&["--filter", "usi/boot/silent-before-usi"]).assert().code(0);
    assert_eq!(ids(&json(run(&["--last-failed", JSON]), 0)), ["usi/boot/handshake"]);
    run(&["--last-failed"]).assert().code(2);
}

#[test]
fn a_run_ends_after_enough_failures_and_says_what_was_not_judged() {
    let cache = folder();
    let words = ["--defect", "A02", "--max-fail", "1", "--quick"];
    let done = run(cache.path(), &[&words, SHORT].concat()).assert().code(1);
    let text = String::from_utf8_lossy(&done.get_output().stdout).replace('\n', " ");
    assert!(text.contains("not judged, because the run was ended early"), "{text}");
    let report = json(run(cache.path(), &[&words[..], SHORT, &[JSON]].concat()), 1);
    assert_eq!(report["verdict"], "nonconformant");
    assert_eq!(report["interrupted"], false);
    let scenarios = report["scenarios"].as_array().expect("a list");
    let reasons = scenarios.iter().filter_map(|scenario| scenario["reason"].as_str());
    let cut = "the run was ended before it could be judged: 1 failed";
    assert_eq!(reasons.filter(|reason| *reason == cut).count(), scenarios.len() - 1);
    // `readyok` was not judged, so `--last-failed` does not know it.
    let again = run(cache.path(), &["--defect", "A02", "--last-failed", "--dry-run"]);
    let listed = { again }.assert().code(0);
    listed.stdout(contains("\n  usi/boot/handshake\n").and(contains("usi/ready/readyok").not()));
}

#[test]
fn a_known_failure_does_not_count_as_one() {
    let folder = folder();
    let kentei_yaml = format!(
        "engines:\n  mine:\n    command: '{}'\n    args: [engine, --dialect, usi, --defect, A02]\n    dialect: usi\n    \
         known_failures:\n      - {{ scenario: 'usi/*', reason: known }}\n",
        env!("CARGO_BIN_EXE_kentei")
    );
    fs::write(folder.path().join("kentei.yaml"), kentei_yaml).expect("a file");
    let mut command =
        run(folder.path(), &[&["mine", JSON, "--max-fail", "1", "--quick"], SHORT].concat());
    command.current_dir(folder.path());
    let report = json(command, 3);
    assert_eq!(report["summary"]["inconclusive"], 0, "{}", report["summary"]);
}

#[test]
fn a_dry_run_lists_in_order_what_would_be_played_and_why_the_rest_is_not() {
    let cache = folder();
    let dry = |args: &[&str]| {
        let args = [&["--dry-run", "./no-such-engine"], args].concat();
        let done = run(cache.path(), &args).assert().code(0).stderr("");
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    let text = dry(&["--filter", "shared/ponder/hit"]);
    let expected = "5 scenarios would be played as usi (core), in this order:
  usi/boot/handshake
  usi/ready/readyok   after usi/boot/handshake
  usi/go/answers      after usi/ready/readyok · if the engine offers search
  usi/go/stop         after usi/go/answers
  shared/ponder/hit   after usi/go/stop · if the engine offers ponder

left out:
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("  left out by --filter\n"), "{text}");
    let text = dry(&["--filter", "shared/ponder/hit", "--verbose"]);
    let line = text.lines().find(|line| line.starts_with("  usi/newgame/never "));
    assert!(line.is_some_and(|line| line.ends_with("left out by --filter")), "{text}");
    let japanese = dry(&["--quick", "--lang", "ja"]);
    assert!(japanese.contains("クイックセットの対象外"), "{japanese}");
}

#[test]
fn what_a_dry_run_would_leave_undone_is_refused() {
    let cache = folder();
    let undone: [&[&str]; 4] = [
        &["--report", "json"],
        &["--baseline", "old.json"],
        &["--snapshots", "kept"],
        &["--update-known"],
    ];
    for flag in undone {
        let refused = run(cache.path(), &[&["--dry-run"], flag].concat()).assert().code(2);
        refused.stdout("").stderr(contains("cannot be used with").and(contains(flag[0])));
    }
}

#[test]
fn a_filter_can_be_a_clause() {
    let cache = folder();
    let dry = |filters: &[&str]| {
        let filters = filters.iter().flat_map(|filter| ["--filter", *filter]);
        let args: Vec<&str> = ["--dry-run"].into_iter().chain(filters).collect();
        let done = run(cache.path(), &args).assert().code(0);
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    let text = dry(&["USI-PON-03"]);
    assert!(text.contains("\n  shared/ponder/hit "), "{text}");
    let text = dry(&["usi/boot/*", "!usi-boot-12"]);
    assert!(text.contains("\n  usi/boot/handshake\n"), "{text}");
    assert!(!text.contains("\n  usi/boot/second-usi "), "{text}");
    let refused = run(cache.path(), &["--filter", "USI-PON-0"]).assert().code(2);
    refused.stderr(contains("no scenario matches \"USI-PON-0\"").and(contains("try: USI-PON-0")));
}

#[cfg(unix)]
mod watch {
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// A `--watch` run of an engine in a folder, and a function that reads its report until a line begins in this way.
    fn watch(folder: &Path) -> (Child, impl FnMut(&str)) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kentei"));
        command.args(["run", "--watch", "--filter", "usi/boot/handshake"]).args(SHORT);
        command.args(["--lang", "en", "--", "sh", "engine.sh"]).current_dir(folder);
        command.env("KENTEI", env!("CARGO_BIN_EXE_kentei")).env("XDG_CACHE_HOME", folder);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let until = move |begin: &str| {
            let found = lines.find(|line| line.as_ref().expect("text").starts_with(begin));
            assert!(found.is_some(), "no line that begins with {begin:?}");
        };
        (child, until)
    }

    #[test]
    fn a_change_of_the_engine_is_followed_by_another_run_until_ctrl_c() {
        let folder = folder();
        let engine = folder.path().join("engine.sh");
        let sound = "exec \"$KENTEI\" engine --dialect usi\n";
        fs::write(&engine, sound).expect("an engine");
        let (mut child, mut until) = watch(folder.path());
        until("conformant: ");
        fs::write(&engine, sound.replace("usi\n", "usi --defect A02\n")).expect("an engine");
        until("not conformant: ");
        fs::write(&engine, sound).expect("an engine");
        until("conformant: ");
        let id = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
        // The last run found nothing.
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
}
