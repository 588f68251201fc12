//! How long the whole suite takes with several kinds of engines, and where the time is spent.
//!
//! `cargo bench --bench suite` plays it with the built-in engine, with sound engines about which the harness knows
//! nothing beforehand, and with broken engines. `KENTEI_DIALECT` chooses another dialect than USI. `KENTEI_KINDS`
//! chooses the kinds, by name and separated by spaces; a kind may also be a defect of the built-in engine, or
//! several defects joined with `+`.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

mod subject;

use std::collections::HashMap;
use std::process::ExitCode;
use std::time::Duration;

use kentei::run::result::RunResult;
use kentei::scenario::Scenario;
use kentei::transcript::WindowKind;

use subject::Subject;

/// The kinds of engines: the name, and the defect of the built-in engine that makes this kind.
const KINDS: [Kind; 7] = [
    kind("built-in", None),
    kind("quick", Some("variant:quick")),
    kind("thorough", Some("variant:thorough")),
    // Broken engines, each to be compared with the sound engine of the same speed.
    kind("quick, answers stop after 5 s", Some("variant:quick+G04")),
    kind("quick, answers no go", Some("variant:quick+E11")),
    kind("thorough, answers stop after 5 s", Some("variant:thorough+G04")),
    kind("thorough, answers no go", Some("variant:thorough+E11")),
];

/// How many rows of waiting times are shown.
const ROWS: usize = 8;

struct Kind {
    name: &'static str,
    defect: Option<&'static str>,
}

const fn kind(name: &'static str, defect: Option<&'static str>) -> Kind {
    Kind { name, defect }
}

fn main() -> ExitCode {
    let mut subject = Subject::new();
    // `cargo test --benches` only checks that it works.
    let whole = std::env::args().any(|word| word == "--bench");
    let small = |scenario: &&Scenario| whole || scenario.id.ends_with("/ready/readyok");
    let scenarios: Vec<Scenario> = subject.library.iter().filter(small).cloned().collect();
    let named = std::env::var("KENTEI_KINDS").ok();
    let known = KINDS.iter().map(|kind| (kind.name, kind.defect));
    let kinds: Vec<(&str, Option<&str>)> = match &named {
        Some(names) => names
            .split_whitespace()
            .map(|name| {
                let mut known = known.clone();
                known.find(|(known, _)| *known == name).unwrap_or((name, Some(name)))
            })
            .collect(),
        None => known.collect(),
    };
    for (seed, (name, defect)) in (0..).zip(kinds) {
        subject.is_stranger = defect.is_some();
        let result = subject.examine(defect, scenarios.clone(), seed);
        if subject.is_over() {
            return ExitCode::FAILURE;
        }
        print(name, &result);
    }
    ExitCode::SUCCESS
}

fn print(name: &str, result: &RunResult) {
    let seconds = |time: Duration| time.as_secs_f64();
    let (run, chain) = (seconds(result.elapsed), seconds(result.time.chain_length));
    let spent = &result.time.spent;
    println!("{name}: {run:.2} s for {} scenarios, {:?}", result.scenarios.len(), result.verdict);
    println!(
        "  longest chain of necessary waits {chain:.2} s, ratio {:.3}; {} processes, {} scenarios shared one",
        run / chain,
        spent.processes,
        spent.shared
    );
    println!(
        "  starting {:.1} s, replies {:.1} s, windows {:.1} s, leaving {:.1} s, queued {:.1} s",
        seconds(spent.starting),
        seconds(spent.replies),
        seconds(spent.windows),
        seconds(spent.leaving),
        seconds(spent.queued)
    );
    for (what, (time, count)) in most(waits(result)) {
        println!("    {:>7.1} s  {count:>5} x  {what}", seconds(time));
    }
    let own = result.scenarios.iter().map(|scenario| {
        let spent = &scenario.spent;
        let busy = spent.necessary();
        let attempts = scenario.attempts as usize;
        (format!("{} (attempts)", scenario.id), (busy, attempts))
    });
    for (id, (time, attempts)) in most(own.collect()) {
        println!("    {:>7.1} s  {attempts:>5} x  {id}", seconds(time));
    }
}

/// What the scripts waited for in the reported attempts: the total time and the number of waits.
fn waits(result: &RunResult) -> HashMap<String, (Duration, usize)> {
    let mut waits: HashMap<String, (Duration, usize)> = HashMap::new();
    for window in result.scenarios.iter().flat_map(|scenario| &scenario.transcript.windows) {
        let kind = match window.kind {
            WindowKind::Reply => "reply",
            WindowKind::Silence => "silence",
            WindowKind::Pause => "pause",
        };
        let row = waits.entry(format!("{kind} {}", window.of.join(" "))).or_default();
        row.0 += window.ended.saturating_sub(window.from);
        row.1 += 1;
    }
    waits
}

/// The rows with the most time, largest first.
fn most(rows: HashMap<String, (Duration, usize)>) -> Vec<(String, (Duration, usize))> {
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_key(|(name, (time, _))| (std::cmp::Reverse(*time), name.clone()));
    rows.truncate(ROWS);
    rows
}
