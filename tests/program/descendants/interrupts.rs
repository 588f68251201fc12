//! When kentei ends, its engines end, however kentei was ended.

use std::io::BufRead;

use super::left;
use crate::held::RunWithPipe;

/// Ignores the signals that ask a process to end, and has many children in sessions of their own.
const MANY: &str = "trap '' TERM INT HUP QUIT
    i=0; while [ $i -lt 50 ]; do setsid sleep 1000 & i=$((i+1)); done
    f() { f & }; f
    echo up >&9; sleep 1000; :";

/// A run in which such an engine has started.
fn up(name: &str) -> RunWithPipe {
    let mut run = RunWithPipe::run(
        name,
        &["--dialect", "usi", "--filter", "*/handshake", "--", "sh", "-c", MANY],
    );
    let mut line = String::new();
    run.pipe.read_line(&mut line).expect("an engine starts");
    assert_eq!(line, "up\n");
    run
}

#[test]
fn the_second_interrupt_ends_everything_at_once() {
    for signal in ["INT", "TERM", "HUP", "QUIT"] {
        let mut run = up(signal);
        run.send(signal);
        run.send("INT");
        let status = run.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(3), "{signal}");
        assert_eq!(left(&run), Vec::<String>::new(), "{signal}");
        run.end();
    }
}

#[test]
fn when_kentei_is_killed_outright_everything_ends() {
    let run = up("outright");
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
