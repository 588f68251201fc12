//! Plays the table, several modes at once, and reports what is wrong.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::engine::FLOOD;
use crate::table::{Expected, MODES, Row};

/// The largest resident memory that a run may reach, in KiB.
const MOST: u64 = 64 << 10;
/// How many modes are played at once in which the engine keeps a processor busy.
const BUSY_AT_ONCE: usize = 3;
/// How many other modes are played at once meanwhile. Their runs mostly wait.
const IDLE_AT_ONCE: usize = 6;
/// How the names of modes begin in which the engine keeps a processor busy.
const BUSY: [&str; 9] =
    ["chain", "choices", "eat", "endless", "flood", "megabytes", "million", "options", "wide"];
/// Longer than a run takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);
/// An environment variable that everything inherits which a run starts.
const MARK: &str = "KENTEI_TEST_MARK";
/// The scenarios with which each engine is examined.
const SCENARIOS: [&str; 4] =
    ["usi/boot/handshake", "usi/go/answers", "shared/ready/once-each", "shared/quit/idle"];

/// Plays the modes whose name contains one of the words; all modes if there are no words.
pub(crate) fn all(args: &[String]) -> ExitCode {
    let words: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let asked = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(*word));
    let rows: Vec<&Row> = MODES.iter().filter(|(name, ..)| asked(name)).collect();
    if args.iter().any(|arg| arg == "--list") {
        rows.iter().for_each(|(name, ..)| tell(&format!("{name}: test")));
        return ExitCode::SUCCESS;
    }
    let begun = Instant::now();
    let is_busy = |row: &&Row| BUSY.iter().any(|begin| row.0.starts_with(begin));
    let (busy, idle): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| is_busy(row));
    let (busy, idle) = (Mutex::new(busy.iter()), Mutex::new(idle.iter()));
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for number in 0..BUSY_AT_ONCE + IDLE_AT_ONCE {
            let waiting = if number < BUSY_AT_ONCE { &busy } else { &idle };
            let wrong = &wrong;
            scope.spawn(move || {
                while let Some(row) = next(waiting) {
                    let begun = Instant::now();
                    let run = std::panic::catch_unwind(|| check(row));
                    let (found, shown) = run.unwrap_or_else(|_| {
                        (vec!["the test itself failed".to_owned()], String::new())
                    });
                    let took = begun.elapsed().as_secs_f64();
                    let word = if found.is_empty() { "ok" } else { "FAILED" };
                    tell(&format!("hostile {} ... {word} ({took:.1} s) {shown}", row.0));
                    let mut all = wrong.lock().expect("no thread panics with it");
                    all.extend(found.into_iter().map(|what| format!("{}: {what}", row.0)));
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().expect("no thread panics with it");
    let reported = include_str!("../../docs/security.md");
    let count = format!("{} hostile engines", MODES.len());
    if !reported.contains(&count) {
        wrong.push(format!("docs/security.md does not mention {count}"));
    }
    let took = begun.elapsed().as_secs();
    tell(&format!("{} hostile engines in {took} s, {} faults", rows.len(), wrong.len()));
    for what in &wrong {
        tell(what);
    }
    ExitCode::from(u8::from(!wrong.is_empty()))
}

fn next<'r>(rows: &Mutex<std::slice::Iter<'_, &'r Row>>) -> Option<&'r Row> {
    let mut rows = rows.lock().expect("no thread panics with it");
    rows.next().copied()
}

fn tell(line: &str) {
    // If nobody reads the output any more, the line is not needed.
    let _ = writeln!(io::stdout(), "{line}");
}

/// What is wrong with the run of one mode, and a summary of the run.
fn check(row: &Row) -> (Vec<String>, String) {
    let (mode, expected, wanted) = row;
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let (place, reports) = (folder.path().join("engine"), folder.path().join("reports"));
    for folder in [&place, &reports] {
        fs::create_dir(folder).expect("a folder");
    }
    let program = place.join("hostile");
    let own = std::env::current_exe().expect("this program");
    fs::hard_link(own, &program).expect("it is on the same disk");
    let mark = format!("{mode}-{}", std::process::id());
    let mut run = start(mode, *expected, &program, &reports, &mark);
    let (most, code) = watch(&mut run);
    let mut wrong = Vec::new();
    if most > MOST {
        wrong.push(format!("{most} KiB were resident"));
    }
    // A flood of another size may take longer than the time limit for the reply, so only the bounds are checked then.
    let expected = if std::env::var_os(FLOOD).is_some() { &Expected::Bounded } else { expected };
    let good = match expected {
        Expected::Sound | Expected::Warned => code == Some(0),
        Expected::Noted | Expected::Bounded => matches!(code, Some(0 | 1 | 3)),
        Expected::Broken => code == Some(1),
        Expected::NotSound => matches!(code, Some(1 | 3)),
    };
    let said = fs::read_to_string(reports.join("said")).unwrap_or_default();
    // The panic message of an engine is quoted within a line; one of kentei begins a line.
    let panics = |line: &&str| line.starts_with("thread '") && line.contains("panicked at");
    wrong.extend(said.lines().find(panics).map(str::to_owned));
    if !good {
        let tail: Vec<&str> = said.lines().rev().take(12).collect();
        let tail: Vec<&str> = tail.into_iter().rev().collect();
        wrong.push(format!(
            "exit code {code:?} where {expected:?} is expected\n{}",
            tail.join("\n")
        ));
    }
    let left = left(&mark);
    if !left.is_empty() {
        wrong.push(format!("{} processes are left", left.len()));
    }
    end(&left);
    wrong.extend(reports_are_bounded(&reports));
    // An engine that cannot be started has no report.
    let report = fs::read_to_string(reports.join("json")).ok();
    let report: Option<Value> =
        report.map(|text| serde_json::from_str(&text).expect("a report in JSON"));
    let found = report.as_ref().map(findings).unwrap_or_default();
    if let Some(report) = &report {
        wrong.extend(messages_are_short(report));
        wrong.extend(clauses_are(&found, &counted(report), *expected, wanted));
    }
    let code = code.map_or("none".to_owned(), |code| code.to_string());
    let clauses: Vec<&str> = found.iter().map(String::as_str).collect();
    (wrong, format!("exit code {code} {most} KiB {}", clauses.join(" ")))
}

fn start(mode: &str, expected: Expected, program: &Path, reports: &Path, mark: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kentei"));
    command.arg("run");
    for scenario in SCENARIOS {
        command.args(["--filter", scenario]);
    }
    for format in ["json", "html", "junit", "markdown", "sarif"] {
        let path = reports.join(format);
        command.arg("--report").arg(format!("{format}={}", path.display()));
    }
    // Short limits, because the other engines never answer. Where a sound engine sends much, this also checks that
    // the harness is quick enough.
    if expected != Expected::Sound {
        command.args(["--limits-scale", "0.2"]);
    } else if mode == "megabytes@hello" {
        command.args(["--limits-scale", "0.5"]);
    }
    let said = || fs::File::create(reports.join("said")).expect("a file");
    command.arg("--").arg(program).args(["engine", mode]);
    command.env(MARK, mark).env_remove("NO_COLOR");
    if let Some(bytes) = std::env::var_os(FLOOD) {
        command.env(FLOOD, bytes);
    }
    let said = said();
    let errors = said.try_clone().expect("a file");
    let command = command.stdin(Stdio::null()).stdout(said).stderr(errors);
    command.spawn().expect("kentei starts")
}

/// The largest resident memory of a run in KiB, and the exit code of the run.
fn watch(run: &mut Child) -> (u64, Option<i32>) {
    let status = format!("/proc/{}/status", run.id());
    let begun = Instant::now();
    let mut most = 0;
    loop {
        most = most.max(peak(&status).unwrap_or(0));
        if let Some(status) = run.try_wait().expect("it is our child") {
            return (most, status.code());
        }
        if begun.elapsed() > PATIENCE {
            run.kill().expect("it is our child");
            run.wait().expect("it is our child");
            return (most, None);
        }
        // There is no event for a process that grows.
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn peak(status: &str) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The processes whose environment has the mark. A killed process may need a moment to end.
fn left(mark: &str) -> Vec<PathBuf> {
    let wanted = format!("{MARK}={mark}");
    let begun = Instant::now();
    loop {
        let entries = fs::read_dir("/proc").expect("the system reports it").flatten();
        let holds = |folder: &PathBuf| {
            let environment = fs::read(folder.join("environ")).unwrap_or_default();
            let mut variables = environment.split(|byte| *byte == 0);
            variables.any(|held| held == wanted.as_bytes())
        };
        let left: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(holds).collect();
        if left.is_empty() || begun.elapsed() > Duration::from_secs(2) {
            return left;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Kills the processes that are left.
fn end(left: &[PathBuf]) {
    for folder in left {
        let id = folder.file_name().and_then(|name| name.to_str()?.parse().ok());
        if let Some(id) = id.and_then(rustix::process::Pid::from_raw) {
            // It may have ended meanwhile.
            let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
        }
    }
}

/// Whether all reports are small enough to be opened, and no temporary file is left.
fn reports_are_bounded(reports: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    for entry in fs::read_dir(reports).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let length = entry.metadata().expect("a file").len();
        if length > 12 << 20 {
            wrong.push(format!("{name} has {length} bytes"));
        }
        if name.starts_with('.') {
            wrong.push(format!("{name} is left"));
        }
    }
    wrong
}

/// Each finding of a report, with its scenario.
fn all_findings(report: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    let scenarios = report["scenarios"].as_array().into_iter().flatten();
    scenarios.flat_map(|scenario| {
        let findings = scenario["findings"].as_array().into_iter().flatten();
        findings.map(move |finding| (scenario, finding))
    })
}

/// The clauses with a failure or a warning.
fn findings(report: &Value) -> BTreeSet<String> {
    let severe = all_findings(report).filter(|(_, finding)| is_severe(finding));
    severe.filter_map(|(_, finding)| finding["clause"].as_str().map(str::to_owned)).collect()
}

fn is_severe(finding: &Value) -> bool {
    finding["severity"] == "fail" || finding["severity"] == "warn"
}

/// The failures and warnings that count against the engine. In a flaky or inconclusive scenario the machine may be the
/// cause: other engines of the table keep it busy.
fn counted(report: &Value) -> Vec<String> {
    let counts = |(scenario, finding): &(&Value, &Value)| {
        is_severe(finding) && (scenario["verdict"] == "fail" || scenario["verdict"] == "warn")
    };
    let those = all_findings(report).filter(counts);
    those
        .map(|(scenario, it)| format!("{} {} {}", scenario["id"], it["clause"], it["message"]))
        .collect()
}

/// Compares the clauses that were found with those of the table.
fn clauses_are(
    found: &BTreeSet<String>,
    counted: &[String],
    expected: Expected,
    wanted: &[&'static str],
) -> Vec<String> {
    let missing: Vec<&str> =
        wanted.iter().copied().filter(|clause| !found.contains(*clause)).collect();
    let wrong = match expected {
        Expected::Bounded => None,
        Expected::Sound => {
            (!counted.is_empty()).then(|| format!("it is blamed: {}", counted.join("; ")))
        }
        Expected::Warned | Expected::Noted | Expected::Broken if wanted.is_empty() => {
            Some("the table names no clause".to_owned())
        }
        // If nothing could be judged, nothing is found.
        Expected::NotSound if found.is_empty() => None,
        Expected::Warned | Expected::Noted | Expected::Broken | Expected::NotSound => (!missing
            .is_empty())
        .then(|| format!("nothing is found at {missing:?}, but at {found:?}")),
    };
    wrong.into_iter().collect()
}

fn messages_are_short(report: &Value) -> Vec<String> {
    let lengths = all_findings(report).map(|(_, one)| one["message"].as_str().map_or(0, str::len));
    let long = lengths.filter(|length| *length > 5000);
    long.map(|length| format!("a message has {length} bytes")).collect()
}
