//! Where and how `kentei run` starts an engine, and the time limits for it.

use std::fs;
use std::path::Path;

use crate::cli::kentei;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

/// An engine that works only with a file in its working folder, and only with a variable.
const ENGINE: &str = r#"test -f net.bin || { echo "no net.bin in $PWD" >&2; exit 1; }
test "$NET" = small || { echo "NET is $NET" >&2; exit 1; }
exec "$KENTEI" engine --dialect usi
"#;

/// A folder with that engine and its file, and an empty folder `bin`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("engine.sh"), ENGINE).expect("an engine");
    fs::write(folder.path().join("net.bin"), "").expect("a net");
    fs::create_dir(folder.path().join("bin")).expect("a folder");
    folder
}

/// A run of the handshake with these arguments, from a folder.
fn run(at: &Path, args: &[&str]) -> Command {
    let args = [&["run", "--filter", "usi/boot/handshake"], args].concat();
    let mut command = kentei(&args);
    command.current_dir(at).env("KENTEI", env!("CARGO_BIN_EXE_kentei"));
    command
}

#[test]
fn an_interpreter_runs_where_its_file_is_named() {
    let folder = folder();
    run(folder.path(), &["--env", "NET=small", "--", "sh", "engine.sh"]).assert().code(0);
    // Also if the program is given by its path, and so has a folder of its own.
    run(folder.path(), &["--env", "NET=small", "--", "/bin/sh", "engine.sh"]).assert().code(0);
}

#[test]
fn the_folder_and_the_variables_are_the_users() {
    let folder = folder();
    let bin = folder.path().join("bin");
    let engine = ["--", "sh", "../engine.sh"];
    let right = ["--cwd", "..", "--env", "NET=large", "--env", "NET=small"];
    let engine_above = ["--", "sh", "engine.sh"];
    run(&bin, &[&right[..], &engine_above].concat()).assert().code(0);
    let lost = run(&bin, &[&right[2..], &engine].concat()).assert();
    lost.code(3).stdout(contains("no net.bin in"));
    let without = run(&bin, &[&right[..2], &engine_above].concat()).assert();
    without.code(3).stdout(contains("NET is"));
}

#[test]
fn an_engine_file_names_what_lies_beside_it() {
    let folder = folder();
    let file =
        "engines:\n  mine:\n    command: sh\n    args: [engine.sh]\n    env: { NET: large }\n";
    fs::write(folder.path().join("kentei.yaml"), file).expect("an engine file");
    let named = ["mine", "--engine-file", "../kentei.yaml", "--env", "NET=small"];
    run(&folder.path().join("bin"), &named).assert().code(0);
}

#[test]
fn a_limit_is_the_users() {
    let slow = ["--", "sh", "-c", "sleep 2; exec \"$KENTEI\" engine --dialect usi"];
    let here = Path::new(".");
    run(here, &slow).assert().code(0);
    let short = run(here, &[&["--limit", "usiok=20ms"][..], &slow].concat()).assert();
    short.code(1).stdout(contains("USI-BOOT-0"));
    let unknown = run(here, &[&["--limit", "usiko=1s"][..], &slow].concat()).assert();
    unknown.code(2).stderr(contains("unknown limit \"usiko\"").and(contains("usiok")));
}

/// The notes on the handshake's findings, for an engine that is this script.
fn notes(name: &str, script: &str, args: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(name), script).expect("an engine");
    let args = [&["--report", "json"], args, &["--", "sh", name]].concat();
    let output = run(folder.path(), &args).output().expect("it ends");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report is JSON");
    report["scenarios"][0]["findings"].to_string()
}

#[test]
fn a_start_that_is_too_slow_is_reported_with_the_limit_that_gives_it_more_time() {
    let slow = "sleep 1\nexec \"$KENTEI\" engine --dialect usi\n";
    let notes = notes("engine.sh", slow, &["--limit", "usiok=500ms"]);
    assert!(notes.contains("if it only needs longer to start: `--limit usiok=2s`"), "{notes}");
}

#[test]
fn output_that_is_held_back_is_reported_with_the_call_that_writes_it() {
    let buffered = "while read -r line; do test \"$line\" = quit && break; done\n\
                    echo id name x; echo id author y; echo usiok\n";
    let short = ["--limits-scale", "0.1"];
    let all = notes("engine.sh", buffered, &short);
    for call in ["std::endl", "setvbuf(", "stdout().flush()", "flush=True"] {
        assert!(all.contains(call), "{call}: {all}");
    }
    let python = notes("engine.py", buffered, &short);
    assert!(python.contains("`print(…, flush=True)`") && !python.contains("std::endl"), "{python}");
}
