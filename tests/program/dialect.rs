//! `kentei run` without `--dialect`: the engine shows which dialect it supports.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

use crate::cli::kentei;

/// An engine that chooses its dialect by the first word that it reads, and writes each first word to a file. If
/// `SPEAKS` does not contain the word, it reads on without an answer until `quit`.
const ENGINE: &str = r#"read -r word
echo "$word" >> words.txt
for known in $SPEAKS; do
    if [ "$word" = "$known" ]; then
        defect=$(printenv "DEFECT_$word")
        mkfifo "in.$$"
        exec 3<&0
        { echo "$word"; exec cat <&3; } > "in.$$" &
        feeder=$!
        "$KENTEI" engine --dialect "$word" ${defect:+--defect "$defect"} < "in.$$"
        kill "$feeder" 2>&-
        exit
    fi
done
[ -n "$NAME" ] && [ "$word" = usi ] && echo "id name $NAME"
while read -r line; do [ "$line" = quit ] && exit; done
"#;

/// A folder with that engine.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("engine.sh"), ENGINE).expect("an engine");
    folder
}

/// `kentei run` in a folder, with an engine that supports the dialects in `speaks`.
fn run(folder: &Path, speaks: &str, args: &[&str]) -> Command {
    let mut command = kentei(&[&["run"], args].concat());
    command.current_dir(folder).env("KENTEI", env!("CARGO_BIN_EXE_kentei")).env("SPEAKS", speaks);
    command
}

const PROGRAM: [&str; 3] = ["--", "sh", "engine.sh"];
/// One short scenario that both dialects have.
const FEW: [&str; 2] = ["--filter", "shared/quit/idle"];

/// The first words of all processes, in order.
fn words(folder: &Path) -> Vec<String> {
    let words = fs::read_to_string(folder.join("words.txt")).unwrap_or_default();
    words.lines().map(str::to_owned).collect()
}

/// The names of all dialects.
fn dialects() -> Vec<String> {
    let listed = kentei(&["list", "dialects"]).output().expect("it runs").stdout;
    let listed = String::from_utf8(listed).expect("text");
    listed.lines().filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect()
}

fn report(folder: &Path) -> Value {
    let report = fs::read(folder.join("r.json")).expect("a report");
    serde_json::from_slice(&report).expect("JSON")
}

#[test]
fn each_process_hears_one_opening_word_and_the_dialect_that_is_answered_is_examined() {
    let folder = folder();
    let args = [&FEW[..], &["--report", "json=r.json"], &PROGRAM].concat();
    run(folder.path(), "uci", &args).assert().code(0).stderr(contains("answers").not());
    assert_eq!(report(folder.path())["dialect"], "uci");
    assert_eq!(report(folder.path())["engine"].get("also_speaks"), None);
    // Each opening word is tried once; the run uses the one that was answered.
    let words = words(folder.path());
    let known = dialects();
    let said = |word: &str| words.iter().filter(|said| *said == word).count();
    assert!(words.iter().all(|word| known.contains(word)), "{words:?}");
    assert_eq!(said("usi"), 1, "{words:?}");
    assert!(said("uci") > 1, "{words:?}");
    assert!(known.iter().all(|word| word == "uci" || said(word) <= 1), "{words:?}");
}

#[test]
fn of_several_the_first_of_the_registry_is_examined_and_the_others_are_named() {
    let folder = folder();
    let args = [&FEW[..], &["--report", "json=r.json"], &PROGRAM].concat();
    let said = "the engine answers usi, and also uci: it is examined as usi";
    run(folder.path(), "uci usi", &args).assert().code(0).stderr(contains(said));
    assert_eq!(report(folder.path())["dialect"], "usi");
    assert_eq!(report(folder.path())["engine"]["also_speaks"], serde_json::json!(["uci"]));
    let japanese = [&["--lang", "ja"], &args[..]].concat();
    let said = "このエンジンはusiのほかuciにも応答する";
    run(folder.path(), "uci usi", &japanese).assert().code(0).stderr(contains(said));
}

