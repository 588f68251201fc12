//! Races, end to end: a window of a few milliseconds is found, reported with its offsets, and played again.

use std::fs;

use crate::cli::kentei;
use serde_json::Value;

/// A race with few rounds. Two of them fall into the window in which defect R20 loses a `stop`: 12 to 17 ms after
/// `go infinite`. They are in the middle of the window, so that a busy host may be some milliseconds late.
const RACE: &str = "\
title: A stop after go is not lost
clauses: [USI-STOP-01]
steps:
  - boot
  - race:
      rounds: 5
      start:
        - send: [position startpos, go infinite]
      send: stop
      around: { event: send, at: [same-write, 1ms, 14ms, 14.5ms, 80ms] }
      each:
        - expect: bestmove
          within: stop
";

/// Plays the race against an engine with the defect, and returns the scenario's part of the report and the
/// terminal's text.
fn play(more: &[&str], code: i32) -> (Value, String) {
    let (ended, scenario, terminal) = played(more);
    assert_eq!(ended, code, "{terminal}");
    (scenario, terminal)
}

/// When a round sent its `stop`, in milliseconds after its event.
fn offset(round: &Value) -> f64 {
    round["offset_ms"].as_f64().unwrap_or(0.0)
}

/// Whether the send was well inside the window.
fn is_inside(round: &Value) -> bool {
    (12.5..16.5).contains(&offset(round))
}

/// Whether the engine lost the `stop` if the send was well inside the window, and only if it was not well outside.
fn is_as_planned(round: &Value) -> bool {
    let outside = !(11.5..17.5).contains(&offset(round));
    let failed = round["failed"] == true;
    (!is_inside(round) || failed) && (!outside || !failed)
}

/// The same, with any exit code, which is returned too.
fn played(more: &[&str]) -> (i32, Value, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("race.yaml");
    fs::write(&file, RACE).expect("a file");
    let json = folder.path().join("report.json");
    let report = format!("json={}", json.display());
    let file = file.display().to_string();
    let args =
        ["run", "--defect", "R20", "--scenarios", &file, "--filter", "race", "--report", &report];
    let run = kentei(&[&args, more].concat()).assert();
    let code = run.get_output().status.code().expect("it ends by itself");
    let terminal = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let report: Value = serde_json::from_str(&fs::read_to_string(&json).expect("a report"))
        .expect("a report in JSON");
    let scenarios = report["scenarios"].as_array().expect("scenarios");
    let race = scenarios.iter().find(|scenario| scenario["id"] == "race");
    (code, race.expect("the scenario").clone(), terminal)
}

#[test]
fn a_window_of_five_milliseconds_is_found_and_reported() {
    // On a busy host a send may be later than planned, which its offset shows, and the engine may read it later still,
    // which nothing shows. In one of the runs both are in time.
    let is_in_time = |scenario: &Value| {
        let rounds = scenario["races"][0]["rounds"].as_array().expect("rounds");
        rounds.iter().any(is_inside) && rounds.iter().all(is_as_planned)
    };
    let mut runs = (0..20).map(|_| played(&["--seed", "5"]));
    let hit = runs.find(|(_, scenario, _)| is_in_time(scenario));
    let (code, scenario, terminal) = hit.expect("one of twenty runs is in time");
    assert_eq!(code, 1, "{terminal}");
    assert_eq!(scenario["verdict"], "fail");
    let race = &scenario["races"][0];
    assert_eq!((&race["event"], &race["planned"]), (&"send".into(), &5.into()));
    assert_eq!(race["rounds"].as_array().map(Vec::len), Some(5));
    let findings = scenario["findings"].as_array().expect("findings");
    let lost = findings.iter().filter(|finding| finding["severity"] == "fail");
    assert_eq!(lost.count(), 1, "one violation is one finding");
    let reported = format!("stop against send: {} of 5 rounds failed", race["failed"]);
    assert!(terminal.contains(&reported), "{terminal}");
    assert!(terminal.contains(" --seed 5 "), "{terminal}");
    assert!(terminal.contains(" --race-offset 1"), "{terminal}");
}

#[test]
fn one_offset_is_played_in_every_round() {
    let (scenario, _) = play(&["--race-offset", "80ms"], 0);
    let rounds = scenario["races"][0]["rounds"].as_array().expect("rounds");
    assert_eq!(rounds.len(), 5);
    for round in rounds {
        assert_eq!(round["wanted_ms"], 80.0, "{round}");
        assert!(round["offset_ms"].as_f64() >= Some(80.0), "{round}");
    }
}

#[test]
fn an_offset_that_is_none_is_refused() {
    kentei(&["run", "--race-offset", "soon"]).assert().code(2);
}
