//! What rules have found in fresh processes: it needs no look at what was played before.

use crate::verdict::Finding;

/// Something that a rule has found in fresh processes.
pub(in crate::run) struct KnownFinding {
    pub(super) finding: Finding,
    /// In how many.
    pub(super) times: u32,
}

impl KnownFinding {
    /// Whether it is the same.
    pub(super) fn is(&self, finding: &Finding) -> bool {
        let known = &self.finding;
        known.clause == finding.clause
            && known.watcher == finding.watcher
            && known.violation == finding.violation
            && known.severity >= finding.severity
    }
}
