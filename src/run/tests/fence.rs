//! Whether a reply to `stop` is lost or only late, with scripted engines that are asked a later question.

use std::time::Duration;

use super::paper::{self, bench, limits, ms, scenario};
use super::watched::Watched;
use crate::engine::scripted::{Reaction, Scripted};
use crate::run::schedule::trial::{self, Trial};

const STOPPED: &str = "  - send: position startpos\n  - send: go infinite\n  - pause: 20ms\n  - send: stop\n  - expect: bestmove\n    within: stop\n";
const REPLY: &str = "bestmove 7g7f";

/// The findings that count, each with whether it depends on time, and how often `isready` was sent.
fn found(trial: &Trial, sent: &str) -> (Vec<(&'static str, bool)>, usize) {
    let held = paper::held(trial).into_iter();
    let held = held.map(|finding| (finding.clause.0, finding.timing)).collect();
    (held, sent.matches("isready\n").count())
}

fn play(mut engine: Scripted) -> (Vec<(&'static str, bool)>, usize) {
    let script = scenario("USI-STOP-01", STOPPED);
    let trial = trial::play_on(&bench(&limits(), 1), &script, &mut engine);
    found(&trial, &engine.sent_text())
}

/// The same for an engine that answers everything but `stop`, with such a thread.
fn play_watched(thread: fn(Duration) -> (Duration, Duration)) -> Vec<(&'static str, bool)> {
    let mut engine = Watched { engine: paper::engine(Vec::new()), thread };
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
