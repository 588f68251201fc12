//! `kentei run`, end to end: verdicts, exit codes, reports, and programs that are not engines.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::cli::kentei;
use crate::patience::with_longer_times;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::Value;

/// A run that takes longer hangs; no busy machine is that slow.
const HANGS: Duration = Duration::from_secs(600);

const BOOT: &[&str] = &["--filter", "usi/boot/handshake"];

#[test]
fn the_built_in_engine_conforms() {
    let run = kentei(&[&["run"], BOOT].concat()).assert().code(0).stderr("");
    run.stdout(
        starts_with("the built-in engine as usi (core)")
            .and(contains("pass    usi/boot/handshake"))
            .and(contains("\nconformant: no clause was found broken (USI, profile core)\n")),
    );
}

#[test]
fn a_defect_is_found_and_can_be_replayed() {
    let run = kentei(&[&["run", "--defect", "A02", "--limits-scale", "0.2"], BOOT].concat());
    let run = { run }.assert().code(1);
    let text = String::from_utf8(run.get_output().stdout.clone()).expect("a report is text");
    assert!(text.contains("fail USI-BOOT-04 · "), "{text}");
    let replay = text.lines().find_map(|line| line.trim_start().strip_prefix("replay    kentei "));
    let words: Vec<&str> = replay.expect("there is a command").split(' ').collect();
    let expected = "run --defect A02 --dialect usi --profile core --limits-scale 0.2 --filter usi/boot/handshake";
    assert_eq!(words.join(" "), expected);
    kentei(&words).assert().code(1).stdout(contains("fail USI-BOOT-04 · "));
}

/// A program that is not an engine fails, passes no scenario, and the report says that it does not look like an engine.
fn no_engine(program: &[&str], doubt: &str) {
    ends(program, doubt, 1, "not conformant: ");
}

fn ends(program: &[&str], doubt: &str, code: i32, verdict: &str) {
    let begun = Instant::now();
    let only = [
        "run",
        "--limits-scale",
        "0.1",
        "--filter",
        "usi/boot/handshake",
        "--filter",
        "usi/go/*",
        "--",
    ];
    let run = kentei(&[&only, program].concat()).assert().code(code);
    run.stdout(
        contains(format!("this does not look like a USI engine: {doubt}"))
            .and(contains("\npass ").not())
            .and(contains(verdict)),
    );
    assert!(begun.elapsed() < HANGS, "{program:?}");
}

#[test]
fn cat_is_no_engine() {
    no_engine(&["cat"], "it only repeats what it is sent");
}

#[test]
fn true_is_no_engine() {
    let why = "the engine ended before its first line";
    ends(&["true"], "it ended with status 0 without any output", 3, why);
}

#[test]
fn sleep_is_no_engine() {
    no_engine(&["sleep", "1000"], "it does not write anything");
}

#[test]
fn yes_is_no_engine() {
    no_engine(&["yes"], "its first line is \"y\"");
}

#[test]
fn what_cannot_be_started_is_no_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("text");
    fs::write(&text, "not a program").expect("a file");
    let check = |program: &str, message: &str| {
        let refused = kentei(&["run", program]).assert().code(3).stdout("");
        refused.stderr(
            starts_with("error: cannot start engine ")
                .and(contains(message))
                .and(contains("\n  try: ")),
        );
    };
    check("./no-such-engine", "no such file");
    check("no-such-engine", "no such file");
    check("/", "it is a folder");
    check(&text.to_string_lossy(), "permission denied");
}

#[test]
fn a_filter_that_matches_nothing_is_bad_input() {
    let check = |filter: &str, hint: &str| {
        let refused = kentei(&["run", "--filter", filter]).assert().code(2).stdout("");
        refused.stderr(
            contains(format!("no scenario matches \"{}\"", filter.trim_start_matches('!')))
                .and(contains(hint)),
        );
    };
    check("usi/boot/handshak", "try: usi/boot/handshake");
    check("usi/pondr/*", "try: usi/ponder/*");
    check("!usi/pondr/*", "try: usi/ponder/*");
    check("zzz", "kentei list scenarios");
}

#[test]
fn a_report_on_standard_output_stands_alone() {
    let run = kentei(&[&["run", "--report", "json=-"], BOOT].concat()).assert().code(0);
    let report: Value =
        serde_json::from_slice(&run.get_output().stdout).expect("JSON and nothing else");
    assert_eq!(report["format"], "kentei-report");
    assert_eq!(report["version"], 1);
    assert_eq!(report["verdict"], "conformant");
    assert_eq!(report["summary"]["pass"], 1);
    assert_eq!(report["engine"]["built_in"], true);
    assert_eq!(report["scenarios"][0]["id"], "usi/boot/handshake");
    let sent = &report["scenarios"][0]["transcript"][1];
    assert!(sent["text"].is_string() || sent["kind"].is_string(), "{sent}");
}

