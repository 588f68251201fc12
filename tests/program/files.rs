//! Files that never end, that have no writer, or that may not be read: each is refused at once, and the message
//! names it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::cli::kentei;
use predicates::prelude::*;
use predicates::str::contains;

/// Far longer than any of these commands takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo is there").success());
}

/// Every way to make kentei read a file; `FILE` stands for the path.
const READERS: &[&[&str]] = &[
    &["check", "FILE"],
    &["run", "--scenarios", "FILE"],
    &["run", "--engine-file", "FILE", "engine"],
    &["merge", "FILE"],
    &["compare", "FILE", "good.json"],
    &["compare", "good.json", "FILE"],
    &["run", "--baseline", "FILE"],
    &["run", "--shard", "1/2", "--durations", "FILE"],
];

fn refused(folder: &Path, args: &[&str], file: &str, why: &str) {
    let args: Vec<&str> = args.iter().map(|arg| if *arg == "FILE" { file } else { arg }).collect();
    let command = &mut kentei(&args);
    let refused = command.current_dir(folder).timeout(PATIENCE).assert();
    let short = predicate::function(|text: &str| text.len() < 20_000);
    refused.code(2).stderr(contains(why).and(short));
}

fn good_report(folder: &Path) {
    kentei(&["run", "--filter", "usi/boot/handshake", "--report", "json=good.json"])
        .current_dir(folder)
        .assert()
        .success();
}

#[test]
fn only_regular_files_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good_report(folder);
    pipe(&folder.join("pipe.yaml"));
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.yaml")).expect("a link");
    for args in READERS {
        refused(folder, args, "pipe.yaml", "it is a pipe; only regular files are read");
        refused(folder, args, "zero.yaml", "it is a device; only regular files are read");
        refused(folder, args, "/dev/zero", "it is a device; only regular files are read");
    }
    // A pipe in a folder of scenarios counts as one of its files.
    refused(folder, &["check", "."], "", "it is a pipe");
}

#[test]
fn standard_input_is_read_where_it_is_a_regular_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good_report(folder);
    let kentei = env!("CARGO_BIN_EXE_kentei");
    let run = |script: &str| {
        let shell = Command::new("sh").args(["-c", script, kentei]).current_dir(folder).output();
        let output = shell.expect("a shell");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), error)
    };
    let (code, error) = run("\"$0\" compare good.json /dev/stdin <good.json");
    assert_eq!(code, Some(0), "{error}");
    let (code, error) = run("cat good.json | \"$0\" compare good.json /dev/stdin");
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("it is a pipe; only regular files are read"), "{error}");
    // `-` is an ordinary file name.
    let (code, error) = run("\"$0\" compare good.json - <good.json");
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("cannot read report \"-\""), "{error}");
}

#[test]
fn what_is_too_long_or_nobody_may_read_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good_report(folder);
    // A sparse file: it takes no space on the disk.
    let long = fs::File::create(folder.join("long.yaml")).expect("a file");
    long.set_len((256 << 20) + 1).expect("it is sparse");
    for args in READERS {
        refused(folder, args, "long.yaml", "longer than ");
        refused(folder, args, "none.yaml", "o such file");
    }
    for args in &READERS[3..] {
        refused(folder, args, ".", "it is a folder");
    }
    let secret = folder.join("secret.yaml");
    fs::write(&secret, "x").expect("a file");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).expect("its mode");
    // The superuser may read every file.
    if fs::read(&secret).is_err() {
        for args in READERS {
            refused(folder, args, "secret.yaml", "ermission denied");
        }
    }
}

#[test]
fn what_a_message_repeats_is_short() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good_report(folder);
    let long = "x".repeat(200_000);
    let yaml = format!("title: x\nclauses: [{long}]\nsteps: [{{send: {long}}}]\n");
    fs::create_dir(folder.join("usi")).expect("a folder");
    fs::write(folder.join("usi/long.yaml"), &yaml).expect("a file");
    fs::write(folder.join("long.yaml"), &yaml).expect("a file");
    let report = fs::read_to_string(folder.join("good.json")).expect("a report");
    let json =
        report.replacen("\"verdict\": \"conformant\"", &format!("\"verdict\": \"{long}\""), 1);
    assert_ne!(json, report);
    fs::write(folder.join("long.json"), json).expect("a file");
    refused(folder, &["check", "--dialect", "usi", "FILE"], "usi/long.yaml", "unknown clause");
    refused(folder, &["run", "--engine-file", "FILE", "x"], "long.yaml", "error");
    refused(folder, &["merge", "FILE"], "long.json", "damaged report");
    refused(folder, &["explain", "FILE"], &long[..100_000], "unknown id");
}

#[test]
fn a_pipe_without_a_reader_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    pipe(&folder.join("pipe"));
    let run = ["run", "--filter", "usi/boot/handshake", "--report", "json=pipe"];
    let failed = kentei(&run).current_dir(folder).timeout(PATIENCE).assert();
    failed.code(3).stderr(contains("no process reads from this pipe"));

    let script =
        "cat pipe >copy & exec 9<>pipe; \"$0\" \"$@\" 9>&-; code=$?; exec 9>&-; wait; exit $code";
    let shell = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_kentei")])
        .args(run)
        .current_dir(folder)
        .output()
        .expect("a shell");
    assert!(shell.status.success(), "{shell:?}");
    let copy = fs::read_to_string(folder.join("copy")).expect("it was read");
    assert!(copy.ends_with("}\n"), "{} bytes", copy.len());
}

#[test]
fn a_limit_on_the_size_of_files_is_an_error_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "ulimit -f 8; exec \"$0\" run --filter usi/boot/handshake --report json=a.json --report html=a.html";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_kentei")])
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("cannot write report \"a.html\": "), "{error}");
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 0);
}
