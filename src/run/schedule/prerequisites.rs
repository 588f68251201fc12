//! The part of the schedule that is about what has to come first.

use std::sync::atomic::Ordering;

use crate::lang::Text;
use crate::run::aggregate::engine_profile;
use crate::run::result::ScenarioResult;
use crate::run::schedule::scheduler::{Scheduler, State};
use crate::run::script::findings::is_of_text;
use crate::run::script::steps::not_offered;
use crate::verdict::{Severity, Verdict};

impl Scheduler<'_> {
    /// Why a scenario is not played at all.
    pub(in crate::run) fn hindrance(
        &self,
        state: &State<'_>,
        index: usize,
    ) -> Option<(Verdict, Text)> {
        let scenario = &self.scenarios[index];
        if self.plan.cancel.load(Ordering::Relaxed) {
            return Some((Verdict::Inconclusive, say!("the run was ended before its turn")));
        }
        if !scenario.profiles.is_empty()
            && !scenario.profiles.iter().any(|name| name == self.plan.profile)
        {
            let reason =
                say!("only in profile {profiles}", profiles = scenario.profiles.join(", "));
            return Some((Verdict::Skip, reason));
        }
        for id in &scenario.after {
            match self.result(state, id) {
                Some(result) if result.reached_end => {}
                // Of a whole chain the report names what the engine does not offer.
                Some(result) if result.lacks().is_some() => {
                    return Some((Verdict::Skip, result.reason.clone().unwrap_or_default()));
                }
                Some(result) if result.verdict == Verdict::Skip => {
                    return Some((Verdict::Skip, say!("{id} was skipped", id)));
                }
                Some(result) if result.verdict == Verdict::Inconclusive => {
                    return Some((Verdict::Inconclusive, say!("{id} could not be judged", id)));
                }
                // Of a whole chain the first link is named.
                Some(result) if result.verdict == Verdict::Blocked => {
                    return Some((Verdict::Blocked, result.reason.clone().unwrap_or_default()));
                }
                Some(_) => {
                    return Some((Verdict::Blocked, say!("{id} did not complete", id)));
                }
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

    /// Slips of the text that a prerequisite has shown are its findings, and are not reported again by
    /// everything that begins the same way: one broken boot is one failure, not eighty.
    pub(in crate::run) fn leave_to_prerequisites(
        &self,
        state: &State<'_>,
        index: usize,
        result: &mut ScenarioResult,
    ) {
        let mut left = self.scenarios[index].after.clone();
        let mut seen = 0;
        while let Some(id) = left.get(seen).cloned() {
            seen += 1;
            let Some(earlier) = self.result(state, &id) else {
                continue;
            };
            result.findings.retain(|finding| {
                let is_syntactic = is_of_text(&finding.watcher);
                let reported = earlier.findings.iter().any(|known| {
                    known.clause == finding.clause
                        && known.watcher == finding.watcher
                        && known.severity >= finding.severity
                });
                !(is_syntactic && reported)
            });
            let further = self.scenarios.iter().find(|scenario| scenario.id == id);
            for id in further.map_or(&[][..], |scenario| &scenario.after) {
                if !left.contains(id) {
                    left.push(id.clone());
                }
            }
        }
        // What came too late and does not count hides no other fault; what the user has cut off stays open. A warning
        // does not explain that the script never reached its end.
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
        if matches!(result.verdict, Verdict::Fail | Verdict::Warn) {
            result.verdict = match worst {
                Severity::Fail => Verdict::Fail,
                Severity::Warn => Verdict::Warn,
                Severity::Info | Severity::Skip => Verdict::Pass,
            };
        }
    }
}
