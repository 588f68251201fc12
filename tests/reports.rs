//! The published reports: their README agrees with them.
//!
//! `KENTEI_BLESS=1 cargo test --test reports` rewrites the verdicts in the first table of the README. People write
//! the sections about the engines, so a section that misses a broken clause, or names a clause that is not broken,
//! remains a failure.

mod bless;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Each dialect has a folder.
const DIALECTS: [&str; 3] = ["usi", "uci", "ucci"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("reports")
}

/// An engine in the first table of the README.
struct Row {
    line: String,
    /// The path of its report, below the folder `reports`.
    report: String,
    /// The text of the last cell.
    verdict: String,
}

fn rows(readme: &str) -> Vec<Row> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let lines = readme.lines().filter(|line| line.starts_with("| "));
    lines
        .filter_map(|line| {
            let cells = cells(line);
            let (_, rest) = cells.get(2)?.split_once("](")?;
            Some(Row {
                line: line.to_owned(),
                report: rest.trim_end_matches(')').to_owned(),
                verdict: cells.last()?.clone(),
            })
        })
        .collect()
}

/// The section about each engine, in the order of the table.
fn sections(readme: &str) -> Vec<&str> {
    readme.split("\n## ").skip(1).collect()
}

fn read(report: &str) -> Value {
    let text = fs::read_to_string(folder().join(report)).expect("a report that is named is there");
    serde_json::from_str(&text).expect("a report")
}

/// The clauses of a report with this verdict.
fn clauses(report: &Value, verdict: &str) -> BTreeSet<String> {
    let all = report["clauses"].as_array().expect("a list").iter();
    let those = all.filter(|clause| clause["verdict"] == verdict);
    those.map(|clause| clause["id"].as_str().expect("an id").to_owned()).collect()
}

/// The verdict of a report in the words of the table.
fn verdict(report: &Value) -> String {
    let broken = clauses(report, "fail").len();
    match (report["verdict"].as_str().expect("a verdict"), broken) {
        ("conformant", _) if clauses(report, "warn").is_empty() => "conformant".to_owned(),
        ("conformant", _) => "conformant, with warnings".to_owned(),
        ("nonconformant", 1) => "not conformant, 1 clause".to_owned(),
        ("nonconformant", _) => format!("not conformant, {broken} clauses"),
        (other, _) => other.to_owned(),
    }
}

#[test]
fn the_table_says_what_the_reports_say() {
    let path = folder().join("README.md");
    let mut readme = fs::read_to_string(&path).expect("a text");
    let rows = rows(&readme);
    assert!(rows.len() > 3, "the table is read");
    let mut wrong = Vec::new();
    for row in rows {
        let says = verdict(&read(&row.report));
        if says != row.verdict {
            let line = row.line.replace(&format!("| {} |", row.verdict), &format!("| {says} |"));
            readme = readme.replace(&row.line, &line);
            wrong.push(format!("{}: {}, and the report says {says}", row.report, row.verdict));
        }
    }
    if bless::blessed() {
        fs::write(&path, readme).expect("the README is written");
        return;
    }
    assert!(wrong.is_empty(), "{wrong:#?}; look at it, then run with KENTEI_BLESS=1");
}

#[test]
fn every_broken_clause_has_a_line_in_the_section_of_its_engine_and_nothing_else_has() {
    let readme = fs::read_to_string(folder().join("README.md")).expect("a text");
    let (rows, sections) = (rows(&readme), sections(&readme));
    assert_eq!(rows.len(), sections.len(), "a section an engine, in the order of the table");
    let mut wrong = Vec::new();
    for (row, section) in rows.iter().zip(sections) {
        let lines = section.lines().filter_map(|line| line.strip_prefix("| "));
        let reported: BTreeSet<String> = lines
            .filter_map(|line| line.split(' ').next())
            .filter(|word| ["USI-", "UCI-", "UCCI-"].iter().any(|start| word.starts_with(start)))
            .map(str::to_owned)
            .collect();
        let broken = clauses(&read(&row.report), "fail");
        for clause in broken.difference(&reported) {
            wrong.push(format!("{}: nothing is said of {clause}", row.report));
        }
        for clause in reported.difference(&broken) {
            wrong.push(format!("{}: {clause} is not broken", row.report));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_report_is_named_and_free_of_paths_of_a_machine() {
    let readme = fs::read_to_string(folder().join("README.md")).expect("a text");
    for dialect in DIALECTS {
        for entry in fs::read_dir(folder().join(dialect)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            assert!(readme.contains(&format!("{dialect}/{name}")), "{name} is not named");
            let text = fs::read_to_string(&path).expect("a text");
            for place in ["/home/", "/root/", "/Users/", "/work/", "/tmp/"] {
                assert!(!text.contains(place), "{name} has {place}");
            }
        }
    }
}

/// The reports are in the repository, so each has the transcripts of scenarios with findings only.
#[test]
fn every_report_is_small() {
    let readme = fs::read_to_string(folder().join("README.md")).expect("a text");
    for row in rows(&readme) {
        let path = folder().join(&row.report);
        let size = fs::metadata(&path).expect("a report").len();
        assert!(size <= 450_000, "{}: {size} bytes", row.report);
        assert!(path.with_extension("html").is_file(), "{} has no page", row.report);
        let report = read(&row.report);
        for scenario in report["scenarios"].as_array().expect("a list") {
            let list = |key: &str| scenario[key].as_array().expect("a list").len();
            assert!(list("findings") > 0 || list("transcript") == 0, "{}", scenario["id"]);
        }
    }
}

/// Every engine of the engine file has a report.
#[test]
fn every_engine_has_its_report() {
    let text = fs::read_to_string(folder().join("engines.yaml")).expect("a file");
    let names = text.lines().filter_map(|line| {
        let name = line.strip_prefix("  ")?.strip_suffix(':')?;
        (!name.starts_with([' ', '#'])).then_some(name)
    });
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 3, "the file is read");
    for name in names {
        let made = DIALECTS.map(|dialect| folder().join(dialect).join(format!("{name}.json")));
        assert!(made.iter().any(|path| path.is_file()), "{name} has no report");
    }
}
