//! The JSON report without the transcripts of scenarios that passed, to be stored or published. It has about a tenth of
//! the size, and every reader of JSON reports can read it.

use std::collections::{BTreeMap, BTreeSet};

use super::table::TableV1;
use super::{ReportV1, print, said};
use crate::lang::{Lang, with_lang};
use crate::report::Format;
use crate::report::engine_comparison::{EngineComparison, Member};
use crate::report::excerpt::{self, Extent, Row};
use crate::run::result::{RunResult, ScenarioResult};
use crate::run::time_use::Spent;
use crate::transcript::{Event, EventId, EventKind};
use crate::verdict::{ClauseId, Finding, Severity};

/// This format's entry in the list of formats.
pub const FORMAT: Format = Format {
    name: "json:findings",
    about: "the same as json without the transcripts of what passed; for each violation the events that show it",
    render: |report, out| {
        let run = without_what_passed(report.run);
        let short = said::once(&run);
        with_lang(Lang::En, || {
            // Causes are computed from whole texts, so `said::once` comes later.
            print::dense(&ReportV1::of(&run, report.baseline).written_as(&short), out)
        })
    },
    table: |engine_comparison, out| {
        let runs: Vec<RunResult> = engine_comparison
            .members
            .iter()
            .map(|member| without_what_passed(member.run))
            .collect();
        let members = engine_comparison.members.iter().zip(&runs);
        let members = members.map(|(member, run)| Member { run, ..*member }).collect();
        let short = EngineComparison { members, style: engine_comparison.style };
        with_lang(Lang::En, || print::dense(&TableV1::of(&short), out))
    },
};

/// The scenarios, per failing violation, that keep their events: those that show it most simply.
const SCENARIOS: usize = 2;
/// The same number for a violation that does not fail.
const OF_OTHERS: usize = 1;
/// The events that are kept of one finding.
const EXTENT: Extent = Extent { sent_before: 3, before: 2, after: 1, most: 8 };

/// The violated clause, and the violation that a rule reported.
type Violation<'a> = (ClauseId, Option<&'a str>);

fn violation(finding: &Finding) -> Violation<'_> {
    (finding.clause, finding.violation.as_deref())
}

/// The run with only the events that show findings, and without the times that scenarios spent. Races in which no round
/// failed lose their rounds; scenarios without findings lose their races and the list of scenarios played before.
fn without_what_passed(run: &RunResult) -> RunResult {
    let kept: Vec<BTreeSet<EventId>> = {
        let shown = shown(run);
        let kept = |(place, scenario)| events(scenario, shown.get(&place));
        run.scenarios.iter().enumerate().map(kept).collect()
    };
    let mut run = run.clone();
    for (scenario, kept) in run.scenarios.iter_mut().zip(&kept) {
        scenario.transcript.keep(kept);
        scenario.duration = scenario.took();
        scenario.spent = Spent::default();
        if scenario.findings.is_empty() {
            scenario.races.clear();
        }
        for race in scenario.races.iter_mut().filter(|race| race.failed() == 0) {
            race.rounds.clear();
        }
        if scenario.findings.is_empty() {
            scenario.preceded_by.clear();
        }
    }
    run
}

/// The violations that each scenario shows, by the position of the scenario.
fn shown(run: &RunResult) -> BTreeMap<usize, BTreeSet<Violation<'_>>> {
    let mut places: BTreeMap<Violation<'_>, Vec<_>> = BTreeMap::new();
    let mut failing: BTreeSet<Violation<'_>> = BTreeSet::new();
    for (place, scenario) in run.scenarios.iter().enumerate() {
        if scenario.transcript.events.is_empty() {
            continue;
        }
        let fails = |finding: &&Finding| finding.severity >= Severity::Fail;
        failing.extend(scenario.findings.iter().filter(fails).map(violation));
        // Scenarios that were not settled show a violation less clearly.
        let doubtful = !scenario.verdict.is_settled();
        let mut seen = BTreeSet::new();
        for finding in &scenario.findings {
            if seen.insert(violation(finding)) {
                let last = finding.events.last().copied();
                let is_gone = last.and_then(|id| scenario.transcript.get(id)).is_none();
                let rank = (doubtful, is_gone, !scenario.races.is_empty(), last);
                places.entry(violation(finding)).or_default().push((rank, place));
            }
        }
    }
    let mut shown: BTreeMap<usize, BTreeSet<Violation<'_>>> = BTreeMap::new();
    for (violation, mut places) in places {
        places.sort_unstable();
        let most = if failing.contains(&violation) { SCENARIOS } else { OF_OTHERS };
        for (_, place) in places.into_iter().take(most) {
            shown.entry(place).or_default().insert(violation);
        }
    }
    shown
}

