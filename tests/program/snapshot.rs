//! `kentei run --snapshots` and `kentei snapshot`, end to end.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::kentei;
use predicates::prelude::*;
use predicates::str::contains;

const HANDSHAKE: &[&str] = &["--filter", "usi/boot/handshake"];

fn run(folder: &Path, more: &[&str]) -> assert_cmd::assert::Assert {
    let folder = folder.display().to_string();
    let words = [&["run", "--snapshots", &folder], HANDSHAKE, more].concat();
    kentei(&words).assert()
}

fn snapshot(command: &str, folder: &Path, ids: &[&str]) -> assert_cmd::assert::Assert {
    let folder = folder.display().to_string();
    let words = [&["snapshot", command, "--snapshots", &folder], ids].concat();
    kentei(&words).assert()
}

/// A folder with the snapshot of the handshake, and the snapshot's file.
fn taken() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), &[]).code(0).stdout(contains("1 written for the first time"));
    let file = folder.path().join("built-in/usi/boot/handshake.snap");
    assert!(file.is_file());
    (folder, file)
}

#[test]
fn a_change_is_reported_reviewed_and_taken() {
    let (folder, file) = taken();
    let folder = folder.path();
    let before = fs::read_to_string(&file).expect("a snapshot");
    run(folder, &[]).code(0).stdout(contains("1 unchanged"));
    let change = ["--defect", "variant:default"];
    run(folder, &change).code(0).stdout(
        contains("changed usi/boot/handshake")
            .and(contains("+  < option name USI_Hash type spin default 32")),
    );
    assert_eq!(fs::read_to_string(&file).expect("a snapshot"), before);
    let counted = [&change[..], &["--fail-on", "warn,snapshots"]].concat();
    run(folder, &counted).code(1).stdout(
        contains("changed: 1 snapshot changed; conformant: no clause")
            .and(contains("not conformant").not()),
    );

    snapshot("review", folder, &[]).code(1).stdout(
        contains("-  < option name USI_Hash type spin default 16")
            .and(contains("kentei snapshot accept"))
            .and(contains("\x1b").not()),
    );
    snapshot("accept", folder, &["usi/ponder/*"])
        .code(2)
        .stderr(contains("no change of \"usi/ponder/*\" is pending"));
    snapshot("reject", folder, &["usi/boot/handshake"])
        .code(0)
        .stdout(contains("rejected built-in/usi/boot/handshake"));
    assert_eq!(fs::read_to_string(&file).expect("a snapshot"), before);
    run(folder, &change).code(0);
    snapshot("accept", folder, &[]).code(0).stdout(contains("accepted"));
    snapshot("review", folder, &[]).code(0).stdout(contains("are pending"));
    run(folder, &counted).code(0).stdout(contains("1 unchanged"));
}

/// Searches that all change in the same way with this variant. Their folder's name needs quotes in a shell.
const ALIKE: [&str; 4] = ["--filter", "usi/position/sfen*", "--filter", "usi/position/startpos*"];
const VARIANT: [&str; 2] = ["--defect", "variant:info-added"];

/// The folder with the snapshots of these searches and the changed ones, and the run's output about them.
fn alike(parent: &Path) -> (PathBuf, String) {
    let folder = parent.join("it's mine");
    let at = folder.display().to_string();
    let fixed = ["run", "--snapshots", &at, "--quiet"];
    kentei(&[&fixed[..], &ALIKE].concat()).assert().code(0);
    let html = format!("html={}", parent.join("page.html").display());
    let report = ["--report", &html, "--report", "terminal"];
    let output = kentei(&[&fixed[..], &ALIKE, &VARIANT, &report].concat()).assert().code(0);
    (folder, String::from_utf8_lossy(&output.get_output().stdout).into_owned())
}

/// Runs a command exactly as it was printed.
fn typed(command: &str) -> std::process::Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_kentei")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").expect("a PATH"));
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", command]).env("PATH", path).env("LC_ALL", "C");
    shell.output().expect("a shell")
}

