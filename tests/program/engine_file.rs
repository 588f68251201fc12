//! Engines by name: the engine file, and known failures.

use std::fs;
use std::path::Path;

use crate::cli::kentei;
use crate::engine_folder::folder;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

fn run(folder: &Path, args: &[&str]) -> Assert {
    let mut command = kentei(&["run"]);
    command.args(args).current_dir(folder).assert()
}

fn report(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("r.json")).expect("a report");
    serde_json::from_str(&text).expect("it is JSON")
}

const BROKEN: &str = "\
engines:
  # answers go mate with bestmove
  broken:
    command: KENTEI
    args: [engine, --dialect, usi, --defect, I01]
    options: { USI_Hash: 32 }
    limits: { readyok: 17s }
    known_failures:
      - clause: USI-CM-01
        reason: \"bestmove: issue 12\"
";

#[test]
fn a_known_failure_in_no_scenario_is_refused() {
    let folder = folder(&BROKEN.replace("clause: USI-CM-01", "scenario: usi/mate/answrs"));
    run(folder.path(), &["broken", "-f", "usi/boot/handshake"])
        .code(2)
        .stdout("")
        .stderr(contains("error: kentei.yaml:9: no scenario matches \"usi/mate/answrs\""))
        .stderr(contains("try: usi/mate/answers"));
    // `kentei explore` has sessions of its own, and a further dialect its own scenarios.
    for scenario in ["usi/generated/1-2-3", "uci/boot/handshake"] {
        let folder = folder.path();
        let text = BROKEN.replace("clause: USI-CM-01", &format!("scenario: {scenario}"));
        fs::write(folder.join("kentei.yaml"), text.replace("KENTEI", env!("CARGO_BIN_EXE_kentei")))
            .expect("written");
        run(folder, &["broken", "-f", "usi/boot/handshake"]).code(0);
    }
}

#[test]
fn a_known_failure_is_reported_and_does_not_fail_the_run() {
    let folder = folder(BROKEN);
    let args = ["broken", "-f", "usi/mate/answers", "--report", "json=r.json"];
    run(folder.path(), &args)
        .code(0)
        .stdout(contains("known failures"))
        .stdout(contains("seen USI-CM-01: bestmove: issue 12"))
        .stdout(contains("kentei.yaml:9"))
        .stdout(contains("conformant: except for 1 known failure"));
    let report = report(folder.path());
    assert_eq!(report["verdict"], "conformant");
    assert_eq!(report["summary"]["fail"], 1, "the scenario fails all the same");
    assert_eq!(report["known_failures"][0]["standing"], "seen");
    let findings: Vec<&Value> = report["scenarios"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|scenario| scenario["findings"].as_array().into_iter().flatten())
        .filter(|finding| finding["severity"] == "fail")
        .collect();
    assert!(!findings.is_empty());
    for finding in findings {
        assert_eq!(finding["known"], "bestmove: issue 12");
    }
}

