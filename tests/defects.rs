//! Every known misbehaviour, when the built-in engine has it, is found in each profile at one of its clauses with
//! the severity of its table. Behaviour that is only odd is not counted against the engine, and without a defect
//! nothing is found.
//!
//! `tests/snapshots/` has what each defect violates, and `src/ledger/` has what the ledger of clauses relies on.
//! `KENTEI_BLESS=1 cargo test --test defects` rewrites both. `KENTEI_DEFECTS=A01,B02 cargo test --test defects`
//! examines only these defects and compares them with the matrix.
//!
//! A defect is examined as a function of this program first, and as a process if that differs from the record.
//!
//! Each defect is examined in one profile, and a third of the controls run through the whole suite, each in one profile.
//! A defect is examined with the scripts that its record names and with one of 23 parts of the others that have one of
//! its clauses, and with all of them if these do not show what is on record; a defect of a time window with a fifth of
//! its scripts. `KENTEI_TURN` is a number that chooses the profile, the third and the part; CI increases it with each
//! commit. `KENTEI_TURN=all` uses every profile, control and script, and compares the ledger too.

mod bless;
#[path = "defects/built_in.rs"]
mod built_in;
#[path = "defects/combinations/mod.rs"]
mod combinations;
#[path = "defects/controls.rs"]
mod controls;
#[path = "defects/examine.rs"]
mod examine;
#[path = "defects/matrix.rs"]
mod matrix;
#[path = "defects/one.rs"]
mod one;
#[path = "defects/part.rs"]
mod part;
#[path = "defects/play.rs"]
mod play;
#[path = "record/mod.rs"]
mod record;
#[path = "second_judge/mod.rs"]
mod second_judge;
#[path = "defects/settle.rs"]
mod settle;
#[path = "defects/siblings.rs"]
mod siblings;
#[path = "defects/turn.rs"]
mod turn;
#[path = "defects/wanted.rs"]
mod wanted;

use kentei::protocol;
use kentei::reference::{self, Defect};

/// Examines each defect of a dialect and fails with a list of all problems.
#[expect(
    clippy::print_stdout,
    reason = "the table of defects and clauses is read in the test's output"
)]
fn every_defect(name: &str) {
    let dialect = protocol::dialect(name).expect("a dialect");
    let all = reference::defects(name);
    let chosen = all.iter().filter(|defect| turn::is_chosen(defect));
    let defects: Vec<&'static Defect> = chosen.collect();
    let known = std::fs::read_to_string(matrix::file(name)).unwrap_or_default();
    let rows = examine::all(dialect, &defects, &matrix::blocks(&known));
    let blocks: Vec<String> = rows.iter().map(|row| matrix::text(row.defect, &row.block)).collect();
    for (row, block) in rows.iter().zip(&blocks) {
        println!("{block} ({:.1} s)", row.took.as_secs_f64());
    }
    let whole = defects.len() == all.len();
    if bless::blessed() {
        // Defects that were not examined keep their record.
        let kept = matrix::blocks(&known);
        let new = |id: &str| rows.iter().position(|row| row.defect.id == id);
        let all = all.iter().filter_map(|defect| match new(defect.id) {
            Some(at) => Some(blocks[at].clone()),
            None => Some(matrix::text(defect, kept.get(defect.id)?)),
        });
        matrix::write(name, &all.collect::<Vec<_>>());
        if !whole {
            let ids: Vec<&str> = defects.iter().map(|defect| defect.id).collect();
            let file = format!("src/ledger/{name}/defects.yaml");
            let evidence = examine::evidence(&rows, part::kept(&file, &ids));
            record::compare(&file, &evidence, examine::OFTEN);
        }
    }
    let problems = rows.iter().flat_map(|row| {
        let problems = row.problems(dialect).into_iter();
        problems.map(|text| format!("{}: {text}", row.defect.id))
    });
    let problems: Vec<String> = problems.collect();
    assert!(
        problems.is_empty(),
        "{} problems with {} defects:\n{}",
        problems.len(),
        rows.len(),
        problems.join("\n")
    );
    if whole && turn::Turn::of_this_run() == turn::Turn::All {
        record::compare(
            &format!("src/ledger/{name}/defects.yaml"),
            &examine::evidence(&rows, record::Evidence::default()),
            examine::OFTEN,
        );
    }
}

/// A rate is written as it was read, and so is the whole record.
#[test]
fn the_record_is_read_as_it_is_written() {
    let row = |text: &str| {
        let defect = reference::defects("usi").iter().find(|row| text.starts_with(row.id));
        let defect = defect.expect("a defect");
        assert_eq!(matrix::text(defect, &matrix::read(text)), text);
    };
    row("A06 [warn warn warn]\n  USI-BOOT-02  warn - fail     handshake MisspeltAuthor  (3 of 4)");
    row("R01 [fail fail fail]  (2 of 4)\n  USI-PON-01   shown by shared/race/ponderhit  (3 of 4)");
    for name in ["usi", "uci", "ucci"] {
        let text = std::fs::read_to_string(matrix::file(name)).expect("a record");
        let blocks = matrix::blocks(&text);
        for defect in reference::defects(name) {
            if let Some(block) = blocks.get(defect.id) {
                let block = matrix::text(defect, block);
                assert!(text.contains(&block), "{block}");
            }
        }
    }
}

#[test]
fn every_usi_defect_is_found_at_its_clause() {
    every_defect("usi");
}

#[test]
fn every_uci_defect_is_found_at_its_clause() {
    every_defect("uci");
}

#[test]
fn every_ucci_defect_is_found_at_its_clause() {
    every_defect("ucci");
}

#[test]
fn every_usi_control_is_clean_in_the_whole_suite() {
    controls::are_clean("usi");
}

#[test]
fn every_uci_control_is_clean_in_the_whole_suite() {
    controls::are_clean("uci");
}

#[test]
fn every_ucci_control_is_clean_in_the_whole_suite() {
    controls::are_clean("ucci");
}

#[test]
fn nothing_is_found_on_the_sound_usi_engine() {
    controls::sound_engine_is_clean("usi");
}

#[test]
fn nothing_is_found_on_the_sound_uci_engine() {
    controls::sound_engine_is_clean("uci");
}

#[test]
fn nothing_is_found_on_the_sound_ucci_engine() {
    controls::sound_engine_is_clean("ucci");
}

#[test]
fn no_usi_script_shows_a_defect_that_needs_a_combination() {
    combinations::are_not_shown("usi");
}

#[test]
fn no_uci_script_shows_a_defect_that_needs_a_combination() {
    combinations::are_not_shown("uci");
}

#[test]
fn generated_sessions_show_usi_defects_that_need_a_combination() {
    combinations::are_found("usi");
}

#[test]
fn generated_sessions_show_uci_defects_that_need_a_combination() {
    combinations::are_found("uci");
}
