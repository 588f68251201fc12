//! The matrix of defects and clauses as text.
//!
//! Each defect has a block. Its first line has the expected severity in each profile. Each further line has a
//! clause that the defect violates and the rule or scenario that reported it, with the severity in each profile.
//! Notes are included only at the defect's own clauses. For defects that show only in a window of time or by
//! chance, the block lists the scripts that must show them; other violations of these defects are not recorded. `(3
//! of 4)` after a line means that only 3 of 4 examinations showed it. The last line may name scripts in which the rules
//! of the lines above report the defect.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use kentei::reference::Defect;
use kentei::verdict::Severity;

use crate::examine::is_chancy;
use crate::one::ToText;

/// The words between a clause and a script that must show a defect at this clause.
const SHOWN_BY: &str = " shown by ";
/// What precedes the scripts in which rules report a defect.
const RULES_IN: &str = "  rules in ";

/// How often something was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rate {
    pub(crate) seen: u32,
    pub(crate) of: u32,
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  ({} of {})", self.seen, self.of)
    }
}

/// A clause, and the rule with its violation or the script that reported it.
pub(crate) type Key = (String, String);

/// The record of a defect. An entry without a rate must be seen in every examination.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// How often the defect was found, if not in each examination.
    pub(crate) found: Option<Rate>,
    /// Which rule or script reported which clause, with the severity in each profile.
    pub(crate) rows: BTreeMap<Key, (Vec<Severity>, Option<Rate>)>,
    /// The clauses and scripts that must show a defect of a time window or of chance.
    pub(crate) shown: BTreeMap<Key, Option<Rate>>,
    /// Scripts in which rules reported what is on record at the defect's own clauses, if `rows` and `shown` do not name
    /// them. They save time: whether they still show it is not compared.
    pub(crate) rules_in: BTreeSet<String>,
}

impl Block {
    /// The scripts that are named, and also the rules.
    pub(crate) fn scripts(&self) -> impl Iterator<Item = &str> {
        self.watchers().chain(&self.rules_in).map(String::as_str)
    }

    /// Whether a script waited for something that did not come, as far as the record shows it.
    pub(crate) fn has_missing_lines(&self) -> bool {
        self.watchers().any(|watcher| watcher.contains('/') || watcher.starts_with("missing-reply"))
    }

    fn watchers(&self) -> impl Iterator<Item = &String> {
        self.rows.keys().chain(self.shown.keys()).map(|(_, watcher)| watcher)
    }
}

/// The file with the matrix of a dialect.
pub(crate) fn file(dialect: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join(format!("tests/snapshots/defects__{dialect}.snap"))
}

/// The clause, and the rule or script that reported it.
pub(crate) fn key(reported: &ToText) -> Key {
    let watcher = reported.rule.as_ref().unwrap_or(&reported.scenario);
    (reported.clause.to_owned(), watcher.clone())
}

/// The rows of one examination.
pub(crate) fn rows(defect: &Defect, attempt: &[Vec<ToText>]) -> BTreeMap<Key, Vec<Severity>> {
    let mut rows: BTreeMap<Key, Vec<Severity>> = BTreeMap::new();
    if is_chancy(defect) {
        return rows;
    }
    for (column, reported) in attempt.iter().enumerate() {
        for reported in reported {
            let noted = defect.clauses.contains(&reported.clause);
            if reported.severity < Severity::Warn && !noted {
                continue;
            }
            let row = rows.entry(key(reported));
            let row = row.or_insert_with(|| vec![Severity::Skip; attempt.len()]);
            row[column] = row[column].max(reported.severity);
        }
    }
    rows
}

/// The clauses and scripts at which one examination showed a defect of a time window or of chance.
pub(crate) fn shown(defect: &Defect, attempt: &[Vec<ToText>]) -> BTreeSet<Key> {
    if !is_chancy(defect) {
        return BTreeSet::new();
    }
    let held = attempt.iter().zip(&defect.expected);
    let held = held.filter(|(_, (_, word))| !matches!(*word, "skip" | "pass"));
    let own = |reported: &&ToText| reported.named && defect.clauses.contains(&reported.clause);
    held.flat_map(|(reported, _)| reported.iter().filter(own))
        .map(|reported| (reported.clause.to_owned(), reported.scenario.clone()))
        .collect()
}

