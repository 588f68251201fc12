//! Which scenarios share a process, and what is known of a violation in one.

use super::*;
use crate::lang::Text;
use crate::run::plan::{NoObserver, Plan};
use crate::run::tests::finding::{ended, finding, trial};
use crate::run::tests::games::{after, alone, game, plan};
use crate::run::timing::process_cost::ProcessCost;
use crate::verdict::Severity;

fn of<'a>(plan: &'a Plan, cost: &'a ProcessCost) -> Scheduler<'a> {
    Scheduler::new(plan, &plan.scenarios, Duration::ZERO, &NoObserver, (None, cost))
}

fn sharing(share: Share, scenarios: Vec<Scenario>) -> Plan {
    Plan { share, ..plan(scenarios) }
}

#[test]
fn a_violation_of_several_fresh_processes_is_not_laid_to_a_shared_one() {
    let rule = |name| Finding { watcher: Watcher::Rule(name), ..finding("USI-MOVE-04", false) };
    let check = |finding: Finding, times: usize, wanted: bool| {
        let (trial, mut state) = (trial(&[finding]), State::default());
        (0..times).for_each(|_| state.remember(&trial));
        assert_eq!(state.is_clean(&trial), wanted, "{times}: {:?}", trial.findings);
    };
    check(rule("legal-reply"), 2, false);
    check(rule("legal-reply"), 3, true);
    check(rule("grammar"), 0, false);
    check(rule("grammar"), 1, true);
    check(Finding { timing: true, ..rule("grammar") }, 3, false);
    check(finding("USI-MOVE-04", false), 3, false);
    let note = Finding { severity: Severity::Info, ..finding("USI-MOVE-04", false) };
    check(note, 0, true);
    // A script that failed in a shared process has to be played in a fresh one, whatever is known.
    let failed = Trial { end: Err(End::Unmet), ..trial(&[]) };
    assert!(!State::default().is_clean(&failed));
}

#[test]
fn a_large_number_of_different_violations_is_not_remembered_in_full() {
    let all = (0..=KNOWN).map(|number| Finding {
        watcher: Watcher::Rule("grammar"),
        violation: Some(number.to_string()),
        ..finding("USI-MOVE-04", false)
    });
    let (trial, mut state) = (trial(&all.collect::<Vec<_>>()), State::default());
    state.remember(&trial);
    assert_eq!(state.known.len(), KNOWN);
}

#[test]
fn scenarios_share_a_process_if_they_can_and_it_saves_time() {
    let scenarios = || vec![game("usi/a"), alone("usi/b")];
    let shares = |plan: &Plan, start: Option<u64>, (broken, kept): (usize, usize)| {
        let cost = ProcessCost::default();
        start.into_iter().for_each(|ms| cost.started(Duration::from_millis(ms)));
        let scheduler = of(plan, &cost);
        let mut state = scheduler.lock();
        (state.broken, state.kept) = (broken, kept);
        let both = [0, 1].map(|index| scheduler.shares(&state, index));
        assert_eq!(both[1], Some(false), "it needs a process of its own");
        assert_eq!(scheduler.sharing_is_wanted(&state), both[0] == Some(true));
        state.waiting = vec![1];
        assert!(!scheduler.sharing_is_wanted(&state), "the other one has begun");
        both[0]
    };
    let always = sharing(Share::Always, scenarios());
    assert_eq!(shares(&always, None, (0, 0)), Some(true));
    // Sharing stops when more processes are lost than it saves.
    assert_eq!(shares(&always, None, (11, 0)), Some(true));
    assert_eq!(shares(&always, None, (12, 13)), Some(true));
    assert_eq!(shares(&always, None, (12, 12)), Some(false));
    let never = sharing(Share::Never, scenarios());
    assert_eq!(shares(&never, Some(1000), (0, 0)), Some(false));
    let auto = sharing(Share::Auto, scenarios());
    assert_eq!(shares(&auto, None, (0, 0)), None);
    assert_eq!(shares(&auto, Some(1000), (0, 0)), Some(true));
    assert_eq!(shares(&auto, Some(1), (0, 0)), Some(false));
    let as_asked = Plan { preceded_by: vec![game("usi/c")], ..always };
    assert_eq!(shares(&as_asked, None, (0, 0)), Some(false));
}

#[test]
fn a_scenario_with_a_violation_in_a_shared_process_gets_a_fresh_one() {
    let plan = sharing(Share::Always, vec![game("usi/a")]);
    let cost = ProcessCost::default();
    let scheduler = of(&plan, &cost);
    let mut state = scheduler.lock();
    let took = Duration::ZERO;
    let candidate = CarryoverCandidate { index: 0, before: Vec::new(), trial: trial(&[]), took };
    state.candidates.insert(0, candidate);
    assert_eq!(scheduler.shares(&state, 0), Some(false));
}

