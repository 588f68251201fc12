//! Whether a reply to `stop` is lost or only late, with scripted engines that are asked a later question.

use std::time::Duration;

use super::paper::{self, bench, limits, ms, scenario};
use super::watched::Watched;
use crate::engine::scripted::{Reaction, Scripted};
use crate::run::schedule::isolation::Isolation;
use crate::run::schedule::trial::{self, Bench, Trial};

const STOPPED: &str = "  - send: position startpos\n  - send: go infinite\n  - pause: 20ms\n  - send: stop\n  - expect: bestmove\n    within: stop\n";
const REPLY: &str = "bestmove 7g7f";

/// The findings that count, each with whether it depends on time, and how often `isready` was sent.
fn found(trial: &Trial, sent: &str) -> (Vec<(&'static str, bool)>, usize) {
    let held = paper::held(trial).into_iter();
    let held = held.map(|finding| (finding.clause.0, finding.timing)).collect();
    (held, sent.matches("isready\n").count())
}

fn play(engine: Scripted) -> (Vec<(&'static str, bool)>, usize) {
    play_steps(STOPPED, engine)
}

fn play_steps(steps: &str, mut engine: Scripted) -> (Vec<(&'static str, bool)>, usize) {
    let script = scenario("USI-STOP-01", steps);
    let trial = trial::play_on(&bench(&limits(), 1), &script, &mut engine);
    found(&trial, &engine.sent_text())
}

/// The same for an engine that answers everything but `stop`, with such a thread.
fn play_watched(thread: fn(Duration) -> (Duration, Duration)) -> Vec<(&'static str, bool)> {
    let mut engine = Watched::with_thread(paper::engine(Vec::new()), thread);
    let script = scenario("USI-STOP-01", STOPPED);
    let trial = trial::play_on(&bench(&limits(), 1), &script, &mut engine);
    found(&trial, &engine.engine.sent_text()).0
}

#[test]
fn a_reply_that_is_missing_after_the_answer_to_a_later_question_is_lost() {
    assert_eq!(play(paper::engine(Vec::new())), (vec![("USI-STOP-01", false)], 1));
}

#[test]
fn a_reply_that_comes_after_its_limit_is_late_and_depends_on_time() {
    let limit = limits().named("stop").expect("a limit");
    let late = limit + ms(500);
    let engine = paper::engine(vec![Reaction::on("stop", &[(late, REPLY)])]);
    let (found, questions) = play(engine);
    assert_eq!(questions, 1);
    assert_eq!(found, [("USI-STOP-01", true)]);
}

#[test]
fn a_reply_in_time_needs_no_question() {
    let engine = paper::engine(vec![Reaction::on("stop", &[(ms(30), REPLY)])]);
    assert_eq!(play(engine), (vec![], 0));
}

#[test]
fn an_engine_that_answers_nothing_may_only_be_slow() {
    let hello = [(ms(1), "id name x"), (ms(1), "id author x"), (ms(1), "usiok")];
    let engine =
        Scripted::new(vec![Reaction::on("usi", &hello), Reaction::on("quit", &[]).exit(ms(1), 0)]);
    let (found, questions) = play(engine);
    assert_eq!(questions, 1);
    assert!(found.contains(&("USI-STOP-01", true)), "{found:?}");
}

#[test]
fn a_thread_without_a_processor_may_be_the_one_that_owes_the_reply() {
    let idle = |now: Duration| (ms(3).min(now), Duration::ZERO);
    let starved = |now: Duration| (ms(3).min(now), now.saturating_sub(ms(3)));
    assert_eq!(play_watched(idle), [("USI-STOP-01", false)]);
    assert_eq!(play_watched(starved), [("USI-STOP-01", true)]);
}

#[test]
fn a_search_that_nobody_has_asked_to_end_is_not_asked_anything_else() {
    let go = "  - send: [position startpos, go btime 0 wtime 0 byoyomi 2000]\n  - expect: bestmove\n    within: clock\n";
    let (found, questions) = play_steps(go, paper::engine(Vec::new()));
    assert_eq!((found, questions), (vec![("USI-GO-03", true)], 0));
}

#[test]
fn an_attempt_that_only_confirms_asks_nothing_else() {
    let isolation = Isolation { brief: true, ..Isolation::default() };
    let limits = limits();
    let bench = Bench { isolation: Some(&isolation), ..bench(&limits, 1) };
    let mut engine = paper::engine(Vec::new());
    let trial = trial::play_on(&bench, &scenario("USI-STOP-01", STOPPED), &mut engine);
    assert_eq!(found(&trial, &engine.sent_text()), (vec![("USI-STOP-01", true)], 0));
}

#[test]
fn a_reply_that_breaks_only_the_limit_of_its_step_is_reported() {
    let steps = STOPPED.replace("within: stop", "within: 100ms\n    clause: USI-STOP-01");
    let engine = paper::engine(vec![Reaction::on("stop", &[(ms(500), REPLY)])]);
    assert_eq!(play_steps(&steps, engine), (vec![("USI-STOP-01", true)], 1));
}

#[test]
fn what_an_engine_says_wrong_when_it_is_asked_does_not_hide_the_missing_reply() {
    let wrong = (ms(1), "usiok");
    let (said, _) = play(paper::engine(vec![Reaction::on("stop", &[wrong, (ms(2), REPLY)])]));
    assert_eq!(said.len(), 1, "the line alone is a violation: {said:?}");
    for (ready, timing) in [(vec![wrong], true), (vec![wrong, (ms(2), "readyok")], false)] {
        let engine = paper::engine(vec![Reaction::on("isready", &ready)]);
        assert_eq!(play(engine), (vec![("USI-STOP-01", timing)], 1));
    }
}
