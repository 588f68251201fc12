use super::*;
use crate::engine::scripted::Reaction;
use crate::run::schedule::trial;
use crate::run::tests::finding::{self, ended, finding};
use crate::run::tests::paper;
use crate::run::timing::host_load::HostLoadVerdict;
use crate::transcript::Transcript;
use crate::verdict::Severity;

const GO: &str = "  - send: isready\n  - expect: readyok\n  - send: position startpos\n  \
                  - send: go depth 1\n  - expect: bestmove\n    where: { move: legal }\n";

#[test]
fn the_waits_of_a_shared_process_follow_those_of_a_fresh_one() {
    let scenario = paper::scenario("USI-GO-19", GO);
    let limits = paper::limits();
    let play = || {
        let answer = [(paper::ms(5), "bestmove 3c3d")];
        let mut engine = paper::engine(vec![Reaction::on("go", &answer)]);
        trial::play_on(&paper::bench(&limits, 1), &scenario, &mut engine)
    };
    let trial = play();
    let waits = trial.transcript.windows.len();
    assert!(waits > 0 && trial.findings.iter().any(Finding::counts));
    let fresh = judged(&scenario, vec![(play(), Duration::ZERO)], &Established::default());
    let end = fresh.transcript.events.last().map(|last| last.at);
    let shown = Attempts {
        findings: trial.findings.clone(),
        before: vec![&scenario],
        spent: trial.spent,
        took: paper::ms(3),
        attempts: 3,
        seen: 2,
        trial,
    };
    let findings = shown.findings.clone();
    let text = |transcript: &Transcript, finding: &Finding| -> Vec<_> {
        let kind = |id| transcript.get(id).map(|event| event.kind.clone());
        finding.events.iter().map(|id| kind(*id)).collect()
    };
    let alone: Vec<_> = findings.iter().map(|one| text(&shown.trial.transcript, one)).collect();
    let (attempts, failed, took) = (fresh.attempts, fresh.failed_attempts, fresh.duration);
    let both = shown.reported(fresh, findings);
    assert_eq!((both.attempts, both.failed_attempts), (attempts + 3, failed + 2));
    assert_eq!(both.duration, took + paper::ms(3));
    assert_eq!(both.preceded_by, [scenario.id.as_str()]);
    let added = &both.findings[both.findings.len() - alone.len()..];
    let together: Vec<_> = added.iter().map(|one| text(&both.transcript, one)).collect();
    assert_eq!(together, alone);
    assert!(added.iter().all(|finding| Some(finding.at) > end));
    let both = both.transcript;
    assert_eq!(both.windows.len(), 2 * waits);
    for window in &both.windows[waits..] {
        assert!(Some(window.from) >= end, "{window:?} begins before {end:?}");
    }
}

/// An attempt in a shared process that shows these findings.
fn attempts(findings: Vec<Finding>) -> Attempts<'static> {
    let limits = paper::limits();
    let scenario = paper::scenario("USI-GO-19", GO);
    let answer = [(paper::ms(5), "bestmove 7g7f")];
    let mut engine = paper::engine(vec![Reaction::on("go", &answer)]);
    let trial = trial::play_on(&paper::bench(&limits, 1), &scenario, &mut engine);
    Attempts {
        findings,
        before: Vec::new(),
        spent: trial.spent,
        took: paper::ms(3),
        attempts: 1,
        seen: 1,
        trial,
    }
}

#[test]
fn what_is_certain_counts_although_the_run_was_ended_before_it_was_examined() {
    let of = |severity, timing| Finding { severity, ..finding("USI-MOVE-04", timing) };
    let check = |found: &[Finding], fresh: Verdict, wanted: Verdict, left: usize| {
        let result = attempts(found.to_vec()).cut_short(ended(fresh, Text::EMPTY));
        assert_eq!((result.verdict, result.findings.len()), (wanted, left), "{found:?} {fresh:?}");
    };
    let (wrong, late) = (of(Severity::Fail, false), of(Severity::Fail, true));
    let odd = of(Severity::Warn, false);
    use Verdict::{Error, Fail, Inconclusive, Pass, Skip, Warn};
    for fresh in [Pass, Skip, Warn, Inconclusive, Error, Fail] {
        check(&[wrong.clone(), late.clone()], fresh, Fail, 1);
    }
    check(std::slice::from_ref(&odd), Pass, Warn, 1);
    check(std::slice::from_ref(&odd), Inconclusive, Inconclusive, 1);
    check(std::slice::from_ref(&odd), Error, Error, 1);
    check(std::slice::from_ref(&late), Pass, Inconclusive, 0);
    check(std::slice::from_ref(&late), Skip, Inconclusive, 0);
    check(std::slice::from_ref(&late), Error, Error, 0);
    check(std::slice::from_ref(&late), Fail, Fail, 0);
}

#[test]
fn of_two_results_in_fresh_processes_the_worse_counts_with_what_is_certain_in_the_other() {
    let of = |verdict, findings: &[Finding]| ScenarioResult {
        findings: findings.to_vec(),
        attempts: 1,
        ..ended(verdict, Text::EMPTY)
    };
    let wrong = of(Verdict::Fail, &[finding("USI-MOVE-04", false)]);
    let odd = Finding { severity: Severity::Warn, ..finding("USI-BM-06", false) };
    let other = of(Verdict::Warn, &[odd, finding("USI-GO-03", true)]);
    for result in [both(wrong.clone(), other.clone()), both(other, wrong)] {
        let clauses: Vec<_> = result.findings.iter().map(|finding| finding.clause.0).collect();
        assert_eq!((result.verdict, result.attempts), (Verdict::Fail, 2));
        assert_eq!(clauses, ["USI-MOVE-04", "USI-BM-06"]);
    }
}

