//! Latencies, end to end: what a run measures, and how it is reported.

use std::fs;

use crate::cli::kentei;
use serde_json::Value;

/// What a run of a few scenarios measures with the built-in engine, and its terminal output.
fn measure(more: &[&str]) -> (Vec<Value>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let json = folder.path().join("report.json");
    let report = format!("json={}", json.display());
    let args = [
        "run",
        "--filter",
        "usi/go/stop",
        "--filter",
        "shared/quit/idle",
        "--report",
        "terminal",
        "--report",
        &report,
    ];
    let run = kentei(&[&args, more].concat()).assert().code(0);
    let terminal = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let report: Value = serde_json::from_str(&fs::read_to_string(&json).expect("a report"))
        .expect("a report in JSON");
    let latencies = report["latencies"].as_array().expect("latencies");
    (latencies.clone(), terminal)
}

fn median(latencies: &[Value], name: &str) -> f64 {
    let mut rows = latencies.iter();
    let row = rows.find(|row| row["name"] == name).expect("a latency");
    row["median_ms"].as_f64().expect("a number")
}

/// The control N52 writes its lines in two parts, 5 ms apart, and its handshake has twelve. The time of a line is the
/// time of its end, so that no latency is shorter, whatever else the machine does.
#[test]
fn a_latency_lasts_until_the_end_of_the_line() {
    let (quick, terminal) = measure(&[]);
    let (slow, _) = measure(&["--defect", "N52"]);
    for (name, least) in [("usiok", 60.0), ("readyok", 5.0), ("stop", 5.0)] {
        let (quick, slow) = (median(&quick, name), median(&slow, name));
        assert!(slow >= least, "{name}: {slow} ms, {quick} ms without");
    }
    for row in &quick {
        let figures = ["min_ms", "median_ms", "p95_ms", "max_ms"].map(|key| row[key].as_f64());
        assert!(figures.is_sorted(), "{row}");
        assert!(row["n"].as_u64() >= Some(1), "{row}");
        assert_eq!(row["n"], row["kept"]);
    }
    assert!(quick.iter().any(|row| row["name"] == "quit"), "{quick:?}");
    assert!(terminal.contains("stop to bestmove"), "{terminal}");
}
