//! What a start of the engine costs, as far as the run has seen.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A start that takes this long is worth being spared.
const COSTLY: Duration = Duration::from_millis(200);

/// The shortest time from the start of a process to its first `readyok`, or what answers the question in
/// another dialect: what takes longer than that was the machine's doing.
#[derive(Debug)]
pub(crate) struct StartCost(AtomicU64);

impl Default for StartCost {
    fn default() -> Self {
        Self(AtomicU64::new(u64::MAX))
    }
}

impl StartCost {
    /// A start took this long.
    pub(crate) fn saw(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX - 1);
        self.0.fetch_min(micros, Ordering::Relaxed);
    }

    /// Whether a start is worth being spared; `None` while no process has been ready.
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
