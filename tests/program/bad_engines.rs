//! Programs that are not engines: no scenario passes with them, no run hangs, and no process of them is left.

use std::fs;
use std::io::BufRead;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use crate::cli::kentei;
use crate::held::{MARK, RunWithPipe, marked};
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::Value;

/// A run that takes longer hangs; no busy machine is that slow.
const PATIENCE: Duration = Duration::from_secs(600);

/// Reads commands and never answers, not even at `quit`.
const SILENT: &str = "while read -r line; do :; done";

/// Answers each command with a line of random letters and digits.
const NOISE: &str = "
    seed=7
    while read -r line; do
        seed=$(( (seed * 1103515245 + 12345) % 2147483648 ))
        printf '%x %o\\n' $seed $seed
    done";

/// Answers each command with up to two lines from the documents, whatever the command is.
const PARROT: &str = "
    seed=$0
    roll() {
        seed=$(( (seed * 1103515245 + 12345) % 2147483648 ))
        number=$(( seed / 65536 % $1 ))
    }
    say() {
        roll 9
        case $number in
            0) echo usiok;;
            1) echo readyok;;
            2) echo 'bestmove 7g7f';;
            3) echo 'bestmove resign';;
            4) echo 'id name x';;
            5) echo 'option name USI_Hash type spin default 1 min 1 max 2';;
            6) echo 'info depth 1 score cp 1 pv 7g7f';;
            7) echo 'checkmate nomate';;
            8) echo;;
        esac
    }
    while read -r line; do
        roll 3
        case $number in
            1) say;;
            2) say; say;;
        esac
    done";

/// Never stops talking, with a little time for the reader. `tests/hostile` has engines that leave it none.
const TALKER: &str = "while :; do echo y; sleep 0.05; done";

/// Does not end when asked to, and neither do its children.
const STUBBORN: &str = "trap '' TERM INT HUP; sleep 1000 & sleep 1000 & sleep 1000; sleep 1000";

/// Examines a program with every scenario: no scenario passes, and no process of it is left. The run ends with `code`.
fn no_scenario_passes(name: &str, dialect: &str, program: &[&str], code: i32) {
    let folder = tempfile::tempdir().expect("a folder");
    let json = folder.path().join("report.json");
    let report = format!("json={}", json.display());
    let args = ["--dialect", dialect, "--report", &report, "--"];
    let run = RunWithPipe::run(name, &[&args, program].concat());
    assert_eq!(run.end(), Some(code), "{program:?}");

    let report = fs::read(&json).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("a report in JSON");
    let verdict = if code == 1 { "nonconformant" } else { "inconclusive" };
    assert_eq!(report["verdict"], verdict);
    let scenarios = report["scenarios"].as_array().expect("a list");
    assert!(scenarios.len() > 70, "{} scenarios", scenarios.len());
    for scenario in scenarios {
        let (verdict, reason) = (&scenario["verdict"], &scenario["reason"]);
        // Where only time decides, a machine that is busy with other tests leaves it open.
        let busy = || reason.as_str().is_some_and(|reason| reason.starts_with("the machine "));
        assert!(
            verdict == "fail" || verdict == "blocked" || verdict == "inconclusive" && busy(),
            "{program:?}: {verdict} {reason} {}",
            scenario["id"]
        );
    }
}

/// The programs are examined at once, because the harness mostly waits for them.
#[test]
fn no_scenario_passes_on_a_program_that_is_no_engine() {
    let programs: &[(&str, &[&str])] = &[
        ("ends-at-once", &["/bin/true"]),
        ("repeats-what-it-hears", &["cat"]),
        ("never-stops-talking", &["sh", "-c", TALKER]),
        ("does-not-listen", &["sleep", "1000"]),
        ("refuses-to-go", &["sh", "-c", STUBBORN]),
        ("does-nothing", &["sh", "-c", SILENT]),
        ("talks-at-random", &["sh", "-c", NOISE]),
        ("parrot-1", &["sh", "-c", PARROT, "1"]),
        ("parrot-2", &["sh", "-c", PARROT, "2"]),
        ("parrot-3", &["sh", "-c", PARROT, "3"]),
    ];
    std::thread::scope(|scope| {
        for (name, program) in programs {
            // A program that ends before it writes anything is not judged.
            let code = if *name == "ends-at-once" { 3 } else { 1 };
            scope.spawn(move || no_scenario_passes(name, "usi", program, code));
        }
        let silent = ["sh", "-c", SILENT];
        scope.spawn(move || no_scenario_passes("does-nothing-in-ucci", "ucci", &silent, 1));
        scope.spawn(|| no_scenario_passes("repeats-ucci", "ucci", &["cat"], 1));
    });
}

#[test]
fn what_cannot_be_started_is_not_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str, mode: u32| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("its mode");
        path.to_string_lossy().into_owned()
    };
    let check = |program: &str, message: &str| {
        let begun = Instant::now();
        let refused = kentei(&["run", "--", program]).assert().code(3).stdout("");
        refused.stderr(
            starts_with(format!("error: cannot start engine \"{program}\": "))
                .and(contains(message))
                .and(contains("\n  try: ")),
        );
        assert!(begun.elapsed() < PATIENCE, "{program}");
    };
    check(&folder.path().to_string_lossy(), "it is a folder");
    check(&folder.path().join("none").to_string_lossy(), "no such file");
    check("kentei-no-such-engine", "no such file");
    check(&file("plain", "#!/bin/sh\n", 0o644), "permission denied");
    check(&file("text", "not a program", 0o755), "it is not a program");
    let script = file("script", "#!/no/such/interpreter\n", 0o755);
    check(&script, "the interpreter or loader that it names");
}

#[test]
fn bad_arguments_are_reported_before_anything_is_started() {
    let mark = format!("arguments-{}", std::process::id());
    let check = |args: &[&str], message: &str| {
        let mut command = kentei(&[&["run"], args, &["--", "sleep", "1000"]].concat());
        let refused = command.env(MARK, &mark).assert().code(2).stdout("");
        refused.stderr(starts_with("error: ").and(contains(message)));
    };
    check(&["--dialect", "usj"], "unknown dialect \"usj\"");
    check(&["--profile", "strict"], "unknown profile");
    check(&["--filter", "zzz"], "no scenario matches \"zzz\"");
    check(&["--jobs", "0"], "--jobs");
    check(&["--scenarios", "/no/such/file.yaml"], "cannot read");
    assert_eq!(marked(&format!("{MARK}={mark}")), Vec::<String>::new());
    kentei(&["run", "--", ""]).assert().code(2).stderr(contains("the name of the engine is empty"));
}

#[test]
fn who_ends_the_run_ends_its_engines() {
    let engine = "read -r line; sleep 1000 & echo up >&9; sleep 1000; :";
    let mut run = RunWithPipe::run("ended", &["--", "sh", "-c", engine]);
    let mut line = String::new();
    run.pipe.read_line(&mut line).expect("an engine starts");
    assert_eq!(line, "up\n");
    run.send("TERM");
    assert_eq!(run.end(), Some(3));
}

#[test]
fn an_engine_that_ends_at_its_first_command_is_reported_with_that_command() {
    let check = |script: &str, wanted: &str| {
        let args = ["run", "--dialect", "usi", "--filter", "usi/boot/handshake", "--", "sh", "-c"];
        let done = kentei(&args).arg(script).assert().code(3);
        done.stdout(contains(format!("the engine ended without quit: {wanted} after usi\n")));
    };
    check("read x; exit 3", "exit with status 3");
    check("read x; kill -SEGV $$", "killed by signal 11 (SIGSEGV)");
}
