//! Options that the user sets: an option that the engine does not declare is an error, and no scenario changes an
//! option that is set.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::kentei;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

/// All lines that scenarios sent.
fn sent(report: &Value) -> Vec<String> {
    let scenarios = report["scenarios"].as_array().expect("a list").iter();
    let events = scenarios.flat_map(|scenario| scenario["transcript"].as_array().expect("a list"));
    let sent = events.filter(|event| event["kind"] == "sent");
    sent.filter_map(|event| Some(event["text"].as_str()?.to_owned())).collect()
}

/// The report of a run of the built-in engine with these arguments, which must end with this exit code.
fn report(args: &[&str], code: i32) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let json = folder.path().join("report.json");
    let report = format!("json={}", json.display());
    let args = [&["run", "--quiet", "--report", &report], args].concat();
    kentei(&args).assert().code(code);
    let report = fs::read(&json).expect("a report");
    serde_json::from_slice(&report).expect("a report in JSON")
}

#[test]
fn an_option_that_the_engine_does_not_declare_is_an_error() {
    let check = |args: &[&str], wanted: &[&str]| {
        let args = [&["run", "--filter", "usi/ready/readyok"], args].concat();
        let mut refused = kentei(&args).assert().code(2).stdout("");
        for text in wanted {
            refused = refused.stderr(contains(*text));
        }
    };
    check(
        &["--set", "USI_Hsah=32"],
        &[
            "error: the engine does not declare the option \"USI_Hsah\"",
            "try: did you mean \"USI_Hash\"? it declares USI_Hash, USI_Ponder, ",
            "--set-undeclared sends it anyway",
        ],
    );
    check(&["--set", "Depht=3"], &["\"Depht\"", "try: it declares USI_Hash"]);
    check(&["--dialect", "usi", "--set", "usi_hash=8", "--set", "X=1"], &["\"X\""]);
    let allowed = |args: &[&str]| {
        let args = [&["run", "--filter", "usi/ready/readyok"], args].concat();
        kentei(&args).assert().code(0);
    };
    allowed(&["--set", "usi_hash=8"]);
    allowed(&["--set", "Depht=3", "--set-undeclared"]);
}

#[test]
fn a_value_that_a_declared_option_does_not_have_is_an_error() {
    let run = |value: &str, more: &[&str], code: i32| {
        let args = [&["run", "--filter", "usi/ready/readyok", "--set", value], more].concat();
        kentei(&args).assert().code(code)
    };
    let hint = "and \"abc\" is not one of its values\n  try: --set-undeclared sends it anyway\n";
    let begin = "error: the option \"USI_Hash\" is a spin from 1 to ";
    run("usi_hash=abc", &[], 2).stdout("").stderr(contains(begin).and(contains(hint)));
    run("USI_Hash=0", &[], 2).stderr(contains("\"0\""));
    run("USI_Ponder=maybe", &[], 2).stderr(contains("is a check, true or false, and \"maybe\""));
    run("KenteiStyle=nosuch", &[], 2).stderr(contains("a combo with the choices "));
    run("USI_Ponder=False", &[], 0);
    run("KenteiStyle=RISKY", &[], 0);
    let folder = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_kentei");
    let file = |more: &str| {
        let text = format!(
            "engines:\n  mine:\n    command: {program:?}\n    args: [engine]\n    options: {{ USI_Hash: abc }}\n{more}"
        );
        fs::write(folder.path().join("kentei.yaml"), text).expect("a file");
    };
    let run = || {
        let mut command = kentei(&["run", "mine", "--dry-run"]);
        command.args(["--filter", "usi/ready/readyok"]).current_dir(folder.path()).assert()
    };
    file("");
    // Nothing is started for a list.
    run().code(0);
    let mut command = kentei(&["run", "mine", "--filter", "usi/ready/readyok"]);
    let refused = command.current_dir(folder.path()).assert().code(2).stdout("");
    refused.stderr(contains("error: mine: the option \"USI_Hash\" is a spin"));
}

#[test]
fn an_option_of_the_engine_file_has_to_be_declared_as_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_kentei");
    let file = |more: &str| {
        let text = format!(
            "engines:\n  mine:\n    command: {program:?}\n    args: [engine]\n    options: {{ Depht: 3 }}\n{more}"
        );
        fs::write(folder.path().join("kentei.yaml"), text).expect("a file");
    };
    let run = |words: &[&str]| {
        let args = [&["run"], words, &["--filter", "usi/ready/readyok"]].concat();
        let mut command = kentei(&args);
        command.current_dir(folder.path()).assert()
    };
    file("");
    let message = "error: mine: the engine does not declare the option \"Depht\"";
    run(&["mine"]).code(2).stdout("").stderr(contains(message));
    run(&["--all"]).code(2).stdout("").stderr(contains(message));
    run(&["mine", "--set-undeclared"]).code(0);
    file("    undeclared: [depht]\n");
    run(&["mine"]).code(0);
}

#[test]
fn an_engine_that_declares_nothing_for_want_of_a_handshake_is_judged_for_that() {
    let silent = "while read -r line; do :; done";
    let args = [
        "run",
        "--set",
        "Depht=3",
        "--limits-scale",
        "0.1",
        "--filter",
        "usi/ready/readyok",
        "--",
        "sh",
        "-c",
        silent,
    ];
    kentei(&args).assert().code(1).stdout(contains("USI-BOOT-04"));
}

