//! Shared by the tests of shards: a folder with an engine, runs in it, and the parts of their reports that are
//! compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use crate::cli::kentei;

/// On a busy machine an engine can take long to start, and would then play several scenarios in one process.
const RUN: &[&str] = &["run", "--share", "never"];

/// Scenarios of several sections, with prerequisites, that take little time.
pub(crate) const FILTERS: &[&str] = &[
    "-f",
    "usi/ready/barrier",
    "-f",
    "usi/ready/readyok",
    "-f",
    "usi/ready/three-games",
    "-f",
    "usi/mate/answers*",
    "-f",
    "usi/space/*",
    "-f",
    "usi/quit/*",
];

/// Known failures: one is seen, one is of one scenario and no longer occurs, and one cannot be judged.
pub(crate) const KNOWN: &str = "
    known_failures:
      - clause: USI-CM-01
        reason: answers go mate with bestmove
      - scenario: usi/ready/readyok
        reason: was late once
      - clause: USI-BM-09
        reason: nothing could tell
";

/// A folder with an engine file, whose engine `broken` is the built-in one with these additional arguments.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new(words: &str, more: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let program = Value::from(env!("CARGO_BIN_EXE_kentei"));
        let words = if words.is_empty() { String::new() } else { format!(", {words}") };
        let yaml = format!(
            "engines:\n  broken:\n    command: {program}\n    args: [engine, --dialect, usi{words}]{more}\n"
        );
        fs::write(folder.path().join("kentei.yaml"), yaml).expect("a file");
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path().join(name);
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).expect("JSON")
    }

    /// Changes a report and writes it.
    pub(crate) fn change(&self, name: &str, change: impl FnOnce(&mut Value)) {
        let mut report = self.json(name);
        change(&mut report);
        fs::write(self.path().join(name), report.to_string()).expect("a file");
    }

    /// Runs kentei in the folder and returns its standard output.
    pub(crate) fn kentei(&self, args: &[&str], code: i32) -> String {
        let run = kentei(args).current_dir(self.path()).assert().code(code);
        String::from_utf8_lossy(&run.get_output().stdout).into_owned()
    }
}

/// Plays all scenarios in one run.
pub(crate) fn whole(folder: &Folder, args: &[&str], code: i32) {
    let report = ["--seed", "7", "--report", "json=whole.json"];
    folder.kentei(&[RUN, args, FILTERS, &report[..]].concat(), code);
}

/// Plays all scenarios in shards, whatever verdict each shard has.
pub(crate) fn shards(folder: &Folder, args: &[&str], of: u32) {
    for index in 1..=of {
        let (shard, report) = (format!("{index}/{of}"), format!("json={index}.json"));
        let more = ["--seed", "7", "--shard", &shard, "--report", &report];
        let run =
            kentei(&[RUN, args, FILTERS, &more[..]].concat()).current_dir(folder.path()).assert();
        let code = run.get_output().status.code();
        assert!(matches!(code, Some(0 | 1 | 3)), "{code:?}");
        let reported = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert!(code == Some(3) || reported.contains(&format!(", shard {shard})")), "{reported}");
    }
}

/// The parts of a report that are equal for two runs with the same seed: all except times, whatever depends on
/// times, and the host.
pub(crate) fn compared(report: &Value) -> Value {
    let mut report = report.clone();
    // It depends on time which searches a clock ends, and how many replies to `stop` are measured.
    for key in ["host", "time", "started", "elapsed_ms", "clocks"] {
        report.as_object_mut().expect("an object").remove(key);
    }
    let is_stop = |measured: &Value| measured["name"] == "stop";
    report["latencies"].as_array_mut().expect("latencies").retain(|one| !is_stop(one));
    for scenario in report["scenarios"].as_array_mut().expect("scenarios") {
        let events = scenario["transcript"].as_array_mut().expect("events");
        // Which move the engine finds depends on time, and so does the stream that ends first.
        events.retain(|event| event["kind"] == "sent");
        leave_out_timed_stops(events);
        if let Some(measured) = scenario["measurements"].as_array_mut() {
            measured.retain(|one| !is_stop(one));
        }
        scenario["transcript_dropped"] = Value::Null;
        for finding in scenario["findings"].as_array_mut().expect("findings") {
            let events = finding["events"].as_array().map_or(0, Vec::len);
            finding["events"] = events.into();
        }
        scenario["races"] = Value::Null;
    }
    without_times(&mut report);
    report
}

/// Removes each `stop` of a search with a limit, because such a search may end before its `stop-after` is over, and
/// numbers the writes anew.
fn leave_out_timed_stops(sent: &mut Vec<Value>) {
    let mut has_limit = false;
    sent.retain(|line| {
        let text = line["text"].as_str().expect("a text").trim();
        if text.split_whitespace().next() == Some("go") {
            has_limit = !["infinite", "ponder", "mate"].iter().any(|word| text.contains(word));
        }
        !(has_limit && text == "stop")
    });
    let mut writes = Vec::new();
    for line in sent {
        let write = line["write"].clone();
        if writes.last() != Some(&write) {
            writes.push(write);
        }
        line["write"] = writes.len().into();
    }
}

/// For each clock of these reports, how many searches ran on it, and how many of them were slower.
pub(crate) fn clocks(reports: &[Value]) -> BTreeMap<String, (u64, u64)> {
    let mut all = BTreeMap::new();
    for row in reports.iter().flat_map(|report| report["clocks"].as_array().expect("clocks")) {
        let number = |key: &str| row[key].as_u64().unwrap_or_default();
        let name = row["clock"].as_str().expect("a name").to_owned();
        let (searches, over) = all.entry(name).or_default();
        *searches += number("n");
        *over += number("over");
    }
    all
}

fn without_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let kept: Map<String, Value> = std::mem::take(fields)
                .into_iter()
                .filter(|(key, _)| !key.ends_with("_ms") && key != "spent")
                .collect();
            *fields = kept;
            // This is the number of an event; ids of scenarios and clauses are strings.
            if fields.get("id").is_some_and(Value::is_number) {
                fields.remove("id");
            }
            fields.values_mut().for_each(without_times);
        }
        Value::Array(all) => all.iter_mut().for_each(without_times),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
