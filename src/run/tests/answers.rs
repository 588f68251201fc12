//! Replies that come in another order than the script waits for them.

use super::paper::{self, ms};
use crate::engine::scripted::{Reaction, Scripted};
use crate::run::schedule::trial::Trial;
use crate::transcript::EventKind;

const SEARCH: &str = "  - send: position startpos\n  - send: go infinite\n  - pause: 5ms\n";

fn play(steps: &str, engine: Scripted) -> Trial {
    paper::play("USI-STOP-01", &format!("{SEARCH}{steps}"), engine)
}

/// An engine that ends its search at once when it gets `stop`.
fn quick() -> Scripted {
    paper::engine(vec![Reaction::on("stop", &[(ms(1), "bestmove 7g7f")])])
}

/// The replies of the engine after its handshake, in order.
fn answers(trial: &Trial) -> Vec<String> {
    let events = trial.transcript.events.iter();
    let lines = events.filter_map(|event| {
        let EventKind::Received(line) = &event.kind else {
            return None;
        };
        Some(line.text().into_owned())
    });
    let mut lines = lines.skip_while(|line| line != "usiok").skip(1);
    lines.by_ref().collect()
}

#[test]
fn an_answer_that_came_before_the_one_that_was_waited_for_is_not_missed() {
    let steps = "  - send: stop\n  - pause: 5ms\n  - send: isready\n  - expect: readyok\n  - expect: bestmove\n    where: { move: legal }\n";
    let trial = play(steps, quick());
    assert_eq!(answers(&trial), ["bestmove 7g7f", "readyok"]);
    assert!(trial.end.is_ok(), "{:?}", trial.end);
    assert!(paper::held(&trial).is_empty(), "{:#?}", trial.findings);
    // The same in the opposite order.
    let steps = "  - send: isready\n  - pause: 5ms\n  - send: stop\n  - expect: bestmove\n  - expect: readyok\n";
    let trial = play(steps, quick());
    assert_eq!(answers(&trial), ["readyok", "bestmove 7g7f"]);
    assert!(trial.end.is_ok(), "{:?}", trial.end);
}

#[test]
fn an_answer_answers_one_step_only() {
    let steps = "  - send: [stop, isready]\n  - expect: readyok\n  - expect: bestmove\n  - expect: bestmove\n    within: 20ms\n    clause: USI-STOP-01\n";
    let trial = play(steps, quick());
    let held = paper::held(&trial);
    assert_eq!(held.len(), 1, "{held:#?}");
    assert!(trial.end.is_err());
}

#[test]
fn what_came_before_the_next_send_is_no_answer_to_it() {
    // The reply to the first search is passed over, and the second search gets no reply.
    let steps = "  - send: [stop, isready]\n  - expect: readyok\n  - send: go infinite\n  - send: stop\n  - expect: bestmove\n    clause: USI-STOP-01\n";
    let engine = paper::engine(vec![
        Reaction::on("stop", &[(ms(1), "bestmove 7g7f")]).once(),
        Reaction::on("stop", &[]),
    ]);
    let trial = play(steps, engine);
    let held = paper::held(&trial);
    assert!(!held.is_empty() && trial.end.is_err(), "{trial:#?}");
}
