//! `--shard` and `kentei merge`, end to end: merged shards equal one run.

use std::collections::BTreeSet;
use std::fs;

use crate::cli::kentei;
use crate::merging::{Folder, KNOWN, clocks, compared, shards, whole};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};

#[test]
fn merged_shards_are_what_one_run_would_have_been() {
    let folder = Folder::new("--defect, I01", KNOWN);
    whole(&folder, &["broken"], 1);
    shards(&folder, &["broken"], 3);
    let merge = ["merge", "2.json", "3.json", "1.json", "--report", "json=merged.json"];
    let reported = folder.kentei(&merge, 1);
    assert!(reported.contains("stale usi/ready/readyok"), "{reported}");
    let (whole, merged) = (folder.json("whole.json"), folder.json("merged.json"));
    let parts: Vec<Value> = (1..=3).map(|index| folder.json(&format!("{index}.json"))).collect();
    assert!(!clocks(&parts).is_empty());
    assert_eq!(clocks(std::slice::from_ref(&merged)), clocks(&parts));
    assert_eq!(whole["known_failures"][0]["standing"], "seen");
    assert_eq!(whole["known_failures"][1]["standing"], "stale");
    assert_eq!(compared(&merged), compared(&whole));
    for index in 1..=3 {
        let shard = folder.json(&format!("{index}.json"));
        assert_eq!(shard["shard"]["index"], index);
        assert_eq!(shard["known_failures"][1]["standing"], "unknown");
    }
    assert!(merged.get("shard").is_none());
}

/// Every process shows the violation, but it is reported once.
#[test]
fn a_slip_of_the_handshake_is_reported_once_though_every_shard_has_seen_it() {
    let folder = Folder::new("--defect, A07", "");
    whole(&folder, &["broken"], 0);
    shards(&folder, &["broken"], 3);
    let reported = (1..=3).filter(|index| {
        let shard = folder.json(&format!("{index}.json"));
        let scenarios = shard["scenarios"].as_array().expect("scenarios").clone();
        scenarios.iter().any(|one| one["prerequisite_only"] == true)
    });
    assert_eq!(reported.count(), 2, "reported where the handshake is only a prerequisite, too");
    folder.kentei(&["merge", "1.json", "2.json", "3.json", "--report", "json=merged.json"], 0);
    let (whole, merged) = (folder.json("whole.json"), folder.json("merged.json"));
    assert_eq!(compared(&merged), compared(&whole));
    let seen = merged["scenarios"].as_array().expect("scenarios").iter();
    let seen = seen.filter(|one| one["findings"].as_array().is_some_and(|all| !all.is_empty()));
    assert!(seen.clone().any(|one| one["id"] == "usi/boot/handshake"));
}

#[test]
fn repeats_of_shards_are_the_repeats_of_the_whole() {
    let folder = Folder::new("--defect, A07", "");
    let args = &["broken", "--repeat", "3", "-f", "!usi/space/*", "-f", "!usi/mate/*"];
    whole(&folder, args, 0);
    shards(&folder, args, 2);
    let merge = ["merge", "1.json", "2.json", "--report", "json=merged.json"];
    folder.kentei(&merge, 0);
    let (whole, merged) = (folder.json("whole.json"), folder.json("merged.json"));
    assert_eq!(merged["repeats"]["clauses"][0]["broken"], 3);
    assert_eq!(compared(&merged), compared(&whole));
}

#[test]
fn an_engine_that_breaks_off_in_the_handshake_fails_every_shard_and_the_whole() {
    let folder = Folder::new("--defect, A02", "");
    let fast = &["broken", "--limits-scale", "0.1"];
    whole(&folder, fast, 1);
    shards(&folder, fast, 2);
    folder.kentei(&["merge", "1.json", "2.json", "--report", "json=merged.json"], 1);
    let (whole, merged) = (folder.json("whole.json"), folder.json("merged.json"));
    assert_eq!(compared(&merged), compared(&whole));
    assert_eq!(merged["summary"]["fail"], 1);
}

#[test]
fn a_shard_whose_engine_did_not_start_leaves_the_whole_open() {
    let folder = Folder::new("", "");
    shards(&folder, &["broken"], 2);
    folder.change("2.json", |report| {
        report["scenarios"] = json!([]);
        report["verdict"] = json!("inconclusive");
        report["reason"] = json!("no program \"./my-engine\"");
    });
    let reported = folder.kentei(&["merge", "1.json", "2.json"], 3);
    assert!(reported.contains("shard 2/2: no program"), "{reported}");
    folder.kentei(&["merge", "1.json", "2.json", "--fail-on", "never"], 3);
}

#[test]
fn warnings_fail_the_merged_run_and_its_tests_as_the_shards_were_run() {
    let folder = Folder::new("", "");
    let warn = &["broken", "--fail-on", "warn", "--report", "junit=1.xml"];
    shards(&folder, warn, 1);
    shards(&folder, &warn[..3], 2);
    folder.kentei(&["merge", "1.json", "2.json"], 0);
    assert!(folder.read("1.xml").contains("<property name=\"shard\" value=\"1/1\"/>"));
    let owner = (1..=2).find(|index| {
        let shard = folder.json(&format!("{index}.json"));
        let all = shard["scenarios"].as_array().expect("scenarios").clone();
        all.iter().any(|one| one["id"] == "usi/ready/readyok")
    });
    let owner = format!("{}.json", owner.expect("it is in one"));
    folder.change(&owner, |report| {
        let scenarios = report["scenarios"].as_array_mut().expect("scenarios");
        let one = scenarios.iter_mut().find(|one| one["id"] == "usi/ready/readyok");
        let one = one.expect("it is here");
        one["verdict"] = json!("warn");
        one["findings"] = json!([{
            "clause": "USI-READY-01", "severity": "warn", "expectation": true, "expected": "", "got": "",
            "message": "a word too many", "events": [], "columns": null, "scenario_line": null,
            "at_ms": 1.0, "timing": false, "notes": [],
        }]);
    });
    let junit = ["--report", "junit=junit.xml"];
    folder.kentei(&[&["merge", "1.json", "2.json"], &junit[..]].concat(), 1);
    let text = folder.read("junit.xml");
    assert!(text.contains("failures=\"1\"") && text.contains("<failure message=\"USI-READY-01"));
    let mild = ["merge", "1.json", "2.json", "--fail-on", "fail"];
    folder.kentei(&[&mild, &junit[..]].concat(), 0);
    assert!(!folder.read("junit.xml").contains("<failure"));
}

