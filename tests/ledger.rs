//! The ledger of clauses: every hole in it is known, and none that is closed is still listed.
//!
//! The holes that are left stand in `src/ledger/*/holes.txt`, with a reason behind `#`.
//! `KENTEI_BLESS=1 cargo test --test ledger` writes them anew, after the tests that write the record, and fails all the
//! same where they have changed: the next run compares with what was written.

mod bless;

use std::collections::BTreeMap;
use std::path::Path;

use kentei::ledger::{Hole, Ledger};
use kentei::{protocol, reference, scenario};

fn ledger(name: &str) -> Ledger {
    let dialect = protocol::dialect(name).expect("a dialect");
    let (library, _) = scenario::load(dialect, &[]);
    Ledger::of(dialect, &library.scenarios, reference::defects(name))
}

/// Compares the holes with those that are known. A new one has the reason "not yet watched".
fn every_hole_is_known(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/ledger/{name}/holes.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeMap<String, String> = text
        .lines()
        .filter_map(|line| line.split_once("  # "))
        .map(|(hole, reason)| (hole.to_owned(), reason.to_owned()))
        .collect();
    let holes: Vec<String> = ledger(name).holes.iter().map(Hole::to_string).collect();
    if bless::blessed() {
        let line = |hole: &String| {
            let reason = known.get(hole).map_or("not yet watched", String::as_str);
            format!("{hole}  # {reason}\n")
        };
        let text: String = holes.iter().map(line).collect();
        std::fs::write(&path, text).expect("the holes are written");
    }
    // Blessed or not: what was not known before is looked at, and the next run has it in its list.
    let new: Vec<_> = holes
        .iter()
        .filter(|hole| !known.contains_key(*hole))
        .collect();
    let closed: Vec<_> = known.keys().filter(|hole| !holes.contains(hole)).collect();
    assert!(
        new.is_empty() && closed.is_empty(),
        "new holes: {new:#?}, closed: {closed:#?}; look at them, then run with KENTEI_BLESS=1"
    );
}

#[test]
fn every_hole_of_usi_is_known() {
    every_hole_is_known("usi");
}

#[test]
fn every_hole_of_uci_is_known() {
    every_hole_is_known("uci");
}

#[test]
fn no_id_is_unknown() {
    for name in ["usi", "uci"] {
        let ledger = ledger(name);
        let unknown = |hole: &&Hole| matches!(hole, Hole::Unknown(_));
        let unknown: Vec<_> = ledger.holes.iter().filter(unknown).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}

#[test]
fn what_cannot_be_tested_says_why() {
    for name in ["usi", "uci"] {
        let ledger = ledger(name);
        let silent = |hole: &&Hole| matches!(hole, Hole::Reason(_));
        let silent: Vec<_> = ledger.holes.iter().filter(silent).collect();
        assert!(silent.is_empty(), "{silent:?}");
    }
}
