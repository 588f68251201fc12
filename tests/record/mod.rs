//! Records what tests have seen reported, for the ledger of clauses: writes it to `src/ledger/`, or compares it
//! with the content there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use super::bless::blessed;

/// What has reported each clause, and how often: by clause, by kind of evidence, by name.
#[derive(Debug, Default)]
pub(crate) struct Evidence(BTreeMap<String, BTreeMap<Kind, BTreeMap<String, u32>>>);

/// A kind of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A rule with its violation.
    Rules,
    /// A script that names the clause, and in which the clause was reported.
    Scenarios,
    /// A defect that violates the clause.
    Defects,
}

impl Kind {
    /// All kinds, in the order of the record.
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
    /// Counts one observation.
    pub(crate) fn see(&mut self, clause: &str, kind: Kind, name: &str) {
        let kinds = self.0.entry(clause.to_owned()).or_default();
        *kinds.entry(kind).or_default().entry(name.to_owned()).or_default() += 1;
    }

    /// The record of what was seen at least `least` times.
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

/// Compares what was seen with a file of the package. Everything in the file must be seen again. If `least` is more
/// than one, entries that were seen less often are not recorded, and new entries are no error: they come by chance,
/// as happens once in a thousand examinations.
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
