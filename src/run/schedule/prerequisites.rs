//! The part of the scheduler that deals with prerequisites.

use std::sync::atomic::Ordering;

use crate::lang::Text;
use crate::run::aggregate::engine_profile;
use crate::run::result::ScenarioResult;
use crate::run::schedule::scheduler::{Scheduler, State};
use crate::run::script::findings::is_of_text;
use crate::run::script::steps::not_offered;
use crate::verdict::{Finding, Severity, Verdict};

/// The reason for a scenario that is blocked by this one: the clause at which it ended. A script also ends at a
/// violation in its last step, so a scenario that failed is not called incomplete.
fn incomplete(id: &str, result: &ScenarioResult) -> Text {
    let last = result.findings.iter().max_by_key(|finding| finding.severity);
    match last {
        Some(finding) if result.verdict == Verdict::Fail => {
            say!("{id} failed ({clause})", id, clause = finding.clause)
        }
        Some(finding) => {
            say!("{id} did not complete ({clause})", id, clause = finding.clause)
        }
        None => say!("{id} did not complete", id),
    }
}

/// Whether a note at the line at which the scenario ended says why it ended.
fn is_explained(result: &ScenarioResult) -> bool {
    let mut findings = result.findings.iter();
    let line = result.stopped_at_line;
    line.is_some() && findings.any(|finding| finding.scenario_line == line)
}

impl Scheduler<'_> {
    /// The verdict and the reason for a scenario that is not played at all; `None` if it can be played.
    pub(in crate::run) fn hindrance(
        &self,
        state: &State<'_>,
        index: usize,
    ) -> Option<(Verdict, Text)> {
        let scenario = &self.scenarios[index];
        if self.plan.cancel.load(Ordering::Relaxed) {
            return Some((Verdict::Inconclusive, say!("the run was ended before its turn")));
        }
        if !scenario.is_of_profile(self.plan.profile) {
            let reason =
                say!("only in profile {profiles}", profiles = scenario.profiles.join(", "));
            return Some((Verdict::Skip, reason));
        }
        for id in &scenario.after {
            match self.result(state, id) {
                Some(result) if result.reached_end => {}
                // In a chain of skipped scenarios, each one repeats what the engine does not offer.
                Some(result) if result.lacks().is_some() => {
                    return Some((Verdict::Skip, result.reason.clone().unwrap_or_default()));
                }
                Some(result) if result.verdict == Verdict::Skip => {
                    return Some((Verdict::Skip, say!("{id} was skipped", id)));
                }
                Some(result) if result.verdict == Verdict::Inconclusive => {
                    return Some((Verdict::Inconclusive, say!("{id} could not be judged", id)));
                }
                // In a chain of blocked scenarios, each one names the first scenario that did not complete.
                Some(result) if result.verdict == Verdict::Blocked => {
                    return Some((Verdict::Blocked, result.reason.clone().unwrap_or_default()));
                }
                // What an engine need not have in this profile, such as an answer to a debugging command. Without a
                // note it is not known why the scenario ended.
                Some(result) if result.verdict == Verdict::Pass && is_explained(result) => {
                    let reason = say!("{id} did not complete, which does not count here", id);
                    return Some((Verdict::Skip, reason));
                }
                Some(result) => return Some((Verdict::Blocked, incomplete(id, result))),
                None => {
                    return Some((
                        Verdict::Error,
                        say!("{id}, which must come first, is not known", id),
                    ));
                }
            }
        }
        let missing = scenario
            .needs
            .iter()
            .find(|need| !engine_profile::offers(self.plan.dialect, &state.engine_profile, need))?;
        Some((Verdict::Skip, not_offered(missing)))
    }

    /// Removes syntax findings that a prerequisite has already reported. The scenarios that begin in the same way do
    /// not report them again: one broken boot is one failure, not eighty. If such a finding is the reason why the script
    /// has not judged what it demands, the scenario is blocked by it; a warning stays then.
    pub(in crate::run) fn leave_to_prerequisites(
        &self,
        state: &State<'_>,
        index: usize,
        result: &mut ScenarioResult,
    ) {
        let unread = result.unread;
        let line =
            result.stopped_at_line.filter(|_| !result.reached_end && result.reason.is_none());
        let hides = |finding: &Finding| unread || line.is_some() && finding.scenario_line == line;
        let mut hidden_by = None;
        let mut left = self.scenarios[index].after.clone();
        let mut seen = 0;
        while let Some(id) = left.get(seen).cloned() {
            seen += 1;
            let Some(earlier) = self.result(state, &id) else {
                continue;
            };
            result.findings.retain(|finding| {
                let is_syntactic = is_of_text(&finding.watcher);
                let reported = earlier.findings.iter().any(|known| known.includes(finding));
                if !is_syntactic || !reported {
                    return true;
                }
                if hides(finding) && finding.severity == Severity::Fail {
                    hidden_by = Some((id.clone(), finding.clause));
                }
                hides(finding) && finding.severity == Severity::Warn
            });
            for id in self.scenario(&id).map_or(&[][..], |scenario| &scenario.after) {
                if !left.contains(id) {
                    left.push(id.clone());
                }
            }
        }
        // A late reply that does not count does not hide another violation. If the user has ended the run, the verdict
        // stays inconclusive. A warning does not explain why the script did not reach its end.
        let others = result.findings.iter().filter(|finding| !finding.timing);
        let explains = if result.reached_end { Severity::Warn } else { Severity::Fail };
        if matches!(result.verdict, Verdict::Inconclusive | Verdict::Flaky)
            && !self.plan.cancel.load(Ordering::Relaxed)
            && others.map(|finding| finding.severity).max() >= Some(explains)
        {
            result.findings.retain(|finding| !finding.timing);
            result.verdict = Verdict::Warn;
            result.reason = None;
        }
        let worst = result.findings.iter().map(|finding| finding.severity).max();
        let worst = worst.unwrap_or(Severity::Skip);
        let skipped = !result.reached_end && result.reason.is_some();
        if matches!(result.verdict, Verdict::Fail | Verdict::Warn) {
            result.verdict = match (worst, hidden_by) {
                (Severity::Fail, _) => Verdict::Fail,
                (Severity::Warn, _) => Verdict::Warn,
                (Severity::Info | Severity::Skip, _) if skipped => Verdict::Skip,
                (Severity::Info | Severity::Skip, Some((id, clause))) => {
                    result.reason =
                        Some(say!("what it demands cannot be read: {clause} in {id}", clause, id));
                    Verdict::Blocked
                }
                (Severity::Info | Severity::Skip, _) => Verdict::Pass,
            };
        }
    }
}

#[cfg(test)]
mod tests;
