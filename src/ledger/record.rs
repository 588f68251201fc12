//! What tests have seen reported. The tests that see it write the files.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// What was reported, by clause.
pub(super) type Record = BTreeMap<String, Reporters>;

/// What has reported one clause.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Reporters {
    /// Rules, each with the violation.
    pub(super) rules: BTreeSet<String>,
    /// Scripts that name the clause and in which it was reported.
    pub(super) scenarios: BTreeSet<String>,
    /// Defects that violate the clause.
    pub(super) defects: BTreeSet<String>,
    /// The scripts among `scenarios` in which it was reported for an engine; in the others it was reported for a
    /// written transcript.
    #[serde(skip)]
    pub(super) played: BTreeSet<String>,
}

impl Reporters {
    /// Whether nothing has reported the clause.
    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.scenarios.is_empty() && self.defects.is_empty()
    }
}

/// The records of one dialect.
struct Files {
    dialect: &'static str,
    /// What was reported for engines with defects.
    engines: &'static str,
    /// What was reported for transcripts and for the examples of the catalogue.
    texts: &'static [&'static str],
}

const FILES: [Files; 3] = [
    Files {
        dialect: "usi",
        engines: include_str!("usi/defects.yaml"),
        texts: &[include_str!("usi/transcripts.yaml"), include_str!("usi/examples.yaml")],
    },
    Files {
        dialect: "uci",
        engines: include_str!("uci/defects.yaml"),
        texts: &[include_str!("uci/transcripts.yaml"), include_str!("uci/examples.yaml")],
    },
    Files {
        dialect: "ucci",
        engines: include_str!("ucci/defects.yaml"),
        texts: &[include_str!("ucci/transcripts.yaml"), include_str!("ucci/examples.yaml")],
    },
];

/// The record of a dialect; empty if there are no files for it.
pub(super) fn of(dialect: &str) -> Record {
    let mut record = Record::new();
    let mut add = |text: &str, on_engine: bool| {
        let part: Record = serde_saphyr::from_str(text).expect("the record is sound");
        for (clause, seen) in part {
            let known = record.entry(clause).or_default();
            if on_engine {
                known.played.extend(seen.scenarios.iter().cloned());
            }
            known.rules.extend(seen.rules);
            known.scenarios.extend(seen.scenarios);
            known.defects.extend(seen.defects);
        }
    };
    for files in FILES.iter().filter(|files| files.dialect == dialect) {
        add(files.engines, true);
        files.texts.iter().for_each(|text| add(text, false));
    }
    record
}