#[test]
fn every_format_tells_it_and_none_of_them_is_red_for_it() {
    let folder = folder(BROKEN);
    let forms = ["junit=r.xml", "markdown=r.md", "sarif=r.sarif", "badge=r.svg", "html=r.html"];
    let mut args = vec!["broken", "-f", "usi/mate/answers"];
    args.extend(forms.iter().flat_map(|form| ["--report", form]));
    run(folder.path(), &args).code(0);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a report");
    let junit = read("r.xml");
    assert!(junit.contains("known failure: bestmove: issue 12"), "{junit}");
    assert!(!junit.contains("<failure"), "{junit}");
    let markdown = read("r.md");
    assert!(markdown.contains("conformant: except for 1 known failure"), "{markdown}");
    assert!(markdown.contains("bestmove: issue 12"), "{markdown}");
    assert!(!markdown.contains("❌"), "{markdown}");
    let sarif: Value = serde_json::from_str(&read("r.sarif")).expect("it is JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let broken = results.iter().filter(|result| result["level"] == "error");
    let suppressed: Vec<&Value> = broken.map(|result| &result["suppressions"][0]).collect();
    assert!(!suppressed.is_empty());
    for suppression in suppressed {
        assert_eq!(suppression["justification"], "bestmove: issue 12");
    }
    assert!(read("r.svg").contains("conformant"));
    let html = read("r.html");
    assert!(html.contains("Except for 1 known failure."));
    assert!(html.contains("bestmove: issue 12"));
}

#[test]
fn the_engine_is_started_and_set_as_the_file_says() {
    let folder = folder(BROKEN);
    let args = [
        "broken",
        "-f",
        "usi/boot/handshake",
        "-f",
        "usi/ready/readyok",
        "--report",
        "json=r.json",
    ];
    run(folder.path(), &args).code(0);
    let report = report(folder.path());
    let sent = report["scenarios"].to_string();
    assert!(sent.contains("setoption name USI_Hash value 32"), "{sent}");
    let replay = report["replay"].to_string();
    assert!(replay.contains("\"broken\",\"--engine-file\",\"kentei.yaml\""), "{replay}");
    // Arguments override the file.
    run(folder.path(), &[&args[..], &["--set", "usi_hash=8"]].concat()).code(0);
    let report = self::report(folder.path()).to_string();
    assert!(report.contains("setoption name usi_hash value 8"));
    assert!(!report.contains("USI_Hash value 32"));
}

/// The engine without its defect, whose known failure is still listed.
fn mended() -> String {
    BROKEN.replace(", --defect, I01", "")
}

/// The same, with the known failure in these scenarios only.
fn mended_in(scenarios: &str) -> String {
    let clause = "      - clause: USI-CM-01";
    mended().replace(clause, &format!("{clause}\n        scenario: {scenarios}"))
}

#[test]
fn one_that_is_gone_fails_the_run_and_one_that_nothing_could_show_does_not() {
    let folder = folder(&mended_in("usi/mate/answers"));
    run(folder.path(), &["broken", "-f", "usi/mate/answers"])
        .code(1)
        .stdout(contains("stale USI-CM-01 in usi/mate/answers"))
        .stdout(
            contains("not conformant: USI-CM-01 in usi/mate/answers is no longer a known failure")
                .and(contains("--update-known")),
        );
    run(folder.path(), &["broken", "-f", "usi/ready/readyok"])
        .code(0)
        .stdout(contains("unknown USI-CM-01 in usi/mate/answers"));
}

#[test]
fn a_pattern_is_stale_only_after_a_whole_run() {
    let folder = folder(&mended_in("usi/mate/*"));
    run(folder.path(), &["broken", "-f", "usi/mate/answers"])
        .code(0)
        .stdout(contains("unknown USI-CM-01 in usi/mate/*"));
}

#[test]
fn a_clause_alone_is_stale_only_after_a_whole_run() {
    let folder = folder(&mended());
    run(folder.path(), &["broken", "-f", "usi/mate/answers"])
        .code(0)
        .stdout(contains("unknown USI-CM-01"));
}

#[test]
fn what_fails_besides_still_fails_the_run() {
    let folder = folder(&BROKEN.replace("USI-CM-01", "USI-CM-02"));
    run(folder.path(), &["broken", "-f", "usi/mate/answers"])
        .code(1)
        .stdout(contains("fail USI-CM-01"));
}

#[test]
fn a_boot_that_is_known_to_fail_is_no_conformance() {
    let dead = "engines:\n  dead:\n    command: cat\n    known_failures:\n      - scenario: usi/boot/handshake\n        reason: no engine\n";
    let folder = folder(dead);
    run(folder.path(), &["dead", "-f", "usi/ready/readyok"])
        .code(3)
        .stdout(contains("inconclusive: 1 of 2 scenarios blocked"));
}

#[test]
fn known_failures_are_written_and_taken_out_and_all_else_stays() {
    let before = BROKEN.replace(
        "      - clause: USI-CM-01\n        reason: \"bestmove: issue 12\"\n",
        "      # the mate search\n      - scenario: usi/boot/handshake\n        reason: once\n      - clause: USI-QUIT-01\n        reason: kept\n    # after\n",
    );
    let folder = folder(&before);
    let args = ["broken", "-f", "usi/mate/answers", "-f", "usi/boot/handshake", "--update-known"];
    run(folder.path(), &args)
        .code(0)
        .stderr(contains("1 known failure of broken added, 1 removed"));
    let after = fs::read_to_string(folder.path().join("kentei.yaml")).expect("it is there");
    let program = serde_json::Value::from(env!("CARGO_BIN_EXE_kentei")).to_string();
    let wanted = before.replace("KENTEI", &program).replace(
        "      - scenario: usi/boot/handshake\n        reason: once\n      - clause: USI-QUIT-01\n        reason: kept\n",
        "      - clause: USI-QUIT-01\n        reason: kept\n      - clause: USI-CM-01\n        reason: \"after `go mate 2000` bestmove came instead of checkmate\"\n",
    );
    assert_eq!(after, wanted);
    run(folder.path(), &args).code(0).stderr(contains("up to date for broken"));
    assert_eq!(fs::read_to_string(folder.path().join("kentei.yaml")).expect("it is there"), wanted);
}

/// A program that lacks a library ends at once. Its failed handshake could have shown the known failure, and did not.
#[cfg(unix)]
#[test]
fn an_engine_that_ends_at_once_changes_no_known_failure() {
    let yaml = "engines:
  mine:
    command: sh
    args: [-c, 'echo no library >&2; exit 127']
    dialect: usi
    known_failures:
      - clause: USI-CM-01
        scenario: usi/boot/handshake
        reason: issue 12
";
    let folder = folder(yaml);
    let filters = ["-f", "usi/boot/handshake", "-f", "usi/mate/answers"];
    let args = [&["mine", "--update-known", "--report", "json=r.json"], &filters[..]].concat();
    let kept = "error: the engine could not be judged, so nothing was updated: the engine ended before its first line";
    run(folder.path(), &args).code(3).stderr(contains(kept));
    assert_eq!(fs::read_to_string(folder.path().join("kentei.yaml")).expect("it is there"), yaml);
    assert_eq!(report(folder.path())["summary"]["pass"], 0, "the report is written all the same");
}

#[test]
fn mistakes_are_reported_at_their_places_all_at_once() {
    let folder = folder(
        "engines:\n  one:\n    comand: x\n    profile: strict\n    limits: { redyok: 5s, readyok: 5 }\n    known_failures:\n      - clause: USI-CM-99\n        reason: x\n      - reason: y\n",
    );
    run(folder.path(), &["one"])
        .code(2)
        .stderr(contains("kentei.yaml:3:5").and(contains("did you mean \"command\"?")))
        .stderr(contains("kentei.yaml:4:14").and(contains("unknown profile \"strict\"")))
        .stderr(contains("unknown limit \"redyok\""))
        .stderr(contains("\"5\" has no unit"))
        .stderr(contains("unknown clause \"USI-CM-99\""))
        .stderr(contains("neither a clause nor a scenario"))
        .stdout(predicate::str::is_empty());
}

#[test]
fn names_that_are_not_there_are_answered_with_those_that_are() {
    let folder = folder(BROKEN);
    run(folder.path(), &["brokn", "--engine-file", "kentei.yaml"])
        .code(2)
        .stderr(contains("try: kentei run broken").and(contains("try: one of: broken")));
    run(folder.path(), &["--engine-file", "kentei.yaml"])
        .code(2)
        .stderr(contains("no engine of \"kentei.yaml\" is named"));
    run(folder.path(), &["broken", "--engine-file", "other.yaml"])
        .code(2)
        .stderr(contains("cannot read \"other.yaml\""));
    // Without the flag, programs are found as usual, but some engine must be named.
    run(folder.path(), &["no-such-program"])
        .code(2)
        .stderr(contains("no engine of \"kentei.yaml\" is called \"no-such-program\""))
        .stderr(contains("try: one of: broken"));
    run(folder.path(), &["-f", "usi/ready/readyok"]).code(2);
    run(folder.path(), &["--update-known", "-f", "usi/ready/readyok"]).code(2);
}

#[test]
fn the_schema_has_every_key() {
    let output = kentei(&["schema", "engine-file"]).assert().success().get_output().clone();
    let schema: Value = serde_json::from_slice(&output.stdout).expect("a schema is JSON");
    let engine = &schema["properties"]["engines"]["additionalProperties"];
    assert_eq!(engine["required"], serde_json::json!(["command"]));
    for key in [
        "command",
        "args",
        "cwd",
        "env",
        "dialect",
        "profile",
        "options",
        "harmless",
        "limits",
        "known_failures",
    ] {
        assert!(engine["properties"][key]["description"].is_string(), "{key}");
    }
}

/// Engines that use too much of something, each with a limit on it, and the same engines without a limit.
#[cfg(target_os = "linux")]
const GREEDY: &str = r#"
engines:
  memory:
    command: sh
    args: ['-c', 'x=$(head -c 100000000 /dev/zero | tr \\0 x) || exit 1; exec KENTEI engine --dialect usi']
    dialect: usi
  memory-bounded:
    command: sh
    args: ['-c', 'x=$(head -c 100000000 /dev/zero | tr \\0 x) || exit 1; exec KENTEI engine --dialect usi']
    dialect: usi
    resources: { memory: 64M }
  processes:
    command: sh
    args: ['-c', 'for i in 1 2 3 4 5 6; do setsid sleep 4 & done; sleep 3; exec KENTEI engine --dialect usi']
    dialect: usi
  processes-bounded:
    command: sh
    args: ['-c', 'for i in 1 2 3 4 5 6; do setsid sleep 4 & done; sleep 3; exec KENTEI engine --dialect usi']
    dialect: usi
    resources: { processes: 5 }
  file:
    command: sh
    args: ['-c', 'f=$(mktemp); head -c 3000000 /dev/zero > $f || exit 1; rm $f; exec KENTEI engine --dialect usi']
    dialect: usi
  file-bounded:
    command: sh
    args: ['-c', 'f=$(mktemp); trap "rm -f $f" EXIT; head -c 3000000 /dev/zero > $f || exit 1; exec KENTEI engine --dialect usi']
    dialect: usi
    resources: { file_size: 2M }
"#;

#[cfg(target_os = "linux")]
#[test]
fn what_an_engine_may_use_is_bounded_by_its_file() {
    let folder = folder(GREEDY);
    let played = |name: &str, more: &[&str]| {
        let fixed =
            [name, "-f", "usi/boot/handshake", "--report", "json=r.json", "--limits-scale", "2"];
        let code = run(folder.path(), &[&fixed[..], more].concat());
        let code = code.get_output().status.code();
        (code, report(folder.path()).to_string())
    };
    for name in ["memory", "processes", "file"] {
        let (code, report) = played(name, &[]);
        assert_eq!(code, Some(0), "{name}: {report}");
        let (code, report) = played(&format!("{name}-bounded"), &[]);
        assert_ne!(code, Some(0), "{name}: {report}");
        let by_count = report.contains("processes, more than its limit");
        assert_eq!(by_count, name == "processes", "{report}");
    }
    // An argument overrides the file.
    let (code, report) = played("memory-bounded", &["--engine-memory", "1G"]);
    assert_eq!(code, Some(0), "{report}");
}