#[test]
fn reports_in_files_leave_the_terminal_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let json = format!("json={}", path("report.json").display());
    let text = format!("terminal={}", path("report.txt").display());
    let reports = ["run", "--color", "always", "--report", &json, "--report", &text];
    let run = kentei(&[&reports, BOOT].concat()).assert().code(0);
    run.stdout(contains("conformant").and(contains("\u{1b}[")));
    let written = fs::read_to_string(path("report.txt")).expect("a report");
    assert!(written.contains("\nconformant: ") && !written.contains('\u{1b}'), "{written}");
    let report = fs::read(path("report.json")).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!(report["verdict"], "conformant");
}

#[test]
fn warnings_count_when_they_are_to() {
    // The built-in engine writes an additional line before the protocol, which is a warning.
    let args = ["run", "--defect", "A07", "--filter", "usi/boot/handshake"];
    kentei(&args).assert().code(0).stdout(contains("\nwarn USI-BOOT-09 · "));
    let strict = kentei(&[&args[..], &["--fail-on", "warn"]].concat()).assert().code(1);
    strict.stdout(contains("not conformant: "));
}

#[test]
fn with_fail_on_never_only_what_cannot_be_judged_fails() {
    let args = ["run", "--dialect", "usi", "--fail-on", "never", "--limits-scale", "0.1"];
    let cat = kentei(&[&args[..], &["--", "cat"]].concat()).assert().code(0);
    cat.stdout(contains("not conformant: "));
    kentei(&[&args[..], &["./no-such-engine"]].concat()).assert().code(3);
}

#[test]
fn quiet_leaves_out_what_passed() {
    let run = kentei(&[&["run", "--quiet"], BOOT].concat()).assert().code(0);
    run.stdout(contains("\npass ").not().and(contains("conformant: ")));
}

#[test]
fn colour_is_for_terminals_unless_it_is_asked_for() {
    let run = |args: &[&str], name: &str, value: &str| {
        let mut command = kentei(&[&["run"], args, BOOT].concat());
        command.env(name, value).assert().code(0)
    };
    run(&[], "TERM", "xterm").stdout(contains("\u{1b}").not());
    run(&[], "CLICOLOR_FORCE", "1").stdout(contains("\u{1b}["));
    run(&["--color", "never"], "CLICOLOR_FORCE", "1").stdout(contains("\u{1b}").not());
    run(&["--color", "always"], "NO_COLOR", "1").stdout(contains("\u{1b}["));
}