#[test]
fn an_engine_that_acknowledges_nothing_is_not_judged_and_hears_what_was_tried() {
    let folder = folder();
    let args = ["--limits-scale", "0.1", "--report", "json=r.json"];
    let refused = run(folder.path(), "", &[&args[..], &PROGRAM].concat()).assert().code(3);
    // The limit of USI for the handshake is half as long as that of UCI.
    let said = contains("error: the engine acknowledges no first command: `usi` (nothing in ")
        .and(contains(" s), `uci` (nothing in "));
    refused.stdout("").stderr(
        said.and(contains("`--dialect NAME` examines it anyway"))
            .and(contains("`--limits-scale 5`")),
    );
    let report = report(folder.path());
    assert_eq!(report["verdict"], "inconclusive");
    let reason = report["reason"].as_str().expect("a reason");
    assert!(reason.starts_with("the engine acknowledges no first command"), "{reason}");
    assert_eq!(words(folder.path()).len(), dialects().len());
    let ended = ["--limits-scale", "0.1", "--", "sh", "-c", "exit 7"];
    let refused = run(folder.path(), "", &ended).assert().code(3);
    refused.stderr(
        contains("error: the engine exited before it answered any first command (usi, uci")
            .and(contains("): exit code 7\n  try: start it by hand: sh -c 'exit 7'\n"))
            .and(contains("--dialect").not()),
    );
    // The message says why the engine exited, after up to ten lines of its standard error.
    let words = "echo; echo one >&2; echo two >&2; exit 2";
    let ended = ["--limits-scale", "0.1", "--report", "json=r.json", "--", "sh", "-c", words];
    let refused = run(folder.path(), "", &ended).assert().code(3);
    let last = "its last line on standard error: \"two\"";
    refused.stderr(
        contains("the engine wrote on standard error:\n  one\n  two\nerror: ").and(contains(last)),
    );
    let report = self::report(folder.path());
    assert!(report["reason"].as_str().expect("a reason").ends_with(last), "{report}");
}

#[test]
fn half_a_handshake_shows_the_dialect_too() {
    let folder = folder();
    let args = ["--limits-scale", "0.1", "--filter", "shared/quit/idle", "--report", "json=r.json"];
    let mut half = run(folder.path(), "", &[&args[..], &PROGRAM].concat());
    half.env("NAME", "x").assert().code(1);
    assert_eq!(report(folder.path())["dialect"], "usi");
}

#[test]
fn what_only_one_dialect_has_decides_without_a_question() {
    let folder = folder();
    let handshake = [&["--filter", "uci/boot/handshake"], &PROGRAM[..]].concat();
    run(folder.path(), "uci usi", &handshake).assert().code(0);
    assert!(words(folder.path()).iter().all(|word| word == "uci"), "{:?}", words(folder.path()));
    let dry =
        run(folder.path(), "uci", &[&["--dry-run", "--filter", "USI-GO-*"], &PROGRAM[..]].concat());
    let count = words(folder.path()).len();
    { dry }.assert().code(0).stdout(contains("would be played as usi"));
    run(folder.path(), "uci", &[&["--dry-run"], &PROGRAM[..]].concat()).assert().code(0);
    assert_eq!(words(folder.path()).len(), count, "nothing is started");
}

#[test]
fn an_argument_that_fits_no_dialect_is_not_answered_for_usi() {
    let folder = folder();
    let refused = |args: &[&str], expected: &str| {
        let refused = run(folder.path(), "uci", &[args, &PROGRAM].concat()).assert().code(2);
        refused.stdout("").stderr(contains(expected));
    };
    let handshake = ["--filter", "uci/boot/handshake"];
    refused(&["--profile", "cor"], "error: unknown profile \"cor\"\n  try: core, ");
    refused(&["--limit", "uciko=2s"], "error: unknown limit \"uciko\"\n  try: ");
    refused(&["--cwd", "nosuch"], "error: no folder \"nosuch\"");
    // The filters name the dialect.
    let limit = [&handshake[..], &["--limit", "foo=2s"]].concat();
    refused(&limit, "error: unknown limit \"foo\"\n  try: uciok, ");
    let cwd = [&handshake[..], &["--cwd", "nosuch"]].concat();
    refused(&cwd, "error: no folder \"nosuch\"");
    refused(&["--filter", "uci/boot/handshak"], "\n  try: uci/boot/handshake\n");
    refused(&["--filter", "UCI-BM-99"], "error: no scenario matches \"UCI-BM-99\"\n  try: UCI-BM-");
    // UCI has the fewest errors.
    let fewest = ["--limit", "uciok=2s", "--profile", "cor"];
    refused(&fewest, "error: unknown profile of uci \"cor\"");
    assert_eq!(words(folder.path()), Vec::<String>::new(), "nothing is started");
}

