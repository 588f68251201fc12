//! Judging a list of events: a recorded game, or a test.

use crate::protocol::{Dialect, Limits, Setting};
use crate::transcript::Event;
use crate::verdict::Finding;

/// A dialect's own limits, unscaled.
#[must_use]
pub fn default_limits(dialect: &dyn Dialect) -> Limits {
    Limits::of(dialect, |_, limit| limit)
}

/// Everything that the rules find in these events, in their order.
#[must_use]
pub fn judge(dialect: &dyn Dialect, setting: Setting, events: &[Event]) -> Vec<Finding> {
    let mut monitor = dialect.monitor(setting);
    events.iter().flat_map(|event| monitor.judge(event)).collect()
}
