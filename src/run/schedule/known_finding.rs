//! Findings of rules in fresh processes. If one also occurs in a shared process, the earlier scenarios are not its
//! cause.

use crate::verdict::Finding;

/// A finding of a rule in fresh processes.
pub(in crate::run) struct KnownFinding {
    pub(super) finding: Finding,
    /// In how many fresh processes it occurred.
    pub(super) times: u32,
}

impl KnownFinding {
    /// Whether a finding is the same, and not more severe.
    pub(super) fn is(&self, finding: &Finding) -> bool {
        let known = &self.finding;
        known.clause == finding.clause
            && known.watcher == finding.watcher
            && known.violation == finding.violation
            && known.severity >= finding.severity
    }
}