#[test]
fn a_users_scenario_with_mistakes_is_bad_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("usi").join("mine.yaml");
    fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
    let text = "title: A typo\nclauses: [USI-PON-01]\nsteps:\n  - boot\n  - sned: stop\n";
    fs::write(&path, text).expect("a file");
    let path = path.to_string_lossy();
    for args in [&["check", "--dialect", "usi"][..], &["run", "--scenarios"][..]] {
        let refused = kentei(&[args, &[&path]].concat()).assert().code(2).stdout("");
        refused.stderr(contains("mine.yaml:5:").and(contains("sned")));
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::process::{Child, Command, Stdio};

    fn spawn(args: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kentei"));
        command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    }

    fn interrupt(child: &Child) {
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status().expect("kill is there");
        assert!(sent.success());
    }

    /// A pipe into which engines copy the lines that they receive.
    struct ToText {
        path: String,
        lines: std::io::Lines<std::io::BufReader<fs::File>>,
    }

    impl ToText {
        fn new(folder: &tempfile::TempDir) -> Self {
            use std::io::{BufRead, BufReader};
            let path = folder.path().join("received");
            let made = Command::new("mkfifo").arg(&path).status();
            assert!(made.expect("mkfifo is there").success());
            // Also open for writing, so that no engine waits for a reader, and the pipe does not end when an engine
            // ends.
            let pipe = fs::OpenOptions::new().read(true).write(true).open(&path);
            Self {
                path: path.to_string_lossy().into_owned(),
                lines: BufReader::new(pipe.expect("the pipe")).lines(),
            }
        }

        /// Waits until an engine has received this command.
        fn wait(&mut self, command: &str) {
            let mut reported = self.lines.by_ref().map_while(Result::ok);
            assert!(reported.any(|line| line == command));
        }
    }

    #[test]
    fn an_interrupt_ends_the_run_with_what_is_known() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut reported = ToText::new(&folder);
        let engine = format!("tee '{}' | \"$0\" engine", reported.path);
        let kentei = env!("CARGO_BIN_EXE_kentei");
        let run = ["run", "--filter", "usi/go/infinite*", "--"];
        let child = spawn(&[&run[..], &["sh", "-c", &engine, kentei]].concat());
        reported.wait("go infinite");
        interrupt(&child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("inconclusive: "), "{text}");
        assert!(text.contains("the results until then"), "{text}");
    }

    #[test]
    fn a_second_interrupt_ends_it_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut reported = ToText::new(&folder);
        let engine = format!("exec tee '{}' >/dev/null", reported.path);
        let child = spawn(&["run", "--", "sh", "-c", &engine]);
        reported.wait("usi");
        let begun = Instant::now();
        interrupt(&child);
        interrupt(&child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3));
        assert!(begun.elapsed() < HANGS);
    }

    /// An engine that writes terminal control sequences and commands of CI systems.
    const HOSTILE: &str = r"
        read hello
        printf 'id name \033]0;owned\007\033[2JEvil\n'
        printf 'id author \342\200\256\377 ##vso[task.complete]\n'
        printf '::error file=x::boo\n' >&2
        printf '::error file=x::boo\n'
        printf 'usiok\n'
        while read line; do
            case $line in quit) exit;; esac
        done";

    #[test]
    fn what_an_engine_writes_steers_no_terminal_and_no_log() {
        for report in ["terminal", "json"] {
            let mut args = [&["run", "-v", "--report", report], BOOT].concat();
            args.extend(["--", "sh", "-c", HOSTILE]);
            let output = kentei(&args).assert().stderr("").get_output().clone();
            let text = String::from_utf8(output.stdout).expect("a report is text");
            assert!(text.contains("Evil"), "{text}");
            let harmless = |c: char| c == '\n' || !(c.is_control() || c == '\u{202e}');
            assert!(text.chars().all(harmless), "{text}");
            assert!(!text.contains("##vso["), "{text}");
            let command = |line: &str| line.trim_start().starts_with("::");
            assert!(!text.lines().any(command), "{text}");
        }
    }

    #[test]
    fn a_reader_who_goes_away_changes_nothing() {
        for args in [
            &["list", "clauses"][..],
            &["schema", "report"],
            &["run", "--filter", "usi/boot/handshake"],
        ] {
            let mut child = spawn(args);
            drop(child.stdout.take());
            let output = child.wait_with_output().expect("it ends");
            assert_eq!(output.status.code(), Some(0), "{args:?}");
            assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        }
    }
}

#[test]
fn a_run_whose_time_is_over_lists_what_was_not_judged() {
    // The scenario that matters most is played first, and is judged.
    let report = cut_short("", "usi/boot/handshake", "pass");
    assert_eq!(report["verdict"], "inconclusive");
    let left = played(&report, "long");
    assert_eq!(left["verdict"], "inconclusive");
    assert_eq!(left["reason"], "the time of the run was over before it could be judged");
}

#[test]
fn a_run_whose_time_is_over_fails_where_something_has_failed() {
    let report = cut_short("G01", "shared/stop/idle", "fail");
    assert_eq!(report["verdict"], "nonconformant");
    assert_eq!(report["summary"]["inconclusive"], 1);
}

/// The report of a run that is over before the scenario `long` is, but not before this one has its verdict.
fn cut_short(defect: &str, judged: &str, verdict: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let long =
        "title: Long\nclauses: [USI-READY-01]\nsteps:\n  - boot\n  - pause: 200s\n  - alive\n";
    fs::write(folder.path().join("long.yaml"), long).expect("a file");
    let scenarios = folder.path().to_str().expect("a path");
    with_longer_times(|time| {
        let mut run = kentei(&["run", "--dialect", "usi", "--report", "json", "--max-time", time]);
        run.args(["--scenarios", scenarios, "--filter", "long", "--filter", judged]);
        if !defect.is_empty() {
            run.args(["--defect", defect]);
        }
        let run = run.assert();
        let code = if verdict == "fail" { 1 } else { 3 };
        let report: Value =
            serde_json::from_slice(&run.get_output().stdout).expect("a report is JSON");
        let reached = played(&report, judged)["verdict"] == verdict;
        reached.then(|| run.code(code)).map(|_| report)
    })
}

/// A scenario of a report.
fn played<'a>(report: &'a Value, id: &str) -> &'a Value {
    let mut scenarios = report["scenarios"].as_array().expect("a list").iter();
    scenarios.find(|scenario| scenario["id"] == id).expect("it is listed")
}
