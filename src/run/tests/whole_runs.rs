//! Whole runs against a small engine in this process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use super::games::{after, alone, game, named, plan_for};
use super::in_process::{self, player};
use crate::engine::InProcess;
use crate::protocol::Limits;
use crate::run::max_fail::MaxFail;
use crate::run::plan::{NoObserver, Plan, Share};
use crate::run::result::{RunResult, ScenarioResult};
use crate::scenario::Scenario;
use crate::verdict::{Severity, Verdict};

const RIGHT: &str = "bestmove 7g7f\n";
const WRONG: &str = "bestmove 3c3d\n";

/// Steps that a script never completes, because `go mate` is answered by a move.
const MATE: &str = "  - send: isready\n  - expect: readyok\n  - send: position startpos\n  - send: go mate 100\n  \
                    - expect: checkmate\n";

/// Steps of a search, the last of which waits for its reply.
const SEARCH: &str = "  - send: isready\n  - expect: readyok\n  - send: position startpos\n  - send: go depth 1\n  \
                      - expect: bestmove\n";

fn run(plan: &Plan) -> RunResult {
    crate::run::run(plan, &NoObserver).expect("the engine starts")
}

/// The results of games in shared processes, with these ids, one after the other.
fn shared(engine: InProcess, ids: &[&str]) -> Vec<ScenarioResult> {
    let scenarios = ids.iter().map(|id| game(id)).collect();
    let plan = Plan { share: Share::Always, ..plan_for(engine, scenarios) };
    let scenarios = run(&plan).scenarios;
    // The times of an attempt are not longer than the attempt.
    for result in &scenarios {
        assert!(result.duration >= result.spent.necessary(), "{result:#?}");
    }
    scenarios
}

fn verdicts(scenarios: &[ScenarioResult]) -> Vec<Verdict> {
    scenarios.iter().map(|result| result.verdict).collect()
}

/// The violations that count.
fn clauses(result: &ScenarioResult) -> Vec<(&str, Severity)> {
    let held = result.findings.iter().filter(|finding| finding.counts());
    held.map(|finding| (finding.clause.0, finding.severity)).collect()
}

/// The notes on the first finding.
fn notes(result: &ScenarioResult) -> Vec<String> {
    let notes = result.findings.first().map(|finding| finding.notes.iter());
    notes.into_iter().flatten().map(ToString::to_string).collect()
}

fn reason(result: &ScenarioResult) -> Option<String> {
    result.reason.as_ref().map(ToString::to_string)
}

#[test]
fn what_only_the_second_game_of_a_process_shows_is_carried_over() {
    let spoilt = player(|games| if games < 2 { RIGHT } else { "what?\nbestmove 3c3d\n" });
    let results = shared(spoilt, &["usi/a", "usi/b"]);
    assert_eq!(verdicts(&results), [Verdict::Pass, Verdict::Fail]);
    let second = &results[1];
    assert_eq!(clauses(second), [("USI-GO-19", Severity::Fail)], "{:#?}", second.findings);
    assert_eq!(second.preceded_by, ["usi/a"]);
    assert_eq!((second.attempts, second.failed_attempts), (4, 2));
    let notes = notes(second);
    let counted = notes.iter().filter(|note| note.starts_with("2 of 2 times after these"));
    assert_eq!(counted.count(), 2, "{notes:#?}");
    assert!(notes.iter().any(|note| note.starts_with("never in 2 new processes")), "{notes:#?}");
}

#[test]
fn the_duration_contains_every_attempt_of_an_examination() {
    // The time of the engine is much longer than that of the harness.
    let slow = player(|games| {
        std::thread::sleep(Duration::from_millis(60));
        if games < 2 { RIGHT } else { WRONG }
    });
    let second = &shared(slow, &["usi/a", "usi/b"])[1];
    assert_eq!((second.attempts, second.failed_attempts), (4, 2));
    assert!(second.duration >= 4 * Duration::from_millis(60), "{:?}", second.duration);
}

