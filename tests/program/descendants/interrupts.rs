//! When kentei ends, its engines end, however kentei was ended.

use std::io::BufRead;

use super::left;
use crate::held::RunWithPipe;

/// Ignores the signals that ask a process to end, and has many children in sessions of their own.
const MANY: &str = "trap '' TERM INT HUP QUIT
    i=0; while [ $i -lt 50 ]; do setsid sleep 1000 & i=$((i+1)); done
    f() { f & }; f
    echo up >&9; sleep 1000; :";

/// The same, and kills its launcher. What it has started belongs to kentei then.
const ORPHANS: &str = "trap '' TERM INT HUP QUIT
    i=0; while [ $i -lt 50 ]; do setsid sleep 1000 & i=$((i+1)); done
    f() { f & }; echo up >&9; kill -KILL $PPID; f; sleep 1000; :";

/// A run in which an engine with many children has started.
fn up(name: &str, options: &[&str]) -> RunWithPipe {
    up_with(MANY, name, options)
}

fn up_with(script: &str, name: &str, options: &[&str]) -> RunWithPipe {
    let mut args = options.to_vec();
    args.extend(["--dialect", "usi", "--filter", "*/handshake", "--", "sh", "-c", script]);
    let mut run = RunWithPipe::run(name, &args);
    let mut line = String::new();
    run.pipe.read_line(&mut line).expect("an engine starts");
    assert_eq!(line, "up\n");
    run
}

#[test]
fn the_second_interrupt_ends_everything_at_once() {
    for signal in ["INT", "TERM", "HUP", "QUIT"] {
        let mut run = up(signal, &[]);
        run.send(signal);
        // The same signal counts once for half a second.
        let second = if signal == "INT" { "TERM" } else { "INT" };
        run.send(second);
        let status = run.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(3), "{signal}");
        assert_eq!(left(&run), Vec::<String>::new(), "{signal}");
        run.end();
    }
}

#[test]
fn the_second_interrupt_ends_what_a_killed_launcher_left() {
    for time in 1..=3 {
        let mut run = up_with(ORPHANS, &format!("orphans-{time}"), &[]);
        run.send("INT");
        run.send("TERM");
        run.child.wait().expect("it ends");
        assert_eq!(left(&run), Vec::<String>::new());
        run.end();
    }
}

#[test]
fn a_signal_that_comes_twice_leaves_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.json");
    // `timeout` sends its signal to kentei, and then to the group of both.
    for signal in ["TERM", "INT"] {
        let report = format!("--report=json={}", path.display());
        let mut run = up(&format!("{signal}-twice"), &[&report]);
        let id = run.child.id();
        // Both within one shell, so that nothing comes between them.
        let twice = format!("kill -s {signal} {id}; kill -s {signal} {id}");
        let sent = std::process::Command::new("sh").args(["-c", &twice]).status();
        assert!(sent.expect("a shell").success(), "{signal}");
        let status = run.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(3), "{signal}");
        let report = std::fs::read(&path).expect("a report");
        let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
        assert_eq!(report["interrupted"], true, "{signal}");
        assert_eq!(left(&run), Vec::<String>::new(), "{signal}");
        run.end();
        std::fs::remove_file(&path).expect("it is removed");
    }
}

#[test]
fn when_kentei_is_killed_outright_everything_ends() {
    let run = up("outright", &[]);
    run.send("KILL");
    // All processes hold the pipe, and `end` waits until nobody holds it.
    assert_eq!(run.end(), None);
}

#[test]
fn who_wants_hangups_to_be_ignored_gets_that() {
    let script = "trap '' HUP; exec \"$0\" run --filter '*/handshake' -- sh -c \"$1\"";
    let engine = "kill -HUP $(cut -d ' ' -f 4 /proc/$PPID/stat); while read -r line; do
        if [ \"$line\" = usi ]; then echo usiok; fi; if [ \"$line\" = quit ]; then exit; fi; done";
    let run = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_kentei"), engine])
        .stdin(std::process::Stdio::null())
        .output()
        .expect("it starts");
    let reported = String::from_utf8_lossy(&run.stderr);
    assert!(!reported.contains("interrupted"), "{reported}");
}
