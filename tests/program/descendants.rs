//! Everything that an engine starts ends with the engine, even if it leaves the process group.

mod interrupts;
mod limits;
mod terminal;
mod threads;

use std::fs;

use crate::held::{MARK, RunWithPipe, marked};
use serde_json::Value;

/// The built-in engine, which replaces the shell.
const SOUND: &str = concat!("exec '", env!("CARGO_BIN_EXE_kentei"), "' engine --dialect usi");

/// Redirections after which a process holds none of the engine's streams.
const AWAY: &str = "</dev/null >/dev/null 2>&1 9>&-";

/// The processes of a run that still exist.
fn left(run: &RunWithPipe) -> Vec<String> {
    marked(&format!("{MARK}={}", run.mark))
}

/// Plays `quit/idle` with an engine that is a shell script, checks that no process is left, and returns the report.
fn played(name: &str, script: &str, more: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let json = folder.path().join("report.json");
    let report = format!("json={}", json.display());
    let fixed = ["--dialect", "usi", "--filter", "*/quit/idle", "--report", &report];
    let program = ["--", "sh", "-c", script];
    let mut run = RunWithPipe::run(name, &[&fixed, more, &program[..]].concat());
    // Checked at once: no process may outlive the run.
    run.child.wait().expect("it ends");
    assert_eq!(left(&run), Vec::<String>::new(), "{name}");
    run.end();
    let report = fs::read(&json).expect("a report");
    serde_json::from_slice(&report).expect("a report in JSON")
}

/// The verdict of `quit/idle`, and the clauses of its findings.
fn reported(report: &Value) -> (String, Vec<String>) {
    let scenarios = report["scenarios"].as_array().expect("a list");
    let idle = scenarios.iter().find(|scenario| scenario["id"] == "shared/quit/idle");
    let idle = idle.expect("it was played");
    let findings = idle["findings"].as_array().expect("a list");
    let clauses = findings.iter().map(|finding| text(&finding["clause"]));
    (text(&idle["verdict"]), clauses.collect())
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

#[test]
fn who_leaves_the_group_is_found_and_ended() {
    let daemons = [
        ("session", format!("setsid sleep 1000 {AWAY} & {SOUND}")),
        ("daemon", format!("(setsid sh -c 'sleep 1000 & exit 0' {AWAY} &) ; {SOUND}")),
        ("nameless", format!("env -i setsid sleep 1000 {AWAY} & {SOUND}")),
        ("group", format!("sleep 1000 {AWAY} & {SOUND}")),
    ];
    for (name, script) in &daemons {
        let found = reported(&played(name, script, &[]));
        let wanted = ("warn".to_owned(), vec!["USI-QUIT-06".to_owned()]);
        assert_eq!(found, wanted, "{name}");
        assert_eq!(nameless_sleepers(), 0, "{name}");
    }
}

/// How many `sleep 1000` processes exist whose environment is empty.
fn nameless_sleepers() -> usize {
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    let nameless = entries.filter(|entry| {
        let read = |name| fs::read(entry.path().join(name)).unwrap_or_default();
        read("cmdline") == b"sleep\x001000\0" && read("environ").is_empty()
    });
    nameless.count()
}

#[test]
fn who_ends_soon_after_the_engine_is_no_fault() {
    let script = format!("setsid sleep 0.7 </dev/null >/dev/null 2>&1 & {SOUND}");
    assert_eq!(reported(&played("soon", &script, &[])), ("pass".to_owned(), vec![]));
}

#[test]
fn a_chain_of_processes_is_caught() {
    // Each process starts the next one and ends: one chain as quickly as possible, which keeps a processor busy, and
    // others with pauses.
    let chain = |next: &str, pause: &str| {
        format!("export F='{pause}{next} sh -c \"$F\" & exit 0'; sh -c \"$F\" {AWAY}; {SOUND}")
    };
    let pause = "sleep 0.01; ";
    let three = format!(
        "export F='{pause}sh -c \"$F\" & exit 0'; for i in 1 2 3; do sh -c \"$F\" {AWAY}; done; {SOUND}"
    );
    let chains =
        [("chain", chain("", "")), ("sessions", chain("setsid", pause)), ("chains", three)];
    for (name, script) in &chains {
        let (verdict, clauses) = reported(&played(name, script, &[]));
        assert_eq!(verdict, "warn", "{name}: {clauses:?}");
        assert_eq!(clauses, ["USI-QUIT-06"], "{name}");
    }
}

#[test]
fn who_starts_again_what_is_killed_is_caught() {
    let keeper = "while :; do setsid sleep 1000; done";
    let script = format!("setsid sh -c '{keeper}' </dev/null >/dev/null 2>&1 9>&- & {SOUND}");
    assert_eq!(reported(&played("keeper", &script, &[])).0, "warn");
}

#[test]
fn an_engine_that_attacks_its_launcher_leaves_nothing() {
    let attacks = [
        ("killed", "kill -KILL $PPID; setsid sleep 1000 & sleep 1000; :"),
        ("stopped", "kill -STOP $PPID; setsid sleep 1000 & sleep 1000; :"),
        ("ended", "trap '' TERM; kill -TERM $PPID; setsid sleep 1000 & sleep 1000; :"),
    ];
    for (name, script) in attacks {
        let report = played(name, script, &[]);
        // If the attack is quick, the engine counts as never started.
        let verdict = text(&report["verdict"]);
        assert!(verdict == "nonconformant" || verdict == "inconclusive", "{name}: {verdict}");
    }
}
