//! Findings of rules in fresh processes. If one also occurs in a shared process, the earlier scenarios are not its
//! cause.

use crate::verdict::Finding;

/// A finding of a rule in fresh processes.
pub(in crate::run) struct KnownFinding {
    pub(super) finding: Finding,
    /// In how many fresh processes it occurred.
    pub(super) times: u32,
}
