//! What a process of the engine costs, as observed in this run: the time of its start, and its memory.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// From this time on, a start is long enough that scenarios share processes to avoid it.
const COSTLY: Duration = Duration::from_millis(100);

/// The cost of a process.
#[derive(Debug)]
pub(crate) struct ProcessCost {
    /// The shortest time from the start of a process to its first `readyok` (or the reply of another dialect to that
    /// question), in microseconds. Longer times are due to the machine. `u64::MAX`: no process has been ready.
    start: AtomicU64,
    /// The most memory that a process was seen to hold, in bytes.
    memory: AtomicU64,
}

impl Default for ProcessCost {
    fn default() -> Self {
        Self { start: AtomicU64::new(u64::MAX), memory: AtomicU64::new(0) }
    }
}

impl ProcessCost {
    /// Records how long a start took.
    pub(crate) fn started(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.start.fetch_min(micros, Ordering::Relaxed);
    }

    /// Records how much memory a process holds, in bytes.
    pub(crate) fn holds(&self, bytes: u64) {
        self.memory.fetch_max(bytes, Ordering::Relaxed);
    }

    /// Whether it is worth avoiding a start; `None` if no process has been ready yet.
    pub(crate) fn is_start_costly(&self) -> Option<bool> {
        let micros = self.start.load(Ordering::Relaxed);
        (micros != u64::MAX).then(|| Duration::from_micros(micros) >= COSTLY)
    }

    /// Whether so many processes fit into this much memory, in bytes. One always fits. With too many, the system may
    /// kill one, and the engine would be reported for it. A quarter stays free, because an engine that searches may
    /// still grow.
    pub(crate) fn fits(&self, processes: usize, spare_memory: Option<u64>) -> bool {
        let needed = self.memory.load(Ordering::Relaxed).saturating_mul(processes as u64);
        processes <= 1 || spare_memory.is_none_or(|spare| needed <= spare / 4 * 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_start_decides() {
        let cost = ProcessCost::default();
        assert_eq!(cost.is_start_costly(), None);
        cost.started(Duration::from_secs(3));
        assert_eq!(cost.is_start_costly(), Some(true));
        cost.started(COSTLY);
        assert_eq!(cost.is_start_costly(), Some(true));
        cost.started(Duration::from_millis(20));
        cost.started(Duration::from_secs(2));
        assert_eq!(cost.is_start_costly(), Some(false));
    }

    #[test]
    fn the_largest_process_decides_how_many_fit() {
        let cost = ProcessCost::default();
        assert!(cost.fits(1000, Some(400)), "nothing is known yet");
        cost.holds(100);
        cost.holds(20);
        assert!(cost.fits(3, Some(400)), "a quarter stays free");
        assert!(!cost.fits(4, Some(400)));
        cost.holds(1000);
        assert!(cost.fits(1, Some(400)), "one engine is always examined");
        assert!(!cost.fits(2, Some(400)));
        assert!(cost.fits(1000, None), "the memory of the host is not known");
    }
}