#[test]
fn what_more_than_one_game_brings_about_is_shown_after_all_of_them() {
    let spoilt = player(|games| if games < 3 { RIGHT } else { WRONG });
    let results = shared(spoilt, &["usi/a", "usi/b", "usi/c"]);
    assert_eq!(verdicts(&results), [Verdict::Pass, Verdict::Pass, Verdict::Fail]);
    let third = &results[2];
    assert_eq!(clauses(third), [("USI-GO-19", Severity::Fail)]);
    assert_eq!(third.preceded_by, ["usi/a", "usi/b"]);
    assert_eq!((third.attempts, third.failed_attempts), (5, 2));
    let notes = notes(third);
    assert!(notes.iter().any(|note| note.starts_with("2 of 3 times after these")), "{notes:#?}");
}

#[test]
fn what_a_shared_process_has_shown_once_counts_with_a_note_that_it_was_once() {
    let shown = AtomicBool::new(false);
    let fickle =
        player(
            move |games| {
                if games == 2 && !shown.swap(true, Ordering::Relaxed) { WRONG } else { RIGHT }
            },
        );
    let results = shared(fickle, &["usi/a", "usi/b"]);
    let second = &results[1];
    assert_eq!(
        (second.verdict, &second.preceded_by[..]),
        (Verdict::Fail, &["usi/a".to_owned()][..])
    );
    assert_eq!(clauses(second), [("USI-MOVE-04", Severity::Fail)]);
    assert_eq!((second.attempts, second.failed_attempts), (3, 1));
    let once = "shown in 1 of 2 attempts after usi/a in the same process";
    assert!(notes(second).iter().any(|note| note == once), "{:#?}", notes(second));
}

#[test]
fn what_fresh_processes_show_as_well_is_played_again_only_until_that_is_known() {
    let results = shared(player(|_| WRONG), &["usi/a", "usi/b", "usi/c", "usi/d", "usi/e"]);
    assert_eq!(verdicts(&results), [Verdict::Fail; 5]);
    assert!(results.iter().all(|result| result.attempts == 1), "{results:#?}");
    assert!(results.iter().all(|result| clauses(result) == [("USI-MOVE-04", Severity::Fail)]));
    // The second one is played in a fresh process, and another shared process begins with the third one.
    let before: Vec<&[String]> = results.iter().map(|result| &result.preceded_by[..]).collect();
    let ids = ["usi/c".to_owned(), "usi/d".to_owned()];
    assert_eq!(before, [&[][..], &[], &[], &ids[..1], &ids]);
}

#[test]
fn what_has_to_be_played_before_a_scenario_has_to_leave_a_known_state() {
    let before = |first: Scenario, engine: InProcess| {
        let plan = Plan { preceded_by: vec![first], ..plan_for(engine, vec![game("usi/a")]) };
        let mut scenarios = run(&plan).scenarios;
        let result = scenarios.remove(0);
        (result.verdict, clauses(&result).len(), reason(&result))
    };
    let first = || game("usi/first");
    assert_eq!(before(first(), player(|_| RIGHT)), (Verdict::Pass, 0, None));
    let second_is_wrong = || player(|games| if games == 2 { WRONG } else { RIGHT });
    assert_eq!(before(first(), second_is_wrong()), (Verdict::Fail, 1, None));
    let own =
        Plan { preceded_by: vec![first()], ..plan_for(second_is_wrong(), vec![alone("usi/a")]) };
    assert_eq!(verdicts(&run(&own).scenarios), [Verdict::Pass], "nothing is played before it");
    let why = "what had to be played before it did not complete";
    let skipped = (Verdict::Skip, 0, Some(why.to_owned()));
    assert_eq!(before(named("usi/first", MATE), player(|_| RIGHT)), skipped);
}

#[test]
fn a_reply_that_is_missing_in_each_of_three_attempts_counts() {
    let search = format!("{SEARCH}    within: 1ms\n");
    let mute_without_a_game = player(|games| if games == 0 { "" } else { RIGHT });
    let plan = plan_for(mute_without_a_game, vec![named("usi/a", &search), game("usi/b")]);
    let short = |name, limit| if name == "slack" { Duration::from_millis(1) } else { limit };
    let limits = Limits::of(plan.dialect, short);
    let results = run(&Plan { limits, share: Share::Never, ..plan }).scenarios;
    assert_eq!(verdicts(&results), [Verdict::Fail, Verdict::Pass], "{results:#?}");
    assert_eq!(clauses(&results[0]), [("USI-GO-03", Severity::Fail)]);
    let missing = &results[0];
    assert_eq!((missing.attempts, missing.failed_attempts, missing.spent.processes), (3, 3, 3));
}