fn waiting(folder: &Path) -> usize {
    let output = kentei(&["snapshot", "review", "--snapshots", &folder.display().to_string()])
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find(|line| line.contains(" for review;"));
    line.map_or(0, |line| line.split(' ').next().and_then(|n| n.parse().ok()).expect("a number"))
}

#[test]
fn the_same_change_is_one_question_and_the_printed_commands_work() {
    let parent = tempfile::tempdir().expect("a folder");
    let (folder, reported) = alike(parent.path());
    let lines: Vec<&str> = reported.lines().collect();
    let from = lines.iter().position(|line| line.starts_with("snapshots in")).expect("a part");
    let part: Vec<&str> =
        lines[from..].iter().take_while(|line| !line.is_empty()).copied().collect();
    assert!(part.len() <= 22, "{part:#?}");
    let changes = |text: &str| text.matches("+  < info depth").count();
    assert!(changes(&reported) >= 1 && reported.contains("changed in the same way: "));

    let review = part.iter().find_map(|line| line.trim().strip_prefix("review: "));
    let review = typed(review.expect("a command"));
    assert_eq!(review.status.code(), Some(1));
    let text = String::from_utf8_lossy(&review.stdout).into_owned();
    let all = waiting(&folder);
    assert!(all > 5 && changes(&text) < all, "{all}: {text}");
    let commands = text.lines().filter(|line| line.contains(" --like "));
    let commands: Vec<&str> = commands.map(str::trim).collect();
    assert!(!commands.is_empty() && commands.len() < all);
    for command in &commands {
        let before = waiting(&folder);
        let output = typed(command);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{command}: {said}");
        assert!(waiting(&folder) < before, "{command}");
    }
    assert_eq!(waiting(&folder), 0);

    let page = fs::read_to_string(parent.path().join("page.html")).expect("a page");
    assert!(page.matches("<a href=#snapshots>").count() >= 2 && page.contains(" id=snapshots>"));
    assert!(page.matches("<pre class=diff>").count() < all);
}

#[test]
fn what_waits_is_accepted_and_rejected_by_the_last_lines_of_the_list() {
    let parent = tempfile::tempdir().expect("a folder");
    let (folder, _) = alike(parent.path());
    let all = waiting(&folder);
    let at = folder.display().to_string();
    let output = kentei(&["snapshot", "review", "--snapshots", &at]).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let command = |word: &str| {
        let begin = format!("kentei snapshot {word} ");
        let line = text.lines().rev().find(|line| line.trim().starts_with(&begin));
        line.expect("a command").trim().to_owned()
    };
    assert!(all > 0);
    let rejected = typed(&command("reject"));
    assert_eq!(rejected.status.code(), Some(0));
    assert_eq!(waiting(&folder), 0);
    let nothing = typed(&command("accept"));
    assert!(String::from_utf8_lossy(&nothing.stdout).contains("are pending"));
}

#[test]
fn a_terminal_takes_all_with_the_same_change_at_once() {
    use expectrl::{Eof, Expect, Session};

    let parent = tempfile::tempdir().expect("a folder");
    let (folder, _) = alike(parent.path());
    let all = waiting(&folder);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_kentei"));
    command.args(["--lang", "en", "snapshot", "review", "--snapshots"]).arg(&folder);
    let mut session = Session::spawn(command).expect("a terminal");
    session.set_expect_timeout(Some(std::time::Duration::from_secs(600)));
    session.expect("in the same way").expect("the largest group");
    session.expect(format!("1 of {all}: (a)ccept")).expect("a question");
    session.send_line("a").expect("it is typed");
    // The next snapshot of the group.
    session.expect("in the same way").expect("the same group");
    session.expect(format!("2 of {all}: (a)ccept")).expect("a question");
    session.send_line("A").expect("it is typed");
    // What remains is a different change.
    session.send_line("q").expect("it is typed");
    session.expect(Eof).expect("it ends");
    assert!(waiting(&folder) <= all / 2, "{} of {all}", waiting(&folder));
}

