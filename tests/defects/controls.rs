//! Engines without a fault in the whole suite: the sound one, and each that is odd, stay clean in every scenario, whatever
//! it is about.

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

use crate::play;
use crate::turn::{self, Turn};

/// How many whole suites run at once. Each waits most of the time.
const AT_ONCE: usize = 4;

/// An engine without a fault, and a profile in which it is played.
#[derive(Clone, Copy)]
struct Suite {
    /// What is odd about it; `None` for the sound engine.
    control: Option<&'static Defect>,
    profile: &'static str,
}

/// Plays every control of a dialect in the whole suite and fails with all that was found on one.
pub(crate) fn are_clean(name: &str) {
    play_all(name, &controls(name));
}

/// Plays the sound engine in the whole suite of every profile and fails with all that was found, notes included.
pub(crate) fn sound_engine_is_clean(name: &str) {
    let profiles = protocol::dialect(name).expect("a dialect").catalogue().profiles.iter();
    let suites = profiles.map(|(profile, _)| Suite { control: None, profile });
    play_all(name, &suites.collect::<Vec<_>>());
}

/// What the host was too busy to judge while several suites ran at once is played again with nothing beside it.
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

/// The controls, each with the profiles in which it is played: all of them, or one whose turn it is.
fn controls(dialect: &str) -> Vec<Suite> {
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
        suites.extend(its.map(|at| Suite { control: Some(control), profile: fine[at] }));
    }
    suites
}

impl Suite {
    /// Plays it as `kentei run` does.
    fn played(
        self,
        dialect: &'static dyn Dialect,
        scenarios: Vec<Scenario>,
        library: &[Scenario],
    ) -> RunResult {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let (jobs, busy) = plan::jobs(cores, true);
        let defect = self.control.map(|control| control.id);
        let plan = play::plan(dialect, defect, self.profile, scenarios, library);
        let stub = Launch::new(env!("CARGO_BIN_EXE_kentei")).args(["echo"]);
        let plan =
            Plan { jobs, busy: Some(busy), share: Share::Auto, stub: Some(stub.into()), ..plan };
        run::run(&plan, &NoObserver).expect("the built-in engine starts")
    }

    /// What was found that should not be, and what was not played to its end. What was timed and did not show again is
    /// not counted.
    fn wrong(self, result: &RunResult) -> Vec<String> {
        let mut wrong = Vec::new();
        for scenario in &result.scenarios {
            let id = &scenario.id;
            let counts = matches!(scenario.verdict, Verdict::Fail | Verdict::Warn | Verdict::Error);
            if scenario.verdict == Verdict::Error {
                wrong.push(format!("{self}: {id}: {:?}", scenario.reason));
            }
            // A script may let an odd engine off; the sound one plays all of it.
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

    /// On the sound engine nothing may be found, on a control only a warning at a clause that it is about (F23), or a
    /// note.
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

/// Scenarios that say nothing, neither for the engine nor against it.
fn unjudged(result: &RunResult) -> impl Iterator<Item = &ScenarioResult> {
    let all = result.scenarios.iter();
    all.filter(|scenario| match scenario.verdict {
        Verdict::Flaky | Verdict::Inconclusive | Verdict::Blocked => true,
        Verdict::Pass | Verdict::Warn | Verdict::Fail | Verdict::Skip | Verdict::Error => false,
    })
}
