//! What the repeats of a run say together.

use std::time::Duration;

use super::{RunAccumulator, SchedulerResult};
use crate::run::plan::Plan;
use crate::run::repeats::{ClauseRepeats, Repeats, ScenarioRepeats};
use crate::run::result::{RunResult, ScenarioResult};
use crate::run::shards::{PartOf, Shard};
use crate::run::tests::finding::{bundled_scenario, finding};
use crate::run::tests::games;
use crate::run::tests::run_result::played;
use crate::scenario::Scenario;
use crate::verdict::{ClauseId, Finding, Severity, Verdict};

const CLAUSE: &str = "USI-GO-03";

fn scenarios() -> Vec<Scenario> {
    let named = |id: &str| Scenario { id: id.to_owned(), ..bundled_scenario().clone() };
    vec![named("usi/a"), named("usi/b")]
}

/// The result of the scenario `a` or `b` with a finding of this severity.
fn found(id: &str, verdict: Verdict, severity: Severity) -> ScenarioResult {
    played(id, verdict, &[Finding { severity, ..finding(CLAUSE, false) }])
}

fn passed(id: &str) -> ScenarioResult {
    played(id, Verdict::Pass, &[])
}

/// The run of these repeats. `ended`: whether the last one was ended by the user.
fn run_of_repeats(plan: &Plan, repeats: Vec<Vec<ScenarioResult>>, ended: bool) -> RunResult {
    let mut whole = RunAccumulator::default();
    let last = repeats.len() - 1;
    for (number, results) in repeats.into_iter().enumerate() {
        let index = |result: &ScenarioResult| usize::from(result.id == "usi/b");
        let results = results.into_iter().map(|result| (index(&result), result)).collect();
        whole.add(
            SchedulerResult { results, ..SchedulerResult::default() },
            ended && number == last,
        );
    }
    whole.finish(plan, &scenarios(), None, Duration::ZERO)
}

fn plan(repeat: u32) -> Plan {
    Plan { repeat, ..games::plan(scenarios()) }
}

/// A plan of the shard that has only the first scenario.
fn shard(repeat: u32) -> Plan {
    let all = scenarios().into_iter().map(|scenario| scenario.id).collect();
    let part = Some(PartOf { shard: Shard { index: 1, of: 2 }, all });
    Plan { part, scenarios: vec![scenarios().remove(0)], ..plan(repeat) }
}

fn verdicts(run: &RunResult) -> Vec<(&str, Verdict)> {
    run.scenarios.iter().map(|one| (one.id.as_str(), one.verdict)).collect()
}

#[test]
fn a_clause_is_broken_in_the_repeats_in_which_a_scenario_failed_because_of_it() {
    let repeats = || {
        vec![
            vec![
                found("usi/a", Verdict::Warn, Severity::Warn),
                found("usi/b", Verdict::Flaky, Severity::Fail),
            ],
            vec![found("usi/a", Verdict::Flaky, Severity::Fail), passed("usi/b")],
            vec![found("usi/a", Verdict::Pass, Severity::Info), passed("usi/b")],
            vec![passed("usi/a"), found("usi/b", Verdict::Fail, Severity::Fail)],
            vec![found("usi/a", Verdict::Fail, Severity::Fail)],
        ]
    };
    let row = ClauseRepeats::new(ClauseId(CLAUSE), Severity::Fail, 4, vec![0, 3], vec![1]);
    let run = run_of_repeats(&shard(6), repeats(), true);
    let Repeats { asked, complete, clauses, .. } = run.repeats.expect("it was repeated");
    assert_eq!((asked, complete), (6, 4), "the last one was ended");
    assert_eq!(clauses, std::slice::from_ref(&row));
    // Only shards are united, so only they keep the numbers of the repeats.
    let run = run_of_repeats(&plan(6), repeats(), true);
    assert_eq!(run.repeats.expect("it was repeated").clauses, [row.summed_up()]);
}

