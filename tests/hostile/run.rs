//! Plays the table, several modes at once, and says what is wrong.

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

/// The most memory that a run may ever have had resident.
const MOST: u64 = 64 << 10;
/// How many modes are played at once.
const AT_ONCE: usize = 4;
/// A run ends long before, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(180);
/// A variable that everything which a run starts inherits.
const MARK: &str = "KENTEI_TEST_MARK";
/// The scenarios that each engine is examined with.
const SCENARIOS: [&str; 4] = [
    "usi/boot/handshake",
    "usi/go/answers",
    "shared/ready/once-each",
    "shared/quit/idle",
];

/// Plays the modes whose name contains one of the words; all where there is none.
pub(crate) fn all(args: &[String]) -> ExitCode {
    let words: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let asked = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(*word));
    let rows: Vec<&Row> = MODES.iter().filter(|(name, _)| asked(name)).collect();
    if args.iter().any(|arg| arg == "--list") {
        rows.iter()
            .for_each(|(name, _)| tell(&format!("{name}: test")));
        return ExitCode::SUCCESS;
    }
    let begun = Instant::now();
    let waiting = Mutex::new(rows.iter());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(row) = next(&waiting) {
                    let begun = Instant::now();
                    let found = std::panic::catch_unwind(|| check(row));
                    let found = found.unwrap_or_else(|_| vec!["the test itself failed".to_owned()]);
                    let took = begun.elapsed().as_secs_f64();
                    let word = if found.is_empty() { "ok" } else { "FAILED" };
                    tell(&format!("hostile {} ... {word} ({took:.1} s)", row.0));
                    let mut all = wrong.lock().expect("nobody panics with it");
                    all.extend(found.into_iter().map(|what| format!("{}: {what}", row.0)));
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("nobody panics with it");
    let took = begun.elapsed().as_secs();
    tell(&format!(
        "{} hostile engines in {took} s, {} faults",
        rows.len(),
        wrong.len()
    ));
    for what in &wrong {
        tell(what);
    }
    ExitCode::from(u8::from(!wrong.is_empty()))
}

fn next<'r>(rows: &Mutex<std::slice::Iter<'_, &'r Row>>) -> Option<&'r Row> {
    let mut rows = rows.lock().expect("nobody panics with it");
    rows.next().copied()
}

fn tell(line: &str) {
    // Who reads no more has seen enough.
    let _ = writeln!(io::stdout(), "{line}");
}

/// What is wrong with the run of one mode.
fn check((mode, expected): &Row) -> Vec<String> {
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
    // A flood of another size may take longer than the engine has for its reply: only the bounds are the same then.
    let expected = if std::env::var_os(FLOOD).is_some() {
        &Expected::Bounded
    } else {
        expected
    };
    let good = match expected {
        Expected::Sound | Expected::Warned(_) => code == Some(0),
        Expected::Noted | Expected::Bounded => matches!(code, Some(0 | 1 | 3)),
        Expected::Broken(_) => code == Some(1),
        Expected::NotSound => matches!(code, Some(1 | 3)),
    };
    if !good {
        let said = fs::read_to_string(reports.join("said")).unwrap_or_default();
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
    wrong.extend(reports_are_bounded(&reports, *expected));
    wrong
}

fn start(mode: &str, expected: Expected, program: &Path, reports: &Path, mark: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kentei"));
    command.arg("run");
    for scenario in SCENARIOS {
        command.args(["--filter", scenario]);
    }
    for format in ["json", "html", "junit", "markdown", "sarif"] {
        let path = reports.join(format);
        command
            .arg("--report")
            .arg(format!("{format}={}", path.display()));
    }
    // Nobody has to wait for what never comes.
    if expected != Expected::Sound {
        command.args(["--limits-scale", "0.2"]);
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

/// The most memory that a run had resident, in KiB, and its exit code.
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
        // The system tells nobody when a process grows.
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn peak(status: &str) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The processes whose environment has the mark. One that has just been killed may still be on its way out.
fn left(mark: &str) -> Vec<PathBuf> {
    let wanted = format!("{MARK}={mark}");
    let begun = Instant::now();
    loop {
        let entries = fs::read_dir("/proc").expect("the system tells").flatten();
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

/// Ends what is left, so that no test leaves anything.
fn end(left: &[PathBuf]) {
    for folder in left {
        let id = folder
            .file_name()
            .and_then(|name| name.to_str()?.parse().ok());
        if let Some(id) = id.and_then(rustix::process::Pid::from_raw) {
            // It may have ended by itself.
            let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
        }
    }
}

/// Whether all reports are there, of a size that can be opened, and say what is expected.
fn reports_are_bounded(reports: &Path, expected: Expected) -> Vec<String> {
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
    // An engine that cannot be started has no report.
    let Ok(text) = fs::read_to_string(reports.join("json")) else {
        return wrong;
    };
    let report: Value = serde_json::from_str(&text).expect("a report in JSON");
    let scenarios = report["scenarios"].as_array().into_iter().flatten();
    let findings = scenarios.flat_map(|one| one["findings"].as_array().into_iter().flatten());
    let counts = |one: &&Value| one["severity"] == "fail" || one["severity"] == "warn";
    let clauses: BTreeSet<&str> = findings
        .filter(counts)
        .filter_map(|one| one["clause"].as_str())
        .collect();
    let bad = !clauses.is_empty();
    match expected {
        Expected::Broken(Some(clause)) | Expected::Warned(Some(clause))
            if !clauses.contains(clause) =>
        {
            wrong.push(format!("nothing is found at {clause}, but at {clauses:?}"));
        }
        Expected::Warned(_) | Expected::Noted if !bad => {
            wrong.push("nothing is found".to_owned());
        }
        Expected::Sound if bad => wrong.push(format!("it is blamed at {clauses:?}")),
        Expected::Sound
        | Expected::Warned(_)
        | Expected::Noted
        | Expected::Bounded
        | Expected::Broken(_)
        | Expected::NotSound => {}
    }
    for scenario in report["scenarios"].as_array().into_iter().flatten() {
        for finding in scenario["findings"].as_array().into_iter().flatten() {
            let length = finding["message"].as_str().map_or(0, str::len);
            if length > 5000 {
                wrong.push(format!("a message has {length} bytes"));
            }
        }
    }
    wrong
}
