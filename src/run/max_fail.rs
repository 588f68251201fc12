//! `--max-fail`: ends a run after a given number of scenarios has failed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::lang::Text;
use crate::run::known::Known;
use crate::run::result::ScenarioResult;
use crate::verdict::{Severity, Verdict};

/// The number of failed scenarios after which a run is ended. A scenario with known failures alone does not count.
#[derive(Debug, Clone)]
pub struct MaxFail {
    count: usize,
    known: Vec<Known>,
    reached: Arc<AtomicBool>,
}

impl MaxFail {
    /// Ends a run after `count` failed scenarios, 1 or more.
    #[must_use]
    pub fn new(count: usize, known: Vec<Known>) -> Self {
        Self { count, known, reached: Arc::default() }
    }

    /// Whether that number was reached and the run was ended for this reason.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.reached.load(Ordering::Relaxed)
    }

    /// Begins a run.
    pub(super) fn begin(&self) {
        self.reached.store(false, Ordering::Relaxed);
    }

    /// The reason for which a scenario was not judged.
    pub(super) fn reason(&self) -> Text {
        say!("the run was ended before it could be judged: {number} failed", number = self.count)
    }

    /// Sets `cancel` if enough of these results are failures, by findings of at least the severity `least`.
    pub(super) fn weigh<'a>(
        &self,
        results: impl Iterator<Item = &'a ScenarioResult>,
        least: Severity,
        cancel: &AtomicBool,
    ) {
        let failed = results.filter(|result| self.is_failure(result, least)).count();
        if failed >= self.count && !cancel.load(Ordering::Relaxed) {
            self.reached.store(true, Ordering::Relaxed);
            cancel.store(true, Ordering::Relaxed);
        }
    }

    fn is_failure(&self, result: &ScenarioResult, least: Severity) -> bool {
        let settled = matches!(result.verdict, Verdict::Fail | Verdict::Warn);
        let is_known = |finding| self.known.iter().any(|known| known.is(&result.id, finding));
        let mut findings = result.findings.iter().filter(|finding| finding.severity >= least);
        settled && findings.any(|finding| !is_known(finding))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_begins_without_the_failures_of_the_run_before() {
        let limit = MaxFail::new(0, Vec::new());
        limit.weigh([].into_iter(), Severity::Fail, &AtomicBool::new(false));
        assert!(limit.is_reached());
        limit.begin();
        assert!(!limit.is_reached());
    }
}
