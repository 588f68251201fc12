//! `kentei run --all`: every engine of the engine file, and a table in every format.

use std::fs;
use std::path::Path;

use crate::cli::kentei;
use crate::engine_folder::folder;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

/// `kentei run --all` with the scenario on mate search only.
fn run(folder: &Path, args: &[&str]) -> Assert {
    let mut command = kentei(&["run", "--all", "--seed", "1"]);
    command.args(args).current_dir(folder).assert()
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a report")
}

const MATE: [&str; 2] = ["-f", "usi/mate/answers"];

const SOUND: &str = "  sound:
    command: KENTEI
    args: [engine, --dialect, usi]
    harmless: [Clear Hash]
";
const BROKEN: &str = "  broken:
    command: KENTEI
    args: [engine, --dialect, usi, --defect, I01]
";
const EXCUSED: &str = "  excused:
    command: KENTEI
    args: [engine, --dialect, usi, --defect, I01]
    limits: { readyok: 17s }
    known_failures:
      - clause: USI-CM-01
        reason: \"bestmove: issue 12\"
";
const ABSENT: &str = "  absent:
    command: ./no-such-engine
";
const OTHER: &str = "  other:
    command: KENTEI
    args: [engine, --dialect, uci]
    dialect: uci
";

const CRASHES: &str = "  crashes:
    command: sh
    args: [-c, 'echo no net >&2; exit 3']
";

fn engines(entries: &[&str]) -> tempfile::TempDir {
    folder(&format!("engines:\n{}", entries.concat()))
}

