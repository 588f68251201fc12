//! How often the scenarios find the defects that show only in a window of time.
//!
//! `KENTEI_SERIES=100 cargo bench --bench series` examines each such defect of the built-in engine 100 times with
//! the scenarios that name its clauses, each time with another seed. Without the variable nothing is done. If
//! several examinations at once were too much for the host, so that it could not judge, the examination is repeated
//! alone. `KENTEI_AT_ONCE` is the number of examinations that run at once (4), `KENTEI_DEFECTS=R01,R02` chooses
//! defects, and `KENTEI_DIALECT` another dialect than USI.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

mod proof;
mod subject;

use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use kentei::reference::Defect;
use kentei::run::repeats::rate;
use kentei::scenario::Scenario;

use proof::{Outcome, Proof, asked, is_held, lock, outcome, reported_by};
use subject::Subject;

/// A defect, and the results of its examinations.
struct Row {
    defect: &'static Defect,
    scenarios: Vec<Scenario>,
    /// The scenario that found the defect last.
    finder: Mutex<Option<String>>,
    tally: Mutex<Tally>,
}

#[derive(Default)]
struct Tally {
    examined: u32,
    found: u32,
    /// The seeds with which the host was too busy to judge.
    open: Vec<u64>,
    /// How many of these were found when nothing else ran.
    found_alone: u32,
    /// The seeds with which the defect was not found, and the outcome.
    lost: Vec<(u64, Outcome)>,
}

fn main() -> ExitCode {
    let Some(times) = asked("KENTEI_SERIES", "series") else {
        return ExitCode::SUCCESS;
    };
    let subject = Subject::new();
    let proof = Proof(&subject);
    let chancy = proof.defects(|defect| defect.category == "race" && is_held(defect));
    let rows: Vec<Row> = chancy
        .into_iter()
        .map(|defect| Row {
            defect,
            scenarios: [proof.about(defect, true), proof.about(defect, false)].concat(),
            finder: Mutex::default(),
            tally: Mutex::default(),
        })
        .collect();
    let begun = Instant::now();
    let seeds = 1..=u64::from(times);
    let work = seeds.flat_map(|seed| rows.iter().map(move |row| (row, seed)));
    proof.side_by_side(work.collect(), |(row, seed)| {
        let outcome = examined(proof, row, seed);
        let mut tally = lock(&row.tally);
        match outcome {
            None => return,
            Some(Outcome::Found) => tally.found += 1,
            Some(Outcome::Open) => tally.open.push(seed),
            Some(lost) => tally.lost.push((seed, lost)),
        }
        tally.examined += 1;
    });
    for row in &rows {
        let mut tally = lock(&row.tally);
        for seed in tally.open.clone() {
            match examined(proof, row, seed) {
                None => {}
                Some(Outcome::Found) => tally.found_alone += 1,
                Some(lost) => tally.lost.push((seed, lost)),
            }
        }
    }
    let missed = rows.iter().filter(|row| !tell(row)).count();
    println!("{:.0} s", begun.elapsed().as_secs_f64());
    if proof.is_over() {
        println!("ended early");
    }
    if missed == 0 && !proof.is_over() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Examines a defect with one seed; `None` if the examination was interrupted.
fn examined(proof: Proof<'_>, row: &Row, seed: u64) -> Option<Outcome> {
    let finder = lock(&row.finder).clone();
    let is_finder = |scenario: &Scenario| Some(&scenario.id) == finder.as_ref();
    let (first, rest): (Vec<_>, Vec<_>) = row.scenarios.iter().cloned().partition(is_finder);
    let mut came = Outcome::Missed;
    for part in [first, rest] {
        if part.is_empty() {
            continue;
        }
        if proof.is_over() {
            return None;
        }
        let result = proof.examine(Some(row.defect.id), part, seed);
        came = came.min(outcome(row.defect, &result));
        let mut all = result.scenarios.iter();
        if let Some(found) = all.find(|it| reported_by(row.defect, it) == Outcome::Found) {
            *lock(&row.finder) = Some(found.id.clone());
            break;
        }
    }
    (!proof.is_over()).then_some(came)
}

/// Prints the results of a defect; returns whether it was found each time.
fn tell(row: &Row) -> bool {
    let tally = lock(&row.tally);
    println!(
        "{:<9} found in {} by {} scenarios",
        row.defect.id,
        rate(tally.found + tally.found_alone, tally.examined),
        row.scenarios.len()
    );
    if !tally.open.is_empty() {
        println!(
            "  {} of them only with nothing beside it, where the host was too slow before",
            tally.found_alone
        );
    }
    for (seed, outcome) in &tally.lost {
        println!("  {outcome:?} with seed {seed}");
    }
    tally.lost.is_empty() && tally.examined > 0
}
