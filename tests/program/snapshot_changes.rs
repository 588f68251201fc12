//! Each change of an engine's behaviour shows in its snapshots, and nothing else does: the built-in engine with one
//! change is compared with the snapshots of the unchanged engine.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use crate::cli::kentei;
use serde_json::Value;

const HANDSHAKE: &str = "usi/boot/handshake";
const READY: &str = "usi/ready/readyok";
const GO: &str = "usi/go/answers";
const WORK: &str = "usi/go/limits-are-forgotten";
const DEPTH: &str = "usi/go/limits[depth]";
const MATE: &str = "usi/mate/answers";
const NO_MATE: &str = "usi/mate/none[bare]";

/// A change, the scenario that shows it, and the beginning of a line of the diff.
const CHANGES: &[(&str, &str, &str)] = &[
    ("variant:option-added", HANDSHAKE, "+  < option name KenteiStrength type spin default 20"),
    ("variant:option-removed", HANDSHAKE, "-  < option name KenteiContempt"),
    ("variant:option-renamed", HANDSHAKE, "+  < option name KenteiTemper"),
    ("variant:option-order", HANDSHAKE, "+  < option name"),
    ("variant:default", HANDSHAKE, "+  < option name USI_Hash type spin default 32"),
    (
        "variant:check-default",
        HANDSHAKE,
        "+  < option name KenteiEnteringKing type check default false",
    ),
    ("variant:least", HANDSHAKE, "+  < option name KenteiContempt type spin default 0 min -50"),
    (
        "variant:greatest",
        HANDSHAKE,
        "+  < option name USI_Hash type spin default 16 min 1 max 4096",
    ),
    (
        "variant:choice",
        HANDSHAKE,
        "+  < option name KenteiStyle type combo default Normal var Solid var Normal var Risky var Wild",
    ),
    ("variant:type", HANDSHAKE, "+  < option name KenteiRemark type filename"),
    ("variant:id-order", HANDSHAKE, "+  < id "),
    ("A06", HANDSHAKE, "+  < id auther [author]"),
    ("A07", HANDSHAKE, "+  < id settings [text]"),
    ("A09", HANDSHAKE, "-  < id name [name]"),
    ("A10", HANDSHAKE, "+< usiok"),
    ("A11", HANDSHAKE, "+  <"),
    ("A15", HANDSHAKE, "+  < option name Kentei定跡"),
    ("A17", HANDSHAKE, "+  < loading evaluation ... done"),
    ("B03", HANDSHAKE, "+  < option name KenteiRemark type string <empty>"),
    ("B08", HANDSHAKE, "+  < option name USI_Hash"),
    ("B09", HANDSHAKE, "+  < option name USI_Foo"),
    ("B20", HANDSHAKE, "+  < option name USI_Ponder type spin"),
    ("B21", HANDSHAKE, "+  < option name KenteiEnteringKing type check default True"),
    ("B23", HANDSHAKE, "+  < option name KenteiEnteringKing type check"),
    ("B33", HANDSHAKE, "+  < option name"),
    ("L09", HANDSHAKE, "+  < copyprotection checking"),
    ("N48", HANDSHAKE, "+  < usi"),
    ("N50", READY, "+  < readyok\\x20"),
    ("N51", HANDSHAKE, "+  < usiok\\r"),
    ("variant:ready-remark", READY, "+  < info string tables are read"),
    (
        "variant:info-dropped",
        WORK,
        "+  < info depth [depth] seldepth [seldepth] time [time] nodes [nodes] hashfull",
    ),
    (
        "variant:info-added",
        WORK,
        "+  < info depth [depth] seldepth [seldepth] time [time] nodes [nodes] nps [nps] tbhits [tbhits]",
    ),
    (
        "variant:info-order",
        WORK,
        "+  < info depth [depth] seldepth [seldepth] nodes [nodes] time [time]",
    ),
    ("variant:info-line", GO, "+  < info string thinking about it"),
    ("variant:currmove", GO, "+  < info depth [depth] currmove [move]"),
    ("variant:no-ponder", DEPTH, "-  < bestmove [move] ponder [move]"),
    ("J02", WORK, "+  < info thinking hard about the opening"),
    (
        "J03",
        GO,
        "+  < info depth [depth] seldepth [seldepth] time [time] nodes [nodes] nps [nps] hashfull [hashfull] cp [cp]",
    ),
    ("J04", GO, "+  < info seldepth [seldepth]"),
    ("C14", GO, "+  < readyok"),
    ("H01", GO, "+  < bestmove none"),
    ("E12", GO, "+< bestmove [move]"),
    ("I01", MATE, "+  < bestmove"),
    ("I05", NO_MATE, "+  < checkmate none"),
];

