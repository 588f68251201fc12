//! Controls in the whole suite: an engine that is odd and sound stays clean in every scenario, whatever it is about.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use kentei::engine::Launch;
use kentei::protocol::{self, Dialect};
use kentei::reference::{self, Defect, Kind};
use kentei::run::plan::{self, NoObserver, Share};
use kentei::run::result::{RunResult, ScenarioResult};
use kentei::run::{self, Plan};
use kentei::scenario::{self, Scenario};
use kentei::verdict::{Severity, Verdict};

use crate::play;
use crate::turn::{self, Turn};

/// How many whole suites run at once. Each waits most of the time.
const AT_ONCE: usize = 4;

/// Plays every control of a dialect in the whole suite and fails with all that was found on one.
///
/// What the host could not tell while several suites ran at once is played again with nothing beside it.
#[expect(
    clippy::print_stdout,
    reason = "the log of the tests shows which profile each control had"
)]
pub(crate) fn are_clean(name: &str) {
    let dialect = protocol::dialect(name).expect("a dialect");
    let (library, _) = scenario::load(dialect, &[]);
    let library = library.scenarios;
    let suites = suites(name);
    let next = AtomicUsize::new(0);
    let (wrong, doubtful) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(&(control, profile)) =
                    suites.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let begun = Instant::now();
                    let result = played(dialect, control, profile, library.clone(), &library);
                    let took = begun.elapsed().as_secs_f64();
                    let found = held(control, profile, &result);
                    let open: Vec<&str> = unjudged(&result).map(|it| it.id.as_str()).collect();
                    println!(
                        "{} in {profile}: {} findings, {} left open, {took:.1} s",
                        control.id,
                        found.len(),
                        open.len()
                    );
                    wrong.lock().expect("no thread panics").extend(found);
                    if !open.is_empty() {
                        let is_open = |it: &&Scenario| open.contains(&it.id.as_str());
                        let again: Vec<Scenario> =
                            library.iter().filter(is_open).cloned().collect();
                        let mut doubtful = doubtful.lock().expect("no thread panics");
                        doubtful.push((control, profile, again));
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().expect("no thread panics");
    for (control, profile, again) in doubtful.into_inner().expect("no thread panics") {
        let result = played(dialect, control, profile, again, &library);
        wrong.extend(held(control, profile, &result));
        wrong.extend(unjudged(&result).map(|it| {
            format!(
                "{} in {profile}: {} was not judged: {:?} {:?}",
                control.id, it.id, it.verdict, it.reason
            )
        }));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The controls, each with the profiles in which it is played: all of them, or one whose turn it is.
fn suites(dialect: &str) -> Vec<(&'static Defect, &'static str)> {
    let turn = Turn::of_this_run();
    let controls = reference::defects(dialect)
        .iter()
        .filter(|row| row.kind == Kind::Control && turn::is_chosen(row));
    let mut suites = Vec::new();
    for (at, control) in controls.enumerate() {
        // Where a profile forbids what it does, it is no control.
        let fine = control.expected.iter();
        let fine: Vec<&'static str> = fine
            .filter(|(_, word)| matches!(*word, "pass" | "skip"))
            .map(|(profile, _)| *profile)
            .collect();
        assert!(!fine.is_empty(), "{} is a control in no profile", control.id);
        let its = turn.of(at, fine.len());
        suites.extend(its.map(|profile| (control, fine[profile])));
    }
    suites
}

/// Plays it as `kentei run` does.
fn played(
    dialect: &'static dyn Dialect,
    control: &Defect,
    profile: &'static str,
    scenarios: Vec<Scenario>,
    library: &[Scenario],
) -> RunResult {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let (jobs, busy) = plan::jobs(cores, true);
    let plan = play::plan(dialect, Some(control.id), profile, scenarios, library);
    let stub = Launch::new(env!("CARGO_BIN_EXE_kentei")).args(["echo"]);
    let plan = Plan { jobs, busy: Some(busy), share: Share::Auto, stub: Some(stub.into()), ..plan };
    run::run(&plan, &NoObserver).expect("the built-in engine starts")
}

/// What was found on a control. A warning at a clause that it is about is expected (F23), what was timed and did not
/// show again is not held against it.
fn held(control: &Defect, profile: &str, result: &RunResult) -> Vec<String> {
    let mut held = Vec::new();
    for scenario in &result.scenarios {
        let counts = matches!(scenario.verdict, Verdict::Fail | Verdict::Warn | Verdict::Error);
        if scenario.verdict == Verdict::Error {
            let (id, reason) = (&scenario.id, &scenario.reason);
            held.push(format!("{} in {profile}: {id}: {reason:?}", control.id));
        }
        for finding in &scenario.findings {
            let is_own = control.clauses.contains(&finding.clause.0);
            let counts = match finding.severity {
                Severity::Fail => counts || !finding.timing,
                Severity::Warn => (counts || !finding.timing) && !is_own,
                Severity::Info | Severity::Skip => false,
            };
            if counts {
                let (id, clause, message) = (&scenario.id, finding.clause, &finding.message);
                held.push(format!(
                    "{} in {profile}: {id}: {} {clause} {message}",
                    control.id,
                    finding.severity.word()
                ));
            }
        }
    }
    held
}

/// Scenarios that say nothing, neither for the engine nor against it.
fn unjudged(result: &RunResult) -> impl Iterator<Item = &ScenarioResult> {
    let all = result.scenarios.iter();
    all.filter(|scenario| match scenario.verdict {
        Verdict::Flaky | Verdict::Inconclusive | Verdict::Blocked => true,
        Verdict::Pass | Verdict::Warn | Verdict::Fail | Verdict::Skip | Verdict::Error => false,
    })
}
