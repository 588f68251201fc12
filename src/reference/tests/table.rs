//! Tests that the tables and the code have the same defects.

use std::collections::{BTreeMap, BTreeSet};

use crate::reference::family::{Board, DefectHook};
use crate::reference::{Defect, NoEngine, defects, generated, ucci, uci, usi};

/// Whether an id is in the code only: a helper of a defect, or a conforming engine that differs, for snapshots.
fn is_no_defect(id: &str) -> bool {
    id == "left-child" || id.starts_with("variant:") || id.starts_with("set:")
}

fn same<B: Board>(dialect: &str, code: impl Iterator<Item = &'static DefectHook<B>>) {
    let table: Vec<&Defect> = defects(dialect).iter().chain(generated(dialect)).collect();
    let listed: BTreeSet<&str> = table.iter().map(|defect| defect.id).collect();
    let written: Vec<&str> = code.map(|defect_hook| defect_hook.id).collect();
    let known: BTreeSet<&str> = written.iter().copied().filter(|id| !is_no_defect(id)).collect();
    assert_eq!(listed, known);
    assert_eq!(table.len(), listed.len(), "an id twice in the table");
    let all: BTreeSet<&str> = written.iter().copied().collect();
    assert_eq!(written.len(), all.len(), "an id twice in the code");
}

#[test]
fn every_usi_defect_is_written_and_listed() {
    same("usi", usi::defect_hooks());
}

#[test]
fn every_uci_defect_is_written_and_listed() {
    same("uci", uci::defect_hooks());
}

#[test]
fn every_ucci_defect_is_written_and_listed() {
    same("ucci", ucci::defect_hooks());
}

#[test]
fn every_row_has_a_verdict_for_each_profile() {
    const WORDS: [&str; 5] = ["pass", "info", "warn", "fail", "skip"];
    for (dialect, profiles) in [("usi", 3), ("uci", 2), ("ucci", 3)] {
        for defect in defects(dialect).iter().chain(generated(dialect)) {
            let id = defect.id;
            assert_eq!(defect.expected.len(), profiles, "{id}");
            let known = |(_, word): &(&str, &str)| WORDS.contains(word);
            assert!(defect.expected.iter().all(known), "{id}");
            assert!(!defect.clauses.is_empty(), "{id}");
        }
    }
}

#[test]
fn each_defect_is_described_in_its_own_words() {
    for dialect in ["usi", "uci", "ucci"] {
        let mut described: BTreeMap<&str, &str> = BTreeMap::new();
        for defect in defects(dialect).iter().chain(generated(dialect)) {
            let other = described.insert(defect.behaviour, defect.id);
            assert_eq!(other, None, "{dialect}: {} has the same words", defect.id);
        }
    }
}

#[test]
fn a_variant_differs_from_its_row_in_the_behaviour_alone() {
    let of = |id: &str| defects("usi").iter().find(|defect| defect.id == id).expect("a defect");
    let (row, variant) = (of("E08"), of("E08:silent"));
    assert_eq!(row.behaviour, "crashes at a bare go");
    assert_eq!(variant.behaviour, "never answers a bare go");
    assert_eq!(Defect { id: row.id, behaviour: row.behaviour, ..variant.clone() }, *row);
}

#[test]
fn unknown_engines_and_defects_are_refused() {
    let io = || crate::reference::Io {
        input: Box::new(std::io::empty()),
        output: Box::new(std::io::sink()),
        errors: Box::new(std::io::sink()),
    };
    let refused = crate::reference::run("xyz", None, io());
    assert_eq!(refused, Err(NoEngine::Dialect("xyz".to_owned())));
    let refused = crate::reference::run("usi", Some("Z99"), io()).unwrap_err();
    let text = "the built-in usi engine has no defect \"Z99\"";
    assert_eq!(refused.to_string(), text);
}
