//! What a step that waits says about the message that came, about another one, and about the end of the engine.

use super::paper::{self, ms};
use super::watched::Watched;
use crate::engine::scripted::Reaction;
use crate::run::schedule::trial::{self, Trial};
use crate::verdict::{Finding, Severity, Watcher};

/// The findings of the script.
fn of_script(trial: &Trial) -> Vec<&Finding> {
    let by_script = |finding: &&Finding| finding.watcher == Watcher::Expectation;
    trial.findings.iter().filter(by_script).collect()
}

/// What the script expected, and its message, for each of its findings.
fn said(trial: &Trial) -> Vec<(String, String)> {
    let found = of_script(trial).into_iter();
    found.map(|finding| (finding.expected.to_string(), finding.message.to_string())).collect()
}

fn pair(expected: &str, message: &str) -> (String, String) {
    (expected.to_owned(), message.to_owned())
}

const MATE: &str = "  - send: position startpos
  - send: go mate 1000
  - one-of:
      - expect: checkmate
        where: { answer: nomate }
      - expect: checkmate
        where: { answer: timeout }
      - expect: readyok
    within: clock
    clause: USI-CM-01
";

#[test]
fn another_reply_is_named_with_each_kind_of_message_that_was_awaited() {
    // That a reply of another kind cannot be read does not make it one of the alternatives.
    for reply in ["bestmove 7g7f", "bestmove P@5e"] {
        let answer = Reaction::on("go", &[(ms(1), reply)]);
        let trial = paper::play("USI-CM-01", MATE, paper::engine(vec![answer]));
        let message = "after `go mate 1000` bestmove came instead of checkmate or readyok";
        assert_eq!(said(&trial), [pair("checkmate or readyok", message)], "{reply}");
        assert_eq!(of_script(&trial)[0].got.to_string(), reply);
    }
}

#[test]
fn a_reply_that_fits_one_alternative_but_for_its_fields_says_what_is_wrong_with_them() {
    let answer = Reaction::on("go", &[(ms(1), "checkmate timeout")]);
    let steps = MATE.replace("answer: timeout", "answer: sound");
    let one =
        steps.replacen("      - expect: checkmate\n        where: { answer: sound }\n", "", 1);
    let play = |steps: &str| {
        let trial = paper::play("USI-CM-01", steps, paper::engine(vec![answer.clone()]));
        said(&trial)
    };
    let only = pair("answer nomate", "answer must be nomate here, and is timeout");
    assert_eq!(play(&one), [only]);
    let none = "after `go mate 1000` checkmate came, which is none of the expected answers";
    assert_eq!(play(&steps), [pair("answer nomate or answer that is sound", none)]);
}

#[test]
fn a_step_without_a_clause_leaves_a_line_to_the_rules_that_have_reported_it() {
    let steps = "  - send: position startpos\n  - send: go mate 1000\n  - expect: checkmate\n    within: clock\n";
    let said = |steps: &str| {
        let answer = Reaction::on("go", &[(ms(1), "bestmove P@5e")]);
        said(&paper::play("USI-GO-03", steps, paper::engine(vec![answer]))).len()
    };
    assert_eq!(said(steps), 0);
    assert_eq!(said(&format!("{steps}    clause: USI-CM-01\n")), 1);
}

#[test]
fn an_engine_that_exits_at_once_exited_after_the_command() {
    for after in [0, 1] {
        let engine = paper::engine(vec![Reaction::on("go", &[]).crash(ms(after), 11)]);
        let trial = paper::play("USI-CM-01", MATE, engine);
        let message =
            "the engine exited after `go mate 1000` instead of sending checkmate or readyok";
        assert_eq!(said(&trial), [pair("checkmate or readyok", message)], "{after}");
    }
}

#[test]
fn only_a_reply_to_the_last_command_is_measured() {
    let measured = |on: &str| {
        let reply = [(ms(3), "info depth 1 score cp 0 pv 7g7f"), (ms(4), "bestmove 7g7f")];
        let steps = "  - send: position startpos\n  - send: go infinite\n  - pause: 50ms\n  - send: stop\n  - expect: bestmove\n    within: stop\n    measure: stop\n";
        let engine = paper::engine(vec![Reaction::on(on, &reply)]);
        let trial = paper::play("USI-STOP-01", steps, engine);
        assert!(trial.end.is_ok(), "{:?}", trial.end);
        trial.measurements.into_iter().map(|row| (row.name, row.took)).collect::<Vec<_>>()
    };
    assert_eq!(measured("stop"), [("stop".to_owned(), ms(4))]);
    // This engine has replied before it was stopped.
    assert_eq!(measured("go"), []);
}

#[test]
fn a_step_about_the_clock_that_only_warns_takes_the_warning_about_a_short_clock() {
    let steps = "  - send: position startpos\n  - send: go btime 0 wtime 0 byoyomi 1000\n  - expect: bestmove\n    within: clock\n    clause: USI-GO-06\n    at-most: warn\n";
    let reply = [(ms(1250), "info depth 1 score cp 0 pv 7g7f"), (ms(1250), "bestmove 7g7f")];
    let engine = paper::engine(vec![Reaction::on("go", &reply)]);
    let trial = paper::play("USI-GO-06", steps, engine);
    let held = paper::held(&trial).into_iter();
    let held: Vec<_> = held.map(|finding| (finding.clause.0, finding.severity)).collect();
    assert_eq!(held, [("USI-GO-06", Severity::Warn)]);
}

#[test]
fn a_process_that_outlives_the_engine_is_reported_where_the_end_of_all_output_is_awaited() {
    let steps = "  - send: quit\n  - expect: exit\n    within: quit\n  - expect: eof\n    within: 1s\n    clause: USI-QUIT-06\n    at-most: warn\n";
    let messages = |others_end| {
        let mut engine = Watched { others_end, ..Watched::new(paper::engine(Vec::new())) };
        let (limits, scenario) = (paper::limits(), paper::scenario("USI-QUIT-06", steps));
        let trial = trial::play_on(&paper::bench(&limits, 1), &scenario, &mut engine);
        assert!(trial.end.is_ok(), "{:?}", trial.end);
        let found = paper::held(&trial).into_iter();
        found.map(|finding| (finding.message.to_string(), finding.timing)).collect::<Vec<_>>()
    };
    let outlived = "a process that the engine had started outlived it".to_owned();
    assert_eq!(messages(Some(false)), [(outlived, true)]);
    assert_eq!(messages(Some(true)), []);
    assert_eq!(messages(None), []);
}
