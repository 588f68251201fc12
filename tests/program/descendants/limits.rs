//! The limits on what an engine may use.

use super::{SOUND, played, reported};

#[test]
fn an_engine_within_its_limits_passes() {
    let limits = ["--engine-memory", "1G", "--engine-processes", "3", "--engine-file-size", "1M"];
    let script = format!("sleep 0.1 & wait; {SOUND}");
    assert_eq!(reported(&played("within", &script, &limits)), ("pass".to_owned(), vec![]));
}

/// The lines that the harness has added to the engine's output.
fn notes(report: &serde_json::Value) -> String {
    let text = report.to_string();
    let notes = text.split("[kentei] ended the engine: ").skip(1);
    notes.map(|rest| rest.split('"').next().unwrap_or("")).collect()
}

/// The verdict on an engine that is killed before its first line of the protocol.
const ENDED_EARLY: &str = "inconclusive";

#[test]
fn more_processes_than_allowed_end_it() {
    let script = format!("for i in 1 2 3 4 5; do setsid sleep 1000 & done; wait; {SOUND}");
    let report = played("processes", &script, &["--engine-processes", "5"]);
    assert_eq!(report["verdict"], ENDED_EARLY);
    let notes = notes(&report);
    assert!(notes.contains("6 processes, more than its limit"), "{notes}");
}

#[test]
fn more_memory_than_allowed_ends_it() {
    // Ten processes with ten megabytes each; none of them exceeds the limit alone.
    let eat = "x=$(head -c 10000000 /dev/zero | tr '\\0' x); sleep 1000; : $x";
    let script = format!("for i in 1 2 3 4 5 6 7 8 9 0; do ({eat}) & done; wait; {SOUND}");
    let report = played("memory", &script, &["--engine-memory", "60M"]);
    assert_eq!(report["verdict"], ENDED_EARLY);
    let notes = notes(&report);
    assert!(notes.contains("of memory, more than its limit"), "{notes}");
}

#[test]
fn a_single_process_cannot_allocate_more_than_allowed() {
    // The allocation fails and the shell exits. Without a limit the engine is sound.
    let script = format!("x=$(head -c 100000000 /dev/zero | tr '\\0' x) || exit 1; {SOUND}");
    let (verdict, _) = reported(&played("unlimited", &script, &[]));
    assert_eq!(verdict, "pass");
    let report = played("allocation", &script, &["--engine-memory", "64M"]);
    assert_eq!(report["verdict"], ENDED_EARLY);
}

#[test]
fn a_file_cannot_be_longer_than_allowed() {
    let script = format!(
        "f=$(mktemp); trap '' XFSZ; head -c 3000000 /dev/zero > $f; s=$(stat -c %s $f); rm $f; [ $s -eq 2097152 ] && {SOUND}"
    );
    let (verdict, _) = reported(&played("file", &script, &["--engine-file-size", "2M"]));
    assert_eq!(verdict, "pass");
}