#[test]
fn every_engine_is_examined_and_one_that_does_not_start_costs_the_others_nothing() {
    let folder = engines(&[SOUND, ABSENT, BROKEN, EXCUSED]);
    let forms = [
        "json=r.json",
        "junit=r.xml",
        "markdown=r.md",
        "sarif=r.sarif",
        "html=r.html",
        "badge=r.svg",
    ];
    let mut args = MATE.to_vec();
    args.extend(forms.iter().flat_map(|form| ["--report", form]));
    run(folder.path(), &args)
        .code(1)
        .stdout(contains("engine 3 of 4: broken"))
        .stdout(contains("fail USI-CM-01"))
        .stdout(contains("kentei run broken --engine-file kentei.yaml"))
        .stdout(
            predicate::str::is_match("(?m)^USI-CM-01 +pass +– +fail +known ").expect("a pattern"),
        )
        .stdout(contains(
            "not conformant: of 4 engines 2 conformant, 1 not conformant, 1 could not",
        ))
        .stderr(contains("engine 1 of 4: sound"))
        .stderr(contains("absent: cannot start engine"));

    let table: Value = serde_json::from_str(&read(folder.path(), "r.json")).expect("it is JSON");
    assert_eq!(table["format"], "kentei-table");
    let names = ["sound", "absent", "broken", "excused"];
    assert_eq!(table["tables"][0]["engines"], serde_json::json!(names));
    let verdicts: Vec<&str> = table["engines"]
        .as_array()
        .expect("engines")
        .iter()
        .filter_map(|engine| engine["report"]["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["conformant", "inconclusive", "nonconformant", "conformant"]);
    let reason = &table["engines"][1]["report"]["reason"];
    assert!(reason.as_str().expect("a reason").contains("cannot start"));
    let known = &table["engines"][3]["report"]["known_failures"][0];
    assert_eq!(known["standing"], "seen");

    let junit = read(folder.path(), "r.xml");
    assert!(junit.contains("classname=\"broken.usi.mate\""), "{junit}");
    assert!(junit.contains("known failure: bestmove: issue 12"), "{junit}");
    let markdown = read(folder.path(), "r.md");
    assert!(markdown.contains("| `sound` | `absent` | `broken` | `excused` |"), "{markdown}");
    let sarif: Value = serde_json::from_str(&read(folder.path(), "r.sarif")).expect("it is JSON");
    assert_eq!(sarif["runs"].as_array().expect("runs").len(), 4);
    let html = read(folder.path(), "r.html");
    assert!(html.contains("href=#m2-f-USI-CM-01"));
    assert!(read(folder.path(), "r.svg").contains("2 of 4 conformant"));
}

#[test]
fn dialects_have_tables_of_their_own_and_can_be_asked_for_alone() {
    let folder = engines(&[SOUND, OTHER]);
    let filters = ["-f", "usi/mate/answers", "-f", "uci/boot/handshake"];
    let args = [&filters[..], &["--report", "json=r.json"]].concat();
    run(folder.path(), &args)
        .code(0)
        .stdout(contains("USI: 1 engine"))
        .stdout(contains("UCI: 1 engine"))
        .stdout(contains("conformant: of 2 engines 2 conformant"));
    let table: Value = serde_json::from_str(&read(folder.path(), "r.json")).expect("it is JSON");
    assert_eq!(table["tables"].as_array().expect("tables").len(), 2);

    run(folder.path(), &["-f", "uci/boot/handshake", "--dialect", "uci"])
        .code(0)
        .stdout(contains("of 1 engine 1 conformant"));
    run(folder.path(), &["-f", "uci/boot/handshake"])
        .code(2)
        .stderr(contains("the filters leave no scenario for \"sound\""))
        .stderr(contains("--dialect"));
    run(folder.path(), &["-f", "cecp/*"])
        .code(2)
        .stderr(contains("no scenario matches \"cecp/*\""));
}

#[test]
fn each_engine_has_its_own_snapshots() {
    let folder = engines(&[SOUND, BROKEN]);
    let args = [&MATE[..], &["--snapshots", "kept"]].concat();
    run(folder.path(), &args).code(1).stdout(contains("3 written for the first time").count(2));
    let kept = |name: &str| read(folder.path(), &format!("kept/{name}/usi/mate/answers.snap"));
    assert!(kept("sound").contains("checkmate") && !kept("sound").contains("bestmove"));
    assert!(kept("broken").contains("bestmove"));

    // Only the engine `sound` behaves differently now, and only it is reported as changed.
    let yaml = read(folder.path(), "kentei.yaml").replacen("usi]", "usi, --defect, I01]", 1);
    fs::write(folder.path().join("kentei.yaml"), yaml).expect("it is written");
    let before = kept("sound");
    run(folder.path(), &args)
        .code(1)
        .stdout(contains("changed usi/mate/answers").count(1))
        .stdout(contains("1 changed, 2 unchanged").count(1));
    assert_eq!(kept("sound"), before);
    assert!(folder.path().join("kept/sound/usi/mate/answers.snap.new").is_file());
}

#[test]
fn an_engine_that_could_not_be_judged_is_never_green() {
    let folder = engines(&[SOUND, ABSENT]);
    for fail_on in ["fail", "never"] {
        let args = [&MATE[..], &["--fail-on", fail_on]].concat();
        run(folder.path(), &args)
            .code(3)
            .stdout(contains("\ninconclusive: of 2 engines 1 conformant, 1 could not be judged\n"));
    }
    let folder = engines(&[BROKEN, SOUND]);
    run(folder.path(), &[&MATE[..], &["--fail-on", "never"]].concat()).code(0);
}

#[test]
fn what_cannot_work_is_said_before_anything_starts() {
    let none = tempfile::tempdir().expect("a folder");
    run(none.path(), &[])
        .code(2)
        .stderr(contains("no engine file \"kentei.yaml\" here"))
        .stderr(contains("--engine-file"));
    run(folder("engines: {}\n").path(), &[]).code(2).stderr(contains("no engines"));
    let folder = engines(&[SOUND]);
    run(folder.path(), &["sound"]).code(2).stderr(contains("'--all' cannot be used with"));
    run(folder.path(), &["--", "x"]).code(2);
    run(folder.path(), &["--dialect", "uci"])
        .code(2)
        .stderr(contains("no engine of \"kentei.yaml\" supports uci"));
    run(folder.path(), &["--report", "json=no/such/r.json"]).code(2).stderr(contains("no folder"));
}

#[test]
fn known_failures_of_all_engines_are_written_at_once() {
    let folder = engines(&[BROKEN, SOUND, &BROKEN.replace("broken", "again")]);
    let args = [&MATE[..], &["--update-known"]].concat();
    run(folder.path(), &args)
        .code(0)
        .stderr(contains("1 known failure of broken added"))
        .stderr(contains("1 known failure of again added"))
        .stdout(contains("kentei.yaml:6"))
        .stdout(contains("kentei.yaml:16"));
    run(folder.path(), &MATE).code(0);
}

#[cfg(unix)]
#[test]
fn an_engine_that_could_not_be_judged_gets_no_known_failures_and_the_others_get_theirs() {
    let folder = engines(&[&format!("{CRASHES}    dialect: usi\n"), BROKEN]);
    let args = [&MATE[..], &["--update-known"]].concat();
    run(folder.path(), &args)
        .code(3)
        .stderr(contains("error: crashes: the engine could not be judged, so nothing was updated"))
        .stderr(contains("1 known failure of broken added"));
    assert_eq!(read(folder.path(), "kentei.yaml").matches("known_failures").count(), 1);
}

/// Ctrl-C while the first engine is examined: the known results are reported, and the second engine is reported as
/// not started.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_all_with_what_is_known() {
    use std::process::{Command, Stdio};
    use std::sync::mpsc;
    use std::time::Duration;

    // This engine never answers `isready`, so there is time to interrupt the run. It reports each of its starts
    // through a pipe.
    let silent = "  silent:
    command: sh
    args: [-c, 'echo $$ > starts; while read line; do [ \"$line\" = usi ] && echo usiok; done']
    cwd: .
";
    let folder = engines(&[silent, SOUND]);
    let starts = folder.path().join("starts");
    let made = Command::new("mkfifo").arg(&starts).status();
    assert!(made.expect("mkfifo is there").success());
    let (reported, start) = mpsc::channel();
    // The read waits until an engine writes. An engine that is killed before it has written its number leaves an
    // empty text.
    std::thread::spawn(move || {
        loop {
            let number = fs::read_to_string(&starts);
            let nothing = number.as_ref().is_ok_and(String::is_empty);
            if !nothing && reported.send(number).is_err() {
                break;
            }
        }
    });
    let mut child = Command::new(env!("CARGO_BIN_EXE_kentei"))
        .args(["run", "--all", "-f", "usi/mate/answers", "--report", "json=r.json"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let first = start.recv_timeout(Duration::from_secs(600));
    let first = first.expect("it starts");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.expect("kill is there").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    let table: Value = serde_json::from_str(&read(folder.path(), "r.json")).expect("it is JSON");
    assert_eq!(table["interrupted"], true);
    assert_eq!(table["verdict"], "inconclusive");
    let reason = &table["engines"][1]["report"]["reason"];
    assert_eq!(reason, "not started: the run was ended before its turn");
    for pid in std::iter::once(first).chain(start.try_iter()) {
        let pid = pid.expect("the pipe is read");
        assert!(pid.trim().parse::<u32>().is_ok(), "{pid:?}");
        let alive = Command::new("kill").args(["-0", pid.trim()]).output();
        assert!(!alive.expect("kill is there").status.success(), "{pid} is still there");
    }
}

#[test]
fn an_engine_that_ends_at_each_first_command_does_not_stop_the_others() {
    let folder = engines(&[SOUND, CRASHES]);
    let done = run(folder.path(), &[&MATE[..], &["--report", "json=r.json"]].concat()).code(3);
    let why = "error: crashes: the engine exited before it answered any first command (usi): \
               exit code 3; its last line on standard error: \"no net\"\n  try: start it by hand: sh -c ";
    done.stderr(contains(why).and(contains("the filters leave no scenario").not()));
    let table: Value = serde_json::from_str(&read(folder.path(), "r.json")).expect("JSON");
    let verdicts = table["engines"].as_array().expect("a list").iter();
    let verdicts: Vec<_> = verdicts.map(|engine| engine["report"]["verdict"].clone()).collect();
    assert_eq!(verdicts, ["conformant", "inconclusive"]);
}