#[test]
fn a_scenario_that_was_cut_off_keeps_the_result_of_earlier_repeats() {
    let open = |id: &str| played(id, Verdict::Inconclusive, &[]);
    let fails = |id: &str| found(id, Verdict::Fail, Severity::Fail);
    let repeats = vec![vec![passed("usi/a"), passed("usi/b")], vec![open("usi/a"), fails("usi/b")]];
    let run = run_of_repeats(&plan(2), repeats.clone(), true);
    assert_eq!(verdicts(&run), [("usi/a", Verdict::Pass), ("usi/b", Verdict::Fail)]);
    let rows = |run: RunResult| run.repeats.expect("it was repeated").scenarios;
    let row = |id: &str, counts: &[(Verdict, u32)]| ScenarioRepeats {
        id: id.to_owned(),
        counts: counts.to_vec(),
    };
    let both = row("usi/b", &[(Verdict::Pass, 1), (Verdict::Fail, 1)]);
    assert_eq!(rows(run), [row("usi/a", &[(Verdict::Pass, 1)]), both.clone()]);
    // Without an end of the run nothing was cut off.
    let run = run_of_repeats(&plan(2), repeats, false);
    let open = row("usi/a", &[(Verdict::Pass, 1), (Verdict::Inconclusive, 1)]);
    assert_eq!(rows(run), [open, both]);
    // What was cut off in the only repeat is reported.
    let run =
        run_of_repeats(&plan(2), vec![vec![played("usi/a", Verdict::Inconclusive, &[])]], true);
    assert_eq!(verdicts(&run), [("usi/a", Verdict::Inconclusive)]);
}

#[test]
fn a_shard_lists_the_repeats_of_its_own_scenarios_alone() {
    let repeats = vec![vec![passed("usi/a"), found("usi/b", Verdict::Fail, Severity::Fail)]];
    let run = run_of_repeats(&shard(2), repeats, false);
    let rows = run.repeats.expect("it was repeated").scenarios;
    assert_eq!(rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["usi/a"]);
    let others: Vec<bool> = run.scenarios.iter().map(|one| one.prerequisite_only).collect();
    assert_eq!(others, [false, true]);
}

#[test]
fn only_a_run_that_was_to_be_repeated_has_repeats() {
    let once = || vec![vec![passed("usi/a"), passed("usi/b")]];
    assert_eq!(run_of_repeats(&plan(1), once(), false).repeats, None);
    assert!(run_of_repeats(&plan(2), once(), false).repeats.is_some());
}

#[cfg(unix)]
mod played_in_process {
    use std::sync::Mutex;
    use std::sync::atomic::Ordering;

    use crate::run;
    use crate::run::max_fail::MaxFail;
    use crate::run::plan::{Observer, Plan};
    use crate::run::tests::in_process::{ASK, HELLO, engine, faulty, plan, scenario};
    use crate::verdict::Verdict;

    /// Records which repeats are announced and which scenarios are finished.
    #[derive(Default)]
    struct Notes(Mutex<(Vec<usize>, Vec<String>)>);

    impl Observer for Notes {
        fn planned(&self, count: usize) {
            self.0.lock().unwrap().0.push(count);
        }
        fn finished(&self, id: &str, _verdict: Verdict) {
            self.0.lock().unwrap().1.push(id.to_owned());
        }
    }

    #[test]
    fn each_repeat_plays_every_scenario_and_is_announced() {
        let scenarios = vec![scenario("usi/a", "", &[&HELLO]), scenario("usi/b", "a", &[&HELLO])];
        let plan = Plan { repeat: 3, ..plan(engine(|_| None), scenarios) };
        let notes = Notes::default();
        let run = run::run(&plan, &notes).expect("it starts");
        let (planned, finished) = notes.0.into_inner().unwrap();
        assert_eq!((planned, finished.len()), (vec![6], 6), "{finished:?}");
        let repeats = run.repeats.expect("it was repeated");
        assert_eq!((repeats.asked, repeats.complete), (3, 3));
        let counts: Vec<_> = repeats.scenarios.iter().map(|row| row.counts.clone()).collect();
        assert_eq!(counts, [[(Verdict::Pass, 3)], [(Verdict::Pass, 3)]]);
    }

    #[test]
    fn a_run_that_enough_failures_have_ended_leaves_its_plan_as_it_was() {
        let scenarios =
            vec![scenario("usi/a", "", &[&HELLO, &ASK]), scenario("usi/b", "a", &[&HELLO, &ASK])];
        let mut plan = plan(faulty(|_| true), scenarios);
        plan.repeat = 2;
        plan.max_fail = Some(MaxFail::new(1, Vec::new()));
        for _ in 0..2 {
            let run = run::run(&plan, &Notes::default()).expect("it starts");
            let verdicts: Vec<_> = run.scenarios.iter().map(|one| one.verdict).collect();
            assert_eq!(verdicts, [Verdict::Fail, Verdict::Inconclusive]);
            assert_eq!(run.repeats.expect("it was to be repeated").complete, 0);
            assert!(!plan.cancel.load(Ordering::Relaxed));
        }
    }
}