#[test]
fn reports_of_several_engines_become_a_table() {
    let folder = Folder::new("--defect, I01", "");
    whole(&folder, &["broken"], 1);
    let path = |name: &str| folder.path().join(name);
    fs::copy(path("whole.json"), path("other.json")).expect("a copy");
    folder.change("other.json", |report| {
        report["replay"][0] = json!("another");
    });
    let args = ["merge", "whole.json", "other.json", "--report", "json=table.json"];
    let run = kentei(&args).current_dir(folder.path()).assert();
    // The engines have the same `id name`, so they are reported with their names in the engine file.
    run.code(1)
        .stdout(contains("of 2 engines 2 not conformant"))
        .stdout(contains("A  broken").and(contains("B  another")));
    let table: serde_json::Value =
        serde_json::from_str(&folder.read("table.json")).expect("it is JSON");
    assert_eq!(table["format"], "kentei-table");
}

#[test]
fn a_table_of_an_engine_in_each_dialect_stays_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let kentei = |args: &[&str]| kentei(args).current_dir(folder.path()).assert().code(0);
    let engines = |name: &str| -> Vec<(String, Value)> {
        let text = fs::read_to_string(folder.path().join(name)).expect("a table");
        let table: Value = serde_json::from_str(&text).expect("it is JSON");
        let engines = table["engines"].as_array().expect("engines").iter();
        let named = engines.map(|one| (one["name"].to_string(), one["report"]["dialect"].clone()));
        named.collect()
    };
    let filter = ["--filter", "shared/quit/idle"];
    let all = ["run", "--dialect", "all", "--report", "json=table.json"];
    kentei(&[&all[..], &filter].concat());
    kentei(&["merge", "table.json", "--report", "json=merged.json"]);
    let (table, merged) = (engines("table.json"), engines("merged.json"));
    assert!(table.len() > 1);
    let dialects = |engines: &[(String, Value)]| -> Vec<Value> {
        engines.iter().map(|(_, dialect)| dialect.clone()).collect()
    };
    assert_eq!(dialects(&merged), dialects(&table));
    let names: BTreeSet<&String> = merged.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), merged.len(), "{names:?}");
}

#[test]
fn all_engines_are_played_in_shards_and_their_tables_united() {
    let folder = Folder::new("--defect, I01", "");
    let yaml = folder.read("kentei.yaml");
    let sound = yaml.split_once("engines:\n").expect("its engines").1;
    let sound = sound.replace("broken:", "sound:").replace(", --defect, I01", "");
    fs::write(folder.path().join("kentei.yaml"), yaml + &sound).expect("a file");
    whole(&folder, &["--all"], 1);
    shards(&folder, &["--all"], 2);
    let merge = ["merge", "2.json", "1.json", "--report", "json=merged.json"];
    folder.kentei(&merge, 1);
    let (whole, merged) = (folder.json("whole.json"), folder.json("merged.json"));
    for (number, name) in ["broken", "sound"].into_iter().enumerate() {
        let engine = |table: &serde_json::Value| {
            let engines = table["engines"].as_array().expect("engines").clone();
            assert_eq!(engines.len(), 2);
            assert_eq!(engines[number]["name"], name);
            engines[number]["report"].clone()
        };
        assert_eq!(compared(&engine(&merged)), compared(&engine(&whole)));
    }
    assert_eq!(merged["tables"], whole["tables"]);
}

#[test]
fn shards_are_dealt_out_by_what_an_earlier_run_took() {
    let folder = Folder::new("", "");
    whole(&folder, &["broken"], 0);
    folder.change("whole.json", |report| {
        for one in report["scenarios"].as_array_mut().expect("scenarios") {
            let long = one["id"] == "usi/ready/barrier";
            one["duration_ms"] = json!(if long { 1e6 } else { 1.0 });
            // What the engine does not offer was not played.
            if one["spent"].is_object() {
                one["spent"]["queued_ms"] = json!(0.0);
            }
        }
    });
    let durations = &["broken", "--durations", "whole.json"];
    shards(&folder, durations, 2);
    let alone = (1..=2).any(|index| {
        let shard = folder.json(&format!("{index}.json"));
        let all = shard["scenarios"].as_array().expect("scenarios").clone();
        all.len() == 1 && all[0]["id"] == "usi/ready/barrier"
    });
    assert!(alone, "what takes as long as all others together");
    folder.kentei(&["merge", "1.json", "2.json"], 0);
}

#[test]
fn help_tells_how_shards_are_made_and_merged() {
    kentei(&["merge", "--help"])
        .assert()
        .code(0)
        .stdout(contains("--shard 1/2").and(contains("kentei merge 1.json 2.json")));
    kentei(&["run", "--help"])
        .assert()
        .code(0)
        .stdout(contains("--shard <I/N>").and(contains("--durations <REPORT.json>")));
}
