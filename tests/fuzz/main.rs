//! Fuzzing as ordinary tests: each target of `targets.rs` gets every input of its stored corpus (`corpus/NAME/`),
//! and inputs that a seeded mutator makes from these. An input that breaks a target is added to its corpus, and
//! stays there after the bug is fixed.
//!
//! `KENTEI_FUZZ=10000000` is the total number of inputs that are made for the cheap targets, and `KENTEI_FUZZ_SEED`
//! is the seed. The same functions are targets of libFuzzer in `fuzz/`.

mod mutate;
mod targets;

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs, panic};

use mutate::{Dice, mutated};
use targets::{TARGETS, Target};

/// How many inputs are made for each of the cheapest targets if `KENTEI_FUZZ` is not set.
const SHORT: u64 = 2_000;

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().expect("a number"))
}

fn folder(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target.name)
}

/// The stored inputs of a target, in the order of their names.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder(target)).expect("each target has a corpus");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("an input")).collect()
}

/// Runs a target on one input; stores the input if the target panics.
#[expect(clippy::print_stdout, reason = "what breaks a target is read in the test's output")]
fn run(target: &Target, data: &[u8]) {
    if let Err(broken) = panic::catch_unwind(|| (target.run)(data)) {
        let sum = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let path = folder(target).join(format!("found-{sum:016x}"));
        if env::var_os("CI").is_none() {
            fs::write(&path, data).expect("the corpus can be written");
        }
        println!(
            "{} breaks at {:?}, kept as {}",
            target.name,
            data.escape_ascii().to_string(),
            path.display()
        );
        panic::resume_unwind(broken);
    }
}

/// Fuzzes the target with this name.
#[expect(clippy::print_stdout, reason = "how much was run is read in the test's output")]
fn fuzz(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target");
    let mut kept = corpus(target);
    assert!(!kept.is_empty(), "nothing to begin with");
    for data in &kept {
        run(target, data);
    }
    // Expensive targets get fewer inputs; the cheap ones share the number of `KENTEI_FUZZ`.
    let cheap = TARGETS.iter().filter(|target| target.share == 1000).count() as u64;
    let each = number("KENTEI_FUZZ").map_or(SHORT, |all| all.div_ceil(cheap));
    let count = (each * target.share).div_ceil(1000);
    let mut dice = Dice(number("KENTEI_FUZZ_SEED").unwrap_or(0) ^ 0x2545_f491_4f6c_dd1d);
    let begun = Instant::now();
    let given = kept.len();
    for _ in 0..count {
        let data = mutated(&mut dice, &kept, target.words);
        run(target, &data);
        // Some new inputs are changed again later, so that changes accumulate.
        if dice.roll(64) == 0 && !data.is_empty() {
            let place = given + dice.roll(256);
            if place < kept.len() {
                kept[place] = data;
            } else {
                kept.push(data);
            }
        }
    }
    println!("{name}: {given} kept inputs, {count} made, {:.0} s", begun.elapsed().as_secs_f64());
}

#[test]
fn lines_of_usi_engines_are_judged_without_a_panic() {
    fuzz("usi-line");
}

#[test]
fn lines_of_uci_engines_are_judged_without_a_panic() {
    fuzz("uci-line");
}

#[test]
fn lines_of_ucci_engines_are_judged_without_a_panic() {
    fuzz("ucci-line");
}

#[test]
fn positions_are_written_as_they_are_read() {
    fuzz("position");
}

#[test]
fn moves_are_checked_as_they_are_played() {
    fuzz("moves");
}

#[test]
fn transcripts_are_read_in_order() {
    fuzz("transcript");
}

#[test]
fn sessions_are_judged_alike_in_one_go_and_line_by_line() {
    fuzz("session");
}

#[test]
fn scenario_files_are_read_without_a_panic() {
    fuzz("scenario");
}

#[test]
fn engine_files_are_read_without_a_panic() {
    fuzz("engine-file");
}

#[test]
fn reports_are_read_shown_compared_and_united_without_a_panic() {
    fuzz("report");
}
