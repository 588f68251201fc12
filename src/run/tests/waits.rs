//! How long a step waits for a message, and what it takes for an answer.

use std::time::Duration;

use super::paper::{self, bench, limits, ms, scenario};
use super::watched::Watched;
use crate::engine::scripted::{Reaction, Scripted};
use crate::engine::{HostLook, ThreadTimes, Transport};
use crate::run::schedule::isolation::Isolation;
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::run::script::state::End;
use crate::run::timing::unanswered::{Question, Unanswered};
use crate::transcript::WindowKind;

const GO: &str = "  - send: [position startpos, go infinite]\n";
const CLOCK: &str = "  - send: [position startpos, go btime 0 wtime 0 byoyomi 2000]\n";
const STOP: &str = "  - send: stop\n  - expect: bestmove\n    within: stop\n";
const INFO: &str = "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f";
const BEST: &str = "bestmove 7g7f";

fn play(steps: &str, engine: Scripted) -> Trial {
    paper::play("USI-GO-18", steps, engine)
}

/// Plays steps in an attempt of this kind.
fn play_isolated(steps: &str, isolation: &Isolation, engine: &mut dyn Transport) -> Trial {
    let limits = limits();
    let bench = Bench { isolation: Some(isolation), ..bench(&limits, 1) };
    trial::play_on(&bench, &scenario("USI-GO-18", steps), engine)
}

/// How long the step that waits for this message waited.
fn waited(trial: &Trial, of: &str) -> Duration {
    let mut windows = trial.transcript.windows.iter();
    let about = windows.find(|window| window.kind == WindowKind::Reply && window.of == [of]);
    let window = about.expect("it was waited for");
    window.ended - window.from
}

/// The findings that count, each with whether it depends on time.
fn found(trial: &Trial) -> Vec<(&'static str, bool)> {
    let held = paper::held(trial).into_iter();
    held.map(|finding| (finding.clause.0, finding.timing)).collect()
}

#[test]
fn lines_of_a_search_give_its_reply_no_more_time() {
    let mut lines: Vec<_> = (1..10).map(|half| (ms(half * 500), INFO)).collect();
    lines.push((ms(5000), BEST));
    let trial = play(&format!("{GO}{STOP}"), paper::engine(vec![Reaction::on("stop", &lines)]));
    assert_eq!((trial.end.clone(), waited(&trial, "bestmove")), (Err(End::Unmet), ms(2000)));
    assert!(found(&trial).contains(&("USI-STOP-01", false)), "{:#?}", trial.findings);
}

/// An engine with these reactions that gets no processor, because other programs use it.
fn starved(reactions: Vec<Reaction>) -> Watched<'static> {
    let host = |now| {
        let thread = ThreadTimes { id: 1, ran: ms(0), starved: now };
        HostLook { threads: vec![thread], busy: now, ..HostLook::default() }
    };
    Watched { host: Box::new(host), ..Watched::new(paper::engine(reactions)) }
}

#[test]
fn a_busy_host_prolongs_the_wait_for_a_reply() {
    let mut engine = starved(vec![Reaction::on("stop", &[(ms(3000), BEST)])]);
    let isolation = Isolation::default();
    let trial = play_isolated(&format!("{GO}{STOP}"), &isolation, &mut engine);
    assert_eq!((trial.end.clone(), waited(&trial, "bestmove")), (Ok(()), ms(3000)));
}

#[test]
fn a_busy_host_does_not_prolong_the_wait_for_what_need_not_come() {
    let optional = "  - expect: info\n    within: 200ms\n    optional: true\n";
    let mut engine = starved(vec![Reaction::on("stop", &[(ms(1), BEST)])]);
    let steps = format!("{GO}{optional}{STOP}");
    let trial = play_isolated(&steps, &Isolation::default(), &mut engine);
    assert_eq!((trial.end.clone(), waited(&trial, "info")), (Ok(()), ms(200)));
}

#[test]
fn a_reply_that_need_not_come_is_not_waited_for_beyond_its_clock() {
    let optional = "  - expect: bestmove\n    within: clock\n    optional: true\n";
    let engine = paper::engine(vec![Reaction::on("stop", &[(ms(1), BEST)])]);
    let trial = play(&format!("{CLOCK}{optional}{STOP}"), engine);
    assert_eq!((trial.end.clone(), waited(&trial, "bestmove")), (Ok(()), ms(2200)));
}

#[test]
fn a_silent_search_is_not_stopped_before_its_clock_if_the_step_waits_for_the_clock() {
    let expect = "  - expect: bestmove\n    within: clock\n    stop-after: 100ms\n";
    let steps = format!("{CLOCK}{expect}");
    let mut engine = paper::engine(vec![Reaction::on("go", &[(ms(2100), BEST)])]);
    let trial = trial::play_on(&bench(&limits(), 1), &scenario("USI-GO-18", &steps), &mut engine);
    assert_eq!((trial.end.clone(), found(&trial)), (Ok(()), vec![]));
    assert!(!engine.sent_text().contains("stop"), "{}", engine.sent_text());
}

