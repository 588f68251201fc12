//! A run without a fixed end: plays batch after batch of sessions until there are no more.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::engine::{LaunchError, Transport};
use crate::run::aggregate::budget;
use crate::run::aggregate::merge::rank;
use crate::run::examine::RunAccumulator;
use crate::run::jitter::{self, Jitter};
use crate::run::plan::{Observer, Plan};
use crate::run::result::{RunResult, ScenarioResult};
use crate::run::schedule::order;
use crate::run::schedule::scheduler::{self, SchedulerResult};
use crate::scenario::Scenario;
use crate::verdict::Verdict;

/// How many sessions that show the same violation of a clause are kept.
const SAME: u32 = 3;
/// How many sessions without a counted finding are kept as examples for the report, and how many that were not judged.
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
    // The batches have the same prerequisites. Of their results the worst counts.
    let mut worst: HashMap<usize, ScenarioResult> = HashMap::new();
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
        // In a fixed order, so that the same sessions are kept for the same seed.
        let results: BTreeMap<_, _> = std::mem::take(&mut played.results).into_iter().collect();
        for (index, result) in results {
            let session = is_session(&result.id);
            blocked |= session && result.verdict == Verdict::Blocked;
            // A session that was cut off has no result.
            if ended && result.verdict == Verdict::Inconclusive {
                continue;
            }
            explored.sessions += u64::from(session && is_judged(&result));
            explored.broken += u64::from(session && is_broken(&result));
            if let Some(number) = kept.keep(&scenarios[index], &result)
                && worst.get(&number).is_none_or(|known| rank(&result) > rank(known))
            {
                worst.insert(number, result);
            }
        }
        budget::fit(worst.iter_mut(), &|_, _| None);
        whole.add(played, false);
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
    whole.add(SchedulerResult { results: worst, ..SchedulerResult::default() }, false);
    let result = whole.finish(plan, &kept.scenarios, jitter, explored.elapsed);
    Ok((result, explored))
}

/// Whether a session was judged. One that needs what the engine lacks was not, for example.
fn is_judged(result: &ScenarioResult) -> bool {
    use Verdict::{Blocked, Error, Fail, Flaky, Inconclusive, Pass, Skip, Warn};
    match result.verdict {
        Pass | Warn | Fail | Flaky => true,
        Skip | Blocked | Inconclusive | Error => false,
    }
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
    /// How many sessions were not judged.
    open: usize,
}

impl Kept {
    /// The number of the session in the report; `None` if the session is not kept.
    fn keep(&mut self, scenario: &Scenario, result: &ScenarioResult) -> Option<usize> {
        if let Some(known) = self.scenarios.iter().position(|known| known.id == scenario.id) {
            return Some(known);
        }
        let counts = result.findings.iter().filter(|finding| finding.counts());
        let mut news = false;
        let mut any = false;
        for finding in counts {
            any = true;
            let key = (finding.clause.0, finding.violation.clone());
            let times = self.seen.entry(key).or_insert(0);
            *times += 1;
            news |= *times <= SAME;
        }
        let open = !is_judged(result) && result.verdict != Verdict::Skip;
        let more = if open { &mut self.open } else { &mut self.quiet };
        if any && !news || !any && *more >= QUIET {
            return None;
        }
        *more += usize::from(!any);
        self.scenarios.push(scenario.clone());
        Some(self.scenarios.len() - 1)
    }
}

#[cfg(test)]
mod tests;
