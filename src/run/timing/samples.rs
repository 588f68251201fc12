//! The samples that a run collects: latencies, and how searches used their clocks.

use std::time::Duration;

use crate::protocol::Latency;
use crate::run::percentile::{rank, spread};
use crate::run::result::LatencyResult;
use crate::run::timing::clocks::Clocks;

/// How many samples of one latency are kept, each as microseconds in four bytes. A run of the whole suite has a few
/// thousand; further samples of a run with many repeats are only counted.
const KEPT: usize = 100_000;

/// The samples of one or several dialogues.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Samples {
    latencies: Vec<Row>,
    /// How searches used their clocks.
    pub(crate) clocks: Clocks,
}

/// The samples of one latency.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    name: &'static str,
    count: u64,
    /// In microseconds, in the order in which they were taken.
    kept: Vec<u32>,
    /// The extremes of all samples, also of those that are not kept.
    least: u32,
    largest: u32,
}

impl Samples {
    /// Adds a sample.
    pub(crate) fn add(&mut self, name: &'static str, took: Duration) {
        let micros = u32::try_from(took.as_micros()).unwrap_or(u32::MAX);
        let row = self.row(name);
        row.count += 1;
        row.least = row.least.min(micros);
        row.largest = row.largest.max(micros);
        if row.kept.len() < KEPT {
            row.kept.push(micros);
        }
    }

    /// Adds the samples of another dialogue.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.clocks.merge(&other.clocks);
        for from in &other.latencies {
            let row = self.row(from.name);
            row.count += from.count;
            row.least = row.least.min(from.least);
            row.largest = row.largest.max(from.largest);
            let room = KEPT.saturating_sub(row.kept.len());
            row.kept.extend(from.kept.iter().take(room));
        }
    }

    /// The results to report, in the order of the dialect, without latencies that have no sample. `keep`: with the
    /// samples.
    pub(crate) fn results(&self, latencies: &[Latency], keep: bool) -> Vec<LatencyResult> {
        let result = |latency: &Latency| {
            let row = self.latencies.iter().find(|row| row.name == latency.name)?;
            let mut sorted = row.kept.clone();
            sorted.sort_unstable();
            let samples = sorted.iter().filter(|_| keep);
            Some(LatencyResult {
                samples: samples.copied().map(micros).collect(),
                name: latency.name,
                from: latency.from,
                to: latency.to,
                count: row.count,
                kept: sorted.len() as u64,
                min: micros(row.least),
                median: micros(rank(&sorted, 50)?),
                p95: micros(rank(&sorted, 95)?),
                max: micros(row.largest),
                spread: spread(&sorted).into_iter().map(micros).collect(),
            })
        };
        latencies.iter().filter_map(result).collect()
    }

    fn row(&mut self, name: &'static str) -> &mut Row {
        let index = self.latencies.iter().position(|row| row.name == name);
        let index = index.unwrap_or_else(|| {
            self.latencies.push(Row {
                name,
                count: 0,
                kept: Vec::new(),
                least: u32::MAX,
                largest: 0,
            });
            self.latencies.len() - 1
        });
        &mut self.latencies[index]
    }
}

fn micros(micros: u32) -> Duration {
    Duration::from_micros(u64::from(micros))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STOP: Latency = Latency { name: "stop", from: "stop", to: "bestmove" };

    fn of(micros: impl IntoIterator<Item = u64>) -> Samples {
        let mut samples = Samples::default();
        for micros in micros {
            samples.add("stop", Duration::from_micros(micros));
        }
        samples
    }

    #[test]
    fn dialogues_come_together() {
        let mut all = of([5, 1]);
        all.merge(&of([3]));
        let [row] = &all.results(&[STOP], false)[..] else {
            panic!("one latency");
        };
        assert_eq!((row.count, row.kept), (3, 3));
        let reported = [row.min, row.median, row.p95, row.max].map(|time| time.as_micros());
        assert_eq!(reported, [1, 3, 5, 5]);
    }

    #[test]
    fn what_was_never_measured_is_left_out() {
        assert_eq!(Samples::default().results(&[STOP], false), []);
    }

    #[test]
    fn memory_is_bounded_and_the_extremes_are_those_of_all() {
        let many = KEPT as u64 + 10;
        let mut samples = of((0..many).map(|number| number + 2));
        samples.merge(&of([1]));
        let row = &samples.results(&[STOP], false)[0];
        assert_eq!((row.count, row.kept), (many + 1, KEPT as u64));
        assert_eq!((row.min.as_micros(), row.max.as_micros()), (1, many as u128 + 1));
    }
}
