//! Shared by the long measurements: defects, the scenarios about them, and the outcomes.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use kentei::reference::{Defect, defects};
use kentei::run::result::{RunResult, ScenarioResult};
use kentei::scenario::Scenario;
use kentei::verdict::{Severity, Verdict};

use crate::subject::{PROFILE, Subject};

/// Examines defects of a subject.
#[derive(Clone, Copy)]
pub(crate) struct Proof<'a>(pub(crate) &'a Subject);

impl Deref for Proof<'_> {
    type Target = Subject;

    fn deref(&self) -> &Subject {
        self.0
    }
}

/// The outcome of an examination of a defect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// The defect was counted against the engine, at one of its clauses.
    Found,
    /// The defect was seen, but the host was too busy to judge, or the harness failed.
    Open,
    /// The defect was seen, but did not repeat.
    Flaky,
    /// The defect was not seen.
    Missed,
}

impl Proof<'_> {
    /// The defects of the dialect for which `wanted` is true. If `KENTEI_DEFECTS` is set, only those that it names.
    pub(crate) fn defects(&self, wanted: impl Fn(&Defect) -> bool) -> Vec<&'static Defect> {
        let only = std::env::var("KENTEI_DEFECTS").unwrap_or_default();
        let named = |id: &str| only.is_empty() || only.split(',').any(|word| word == id);
        let all = defects(self.dialect.name()).iter();
        all.filter(|defect| named(defect.id) && wanted(defect)).collect()
    }

    /// The scenarios that name a clause of a defect: only the races, or only the others.
    pub(crate) fn about(&self, defect: &Defect, races: bool) -> Vec<Scenario> {
        let all = self.library.iter();
        let names = |scenario: &&Scenario| {
            let mut clauses = scenario.clauses.iter();
            let named = clauses.any(|clause| defect.clauses.contains(&clause.0));
            named && scenario.id.contains("/race/") == races
        };
        all.filter(names).cloned().collect()
    }

    /// Works on the rows, `KENTEI_AT_ONCE` at once, until all are done or Ctrl-C was pressed.
    pub(crate) fn side_by_side<T: Send>(&self, rows: Vec<T>, work: impl Fn(T) + Sync) {
        let rows = Mutex::new(VecDeque::from(rows));
        let next = || {
            let mut rows = lock(&rows);
            rows.pop_front().filter(|_| !self.is_over())
        };
        thread::scope(|scope| {
            for _ in 0..number("KENTEI_AT_ONCE").unwrap_or(4) {
                scope.spawn(|| {
                    while let Some(row) = next() {
                        work(row);
                    }
                });
            }
        });
    }
}

/// The best outcome of all scenarios.
pub(crate) fn outcome(defect: &Defect, result: &RunResult) -> Outcome {
    let all = result.scenarios.iter();
    all.map(|scenario| reported_by(defect, scenario)).min().unwrap_or(Outcome::Missed)
}

/// The outcome of one scenario.
pub(crate) fn reported_by(defect: &Defect, scenario: &ScenarioResult) -> Outcome {
    let mut findings = scenario.findings.iter();
    let seen = findings.any(|finding| {
        defect.clauses.contains(&finding.clause.0) && finding.severity >= Severity::Warn
    });
    match scenario.verdict {
        _ if !seen => Outcome::Missed,
        Verdict::Fail | Verdict::Warn => Outcome::Found,
        Verdict::Inconclusive | Verdict::Error => Outcome::Open,
        Verdict::Flaky => Outcome::Flaky,
        Verdict::Pass | Verdict::Skip | Verdict::Blocked => Outcome::Missed,
    }
}

/// Whether the profile of the measurements counts a defect against an engine.
pub(crate) fn is_held(defect: &Defect) -> bool {
    let mut expected = defect.expected.iter();
    expected.any(|(profile, word)| *profile == PROFILE && matches!(*word, "fail" | "warn"))
}

/// What was counted before another thread panicked is still valid.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number in a variable; `None` if the variable is not set.
pub(crate) fn number(variable: &str) -> Option<u32> {
    let text = std::env::var(variable).ok()?;
    let number = text.parse().ok().filter(|number| *number > 0);
    assert!(number.is_some(), "{variable}={text} is no number from 1 on");
    number
}

/// The number in a variable. If the variable is not set, prints a line about it and returns `None`: these programs
/// take long, and run only on request.
pub(crate) fn asked(variable: &str, bench: &str) -> Option<u32> {
    let number = number(variable);
    if number.is_none() {
        println!("skipped: `{variable}=20 cargo bench --bench {bench}` does it 20 times");
    }
    number
}
