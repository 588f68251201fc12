//! Judges a list of events: a recorded game, or a transcript of a test.

use crate::protocol::{Dialect, Limits, Setting};
use crate::transcript::Event;
use crate::verdict::Finding;

/// The limits of a dialect, not scaled.
#[must_use]
pub fn default_limits(dialect: &dyn Dialect) -> Limits {
    Limits::of(dialect, |_, limit| limit)
}

/// All findings of the rules for these events, in order.
#[must_use]
pub fn judge(dialect: &dyn Dialect, setting: Setting, events: &[Event]) -> Vec<Finding> {
    let mut monitor = dialect.monitor(setting);
    events.iter().flat_map(|event| monitor.judge(event)).collect()
}