#[test]
fn only_a_reply_may_use_a_clock_that_is_longer_than_the_limit() {
    let clock = CLOCK.replace("2000", "30000");
    let optional = "  - expect: info\n    within: limit\n    optional: true\n";
    let engine = paper::engine(vec![Reaction::on("stop", &[(ms(1), BEST)])]);
    let trial = play(&format!("{clock}{optional}{STOP}"), engine);
    assert_eq!((trial.end.clone(), waited(&trial, "info")), (Ok(()), ms(10_000)));
}

#[test]
fn to_confirm_that_a_reply_is_missing_its_clock_and_the_margin_of_the_host_are_enough() {
    let isolation = Isolation { brief: true, margin: ms(300), ..Isolation::default() };
    let steps = format!("{CLOCK}  - expect: bestmove\n    within: clock\n");
    // The clock gives 2000 ms, and the slack is 200 ms.
    for (reply, end, took) in [(2400, Ok(()), 2400), (2600, Err(End::Unmet), 2500)] {
        let mut engine = paper::engine(vec![Reaction::on("go", &[(ms(reply), BEST)])]);
        let trial = play_isolated(&steps, &isolation, &mut engine);
        assert_eq!((trial.end.clone(), waited(&trial, "bestmove")), (end, ms(took)));
    }
}

#[test]
fn lines_before_readyok_prolong_the_wait_for_it_but_not_to_confirm_that_it_is_missing() {
    let steps = "  - send: isready\n  - expect: readyok\n    within: 300ms\n";
    let lines: Vec<_> = [200, 400, 600].map(|at| (ms(at), "info string x")).into();
    let lines = [lines, vec![(ms(700), "readyok")]].concat();
    for (brief, end, took) in [(false, Ok(()), 700), (true, Err(End::Unmet), 300)] {
        let isolation = Isolation { brief, ..Isolation::default() };
        let mut engine = paper::engine(vec![Reaction::on("isready", &lines)]);
        let trial = play_isolated(steps, &isolation, &mut engine);
        assert_eq!((trial.end.clone(), waited(&trial, "readyok")), (end, ms(took)));
    }
}

#[test]
fn a_line_of_the_search_before_its_reply_answers_no_later_step() {
    let engine = paper::engine(vec![Reaction::on("stop", &[(ms(1), INFO), (ms(2), BEST)])]);
    let later = "  - expect: info\n    within: 20ms\n    clause: USI-INFO-01\n";
    let trial = play(&format!("{GO}{STOP}{later}"), engine);
    assert_eq!(trial.end, Err(End::Unmet));
    let mut messages = trial.findings.iter().map(|finding| finding.message.to_string());
    assert!(messages.any(|message| message == "info did not come within 20 ms"));
}

#[test]
fn what_comes_instead_of_a_message_is_reported_with_the_message() {
    let messages = |reaction: Reaction| {
        let steps =
            format!("{GO}  - expect: checkmate\n    within: limit\n    clause: USI-GO-18\n");
        let trial = play(&steps, paper::engine(vec![reaction]));
        let held = paper::held(&trial).into_iter();
        held.map(|finding| finding.message.to_string()).collect::<Vec<_>>()
    };
    let other = messages(Reaction::on("go", &[(ms(1), BEST)]));
    let wanted = "after `go infinite` bestmove came instead of checkmate";
    assert!(other.iter().any(|message| message == wanted), "{other:?}");
    let exit = messages(Reaction::on("go", &[]).exit(ms(1), 0));
    let wanted = "the engine exited after `go infinite` instead of sending checkmate";
    assert!(exit.iter().any(|message| message == wanted), "{exit:?}");
}

#[test]
fn an_engine_that_was_not_told_to_quit_must_not_exit_in_a_silence() {
    let silence = "  - silence: { for: 500ms }\n    clause: USI-GO-18\n";
    let exits = || paper::engine(vec![Reaction::on("go", &[]).exit(ms(100), 0)]);
    let trial = play(&format!("{GO}{silence}"), exits());
    assert_eq!(trial.end, Err(End::Unmet));
    let wanted = "the engine exited after `go infinite`; it should stay silent and alive";
    let mut held = paper::held(&trial).into_iter();
    assert!(held.any(|finding| finding.message == wanted), "{:#?}", trial.findings);
    let trial = play(&format!("  - send: quit\n{silence}"), exits());
    assert_eq!((trial.end.clone(), paper::held(&trial)), (Ok(()), vec![]));
}

