//! How often the repeats of a scenario have shown the same finding.

use std::time::Duration;

use crate::verdict::{Finding, Severity, Verdict};

/// A finding, and how often the repeats have shown it.
#[derive(Debug)]
pub(in crate::run) struct CountedFinding {
    pub(in crate::run) finding: Finding,
    pub(in crate::run) repeats: u32,
    /// In how many of these repeats it counted against the engine.
    pub(in crate::run) held: u32,
    /// In how many of those repeats it did not depend on time.
    certain: u32,
    /// The shortest and the longest time after limit and slack.
    pub(in crate::run) late: Option<(Duration, Duration)>,
}

impl CountedFinding {
    /// A finding that no repeat has shown yet.
    pub(in crate::run) fn new(finding: &Finding) -> Self {
        Self { finding: finding.clone(), repeats: 0, held: 0, certain: 0, late: None }
    }

    /// Counts a repeat that has shown the finding.
    pub(in crate::run) fn count(&mut self, finding: &Finding, held: bool) {
        self.repeats += 1;
        self.held += u32::from(held);
        self.certain += u32::from(held && !finding.timing);
        if let Some(over) = finding.over {
            let (least, most) = self.late.unwrap_or((over, over));
            self.late = Some((least.min(over), most.max(over)));
        }
    }

    /// Whether the finding alone justifies the verdict, a failure or a warning, independently of time.
    pub(in crate::run) fn is_certain(&self, verdict: Verdict) -> bool {
        let severity = match verdict {
            Verdict::Fail => Severity::Fail,
            Verdict::Warn => Severity::Warn,
            Verdict::Pass
            | Verdict::Skip
            | Verdict::Flaky
            | Verdict::Blocked
            | Verdict::Inconclusive
            | Verdict::Error => return false,
        };
        self.certain > 0 && self.finding.severity == severity
    }
}
