//! Reads a catalogue from its YAML.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::protocol::catalogue::{Catalogue, Clause, Document};
use crate::protocol::clause_mapping::ClauseMappings;
use crate::verdict::{ClauseId, Severity};

#[derive(Deserialize)]
struct File {
    documents: Vec<Document>,
    clauses: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    title: String,
    binds: String,
    sources: Vec<String>,
    strength: String,
    basis: String,
    agreement: String,
    requirement: String,
    #[serde(default)]
    observe: Observe,
    testable: String,
    why_limited: Option<String>,
    verdict_by_profile: BTreeMap<String, String>,
    #[serde(default)]
    grey_areas: Vec<String>,
    #[serde(default)]
    defects: Vec<String>,
    when_broken: Option<String>,
}

#[derive(Deserialize, Default)]
struct Observe {
    stimulus: Option<String>,
    expected: Option<String>,
    forbidden: Option<String>,
    time_bound: Option<String>,
}

/// Reads a catalogue that is compiled in: its clauses, and what each violation breaks.
///
/// # Panics
/// If a text is malformed. Both are compiled in, and a test reads every catalogue.
pub(crate) fn read(
    clauses: &str,
    violations: &str,
    profiles: &[(&'static str, &str)],
) -> Catalogue {
    let file: File =
        serde_saphyr::from_str(clauses).expect("the catalogue is part of the program and tested");
    let clauses: Vec<Clause> = file.clauses.into_iter().map(|row| clause(row, profiles)).collect();
    Catalogue {
        profiles: profiles.iter().map(|(name, doc)| (*name, (*doc).to_owned())).collect(),
        documents: file.documents,
        violations: ClauseMappings::read(violations, profiles, &clauses),
        clauses,
        japanese: None,
    }
}

fn clause(row: Row, profiles: &[(&'static str, &str)]) -> Clause {
    let severity = |(name, _): &(&'static str, &str)| match row
        .verdict_by_profile
        .get(*name)
        .map(String::as_str)
    {
        Some("fail") => Severity::Fail,
        Some("warn") => Severity::Warn,
        Some("info") => Severity::Info,
        _ => Severity::Skip,
    };
    Clause {
        severities: profiles.iter().map(severity).collect(),
        // Ids are leaked once, because a catalogue lives as long as the program.
        id: ClauseId(Box::leak(row.id.into_boxed_str())),
        title: row.title,
        binds: row.binds,
        sources: row.sources,
        strength: row.strength,
        basis: row.basis,
        agreement: row.agreement,
        requirement: row.requirement,
        stimulus: row.observe.stimulus,
        expected: row.observe.expected,
        forbidden: row.observe.forbidden,
        time_bound: row.observe.time_bound,
        testable: row.testable,
        why_limited: row.why_limited,
        grey_areas: row.grey_areas,
        defects: row.defects,
        when_broken: row.when_broken,
        doc: None,
    }
}
