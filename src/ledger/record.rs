//! What tests have seen reported. The files are written by the tests that see it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// By clause.
pub(super) type Record = BTreeMap<String, Seen>;

/// Who has told of one clause.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Seen {
    /// Rule and misdeed.
    pub(super) rules: BTreeSet<String>,
    /// Scripts that name the clause and in which it was told.
    pub(super) scenarios: BTreeSet<String>,
    /// Defects that trip it.
    pub(super) defects: BTreeSet<String>,
}

impl Seen {
    /// Whether nobody has.
    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.scenarios.is_empty() && self.defects.is_empty()
    }
}

/// What was seen on engines with defects, on transcripts, and on the examples of the catalogue.
const FILES: &[(&str, &[&str])] = &[
    (
        "usi",
        &[
            include_str!("usi/defects.yaml"),
            include_str!("usi/transcripts.yaml"),
            include_str!("usi/examples.yaml"),
        ],
    ),
    (
        "uci",
        &[
            include_str!("uci/defects.yaml"),
            include_str!("uci/transcripts.yaml"),
        ],
    ),
];

/// The record of a dialect; empty where nothing was written down.
pub(super) fn of(dialect: &str) -> Record {
    let files = FILES.iter().filter(|(name, _)| *name == dialect);
    let mut record = Record::new();
    for text in files.flat_map(|(_, texts)| *texts) {
        let part: Record = serde_saphyr::from_str(text).expect("the record is sound");
        for (clause, seen) in part {
            let known = record.entry(clause).or_default();
            known.rules.extend(seen.rules);
            known.scenarios.extend(seen.scenarios);
            known.defects.extend(seen.defects);
        }
    }
    record
}
