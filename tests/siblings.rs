//! A shared script that finds the same fault in two dialects reports the same violation with the same severity, at
//! corresponding clauses. `src/run/tests/siblings.rs` tests the same for rules.

#[path = "defects/play.rs"]
mod play;

use std::collections::BTreeSet;
use std::thread;

use kentei::protocol;
use kentei::scenario::{self, Scenario};
use kentei::verdict::Severity;

/// Clauses of USI and of UCI with the same meaning, without the names of the dialects.
const SIBLINGS: &[(&str, &str)] = &[
    ("PON-02", "PH-02"),
    ("PON-07", "PH-06"),
    ("PON-09", "PH-07"),
    ("QUIT-02", "QUIT-01"),
    ("QUIT-05", "QUIT-02"),
    ("QUIT-06", "QUIT-05"),
    ("READY-05", "SYNC-01"),
];

/// A defect of the built-in USI engine, the same defect of the UCI engine, and a script that shows it.
const FAULTS: &[(&str, &str, &str)] = &[
    ("F08", "U03", "shared/ponder/stop-on-miss"),
    ("F10", "U62", "shared/ponder/hit-then-stop"),
    ("F13", "PH07:crash", "shared/ponder/hit-twice"),
    ("K01", "U49", "shared/quit/searching"),
    ("K03", "U48", "shared/quit/end-of-input"),
    ("K04", "U110", "shared/quit/idle"),
    ("O07", "S03", "shared/ready/once-each"),
];

/// Clause, violation and severity of a finding.
type Found = BTreeSet<(String, Option<String>, Severity)>;

/// What the script finds on the defect, in the first profile of the dialect, without notes.
fn found(dialect: &str, defect: &str, script: &str) -> Found {
    let dialect = protocol::dialect(dialect).expect("a dialect");
    let (library, mistakes) = scenario::load(dialect, &[]);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let is_chosen = |one: &&Scenario| one.id.split('[').next() == Some(script);
    let scenarios: Vec<Scenario> = library.scenarios.iter().filter(is_chosen).cloned().collect();
    assert!(!scenarios.is_empty(), "{script} is no script of {}", dialect.name());
    let profile = dialect.catalogue().profiles[0].0;
    let result = play::played(dialect, Some(defect), profile, scenarios, &library.scenarios);
    let findings = result
        .scenarios
        .iter()
        .filter(|one| one.id.starts_with(script))
        .flat_map(|one| &one.findings)
        .filter(|finding| finding.severity > Severity::Info);
    let named = findings
        .map(|finding| (finding.clause.0.to_owned(), finding.violation.clone(), finding.severity));
    named.collect()
}

/// The findings of USI at the corresponding clauses of UCI; a clause that is not in the table keeps its number.
fn translated(found: Found) -> Found {
    let sibling = |clause: String| {
        let pair = SIBLINGS.iter().find(|(usi, _)| clause == format!("USI-{usi}"));
        pair.map_or(clause, |(_, uci)| format!("UCI-{uci}"))
    };
    found.into_iter().map(|(clause, what, severity)| (sibling(clause), what, severity)).collect()
}

#[test]
fn a_shared_script_finds_the_same_fault_at_sibling_clauses() {
    let compared = |&(usi, uci, script): &(&str, &str, &str)| {
        let first = translated(found("usi", usi, script));
        let second = found("uci", uci, script);
        let agree = !first.is_empty() && first == second;
        (!agree).then(|| format!("{script}: {first:?} with {usi}, {second:?} with {uci}"))
    };
    // Most of the time is spent waiting for replies that do not come.
    let wrong: Vec<String> = thread::scope(|scope| {
        let all: Vec<_> = FAULTS.iter().map(|fault| scope.spawn(|| compared(fault))).collect();
        all.into_iter().filter_map(|one| one.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Both clauses of each pair exist and have the same strength.
#[test]
fn siblings_are_clauses_of_the_same_strength() {
    let strength = |name: &str, clause: &str| {
        let catalogue = protocol::dialect(name).expect("a dialect").catalogue();
        let clause = catalogue.clause(clause);
        clause.expect("a clause").strength.clone()
    };
    for (usi, uci) in SIBLINGS {
        let (usi, uci) = (format!("USI-{usi}"), format!("UCI-{uci}"));
        assert_eq!(strength("usi", &usi), strength("uci", &uci), "{usi} {uci}");
    }
}