#[test]
fn beside_an_engine_file_no_run_begins_without_a_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "engines:\n  one:\n    command: cat\n  two:\n    command: cat\n";
    fs::write(folder.path().join("kentei.yaml"), text).expect("a file");
    let run = |words: &[&str]| {
        let args = [&["run", "--filter", "usi/ready/readyok"], words].concat();
        let mut command = kentei(&args);
        command.current_dir(folder.path()).assert()
    };
    let refused = || {
        contains("error: no engine of \"kentei.yaml\" is named")
            .and(contains("try: kentei run NAME, with one of: one, two; or kentei run --all"))
    };
    let mut explore = kentei(&["explore", "--for", "1s"]);
    let hint = "try: kentei explore NAME, with one of: one, two\n";
    explore.current_dir(folder.path()).assert().code(2).stdout("").stderr(contains(hint));
    run(&[]).code(2).stdout("").stderr(refused());
    run(&["--dialect", "uci"]).code(2).stderr(refused());
    // A command that names the engine in another way is no mistake.
    run(&["--", env!("CARGO_BIN_EXE_kentei"), "engine"]).code(0);
}

/// The engine exits if `KenteiLevel` is not 9 when a command arrives.
#[test]
fn no_scenario_changes_what_the_user_has_set() {
    let level = ["--defect", "set:level", "--set", "kenteilevel=9"];
    let some = ["--filter", "*/option/*", "--filter", "usi/space/*", "--filter", "usi/ready/*"];
    let report = report(&[&level[..], &some].concat(), 0);
    let values: Vec<String> = sent(&report)
        .into_iter()
        .filter(|line| line.to_lowercase().contains("kenteilevel"))
        .collect();
    assert!(!values.is_empty());
    for line in values {
        assert!(line.ends_with(" value 9"), "{line}");
    }
    // Scenarios still try the values of other options.
    assert!(sent(&report).iter().any(|line| line == "setoption name KenteiContempt value -100"));
}

#[test]
fn a_scenario_that_is_about_an_option_of_the_users_skips_with_that_reason() {
    let report = report(&["--set", "USI_Ponder=false", "--filter", "usi/option/ponder-*"], 0);
    let reason = |id: &str| {
        let scenarios = report["scenarios"].as_array().expect("a list");
        let found = scenarios.iter().find(|scenario| scenario["id"] == id);
        let found = found.expect("it is there");
        (found["verdict"].clone(), found["reason"].clone())
    };
    let (verdict, why) = reason("usi/option/ponder-true-is-passive");
    assert_eq!(verdict, "skip");
    let wanted = "the user sets the option USI_Ponder, so that no scenario changes it";
    assert_eq!(why, wanted);
    // Setting an option to the value that it has is no change.
    assert_eq!(reason("usi/option/ponder-false").0, "pass");
    let text = report["unexamined"]["text"].as_str().expect("a text");
    assert!(text.contains("skipped for other reasons"), "{text}");
}

/// A scenario that searches with unusual resources, and then with the usual ones.
const RESOURCES: &str = "title: Searches with other resources
clauses: [USI-GO-07]
after: [go/answers]
params:
  threads: { option: Threads, other: 4, usual: 1 }
  hash: { option: USI_Hash, other: 1024, usual: 16 }
steps:
  - boot
  - send: setoption name ${option} value ${other}
  - send: isready
  - expect: readyok
    within: readyok
  - send: position startpos
  - send: go btime 0 wtime 0 byoyomi 500
  - expect: bestmove
    within: clock
  - send: setoption name ${option} value ${usual}
  - send: isready
  - expect: readyok
    within: readyok
  - send: position startpos
  - send: go btime 0 wtime 0 byoyomi 500
  - expect: bestmove
    within: clock
";

fn resources(folder: &Path) -> PathBuf {
    let file = folder.join("usi").join("resources.yaml");
    fs::create_dir_all(folder.join("usi")).expect("a folder");
    fs::write(&file, RESOURCES).expect("a file");
    file
}

#[test]
fn no_clock_is_judged_while_resources_are_other_than_usual() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = resources(folder.path());
    let file = file.to_str().expect("a path that is text");
    let of = |defect: &str, code: i32| {
        let args = ["--scenarios", file, "--filter", "*resources*", "--defect", defect];
        let report = report(&args, code);
        let scenarios = report["scenarios"].as_array().expect("a list").clone();
        let ours = scenarios.into_iter().filter(|scenario| {
            let id = scenario["id"].as_str().unwrap_or_default();
            id.contains("resources")
        });
        let verdicts: Vec<String> = ours
            .map(|scenario| scenario["verdict"].as_str().unwrap_or_default().to_owned())
            .collect();
        assert_eq!(verdicts.len(), 2, "{report}");
        verdicts
    };
    // The reply is three seconds late with unusual resources, and in time with the usual ones.
    assert_eq!(of("V02", 0), ["pass", "pass"]);
    // The reply is late with the usual resources too.
    let late = of("set:always-slow", 1);
    assert!(late.iter().all(|verdict| verdict != "pass"), "{late:?}");
}

#[test]
fn a_run_is_not_made_one_of_another_game() {
    let args = ["run", "--dialect", "uci", "--set", "uci_chess960=TRUE", "--set-undeclared"];
    kentei(&args).assert().code(2).stdout("").stderr(contains(
        "UCI_Chess960 cannot be true for a whole run: the scenarios play standard chess",
    ));
    let filter = ["--filter", "uci/ready/readyok"];
    let off = [&args[..3], &["--set", "UCI_Chess960=false", "--set-undeclared"], &filter].concat();
    kentei(&off).assert().code(0);
}
