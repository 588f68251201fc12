//! Real engines, as Debian packages them, with faults that were confirmed by reading the transcripts. A test is
//! skipped if its engine is not installed, unless `KENTEI_REQUIRE_ENGINES` is set.
#![cfg(unix)]

mod cli;
#[path = "real/reviewed.rs"]
mod reviewed;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use cli::kentei;
use serde_json::Value;

/// A whole suite keeps all processors busy, and an engine that takes seconds to start must not run at the same time.
static BUSY: RwLock<()> = RwLock::new(());

/// Enough for several starts of an engine that takes seconds to start, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// The path of an installed engine. Debian's folder for games is seldom in `PATH`, and `.ci/run` installs engines
/// in the build folder.
#[expect(clippy::print_stdout, reason = "the log of the tests shows what was left out")]
fn engine(name: &str) -> Option<PathBuf> {
    let listed = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&listed).chain([
        PathBuf::from("/usr/games"),
        Path::new(env!("CARGO_MANIFEST_DIR")).join("target/cargo-engines/bin"),
    ]);
    let found = folders.map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_none() {
        let required = env::var_os("KENTEI_REQUIRE_ENGINES").is_some();
        assert!(!required, "{name} is not installed");
        println!("skipped: {name} is not installed");
    }
    found
}

/// The exit code and the report of a run.
fn examine(engine: &Path, dialect: &str, filters: &[&str]) -> (i32, Value) {
    let engine = engine.to_string_lossy();
    let mut args = vec!["run", &engine, "--dialect", dialect, "--report", "json"];
    args.extend(filters.iter().flat_map(|filter| ["--filter", filter]));
    let run = kentei(&args).timeout(PATIENCE).assert();
    let output = run.get_output();
    let report = serde_json::from_slice(&output.stdout).expect("a report");
    (output.status.code().expect("it was not killed"), report)
}

/// Every finding: scenario, clause, severity, and the line that shows the violation.
fn findings(report: &Value) -> Vec<(String, String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let scenarios = report["scenarios"].as_array().expect("a list").iter();
    let found = scenarios.flat_map(|scenario| {
        let findings = scenario["findings"].as_array().expect("a list").iter();
        findings.map(move |finding| {
            let events = finding["events"].as_array().expect("a list");
            let transcript = scenario["transcript"].as_array().expect("a list");
            let shown = transcript.iter().find(|event| Some(&event["id"]) == events.last());
            (
                text(&scenario["id"]),
                text(&finding["clause"]),
                text(&finding["severity"]),
                shown.map(|event| text(&event["text"])).unwrap_or_default(),
            )
        })
    });
    found.collect()
}

/// The lines that show a violation of a clause with severity `fail`, in one scenario.
fn shown(report: &Value, scenario: &str, clause: &str) -> Vec<String> {
    let all = findings(report).into_iter();
    let those = all.filter(|(id, broken, severity, _)| {
        id == scenario && broken == clause && severity == "fail"
    });
    let lines: Vec<String> = those.map(|(_, _, _, line)| line).collect();
    assert!(!lines.is_empty(), "no {clause} in {:#?}", findings(report));
    lines
}

