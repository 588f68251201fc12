use super::*;
use crate::engine::scripted::Reaction;
use crate::run::schedule::trial;
use crate::run::tests::finding::{ended, finding};
use crate::run::tests::paper;
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
