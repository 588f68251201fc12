//! What the whole suite takes above its longest chain of necessary waits, with the built-in engine.
//!
//! `cargo bench --bench suite` plays it three times; `KENTEI_DIALECT` names another dialect than USI.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

mod subject;

use std::process::ExitCode;

use kentei::scenario::Scenario;

use subject::Subject;

/// How often it is played.
const TIMES: u64 = 3;

fn main() -> ExitCode {
    let subject = Subject::new();
    // `cargo test --benches` only wants to know that it works.
    let whole = std::env::args().any(|word| word == "--bench");
    let small = |scenario: &&Scenario| whole || scenario.id.ends_with("/ready/readyok");
    let scenarios: Vec<Scenario> = subject.library.iter().filter(small).cloned().collect();
    println!("      run  necessary  chain  above it   ratio  scenarios");
    for seed in 0..if whole { TIMES } else { 1 } {
        let result = subject.examine(None, scenarios.clone(), seed);
        if subject.is_over() {
            return ExitCode::FAILURE;
        }
        let seconds = |time: std::time::Duration| time.as_secs_f64();
        let (run, chain) = (seconds(result.elapsed), seconds(result.time.chain_length));
        println!(
            "{run:>7.2} s  {:>7.1} s {chain:>5.2} s  {:>6.2} s  {:>6.3}  {}",
            seconds(result.time.spent.necessary()),
            run - chain,
            run / chain,
            result.scenarios.len()
        );
    }
    ExitCode::SUCCESS
}
