//! A shared script that finds the same fault in two dialects reports it with the same severity, at corresponding
//! clauses. `src/run/tests/siblings.rs` tests the same for rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::Path;
use std::thread;

use kentei::protocol;
use kentei::scenario::{self, Scenario};
use kentei::verdict::Severity;
use serde_json::Value;

use crate::built_in::RunAs;
use crate::play;

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

/// Clause and severity of a finding. Its violation is left out: a reply too many is found by a rule if it is read before
/// the next command is sent, otherwise by the script.
type Found = BTreeSet<(String, Severity)>;

/// What the script finds on the defect, in the first profile of the dialect, without notes.
fn found(dialect: &str, defect: &str, script: &str) -> Found {
    let dialect = protocol::dialect(dialect).expect("a dialect");
    let (library, mistakes) = scenario::load(dialect, &[]);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let is_chosen = |one: &&Scenario| one.id.split('[').next() == Some(script);
    let scenarios: Vec<Scenario> = library.scenarios.iter().filter(is_chosen).cloned().collect();
    assert!(!scenarios.is_empty(), "{script} is no script of {}", dialect.name());
    let profile = dialect.catalogue().profiles[0].0;
    let result =
        play::played(dialect, Some(defect), RunAs::Process, profile, scenarios, &library.scenarios);
    let findings = result
        .scenarios
        .iter()
        .filter(|one| one.id.starts_with(script))
        .flat_map(|one| &one.findings)
        .filter(|finding| finding.severity > Severity::Info);
    findings.map(|finding| (finding.clause.0.to_owned(), finding.severity)).collect()
}

/// The findings of USI at the corresponding clauses of UCI; a clause that is not in the table keeps its number.
fn translated(found: Found) -> Found {
    let sibling = |clause: String| {
        let pair = SIBLINGS.iter().find(|(usi, _)| clause == format!("USI-{usi}"));
        pair.map_or(clause, |(_, uci)| format!("UCI-{uci}"))
    };
    found.into_iter().map(|(clause, severity)| (sibling(clause), severity)).collect()
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

/// A real engine, with its published reports in two dialects.
const REAL_ENGINE: (&str, &str) = ("usi/fairy-stockfish-11.1", "uci/fairy-stockfish-11.1-uci");
/// Violations that count in profile `core` of one of the two dialects only. `no-final-info` breaks UCI-BM-06; in USI it
/// counts in profile `draft`.
const OF_ONE_DIALECT: &[&str] = &["no-final-info"];
/// The smallest number of shared scripts that both reports must have a result for.
const COMPARED: usize = 50;

/// The findings of a published report that count, by the shared script that shows them: violation and severity. Scripts
/// without a result are left out.
fn published(report: &str) -> BTreeMap<String, BTreeSet<(String, String)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let file = File::open(folder.join(format!("{report}.json"))).expect("a report");
    let report: Value = serde_json::from_reader(file).expect("JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let scenarios = report["scenarios"].as_array().expect("scenarios").iter();
    let shared = scenarios.filter(|one| text(&one["id"]).starts_with("shared/"));
    let settled = shared.filter(|one| ["pass", "warn", "fail"].contains(&&*text(&one["verdict"])));
    let findings = |scenario: &Value| {
        let all = scenario["findings"].as_array().expect("findings").iter();
        let named = all.map(|finding| (text(&finding["violation"]), text(&finding["severity"])));
        let counts = named.filter(|(violation, severity)| {
            severity != "info" && !OF_ONE_DIALECT.contains(&violation.as_str())
        });
        counts.collect()
    };
    settled.map(|one| (text(&one["id"]), findings(one))).collect()
}

#[test]
fn shared_scripts_find_the_same_on_a_real_engine_in_two_dialects() {
    let (usi, uci) = (published(REAL_ENGINE.0), published(REAL_ENGINE.1));
    let both = usi.iter().filter_map(|(id, found)| Some((id, found, uci.get(id)?)));
    let both: Vec<_> = both.collect();
    assert!(both.len() >= COMPARED, "{} scripts", both.len());
    let differ: Vec<_> = both.iter().filter(|(_, usi, uci)| usi != uci).collect();
    assert!(differ.is_empty(), "{differ:#?}");
    assert!(both.iter().any(|(_, found, _)| !found.is_empty()), "nothing is found in either");
}
