//! Every known misbehaviour, switched on in the built-in engine, is found in every profile at one of its
//! clauses and with the severity of its table; what only looks odd is not held against it; and without
//! a defect nothing is found at all.
//!
//! What each defect trips is kept in `tests/snapshots/`, and what the ledger of clauses counts on in
//! `src/ledger/`. `KENTEI_BLESS=1 cargo test --test defects` writes both anew. For a few
//! defects alone there is `KENTEI_DEFECTS=A01,B02 cargo test --test defects`, which compares nothing.

#[path = "defects/examine.rs"]
mod examine;
#[path = "defects/matrix.rs"]
mod matrix;
#[path = "record/mod.rs"]
mod record;
#[path = "defects/settle.rs"]
mod settle;
#[path = "defects/wanted.rs"]
mod wanted;

use kentei::protocol::{self, Dialect};
use kentei::reference::{self, Defect};
use kentei::scenario;
use kentei::verdict::Verdict;

use examine::Examined;

/// Examines each defect of a dialect and fails with all that is wrong.
#[expect(
    clippy::print_stdout,
    reason = "the table of defects and clauses is read in the test's output"
)]
fn every_defect(name: &str) {
    let dialect = protocol::dialect(name).expect("a dialect");
    let only = std::env::var("KENTEI_DEFECTS").unwrap_or_default();
    let chosen = |defect: &&Defect| only.is_empty() || only.split(',').any(|id| id == defect.id);
    let defects: Vec<&'static Defect> = reference::defects(name).iter().filter(chosen).collect();
    let file = matrix::file(name);
    let known = matrix::blocks(&std::fs::read_to_string(&file).unwrap_or_default());
    let doubtful = |row: &Examined| {
        let before = known.get(row.defect.id);
        let changed = before.is_some_and(|before| *before != matrix::block(row));
        changed || wanted::problem(dialect, row).is_some()
    };
    let rows = examine::all(dialect, &defects, &known, &doubtful);
    for row in &rows {
        println!("{} ({:.1} s)", matrix::block(row), row.took.as_secs_f64());
    }
    if record::blessed() && only.is_empty() {
        compare(name, &rows);
    }
    let problems: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            wanted::problem(dialect, row).map(|text| format!("{}: {text}", row.defect.id))
        })
        .collect();
    assert!(
        problems.is_empty(),
        "{} of {}:\n{}",
        problems.len(),
        rows.len(),
        problems.join("\n")
    );
    if only.is_empty() {
        compare(name, &rows);
    }
}

/// Compares what was found with what was reviewed.
fn compare(name: &str, rows: &[Examined]) {
    record::compare(
        &format!("src/ledger/{name}/defects.yaml"),
        &examine::evidence(rows),
        examine::OFTEN,
    );
    matrix::compare(name, rows);
}

#[test]
fn every_usi_defect_is_found_at_its_clause() {
    every_defect("usi");
}

#[test]
fn every_uci_defect_is_found_at_its_clause() {
    every_defect("uci");
}

/// Nothing at all is found on the sound engine, and every scenario is played to its end.
fn sound(dialect: &'static dyn Dialect, profile: &'static str) {
    let (library, _) = scenario::load(dialect, &[]);
    let all = library.scenarios;
    let result = examine::played(dialect, None, profile, all.clone(), &all);
    for scenario in &result.scenarios {
        let told: Vec<_> = scenario
            .findings
            .iter()
            .map(|finding| (finding.clause.0, &finding.message))
            .collect();
        assert!(
            told.is_empty(),
            "{} in profile {profile}: {told:?}",
            scenario.id
        );
        let fine = matches!(scenario.verdict, Verdict::Pass | Verdict::Skip);
        assert!(
            fine,
            "{} in profile {profile}: {:?} {:?}",
            scenario.id, scenario.verdict, scenario.reason
        );
        let played = scenario.reached_end || scenario.verdict == Verdict::Skip;
        assert!(
            played,
            "{} in profile {profile} ended at line {:?}",
            scenario.id, scenario.stopped_at_line
        );
    }
}

fn sound_in_all_profiles(dialect: &str) {
    let dialect = protocol::dialect(dialect).expect("a dialect");
    std::thread::scope(|scope| {
        for (profile, _) in &dialect.catalogue().profiles {
            scope.spawn(move || sound(dialect, profile));
        }
    });
}

#[test]
fn nothing_is_found_on_the_sound_usi_engine() {
    sound_in_all_profiles("usi");
}

#[test]
fn nothing_is_found_on_the_sound_uci_engine() {
    sound_in_all_profiles("uci");
}
