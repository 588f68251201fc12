//! Applies the list of known failures to the verdict of a run.

use crate::protocol::{self, Catalogue, Dialect};
use crate::run::aggregate::summary::{self, Judged};
use crate::run::known::{Known, KnownResult, KnownStanding};
use crate::run::result::{Conformance, RunResult, ScenarioResult};
use crate::verdict::{ClauseId, Severity, Verdict};

/// Sets the verdict of a run that has known failures. From here on, the run fails because of findings that count
/// ([`RunResult::fail_on`]) and are not known, and because of known failures that no longer occur. In a part of a run
/// no known failure is stale, because another part may show it.
pub fn weigh(run: &mut RunResult, known: Vec<Known>) {
    let least = run.fail_on.least();
    run.known = known
        .into_iter()
        .map(|known| {
            let (standing, findings) = standing(run, &known);
            KnownResult { known, standing, findings }
        })
        .collect();
    let failed = |scenario: &ScenarioResult| {
        let counts = scenario.verdict == Verdict::Fail
            || scenario.verdict == Verdict::Warn && least <= Severity::Warn;
        counts && !run.is_excused(scenario, least)
    };
    let accepted = |scenario: &ScenarioResult| {
        let mut known = run.known.iter().map(|result| &result.known);
        let accepts = |known: &Known| {
            let clause = known.clause.is_none_or(|clause| scenario.clauses.contains(&clause));
            clause && known.scenario.is_some() && known.may_show(&scenario.id)
        };
        scenario.verdict == Verdict::Blocked && known.any(accepts)
    };
    let dialect = protocol::dialect(run.dialect);
    let catalogue = dialect.map(Dialect::catalogue);
    let severity = |clause: ClauseId| {
        let severity = |catalogue: &Catalogue| catalogue.severity(clause.0, &run.profile);
        catalogue.map_or(Severity::Fail, severity)
    };
    let (mut verdict, mut reason) = summary::conformance(&Judged {
        scenarios: &run.scenarios,
        interrupted: run.interrupted,
        severity: &severity,
        least,
        failed: &failed,
        accepted: &accepted,
        is_message: &|line| dialect.is_none_or(|dialect| summary::is_message(dialect, line)),
    });
    let stale = run.known.iter().find(|known| known.standing == KnownStanding::Stale);
    if let Some(stale) = stale {
        verdict = Conformance::Nonconformant;
        let Known { place, .. } = &stale.known;
        let what = stale.known.what();
        reason = Some(say!(
            "{what} is no longer a known failure ({place}): `--update-known` removes it",
            what,
            place
        ));
    }
    run.verdict = verdict;
    run.reason = reason;
    mark(run);
}

/// Marks the findings that are known.
fn mark(run: &mut RunResult) {
    let mut scenarios = std::mem::take(&mut run.scenarios);
    for ScenarioResult { id, findings, .. } in &mut scenarios {
        for finding in findings {
            finding.known = run.known(id, finding).map(|known| known.reason.clone());
        }
    }
    run.scenarios = scenarios;
}