fn question(awaited: &str, sent: &str, search: Option<&str>) -> Question {
    Question::new(&[awaited.to_owned()], sent.as_bytes(), search.map(str::as_bytes))
}

/// Plays steps with what is known about unanswered questions.
fn play_knowing(known: &Unanswered, steps: &str, reactions: Vec<Reaction>) {
    let limits = limits();
    let bench = Bench { unanswered: Some(known), ..bench(&limits, 1) };
    trial::play_on(&bench, &scenario("USI-GO-18", steps), &mut paper::engine(reactions));
}

/// Whether it becomes known that this question is unanswered when the steps are played.
fn is_noted(question: impl Fn() -> Question, steps: &str, reactions: Vec<Reaction>) -> bool {
    let known = Unanswered::default();
    known.answered(question(), ms(30));
    play_knowing(&known, steps, reactions);
    known.confirming(&question()).is_some()
}

const READY: &str = "  - send: isready\n  - expect: readyok\n";

#[test]
fn a_question_in_a_search_is_not_the_same_as_outside_of_it() {
    let mute = || vec![Reaction::on("isready", &[])];
    let searching = format!("{GO}{READY}");
    let inside = || question("readyok", "isready", Some("go infinite"));
    let outside = || question("readyok", "isready", None);
    assert!(is_noted(inside, &searching, mute()));
    assert!(!is_noted(outside, &searching, mute()));
    assert!(is_noted(outside, READY, mute()));
    assert!(!is_noted(inside, READY, mute()));
}

#[test]
fn what_need_not_come_and_what_another_question_decides_makes_no_later_wait_shorter() {
    let optional = "  - expect: info\n    within: 50ms\n    optional: true\n";
    let steps = format!("{GO}{optional}{STOP}");
    assert!(!is_noted(|| question("info", "go infinite", None), &steps, Vec::new()));
    assert!(!is_noted(|| question("bestmove", "stop", Some("go infinite")), &steps, Vec::new()));
}

#[test]
fn a_wait_is_exhausted_only_if_signs_of_life_have_prolonged_it_to_its_upper_limit() {
    let is_shorter_after = |last: u64| {
        let known = Unanswered::default();
        let lines: Vec<_> = (1..=last).map(|at| (ms(at * 20_000), "info string busy")).collect();
        play_knowing(&known, READY, vec![Reaction::on("isready", &lines)]);
        known.patience(&question("readyok", "isready", None)).is_some()
    };
    // The limit is 30 s after the last line, and 300 s in total.
    assert!(!is_shorter_after(0));
    assert!(!is_shorter_after(5));
    assert!(is_shorter_after(20));
}

#[test]
fn a_reply_that_came_where_another_one_was_possible_is_left_to_the_next_step() {
    let optional = "  - expect: checkmate\n    within: limit\n    optional: true\n";
    let steps = format!("{CLOCK}{optional}  - expect: bestmove\n    within: clock\n");
    let trial = play(&steps, paper::engine(vec![Reaction::on("go", &[(ms(500), BEST)])]));
    assert_eq!((trial.end.clone(), found(&trial)), (Ok(()), vec![]));
}

#[test]
fn what_need_not_come_may_be_missing_among_several_messages_too() {
    let several = |info: &str| {
        format!(
            "{GO}  - send: [stop, isready]\n  - all-of:\n      - expect: info\n        within: 300ms\n{info}      - expect: bestmove\n        within: stop\n      - expect: readyok\n"
        )
    };
    let sound = || paper::engine(vec![Reaction::on("stop", &[(ms(900), BEST)])]);
    let trial = play(&several("        optional: true\n"), sound());
    assert_eq!((trial.end.clone(), found(&trial)), (Ok(()), vec![]));
    // The same engine without the key.
    let trial = play(&several(""), sound());
    assert_eq!(trial.end, Err(End::Unmet));
    let mute = paper::engine(vec![]);
    assert_eq!(play(&several("        optional: true\n"), mute).end, Err(End::Unmet));
}

#[test]
fn each_of_several_messages_has_its_own_time_in_whatever_order_they_are_written() {
    for [first, second] in
        [["      - expect: readyok\n", LINE], [LINE, "      - expect: readyok\n"]]
    {
        let steps = format!("  - send: isready\n  - all-of:\n{first}{second}");
        let line = |after| [(ms(after), "information"), (ms(2000), "readyok")];
        let play = |after| {
            let reactions = vec![Reaction::on("isready", &line(after))];
            play(&steps, paper::engine(reactions))
        };
        assert_eq!(play(50).end, Ok(()), "{steps}");
        let late = play(1000);
        assert_eq!((found(&late).len(), late.end), (1, Err(End::Unmet)), "{steps}");
    }
}

const LINE: &str = "      - expect: { line: \"^information\" }\n        within: 100ms\n";