#[test]
fn what_is_new_never_fails_a_run() {
    let (folder, _) = taken();
    let words = ["--filter", "usi/ready/readyok", "--fail-on", "fail,snapshots"];
    run(folder.path(), &words).code(0).stdout(contains("1 new, 1 unchanged"));
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let (folder, file) = taken();
    let whole = fs::read_to_string(&file).expect("a snapshot");
    let check = |from: &str, to: &str, more: &[&str], expected: &str| {
        let text = whole.replace(from, to);
        fs::write(&file, &text).expect("it is written");
        run(folder.path(), more)
            .code(2)
            .stderr(contains(expected).and(contains("nothing was played or written")));
        assert_eq!(fs::read_to_string(&file).expect("a snapshot"), text);
        assert!(!file.with_extension("snap.new").exists());
    };
    check("", "", &["--profile", "draft"], "is of profile \"core\", not \"draft\"");
    check("\"built-in\"", "\"other\"", &[], "is of engine \"other\"");
    check("dialect: \"usi\"", "dialect: \"uci\"", &[], "is of dialect \"uci\"");
    check("form: \"1\"", "form: \"9\"", &[], "has form 9");
    check("---\n", "", &[], "is damaged");
    check("info:", "info: \u{1b}[31m", &[], "is damaged");
    fs::write(&file, b"---\n\xff\n---\n").expect("it is written");
    run(folder.path(), &[]).code(2).stderr(contains("it is not text"));
}

#[test]
fn a_file_is_no_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x");
    fs::write(&file, "").expect("it is written");
    run(&file, &[]).code(2).stderr(contains("is not a folder"));
    snapshot("review", &file, &[]).code(2).stderr(contains("no folder"));
    snapshot("accept", &folder.path().join("none"), &[]).code(2).stderr(contains("no folder"));
    snapshot("reject", folder.path(), &[]).code(0).stdout(contains("are pending"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_made_is_refused_before_anything_is_played() {
    let refused = run(Path::new("/proc/none"), &[]).code(2).stdout("");
    refused.stderr(contains("cannot write \"/proc/none\""));
}

#[test]
fn what_cannot_be_written_is_no_success() {
    let (folder, file) = taken();
    let pending = file.with_extension("snap.new");
    fs::create_dir(&pending).expect("a folder in the way");
    run(folder.path(), &["--defect", "variant:default"]).code(3).stderr(contains("cannot write"));
}

#[test]
fn what_is_damaged_is_not_accepted() {
    let (folder, file) = taken();
    let pending = file.with_extension("snap.new");
    fs::write(&pending, "\u{1b}[2J").expect("it is written");
    let shown = contains("it is damaged").and(contains("\u{1b}").not());
    snapshot("review", folder.path(), &[]).code(1).stdout(shown);
    snapshot("accept", folder.path(), &[]).code(3).stderr(contains("is damaged"));
    assert!(pending.is_file());
    snapshot("reject", folder.path(), &[]).code(0);
    assert!(!pending.exists() && file.is_file());
}

#[test]
fn insta_reads_what_is_written() {
    let (folder, file) = taken();
    let text = fs::read_to_string(&file).expect("a snapshot");
    let (_, body) = text.split_once("\n---\n").expect("a head");
    let path = folder.path().join("built-in/usi/boot");
    insta::with_settings!({snapshot_path => path, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!("handshake", body);
    });
    assert_eq!(fs::read_to_string(&file).expect("a snapshot"), text);
}

#[test]
fn an_engine_of_any_name_stays_in_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let engines = folder.path().join("kentei.yaml");
    let kentei = env!("CARGO_BIN_EXE_kentei");
    let yaml = format!(
        "engines:\n  ../../x:\n    command: {kentei}\n    args: [engine]\n    snapshots:\n      redact:\n        - {{ match: 'USI_(\\w+)', with: '[$1]' }}\n"
    );
    fs::write(&engines, yaml).expect("it is written");
    let snapshots = folder.path().join("a/b");
    let engines = engines.display().to_string();
    run(&snapshots, &["--engine-file", &engines, "--", "../../x"]).code(2);
    let words = ["run", "../../x", "--engine-file", &engines, "--snapshots"];
    let at = snapshots.display().to_string();
    let words = [&words[..], &[&at], HANDSHAKE].concat();
    crate::cli::kentei(&words).assert().code(0);
    let inside: Vec<_> = fs::read_dir(&snapshots)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(inside.len(), 1, "{inside:?}");
    let name = inside[0].to_string_lossy().into_owned();
    assert!(name.starts_with("x-"), "{name}");
    let text = fs::read_to_string(snapshots.join(name).join("usi/boot/handshake.snap"))
        .expect("a snapshot");
    assert!(
        text.contains("engine: \"../../x\"") && text.contains("< option name [Hash] type"),
        "{text}"
    );
}

#[test]
fn a_mistake_in_a_redaction_is_reported_at_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kentei.yaml");
    let check = |redact: &str, expected: &str| {
        let yaml =
            format!("engines:\n  e:\n    command: x\n    snapshots:\n      redact: [{redact}]\n");
        fs::write(&file, yaml).expect("it is written");
        let file = file.display().to_string();
        kentei(&["run", "e", "--engine-file", &file])
            .assert()
            .code(2)
            .stderr(contains(expected).and(contains("kentei.yaml:5")));
    };
    check("{ match: '(', with: x }", "this is not a regular expression");
    check("{ match: 'x*', with: x }", "matches the empty text");
    check("{ match: x }", "without \"with\"");
    check("{ match: x, with: y, when: z }", "unknown key \"when\"");
    check("x", "a redaction, a mapping with");
}

