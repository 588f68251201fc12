//! Cuts the times of a run to whole microseconds, the unit of reports. A run that is read back from a report is then
//! equal to the original, and no chart or sum made of it differs in the last digit.

use std::time::Duration;

use crate::run::result::{LatencyResult, RunResult, ScenarioResult};
use crate::run::time_use::Spent;
use crate::transcript::EventKind;

/// Cuts every time of the run to whole microseconds.
pub(in crate::run) fn whole(run: &mut RunResult) {
    cut(&mut run.elapsed);
    spent(&mut run.time.spent);
    cut(&mut run.time.chain_length);
    run.time.overhead = run.elapsed.saturating_sub(run.time.chain_length);
    for latency in &mut run.latencies {
        let LatencyResult { min, median, p95, max, spread, samples, .. } = latency;
        [min, median, p95, max].into_iter().for_each(cut);
        spread.iter_mut().chain(samples).for_each(cut);
    }
    run.scenarios.iter_mut().for_each(scenario);
}

fn scenario(scenario: &mut ScenarioResult) {
    cut(&mut scenario.duration);
    spent(&mut scenario.spent);
    for measurement in &mut scenario.measurements {
        cut(&mut measurement.took);
    }
    for finding in &mut scenario.findings {
        cut(&mut finding.at);
        finding.over.iter_mut().for_each(cut);
        if let Some(clock) = &mut finding.clock {
            cut(&mut clock.allowed);
            cut(&mut clock.used);
        }
    }
    for event in &mut scenario.transcript.events {
        cut(&mut event.at);
        if let EventKind::Overdue(overdue) = &mut event.kind {
            cut(&mut overdue.since);
            cut(&mut overdue.limit);
        }
    }
    for window in &mut scenario.transcript.windows {
        cut(&mut window.from);
        cut(&mut window.until);
        cut(&mut window.ended);
    }
}

fn spent(spent: &mut Spent) {
    let Spent { processes: _, shared: _, starting, windows, replies, leaving, queued } = spent;
    [starting, windows, replies, leaving, queued].into_iter().for_each(cut);
}

fn cut(time: &mut Duration) {
    *time -= Duration::from_nanos(u64::from(time.subsec_nanos() % 1000));
}
