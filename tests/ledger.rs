//! The ledger of clauses: every coverage gap is listed, and no closed gap is still listed.
//!
//! The known gaps are in `src/ledger/*/gaps.txt`, each with a reason after `#`. `KENTEI_BLESS=1 cargo test --test
//! ledger` rewrites these files; run it after the tests that write the record. It still fails if the gaps have
//! changed, and the next run compares with the new files.

mod bless;

use std::collections::BTreeMap;
use std::path::Path;

use kentei::ledger::{CoverageGap, Ledger};
use kentei::{protocol, reference, scenario};

fn ledger(name: &str) -> Ledger {
    let dialect = protocol::dialect(name).expect("a dialect");
    let (library, _) = scenario::load(dialect, &[]);
    Ledger::of(dialect, &library.scenarios, reference::defects(name))
}

/// Compares the gaps with the known ones. A new gap gets the reason "no defect and no test for it yet".
fn every_gap_is_known(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/ledger/{name}/gaps.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeMap<String, String> = text
        .lines()
        .filter_map(|line| line.split_once("  # "))
        .map(|(gap, reason)| (gap.to_owned(), reason.to_owned()))
        .collect();
    let gaps: Vec<String> = ledger(name).gaps.iter().map(CoverageGap::to_string).collect();
    if bless::blessed() {
        let line = |gap: &String| {
            let reason = known.get(gap).map_or("no defect and no test for it yet", String::as_str);
            format!("{gap}  # {reason}\n")
        };
        let text: String = gaps.iter().map(line).collect();
        std::fs::write(&path, text).expect("the gaps are written");
    }
    // This fails in a blessing run too, so that somebody looks at the change; the next run finds it in the list.
    let new: Vec<_> = gaps.iter().filter(|gap| !known.contains_key(*gap)).collect();
    let closed: Vec<_> = known.keys().filter(|gap| !gaps.contains(gap)).collect();
    assert!(
        new.is_empty() && closed.is_empty(),
        "new gaps: {new:#?}, closed: {closed:#?}; look at them, then run with KENTEI_BLESS=1"
    );
}

#[test]
fn every_gap_of_usi_is_known() {
    every_gap_is_known("usi");
}

#[test]
fn every_gap_of_uci_is_known() {
    every_gap_is_known("uci");
}

#[test]
fn every_gap_of_ucci_is_known() {
    every_gap_is_known("ucci");
}

#[test]
fn no_id_is_unknown() {
    for name in ["usi", "uci", "ucci"] {
        let ledger = ledger(name);
        let unknown = |gap: &&CoverageGap| matches!(gap, CoverageGap::Unknown(_));
        let unknown: Vec<_> = ledger.gaps.iter().filter(unknown).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}

#[test]
fn what_cannot_be_tested_says_why() {
    for name in ["usi", "uci", "ucci"] {
        let ledger = ledger(name);
        let silent = |gap: &&CoverageGap| matches!(gap, CoverageGap::Reason(_));
        let silent: Vec<_> = ledger.gaps.iter().filter(silent).collect();
        assert!(silent.is_empty(), "{silent:?}");
    }
}
