//! Which items the filters of a command keep.

use crate::scenario::filter::{Item, is_of_clauses, keeps, unmatched};

fn item() -> Item<'static> {
    Item { id: "usi/go/clock", clauses: vec!["USI-GO-01", "USI-BM-02"] }
}

fn filters(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_filter_is_a_glob_for_ids_or_begins_like_a_clause() {
    for (words, kept) in [
        ("", true),
        ("usi/go", true),
        ("USI-GO-01", true),
        ("usi-bm-*", true),
        ("uci/* USI-BM-02", true),
        ("uci/*", false),
        ("USI-GO-02", false),
        // These are no beginnings of clauses, and ids are compared with case.
        ("*GO*", false),
        ("USI?GO*", false),
        ("USI", false),
        ("!usi/go", false),
        ("!USI-BM-*", false),
        ("!uci/*", true),
        ("!uci/* usi/*", true),
        ("!uci/* uci/*", false),
        ("usi/* !usi/*/clock", false),
    ] {
        assert_eq!(keeps(&item(), &filters(words)), kept, "{words}");
    }
    assert!(is_of_clauses("usi-go-*") && is_of_clauses("UCCI-X"));
    assert!(!is_of_clauses("usi") && !is_of_clauses("us-") && !is_of_clauses("*usi-"));
}

#[test]
fn the_first_filter_that_matches_nothing_is_found() {
    let found = |words: &str| unmatched(&[item()], &filters(words)).map(str::to_owned);
    assert_eq!(found("usi/* !usi/go USI-GO-*"), None);
    assert_eq!(found("usi/* !uci/* nothing"), Some("uci/*".to_owned()));
}