fn standing(run: &RunResult, known: &Known) -> (KnownStanding, u32) {
    let shows = |scenario: &&ScenarioResult| known.may_show(&scenario.id);
    let findings = run.scenarios.iter().filter(shows).flat_map(|scenario| {
        let found = scenario.findings.iter();
        found.filter(|finding| finding.counts() && known.is(&scenario.id, finding))
    });
    let findings = u32::try_from(findings.count()).unwrap_or(u32::MAX);
    if findings > 0 {
        return (KnownStanding::Seen, findings);
    }
    // Any scenario could have shown an entry that names only a clause, but first of all those that name the clause.
    let about = |scenario: &&ScenarioResult| {
        let clause = known.clause.filter(|_| known.scenario.is_none());
        shows(scenario) && clause.is_none_or(|clause| scenario.clauses.contains(&clause))
    };
    let mut about = run.scenarios.iter().filter(about).peekable();
    // Filters or a limit of the run may have left out a scenario that could show it, unless it names exactly one.
    let is_one = run.scenarios.iter().any(|one| known.scenario.as_ref() == Some(&one.id));
    let cut_off = || run.scenarios.iter().any(ScenarioResult::is_cut_off);
    let is_partial = run.filtered || run.exploration.is_some();
    let left_out = !is_one && (is_partial || cut_off()) || run.part.is_some();
    let nobody = about.peek().is_none() && known.scenario.is_none();
    let (mut judged, mut open) = (nobody, left_out || run.interrupted);
    for scenario in about {
        match scenario.verdict {
            Verdict::Pass | Verdict::Warn => judged = true,
            Verdict::Fail if scenario.reached_end => judged = true,
            // It may have ended before the step that shows this failure.
            Verdict::Fail => open = true,
            // The engine cannot break what it does not offer.
            Verdict::Skip => {}
            Verdict::Flaky | Verdict::Blocked | Verdict::Inconclusive | Verdict::Error => {
                open = true;
            }
        }
    }
    let standing = if judged && !open { KnownStanding::Stale } else { KnownStanding::Unknown };
    (standing, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::exploration::Exploration;
    use crate::run::max_fail::MaxFail;
    use crate::run::plan::FailOn;
    use crate::run::shards::{PartOf, Shard};
    use crate::run::tests::finding::finding;
    use crate::run::tests::run_result::{known, played, run_of};
    use crate::transcript::Transcript;
    use crate::transcript_text;
    use crate::verdict::Finding;

    const CLAUSE: &str = "USI-GO-03";
    const OTHER: &str = "USI-GO-05";

    fn found(clause: &'static str, severity: Severity) -> Finding {
        Finding { severity, ..finding(clause, false) }
    }

    /// A scenario that names this clause and has these findings.
    fn about(
        clause: &'static str,
        id: &str,
        verdict: Verdict,
        findings: &[(&'static str, Severity)],
    ) -> ScenarioResult {
        let findings: Vec<Finding> =
            findings.iter().map(|(clause, severity)| found(clause, *severity)).collect();
        ScenarioResult { clauses: vec![ClauseId(clause)], ..played(id, verdict, &findings) }
    }

    #[test]
    fn a_known_failure_is_stale_if_all_that_could_show_it_was_judged_and_did_not() {
        use KnownStanding::{Seen, Stale, Unknown};
        use Severity::{Fail, Info, Warn};
        let in_clause = || known(Some(CLAUSE), None);
        let in_scenario = || known(None, Some("usi/a"));
        let of = |known: Known, run: &RunResult| {
            let mut run = run.clone();
            weigh(&mut run, vec![known]);
            (run.known[0].standing, run.known[0].findings)
        };
        let a = |verdict, findings: &[_]| about(CLAUSE, "usi/a", verdict, findings);
        let b = |verdict, findings: &[_]| about(OTHER, "usi/b", verdict, findings);
        let pass = || a(Verdict::Pass, &[]);
        let check = |scenarios: &[ScenarioResult], by_clause, by_scenario| {
            let run = run_of(scenarios.to_vec());
            let standing = [of(in_clause(), &run), of(in_scenario(), &run)];
            assert_eq!(standing, [by_clause, by_scenario], "{scenarios:?}");
        };
        let (stale, unknown) = ((Stale, 0), (Unknown, 0));
        check(&[pass()], stale, stale);
        check(&[a(Verdict::Fail, &[(CLAUSE, Fail)])], (Seen, 1), (Seen, 1));
        check(&[a(Verdict::Fail, &[(OTHER, Fail), (CLAUSE, Info)])], stale, (Seen, 1));
        check(&[a(Verdict::Warn, &[(CLAUSE, Warn)])], (Seen, 1), (Seen, 1));
        check(&[a(Verdict::Warn, &[(OTHER, Warn)])], stale, (Seen, 1));
        // A remark is no failure.
        check(&[a(Verdict::Pass, &[(CLAUSE, Info)])], stale, stale);
        // Any scenario can show an entry that names only a clause.
        check(&[pass(), b(Verdict::Fail, &[(CLAUSE, Fail)])], (Seen, 1), stale);
        let both = [a(Verdict::Fail, &[(CLAUSE, Fail)]), b(Verdict::Fail, &[(CLAUSE, Fail)])];
        check(&both, (Seen, 2), (Seen, 1));
        for open in [Verdict::Flaky, Verdict::Blocked, Verdict::Inconclusive, Verdict::Error] {
            check(&[a(open, &[])], unknown, unknown);
            // What is about something else does not matter.
            check(&[pass(), b(open, &[])], stale, stale);
            let again = ScenarioResult { id: "usi/c".to_owned(), ..a(open, &[]) };
            check(&[pass(), again], unknown, stale);
        }
        // A scenario that failed before its end may not have reached what shows the failure.
        let failed = a(Verdict::Fail, &[]);
        check(std::slice::from_ref(&failed), stale, stale);
        check(&[ScenarioResult { reached_end: false, ..failed }], unknown, unknown);
        // What the engine does not offer it cannot break, but that alone shows nothing.
        let skipped = ScenarioResult { id: "usi/c".to_owned(), ..a(Verdict::Skip, &[]) };
        check(&[pass(), skipped], stale, stale);
        check(&[a(Verdict::Skip, &[])], unknown, unknown);
        // No scenario is about it.
        check(&[b(Verdict::Pass, &[])], stale, unknown);
        // An entry that names a scenario is about this scenario only, whatever clauses it names.
        let run = run_of(vec![pass(), b(Verdict::Pass, &[])]);
        assert_eq!(of(known(Some(CLAUSE), Some("usi/b")), &run), stale);
        assert_eq!(of(known(Some(CLAUSE), Some("usi/c")), &run), unknown);

        let filtered = RunResult { filtered: true, ..run.clone() };
        assert_eq!([of(in_clause(), &filtered), of(in_scenario(), &filtered)], [unknown, stale]);
        // An exploration plays no scripts.
        let exploration = Exploration { rounds: 1, sessions: 9, broken: 0 };
        let explored = RunResult { exploration: Some(exploration), ..run.clone() };
        assert_eq!([of(in_clause(), &explored), of(in_scenario(), &explored)], [unknown, stale]);
        let pattern = known(None, Some("usi/*"));
        assert_eq!([of(pattern.clone(), &run), of(pattern, &filtered)], [stale, unknown]);
        // A scenario that a limit of the run has cut off could have shown it.
        let reason = MaxFail::new(1, Vec::new()).reason();
        let cut = ScenarioResult { reason: Some(reason), ..b(Verdict::Inconclusive, &[]) };
        let cut_off = run_of(vec![pass(), cut]);
        assert_eq!([of(in_clause(), &cut_off), of(in_scenario(), &cut_off)], [unknown, stale]);
        let part = PartOf { shard: Shard { index: 1, of: 2 }, all: Vec::new() };
        let shard = RunResult { part: Some(part), ..run.clone() };
        assert_eq!([of(in_clause(), &shard), of(in_scenario(), &shard)], [unknown; 2]);
        let interrupted = RunResult { interrupted: true, ..run };
        assert_eq!([of(in_clause(), &interrupted), of(in_scenario(), &interrupted)], [unknown; 2]);
    }

    #[test]
    fn a_run_fails_by_what_counts_and_is_not_known() {
        use Conformance::{Conformant, Inconclusive, Nonconformant};
        use Severity::{Fail, Info, Warn};
        let check = |fail_on, known: &[Known], scenarios: &[ScenarioResult], expected| {
            let mut run = RunResult { fail_on, ..run_of(scenarios.to_vec()) };
            weigh(&mut run, known.to_vec());
            assert_eq!(run.verdict, expected, "{fail_on:?} {known:?} {scenarios:?}");
        };
        let of = |clause| known(Some(clause), None);
        let (fail, warn) = (FailOn::Fail, FailOn::Warn);
        let a = |verdict, findings: &[_]| about(CLAUSE, "usi/a", verdict, findings);
        let pass = || about(CLAUSE, "usi/b", Verdict::Pass, &[(CLAUSE, Info)]);
        let failed = || a(Verdict::Fail, &[(CLAUSE, Fail), (OTHER, Info)]);
        check(fail, &[], &[pass()], Conformant);
        check(warn, &[], &[pass()], Conformant);
        check(fail, &[], &[failed(), pass()], Nonconformant);
        check(fail, &[of(CLAUSE)], &[failed(), pass()], Conformant);
        let both = || a(Verdict::Fail, &[(CLAUSE, Fail), (OTHER, Fail)]);
        check(fail, &[of(CLAUSE)], &[both()], Nonconformant);
        check(fail, &[of(CLAUSE), of(OTHER)], &[both()], Conformant);
        let warned = || a(Verdict::Warn, &[(CLAUSE, Warn)]);
        check(fail, &[], &[warned()], Conformant);
        check(warn, &[], &[warned()], Nonconformant);
        check(warn, &[of(CLAUSE)], &[warned()], Conformant);
        // A limit that was not confirmed fails nothing.
        check(warn, &[], &[a(Verdict::Flaky, &[(CLAUSE, Fail)]), pass()], Conformant);
        // A scenario that is listed need not be judged; one of which only a clause is listed does.
        let blocked = || a(Verdict::Blocked, &[]);
        check(fail, &[], &[blocked(), pass()], Inconclusive);
        check(fail, &[known(None, Some("usi/a"))], &[blocked(), pass()], Conformant);
        check(fail, &[known(None, Some("usi/x"))], &[blocked(), pass()], Inconclusive);
        check(fail, &[of(CLAUSE)], &[blocked(), pass()], Inconclusive);
        check(fail, &[known(Some(CLAUSE), Some("usi/*"))], &[blocked(), pass()], Conformant);
        check(fail, &[known(Some(OTHER), Some("usi/*"))], &[blocked(), pass()], Inconclusive);
        // A scenario that a known failure blocks need not be judged; one that was never played must be.
        let unplayed = a(Verdict::Inconclusive, &[]);
        check(fail, &[known(None, Some("usi/*"))], &[unplayed, pass()], Inconclusive);
        // What can at most be remarked need not be judged either.
        let remark = about("USI-GO-04", "usi/a", Verdict::Blocked, &[]);
        check(fail, &[], &[remark, pass()], Conformant);
    }

    #[test]
    fn what_is_known_is_marked_with_its_reason_and_what_is_stale_fails_the_run() {
        let failed = about(
            CLAUSE,
            "usi/a",
            Verdict::Fail,
            &[(CLAUSE, Severity::Fail), (OTHER, Severity::Fail), (CLAUSE, Severity::Info)],
        );
        let mut run = run_of(vec![failed]);
        weigh(&mut run, vec![known(Some(CLAUSE), None)]);
        let marks: Vec<_> =
            run.scenarios[0].findings.iter().map(|finding| finding.known.as_deref()).collect();
        assert_eq!(marks, [Some("issue 12"), None, None]);

        let passed = about(CLAUSE, "usi/a", Verdict::Pass, &[]);
        let mut run = run_of(vec![passed]);
        weigh(&mut run, vec![known(Some(CLAUSE), None)]);
        let reason =
            "USI-GO-03 is no longer a known failure (kentei.yaml:3): `--update-known` removes it";
        assert_eq!(run.verdict, Conformance::Nonconformant);
        assert_eq!(run.reason.unwrap(), reason);
    }

    #[test]
    fn an_engine_that_wrote_no_message_before_it_ended_was_not_judged() {
        let check = |dialect, lines: &str, expected| {
            let events = transcript_text::parse(lines).unwrap();
            let mut scenario = about(CLAUSE, "usi/a", Verdict::Fail, &[(CLAUSE, Severity::Fail)]);
            scenario.findings[0].events = vec![events.last().unwrap().id];
            scenario.transcript = Transcript { events, ..Transcript::default() };
            let mut run = RunResult { dialect, ..run_of(vec![scenario]) };
            weigh(&mut run, Vec::new());
            assert_eq!(run.verdict, expected, "{dialect} {lines}");
        };
        let no_message = "> usi\n< usage: engine FILE\n$ exit 1";
        check("usi", no_message, Conformance::Inconclusive);
        check("usi", "> usi\n< id name X\n$ exit 1", Conformance::Nonconformant);
        // Nobody knows the messages of a protocol that is not known.
        check("other", no_message, Conformance::Nonconformant);
    }
}
