//! Engines without a fault in the whole suite: in every scenario, nothing is found on the sound engine and on
//! engines that are only odd.

use std::fmt;
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
use kentei::verdict::{Finding, Severity, Verdict};

use crate::built_in::RunAs;
use crate::play;
use crate::turn::{self, Turn};

/// Each control has its turn in one of so many runs, because a suite takes up to ten seconds of a processor.
const RUNS: usize = 3;

/// How many suites run at once. Each of them mostly waits.
const AT_ONCE: usize = 4;

/// An engine without a fault, and the profile in which it is examined.
#[derive(Clone, Copy)]
struct Suite {
    /// The engine's odd behaviour; `None` for the sound engine.
    control: Option<&'static Defect>,
    profile: &'static str,
}

/// Plays the whole suite with every control of a dialect, and fails with everything that was found.
pub(crate) fn are_clean(name: &str) {
    play_all(name, &controls(name));
}

/// Plays the whole suite with the sound engine in every profile, and fails with everything that was found,
/// including notes.
pub(crate) fn sound_engine_is_clean(name: &str) {
    let profiles = protocol::dialect(name).expect("a dialect").catalogue().profiles.iter();
    let suites = profiles.map(|(profile, _)| Suite { control: None, profile });
    play_all(name, &suites.collect::<Vec<_>>());
}

/// Scenarios that could not be judged, because the host was too busy with several suites, are played again alone.
#[expect(
    clippy::print_stdout,
    reason = "the log of the tests shows which profile each control had"
)]
fn play_all(name: &str, suites: &[Suite]) {
    let dialect = protocol::dialect(name).expect("a dialect");
    let (library, _) = scenario::load(dialect, &[]);
    let library = library.scenarios;
    let next = AtomicUsize::new(0);
    let (wrong, doubtful) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(&suite) = suites.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begun = Instant::now();
                    let result = suite.played(dialect, library.clone(), &library);
                    let took = begun.elapsed().as_secs_f64();
                    let found = suite.wrong(&result);
                    let open: Vec<&str> = unjudged(&result).map(|it| it.id.as_str()).collect();
                    println!(
                        "{suite}: {} findings, {} left open, {took:.1} s",
                        found.len(),
                        open.len()
                    );
                    wrong.lock().expect("no thread panics").extend(found);
                    if !open.is_empty() {
                        let is_open = |it: &&Scenario| open.contains(&it.id.as_str());
                        let again: Vec<Scenario> =
                            library.iter().filter(is_open).cloned().collect();
                        doubtful.lock().expect("no thread panics").push((suite, again));
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().expect("no thread panics");
    for (suite, again) in doubtful.into_inner().expect("no thread panics") {
        let result = suite.played(dialect, again, &library);
        wrong.extend(suite.wrong(&result));
        wrong.extend(unjudged(&result).map(|it| {
            format!("{suite}: {} was not judged: {:?} {:?}", it.id, it.verdict, it.reason)
        }));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The controls whose turn it is, each with the profiles in which it is examined: all of them, or one by turns.
fn controls(dialect: &str) -> Vec<Suite> {
    let turn = Turn::of_this_run();
    let controls = reference::defects(dialect)
        .iter()
        .filter(|row| row.kind == Kind::Control && turn::is_chosen(row));
    let mut suites = Vec::new();
    for (at, control) in controls.enumerate() {
        // In a profile that forbids its behaviour, the engine is not a control.
        let fine = control.expected.iter();
        let fine: Vec<&'static str> = fine
            .filter(|(_, word)| matches!(*word, "pass" | "skip"))
            .map(|(profile, _)| *profile)
            .collect();
        assert!(!fine.is_empty(), "{} is a control in no profile", control.id);
        let its = turn.of_some(at, fine.len(), RUNS);
        suites.extend(its.map(|at| Suite { control: Some(control), profile: fine[at] }));
    }
    suites
}

impl Suite {
    /// Plays scenarios as `kentei run` does.
    fn played(
        self,
        dialect: &'static dyn Dialect,
        scenarios: Vec<Scenario>,
        library: &[Scenario],
    ) -> RunResult {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let (jobs, busy) = plan::jobs(cores, true);
        let defect = self.control.map(|control| control.id);
        let plan = play::plan(dialect, defect, RunAs::Process, self.profile, scenarios, library);
        let stub = Launch::new(env!("CARGO_BIN_EXE_kentei")).args(["echo"]);
        let plan =
            Plan { jobs, busy: Some(busy), share: Share::Auto, stub: Some(stub.into()), ..plan };
        run::run(&plan, &NoObserver).expect("the built-in engine starts")
    }

    /// Findings that should not exist, and scenarios of the sound engine that did not reach their end. Timing
    /// findings that did not repeat do not count.
    fn wrong(self, result: &RunResult) -> Vec<String> {
        let mut wrong = Vec::new();
        for scenario in &result.scenarios {
            let id = &scenario.id;
            let counts = matches!(scenario.verdict, Verdict::Fail | Verdict::Warn | Verdict::Error);
            if scenario.verdict == Verdict::Error {
                wrong.push(format!("{self}: {id}: {:?}", scenario.reason));
            }
            // A script may end early with an odd engine, but not with the sound one.
            let is_sound = self.control.is_none();
            if is_sound && scenario.verdict == Verdict::Pass && !scenario.reached_end {
                wrong.push(format!("{self}: {id} ended at line {:?}", scenario.stopped_at_line));
            }
            let findings = scenario.findings.iter().filter(|it| counts || !it.timing);
            for finding in findings.filter(|it| self.forbids(it)) {
                let (clause, message) = (finding.clause, &finding.message);
                let severity = finding.severity.word();
                wrong.push(format!("{self}: {id}: {severity} {clause} {message}"));
            }
        }
        wrong
    }

    /// Every finding on the sound engine is wrong. On a control, notes are allowed, and warnings at its own clauses
    /// (F23).
    fn forbids(self, finding: &Finding) -> bool {
        match (self.control, finding.severity) {
            (None, _) | (_, Severity::Fail) => true,
            (Some(control), Severity::Warn) => !control.clauses.contains(&finding.clause.0),
            (_, Severity::Info | Severity::Skip) => false,
        }
    }
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.control.map_or("the sound engine", |control| control.id);
        write!(f, "{id} in {}", self.profile)
    }
}

/// Scenarios without a verdict for or against the engine.
fn unjudged(result: &RunResult) -> impl Iterator<Item = &ScenarioResult> {
    let all = result.scenarios.iter();
    all.filter(|scenario| match scenario.verdict {
        Verdict::Flaky | Verdict::Inconclusive | Verdict::Blocked => true,
        Verdict::Pass | Verdict::Warn | Verdict::Fail | Verdict::Skip | Verdict::Error => false,
    })
}
