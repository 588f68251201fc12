//! What tests have seen reported. The files are written by the tests that see it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// By clause.
pub(super) type Record = BTreeMap<String, Seen>;

/// Who has reported one clause.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Seen {
    /// Rule and violation.
    pub(super) rules: BTreeSet<String>,
    /// Scripts that name the clause and in which it was reported.
    pub(super) scenarios: BTreeSet<String>,
    /// Defects that trip it.
    pub(super) defects: BTreeSet<String>,
    /// Of the scripts, those in which an engine was found out by it; in the others it was reported for a text.
    #[serde(skip)]
    pub(super) played: BTreeSet<String>,
}

impl Seen {
    /// Whether nothing has reported it.
    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.scenarios.is_empty() && self.defects.is_empty()
    }
}

/// What tests have seen, of one dialect.
struct Files {
    dialect: &'static str,
    /// On engines with defects.
    engines: &'static str,
    /// On transcripts, and on the examples of the catalogue.
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

/// The record of a dialect; empty where nothing was written down.
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
