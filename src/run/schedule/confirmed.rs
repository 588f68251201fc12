//! Which timing violations the attempts at a scenario confirm together.

use std::time::Duration;

use crate::lang::Text;
use crate::run::schedule::trial::Trial;
use crate::run::script::state::End;
use crate::run::timing::established::{Established, EstablishedViolation};
use crate::verdict::{Finding, Severity};

/// How many attempts have to show a timing violation.
pub(in crate::run) const ATTEMPTS: usize = 3;
/// How many attempts have to show it if the same violation was confirmed in another scenario.
const ATTEMPTS_WHERE_KNOWN: usize = 2;

/// An attempt, and how long it took.
pub(in crate::run) type Attempt = (Trial, Duration);

pub(in crate::run) fn is_timing(finding: &&Finding) -> bool {
    finding.timing && finding.counts()
}

/// How many attempts have to show this finding.
fn needed(finding: &Finding, established: &Established) -> usize {
    let violation = EstablishedViolation::of(finding);
    if established.is_established(&violation) {
        1
    } else if established.scenarios(&violation) > 0 {
        ATTEMPTS_WHERE_KNOWN
    } else {
        ATTEMPTS
    }
}

/// A timing violation, with its finding in each attempt.
pub(in crate::run) struct TimingViolation<'t>(pub(in crate::run) Vec<&'t Finding>);

impl TimingViolation<'_> {
    /// The finding with the least lateness, which all attempts support, and the index of its attempt. A late reply
    /// counts as less late than a missing one.
    pub(in crate::run) fn least(&self) -> (usize, &Finding) {
        let mut all = self.0.iter().copied().enumerate();
        let first = all.next().unwrap_or_else(|| unreachable!("one of each"));
        all.fold(first, |least, one| if lateness(one.1) < lateness(least.1) { one } else { least })
    }

    /// The lowest severity of the violation in any attempt.
    pub(in crate::run) fn severity(&self) -> Severity {
        let all = self.0.iter().map(|finding| finding.severity);
        all.min().unwrap_or(Severity::Skip)
    }

    /// The reason why the violation does not count: in one attempt the host may be the cause.
    pub(in crate::run) fn excuse(&self, played: &[Attempt]) -> Option<Text> {
        let mut attempts = self.0.iter().zip(played);
        attempts.find_map(|(finding, (trial, _))| trial.host_load_verdict.excuse(finding))
    }

    pub(in crate::run) fn is_confirmed(
        &self,
        played: &[Attempt],
        established: &Established,
    ) -> bool {
        let needed = self.0.first().map(|first| needed(first, established));
        needed.is_some_and(|needed| self.0.len() >= needed) && self.excuse(played).is_none()
    }

    /// A note on how late the reply was, if the attempts differ in this.
    pub(in crate::run) fn range(&self) -> Option<Text> {
        let late = || self.0.iter().filter_map(|finding| finding.over);
        let (least, most, attempts) = (late().min()?, late().max()?, self.0.len());
        let missing = attempts - late().count();
        let (least, most) = (least.as_millis(), most.as_millis());
        if missing > 0 {
            Some(say!(
                "in {missing} of {attempts} attempts the reply did not come at all while it was waited for",
                missing,
                attempts
            ))
        } else if least < most {
            Some(say!(
                "in {attempts} attempts it came {least} to {most} ms after limit and slack",
                attempts,
                least,
                most
            ))
        } else {
            None
        }
    }
}

fn lateness(finding: &Finding) -> Duration {
    finding.over.unwrap_or(Duration::MAX)
}

/// The timing violations that every attempt shows. Two findings match if they have the same clause and watcher, or the
/// same step of the script. Lateness is ignored.
pub(in crate::run) fn shown_by_all(played: &[Attempt]) -> Vec<TimingViolation<'_>> {
    let Some(((first, _), others)) = played.split_first() else {
        return Vec::new();
    };
    let candidates = first.findings.iter().filter(is_timing);
    let shown = candidates.filter_map(|finding| {
        let others = others.iter().map(|(trial, _)| matching(finding, trial));
        let all = std::iter::once(Some(finding)).chain(others);
        all.collect::<Option<Vec<_>>>().map(TimingViolation)
    });
    shown.collect()
}

fn matching<'t>(finding: &Finding, trial: &'t Trial) -> Option<&'t Finding> {
    let timing = || trial.findings.iter().filter(is_timing);
    let same = |one: &&Finding| one.is_about_the_same(finding);
    let line = finding.scenario_line;
    let step = |one: &&Finding| line.is_some() && one.scenario_line == line;
    timing().find(same).or_else(|| timing().find(step))
}

/// Whether more attempts are needed to confirm a timing violation.
pub(in crate::run) fn is_open(played: &[Attempt], established: &Established) -> bool {
    let ended = played.iter().any(|(trial, _)| trial.end == Err(End::Cancelled));
    let open = |shown: &TimingViolation<'_>| {
        let first = shown.0.first();
        first.is_some_and(|first| shown.0.len() < needed(first, established))
            && shown.excuse(played).is_none()
    };
    !ended && shown_by_all(played).iter().any(open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::tests::finding::finding;

    #[test]
    fn how_late_it_came_is_noted_where_the_attempts_differ() {
        let note = |over: [Option<u64>; 2]| {
            let late = over.map(|over| Finding {
                over: over.map(Duration::from_millis),
                ..finding("USI-GO-03", true)
            });
            TimingViolation(late.iter().collect()).range().map(|note| note.to_string())
        };
        let wanted = "in 2 attempts it came 70 to 90 ms after limit and slack";
        assert_eq!(note([Some(90), Some(70)]).as_deref(), Some(wanted));
        assert_eq!(note([Some(70), Some(70)]), None);
        let wanted = "in 1 of 2 attempts the reply did not come at all while it was waited for";
        assert_eq!(note([Some(70), None]).as_deref(), Some(wanted));
        assert_eq!(note([None, None]), None);
    }

    #[test]
    fn what_does_not_count_against_the_engine_is_not_confirmed() {
        let of =
            |severity, timing| is_timing(&&Finding { severity, ..finding("USI-GO-03", timing) });
        assert!(of(Severity::Fail, true) && of(Severity::Warn, true));
        assert!(!of(Severity::Info, true) && !of(Severity::Skip, true));
        assert!(!of(Severity::Fail, false));
    }
}
