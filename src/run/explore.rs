//! A run without an end of its own: batch after batch of sessions is played until there are no more.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::engine::{LaunchError, Transport};
use crate::run::examine::RunAccumulator;
use crate::run::jitter::{self, Jitter};
use crate::run::plan::{Observer, Plan};
use crate::run::result::{RunResult, ScenarioResult};
use crate::run::schedule::order;
use crate::run::schedule::scheduler::{self, Played};
use crate::scenario::Scenario;
use crate::verdict::{Severity, Verdict};

/// How many sessions that show the same violation of a clause are kept.
const SAME: u32 = 3;
/// How many sessions that showed nothing, or were not judged, are kept, so that a report has examples.
const QUIET: usize = 200;

/// What is known of an exploration so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Explored {
    /// Sessions that were played, prerequisites left out, and those that the engine has no capability for.
    pub sessions: u64,
    /// Sessions in which something was found that counts against the engine.
    pub broken: u64,
    /// For how long.
    pub elapsed: Duration,
}

/// Plays what `next` gives, batch after batch, until that is nothing or the plan is cancelled. The report keeps the
/// sessions that showed something, a few for each violation, and some of those that did not: it stays as large as it is
/// however long it goes on.
///
/// # Errors
/// If the engine cannot be started at all.
pub fn explore(
    plan: &Plan,
    next: &mut dyn FnMut(&Explored) -> Vec<Scenario>,
    observer: &dyn Observer,
) -> Result<(RunResult, Explored), LaunchError> {
    let begun = Instant::now();
    plan.engine.start(scheduler::timings(plan))?.reap(Duration::ZERO);
    let jitter = plan.stub.as_ref().and_then(jitter::measure);
    let margin = jitter.as_ref().map_or(Duration::ZERO, Jitter::margin);
    let mut explored = Explored::default();
    let mut kept = Kept::default();
    let mut whole = RunAccumulator::default();
    while !plan.cancel.load(Ordering::Relaxed) {
        let batch = next(&explored);
        if batch.is_empty() {
            break;
        }
        let scenarios = order::with_prerequisites(&batch, &plan.library);
        observer.planned(scenarios.len());
        let mut played = scheduler::play(plan, &scenarios, margin, observer);
        let ended = plan.cancel.load(Ordering::Relaxed);
        let is_session = |id: &str| batch.iter().any(|session| session.id == id);
        let mut blocked = false;
        let mut results = HashMap::new();
        for (index, result) in std::mem::take(&mut played.results) {
            let session = is_session(&result.id);
            blocked |= session && result.verdict == Verdict::Blocked;
            // What was cut off says nothing.
            if ended && result.verdict == Verdict::Inconclusive {
                continue;
            }
            explored.sessions += u64::from(session && result.verdict != Verdict::Skip);
            explored.broken += u64::from(session && is_broken(&result));
            if let Some(number) = kept.keep(&scenarios[index], &result) {
                results.insert(number, result);
            }
        }
        whole.add(Played { results, ..played }, false);
        explored.elapsed = begun.elapsed();
        if blocked {
            // Whatever follows would be blocked as well.
            break;
        }
    }
    // It ends when it is asked to: that leaves nothing open.
    if explored.sessions > 0 {
        plan.cancel.store(false, Ordering::Relaxed);
    }
    explored.elapsed = begun.elapsed();
    let result = whole.finish(plan, &kept.scenarios, jitter, explored.elapsed);
    Ok((result, explored))
}

fn is_broken(result: &ScenarioResult) -> bool {
    matches!(result.verdict, Verdict::Fail | Verdict::Warn | Verdict::Flaky)
}

/// The sessions that a report has.
#[derive(Default)]
struct Kept {
    scenarios: Vec<Scenario>,
    /// How often each violation of a clause was seen.
    seen: BTreeMap<(&'static str, Option<String>), u32>,
    quiet: usize,
}

impl Kept {
    /// The number of a session in the report, if it is to be there.
    fn keep(&mut self, scenario: &Scenario, result: &ScenarioResult) -> Option<usize> {
        if let Some(known) = self.scenarios.iter().position(|known| known.id == scenario.id) {
            return Some(known);
        }
        let counts = result.findings.iter().filter(|finding| finding.severity >= Severity::Warn);
        let mut news = false;
        let mut any = false;
        for finding in counts {
            any = true;
            let key = (finding.clause.0, finding.violation.clone());
            let times = self.seen.entry(key).or_insert(0);
            *times += 1;
            news |= *times <= SAME;
        }
        if any && !news || !any && self.quiet >= QUIET {
            return None;
        }
        self.quiet += usize::from(!any);
        self.scenarios.push(scenario.clone());
        Some(self.scenarios.len() - 1)
    }
}
