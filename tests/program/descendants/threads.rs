//! A system that has no threads, processes or memory left: the run reports that and ends.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Longer than any of these runs takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs `kentei` under `prlimit` with this argument. If the tests run as root, to whom limits on processes do not
/// apply, it runs as user 65534 instead.
fn limited(limit: &str, jobs: &str) -> Output {
    let root = rustix::process::geteuid().is_root();
    let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    let user: &[&str] = if root { &user } else { &[] };
    let guard = ["timeout", "-k", "5", "60"];
    let kentei = env!("CARGO_BIN_EXE_kentei");
    let run = [kentei, "run", "--filter", "*/boot/*", "--jobs", jobs];
    let words = [&guard[..], user, &["prlimit", limit], &run].concat();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir("/");
    command.stdin(Stdio::null()).output().expect("it starts")
}

/// Checks how the run ended: with exit code 0 (`true`), or with a message and exit code 3 or an abort (`false`).
fn check(limit: &str, jobs: &str) -> bool {
    let begun = Instant::now();
    let output = limited(limit, jobs);
    let reported = String::from_utf8_lossy(&output.stderr);
    assert!(begun.elapsed() < PATIENCE, "{limit}: {reported}");
    match output.status.code() {
        Some(0) => true,
        Some(3) => {
            assert!(reported.starts_with("error: "), "{limit}: {reported}");
            false
        }
        // If it is no thread that lacks memory, Rust itself ends the program with a message.
        None if reported.starts_with("memory allocation of ") => false,
        other => panic!("{limit}: {other:?} {reported}"),
    }
}

#[test]
fn without_threads_a_run_says_so_and_ends() {
    let few = ["1", "2", "8", "9", "10", "11", "16", "24", "40"];
    for most in few {
        assert!(!check(&format!("--nproc={most}:{most}"), "8"), "{most}");
    }
    // The limit counts other processes of this user as well.
    assert!(check("--nproc=8000:8000", "1"));
}

#[test]
fn without_memory_a_run_says_so_and_ends() {
    // With less memory the program cannot even be loaded.
    for most in ["48", "64", "96", "120"] {
        assert!(!check(&format!("--as={most}000000"), "8"), "{most}");
    }
    assert!(check("--as=200000000", "8"));
    assert!(check("--as=160000000", "1"));
}

#[test]
fn a_report_that_may_not_be_so_long_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "ulimit -f 1; exec \"$0\" run --filter '*/handshake' --report json=\"$1/x.json\" --report terminal=/dev/null";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_kentei")])
        .arg(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    let reported = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{reported}");
    assert!(reported.contains("cannot write report"), "{reported}");
    let left = std::fs::read_dir(folder.path()).expect("it is there").count();
    assert_eq!(left, 0);
}
