//! Which job a worker gets, in schedulers that play nothing.

use super::*;
use crate::lang::Text;
use crate::protocol::DeclaredOption;
use crate::run::plan::{NoObserver, Share};
use crate::run::tests::finding::{ended, trial};
use crate::run::tests::games::{alone, game, plan};

fn of<'a>(plan: &'a Plan, cost: &'a ProcessCost) -> Scheduler<'a> {
    Scheduler::new(plan, &plan.scenarios, Duration::from_millis(3), &NoObserver, (None, cost))
}

/// The job that a worker gets, after `change` has changed a state in which nothing is left to do. `has_process`:
/// whether the worker has a shared process.
fn chosen(scheduler: &Scheduler<'_>, has_process: bool, change: fn(&mut State<'_>)) -> String {
    let mut state = scheduler.lock();
    *state = State::default();
    change(&mut state);
    match scheduler.choose(&mut state, has_process) {
        Job::First(index) => format!("{index}"),
        Job::InSharedProcess(index) => format!("{index} in a shared process"),
        Job::Again(index, _) => format!("{index} again"),
        Job::Suspicion(suspicion) => format!("suspicion of {}", suspicion.0.index),
        Job::Settled => "settled".to_owned(),
        Job::Part => "part".to_owned(),
        Job::Wait => "wait".to_owned(),
        Job::Done => "done".to_owned(),
    }
}

fn suspect(state: &mut State<'_>) {
    let took = Duration::ZERO;
    let candidate = CarryoverCandidate { index: 0, before: Vec::new(), trial: trial(&[]), took };
    state.suspicions.push((candidate, ended(Verdict::Pass, Text::EMPTY)));
}

#[test]
fn what_needs_the_host_for_itself_waits_until_nothing_else_runs() {
    let plan = Plan { share: Share::Never, ..plan(["usi/a", "usi/b"].map(game).to_vec()) };
    let cost = ProcessCost::default();
    let scheduler = of(&plan, &cost);
    let check = |change: fn(&mut State<'_>), wanted: &str| {
        assert_eq!(chosen(&scheduler, false, change), wanted);
    };
    check(|_| {}, "done");
    check(|state| state.running = 1, "wait");
    check(|state| state.doubtful.push((0, Vec::new())), "0 again");
    check(suspect, "suspicion of 0");
    let with_others: [fn(&mut State<'_>); 2] = [
        |state| {
            state.doubtful.push((0, Vec::new()));
            state.running = 1;
        },
        |state| {
            suspect(state);
            state.running = 1;
        },
    ];
    for change in with_others {
        check(change, "wait");
    }
    let with_idle_process: fn(&mut State<'_>) = |state| {
        state.doubtful.push((0, Vec::new()));
        state.shared_processes = 1;
    };
    check(with_idle_process, "wait");
    assert_eq!(chosen(&scheduler, true, with_idle_process), "part");
    let with_another: fn(&mut State<'_>) = |state| {
        suspect(state);
        state.doubtful.push((0, Vec::new()));
        state.waiting.push(1);
    };
    check(with_another, "1");
    check(
        |state| {
            state.waiting.push(1);
            state.alone = true;
        },
        "wait",
    );
    check(
        |state| {
            state.waiting.push(1);
            state.panicked = true;
        },
        "done",
    );
}

#[test]
fn a_worker_with_a_shared_process_takes_what_can_be_played_in_it_first() {
    let scenarios = vec![alone("usi/a"), game("usi/b")];
    let plan = Plan { share: Share::Always, ..plan(scenarios) };
    let cost = ProcessCost::default();
    let scheduler = of(&plan, &cost);
    let check = |has_process, change: fn(&mut State<'_>), wanted: &str| {
        assert_eq!(chosen(&scheduler, has_process, change), wanted);
    };
    check(true, |state| state.waiting.extend([0, 1]), "1 in a shared process");
    check(false, |state| state.waiting.extend([0, 1]), "0");
    check(true, |state| state.waiting.push(0), "0");
    check(false, |state| state.waiting.push(1), "1 in a shared process");
    let many: fn(&mut State<'_>) = |state| {
        state.waiting.push(1);
        state.shared_processes = 5;
    };
    check(false, many, "wait");
    check(true, many, "1 in a shared process");
}

/// The loader refuses cycles. Whatever else makes scenarios wait for each other, the run ends.
#[test]
fn scenarios_that_wait_for_each_other_are_not_waited_for() {
    let plan = Plan { share: Share::Never, ..plan(["usi/a", "usi/b"].map(game).to_vec()) };
    let cost = ProcessCost::default();
    let mut scheduler = of(&plan, &cost);
    scheduler.prerequisites = vec![vec![1], vec![0]];
    assert_eq!(chosen(&scheduler, false, |state| state.waiting.extend([0, 1])), "settled");
    let state = scheduler.lock();
    let verdicts: Vec<Verdict> = state.results.values().map(|result| result.verdict).collect();
    assert_eq!((verdicts, &state.waiting[..]), (vec![Verdict::Error], &[0][..]));
    drop(state);
    let in_another_process: fn(&mut State<'_>) = |state| {
        state.waiting.extend([0, 1]);
        state.shared_processes = 1;
    };
    assert_eq!(chosen(&scheduler, false, in_another_process), "wait");
    assert_eq!(chosen(&scheduler, true, in_another_process), "settled");
}

#[test]
fn the_jitter_of_the_host_counts_in_isolation() {
    let (plan, cost) = (plan(vec![game("usi/a")]), ProcessCost::default());
    assert_eq!(of(&plan, &cost).isolation().margin, Duration::from_millis(3));
}

#[test]
fn fewer_engines_are_busy_at_once_if_each_has_several_threads() {
    let busy = |busy, set: &[(&str, &str)], declared: &[&str]| {
        let set = set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let plan = Plan { busy, set: set.collect(), ..plan(vec![game("usi/a")]) };
        let options = declared.iter().map(|default| DeclaredOption {
            name: "Threads".to_owned(),
            default: Some((*default).to_owned()),
            ..DeclaredOption::default()
        });
        let known = EngineProfile { options: options.collect(), ..EngineProfile::default() };
        most_busy(&plan, &known)
    };
    assert_eq!(busy(Some(6), &[], &[]), Some(6));
    assert_eq!(busy(Some(6), &[("Threads", "2")], &[]), Some(3));
    assert_eq!(busy(Some(6), &[], &["3"]), Some(2));
    assert_eq!(busy(None, &[], &["3"]), None);
}

/// An observer that panics when this scenario begins.
struct Panics(&'static str);

impl Observer for Panics {
    fn started(&self, id: &str) {
        assert_ne!(id, self.0, "the observer panics");
    }
}

#[test]
fn no_worker_waits_for_one_that_has_panicked() {
    let scenarios = ["usi/a", "usi/b", "usi/c"].map(game).to_vec();
    let plan = Plan { share: Share::Never, jobs: 2, ..plan(scenarios) };
    let played = |panics| {
        let observer = Panics(panics);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            play(&plan, &plan.scenarios, Duration::ZERO, &observer).results.len()
        }))
    };
    assert_eq!(played("usi/nowhere").ok(), Some(3));
    assert!(played("usi/b").is_err());
}
