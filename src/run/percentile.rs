//! Percentiles, and a selection of a few values that represents many.

/// The largest number of values that [`spread`] returns: one for each percentile from 0 to 100.
const SPREAD: usize = 101;

/// A percentile of sorted values by the nearest-rank method: the smallest value that at least `percent` percent of the
/// values do not exceed. `None` if there are no values.
pub(super) fn rank<T: Copy>(sorted: &[T], percent: usize) -> Option<T> {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied()
}

/// At most [`SPREAD`] of these sorted values at even distances, the first and the last included.
pub(super) fn spread<T: Copy>(sorted: &[T]) -> Vec<T> {
    let last = sorted.len().saturating_sub(1);
    let most = sorted.len().min(SPREAD);
    let steps = most.saturating_sub(1).max(1);
    (0..most).filter_map(|step| sorted.get(step * last / steps).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_values_that_were_measured() {
        let check = |values: &[u32], median: u32, p95: u32| {
            assert_eq!(rank(values, 50), Some(median), "{values:?}");
            assert_eq!(rank(values, 95), Some(p95), "{values:?}");
        };
        check(&[7], 7, 7);
        check(&[1, 9], 1, 9);
        check(&[1, 2, 9], 2, 9);
        let hundred: Vec<u32> = (1..=100).collect();
        check(&hundred, 50, 95);
        assert_eq!(rank::<u32>(&[], 50), None);
    }

    #[test]
    fn a_picture_has_the_ends_and_what_lies_evenly_between() {
        let check = |values: Vec<u32>, ends: (u64, u64), number: usize| {
            let spread = spread(&values);
            let micros = |at: Option<&u32>| at.map(|micros| u64::from(*micros));
            let reported = (micros(spread.first()), micros(spread.last()), spread.len());
            assert_eq!(reported, (Some(ends.0), Some(ends.1), number));
        };
        check(vec![7], (7, 7), 1);
        check(vec![1, 9], (1, 9), 2);
        check((1..=1001).collect(), (1, 1001), SPREAD);
        assert_eq!(spread(&(0..1001).collect::<Vec<_>>())[50], 500);
        assert!(spread::<u32>(&[]).is_empty());
    }
}
