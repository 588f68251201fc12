//! `kentei shrink`: makes short scripts that show a defect of the built-in engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::kentei;
use crate::engine_folder;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};

/// The files in a folder with this extension.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|own| own == ending)).collect()
}

/// The exit code of a Python script against the built-in engine; `None` if Python is not installed.
#[cfg(unix)]
fn python(script: &Path, defect: Option<&str>, dialect: &str) -> Option<i32> {
    let mut command = Command::new("python3");
    command.arg(script).args([env!("CARGO_BIN_EXE_kentei"), "engine", "--dialect", dialect]);
    command.args(defect.iter().flat_map(|defect| ["--defect", defect]));
    let done = match command.output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        done => done.expect("Python runs"),
    };
    let reported = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.code() != Some(2), "it can be played: {reported}");
    done.status.code()
}

/// Shrinks a scenario to a script of at most this many lines, and tries the files on a broken and on a sound engine.
fn check(scenario: &str, dialect: &str, defect: &str, clause: &str, most: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().to_str().expect("a path");
    let args = ["shrink", scenario, "--dialect", dialect, "--defect", defect, "--clause", clause];
    let mut shrink = kentei(&args);
    shrink.args(["--save", saved]).assert().code(0).stdout(contains(format!("{clause}: ")));
    let yaml = files(&folder.path().join("scenarios").join(dialect), "yaml");
    let [yaml] = &yaml[..] else {
        panic!("one scenario: {yaml:?}");
    };
    let text = fs::read_to_string(yaml).expect("the scenario");
    kentei(&["check", saved]).assert().code(0).stderr(is_empty());
    let id = yaml.file_stem().expect("a name").to_string_lossy();
    let id = format!("{dialect}/{id}");
    let run = |more: &[&str]| {
        let args = ["run", "--dialect", dialect, "--scenarios", saved, "--filter", &id];
        kentei(&args).args(["--report", "json"]).args(more).assert()
    };
    let shown = run(&["--defect", defect]).code(1);
    let report: serde_json::Value =
        serde_json::from_slice(&shown.get_output().stdout).expect("a report");
    let found = report["scenarios"][0]["findings"].as_array().expect("findings");
    assert!(found.iter().any(|one| one["clause"] == clause), "{text}\n{found:#?}");
    let events = report["scenarios"][0]["transcript"].as_array().expect("a transcript");
    let sent = events.iter().filter(|event| event["type"] == "sent" || event["kind"] == "sent");
    assert!(sent.count() <= most, "{text}\n{events:#?}");
    run(&[]).code(0);
    #[cfg(unix)]
    {
        let script = files(folder.path(), "py");
        let [script] = &script[..] else {
            panic!("one script: {script:?}");
        };
        if let Some(code) = python(script, Some(defect), dialect) {
            assert_eq!(code, 1, "{}", script.display());
            assert_eq!(python(script, None, dialect), Some(0), "{}", script.display());
        }
    }
}

#[test]
fn a_reply_to_an_idle_stop_is_left_with_the_handshake_and_the_stop() {
    check("shared/stop/idle", "usi", "G01", "USI-STOP-03", 3);
}

#[test]
fn a_file_with_much_besides_is_reduced_to_what_is_needed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("long.yaml");
    let text = "title: A long dialogue\nclauses: [USI-STOP-03]\nsteps:\n  - boot\n  - repeat:\n      times: 3\n      steps:\n        - send: position startpos moves 7g7f 3c3d 2g2f\n        - send: go depth 1\n        - expect: bestmove\n  - set-options: { types: [spin], to: default }\n  - fence\n  - send: [isready, stop]\n  - pause: 20ms\n  - fence\n  - send: usinewgame\n";
    fs::write(&file, text).expect("a file");
    let path = file.to_str().expect("a path");
    let mut shrink =
        kentei(&["shrink", path, "--defect", "G01", "--clause", "USI-STOP-03", "--quiet"]);
    let done = shrink.assert().code(0).stderr(contains("it shows in 10 of 10 plays"));
    let out = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    for gone in ["repeat", "position", "go depth", "set-options", "usinewgame"] {
        assert!(!out.contains(gone), "{gone}\n{out}");
    }
    assert!(out.contains("stop"), "{out}");
}

#[test]
fn what_does_not_show_is_not_reduced() {
    let sound = kentei(&["shrink", "shared/stop/idle", "--quiet"]).assert().code(3).stdout("");
    sound.stderr(contains("no violation shows in 20 plays of the scenario"));
    let args =
        ["shrink", "shared/stop/idle", "--defect", "G01", "--clause", "USI-PON-01", "--quiet"];
    let other = kentei(&args).assert().code(3).stdout("");
    other.stderr(contains("no violation of USI-PON-01").and(contains("USI-STOP-03")));
}

#[test]
fn names_that_are_not_known_are_bad_input() {
    let unknown = kentei(&["shrink", "usi/stop/idel"]).assert().code(2).stdout("");
    unknown.stderr(contains("unknown scenario"));
    let args = ["shrink", "shared/stop/idle", "--clause", "USI-STOP-99"];
    kentei(&args).assert().code(2).stderr(contains("unknown clause \"USI-STOP-99\""));
}

#[test]
fn a_forgotten_name_does_not_examine_the_built_in_engine() {
    let yaml = "engines:\n  mine:\n    command: KENTEI\n    args: [engine, --dialect, usi]\n";
    let folder = engine_folder::folder(yaml);
    let shrink = |more: &[&str]| {
        let args = [&["shrink", "shared/stop/idle", "--quiet"], more].concat();
        kentei(&args).current_dir(folder.path()).assert()
    };
    let unnamed = contains("no engine of \"kentei.yaml\" is named");
    let hint = contains("try: kentei shrink SCENARIO NAME, with one of: mine");
    shrink(&[]).code(2).stdout("").stderr(unnamed.and(hint));
    shrink(&["--defect", "G01", "--clause", "USI-STOP-03"]).code(0).stdout(contains("send: stop"));
}

#[test]
fn what_is_said_of_it_is_there_in_japanese() {
    let args = ["shrink", "shared/stop/idle", "--defect", "G01", "--quiet", "--lang", "ja"];
    let reported = kentei(&args).assert().code(0).stderr(contains("10回で再現"));
    reported.stdout(contains("send: stop"));
}

#[test]
fn each_case_of_a_scenario_is_named_when_it_begins() {
    let refused = kentei(&["shrink", "usi/ponder/held", "./no-such-engine"]).assert().code(3);
    refused.stderr(contains("case 1 of ").and(contains(": usi/ponder/held[")));
    let quiet = ["shrink", "usi/ponder/held", "./no-such-engine", "--quiet"];
    kentei(&quiet).assert().code(3).stderr(contains("case 1 of ").not());
}

#[cfg(unix)]
#[test]
fn what_an_engine_writes_is_escaped_in_the_summary() {
    let engine = r#"while read -r line; do case $line in
        usi) echo "id name x"; echo "id author y"; echo usiok;;
        isready) echo readyok;;
        go*) printf 'bestmove \033]0;x\007\n';;
        quit) exit;;
    esac; done"#;
    let args = ["shrink", "usi/go/answers", "--max-time", "5s", "--quiet", "--", "sh", "-c"];
    let mut shrink = kentei(&args);
    let shrunk = shrink.arg(engine).assert().code(0);
    shrunk.stderr(contains(r"\x1b]0;x\x07").and(contains("\u{1b}").not()));
}