/// The block of a defect as text.
pub(crate) fn text(defect: &Defect, block: &Block) -> String {
    let rated = |rate: &Option<Rate>| rate.map_or_else(String::new, |rate| rate.to_string());
    let words: Vec<&str> = defect.expected.iter().map(|(_, word)| *word).collect();
    let mut text = format!("{} [{}]{}", defect.id, words.join(" "), rated(&block.found));
    for ((clause, script), rate) in &block.shown {
        let _ = write!(text, "\n  {clause:12}{SHOWN_BY}{script}{}", rated(rate));
    }
    for ((clause, watcher), (severities, rate)) in &block.rows {
        let words = severities.iter().map(|severity| match severity {
            Severity::Skip => "-",
            Severity::Info | Severity::Warn | Severity::Fail => severity.word(),
        });
        let words: Vec<&str> = words.collect();
        let rate = rated(rate);
        let _ = write!(text, "\n  {clause:12} {:14}  {watcher}{rate}", words.join(" "));
    }
    if !block.rules_in.is_empty() {
        let scripts: Vec<&str> = block.rules_in.iter().map(String::as_str).collect();
        let _ = write!(text, "\n{RULES_IN}{}", scripts.join(" "));
    }
    text
}

/// Reads a block.
pub(crate) fn read(text: &str) -> Block {
    let mut block = Block::default();
    let (head, found) = split_rate(text.lines().next().unwrap_or_default());
    block.found = found;
    let profiles = head.split_whitespace().count().saturating_sub(1);
    for line in text.lines().skip(1) {
        if let Some(scripts) = line.strip_prefix(RULES_IN) {
            block.rules_in = scripts.split_whitespace().map(str::to_owned).collect();
            continue;
        }
        let (line, rate) = split_rate(line);
        if let Some((clause, script)) = line.split_once(SHOWN_BY) {
            let pair = (clause.trim().to_owned(), script.trim().to_owned());
            block.shown.insert(pair, rate);
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let [clause, words @ ..] = words.as_slice() else {
            continue;
        };
        let (severities, watcher) = words.split_at(profiles.min(words.len()));
        let severities = severities.iter().map(|word| severity(word)).collect();
        let key = ((*clause).to_owned(), watcher.join(" "));
        block.rows.insert(key, (severities, rate));
    }
    block
}

fn severity(word: &str) -> Severity {
    let all = [Severity::Info, Severity::Warn, Severity::Fail];
    let found = all.into_iter().find(|severity| severity.word() == word);
    found.unwrap_or(Severity::Skip)
}

/// Splits a line into its text and the rate after it.
fn split_rate(line: &str) -> (&str, Option<Rate>) {
    let rate = || {
        let (rest, rate) = line.strip_suffix(')')?.rsplit_once("  (")?;
        let (seen, of) = rate.split_once(" of ")?;
        let rate = Rate { seen: seen.parse().ok()?, of: of.parse().ok()? };
        Some((rest, Some(rate)))
    };
    rate().unwrap_or((line, None))
}

/// The blocks of a matrix by the ids of their defects.
pub(crate) fn blocks(text: &str) -> BTreeMap<String, Block> {
    let mut blocks: BTreeMap<String, String> = BTreeMap::new();
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
    let read = |(id, text): (String, String)| (id, read(&text));
    blocks.into_iter().map(read).collect()
}

/// Writes the matrix.
pub(crate) fn write(dialect: &str, blocks: &[String]) {
    let head = format!("---\nsource: tests/defects/matrix.rs\nexpression: {dialect}\n---\n");
    let text = format!("{head}{}\n", blocks.join("\n"));
    std::fs::write(file(dialect), text).expect("the snapshot is written");
}
