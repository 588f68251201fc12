//! Which sessions are played, counted and kept.

use super::*;
use crate::lang::Text;
use crate::run::tests::finding::{bundled_scenario, ended, finding};

#[test]
fn a_session_that_was_not_judged_is_kept_after_many_that_passed() {
    let mut kept = Kept::default();
    let mut number = 0;
    let mut keep = |verdict, findings: &[crate::verdict::Finding]| {
        number += 1;
        let scenario = Scenario { id: format!("usi/x-{number}"), ..bundled_scenario().clone() };
        let result = ScenarioResult { findings: findings.to_vec(), ..ended(verdict, Text::EMPTY) };
        kept.keep(&scenario, &result).is_some()
    };
    let passed = (0..2 * QUIET).filter(|_| keep(Verdict::Pass, &[])).count();
    assert_eq!(passed, QUIET);
    assert!(!keep(Verdict::Skip, &[]), "nor is there anything to see in it");
    assert!(keep(Verdict::Blocked, &[]));
    assert!(keep(Verdict::Error, &[]));
    assert!(keep(Verdict::Inconclusive, &[]));
    let open = (0..2 * QUIET).filter(|_| keep(Verdict::Blocked, &[])).count();
    assert_eq!(open, QUIET - 3);
    let broken = [finding("USI-MOVE-04", false)];
    let failed = (0..10).filter(|_| keep(Verdict::Fail, &broken)).count();
    assert_eq!(failed, SAME as usize);
}

#[test]
fn a_session_that_shows_anything_new_is_kept_under_its_own_number() {
    let mut kept = Kept::default();
    let mut keep = |id: &str, clauses: &[&'static str]| {
        let scenario = Scenario { id: id.to_owned(), ..bundled_scenario().clone() };
        let findings = clauses.iter().map(|clause| finding(clause, false)).collect();
        let result = ScenarioResult { findings, ..ended(Verdict::Fail, Text::EMPTY) };
        kept.keep(&scenario, &result)
    };
    let known = "USI-MOVE-04";
    let numbers = [1, 2, 3, 4].map(|number| keep(&format!("usi/x-{number}"), &[known]));
    assert_eq!(numbers, [Some(0), Some(1), Some(2), None]);
    assert_eq!(keep("usi/both", &["USI-GO-03", known]), Some(3));
    assert_eq!(keep("usi/both-again", &[known, "USI-GO-03"]), Some(4));
    assert_eq!(keep("usi/x-2", &[known]), Some(1), "a prerequisite of several batches");
}

#[test]
fn only_what_was_judged_is_counted() {
    let judged =
        Verdict::ALL.into_iter().filter(|verdict| is_judged(&ended(*verdict, Text::EMPTY)));
    let judged: Vec<_> = judged.collect();
    assert_eq!(judged, [Verdict::Pass, Verdict::Warn, Verdict::Fail, Verdict::Flaky]);
}

