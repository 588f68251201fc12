//! Merges the results of several repeats of a scenario into one result.

use crate::run::aggregate::seen::CountedFinding;
use crate::run::repeats::{self, ScenarioRepeats};
use crate::run::result::ScenarioResult;
use crate::transcript::Transcript;
use crate::verdict::{Finding, Severity, Verdict};

/// The merged result of the repeats of one scenario so far.
#[derive(Debug)]
pub(in crate::run) struct Merged {
    /// The repeat that shows most, with what other repeats showed in addition.
    shown: ScenarioResult,
    verdicts: Vec<Verdict>,
    seen: Vec<CountedFinding>,
    /// The number of repeats in which the scenario was played.
    played: u32,
    /// The verdicts of the repeats that failed or warned because of time limits alone.
    late: Vec<Verdict>,
}

impl Merged {
    /// Starts with the first repeat.
    pub(in crate::run) fn new(first: ScenarioResult) -> Self {
        let mut merged = Self {
            shown: first.clone(),
            verdicts: Vec::new(),
            seen: Vec::new(),
            played: 0,
            late: Vec::new(),
        };
        merged.count(&first);
        merged
    }

    /// Adds another repeat.
    pub(in crate::run) fn add(&mut self, more: ScenarioResult) {
        self.count(&more);
        if rank(&more) > rank(&self.shown) {
            let before = std::mem::replace(&mut self.shown, more);
            absorb(&mut self.shown, before);
        } else {
            absorb(&mut self.shown, more);
        }
    }

    fn count(&mut self, result: &ScenarioResult) {
        self.verdicts.push(result.verdict);
        self.played += u32::from(result.attempts > 0);
        let held = matches!(result.verdict, Verdict::Fail | Verdict::Warn);
        if held && is_late(result) {
            self.late.push(result.verdict);
        }
        for finding in &result.findings {
            let mut known = self.seen.iter();
            let known = known.position(|seen| seen.finding.is_same(finding));
            let at = known.unwrap_or_else(|| {
                self.seen.push(CountedFinding::new(finding));
                self.seen.len() - 1
            });
            self.seen[at].count(finding, held);
        }
    }

    /// The merged result, and the verdicts of the repeats.
    pub(in crate::run) fn finish(self) -> (ScenarioResult, ScenarioRepeats) {
        let reported = ScenarioRepeats {
            id: self.shown.id.clone(),
            counts: Verdict::ALL
                .into_iter()
                .map(|verdict| (verdict, self.times(verdict)))
                .filter(|(_, count)| *count > 0)
                .collect(),
        };
        if self.verdicts.len() < 2 {
            return (self.shown, reported);
        }
        let verdict = self.verdict(reported.judged());
        let broke = reported.failed()
            + reported.count(Verdict::Flaky)
            + reported.count(Verdict::Inconclusive);
        let mut result = self.shown;
        match verdict {
            Verdict::Fail | Verdict::Warn => {
                let by_clock = !self.seen.iter().any(|seen| seen.is_certain(verdict));
                let judged = reported.judged();
                // If a failure has other causes, a time limit that was only broken in a few repeats is not part of it.
                result.findings.retain(|finding| {
                    let known = self.seen.iter().find(|seen| seen.finding.is_same(finding));
                    let often = known.is_some_and(|seen| 2 * seen.held >= judged);
                    by_clock || often || !finding.timing || finding.severity < Severity::Warn
                });
                result.reason = None;
            }
            Verdict::Flaky => {
                let of = self.played;
                result.reason =
                    Some(say!("broke a time limit in {broke} of {of} repeats", broke, of));
            }
            Verdict::Pass => result.reason = None,
            Verdict::Skip | Verdict::Blocked | Verdict::Inconclusive | Verdict::Error => {}
        }
        result.verdict = verdict;
        for finding in &mut result.findings {
            let known = self.seen.iter().find(|seen| seen.finding.is_same(finding));
            let late = known.and_then(|seen| seen.late);
            if let Some((least, most)) = late.filter(|(least, most)| least < most) {
                finding.notes.push(say!(
                    "in the repeats it came {least} to {most} ms after limit and slack",
                    least = least.as_millis(),
                    most = most.as_millis()
                ));
            }
            let rare = known.filter(|seen| seen.repeats < self.played);
            if let Some(seen) = rare {
                let rate = repeats::rate(seen.repeats, self.played);
                finding.notes.push(say!("in {rate} repeats", rate));
            }
        }
        (result, reported)
    }

