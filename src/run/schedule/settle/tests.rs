//! What happens to the result of a scenario.

use super::*;
use crate::lang::Text;
use crate::protocol::{DeclaredOption, EngineProfile};
use crate::run::max_fail::MaxFail;
use crate::run::plan::{NoObserver, Plan};
use crate::run::schedule::candidate::CarryoverCandidate;
use crate::run::tests::finding::{ended, finding, trial};
use crate::run::tests::games::{game, plan};
use crate::run::timing::cpu_slots::CpuSlots;
use crate::run::timing::process_cost::ProcessCost;
use crate::transcript::{Event, EventId, EventKind, Line, Transcript};
use crate::verdict::{Finding, Severity};

fn of<'a>(plan: &'a Plan, cost: &'a ProcessCost) -> Scheduler<'a> {
    Scheduler::new(plan, &plan.scenarios, Duration::ZERO, &NoObserver, (None, cost))
}

fn result(verdict: Verdict, findings: &[Finding]) -> ScenarioResult {
    ScenarioResult { findings: findings.to_vec(), ..ended(verdict, Text::EMPTY) }
}

/// Settles this result of a fresh process after a failure in a shared process. Returns the verdict, or `None` if the
/// scenario is examined further.
fn after_a_failure(fresh: ScenarioResult, cancelled: bool) -> Option<Verdict> {
    let (plan, cost) = (plan(vec![game("usi/a")]), ProcessCost::default());
    plan.cancel.store(cancelled, Ordering::Relaxed);
    let scheduler = of(&plan, &cost);
    let mut state = scheduler.lock();
    let wrong = finding("USI-MOVE-04", false);
    let candidate = CarryoverCandidate {
        index: 0,
        before: Vec::new(),
        trial: trial(&[wrong]),
        took: Duration::ZERO,
    };
    state.candidates.insert(0, candidate);
    scheduler.settle(&mut state, 0, fresh);
    assert!(state.candidates.is_empty());
    assert_eq!(state.suspicions.len(), usize::from(state.results.is_empty()));
    state.results.get(&0).map(|result| result.verdict)
}

#[test]
fn what_only_a_shared_process_shows_is_examined_unless_the_run_cannot_go_on() {
    let passed = || result(Verdict::Pass, &[]);
    assert_eq!(after_a_failure(passed(), false), None);
    assert_eq!(after_a_failure(passed(), true), Some(Verdict::Fail));
    assert_eq!(after_a_failure(result(Verdict::Error, &[]), false), Some(Verdict::Fail));
    // The fresh process shows the same.
    let failed = result(Verdict::Fail, &[finding("USI-MOVE-04", false)]);
    assert_eq!(after_a_failure(failed, false), Some(Verdict::Fail));
}

#[test]
fn what_a_limit_of_the_run_has_cut_off_says_so() {
    let max_fail = Some(MaxFail::new(1, Vec::new()));
    let plan = Plan { max_fail, ..plan(["usi/a", "usi/b", "usi/c"].map(game).to_vec()) };
    let cost = ProcessCost::default();
    let scheduler = of(&plan, &cost);
    let mut state = scheduler.lock();
    scheduler.settle(&mut state, 0, result(Verdict::Fail, &[finding("USI-MOVE-04", false)]));
    assert!(plan.cancel.load(Ordering::Relaxed));
    scheduler.settle(&mut state, 1, result(Verdict::Inconclusive, &[]));
    scheduler.settle(&mut state, 2, result(Verdict::Pass, &[]));
    let reason = |index| state.results[&index].reason.as_ref().map(ToString::to_string);
    assert_eq!([reason(0), reason(2)], [None, None]);
    assert_eq!(reason(1), plan.ended_early().map(|reason| reason.to_string()));
}

