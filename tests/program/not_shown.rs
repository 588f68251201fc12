//! What was not shown does not pass: a value that cannot be read, a clause whose scenario was skipped, and a violation
//! that occurred only once.

use std::path::Path;

use crate::cli::kentei;
use serde_json::Value;

/// The report on an engine of `engines/few_moves.sh`.
fn examine(engine: &[&str], filters: &[&str], more: &[&str]) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/few_moves.sh");
    let mut args = vec!["run", "--dialect", "usi", "--no-generated", "--report", "json"];
    args.extend(filters.iter().flat_map(|filter| ["--filter", filter]));
    args.extend(more);
    args.extend(["--", "sh", script.to_str().expect("a path")]);
    args.extend(engine);
    let run = kentei(&args).assert();
    serde_json::from_slice(&run.get_output().stdout).expect("a report")
}

fn scenario<'a>(report: &'a Value, id: &str) -> &'a Value {
    let scenarios = report["scenarios"].as_array().expect("a list");
    scenarios.iter().find(|scenario| scenario["id"] == id).expect("it is listed")
}

fn clause<'a>(report: &'a Value, id: &str) -> Option<&'a Value> {
    report["clauses"].as_array().expect("a list").iter().find(|clause| clause["id"] == id)
}

#[test]
fn a_demand_on_a_value_that_cannot_be_read_is_not_met() {
    let ids = ["usi/go/searchmoves[black]", "usi/mate/known[one]"];
    let report = examine(&["unreadable"], &ids, &[]);
    let reasons = [
        "what it demands cannot be read: USI-MOVE-01 in usi/go/answers",
        "what it demands cannot be read: USI-CM-10 in usi/mate/answers",
    ];
    for (id, reason) in ids.into_iter().zip(reasons) {
        let scenario = scenario(&report, id);
        assert_eq!(
            (&scenario["verdict"], &scenario["reason"]),
            (&"blocked".into(), &reason.into())
        );
    }
    assert_eq!(clause(&report, "USI-CM-04"), None);
    assert_eq!(clause(&report, "USI-MOVE-01").expect("it is broken")["verdict"], "fail");
}

#[test]
fn a_clause_whose_only_scenario_was_skipped_has_not_passed() {
    let report = examine(&["plain"], &["usi/option/button"], &[]);
    let skipped = scenario(&report, "usi/option/button");
    assert_eq!(skipped["verdict"], "skip");
    let clauses = skipped["clauses"].as_array().expect("a list");
    assert!(clauses.contains(&"USI-SET-03".into()), "{clauses:?}");
    assert_eq!(clause(&report, "USI-SET-03"), None);
    assert_eq!(scenario(&report, "usi/ready/readyok")["verdict"], "pass");
    assert_eq!(clause(&report, "USI-READY-01").expect("it was examined")["verdict"], "pass");
}

#[test]
fn what_occurs_once_counts_beside_what_is_carried_from_game_to_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let once = folder.path().join("once");
    let filters = ["usi/go/answers", "usi/go/byoyomi"];
    let share = ["--share", "always", "--jobs", "1"];
    let report = examine(&["games", once.to_str().expect("a path")], &filters, &share);
    for id in ["USI-GO-19", "USI-READY-05"] {
        let clause = clause(&report, id).unwrap_or_else(|| panic!("{id}: {:#}", report["clauses"]));
        assert_eq!(clause["verdict"], "fail", "{id}");
    }
}
