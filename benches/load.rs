//! The whole suite on a busy machine: with four busy loops per core, no finding counts against an engine that does
//! not count against it on a quiet machine.
//!
//! `KENTEI_LOAD=20 cargo bench --bench load` plays the whole suite of each dialect 20 times with the sound
//! engine, once with every control, and three times with each real engine that is installed (once more before, on
//! the quiet machine, for comparison). Each timing defect is examined once with the scenarios about its clauses; it
//! may stay open, but must not pass or be called flaky. `KENTEI_LOAD=short` plays the sound engines and one control
//! once. Without the variable nothing is done.
//!
//! `benches/records/load.yaml` (`KENTEI_LOAD_RECORD` chooses another file) is written after each run; each sitting
//! in it has its commit and host. If the program is started again with the same number of loops, also on a later
//! commit, it continues after the last run; without that file it begins anew. `KENTEI_LOAD_MINUTES=50` starts no
//! further run after 50 minutes, and `KENTEI_BURN` is the number of busy loops. The program exits with 1 if
//! something was wrong, and with 3 if runs are left to do.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

#[path = "load/busy.rs"]
mod busy;
mod host;
#[path = "load/judged.rs"]
mod judged;
#[path = "load/record.rs"]
mod record;
#[path = "load/units.rs"]
mod units;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use busy::BusyLoops;
use host::{cores, number};
use record::Record;
use units::{Amount, Unit};

/// Busy loops for each core, unless `KENTEI_BURN` says otherwise.
const LOOPS: usize = 4;

fn main() -> ExitCode {
    if let Some(code) = busy::run_if_asked() {
        return code;
    }
    let Some(amount) = amount() else {
        println!(
            "skipped: `KENTEI_LOAD=20 cargo bench --bench load` does it, `KENTEI_LOAD=short` in little"
        );
        return ExitCode::SUCCESS;
    };
    let begun = Instant::now();
    let minutes = number("KENTEI_LOAD_MINUTES").map(|minutes| Duration::from_secs(60 * minutes));
    let burners = number("KENTEI_BURN").map_or(LOOPS * cores(), |loops| loops as usize);
    let mut record = Record::open(&record::path(), burners);
    let units = units::all(amount);
    for unit in units.iter().filter(|unit| !unit.is_installed()) {
        record.leave_out(unit);
    }
    for unit in units.iter().filter(|unit| unit.is_installed()) {
        if record.has(unit) {
            continue;
        }
        if minutes.is_some_and(|minutes| begun.elapsed() > minutes) {
            break;
        }
        let loops = BusyLoops::start(if unit.quiet { 0 } else { burners });
        let played = unit.play();
        drop(loops);
        let Some(report) = played else {
            println!("{}: interrupted", unit.id());
            break;
        };
        let run = judged::run(unit, &report, &record);
        println!("{}: {run}", unit.id());
        record.add(unit, run);
    }
    sum_up(&units, &record)
}

/// Prints a summary of the record.
fn sum_up(units: &[Unit], record: &Record) -> ExitCode {
    let mut wrong = 0;
    for (id, text) in record.wrong() {
        println!("WRONG {id}: {text}");
        wrong += 1;
    }
    let left = units.iter().filter(|unit| unit.is_installed() && !record.has(unit));
    let left = left.count();
    println!(
        "{} runs in the record, {wrong} findings that should not be, {left} runs left to do",
        record.len()
    );
    if wrong > 0 {
        ExitCode::FAILURE
    } else if left > 0 {
        ExitCode::from(3)
    } else {
        ExitCode::SUCCESS
    }
}

/// The amount of work from `KENTEI_LOAD`.
fn amount() -> Option<Amount> {
    match std::env::var("KENTEI_LOAD").ok()?.as_str() {
        "short" => Some(Amount::Short),
        _ => number("KENTEI_LOAD").map(Amount::Times),
    }
}
