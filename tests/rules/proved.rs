//! What the transcripts prove: the violations that rules report in them, for the ledger of clauses.
//!
//! The tests share no state, so this program runs itself once more, with a file to which every test appends its
//! findings.

use std::io::Write as _;
use std::process::Command;

use kentei::verdict::{Finding, Watcher};

use crate::record::{self, Evidence, Kind};

/// The environment variable with the path of that file.
const NOTES: &str = "KENTEI_NOTES";

/// Appends the findings to the file, if there is one.
pub(crate) fn note(dialect: &str, findings: &[Finding]) {
    let Some(path) = std::env::var_os(NOTES) else {
        return;
    };
    let mut text = String::new();
    for finding in findings {
        if let (Watcher::Rule(rule), Some(violation)) = (&finding.watcher, &finding.violation) {
            text.push_str(&format!("{dialect}\t{}\t{rule} {violation}\n", finding.clause));
        }
    }
    let file = std::fs::OpenOptions::new().append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.expect("the notes can be written");
}

#[test]
fn what_the_transcripts_prove_is_in_the_ledger() {
    if std::env::var_os(NOTES).is_some() {
        return;
    }
    let notes = tempfile::NamedTempFile::new().expect("a file");
    let myself = std::env::current_exe().expect("this program");
    let run = Command::new(myself).env(NOTES, notes.path()).output();
    let run = run.expect("it starts");
    assert!(run.status.success(), "a transcript is not judged as it says");
    let text = std::fs::read_to_string(notes.path()).expect("the notes are text");
    for dialect in ["usi", "uci", "ucci"] {
        let mut evidence = Evidence::default();
        for line in text.lines() {
            let mut columns = line.split('\t');
            let (Some(of), Some(clause), Some(rule)) =
                (columns.next(), columns.next(), columns.next())
            else {
                panic!("a note is three columns: {line}");
            };
            if of == dialect {
                evidence.see(clause, Kind::Rules, rule);
            }
        }
        record::compare(&format!("src/ledger/{dialect}/transcripts.yaml"), &evidence, 1);
    }
}
