//! `kentei compare` and `kentei run --baseline`, end to end, with the built-in engine and its defects.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::kentei;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

/// Quick scenarios; the defect below shows in one of them.
const FEW: &[&str] = &["--filter", "usi/boot/*", "--seed", "1"];
/// The built-in engine sends `usiok` twice: one clause is violated, and all scenarios that need a handshake are
/// blocked.
const DEFECT: &str = "A10";

struct Reports {
    folder: tempfile::TempDir,
}

impl Reports {
    /// A report of the sound engine, `sound.json`, and one of the engine with a defect, `broken.json`.
    fn both() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let reports = Self { folder };
        reports.run("sound.json", None, 0);
        reports.run("broken.json", Some(DEFECT), 1);
        reports
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn word(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn run(&self, name: &str, defect: Option<&str>, code: i32) {
        let report = format!("json={}", self.word(name));
        let mut args = [&["run", "--report", &report], FEW].concat();
        args.extend(defect.iter().flat_map(|defect| ["--defect", defect]));
        kentei(&args).assert().code(code);
    }

    fn compare(&self, old: &str, new: &str, more: &[&str]) -> assert_cmd::assert::Assert {
        let (old, new) = (self.word(old), self.word(new));
        kentei(&[&["compare", &old, &new], more].concat()).assert()
    }

    fn json(&self, name: &str) -> Value {
        let text = fs::read_to_string(self.path(name)).expect("it was written");
        serde_json::from_str(&text).expect("JSON")
    }
}

fn clauses(changes: &Value, way: &str) -> Vec<String> {
    let all = changes["clauses"].as_array().expect("a list").iter();
    let those = all.filter(|change| change["way"] == way);
    those.map(|change| change["clause"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn a_defect_is_worse_its_repair_better_and_nothing_is_nothing() {
    let reports = Reports::both();
    let json = |old: &str, new: &str, code: i32| -> Value {
        let run = reports.compare(old, new, &["--report", "json"]).code(code).stderr("");
        serde_json::from_slice(&run.get_output().stdout).expect("JSON")
    };
    let worse = json("sound.json", "broken.json", 1);
    assert_eq!((&worse["format"], &worse["version"]), (&"kentei-comparison".into(), &1.into()));
    assert_eq!(worse["outcome"], "worse");
    let broken = clauses(&worse, "worse");
    assert!(!broken.is_empty(), "{worse:#}");
    let better = json("broken.json", "sound.json", 0);
    assert_eq!(
        (better["outcome"].as_str(), clauses(&better, "better")),
        (Some("good"), broken.clone())
    );
    let same = json("broken.json", "broken.json", 0);
    for list in
        ["clauses", "scenarios", "options", "engine", "messages", "latencies", "notes", "only_old"]
    {
        assert_eq!(same[list], Value::Array(Vec::new()), "{list}");
    }
    reports
        .compare("sound.json", "sound.json", &[])
        .code(0)
        .stdout(contains("\nnothing has changed\n"));
    let text = reports.compare("sound.json", "broken.json", &[]).code(1);
    text.stdout(
        contains("\nworse\n")
            .and(contains(format!("  {} (One handshake per usi) is newly broken", broken[0]))),
    );
}

#[test]
fn each_format_is_written_where_it_was_asked_for_and_others_are_refused_by_name() {
    let reports = Reports::both();
    let files = ["terminal=a.txt", "html=a.html", "json=a.json", "markdown=a.md"];
    let files =
        files.map(|file| file.replace('=', &format!("={}/", reports.folder.path().display())));
    let mut args: Vec<&str> = files.iter().flat_map(|file| ["--report", file.as_str()]).collect();
    args.extend(["--report", "markdown"]);
    let run = reports.compare("sound.json", "broken.json", &args).code(1);
    run.stdout(predicate::str::starts_with("### ❌ worse: 1 clause"));
    let read = |name: &str| fs::read_to_string(reports.path(name)).expect(name);
    assert!(read("a.txt").contains("is newly broken"));
    assert!(read("a.md").contains("is newly broken"));
    let page = read("a.html");
    assert!(page.contains("is newly broken") && page.contains("default-src 'none'"), "{page}");
    assert_eq!(reports.json("a.json")["outcome"], "worse");
    for other in ["junit", "sarif", "badge", "yaml"] {
        let run = reports.compare("sound.json", "broken.json", &["--report", other]).code(2);
        run.stderr(contains(format!(
            "no report format \"{other}\" (there is: terminal, html, json, markdown)"
        )));
    }
}

#[test]
fn what_is_no_report_to_compare_is_bad_input_and_nothing_is_overwritten() {
    let reports = Reports::both();
    let text = fs::read_to_string(reports.path("sound.json")).expect("a report");
    let refused = |text: &[u8], expected: &str| {
        fs::write(reports.path("x.json"), text).expect("a file");
        for (old, new) in [("x.json", "sound.json"), ("sound.json", "x.json")] {
            let run = reports.compare(old, new, &[]).code(2).stdout("");
            run.stderr(contains(expected));
        }
        let baseline = reports.word("x.json");
        let run =
            kentei(&[&["run", "--baseline", &baseline], FEW].concat()).assert().code(2).stdout("");
        run.stderr(contains(expected));
        assert_eq!(fs::read(reports.path("x.json")).expect("it is there"), text);
    };
    let with = |from: &str, to: &str| text.replacen(from, to, 1).into_bytes();
    refused(b"", "it is empty");
    refused(b"# Changes", "it is not JSON");
    refused(&text.as_bytes()[..text.len() / 2], "it is not JSON");
    refused(b"\xff\xfe", "it is not UTF-8 text");
    refused(b"{\"format\": \"kentei-comparison\"}", "`format` is \"kentei-comparison\"");
    refused(&with("\"version\": 1", "\"version\": 2"), "it has version 2 of the report format");
    refused(&with("\"seed\"", "\"sead\""), "it is a damaged report: missing field `seed`");
    refused(&with("\"profile\": \"core\"", "\"profile\": \"draft\""), "profile draft");
    refused(&with("\"dialect\": \"usi\"", "\"dialect\": \"uci\""), "is about ");
    refused(
        &with("\"format\": \"kentei-report\"", "\"format\": \"::error::\\u001b[2J\""),
        "`format` is ",
    );
    refused(
        text.replace("\"id\": \"usi/", "\"id\": \"usi/other-").as_bytes(),
        "no scenario is in both",
    );
    // A report must not overwrite a report that is compared.
    let sound = reports.word("sound.json");
    for format in ["json", "html"] {
        let run = reports.compare(
            "sound.json",
            "broken.json",
            &["--report", &format!("{format}={sound}")],
        );
        run.code(2).stderr(contains("is one of the reports that are read"));
    }
    let report = format!("json={sound}");
    kentei(&[&["run", "--baseline", &sound, "--report", &report], FEW].concat())
        .assert()
        .code(2)
        .stderr(contains("is one of the reports that are read"));
    assert_eq!(fs::read_to_string(&sound).expect("it is there"), text);
    reports
        .compare("none.json", "sound.json", &[])
        .code(2)
        .stderr(contains("none.json\": no such file"));
}

#[test]
fn a_prerequisite_is_enough_in_common_with_a_baseline_and_new_scenarios_are_not_compared() {
    let reports = Reports::both();
    let baseline = reports.word("sound.json");
    let args = ["run", "--filter", "shared/quit/idle", "--baseline", &baseline, "--no-generated"];
    let last = "against the baseline: nothing has changed in the 2 scenarios of both reports\n";
    kentei(&args).assert().code(0).stdout(contains(last));
}

/// Runs with a baseline and every report; returns the terminal output.
fn against(
    reports: &Reports,
    baseline: &str,
    defect: Option<&str>,
    more: &[&str],
    code: i32,
) -> String {
    let baseline = reports.word(baseline);
    let files = [
        "html=r.html",
        "json=r.json",
        "junit=r.xml",
        "markdown=r.md",
        "sarif=r.sarif",
        "terminal=r.txt",
    ];
    let files =
        files.map(|file| file.replace('=', &format!("={}/", reports.folder.path().display())));
    let mut args = [&["run", "--baseline", &baseline], FEW, more].concat();
    args.extend(files.iter().flat_map(|file| ["--report", file.as_str()]));
    args.extend(defect.iter().flat_map(|defect| ["--defect", defect]));
    let run = kentei(&args).assert().code(code);
    String::from_utf8(run.get_output().stdout.clone()).expect("text")
}

#[test]
fn a_run_that_got_worse_than_its_baseline_says_so_in_every_report() {
    let reports = Reports::both();
    let text = against(&reports, "sound.json", Some(DEFECT), &[], 1);
    assert!(text.contains("\ncompared with the baseline\n"), "{text}");
    let last = "\nagainst the baseline: worse: 1 clause newly or more severely broken";
    assert!(text.contains(last), "{text}");
    let read = |name: &str| fs::read_to_string(reports.path(name)).expect(name);
    assert!(read("r.txt").contains(last), "{}", read("r.txt"));
    assert_eq!(reports.json("r.json")["baseline"]["outcome"], "worse");
    assert!(read("r.md").contains("**Compared with the baseline**: ❌ worse"));
    assert!(read("r.html").contains("<section id=baseline>"));
    let sarif = reports.json("r.sarif");
    let states = |sarif: &Value| -> Vec<String> {
        let results = sarif["runs"][0]["results"].as_array().expect("a list").iter();
        let failed = results.filter(|result| result["level"] == "error");
        failed.map(|result| result["baselineState"].as_str().expect("a state").to_owned()).collect()
    };
    assert!(states(&sarif).iter().all(|state| state == "new") && !states(&sarif).is_empty());
    let xml = read("r.xml");
    let document = roxmltree::Document::parse(&xml).expect("XML");
    let mut all = document.descendants();
    let case = all
        .find(|node| node.attribute("name") == Some("comparison with the baseline"))
        .expect("a test");
    assert!(case.children().any(|node| node.has_tag_name("failure")), "{xml}");
}

#[test]
fn with_a_baseline_only_what_got_worse_fails_the_run() {
    let reports = Reports::both();
    // Failures of the baseline are still reported, but do not count.
    let text = against(&reports, "broken.json", Some(DEFECT), &[], 0);
    assert!(
        text.contains("\nnot conformant: ")
            && text.ends_with("against the baseline: nothing has changed\n"),
        "{text}"
    );
    let read = |name: &str| fs::read_to_string(reports.path(name)).expect(name);
    let xml = read("r.xml");
    let document = roxmltree::Document::parse(&xml).expect("XML");
    assert_eq!(document.root_element().attribute("failures"), Some("0"), "{xml}");
    assert!(xml.contains("not worse than the baseline: "), "{xml}");
    let results = reports.json("r.sarif")["runs"][0]["results"].clone();
    let mut results = results.as_array().expect("a list").iter();
    assert!(results.all(|result| result["baselineState"] == "unchanged"));
    // The same run does not fail with `--fail-on never`, and a sound engine is better than a broken baseline.
    against(&reports, "sound.json", Some(DEFECT), &["--fail-on", "never"], 0);
    against(&reports, "broken.json", None, &[], 0);
    assert!(read("r.txt").contains(" is fixed"), "{}", read("r.txt"));
}

#[test]
fn the_baseline_is_read_before_any_engine_is_started() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("none.json").display().to_string();
    let run =
        kentei(&["run", "./no-such-engine", "--baseline", &missing]).assert().code(2).stdout("");
    run.stderr(contains("none.json"));
    assert!(!Path::new(&missing).exists());
}

#[test]
fn an_engine_that_does_not_start_is_no_better_for_its_baseline() {
    let reports = Reports::both();
    let baseline = reports.word("broken.json");
    let run = kentei(&["run", "./no-such-engine", "--baseline", &baseline]).assert();
    run.code(3);
}

#[test]
fn all_reports_that_are_given_are_a_history_in_every_format() {
    let reports = Reports::both();
    let first = reports.word("sound.json");
    let kinds = ["terminal", "html", "markdown", "json"];
    let targets: Vec<String> =
        kinds.map(|kind| format!("{kind}={}", reports.word(&format!("history.{kind}")))).into();
    let mut more = vec![first.as_str()];
    more.extend(targets.iter().flat_map(|target| ["--report", target]));
    // Sound, broken, and sound again: the last two are compared.
    reports.compare("sound.json", "broken.json", &more).code(0);
    let text =
        |kind: &str| fs::read_to_string(reports.path(&format!("history.{kind}"))).expect(kind);
    assert!(text("terminal").contains("USI-BOOT-08 kept → fail → kept"), "{}", text("terminal"));
    let history = &reports.json("history.json")["history"];
    assert_eq!(history["reports"].as_array().map(Vec::len), Some(3), "{history}");
    assert_eq!(history["clauses"][0]["standings"], serde_json::json!(["kept", "fail", "kept"]));
    for kind in ["html", "markdown"] {
        assert!(text(kind).contains("History") && text(kind).contains("USI-BOOT-08"), "{kind}");
    }
}