#[test]
fn a_run_plays_what_it_can_and_says_what_the_engine_is() {
    let scenarios = vec![
        after(game("usi/a"), &["usi/b"]),
        game("usi/b"),
        named("usi/c", MATE),
        after(game("usi/d"), &["usi/c"]),
        after(game("usi/e"), &["usi/nowhere"]),
    ];
    let plan = Plan { share: Share::Never, jobs: 3, ..plan_for(player(|_| RIGHT), scenarios) };
    let result = run(&plan);
    assert_eq!(result.engine.name.as_deref(), Some("x"));
    assert!(result.latencies.iter().any(|latency| latency.count > 0), "{:#?}", result.latencies);
    use Verdict::{Blocked, Error, Fail, Pass};
    assert_eq!(verdicts(&result.scenarios), [Pass, Pass, Fail, Blocked, Error]);
    assert!(result.scenarios[2].stopped_at_line.is_some(), "{:#?}", result.scenarios[2]);
}

#[test]
fn a_result_says_whether_a_demand_could_be_judged() {
    let legal = format!("{SEARCH}    where: {{ move: legal }}\n");
    let unread = |reply: &'static str| {
        let plan = in_process::plan(player(move |_| reply), vec![named("usi/a", &legal)]);
        run(&plan).scenarios[0].unread
    };
    assert!(unread("bestmove P@5e\n"));
    assert!(!unread(RIGHT));
}

#[test]
fn a_run_that_may_fail_once_ends_with_the_first_failure() {
    let scenarios = ["usi/a", "usi/b", "usi/c"].map(alone).to_vec();
    let max_fail = MaxFail::new(1, Vec::new());
    let why = max_fail.reason().to_string();
    let plan = Plan { max_fail: Some(max_fail), ..plan_for(player(|_| WRONG), scenarios) };
    let result = run(&plan);
    use Verdict::{Fail, Inconclusive};
    assert_eq!(verdicts(&result.scenarios), [Fail, Inconclusive, Inconclusive]);
    assert_eq!(
        result.scenarios[1..].iter().map(reason).collect::<Vec<_>>(),
        [Some(why.clone()), Some(why)]
    );
    assert!(!plan.cancel.load(Ordering::Relaxed), "the plan can be used again");
}

#[test]
fn a_process_that_was_shared_is_asked_to_quit_when_nothing_is_left_for_it() {
    let (asked, asks) = mpsc::channel();
    let sound = in_process::engine(move |heard| match heard.line() {
        "quit" => {
            // Nobody listens any more if the test has failed.
            let _ = asked.send(());
            None
        }
        line if line.starts_with("go") => Some("bestmove 7g7f"),
        _ => None,
    });
    let results = shared(sound, &["usi/a", "usi/b"]);
    assert_eq!(verdicts(&results), [Verdict::Pass, Verdict::Pass]);
    assert_eq!(results[1].preceded_by, ["usi/a"]);
    assert!(asks.recv_timeout(Duration::from_secs(30)).is_ok());
    assert!(asks.try_recv().is_err(), "one process, which is asked once");
}

#[test]
fn a_result_has_what_its_steps_have_measured() {
    let measured = format!("{SEARCH}    measure: reply\n");
    let result = run(&in_process::plan(player(|_| RIGHT), vec![named("usi/a", &measured)]));
    let names = result.scenarios[0].measurements.iter().map(|row| row.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["reply"]);
}

#[test]
fn a_result_has_the_rounds_of_its_races() {
    let race = "  - race:
      rounds: 3
      start: [ { send: [position startpos, go depth 1] } ]
      send: isready
      around: { event: send, at: [1ms] }
      each: [ { expect: readyok } ]
";
    let result = run(&in_process::plan(player(|_| RIGHT), vec![named("usi/a", race)]));
    let result = &result.scenarios[0];
    assert_eq!(result.verdict, Verdict::Pass, "{result:#?}");
    assert_eq!(result.races.iter().map(|race| race.rounds.len()).collect::<Vec<_>>(), [3]);
}
