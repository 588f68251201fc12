//! `kentei list`: one line for each entry, for people and grep, and JSON for programs.

use crate::cli::kentei;
use serde_json::Value;

fn lines(args: &[&str]) -> Vec<String> {
    let output = kentei(args).assert().success().stderr("").get_output().clone();
    let text = String::from_utf8(output.stdout).expect("a list is text");
    text.lines().map(str::to_owned).collect()
}

fn json(args: &[&str]) -> Vec<Value> {
    let text = lines(args).join("\n");
    serde_json::from_str(&text).expect("it is a list of objects")
}

#[test]
fn dialects_stand_first_on_their_lines() {
    let lines = lines(&["list", "dialects"]);
    assert!(lines.iter().any(|line| line.starts_with("usi ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("uci ")), "{lines:?}");
}

#[test]
fn a_line_is_never_cut_where_no_terminal_is() {
    let lines = lines(&["list", "clauses"]);
    assert!(lines.iter().all(|line| !line.ends_with('…')));
}

#[test]
fn a_dialect_narrows_and_json_says_the_same() {
    for what in ["scenarios", "clauses", "defects"] {
        for dialect in ["usi", "uci", "ucci"] {
            let lines = lines(&["list", what, "--dialect", dialect]);
            let values = json(&["list", what, "--dialect", dialect, "--json"]);
            assert!(!lines.is_empty(), "{what} of {dialect}");
            assert_eq!(lines.len(), values.len(), "{what} of {dialect}");
            for (line, value) in lines.iter().zip(&values) {
                assert_eq!(line.split(' ').next(), value["id"].as_str());
                assert_eq!(value["dialect"], dialect);
            }
        }
    }
}

#[test]
fn clauses_of_all_dialects_have_ids_of_their_own() {
    let mut ids: Vec<String> = json(&["list", "clauses", "--json"])
        .iter()
        .map(|clause| clause["id"].as_str().unwrap().to_owned())
        .collect();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
    assert!(count > 300, "{count}");
}

#[test]
fn filters_are_globs_for_ids_and_clauses() {
    let ids = |args: &[&str]| -> Vec<String> {
        let lines = lines(&[&["list"], args].concat());
        lines.iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    };
    let go = ids(&["scenarios", "--dialect", "usi", "usi/go/*"]);
    assert!(go.len() > 10 && go.iter().all(|id| id.starts_with("usi/go/")), "{go:?}");
    let about = json(&["list", "scenarios", "--dialect", "usi", "USI-GO-13", "--json"]);
    let names = |scenario: &Value| {
        scenario["clauses"].as_array().is_some_and(|clauses| clauses.contains(&"USI-GO-13".into()))
    };
    assert!(!about.is_empty() && about.iter().all(names), "{about:?}");
    assert_eq!(ids(&["clauses", "usi-go-13"]), ["USI-GO-13"]);
    assert!(ids(&["defects", "USI-GO-13"]).len() > 1);
    assert_eq!(ids(&["clauses", "USI-GO-1*", "!USI-GO-1?"]), Vec::<String>::new());
    let refused = kentei(&["list", "scenarios", "usi/goo/*"]).assert().code(2);
    refused.stderr(predicates::str::contains("try: usi/go/*"));
}
