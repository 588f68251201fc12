//! A run without a fixed end: plays batch after batch of sessions until there are no more.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::engine::{LaunchError, Transport};
use crate::run::examine::RunAccumulator;
use crate::run::jitter::{self, Jitter};
use crate::run::plan::{Observer, Plan};
use crate::run::result::{RunResult, ScenarioResult};
use crate::run::schedule::order;
use crate::run::schedule::scheduler::{self, SchedulerResult};
use crate::scenario::Scenario;
use crate::verdict::{Severity, Verdict};

/// How many sessions that show the same violation of a clause are kept.
const SAME: u32 = 3;
/// How many sessions without a counted finding are kept as examples for the report.
const QUIET: usize = 200;

/// The progress of an exploration.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Explored {
    /// The sessions so far, without prerequisites and without sessions that need a capability that the engine lacks.
    pub sessions: u64,
    /// Sessions with at least one finding that counts against the engine.
    pub broken: u64,
    /// The time since the exploration began.
    pub elapsed: Duration,
}

/// Plays the batches that `next` returns, until a batch is empty or the plan is cancelled. The size of the report is
/// bounded: it keeps a few sessions for each violation, and a limited number of the sessions without a counted finding.
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
            // A session that was cut off has no result.
            if ended && result.verdict == Verdict::Inconclusive {
                continue;
            }
            explored.sessions += u64::from(session && result.verdict != Verdict::Skip);
            explored.broken += u64::from(session && is_broken(&result));
            if let Some(number) = kept.keep(&scenarios[index], &result) {
                results.insert(number, result);
            }
        }
        whole.add(SchedulerResult { results, ..played }, false);
        explored.elapsed = begun.elapsed();
        if blocked {
            // Every later session would be blocked as well.
            break;
        }
    }
    // Cancelling is the usual end of an exploration: the run is then not reported as interrupted.
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

/// The sessions that are kept for the report.
#[derive(Default)]
struct Kept {
    scenarios: Vec<Scenario>,
    /// How often each violation of a clause was seen.
    seen: BTreeMap<(&'static str, Option<String>), u32>,
    quiet: usize,
}

impl Kept {
    /// The number of the session in the report; `None` if the session is not kept.
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
