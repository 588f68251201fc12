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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Text;
    use crate::run::result::Measurement;
    use crate::run::tests::finding::{ended, finding, pause};
    use crate::run::tests::run_result::run_of;
    use crate::run::time_use::TimeUse;
    use crate::transcript::{Event, EventId, Overdue, Transcript};
    use crate::verdict::{ClockUse, Finding, Verdict};

    /// A result in which every time is this one.
    fn with(time: Duration) -> ScenarioResult {
        let overdue = Overdue { awaited: Vec::new(), since: time, limit: time };
        ScenarioResult {
            duration: time,
            spent: Spent {
                processes: 1,
                shared: 1,
                starting: time,
                windows: time,
                replies: time,
                leaving: time,
                queued: time,
            },
            measurements: vec![Measurement { name: "stop".to_owned(), took: time }],
            findings: vec![Finding {
                at: time,
                over: Some(time),
                clock: Some(ClockUse { clock: "byoyomi".to_owned(), allowed: time, used: time }),
                ..finding("USI-GO-06", true)
            }],
            transcript: Transcript {
                events: vec![Event { id: EventId(0), at: time, kind: EventKind::Overdue(overdue) }],
                windows: vec![pause(time)],
                ..Transcript::default()
            },
            ..ended(Verdict::Fail, Text::EMPTY)
        }
    }

    /// The run of this scenario. It took as long as the scenario.
    fn run_with(time: Duration) -> RunResult {
        let latency = LatencyResult {
            name: "stop",
            from: "stop",
            to: "bestmove",
            count: 1,
            kept: 1,
            min: time,
            median: time,
            p95: time,
            max: time,
            spread: vec![time, time],
            samples: vec![time],
        };
        let scenario = with(time);
        let spent = scenario.spent;
        RunResult {
            elapsed: time,
            time: TimeUse { spent, chain_length: time, ..TimeUse::default() },
            latencies: vec![latency],
            ..run_of(vec![scenario])
        }
    }

    #[test]
    fn a_run_has_no_time_that_a_report_cannot_write() {
        for (nanos, micros) in [(2_001_234_567, 2_001_234), (999, 0), (1000, 1), (0, 0)] {
            let mut run = run_with(Duration::from_nanos(nanos));
            whole(&mut run);
            assert_eq!(run, run_with(Duration::from_micros(micros)));
        }
    }
}
