//! `--shard` and `kentei merge`, end to end: merged shards equal one run, and reports that do not belong together
//! are refused.

use std::fs;

use crate::cli::kentei;
use crate::merging::{FILTERS, Folder, clocks, compared, shards, whole};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};

/// Known failures: one is seen, one is of one scenario and no longer occurs, and one cannot be judged.
const KNOWN: &str = "
    known_failures:
      - clause: USI-CM-01
        reason: answers go mate with bestmove
      - scenario: usi/ready/readyok
        reason: was late once
      - clause: USI-BM-09
        reason: nothing could tell
";

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

/// The report includes known failures, a baseline and snapshots.
#[test]
fn a_saved_report_is_shown_as_the_run_showed_it_in_every_format_and_language() {
    const FORMATS: [&str; 7] = ["terminal", "html", "json", "junit", "markdown", "sarif", "badge"];
    let folder = Folder::new("--defect, I01", KNOWN);
    fs::write(
        folder.path().join("sound.yaml"),
        folder.read("kentei.yaml").replace(", --defect, I01", ""),
    )
    .expect("a file");
    let sound = ["broken", "--engine-file", "sound.yaml", "--snapshots", "kept"];
    whole(&folder, &sound, 1);
    let reports = |made: &str| -> Vec<String> {
        let report = |format| ["--report".to_owned(), format!("{format}={made}.{format}")];
        FORMATS.into_iter().flat_map(report).collect()
    };
    for lang in ["en", "ja"] {
        let words = |args: &[&str], made: &str| {
            let words = args.iter().map(|&word| word.to_owned()).chain(reports(made));
            words.chain(["--lang".to_owned(), lang.to_owned()]).collect::<Vec<_>>()
        };
        let more = ["--baseline", "whole.json", "--snapshots", "kept", "--seed", "7"];
        let run = words(&[&["run", "broken"], FILTERS, &more[..]].concat(), "run");
        folder.kentei(&run.iter().map(String::as_str).collect::<Vec<_>>(), 1);
        let show = words(&["show", "run.json"], "shown");
        folder.kentei(&show.iter().map(String::as_str).collect::<Vec<_>>(), 1);
        for format in FORMATS {
            let read = |made: &str| folder.read(&format!("{made}.{format}"));
            assert!(read("run").len() > 500 || format == "badge", "{format}");
            let (run, shown) = (read("run"), read("shown"));
            let other = run.lines().zip(shown.lines()).find(|(run, shown)| run != shown);
            assert!(run == shown, "{format} in {lang}: {other:?}");
        }
    }
}

/// A table of engines is shown with the names that the engines had in it.
#[test]
fn a_saved_table_is_shown_as_it_was() {
    let folder = Folder::new("", "\n  sound:\n    command: kentei\n    args: [engine]\n");
    let engines = folder.read("kentei.yaml");
    let program = json!(env!("CARGO_BIN_EXE_kentei")).to_string();
    fs::write(
        folder.path().join("kentei.yaml"),
        engines.replace("command: kentei", &format!("command: {program}")),
    )
    .expect("a file");
    let run = ["run", "--all", "-f", "usi/boot/handshake", "--report", "json=all.json"];
    folder.kentei(
        &[&run[..], &["--report", "html=all.html", "--report", "markdown=all.md"]].concat(),
        0,
    );
    let show = ["show", "all.json", "--report", "html=shown.html", "--report", "markdown=shown.md"];
    folder.kentei(&show, 0);
    assert!(folder.read("all.html") == folder.read("shown.html"));
    assert_eq!(folder.read("all.md"), folder.read("shown.md"));
    assert!(folder.read("shown.md").contains("sound"));
    let none = kentei(&["show", "none.json"]).current_dir(folder.path()).assert().code(2);
    none.stderr(contains("cannot read report \"none.json\""));
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
fn every_format_of_a_report_that_is_read_back_is_that_of_the_run_byte_for_byte() {
    const FILES: &[(&str, &str)] = &[
        ("terminal", "txt"),
        ("html", "html"),
        ("json", "json"),
        ("junit", "xml"),
        ("markdown", "md"),
        ("sarif", "sarif"),
        ("badge", "svg"),
    ];
    let folder = Folder::new("--defect, I01", KNOWN);
    let reports = |name: &str| -> Vec<String> {
        let file = |(format, ending): &(&str, &str)| {
            ["--report".to_owned(), format!("{format}={name}.{ending}")]
        };
        FILES.iter().flat_map(file).collect()
    };
    let run =
        [&["run", "broken", "--seed", "7", "-f", "usi/race/gameover-in-ponder"], FILTERS].concat();
    let mut run: Vec<String> = run.into_iter().map(str::to_owned).collect();
    run.extend(reports("run"));
    folder.kentei(&run.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    let mut merge = vec!["merge".to_owned(), "run.json".to_owned()];
    merge.extend(reports("back"));
    folder.kentei(&merge.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    for (format, ending) in FILES {
        let read = |name: &str| folder.read(&format!("{name}.{ending}"));
        assert!(read("run") == read("back"), "{format}");
    }
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
    changed(
        |report| report["dialect"] = json!("uci"),
        "they differ in dialect, \"usi\" and \"uci\"",
    );
    changed(
        |report| report["profile"] = json!("draft"),
        "\"1.json\" and \"other.json\" are not parts of one run: they differ in profile, \"core\" and \"draft\"",
    );
    changed(
        |report| report["limits_scale"] = json!(2.0),
        "they differ in limits scale, \"1\" and \"2\"",
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
    assert!(folder.read("whole.json") == before);
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

#[test]
fn shards_are_dealt_out_by_what_an_earlier_run_took() {
    let folder = Folder::new("", "");
    whole(&folder, &["broken"], 0);
    folder.change("whole.json", |report| {
        for one in report["scenarios"].as_array_mut().expect("scenarios") {
            let long = one["id"] == "usi/ready/barrier";
            one["duration_ms"] = json!(if long { 1e6 } else { 1.0 });
            one["spent"]["queued_ms"] = json!(0.0);
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
