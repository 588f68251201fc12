//! Tests that no format takes quadratic time: in the number of scenarios, or in the findings of one scenario.

use std::fs;
use std::time::Duration;

use super::{FORMATS, Format, fixtures};
use crate::run::result::{Conformance, RunResult, ScenarioResult};
use crate::verdict::{Severity, Verdict};

/// How many findings the smaller of two runs has.
const FEW: usize = 500;
/// How many times as many the larger one has.
const FACTOR: usize = 8;

fn failed(id: &str, findings: usize) -> ScenarioResult {
    let mut scenario = fixtures::scenario(id, Verdict::Fail);
    let clauses = ["USI-BOOT-04", "USI-PON-01", "USI-INFO-07"];
    let clauses = clauses.iter().cycle().take(findings);
    scenario.findings =
        clauses.map(|clause| fixtures::finding(clause, Severity::Fail, &[])).collect();
    scenario
}

fn one_in_each(findings: usize) -> RunResult {
    let scenarios = (0..findings).map(|number| failed(&format!("usi/go/{number}"), 1));
    fixtures::run(Conformance::Nonconformant, scenarios.collect())
}

fn all_in_one(findings: usize) -> RunResult {
    let scenario = failed("usi/go/byoyomi", findings);
    fixtures::run(Conformance::Nonconformant, vec![scenario])
}

/// The processor time that this thread has used. It does not count what other threads and processes use.
fn used() -> Duration {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").expect("it is readable");
    let nanoseconds = stat.split_whitespace().next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first number"))
}

/// The processor time that it takes to write a run this often, and the length of what is written.
fn cost(format: &Format, run: &RunResult, times: usize) -> (Duration, usize) {
    let catalogue = fixtures::catalogue();
    let mut length = 0;
    let begun = used();
    for _ in 0..times {
        let mut out = Vec::new();
        (format.render)(&fixtures::report(run, &catalogue), &mut out).expect("memory takes it");
        length = out.len();
    }
    (used() - begun, length)
}

/// How many times as long it takes to write the larger run as to write the same findings in smaller ones. The time is
/// counted in steps of a few milliseconds, so a run is written until it has taken much more than that.
fn slower(format: &Format, few: &RunResult, many: &RunResult) -> f64 {
    const ENOUGH: Duration = Duration::from_millis(100);
    const MOST: usize = 512;
    let mut times = 1;
    loop {
        let (whole, _) = cost(format, many, times);
        if whole >= ENOUGH || times >= MOST {
            let (parts, _) = cost(format, few, times * FACTOR);
            return whole.as_secs_f64() / parts.max(Duration::from_millis(20)).as_secs_f64();
        }
        times *= 2;
    }
}

#[test]
fn no_format_takes_quadratic_time_or_space() {
    // Halfway, as a factor, between linear and quadratic.
    let bound = (FACTOR as f64).sqrt();
    let mut over = Vec::new();
    for format in FORMATS {
        for (shape, run) in [
            ("one finding in each scenario", one_in_each as fn(usize) -> RunResult),
            ("all findings in one scenario", all_in_one),
        ] {
            let (few, many) = (run(FEW), run(FEW * FACTOR));
            // A machine that is busy with other tests may disturb one comparison, but not each of several.
            let mut least = slower(format, &few, &many);
            for _ in 1..5 {
                if least > bound {
                    least = least.min(slower(format, &few, &many));
                }
            }
            let longer = cost(format, &many, 1).1 / cost(format, &few, 1).1;
            if least > bound || longer > FACTOR {
                let name = format.name;
                over.push(format!("{name}, {shape}: time × {least:.1}, length × {longer}"));
            }
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}