    fn times(&self, verdict: Verdict) -> u32 {
        let mut count = 0;
        for known in &self.verdicts {
            count += u32::from(*known == verdict);
        }
        count
    }

    /// The verdict over all repeats. A violation that does not depend on time counts even if only one repeat shows it.
    /// A broken time limit counts if it failed in at least half of the repeats that could judge it.
    fn verdict(&self, judged: u32) -> Verdict {
        let often = |verdict: Verdict| {
            let late = self.late.iter().filter(|late| **late == verdict).count();
            late > 0 && 2 * late >= judged as usize
        };
        let held = |verdict| self.seen.iter().any(|seen| seen.is_certain(verdict));
        let open = self.shown.verdict == Verdict::Inconclusive;
        if held(Verdict::Fail) || often(Verdict::Fail) {
            Verdict::Fail
        } else if self.times(Verdict::Error) > 0 {
            Verdict::Error
        } else if held(Verdict::Warn) || often(Verdict::Warn) {
            Verdict::Warn
        } else if !self.late.is_empty() || open && judged > 0 {
            Verdict::Flaky
        } else {
            self.shown.verdict
        }
    }
}

/// Whether the verdict of a repeat depends on time limits alone.
fn is_late(result: &ScenarioResult) -> bool {
    let worst = result.findings.iter().map(|finding| finding.severity).max();
    let mut worst = result.findings.iter().filter(|finding| Some(finding.severity) == worst);
    worst.all(|finding| finding.timing)
}

/// Two results, the one that has more to show first.
pub(in crate::run) fn worse_first(
    one: ScenarioResult,
    other: ScenarioResult,
) -> (ScenarioResult, ScenarioResult) {
    if rank(&other) > rank(&one) { (other, one) } else { (one, other) }
}

/// How much a repeat has to show; a higher rank replaces a lower one.
pub(in crate::run) fn rank(result: &ScenarioResult) -> u8 {
    match result.verdict {
        Verdict::Fail if !is_late(result) => 9,
        Verdict::Fail => 8,
        Verdict::Error => 7,
        Verdict::Warn => 6,
        Verdict::Flaky => 5,
        Verdict::Inconclusive if result.attempts > 0 => 4,
        Verdict::Pass => 3,
        Verdict::Blocked => 2,
        Verdict::Inconclusive => 1,
        Verdict::Skip => 0,
    }
}

/// Adds to a repeat what another one showed in addition. The events of the other one are appended if they show
/// something new.
pub(in crate::run) fn absorb(shown: &mut ScenarioResult, other: ScenarioResult) {
    shown.duration += other.duration;
    shown.spent.add(&other.spent);
    shown.attempts += other.attempts;
    shown.failed_attempts += other.failed_attempts;
    for race in other.races {
        match shown.races.iter_mut().find(|known| known.line == race.line) {
            Some(known) => {
                known.planned += race.planned;
                known.rounds.extend(race.rounds);
            }
            None => shown.races.push(race),
        }
    }
    append(shown, other.findings, other.transcript);
}

/// Adds the findings of another attempt, and its events if one of these findings is new.
pub(in crate::run) fn append(
    shown: &mut ScenarioResult,
    findings: Vec<Finding>,
    transcript: Transcript,
) {
    let (ids, time) = shown.transcript.end();
    let mut new = false;
    for mut finding in findings {
        let mut known = shown.findings.iter();
        match known.position(|known| known.is_same(&finding)) {
            // A certain finding replaces one that depends on time.
            Some(at) if shown.findings[at].timing && !finding.timing => {
                shown.findings.remove(at);
            }
            Some(_) => continue,
            None => {}
        }
        new = true;
        finding.shift(ids, time);
        shown.findings.push(finding);
    }
    if new {
        shown.transcript.join(transcript, ids, time);
    }
}

#[cfg(test)]
mod tests;