/// Whether the first waiting scenario can begin. If memory is short, three processes fit.
fn begins(plan: &Plan, is_shared: bool, change: fn(&mut State<'_>)) -> bool {
    let cost = ProcessCost::default();
    cost.holds(plan.spare_memory.unwrap_or_default() / 4);
    let scheduler = of(plan, &cost);
    let mut state = scheduler.lock();
    state.waiting = vec![0];
    change(&mut state);
    scheduler.can_begin(&state, 0, is_shared)
}

#[test]
fn a_scenario_begins_when_the_host_has_memory_for_its_process() {
    let short = |plan| Plan { spare_memory: Some(1 << 20), ..plan };
    let with_two: fn(&mut State<'_>) = |state| state.running = 2;
    let with_three: fn(&mut State<'_>) = |state| state.running = 3;
    let own = sharing(Share::Never, vec![alone("usi/a")]);
    assert!(begins(&own, false, with_three));
    let own = short(own);
    assert!(begins(&own, false, with_two));
    assert!(!begins(&own, false, with_three));
    let idle: fn(&mut State<'_>) = |state| (state.running, state.shared_processes) = (2, 1);
    assert!(!begins(&own, false, idle), "an idle process needs memory, too");
    assert!(begins(&own, false, |state| state.shared_processes = 3), "a run goes on in any case");
    let shared = sharing(Share::Always, vec![game("usi/a")]);
    assert!(begins(&shared, false, |state| state.shared_processes = SHARED_PROCESSES - 1));
    assert!(!begins(&shared, false, |state| state.shared_processes = SHARED_PROCESSES));
    assert!(begins(&shared, true, |state| state.shared_processes = SHARED_PROCESSES));
    let shared = short(shared);
    assert!(!begins(&shared, false, with_three));
    assert!(begins(&shared, true, with_three), "it needs no further process");
    let unknown = sharing(Share::Auto, vec![game("usi/a")]);
    assert!(begins(&unknown, false, |_| {}));
    assert!(!begins(&unknown, false, with_two), "the cost of a start will be known soon");
}

#[test]
fn a_scenario_begins_after_its_prerequisites() {
    let scenarios = vec![after(alone("usi/b"), &["usi/a"]), alone("usi/a")];
    let plan = sharing(Share::Never, scenarios);
    assert!(!begins(&plan, false, |_| {}));
    let short = Plan { spare_memory: Some(1 << 20), ..plan };
    let played: fn(&mut State<'_>) = |state| {
        state.results.insert(1, ended(Verdict::Fail, Text::EMPTY));
        state.running = 3;
    };
    assert!(!begins(&short, false, played), "no process for it fits");
    assert!(begins(&Plan { spare_memory: None, ..short }, false, played));
}

#[test]
fn a_process_that_cannot_be_started_is_an_error_of_the_scenario() {
    let plan = sharing(Share::Always, vec![game("usi/a")]);
    let cost = ProcessCost::default();
    let scheduler = of(&plan, &cost);
    let mut process = None;
    let state = scheduler.joined(scheduler.lock(), 0, &mut process);
    assert!(process.is_none());
    assert_eq!((state.running, state.shared_processes), (0, 0));
    assert_eq!(state.results[&0].verdict, Verdict::Error);
}

#[cfg(unix)]
#[test]
fn a_shared_process_is_left_after_a_violation_that_it_may_have_caused() {
    use crate::run::tests::games::plan_for;
    use crate::run::tests::in_process::player;

    let wrong_in_the_third_game =
        player(|games| if games < 3 { "bestmove 7g7f\n" } else { "bestmove 3c3d\n" });
    let scenarios = ["usi/a", "usi/b", "usi/c"].map(game).to_vec();
    let plan = Plan { share: Share::Always, ..plan_for(wrong_in_the_third_game, scenarios) };
    let cost = ProcessCost::default();
    let scheduler = of(&plan, &cost);
    let mut process = None;
    let mut state = scheduler.lock();
    state.waiting.clear();
    let counts =
        |state: &State<'_>| (state.kept, state.broken, state.running, state.shared_processes);
    for index in 0..2 {
        state = scheduler.joined(state, index, &mut process);
        assert_eq!(counts(&state), (index + 1, 0, 0, 1));
        assert_eq!(state.results[&index].verdict, Verdict::Pass);
        assert!(process.is_some());
    }
    state = scheduler.joined(state, 2, &mut process);
    assert_eq!(counts(&state), (2, 1, 0, 0));
    assert!(process.is_none());
    assert_eq!((&state.waiting[..], state.candidates.len()), (&[2][..], 1));
}

#[cfg(unix)]
#[test]
fn a_shared_process_is_left_while_it_may_still_search() {
    use crate::run::tests::games::{named, plan_for};
    use crate::run::tests::in_process::player;

    let thinks_on = player(|games| match games {
        1 => "bestmove 7g7f\n",
        _ => "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f\n",
    });
    let stops = "  - send: isready\n  - expect: readyok\n  - send: usinewgame\n  - send: position startpos\n  \
                 - send: go depth 9\n  - one-of:\n      - expect: info\n        outcome: stop\n      \
                 - expect: bestmove\n";
    let scenarios = vec![game("usi/a"), named("usi/b", stops)];
    let plan = Plan { share: Share::Always, ..plan_for(thinks_on, scenarios) };
    let cost = ProcessCost::default();
    let scheduler = of(&plan, &cost);
    let mut process = None;
    let state = scheduler.joined(scheduler.lock(), 0, &mut process);
    let state = scheduler.joined(state, 1, &mut process);
    assert!(process.is_none());
    assert_eq!((state.kept, state.broken, state.candidates.len()), (1, 1, 0));
    assert_eq!(state.results[&1].verdict, Verdict::Pass);
}
