//! A whole run: measures the host, plays every scenario as often as the plan asks, and sums up the results.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::engine::{LaunchError, Transport};
use crate::protocol::EngineProfile;
use crate::run::aggregate::budget;
use crate::run::aggregate::changed;
use crate::run::aggregate::engine_profile;
use crate::run::aggregate::merge::Merged;
use crate::run::aggregate::summary;
use crate::run::hints;
use crate::run::jitter::{self, Jitter};
use crate::run::max_fail::MaxFail;
use crate::run::plan::{Observer, Plan};
use crate::run::repeats::{ClauseRepeats, Repeats};
use crate::run::result::{RunResult, ScenarioResult};
use crate::run::schedule::order;
use crate::run::schedule::scheduler::{self, SchedulerResult};
use crate::run::started::Started;
use crate::run::timing::clocks;
use crate::run::timing::micros;
use crate::run::timing::samples::Samples;
use crate::scenario::Scenario;
use crate::verdict::{ClauseId, Severity, Verdict};

/// Plays the scenarios of a plan and sums up the results.
///
/// # Errors
/// If the engine cannot be started at all.
pub fn run(plan: &Plan, observer: &dyn Observer) -> Result<RunResult, LaunchError> {
    let (begun, started) = (Instant::now(), Started::now());
    plan.max_fail.iter().for_each(MaxFail::begin);
    let running = plan.max_time.as_ref().map(|time| time.watch(&plan.cancel));
    let scenarios = order::with_prerequisites(&plan.scenarios, &plan.library);
    let repeats = plan.repeat.max(1);
    observer.planned(scenarios.len() * repeats as usize);
    for scenario in &scenarios {
        observer.expected(&scenario.id, order::guess(scenario, &plan.limits));
    }
    // This process only tests whether the engine can be started. A failure here is an error of the run, not a verdict.
    plan.engine.start(scheduler::timings(plan))?.reap(Duration::ZERO);
    let jitter = plan.stub.as_ref().and_then(jitter::measure);
    let margin = jitter.as_ref().map_or(Duration::ZERO, Jitter::margin);
    let mut whole = RunAccumulator::default();
    for _ in 0..repeats {
        let played = scheduler::play(plan, &scenarios, margin, observer);
        let ended = plan.cancel.load(Ordering::Relaxed);
        whole.add(played, ended);
        if ended {
            break;
        }
    }
    drop(running);
    let mut result = whole.finish(plan, &scenarios, jitter, begun.elapsed());
    result.started = Some(started);
    if plan.ended_early().is_some() {
        // The flag is reset so that the same plan can be used for another engine, which has its own time and failures.
        plan.cancel.store(false, Ordering::Relaxed);
    }
    Ok(result)
}

/// The combined results of the repeats so far.
#[derive(Default)]
pub(in crate::run) struct RunAccumulator {
    scenarios: HashMap<usize, Merged>,
    engine_profile: EngineProfile,
    samples: Samples,
    complete: u32,
    clauses: HashMap<ClauseId, Broken>,
}

/// The repeats in which a clause was broken.
#[derive(Debug, Clone)]
struct Broken {
    worst: Severity,
    /// The repeats in which it counted against the engine.
    held: Vec<u32>,
    unsettled: Vec<u32>,
}

impl RunAccumulator {
    /// Adds a repeat. `ended`: whether the run was ended during this repeat.
    pub(in crate::run) fn add(&mut self, played: SchedulerResult, ended: bool) {
        engine_profile::merge(&mut self.engine_profile, &played.engine_profile);
        self.samples.merge(&played.samples);
        if !ended {
            self.count_clauses(played.results.values());
            self.complete += 1;
        }
        for (index, result) in played.results {
            let cut_off = ended && result.verdict == Verdict::Inconclusive;
            match self.scenarios.get_mut(&index) {
                // The result of the earlier repeats stays.
                Some(_) if cut_off => {}
                Some(merged) => merged.add(result),
                None => {
                    self.scenarios.insert(index, Merged::new(result));
                }
            }
        }
    }

    fn count_clauses<'a>(&mut self, results: impl Iterator<Item = &'a ScenarioResult>) {
        let mut now: HashMap<ClauseId, (Severity, bool)> = HashMap::new();
        for result in results {
            let held = matches!(result.verdict, Verdict::Fail | Verdict::Warn);
            for finding in &result.findings {
                if finding.counts() {
                    let known = now.entry(finding.clause).or_insert((finding.severity, held));
                    known.0 = known.0.max(finding.severity);
                    known.1 |= held;
                }
            }
        }
        for (clause, (severity, held)) in now {
            let known = self.clauses.entry(clause).or_insert(Broken {
                worst: severity,
                held: Vec::new(),
                unsettled: Vec::new(),
            });
            known.worst = known.worst.max(severity);
            let which = if held { &mut known.held } else { &mut known.unsettled };
            which.push(self.complete);
        }
    }

    /// The result of the run. The repeats refer to `scenarios` by index.
    pub(in crate::run) fn finish(
        mut self,
        plan: &Plan,
        scenarios: &[Scenario],
        jitter: Option<Jitter>,
        elapsed: Duration,
    ) -> RunResult {
        let mut results = HashMap::new();
        let mut rows = Vec::new();
        for index in 0..scenarios.len() {
            if let Some(merged) = self.scenarios.remove(&index) {
                let (mut result, row) = merged.finish();
                result.prerequisite_only = !plan.owns(&result.id);
                if !result.prerequisite_only {
                    rows.push(row);
                }
                results.insert(index, result);
            }
        }
        let clauses = plan.dialect.catalogue().clauses.iter();
        let keep = plan.part.is_some();
        let clauses = clauses.filter_map(|clause| {
            let Broken { worst, held, unsettled } = self.clauses.remove(&clause.id)?;
            let row = ClauseRepeats::new(clause.id, worst, self.complete, held, unsettled);
            Some(if keep { row } else { row.summed_up() })
        });
        let repeats = (plan.repeat > 1).then(|| Repeats {
            asked: plan.repeat,
            complete: self.complete,
            scenarios: rows,
            clauses: clauses.collect(),
        });
        // The transcripts of each repeat are within bounds, but all repeats together may exceed them.
        let engine_profile = &self.engine_profile;
        let normal = |index: usize, result: &ScenarioResult| {
            changed::normal(plan, &scenarios[index], engine_profile, result)
        };
        budget::fit(results.iter_mut(), &normal);
        let mut result = summary::sum_up(plan, scenarios, results, &self.engine_profile, elapsed);
        result.host.jitter = jitter;
        result.repeats = repeats;
        result.latencies = self.samples.results(plan.dialect.latencies(), keep);
        result.clocks = self.samples.clocks.results(keep);
        for scenario in &mut result.scenarios {
            for finding in &mut scenario.findings {
                let search = finding.clock.as_ref();
                let note = search.and_then(|search| clocks::note(&result.clocks, search));
                finding.notes.extend(note);
                finding.notes.extend(hints::of(plan, finding));
            }
        }
        micros::whole(&mut result);
        result
    }
}

#[cfg(test)]
mod tests;
