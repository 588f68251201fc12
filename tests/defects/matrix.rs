//! The matrix of defects and clauses as text.
//!
//! A block a defect: its verdict word for each profile, and below it a line for each clause that it trips
//! and for whoever told it, with the severity in each profile. What is only noted stands there if the
//! defect is noted for it. Of defects that show only in a window of time, or now and then, the scripts stand
//! there that have to show them; what else these trip is left to chance.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use kentei::verdict::Severity;

use crate::examine::{Examined, is_chancy};
use crate::record::blessed;

/// What stands between a clause and a script that has to show a defect at it.
const SHOWN_BY: &str = " shown by ";

/// The file with the matrix of a dialect.
pub(crate) fn file(dialect: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join(format!("tests/snapshots/defects__{dialect}.snap"))
}

/// The block of one defect.
pub(crate) fn block(row: &Examined) -> String {
    let words: Vec<&str> = row.defect.expected.iter().map(|(_, word)| *word).collect();
    let mut text = format!("{} [{}]", row.defect.id, words.join(" "));
    for (clause, script) in &row.shown_by {
        let _ = write!(text, "\n  {clause:12}{SHOWN_BY}{script}");
    }
    if is_chancy(row.defect) {
        return text;
    }
    let mut lines: BTreeMap<(&str, String), Vec<Severity>> = BTreeMap::new();
    for (column, told) in row.told.iter().enumerate() {
        for told in told {
            let noted = row.defect.clauses.contains(&told.clause);
            if told.severity < Severity::Warn && !noted {
                continue;
            }
            let watcher = match &told.rule {
                Some(rule) => rule.clone(),
                None => told.scenario.clone(),
            };
            let line = lines.entry((told.clause, watcher));
            let line = line.or_insert_with(|| vec![Severity::Skip; row.told.len()]);
            line[column] = line[column].max(told.severity);
        }
    }
    for ((clause, watcher), severities) in lines {
        let words = severities.iter().map(|severity| match severity {
            Severity::Skip => "-",
            Severity::Info | Severity::Warn | Severity::Fail => severity.word(),
        });
        let words: Vec<&str> = words.collect();
        let _ = write!(text, "\n  {clause:12} {:14}  {watcher}", words.join(" "));
    }
    text
}

/// A finding as the matrix counts it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) clause: String,
    pub(crate) watcher: String,
    /// The profile, by its place.
    pub(crate) column: usize,
    pub(crate) severity: String,
}

/// The findings that a block of the matrix stands for.
pub(crate) fn lines(block: &str) -> BTreeSet<Line> {
    let mut lines = BTreeSet::new();
    let head = block.lines().next().unwrap_or_default();
    let profiles = head.split_whitespace().count().saturating_sub(1);
    for line in block.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [clause, words @ ..] = words.as_slice() else {
            continue;
        };
        let (severities, watcher) = words.split_at(profiles.min(words.len()));
        for (column, severity) in severities.iter().enumerate() {
            lines.insert(Line {
                clause: (*clause).to_owned(),
                watcher: watcher.join(" "),
                column,
                severity: (*severity).to_owned(),
            });
        }
    }
    lines
}

/// The clauses and scripts that a block says have to show its defect.
pub(crate) fn shown_by(block: &str) -> BTreeSet<(String, String)> {
    let lines = block.lines().skip(1);
    lines
        .filter_map(|line| line.split_once(SHOWN_BY))
        .map(|(clause, script)| (clause.trim().to_owned(), script.trim().to_owned()))
        .collect()
}

/// The blocks of a matrix by the ids of their defects.
pub(crate) fn blocks(text: &str) -> BTreeMap<String, String> {
    let mut blocks = BTreeMap::new();
    let mut id = String::new();
    let body = text.splitn(3, "---\n").nth(2).unwrap_or_default();
    for line in body.lines() {
        if line.starts_with(' ') {
            let block: &mut String = blocks.entry(id.clone()).or_default();
            block.push('\n');
            block.push_str(line);
        } else {
            id = line.split(' ').next().unwrap_or_default().to_owned();
            blocks.insert(id.clone(), line.to_owned());
        }
    }
    blocks
}

/// Compares the matrix with the one that was reviewed.
pub(crate) fn compare(dialect: &str, rows: &[Examined]) {
    let blocks: Vec<String> = rows.iter().map(block).collect();
    let text = blocks.join("\n");
    if blessed() {
        let head = format!("---\nsource: tests/defects/matrix.rs\nexpression: {dialect}\n---\n");
        std::fs::write(file(dialect), format!("{head}{text}\n")).expect("the snapshot is written");
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(format!("defects__{dialect}"), text));
}
