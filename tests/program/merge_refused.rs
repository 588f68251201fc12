//! Reports that do not belong together, and shards that do not exist, are refused by name.

use std::fs;

use crate::cli::kentei;
use crate::merging::{Folder, shards, whole};
use predicates::str::contains;
use serde_json::{Value, json};

#[test]
fn what_does_not_belong_together_is_refused_by_name() {
    let folder = Folder::new("", "");
    shards(&folder, &["broken"], 3);
    let check = |files: &[&str], wanted: &str| {
        let mut command = kentei(&["merge", "--report", "json=merged.json"]);
        let run = command.args(files).current_dir(folder.path()).assert();
        run.code(2).stderr(contains(wanted));
        assert!(!folder.path().join("merged.json").exists(), "{wanted}");
    };
    check(&["1.json", "3.json"], "error: shard 2/3 is missing");
    check(&["2.json"], "error: shards 1/3, 3/3 are missing");
    check(&["1.json", "2.json", "1.json"], "\"1.json\" and \"1.json\" are both shard 1/3");
    check(&["1.json", "none.json"], "cannot read report \"none.json\": ");
    fs::write(folder.path().join("bad.json"), "{\"format\": \"kentei-rep").expect("a file");
    check(&["1.json", "bad.json"], "cannot read report \"bad.json\": it is not JSON");
    let changed = |change: fn(&mut Value), wanted: &str| {
        fs::copy(folder.path().join("3.json"), folder.path().join("other.json")).expect("a copy");
        folder.change("other.json", change);
        check(&["1.json", "2.json", "other.json"], wanted);
    };
    changed(
        |report| report["version"] = json!(2),
        "\"other.json\": it has version 2 of the report format",
    );
    changed(
        |report| report["tool"]["version"] = json!("9.9.9"),
        "\"other.json\": kentei 9.9.9 made it",
    );
    changed(|report| report["dialect"] = json!("uci"), "error: broken (usi): shard 3/3 is missing");
    changed(
        |report| report["profile"] = json!("draft"),
        "error: broken (core): shard 3/3 is missing",
    );
    changed(
        |report| report["limits_scale"] = json!(2.0),
        "\"1.json\" and \"other.json\" are not parts of one run: they differ in limits scale, \"1\" and \"2\"",
    );
    changed(|report| report["seed"] = json!(8), "they differ in seed, \"7\" and \"8\"");
    changed(|report| report["engine"]["name"] = json!("Another"), "they differ in engine, ");
    changed(
        |report| report["shard"] = Value::Null,
        "\"other.json\" is not a shard, but others are",
    );
    changed(|report| report["shard"]["of"] = json!(4), "is shard 3/4, and others are of 3");
    changed(
        |report| report["shard"]["index"] = json!(4_000_000_000_u32),
        "says that it is shard 4000000000/3",
    );
    changed(
        |report| report["shard"]["all"] = json!(["usi/boot/handshake"]),
        "\"other.json\" is a shard of other scenarios than \"1.json\"",
    );
    changed(
        |report| {
            let scenarios = report["scenarios"].as_array_mut().expect("scenarios");
            scenarios.remove(0);
        },
        "is in no shard: run all with the same --durations",
    );
    changed(|report| report["replay"][0] = json!("another"), "error: broken: shard 3/3 is missing");
    let first = folder.json("1.json")["scenarios"][0].clone();
    fs::copy(folder.path().join("2.json"), folder.path().join("other.json")).expect("a copy");
    let id = first["id"].as_str().expect("an id").to_owned();
    folder.change("other.json", |report| {
        let scenarios = report["scenarios"].as_array_mut().expect("scenarios");
        scenarios.push(first);
    });
    let twice = format!("{id} is in \"1.json\" and in \"other.json\"");
    check(&["1.json", "other.json", "3.json"], &twice);
}

#[test]
fn a_report_that_is_read_is_never_written_over() {
    let folder = Folder::new("", "");
    whole(&folder, &["broken"], 0);
    let before = folder.read("whole.json");
    for path in ["whole.json", "./whole.json", "sub/../whole.json"] {
        fs::create_dir_all(folder.path().join("sub")).expect("a folder");
        let report = format!("json={path}");
        let mut command = kentei(&["merge", "whole.json", "--report", &report]);
        let run = command.current_dir(folder.path()).assert();
        run.code(2).stderr(contains("is one of the reports that are read"));
    }
    // The other shards of a run need the durations too.
    let shard = ["run", "broken", "--shard", "1/2", "--durations", "whole.json"];
    let mut command = kentei(&shard);
    command.args(["--filter", "usi/ready/*", "--report", "json=./whole.json"]);
    let run = command.current_dir(folder.path()).assert();
    run.code(2).stderr(contains("is one of the reports that are read"));
    assert!(folder.read("whole.json") == before);
}

#[test]
fn a_shard_that_is_none_or_empty_is_bad_input() {
    let check = |args: &[&str], wanted: &str| {
        let args = [&["run", "-f", "usi/boot/handshake"], args].concat();
        kentei(&args).assert().code(2).stderr(contains(wanted));
    };
    check(&["--shard", "0/3"], "expected I/N, such as 1/3: I from 1 to N");
    check(&["--shard", "4/3"], "expected I/N, such as 1/3: I from 1 to N");
    check(&["--shard", "x"], "expected I/N, such as 1/3: I from 1 to N");
    check(&["--shard", "2/2"], "error: shard 2/2 has no scenario: 1 are divided among 2");
    check(&["--durations", "x.json"], "--shard");
    check(&["--shard", "1/1", "--durations", "x.json"], "cannot read report \"x.json\": ");
}
