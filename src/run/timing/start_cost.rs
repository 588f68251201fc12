//! How long a start of the engine takes, as observed in this run.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// From this time on, a start is long enough that scenarios share processes to avoid it.
const COSTLY: Duration = Duration::from_millis(200);

/// The shortest time from the start of a process to its first `readyok` (or the reply of another dialect to that
/// question), in microseconds. Longer times are due to the machine. `u64::MAX`: no process has been ready.
#[derive(Debug)]
pub(crate) struct StartCost(AtomicU64);

impl Default for StartCost {
    fn default() -> Self {
        Self(AtomicU64::new(u64::MAX))
    }
}

impl StartCost {
    /// Records how long a start took.
    pub(crate) fn saw(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX - 1);
        self.0.fetch_min(micros, Ordering::Relaxed);
    }

    /// Whether it is worth avoiding a start; `None` if no process has been ready yet.
    pub(crate) fn is_costly(&self) -> Option<bool> {
        let micros = self.0.load(Ordering::Relaxed);
        (micros != u64::MAX).then(|| Duration::from_micros(micros) >= COSTLY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_start_decides() {
        let cost = StartCost::default();
        assert_eq!(cost.is_costly(), None);
        cost.saw(Duration::from_secs(3));
        assert_eq!(cost.is_costly(), Some(true));
        cost.saw(COSTLY);
        assert_eq!(cost.is_costly(), Some(true));
        cost.saw(Duration::from_millis(20));
        cost.saw(Duration::from_secs(2));
        assert_eq!(cost.is_costly(), Some(false));
    }
}
