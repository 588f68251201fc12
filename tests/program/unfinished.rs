//! Engines that never finish a message on which all other scenarios depend: no such run is green, and the exit code
//! shows why.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cli::kentei;
use serde_json::Value;

/// How the message is replaced that is never finished: see `engines/unfinished.sh`. Each way violates a clause,
/// whichever message it is.
const WAYS: [&str; 28] = [
    "never",
    "drip",
    "drip-line",
    "wide",
    "wide-be",
    "endless",
    "no-newline",
    "carriage-return",
    "stderr",
    "shouts",
    "quotes",
    "prompt",
    "dotted",
    "joined",
    "with-zero",
    "in-a-name",
    "in-a-string",
    "closes-output",
    "closes-input",
    "ends",
    "ends-badly",
    "crashes",
    "stops-itself",
    "hangs",
    "hangs-twice",
    "at-the-end",
    "another-reply",
    "blanks-slowly",
];

/// Lines without end. They are used only if they do not extend the wait for the message.
const FOREVER: [&str; 5] =
    ["names-forever", "options-forever", "infos-forever", "blanks-forever", "noise-forever"];

/// How many engines are examined at once: the harness mostly waits for them.
const AT_ONCE: usize = 16;

/// The handshake, and scenarios that depend on the handshake, on `readyok` and on a search.
const SOME: [&str; 4] =
    ["usi/boot/handshake", "usi/ready/readyok", "usi/go/limits*", "usi/stop/limited"];

fn engine() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/unfinished.sh")
}

/// Examines an engine in one mode; returns the exit code and the report.
fn examined(mode: &str, folder: &Path) -> (Option<i32>, Value) {
    let json = folder.join(format!("{mode}.json"));
    let report = format!("json={}", json.display());
    let engine = engine();
    let engine = engine.to_str().expect("a path that is text");
    // A fifth of each limit is enough for a shell.
    let mut args = vec!["run", "--quiet", "--limits-scale", "0.2", "--report", &report];
    for scenario in SOME {
        args.extend(["--filter", scenario]);
    }
    args.extend(["--", "sh", engine, mode]);
    let output = kentei(&args).output().expect("it runs");
    let report = std::fs::read(&json).expect("a report");
    let report = serde_json::from_slice(&report).expect("a report in JSON");
    (output.status.code(), report)
}

/// Why the exit code is wrong, or `None` if it is right.
fn complaint(mode: &str, code: Option<i32>, report: &Value) -> Option<String> {
    let count = |verdict: &str| report["summary"][verdict].as_u64().unwrap_or(0);
    let reported = format!(
        "{mode}: exit {code:?}, {}, {}, {}",
        report["verdict"], report["reason"], report["summary"]
    );
    // A host that was too busy to judge shows in these verdicts.
    let host = count("inconclusive") + count("flaky") > 0;
    let right = match (mode, code) {
        // A program that resigns every game may be a solver of problems only: no clause that counts is violated,
        // and nearly no scenario could be played.
        ("go-resigns", Some(3)) => {
            let reason = report["reason"].as_str().unwrap_or_default();
            host || reason.contains(
                "scenarios blocked, and no failure that counts explains it: usi/go/answers",
            )
        }
        ("go-resigns", _) => false,
        (_, Some(1)) => report["verdict"] == "nonconformant" && count("fail") > 0,
        (_, Some(3)) => host,
        _ => false,
    };
    (!right).then_some(reported)
}

#[test]
fn what_an_engine_need_not_do_blocks_nothing_and_is_named() {
    let examined = |profile| {
        let args = ["run", "--dialect", "ucci", "--defect", "Q07", "--filter", "ucci/probe/*"];
        kentei(&[&args[..], &["--profile", profile]].concat()).assert()
    };
    let run = examined("core").code(0);
    let terminal = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let words: Vec<&str> = terminal.split_whitespace().collect();
    assert!(words.join(" ").contains("not offered: ucci/probe/idle"), "{terminal}");
    // Where the document demands it, it is a failure.
    examined("v3").code(1);
}

#[test]
fn an_engine_that_never_finishes_a_prerequisite_is_never_green() {
    let mut modes = vec!["usi-other-protocol".to_owned(), "go-resigns".to_owned()];
    for message in ["usi", "ready", "go"] {
        let forever = FOREVER.iter().filter(|_| message != "ready");
        let ways = WAYS.iter().chain(forever);
        modes.extend(ways.map(|way| format!("{message}-{way}")));
    }
    assert!(modes.len() >= 40, "{}", modes.len());
    let folder = tempfile::tempdir().expect("a folder");
    let (next, complaints) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(mode) = modes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (code, report) = examined(mode, folder.path());
                    let complaint = complaint(mode, code, &report);
                    complaints.lock().expect("no panic").extend(complaint);
                }
            });
        }
    });
    let complaints = complaints.into_inner().expect("no panic");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Every format states why nothing was shown.
#[test]
fn every_format_says_that_nothing_explains_what_was_blocked() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine();
    let engine = engine.to_str().expect("a path that is text");
    let formats = ["terminal", "json", "junit", "html", "markdown", "sarif", "badge"];
    let path = |format: &str| folder.path().join(format);
    let reports: Vec<String> =
        formats.iter().map(|format| format!("{format}={}", path(format).display())).collect();
    let mut args = vec!["run", "--quiet", "--limits-scale", "0.2"];
    for report in &reports {
        args.extend(["--report", report]);
    }
    args.extend(["--filter", "usi/go/limits*", "--", "sh", engine, "go-resigns"]);
    kentei(&args).assert().code(3);
    for format in formats {
        let report = std::fs::read_to_string(path(format)).expect("a report");
        // A badge has room for one word only.
        let wanted: &[&str] = match format {
            "badge" => &["inconclusive"],
            _ => &["scenarios blocked", "usi/go/answers"],
        };
        let flat = report.split_whitespace().collect::<Vec<_>>().join(" ");
        for wanted in wanted {
            assert!(flat.contains(wanted), "{format} lacks {wanted:?}:\n{report}");
        }
    }
}
