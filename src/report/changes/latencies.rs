//! Latencies that differ by more than noise.
//!
//! The test is the rank sum test of Mann and Whitney, with the normal approximation and the correction for ties:
//! latencies have long tails and no known distribution, so ranks are compared and not means. With many samples the test
//! finds differences that are too small to matter, and the machine is never in the same state in two runs. So a shift
//! counts only if it is also large, in ranks and in milliseconds. The test is about twenty lines of code; a statistics
//! crate would add linear algebra as a dependency.

use std::time::Duration;

use super::types::LatencyChange;
use crate::run::result::{LatencyResult, RunResult};

/// The fewest samples on each side that are compared.
const FEWEST: usize = 20;
/// The normal deviate that chance exceeds, on either side, once in a thousand.
const DEVIATE: f64 = 3.29;
/// The least probability that a sample of the slower side is longer than a sample of the other side.
const SLOWER: f64 = 0.75;
/// The least difference of the medians: as a fraction of the smaller median, and in milliseconds.
const PART: f64 = 0.25;
const LEAST_MS: f64 = 1.0;

/// The shifted latencies, in the order of the newer report.
pub(super) fn compare(old: &RunResult, new: &RunResult) -> Vec<LatencyChange> {
    // A shift below the jitter of the machines says nothing about the engine.
    let reports = [old, new];
    let jitter = reports.iter().filter_map(|report| report.host.jitter.as_ref());
    let noise = jitter.map(|jitter| ms(jitter.p95)).fold(LEAST_MS, f64::max);
    let shift = |latency: &LatencyResult| {
        let before = old.latencies.iter().find(|other| other.name == latency.name)?;
        shift(before, latency, noise)
    };
    new.latencies.iter().filter_map(shift).collect()
}

fn ms(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

fn shift(old: &LatencyResult, new: &LatencyResult, noise: f64) -> Option<LatencyChange> {
    let [olds, news] = [old, new].map(|one| one.spread.iter().copied().map(ms).collect::<Vec<_>>());
    let (slower, z) = rank_sum(&olds, &news)?;
    let (before, now) = (ms(old.median), ms(new.median));
    let moved = (before - now).abs();
    let large = moved >= noise && moved >= PART * before.min(now);
    let clear = z.abs() >= DEVIATE && slower.max(1.0 - slower) >= SLOWER;
    (large && clear && (now > before) == (slower > 0.5)).then(|| LatencyChange {
        name: new.name.to_owned(),
        from: new.from.to_owned(),
        to: new.to.to_owned(),
        old_ms: before,
        new_ms: now,
        old_n: old.spread.len() as u64,
        new_n: new.spread.len() as u64,
        slower,
        z,
    })
}

/// The probability that a sample of `new` is larger than a sample of `old` (equal pairs count half), and the normal
/// deviate of the rank sum. `None` if a side has too few samples or all samples are equal.
fn rank_sum(old: &[f64], new: &[f64]) -> Option<(f64, f64)> {
    let sound =
        |values: &[f64]| values.len() >= FEWEST && values.iter().all(|value| value.is_finite());
    if !sound(old) || !sound(new) {
        return None;
    }
    let mut all: Vec<(f64, bool)> = old.iter().map(|&value| (value, false)).collect();
    all.extend(new.iter().map(|&value| (value, true)));
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut sum, mut ties, mut below) = (0.0, 0.0, 0.0);
    for equal in all.chunk_by(|one, other| one.0 == other.0) {
        let size = equal.len() as f64;
        let of_new = equal.iter().filter(|(_, is_new)| *is_new).count() as f64;
        // Equal values share the mean of their ranks.
        sum += of_new * (below + (size + 1.0) / 2.0);
        ties += size.powi(3) - size;
        below += size;
    }
    let (m, n) = (old.len() as f64, new.len() as f64);
    let total = m + n;
    let u = sum - n * (n + 1.0) / 2.0;
    let variance = m * n / 12.0 * ((total + 1.0) - ties / (total * (total - 1.0)));
    if variance <= 0.0 {
        return None;
    }
    Some((u / (m * n), (u - m * n / 2.0) / variance.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latency(values: impl Iterator<Item = f64>) -> LatencyResult {
        let mut spread: Vec<Duration> =
            values.map(|ms| Duration::from_secs_f64(ms / 1000.0)).collect();
        spread.sort();
        LatencyResult {
            name: "stop",
            from: "stop",
            to: "bestmove",
            count: spread.len() as u64,
            kept: spread.len() as u64,
            min: Duration::ZERO,
            median: spread[(spread.len() - 1) / 2],
            p95: Duration::ZERO,
            max: Duration::ZERO,
            spread,
            samples: Vec::new(),
        }
    }

    fn run(count: u32, from: f64, step: f64) -> LatencyResult {
        latency((0..count).map(|number| from + step * f64::from(number)))
    }

    #[test]
    fn the_rank_sum_is_that_of_the_books() {
        // All values of one side are above all of the other: U is m·n, and the deviate is calculated by hand.
        let low: Vec<f64> = (0..20).map(f64::from).collect();
        let high: Vec<f64> = (20..40).map(f64::from).collect();
        let (slower, z) = rank_sum(&low, &high).expect("enough");
        assert_eq!(slower, 1.0);
        assert!((z - 200.0 / (400.0_f64 / 12.0 * 41.0).sqrt()).abs() < 1e-9, "{z}");
        let (slower, z) = rank_sum(&low, &low).expect("enough");
        assert_eq!((slower, z), (0.5, 0.0));
        assert_eq!(rank_sum(&[1.0; 30], &[1.0; 30]), None);
    }

    /// `show` reads the change and writes it again.
    #[test]
    fn a_shift_is_the_same_to_the_last_digit_after_it_was_written_and_read() {
        let old = run(37, 10.0, 0.1);
        for begin in 0..200_u32 {
            let shift = shift(&old, &run(41, 11.0 + f64::from(begin) * 0.013, 0.2), 1.0);
            let shift = shift.expect("a shift");
            let text = serde_json::to_string(&shift).expect("JSON");
            assert_eq!(serde_json::from_str::<LatencyChange>(&text).expect("a shift"), shift);
        }
    }

    #[test]
    fn a_large_shift_is_reported_both_ways() {
        let (old, new) = (run(40, 10.0, 0.1), run(40, 20.0, 0.1));
        let slower = shift(&old, &new, 1.0).expect("slower");
        assert!(slower.slower == 1.0 && slower.z > 7.0, "{slower:?}");
        let quicker = shift(&new, &old, 1.0).expect("quicker");
        assert!(quicker.slower == 0.0 && quicker.z < -7.0, "{quicker:?}");
    }

    #[test]
    fn what_could_be_noise_is_not() {
        let old = run(40, 10.0, 0.1);
        let check = |old: &LatencyResult, new: &LatencyResult, noise: f64| {
            assert_eq!(shift(old, new, noise), None)
        };
        check(&old, &old, 1.0);
        // Significant, but small.
        check(&old, &run(40, 12.0, 0.1), 1.0);
        // Large in proportion, but below the noise of this machine.
        check(&run(40, 0.1, 0.001), &run(40, 0.6, 0.001), 1.0);
        check(&old, &run(40, 20.0, 0.1), 24.0);
        // Large, but too few samples.
        check(&run(19, 10.0, 0.1), &run(40, 20.0, 0.1), 1.0);
        // The median moved, most values did not.
        check(&run(40, 0.0, 2.0), &run(40, 12.0, 1.6), 1.0);
    }
}