#[test]
fn every_format_reports_it() {
    let (folder, _) = taken();
    let formats = [
        ("terminal", "txt"),
        ("html", "html"),
        ("json", "json"),
        ("junit", "xml"),
        ("markdown", "md"),
        ("sarif", "sarif"),
    ];
    let mut words = vec!["--defect".to_owned(), "A17".to_owned()];
    for (format, ending) in formats {
        words.extend([
            "--report".to_owned(),
            format!("{format}={}", folder.path().join(format!("r.{ending}")).display()),
        ]);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run(folder.path(), &words);
    for (_, ending) in formats {
        let text = fs::read_to_string(folder.path().join(format!("r.{ending}"))).expect("a report");
        assert!(text.contains("loading evaluation ... done"), "{ending}");
        let reported = match ending {
            "html" => "changed</span> usi/boot/handshake",
            "json" => "\"scenario\": \"usi/boot/handshake\"",
            _ => "changed usi/boot/handshake",
        };
        assert!(text.contains(reported), "{ending}");
    }
}

#[test]
fn a_terminal_asks_about_each_one() {
    use expectrl::{Eof, Expect, Session};

    let (folder, file) = taken();
    let before = fs::read_to_string(&file).expect("a snapshot");
    let change = ["--filter", "usi/ready/readyok", "--defect", "variant:default"];
    run(folder.path(), &change).code(0);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_kentei"));
    command.args(["--lang", "en", "snapshot", "review", "--snapshots"]);
    command.arg(folder.path());
    let mut session = Session::spawn(command).expect("a terminal");
    session.set_expect_timeout(Some(std::time::Duration::from_secs(600)));
    let mut reported = |line: &str| session.expect(line).expect(line);
    reported("changed built-in/usi/boot/handshake");
    reported("1 of 2: (a)ccept, (r)eject, (s)kip, (q)uit?");
    session.send_line("perhaps").expect("it is typed");
    let mut reported = |line: &str| session.expect(line).expect(line);
    // After anything that is not an answer the question is repeated.
    reported("1 of 2: (a)ccept");
    session.send_line("r").expect("it is typed");
    let mut reported = |line: &str| session.expect(line).expect(line);
    reported("new built-in/usi/ready/readyok");
    reported("2 of 2: (a)ccept");
    session.send_line("a").expect("it is typed");
    session.expect(Eof).expect("it ends");

    assert_eq!(fs::read_to_string(&file).expect("a snapshot"), before);
    assert!(folder.path().join("built-in/usi/ready/readyok.snap").is_file());
    snapshot("review", folder.path(), &[]).code(0).stdout(contains("are pending"));
}