/// The events of a scenario that show these violations, each by its first finding, and the first event of the scenario,
/// so that the number of events that are left out before the finding is known.
fn events(
    scenario: &ScenarioResult,
    wanted: Option<&BTreeSet<Violation<'_>>>,
) -> BTreeSet<EventId> {
    let mut kept = BTreeSet::new();
    let mut open = wanted.cloned().unwrap_or_default();
    for finding in &scenario.findings {
        if !open.remove(&violation(finding)) {
            continue;
        }
        for row in excerpt::excerpt(&scenario.transcript, finding, EXTENT) {
            if let Row::Event(event, _) = row {
                kept.insert(event.id);
            }
        }
    }
    let first = scenario.transcript.events.first().filter(|_| !kept.is_empty());
    kept.extend(first.map(|event| event.id));
    keep_single(scenario, &mut kept);
    keep_steps(scenario, &mut kept);
    kept
}

/// Also keeps each single event between two kept events.
fn keep_single(scenario: &ScenarioResult, kept: &mut BTreeSet<EventId>) {
    let is_line = |event: &&Event| !matches!(event.kind, EventKind::Step { .. });
    let lines: Vec<EventId> =
        scenario.transcript.events.iter().filter(is_line).map(|event| event.id).collect();
    for three in lines.windows(3) {
        if kept.contains(&three[0]) && kept.contains(&three[2]) {
            kept.insert(three[1]);
        }
    }
}

/// Also keeps the steps of the script between two kept events. Steps are never shown, but a missing step would count as
/// a gap.
fn keep_steps(scenario: &ScenarioResult, kept: &mut BTreeSet<EventId>) {
    // The first event is always kept, even if it is a step.
    let mut before = !kept.is_empty();
    let mut steps = Vec::new();
    for event in &scenario.transcript.events {
        if matches!(event.kind, EventKind::Step { .. }) {
            steps.push(event.id);
            continue;
        }
        let is_kept = kept.contains(&event.id);
        if before && is_kept {
            kept.extend(steps.drain(..));
        }
        steps.clear();
        before = is_kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures;

    #[test]
    fn what_passed_has_no_transcript_and_what_was_found_has_its_events() {
        let whole = fixtures::broken();
        let mut long = whole.clone();
        // The same scenario five times, each time with one event less.
        let found = long.scenarios.iter().position(|scenario| {
            !scenario.findings.is_empty() && !scenario.transcript.events.is_empty()
        });
        let found = long.scenarios.remove(found.expect("a finding"));
        long.scenarios.retain(|scenario| scenario.findings.is_empty());
        let passed = long.scenarios.len();
        let events = found.transcript.events.len();
        for less in 0..5 {
            let mut scenario = found.clone();
            scenario.transcript.events.truncate(events - less);
            long.scenarios.push(scenario);
        }
        let short = without_what_passed(&long);
        let left: Vec<bool> =
            short.scenarios.iter().map(|scenario| !scenario.transcript.events.is_empty()).collect();
        assert!(left[..passed].iter().all(|left| !left));
        assert_eq!(left[passed..].iter().filter(|left| **left).count(), SCENARIOS);
        for (before, after) in long.scenarios.iter().zip(&short.scenarios) {
            let kept = after.transcript.events.len() as u64 + after.transcript.dropped;
            assert_eq!(kept, before.transcript.events.len() as u64 + before.transcript.dropped);
            assert_eq!(before.findings, after.findings);
        }
    }

    #[test]
    fn it_is_read_as_the_whole_report_is() {
        let run = fixtures::broken();
        let catalogue = fixtures::catalogue();
        let report = fixtures::report(&run, &catalogue);
        let mut text = Vec::new();
        (FORMAT.render)(&report, &mut text).expect("memory takes everything");
        let text = String::from_utf8(text).expect("a text");
        let read = super::super::read::read(&text).expect("a report");
        assert_eq!(read.scenarios.len(), run.scenarios.len());
        assert!(text.lines().count() > run.scenarios.len(), "a line a scenario");
    }
}
