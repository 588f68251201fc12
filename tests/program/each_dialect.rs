//! Features that do not depend on the protocol work in every dialect: reports, snapshots, comparisons, races, known
//! failures, shards, shared processes and generated sessions.

use std::fs;
use std::path::Path;

use crate::cli::kentei;
use crate::engine_folder::folder;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

/// A dialect, and what these tests need to know about it.
struct Case {
    dialect: &'static str,
    /// A defect that shows in a line of the handshake before its last one, so that every scenario reads it, and its
    /// clause.
    defect: &'static str,
    clause: &'static str,
    /// A defect that loses a `stop` within 30 ms of `go`, and the clause of a `stop` without a reply.
    loses_stop: &'static str,
    stop_clause: &'static str,
    /// A defect that answers some `isready` twice.
    ready_twice: &'static str,
    /// A defect that shows in one scenario only: the defect, its clause, the scenario.
    alone: [&'static str; 3],
    /// Scenarios that can share a process.
    positions: &'static str,
    /// A position to search.
    position: &'static str,
}

const CASES: [Case; 3] = [
    Case {
        dialect: "usi",
        defect: "B24",
        clause: "USI-OPT-03",
        loses_stop: "G08",
        stop_clause: "USI-STOP-01",
        ready_twice: "O07",
        alone: ["G01", "USI-STOP-03", "shared/stop/idle"],
        positions: "position/startpos*",
        position: "position startpos",
    },
    Case {
        dialect: "uci",
        defect: "O01:slider",
        clause: "UCI-OPTG-01",
        loses_stop: "U01",
        stop_clause: "UCI-STOP-01",
        ready_twice: "S03",
        alone: ["U05", "UCI-STOP-04", "shared/stop/remembered"],
        positions: "position/moves*",
        position: "position startpos",
    },
    Case {
        dialect: "ucci",
        defect: "X10",
        clause: "UCCI-OPTG-02",
        loses_stop: "Q19",
        stop_clause: "UCCI-STOP-01",
        ready_twice: "X26",
        alone: ["Q12", "UCCI-STATE-11", "ucci/stop/idle"],
        positions: "position/colours*",
        position: "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    },
];

impl Case {
    /// The id of a scenario of this dialect.
    fn scenario(&self, id: &str) -> String {
        format!("{}/{id}", self.dialect)
    }

    /// Examines the built-in engine in a folder, with this defect or without one.
    fn run(&self, folder: &Path, defect: Option<&str>, filter: &str, more: &[&str]) -> Assert {
        let filter = self.scenario(filter);
        let mut args = vec!["run", "--dialect", self.dialect, "--filter", &filter, "--seed", "7"];
        args.extend(defect.iter().flat_map(|defect| ["--defect", defect]));
        kentei(&[&args, more].concat()).current_dir(folder).assert()
    }
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("it was written")
}

fn json(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&read(folder, name)).expect("JSON")
}

fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn every_report_names_the_broken_clause() {
    const FORMATS: [&str; 7] = ["terminal", "json", "html", "junit", "markdown", "sarif", "github"];
    for case in &CASES {
        let folder = temporary();
        let forms: Vec<String> = FORMATS
            .iter()
            .flat_map(|form| ["--report".to_owned(), format!("{form}={form}")])
            .collect();
        let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
        case.run(folder.path(), Some(case.defect), "boot/handshake", &forms).code(1);
        for form in FORMATS {
            let text = read(folder.path(), form);
            assert!(text.contains(case.clause), "{form} of {}: {text}", case.dialect);
        }
        assert_eq!(json(folder.path(), "json")["dialect"], case.dialect);
    }
}

#[test]
fn a_change_shows_in_the_snapshots_and_is_accepted() {
    for case in &CASES {
        let folder = temporary();
        let kept = ["--snapshots", "kept"];
        let run = |defect| case.run(folder.path(), defect, "boot/handshake", &kept);
        run(None).code(0).stdout(contains("1 written for the first time"));
        run(None).code(0).stdout(contains("1 unchanged"));
        let changed = format!("changed {}", case.scenario("boot/handshake"));
        run(Some(case.defect)).code(1).stdout(contains(changed));
        let accept = ["snapshot", "accept", "--snapshots", "kept"];
        kentei(&accept).current_dir(folder.path()).assert().code(0).stdout(contains("accepted"));
        run(Some(case.defect)).code(1).stdout(contains("1 unchanged"));
    }
}

#[test]
fn a_comparison_says_what_became_worse() {
    for case in &CASES {
        let folder = temporary();
        let run = |defect, name: &str| {
            let report = format!("json={name}");
            case.run(folder.path(), defect, "boot/handshake", &["--report", &report]);
        };
        run(None, "sound.json");
        run(Some(case.defect), "broken.json");
        let compare = |old: &str, new: &str| {
            kentei(&["compare", old, new]).current_dir(folder.path()).assert()
        };
        compare("sound.json", "broken.json").code(1).stdout(contains(case.clause));
        compare("broken.json", "sound.json").code(0).stdout(contains(case.clause));
        compare("sound.json", "sound.json").code(0).stdout(contains(case.clause).not());
    }
}

#[test]
fn a_race_is_found_and_played_again_at_one_offset() {
    for case in &CASES {
        let folder = temporary();
        let race = format!(
            "title: A stop after go is not lost\nclauses: [{}]\nsteps:\n  - boot\n  - race:\n      rounds: 2\n      start:\n        - send: [{}, go infinite]\n      send: stop\n      around: {{ event: send, at: [same-write, 300ms] }}\n      each:\n        - expect: bestmove\n          within: stop\n",
            case.stop_clause, case.position
        );
        fs::write(folder.path().join("race.yaml"), race).expect("a file");
        let run = |more: &[&str]| {
            let fixed = ["run", "--dialect", case.dialect, "--defect", case.loses_stop];
            let own = ["--scenarios", "race.yaml", "--filter", "race", "--report", "json=r.json"];
            let run =
                kentei(&[&fixed[..], &own, more].concat()).current_dir(folder.path()).assert();
            let report = json(folder.path(), "r.json");
            let mut scenarios = report["scenarios"].as_array().expect("scenarios").iter();
            let race = scenarios.find(|scenario| scenario["id"] == "race");
            (run, race.expect("the race")["races"][0].clone())
        };
        let (found, rounds) = run(&[]);
        found.code(1).stdout(contains(case.stop_clause).and(contains(" --race-offset ")));
        assert_eq!(rounds["failed"], 1, "{}: {rounds}", case.dialect);
        let (again, rounds) = run(&["--race-offset", "same-write"]);
        again.code(1);
        assert_eq!(rounds["failed"], rounds["rounds"].as_array().map_or(0, Vec::len));
        let (late, rounds) = run(&["--race-offset", "300ms"]);
        late.code(0);
        assert_eq!(rounds["failed"], 0);
    }
}

#[test]
fn a_known_failure_fails_no_run_until_it_is_gone() {
    for case in &CASES {
        let [defect, clause, scenario] = case.alone;
        let engine = |defect: &str| {
            let dialect = case.dialect;
            folder(&format!(
                "engines:\n  one:\n    command: KENTEI\n    args: [engine, --dialect, {dialect}{defect}]\n    dialect: {dialect}\n    known_failures:\n      - clause: {clause}\n        scenario: {scenario}\n        reason: issue 12\n"
            ))
        };
        let run = |folder: &Path| {
            kentei(&["run", "one", "--filter", scenario]).current_dir(folder).assert()
        };
        let broken = engine(&format!(", --defect, {defect}"));
        run(broken.path()).code(0).stdout(contains("issue 12").and(contains("1 known failure")));
        let sound = engine("");
        run(sound.path()).code(1).stdout(contains("stale"));
    }
}

#[test]
fn shards_come_together_to_the_whole_run() {
    for case in &CASES {
        let folder = temporary();
        let run = |more: &[&str]| {
            case.run(folder.path(), Some(case.defect), "boot/*", more);
        };
        run(&["--report", "json=whole.json"]);
        run(&["--shard", "1/2", "--report", "json=1.json"]);
        run(&["--shard", "2/2", "--report", "json=2.json"]);
        let merge = ["merge", "1.json", "2.json", "--report", "json=merged.json"];
        kentei(&merge).current_dir(folder.path()).assert().code(1);
        let verdicts = |name: &str| -> Vec<(Value, Value)> {
            let report = json(folder.path(), name);
            let scenarios = report["scenarios"].as_array().expect("scenarios").iter();
            scenarios.map(|one| (one["id"].clone(), one["verdict"].clone())).collect()
        };
        assert_eq!(verdicts("merged.json"), verdicts("whole.json"), "{}", case.dialect);
        let clauses = |name: &str| json(folder.path(), name)["clauses"].clone();
        assert_eq!(clauses("merged.json"), clauses("whole.json"), "{}", case.dialect);
    }
}

#[test]
fn scenarios_share_processes_and_find_the_same() {
    for case in &CASES {
        let folder = temporary();
        let run = |share: &str, defect, filter: &str| {
            let more = ["--share", share, "--jobs", "1", "--report", "json=r.json"];
            case.run(folder.path(), defect, filter, &more);
            json(folder.path(), "r.json")
        };
        let shared = run("always", None, case.positions);
        assert_eq!(shared["verdict"], "conformant", "{}", case.dialect);
        assert!(shared["time"]["starts_saved"].as_u64() > Some(0), "{}", shared["time"]);
        let broken = |report: &Value| -> Vec<Value> {
            let clauses = report["clauses"].as_array().expect("clauses").iter();
            let those = clauses.filter(|clause| clause["verdict"] == "fail");
            those.map(|clause| clause["id"].clone()).collect()
        };
        let alone = broken(&run("never", Some(case.ready_twice), "ready/*"));
        assert!(!alone.is_empty(), "{}", case.dialect);
        // State that the engine carries from game to game violates one more clause if games share a process.
        let shared = broken(&run("always", Some(case.ready_twice), "ready/*"));
        assert!(alone.iter().all(|clause| shared.contains(clause)), "{}: {shared:?}", case.dialect);
    }
}

#[test]
fn generated_sessions_are_played_in_each_dialect() {
    for case in &CASES {
        let folder = temporary();
        let report = ["--report", "json=report"];
        case.run(folder.path(), Some(case.loses_stop), "generated/2*", &report).code(1);
        let broken = read(folder.path(), "report");
        assert!(broken.contains(case.stop_clause), "{}: {broken}", case.dialect);
        case.run(folder.path(), None, "generated/2*", &report).code(0);
    }
}
