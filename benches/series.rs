//! How often the race scenarios find what shows in a window of time, or one time in twenty.
//!
//! `KENTEI_SERIES=100 cargo bench --bench series` examines each such defect of the built-in engine 100 times with
//! the race scenarios that name its clauses, each time with another seed; unset, nothing is done.
//! `KENTEI_AT_ONCE` examinations run at once (4), `KENTEI_DEFECTS=R01,R02` is for some of them,
//! `KENTEI_DIALECT` for another dialect than USI.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

mod proof;
mod subject;

use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use kentei::run::repeats::rate;

use proof::{Outcome, Proof, asked, is_held, outcome};
use subject::Subject;

fn main() -> ExitCode {
    let Some(times) = asked("KENTEI_SERIES", "series") else {
        return ExitCode::SUCCESS;
    };
    let subject = Subject::new();
    let proof = Proof(&subject);
    let mut all = true;
    for defect in proof.defects(|defect| defect.category == "race" && is_held(defect)) {
        let scenarios = proof.about(defect, true);
        let (found, played) = (AtomicU32::new(0), AtomicU32::new(0));
        let begun = Instant::now();
        proof.side_by_side((1..=times).collect(), |seed| {
            let result = proof.examine(Some(defect.id), scenarios.clone(), u64::from(seed));
            if proof.is_over() {
                return;
            }
            played.fetch_add(1, Ordering::Relaxed);
            if outcome(defect, &result) == Outcome::Found {
                found.fetch_add(1, Ordering::Relaxed);
            } else {
                println!("  {} was not found with seed {seed}", defect.id);
            }
        });
        let (found, played) = (found.into_inner(), played.into_inner());
        all &= found == played;
        println!(
            "{:<9} found in {} by {} scenarios, {:.0} s",
            defect.id,
            rate(found, played),
            scenarios.len(),
            begun.elapsed().as_secs_f64()
        );
        if proof.is_over() {
            println!("ended early");
            return ExitCode::FAILURE;
        }
    }
    if all {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
