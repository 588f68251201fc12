//! What tests have seen reported, for the ledger of clauses: written down in `src/ledger/`, and compared
//! with what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use super::bless::blessed;

/// Who has reported which clause, and how often: by clause, by kind of watcher, by name.
#[derive(Debug, Default)]
pub(crate) struct Evidence(BTreeMap<String, BTreeMap<Kind, BTreeMap<String, u32>>>);

/// What was recorded about a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A rule with its violation.
    Rules,
    /// A script that names the clause and in which it was reported.
    Scenarios,
    /// A defect that trips it.
    Defects,
}

impl Kind {
    /// All of them, in the order of the record.
    const ALL: [Self; 3] = [Self::Rules, Self::Scenarios, Self::Defects];

    fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Scenarios => "scenarios",
            Self::Defects => "defects",
        }
    }
}

impl Evidence {
    /// Counts one more sighting.
    pub(crate) fn see(&mut self, clause: &str, kind: Kind, name: &str) {
        let kinds = self.0.entry(clause.to_owned()).or_default();
        *kinds.entry(kind).or_default().entry(name.to_owned()).or_default() += 1;
    }

    /// The record of what was seen at least so often.
    fn text(&self, least: u32) -> String {
        let mut text = String::from(
            "# What tests have seen reported, by clause. Written by `KENTEI_BLESS=1 cargo test --lib --test defects --test rules`.\n",
        );
        for (clause, kinds) in &self.0 {
            let mut lists = String::new();
            for (kind, names) in Kind::ALL.map(|kind| (kind, kinds.get(&kind))) {
                let names = names.into_iter().flatten();
                let often: Vec<_> = names.filter(|(_, count)| **count >= least).collect();
                if !often.is_empty() {
                    let _ = writeln!(lists, "  {}:", kind.word());
                }
                for (name, _) in often {
                    let _ = writeln!(lists, "    - \"{name}\"");
                }
            }
            if !lists.is_empty() {
                let _ = write!(text, "{clause}:\n{lists}");
            }
        }
        text
    }
}

/// Compares what was seen with what is written down in a file of the package. What was recorded has to be seen
/// again. With `least` above one, what was seen less often than that is not recorded, and what is new is
/// no fault: it came by chance, and once in a thousand examinations it does.
#[track_caller]
pub(crate) fn compare(file: &str, evidence: &Evidence, least: u32) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if blessed() {
        std::fs::write(&path, evidence.text(least)).expect("the evidence is written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let (known, seen) = (entries(&known), entries(&evidence.text(1)));
    let missing: Vec<_> = known.difference(&seen).collect();
    let new: Vec<_> = seen.difference(&known).collect();
    assert!(
        missing.is_empty() && (new.is_empty() || least > 1),
        "{file}: not seen any more: {missing:#?}, new: {new:#?}; look at it, then run with KENTEI_BLESS=1"
    );
}

/// The entries of a record, each with its clause and its list.
fn entries(text: &str) -> BTreeSet<String> {
    let (mut clause, mut list) = ("", "");
    let mut entries = BTreeSet::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("    - ") {
            entries.insert(format!("{clause} {list} {name}"));
        } else if let Some(kind) = line.strip_prefix("  ") {
            list = kind;
        } else {
            clause = line;
        }
    }
    entries
}
