//! The ids of violations are data that programs store. `docs/violations.md` lists them; this test keeps the list
//! complete, as well as the pages of the clauses, to which reports link.

mod bless;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use kentei::lang::{Lang, with_lang};
use kentei::protocol::DIALECTS;
use kentei::report::markdown::clauses;
use kentei::verdict::Severity;

const HEAD: &str = "# Violations

What a rule noticed has an id, in JSON as `violation` of a finding and in SARIF as a part of its fingerprint. An id is never
given another meaning. What a script alone expected has none.

This list is written by `KENTEI_BLESS=1 cargo test --test violations`.

";

/// The list as the program has it.
fn list() -> String {
    let mut rows: BTreeMap<(String, &str), (&str, Vec<&str>)> = BTreeMap::new();
    for dialect in DIALECTS.iter() {
        for row in dialect.watches() {
            let (_, clauses) =
                rows.entry((row.violation, row.rule)).or_insert((row.meaning, Vec::new()));
            if !clauses.contains(&row.clause) {
                clauses.push(row.clause);
            }
        }
    }
    let mut text = HEAD.to_owned() + "| id | rule | what it is | clauses |\n|---|---|---|---|\n";
    for ((id, rule), (meaning, clauses)) in rows {
        let clauses = clauses.join(", ");
        let _ = writeln!(text, "| `{id}` | {rule} | {meaning} | {clauses} |");
    }
    text
}

#[test]
fn every_id_is_documented_and_stays() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/violations.md");
    let list = list();
    if bless::blessed() {
        fs::write(&path, &list).expect("it is written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let gone = kept.lines().find(|line| !list.contains(line));
    assert!(gone.is_none(), "it is gone or means something else: {gone:?}");
    assert!(kept == list, "run this test with KENTEI_BLESS=1 and look at the difference");
}

#[test]
fn each_dialect_has_a_row_for_each_violation_and_no_other() {
    for dialect in DIALECTS.iter() {
        // `watches` panics with the ids that are missing in `violations.yaml`, or unknown.
        let noticed = dialect.watches();
        let breaks = |id: &str| noticed.iter().any(|row| row.violation == id);
        let catalogue = dialect.catalogue();
        for id in catalogue.violations.ids() {
            let mut profiles = catalogue.profiles.iter();
            let is_mapped = profiles.any(|(name, _)| {
                let mapping = catalogue.clause_mapping(id, name);
                mapping.is_some_and(|it| catalogue.severity(it.clause, name) > Severity::Skip)
            });
            assert_eq!(breaks(id), is_mapped, "{}: {id}", dialect.name());
        }
    }
}

#[test]
fn an_id_means_one_thing() {
    let mut meanings = BTreeMap::new();
    for row in DIALECTS.iter().flat_map(|dialect| dialect.watches()) {
        let meaning = *meanings.entry(row.violation.clone()).or_insert(row.meaning);
        assert_eq!(meaning, row.meaning, "{}", row.violation);
    }
}

#[test]
fn an_id_is_words_with_hyphens() {
    for row in DIALECTS.iter().flat_map(|dialect| dialect.watches()) {
        let is_fine = |word: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        assert!(row.violation.split('-').all(is_fine), "{}", row.violation);
        assert!(!row.meaning.is_empty(), "{}", row.violation);
    }
}

#[test]
fn every_clause_has_its_place_in_the_docs_in_both_languages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/clauses");
    for dialect in DIALECTS.iter() {
        for (lang, end) in [(Lang::En, "md"), (Lang::Ja, "ja.md")] {
            let path = folder.join(format!("{}.{end}", dialect.name()));
            let page = with_lang(lang, || clauses::page(dialect.name(), dialect.catalogue()));
            if bless::blessed() {
                fs::create_dir_all(&folder).expect("a folder");
                fs::write(&path, &page).expect("it is written");
            }
            let kept = fs::read_to_string(&path).unwrap_or_default();
            let path = path.display();
            assert!(
                kept == page,
                "{path}: run this test with KENTEI_BLESS=1 and look at the difference"
            );
        }
    }
}
