//! `kentei coverage`: a line for each clause, totals, and the clauses that are not covered.

use crate::cli::kentei;
use serde_json::Value;

fn ledger(dialect: &str) -> (Value, i32) {
    let mut run = kentei(&["coverage", "--dialect", dialect, "--json"]);
    let output = run.output().expect("it runs");
    let ledgers: Value = serde_json::from_slice(&output.stdout).expect("a list of ledgers");
    let code = output.status.code().expect("it ends by itself");
    (ledgers[0].clone(), code)
}

#[test]
fn it_exits_with_1_exactly_where_the_ledger_has_a_gap() {
    for dialect in ["usi", "uci", "ucci"] {
        let (ledger, code) = ledger(dialect);
        let gaps = ledger["gaps"].as_array().expect("a list");
        assert_eq!(code, i32::from(!gaps.is_empty()), "{dialect}: {gaps:?}");
    }
}

#[test]
fn the_totals_are_those_of_the_clauses() {
    let (ledger, _) = ledger("usi");
    let clauses = ledger["clauses"].as_array().expect("a list");
    let standing = |word: &str| {
        let those = clauses.iter().filter(|clause| clause["standing"] == word);
        those.count() as u64
    };
    for groups in ["families", "strengths"] {
        let groups = ledger[groups].as_array().expect("a list");
        for word in ["watched", "judged", "excused", "unwatched"] {
            let sum: u64 = groups.iter().filter_map(|group| group[word].as_u64()).sum();
            assert_eq!(sum, standing(word), "{word}");
        }
    }
}

#[test]
fn a_clause_shows_who_was_seen_to_watch_it() {
    let (ledger, _) = ledger("usi");
    let clauses = ledger["clauses"].as_array().expect("a list");
    let clause = clauses.iter().find(|clause| clause["id"] == "USI-STOP-01");
    let clause = clause.expect("a clause");
    assert_eq!(clause["standing"], "watched");
    for list in ["rules", "defects"] {
        assert!(!clause[list].as_array().expect("a list").is_empty(), "{list}");
    }
    let mut run = kentei(&["coverage", "--dialect", "usi"]);
    let text = run.output();
    let text = String::from_utf8(text.expect("it runs").stdout).expect("text");
    let line = text.lines().find(|line| line.starts_with("USI-STOP-01 "));
    assert!(line.expect("a line").contains("rule"));
}

#[test]
fn what_was_never_shown_by_an_engine_is_named() {
    let (ledger, _) = ledger("usi");
    let clauses = ledger["clauses"].as_array().expect("a list");
    let empty = |clause: &serde_json::Value, list: &str| {
        clause[list].as_array().expect("a list").is_empty()
    };
    for clause in clauses {
        let watched = clause["standing"] == "watched";
        assert_eq!(watched, !empty(clause, "played"), "{clause}");
    }
    let unproven = ledger["unproven"].as_object().expect("an object");
    let pairs = ledger["pairs"].as_u64().expect("a number");
    let open = unproven.values().map(|clauses| clauses.as_array().expect("a list").len() as u64);
    let open: u64 = open.sum();
    assert!(open > 0 && open < pairs, "{open} of {pairs}");
    for (script, named) in unproven {
        for id in named.as_array().expect("a list") {
            let clause = clauses.iter().find(|clause| clause["id"] == *id).expect("a clause");
            let played = clause["played"].as_array().expect("a list");
            assert!(!played.iter().any(|known| known == script), "{script} {id}");
        }
    }
}

#[test]
fn people_read_it_in_their_language() {
    for (words, wanted) in
        [(&["coverage"][..], "スクリプト"), (&["coverage", "--stimuli"], "送るもの")]
    {
        let words = [words, &["--dialect", "ucci", "--lang", "ja"]].concat();
        let output = kentei(&words).output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains(wanted) || text.contains("シナリオ"), "{text}");
    }
}
