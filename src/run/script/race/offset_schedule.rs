//! The order in which the offsets of a race are tried.

use std::time::Duration;

use crate::explore::random::Random;
use crate::scenario::Offset;

/// Gives out offsets: in the first pass each one once, in an order made from the seed; later offsets between them.
#[derive(Debug)]
pub(super) struct OffsetSchedule {
    random: Random,
    all: Vec<Offset>,
    step: Duration,
    /// The offsets that are left in this pass. The next one is the last.
    left: Vec<Offset>,
    passes: u32,
}

impl OffsetSchedule {
    pub(super) fn new(all: Vec<Offset>, step: Duration, seed: u64) -> Self {
        Self { random: Random::new(seed), all, step, left: Vec::new(), passes: 0 }
    }

    /// The next offset. With `measuring`, an offset that is not before the event is preferred.
    pub(super) fn next(&mut self, measuring: bool) -> Option<Offset> {
        if self.left.is_empty() {
            self.fill();
        }
        if measuring && let Some(index) = self.left.iter().rposition(|offset| !is_early(*offset)) {
            return Some(self.left.remove(index));
        }
        self.left.pop()
    }

    fn fill(&mut self) {
        self.left.clone_from(&self.all);
        if self.passes > 0 {
            for index in 0..self.left.len() {
                self.left[index] = self.moved(self.left[index]);
            }
        }
        for index in (1..self.left.len()).rev() {
            let other = self.random.below(index + 1);
            self.left.swap(index, other);
        }
        self.passes += 1;
    }

    /// An offset at most half a step away, on the same side of the event.
    fn moved(&mut self, offset: Offset) -> Offset {
        let Offset::Micros(micros) = offset else {
            return offset;
        };
        let step = u64::try_from(self.step.as_micros()).unwrap_or(0);
        let by = self.random.below(step as usize + 1) as i64 - step as i64 / 2;
        let moved = micros + by;
        Offset::Micros(if micros < 0 { moved.min(-1) } else { moved.max(0) })
    }
}

pub(super) fn is_early(offset: Offset) -> bool {
    matches!(offset, Offset::Micros(micros) if micros < 0)
}

/// The seed of one race, made from the seed of the run, the scenario and the line.
pub(super) fn seed(run: u64, scenario: &str, line: u32) -> u64 {
    let words = scenario.bytes().chain(line.to_le_bytes());
    let mixed = words.fold(run, |seed, byte| Random::new(seed ^ u64::from(byte)).next());
    Random::new(mixed).next()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn grid() -> Vec<Offset> {
        (-3..=3).map(|ms| Offset::Micros(ms * 1000)).collect()
    }

    fn dealt(seed: u64, count: usize) -> Vec<Offset> {
        let mut offset_schedule = OffsetSchedule::new(grid(), Duration::from_millis(1), seed);
        (0..count).filter_map(|_| offset_schedule.next(false)).collect()
    }

    #[test]
    fn the_first_pass_has_every_offset_once_and_the_seed_decides_the_order() {
        let mut first = dealt(7, 7);
        assert_eq!(first, dealt(7, 7));
        assert_ne!(first, dealt(8, 7));
        first.sort_unstable();
        assert_eq!(first, grid());
    }

    #[test]
    fn later_passes_look_between_and_stay_on_their_side() {
        let mut second = dealt(7, 14).split_off(7);
        second.sort_unstable();
        assert_ne!(second, grid());
        for (moved, offset) in second.iter().zip(grid()) {
            let (Offset::Micros(moved), Offset::Micros(offset)) = (*moved, offset) else {
                panic!("only times");
            };
            assert!((moved - offset).abs() <= 500, "{moved} {offset}");
            assert_eq!(moved < 0, offset < 0);
        }
    }

    #[test]
    fn every_order_is_possible() {
        let pair = || vec![Offset::SameWrite, Offset::Micros(0)];
        let first = |seed| OffsetSchedule::new(pair(), Duration::ZERO, seed).next(false);
        for wanted in pair() {
            assert!((0..20).any(|seed| first(seed) == Some(wanted)), "{wanted}");
        }
    }

    /// What later passes make of one offset in a grid with this step.
    fn later(offset: i64, step: u64) -> Vec<i64> {
        let step = Duration::from_micros(step);
        let mut offset_schedule = OffsetSchedule::new(vec![Offset::Micros(offset)], step, 7);
        let all = (0..50).filter_map(|_| offset_schedule.next(false)).skip(1);
        let mut all: Vec<i64> = all
            .filter_map(|offset| match offset {
                Offset::Micros(micros) => Some(micros),
                Offset::SameWrite => None,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn later_passes_look_as_far_before_an_offset_as_after_it() {
        assert_eq!(later(10, 2), [9, 10, 11]);
        // Offsets that are no grid have no step, and are played as they are.
        assert_eq!(later(10, 0), [10]);
    }

    #[test]
    fn an_offset_that_is_nearer_to_the_event_than_half_a_step_stays_on_its_side() {
        let (before, after) = (later(-100, 1000), later(100, 1000));
        assert_eq!((before.last(), after.first()), (Some(&-1), Some(&0)));
    }

    #[test]
    fn rounds_that_measure_come_after_the_event() {
        let mut offset_schedule = OffsetSchedule::new(grid(), Duration::from_millis(1), 7);
        for _ in 0..4 {
            assert!(offset_schedule.next(true).is_some_and(|offset| !is_early(offset)));
        }
        assert!(offset_schedule.next(true).is_some_and(is_early));
    }

    #[test]
    fn scenarios_and_lines_have_seeds_of_their_own() {
        assert_eq!(seed(1, "usi/a", 5), seed(1, "usi/a", 5));
        assert_ne!(seed(1, "usi/a", 5), seed(1, "usi/b", 5));
        assert_ne!(seed(1, "usi/a", 5), seed(1, "usi/a", 6));
        assert_ne!(seed(1, "usi/a", 5), seed(2, "usi/a", 5));
        let lines: BTreeSet<u64> = (0..1000).map(|line| seed(1, "usi/a", line)).collect();
        assert_eq!(lines.len(), 1000);
    }
}