#[cfg(unix)]
mod in_process {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize};

    use super::super::*;
    use crate::engine::InProcess;
    use crate::run::plan::NoObserver;
    use crate::run::tests::in_process::{ASK, HELLO, engine, faulty, plan, scenario};

    const GAME: [&str; 1] = ["send: usinewgame"];

    /// The result of an exploration.
    struct Outcome {
        result: RunResult,
        explored: Explored,
        /// How many batches were asked for.
        asked: usize,
        /// Whether the run is ended after the exploration.
        cancelled: bool,
    }

    impl Outcome {
        fn verdicts(&self) -> Vec<(&str, Verdict)> {
            self.result.scenarios.iter().map(|one| (one.id.as_str(), one.verdict)).collect()
        }

        /// The numbers of sessions and of broken sessions.
        fn counted(&self) -> (u64, u64) {
            (self.explored.sessions, self.explored.broken)
        }
    }

    /// Plays these batches. `cancel` may be set by the engine or before the exploration.
    fn explored(engine: InProcess, cancel: &Arc<AtomicBool>, batches: &[&[&Scenario]]) -> Outcome {
        let before = scenario("usi/before", "", &[&HELLO, &["send: position startpos"], &ASK]);
        let plan = Plan { cancel: Arc::clone(cancel), ..plan(engine, vec![before]) };
        let mut asked = 0;
        let mut next = |_: &Explored| {
            asked += 1;
            let batch = batches.get(asked - 1).copied().unwrap_or_default();
            batch.iter().map(|session| (*session).clone()).collect()
        };
        let (result, explored) = explore(&plan, &mut next, &NoObserver).expect("it starts");
        Outcome { result, explored, asked, cancelled: cancel.load(Ordering::Relaxed) }
    }

    fn session(id: &str, steps: &[&[&str]]) -> Scenario {
        scenario(id, "before", &[&[&HELLO[..]][..], steps].concat())
    }

    fn goes_on() -> Arc<AtomicBool> {
        Arc::default()
    }

    #[test]
    fn sessions_are_counted_and_their_prerequisites_are_not() {
        let sound = session("usi/sound", &[&ASK]);
        let broken = session("usi/broken", &[&GAME, &ASK]);
        let last = session("usi/last", &[&ASK]);
        let engine = faulty(|heard| heard.has("usinewgame"));
        let outcome = explored(engine, &goes_on(), &[&[&sound], &[&broken, &last]]);
        assert_eq!((outcome.counted(), outcome.asked, outcome.cancelled), ((3, 1), 3, false));
        let mut verdicts = outcome.verdicts();
        verdicts.sort_by_key(|(id, _)| *id);
        let expected = [
            ("usi/before", Verdict::Pass),
            ("usi/broken", Verdict::Fail),
            ("usi/last", Verdict::Pass),
            ("usi/sound", Verdict::Pass),
        ];
        assert_eq!(verdicts, expected);
    }

    #[test]
    fn the_worst_result_of_a_prerequisite_counts() {
        let sessions = ["usi/a", "usi/b", "usi/c"].map(|id| session(id, &[&ASK]));
        let times = AtomicUsize::new(0);
        // The second time that the prerequisite is played.
        let engine = faulty(move |heard| {
            heard.has("position startpos") && times.fetch_add(1, Ordering::SeqCst) == 1
        });
        let [a, b, c] = &sessions;
        let outcome = explored(engine, &goes_on(), &[&[a], &[b], &[c]]);
        assert_eq!(outcome.counted(), (3, 0));
        let verdicts = outcome.verdicts();
        assert!(verdicts.contains(&("usi/before", Verdict::Fail)), "{verdicts:?}");
    }

    #[test]
    fn an_exploration_ends_when_its_sessions_are_blocked() {
        let sessions = ["usi/a", "usi/b"].map(|id| session(id, &[&ASK]));
        let [a, b] = &sessions;
        let ends = engine(|heard| (heard.line() == "isready").then_some("$ 1"));
        let outcome = explored(ends, &goes_on(), &[&[a], &[b]]);
        assert_eq!((outcome.counted(), outcome.asked, outcome.cancelled), ((0, 0), 1, false));
        let verdicts = outcome.verdicts();
        assert!(verdicts.contains(&("usi/a", Verdict::Blocked)), "{verdicts:?}");
    }

    #[test]
    fn a_session_that_the_user_cut_off_has_no_result_and_the_rest_is_complete() {
        let cancel = goes_on();
        let user = Arc::clone(&cancel);
        // The user ends the exploration in a new game, and the engine is never ready.
        let engine = engine(move |heard| {
            let game = heard.has("usinewgame");
            user.fetch_or(game, Ordering::SeqCst);
            (game && heard.line() == "isready").then_some("")
        });
        // The longer session is played first.
        let long = session("usi/long", &[&ASK, &ASK, &ASK, &ASK]);
        let cut = session("usi/cut", &[&GAME, &ASK]);
        let more = session("usi/more", &[&ASK]);
        let outcome = explored(engine, &cancel, &[&[&long, &cut], &[&more]]);
        assert_eq!((outcome.counted(), outcome.asked, outcome.cancelled), ((1, 0), 1, false));
        let mut verdicts = outcome.verdicts();
        verdicts.sort_by_key(|(id, _)| *id);
        assert_eq!(verdicts, [("usi/before", Verdict::Pass), ("usi/long", Verdict::Pass)]);
        assert!(!outcome.result.interrupted, "ending it is the usual end of an exploration");
    }

    #[test]
    fn an_exploration_that_was_ended_before_its_first_session_is_interrupted() {
        let cancel = Arc::new(AtomicBool::new(true));
        let session = session("usi/a", &[&ASK]);
        let outcome = explored(engine(|_| None), &cancel, &[&[&session]]);
        assert_eq!((outcome.counted(), outcome.asked, outcome.cancelled), ((0, 0), 0, true));
        assert!(outcome.result.interrupted);
    }
}