fn run(folder: &Path, filters: &[&str], more: &[&str]) -> Value {
    let report = folder.join("report.json");
    let report = format!("json={}", report.display());
    let snapshots = folder.join("snapshots");
    let snapshots = snapshots.display().to_string();
    let mut words = vec![
        "run",
        "--quiet",
        "--fail-on",
        "never",
        "--snapshots",
        &snapshots,
        "--report",
        &report,
    ];
    for filter in filters {
        words.extend(["--filter", filter]);
    }
    words.extend(more);
    let output = kentei(&words).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let text = fs::read_to_string(folder.join("report.json"))
        .unwrap_or_else(|error| panic!("{more:?}: {error}: {said}"));
    serde_json::from_str(&text).expect("JSON")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

/// The lines of all diffs, each with the id of its scenario.
fn changed(report: &Value) -> Vec<(String, String)> {
    let reported = report["snapshots"]["reported"].as_array().expect("a list");
    let changed = reported.iter().filter(|reported| reported["standing"] == "changed");
    let lines = changed.flat_map(|reported| {
        let hunks = reported["diff"].as_array().expect("a list").iter();
        let lines = hunks.flat_map(|hunk| hunk["lines"].as_array().expect("a list"));
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        lines.map(move |line| (text(&reported["scenario"]), text(line)))
    });
    lines.collect()
}

#[test]
fn each_change_shows_and_what_is_none_does_not() {
    let base = tempfile::tempdir().expect("a folder");
    let first = run(base.path(), &[HANDSHAKE, READY, GO, WORK, DEPTH, MATE, NO_MATE], &[]);
    assert!(first["snapshots"]["written"].as_u64() >= Some(5), "{}", first["snapshots"]);
    let control = ("variant:name", WORK, "");
    let open = Mutex::new(CHANGES.iter().chain([&control]).collect::<Vec<_>>());
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let next = open.lock().expect("no thread panics").pop();
                    let Some((change, scenario, line)) = next else {
                        return;
                    };
                    if let Some(why) = problem(base.path(), change, scenario, line) {
                        wrong.lock().expect("no thread panics").push(why);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no thread panics");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), CHANGES.len(), wrong.join("\n"));
}

fn problem(base: &Path, change: &str, scenario: &str, line: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&base.join("snapshots"), &folder.path().join("snapshots"));
    let report = run(folder.path(), &[scenario], &["--defect", change]);
    let lines = changed(&report);
    let shown = lines.iter().any(|(id, shown)| id == scenario && shown.starts_with(line));
    match line {
        "" if lines.is_empty() => None,
        "" => Some(format!("{change} is no change: {lines:?}")),
        _ if shown => None,
        _ => Some(format!(
            "{change} shows no {line:?} in {scenario}: {lines:#?}\n{}",
            report["snapshots"]
        )),
    }
}

#[test]
fn an_engine_that_is_the_same_shows_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let filters = [
        "usi/boot/*",
        "usi/ready/*",
        "usi/go/answers",
        WORK,
        "usi/go/stop*",
        "shared/stop/remembered",
        "usi/option/borders",
    ];
    run(folder.path(), &filters, &["--share", "never"]);
    for more in [
        ["--share", "never"],
        ["--share", "always"],
        ["--jobs", "1"],
        ["--jobs", "8"],
        ["--seed", "5"],
    ] {
        let report = run(folder.path(), &filters, &more);
        let reported = &report["snapshots"]["reported"];
        let reported = reported.as_array().expect("a list").iter();
        // On a busy machine a scenario may not be judged; those that were judged must be unchanged.
        let other: Vec<&Value> =
            reported.filter(|reported| reported["standing"] == "changed").collect();
        assert!(other.is_empty(), "{more:?}: {other:#?}");
        assert!(report["snapshots"]["unchanged"].as_u64() > Some(5), "{more:?}");
    }
}