#[test]
fn what_a_scenario_has_confirmed_is_established_for_others() {
    let (plan, cost) = (plan(vec![game("usi/a")]), ProcessCost::default());
    let late = trial(&[finding("USI-GO-05", true)]);
    let twice = vec![(late.clone(), Duration::ZERO), (late, Duration::ZERO)];
    for (verdict, is_enough) in [(Verdict::Fail, true), (Verdict::Flaky, false)] {
        let scheduler = of(&plan, &cost);
        let mut state = scheduler.lock();
        scheduler.settle(&mut state, 0, result(verdict, &[finding("USI-GO-05", true)]));
        assert_eq!(is_open(&twice, &state.established), !is_enough, "{verdict:?}");
    }
}

/// A transcript of about this many bytes.
fn transcript(bytes: usize) -> Transcript {
    let line = "x".repeat(1 << 16);
    let event = |id| Event {
        id: EventId(id),
        at: Duration::ZERO,
        kind: EventKind::Received(Line::new(line.as_str())),
    };
    Transcript { events: (0..bytes >> 16).map(event).collect(), ..Transcript::default() }
}

#[test]
fn transcripts_are_cut_when_all_together_are_too_large() {
    let plan = plan(["usi/a", "usi/b", "usi/c"].map(game).to_vec());
    let cost = ProcessCost::default();
    let scheduler = of(&plan, &cost);
    let mut state = scheduler.lock();
    let cut = |state: &State<'_>| state.results.values().any(|result| result.transcript.cut > 0);
    for index in 0..3 {
        assert!(!cut(&state), "{index} of them are small enough");
        let transcript = transcript(budget::RUN * 2 / 5);
        let result = ScenarioResult { transcript, ..result(Verdict::Pass, &[]) };
        scheduler.settle(&mut state, index, result);
    }
    assert!(cut(&state));
    let left: usize = state.results.values().map(|result| result.transcript.size()).sum();
    assert!(left <= budget::RUN);
    assert_eq!(state.transcript_bytes, left);
}

#[test]
fn an_engine_with_several_threads_takes_the_place_of_several_engines() {
    let plan = Plan { busy: Some(8), ..plan(vec![game("usi/a")]) };
    let (cpu_slots, cost) = (CpuSlots::new(8), ProcessCost::default());
    let in_use = (Some(&cpu_slots), &cost);
    let scheduler = Scheduler::new(&plan, &plan.scenarios, Duration::ZERO, &NoObserver, in_use);
    let mut shown = trial(&[]);
    let threads = DeclaredOption {
        name: "Threads".to_owned(),
        default: Some("4".to_owned()),
        ..DeclaredOption::default()
    };
    shown.engine_profile = EngineProfile { options: vec![threads], ..EngineProfile::default() };
    scheduler.learn(&mut scheduler.lock(), &shown);
    let at_once: Vec<_> = (0..8).map_while(|_| cpu_slots.queue(0).cpu_slot()).collect();
    assert_eq!(at_once.len(), 2);
}

#[test]
fn what_is_certain_counts_although_the_engine_cannot_be_started_again() {
    let (plan, cost) = (plan(vec![game("usi/a")]), ProcessCost::default());
    let again = |findings: &[Finding]| {
        let result = of(&plan, &cost).again(0, vec![(trial(findings), Duration::ZERO)]);
        let clauses: Vec<&str> = result.findings.iter().map(|one| one.clause.0).collect();
        (result.verdict, result.reason.is_some(), clauses)
    };
    let (late, wrong) = (finding("USI-GO-05", true), finding("USI-MOVE-04", false));
    let odd = Finding { severity: Severity::Warn, ..finding("USI-BM-06", false) };
    assert_eq!(again(std::slice::from_ref(&late)), (Verdict::Error, true, vec![]));
    assert_eq!(again(&[late.clone(), odd]), (Verdict::Error, true, vec!["USI-BM-06"]));
    assert_eq!(again(&[late, wrong]), (Verdict::Fail, false, vec!["USI-MOVE-04"]));
}