#[test]
fn the_built_in_engine_speaks_the_dialect_of_the_arguments() {
    let dry = |args: &[&str], expected: &str| {
        let run = kentei(&[&["run", "--dry-run"], args].concat()).assert().code(0);
        run.stdout(contains(expected));
    };
    dry(&["--filter", "uci/boot/handshake"], "would be played as uci");
    dry(&["--filter", "UCCI-BM-*"], "would be played as ucci");
    dry(&["--profile", "text", "--filter", "shared/*"], "would be played as uci");
    dry(&["--filter", "shared/*"], "would be played as usi");
    kentei(&["run", "--filter", "uci/boot/handshak"])
        .assert()
        .code(2)
        .stderr(contains("\n  try: uci/boot/handshake\n"));
}

#[test]
fn an_engine_file_may_leave_the_dialect_open() {
    let folder = folder();
    let file = "engines:
  one:
    command: sh
    args: [engine.sh]
    cwd: .
    limits: { usiok: 20s, uciok: 20s }
    known_failures:
      - clause: USI-BOOT-01
        reason: of the other dialect, and never stale here
";
    fs::write(folder.path().join("kentei.yaml"), file).expect("a file");
    let args = ["one", "--filter", "shared/quit/idle", "--report", "json=r.json"];
    run(folder.path(), "uci", &args).assert().code(0);
    assert_eq!(report(folder.path())["dialect"], "uci");
    assert_eq!(report(folder.path())["known_failures"], serde_json::json!([]));
    // With `--all`, an engine of another dialect than the given one is left out; without a dialect, every engine is
    // asked.
    let args = ["--all", "--dialect", "usi", "--limits-scale", "0.1"];
    run(folder.path(), "uci", &[&args[..], &FEW].concat()).assert().code(2);
    run(folder.path(), "uci", &[&["--all"], &FEW[..]].concat())
        .assert()
        .code(0)
        .stdout(contains("UCI"));
}

/// Both engines forget a `stop` during pondering. In both dialects the same scenarios show it, with the same
/// violation, at that dialect's clause.
#[test]
fn every_dialect_is_examined_and_what_holds_in_two_of_them_agrees() {
    let folder = folder();
    let args =
        ["--dialect", "all", "--filter", "shared/ponder/stop-on-miss", "--report", "json=r.json"];
    let args = [&args[..], &["--limits-scale", "0.2"], &PROGRAM].concat();
    let mut command = run(folder.path(), "usi uci", &args);
    command.env("DEFECT_usi", "F08").env("DEFECT_uci", "U03").assert().code(1);
    let table = report(folder.path());
    let engines = table["engines"].as_array().expect("engines");
    let names: Vec<_> = engines.iter().map(|engine| &engine["name"]).collect();
    assert_eq!(names, ["sh (usi)", "sh (uci)"]);
    let found = |engine: &Value| -> BTreeSet<(String, String, String)> {
        let scenarios = engine["report"]["scenarios"].as_array().expect("scenarios").iter();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let of = |scenario: &Value| {
            let findings = scenario["findings"].as_array().expect("findings").clone();
            let id = text(&scenario["id"]);
            findings
                .into_iter()
                .map(move |one| (id.clone(), text(&one["violation"]), text(&one["severity"])))
        };
        scenarios.filter(|one| text(&one["id"]).starts_with("shared/")).flat_map(of).collect()
    };
    let usi = found(&engines[0]);
    assert!(!usi.is_empty());
    assert_eq!(usi, found(&engines[1]));
    let refused =
        run(folder.path(), "usi", &["--dialect", "all", "--watch", "--", "sh", "engine.sh"]);
    { refused }.assert().code(2).stderr(contains("--watch is about one run"));
}

#[test]
fn an_engine_without_options_is_judged_all_the_same() {
    // The handshake has a warning, because an option is missing that each engine should have.
    let engine = [env!("CARGO_BIN_EXE_kentei"), "engine", "--dialect", "ucci", "--defect", "Y64"];
    let filters = ["--filter", "ucci/option/*"];
    let run = [&["run", "--dialect", "ucci", "--no-generated"], &filters[..], &["--"], &engine[..]];
    let judged = kentei(&run.concat()).assert().code(0);
    judged.stdout(contains("conformant").and(contains("blocked").not()));
}