/// What the change makes of a result with this verdict and the reason `before`.
fn verdict_and_reason(
    verdict: Verdict,
    change: impl FnOnce(ScenarioResult) -> ScenarioResult,
) -> (Verdict, Option<String>) {
    let result = change(ended(verdict, Text::plain("before")));
    (result.verdict, result.reason.map(|reason| reason.to_string()))
}

#[test]
fn what_is_certain_makes_a_verdict_worse_and_takes_no_reason_from_one_that_is_as_bad() {
    use Verdict::{Error, Fail, Flaky, Inconclusive, Pass, Skip, Warn};
    let raised = |verdict, findings: &[Severity]| {
        let of = |severity| Finding { severity, ..finding("USI-MOVE-04", false) };
        let findings: Vec<Finding> = findings.iter().map(|severity| of(*severity)).collect();
        verdict_and_reason(verdict, |mut result| {
            raise(&mut result, &findings);
            result
        })
    };
    let kept = |verdict| (verdict, Some("before".to_owned()));
    for verdict in [Pass, Skip, Warn, Flaky, Inconclusive, Fail, Error] {
        assert_eq!(raised(verdict, &[]), kept(verdict));
    }
    for verdict in [Pass, Skip, Warn, Flaky, Inconclusive, Error] {
        assert_eq!(raised(verdict, &[Severity::Warn, Severity::Fail]), (Fail, None), "{verdict:?}");
    }
    assert_eq!(raised(Fail, &[Severity::Fail]), kept(Fail));
    for verdict in [Pass, Skip] {
        assert_eq!(raised(verdict, &[Severity::Warn]), (Warn, None), "{verdict:?}");
    }
    for verdict in [Warn, Flaky, Inconclusive, Fail, Error] {
        assert_eq!(raised(verdict, &[Severity::Warn]), kept(verdict));
    }
}

#[test]
fn a_time_limit_that_was_not_broken_in_every_attempt_makes_no_failure() {
    use Verdict::{Error, Fail, Flaky, Inconclusive, Pass, Skip, Warn};
    let late = || attempts(vec![finding("USI-GO-05", true)]);
    let counted = || (Flaky, Some(late().counts(1).to_string()));
    let kept = |verdict| (verdict, Some("before".to_owned()));
    for verdict in [Pass, Skip] {
        assert_eq!(verdict_and_reason(verdict, |fresh| late().perhaps_late(fresh)), counted());
        let result = late().perhaps_late(ended(verdict, Text::EMPTY));
        assert_eq!(result.findings.len(), 1, "it is shown");
    }
    for verdict in [Warn, Flaky, Inconclusive, Fail, Error] {
        assert_eq!(verdict_and_reason(verdict, |fresh| late().perhaps_late(fresh)), kept(verdict));
    }
    // Fresh processes show it, too.
    for verdict in [Warn, Flaky, Inconclusive] {
        assert_eq!(verdict_and_reason(verdict, |fresh| late().in_any_process(fresh)), counted());
    }
    for verdict in [Fail, Error] {
        assert_eq!(
            verdict_and_reason(verdict, |fresh| late().in_any_process(fresh)),
            kept(verdict)
        );
    }
    let wrong = attempts(vec![finding("USI-MOVE-04", false)]);
    assert_eq!(verdict_and_reason(Warn, |fresh| wrong.in_any_process(fresh)), kept(Warn));
}

/// Plays attempts with these trials after two scenarios. Returns whether a violation occurred often enough, how many
/// attempts there were, and how many showed it; and after how many scenarios each was played.
fn played_again(finding: &Finding, trials: &[Trial]) -> ((bool, u32, u32), Vec<usize>) {
    let scenario = paper::scenario("USI-GO-19", GO);
    let mut shown = Attempts { before: vec![&scenario; 2], ..attempts(vec![finding.clone()]) };
    let took = shown.took;
    let (mut trials, mut befores) = (trials.iter(), Vec::new());
    let confirmed = shown.again_in_shared_process(&mut |before| {
        befores.push(before.len());
        trials.next().map(|trial| (trial.clone(), paper::ms(7)))
    });
    assert_eq!(shown.took, took + paper::ms(7) * (shown.attempts - 1));
    if confirmed {
        assert_eq!(Some(&shown.before.len()), befores.last());
    }
    ((confirmed, shown.attempts, shown.seen), befores)
}

#[test]
fn what_time_decides_has_to_show_twice_more_and_not_by_the_fault_of_the_host() {
    let (late, wrong) = (finding("USI-GO-05", true), finding("USI-MOVE-04", false));
    let shows = |finding: &Finding| finding::trial(std::slice::from_ref(finding));
    let nothing = || finding::trial(&[]);
    let again = |finding: &Finding, trials: &[Trial]| played_again(finding, trials);
    assert_eq!(again(&wrong, &[shows(&wrong)]), ((true, 2, 2), vec![1]));
    assert_eq!(again(&wrong, &[nothing(), shows(&wrong)]), ((true, 3, 2), vec![1, 2]));
    assert_eq!(again(&wrong, &[nothing(), nothing()]), ((false, 3, 1), vec![1, 2]));
    assert_eq!(again(&wrong, &[]), ((false, 1, 1), vec![1, 2]), "no process can be started");
    assert_eq!(again(&late, &[shows(&late), shows(&late)]), ((true, 3, 3), vec![1, 1]));
    let once = [shows(&late), nothing(), nothing()];
    assert_eq!(again(&late, &once), ((false, 4, 2), vec![1, 1, 2]));
    let excused = Trial { host_load_verdict: HostLoadVerdict::on_the_host(&late), ..shows(&late) };
    let on_the_host = [shows(&late), excused, nothing()];
    assert_eq!(again(&late, &on_the_host), ((false, 4, 2), vec![1, 1, 2]));
}