#[test]
fn fairy_stockfish_has_blanks_in_option_names_and_answers_go_mate_with_bestmove() {
    let Some(engine) = engine("fairy-stockfish") else {
        return;
    };
    let filters = ["usi/boot/handshake", "usi/mate/answers"];
    let (code, report) = examine(&engine, "usi", &filters);
    assert_eq!(report["verdict"], "nonconformant");
    assert_eq!(code, 1);
    let is_option = |line: &String| line.starts_with("option name ");
    for clause in ["USI-OPT-02", "USI-OPT-10"] {
        let lines = shown(&report, "usi/boot/handshake", clause);
        assert!(lines.iter().all(is_option), "{lines:?}");
    }
    let lines = shown(&report, "usi/mate/answers", "USI-CM-01");
    assert!(lines[0].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn gpsusi_ends_an_infinite_search_with_a_move_from_its_book() {
    let Some(engine) = engine("gpsusi") else {
        return;
    };
    let _alone = BUSY.write().unwrap_or_else(PoisonError::into_inner);
    let (code, report) = examine(&engine, "usi", &["usi/go/infinite[start]"]);
    assert_eq!(report["verdict"], "nonconformant");
    assert_eq!(code, 1);
    let lines = shown(&report, "usi/go/infinite[start]", "USI-GO-13");
    assert!(lines[0].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn sjaakii_takes_gobble_for_go() {
    let Some(engine) = engine("sjaakii") else {
        return;
    };
    let filters = ["shared/unknown/commands[near-go]"];
    let (code, report) = examine(&engine, "usi", &filters);
    assert_eq!(code, 1);
    shown(&report, "shared/unknown/commands[near-go]", "USI-GEN-08");
}

#[test]
fn sekirei_answers_go_mate_with_bestmove() {
    let Some(engine) = engine("sekirei") else {
        return;
    };
    let filters = ["usi/boot/handshake", "usi/mate/answers"];
    let _alone = BUSY.write().unwrap_or_else(PoisonError::into_inner);
    let (code, report) = examine(&engine, "usi", &filters);
    assert_eq!(code, 1);
    let lines = shown(&report, "usi/boot/handshake", "USI-OPT-10");
    assert!(lines.iter().all(|line| line.starts_with("option name ")));
    let lines = shown(&report, "usi/mate/answers", "USI-CM-01");
    assert!(lines[0].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn all_that_is_found_on_fairy_stockfish_was_reviewed() {
    if let Some(engine) = engine("fairy-stockfish") {
        reviewed::whole_suite(&engine, "usi", "fairy-stockfish.yaml", &BUSY);
    }
}

#[test]
fn all_that_is_found_on_fairy_stockfish_in_ucci_was_reviewed() {
    if let Some(engine) = engine("fairy-stockfish") {
        reviewed::whole_suite(&engine, "ucci", "fairy-stockfish-ucci.yaml", &BUSY);
    }
}

#[test]
fn all_that_is_found_on_stockfish_was_reviewed() {
    if let Some(engine) = engine("stockfish") {
        reviewed::whole_suite(&engine, "uci", "stockfish.yaml", &BUSY);
    }
}

/// Short scenarios, with enough searches to see which words the engine uses.
const QUICK: &[&str] = &[
    "usi/boot/handshake",
    "usi/go/answers",
    "usi/go/stop",
    "usi/go/limits[nodes]",
    "usi/go/limits[depth]",
    "usi/info/mate-score[black]",
    "usi/info/mate-score[white]",
    "usi/info/being-mated[black]",
    "usi/info/being-mated[white]",
    "usi/info/mate-in-three[black]",
    "usi/info/mate-in-three[white]",
];

/// The folder of an installed npm package: below `KENTEI_NPM_ENGINES`, or in the build folder, where `.ci/run`
/// installs it.
#[expect(clippy::print_stdout, reason = "the log of the tests shows what was left out")]
fn npm_package(name: &str) -> Option<PathBuf> {
    let folder = env::var_os("KENTEI_NPM_ENGINES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("target/npm-engines"),
        PathBuf::from,
    );
    let found = folder.join("node_modules").join(name);
    if found.is_dir() {
        return Some(found);
    }
    let required = env::var_os("KENTEI_REQUIRE_ENGINES").is_some();
    assert!(!required, "{name} is not installed in {}", folder.display());
    println!("skipped: {name} is not installed in {}", folder.display());
    None
}

/// The differences between the release in Debian and the one in npm, found by hand: option names with underscores
/// instead of spaces and with the prefix `USI_` instead of `UCI_`, options that were added and removed, and a line
/// of text before each search.
#[test]
fn two_releases_of_fairy_stockfish_are_distinguished_in_words_for_a_changelog() {
    let (Some(old), Some(node)) = (engine("fairy-stockfish"), engine("node")) else {
        return;
    };
    let Some(package) = npm_package("fairy-stockfish-nnue.wasm") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let preload = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/before-uci.js");
    // This engine compiles itself at each start, which takes long on a busy machine.
    let limits = "limits: { usiok: 60s, readyok: 60s, stop: 20s, limit: 40s }";
    let file = format!(
        "engines:\n  old:\n    command: {old:?}\n    {limits}\n  new:\n    command: {node:?}\n    args: [\"-r\", {preload:?}, {:?}]\n    {limits}\n",
        package.join("uci.js")
    );
    fs::write(folder.path().join("kentei.yaml"), file).expect("a file");
    for name in ["old", "new"] {
        let (file, report) = (path("kentei.yaml"), format!("json={}", path(name)));
        let mut args =
            vec!["run", name, "--engine-file", &file, "--report", &report, "--jobs", "2"];
        args.extend(QUICK.iter().flat_map(|filter| ["--filter", *filter]));
        kentei(&args).timeout(PATIENCE).assert().code(1);
    }
    let (old, new) = (path("old"), path("new"));
    let reported = |old: &str, new: &str, code: i32| {
        let run = kentei(&["compare", old, new]).env("COLUMNS", "1000").assert().code(code);
        String::from_utf8(run.get_output().stdout.clone()).expect("text")
    };
    let text = reported(&old, &new, 0);
    for expected in [
        "  USI-OPT-02 (No white space in option names) is fixed. Before: in the option line: expected a name of \
         one word, found \"Debug Log File\" [usi/boot/handshake]",
        "  The option \"Hash\" is called \"USI_Hash\" now, and is declared from 1 to 33554432 instead of from 1 to 131072",
        "  The option \"Ponder\" is called \"USI_Ponder\" now",
        "  The option \"Move Overhead\" is called \"Move_Overhead\" now, and has the default \"10\" instead of \"30\"",
        "  The option \"UCI_Elo\" is called \"USI_Elo\" now, and is declared from 500 to 2850 instead of from 1350 to 2850",
        "  The option \"USI_ShowWDL\" is new (check, default \"false\")",
        "  The option \"Use_NNUE\" is new (check, default \"true\")",
        "  The option \"Contempt\" is gone",
        "  The option \"Minimum Thinking Time\" is gone",
        "  \"info\" lines have \"string\" now (in ",
        "nothing got worse",
    ] {
        assert!(text.lines().any(|line| line.starts_with(expected)), "{expected}\n{text}");
    }
    // A clause that is broken in both releases is not reported.
    assert!(!text.contains("USI-OPT-10") && !text.contains("tbhits"), "{text}");
    let back = reported(&new, &old, 1);
    assert!(
        back.contains("  USI-OPT-02 (No white space in option names) is newly broken: "),
        "{back}"
    );
    assert!(reported(&new, &new, 0).ends_with("\nnothing has changed\n"));
}
