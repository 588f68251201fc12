//! Scripted engines whose searches are ended by a `stop` of the script, because the script does not test their clock,
//! and engines whose missing replies are waited for only briefly.

use std::time::Duration;

use super::paper::{self, bench, limits, ms, scenario};
use crate::engine::scripted::{Reaction, Scripted};
use crate::run::schedule::isolation::Isolation;
use crate::run::schedule::trial::{self, Trial};
use crate::run::timing::unanswered::{Question, Unanswered};

const GO: &str = "  - send: position startpos\n  - send: go btime 0 wtime 0 byoyomi 2000\n  - expect: bestmove\n    within: limit\n    stop-after: 100ms\n";
const INFO: (Duration, &str) = (ms(1), "info depth 1 nodes 1 score cp 0 pv 7g7f");
const REPLY: [(Duration, &str); 2] = [INFO, (ms(1), "bestmove 7g7f")];

fn held(trial: &Trial) -> Vec<&'static str> {
    let held = paper::held(trial).into_iter();
    held.map(|finding| finding.clause.0).collect()
}

/// Plays the script. Returns what was sent, the clauses that were violated, and how long it took.
fn play(mut engine: Scripted) -> (String, Vec<&'static str>, Duration) {
    let scenario = scenario("USI-GO-18", GO);
    let trial = trial::play_on(&bench(&limits(), 1), &scenario, &mut engine);
    let lasted = trial.transcript.events.last().map(|event| event.at);
    (engine.sent_text(), held(&trial), lasted.unwrap_or_default())
}

#[test]
fn a_search_that_uses_its_clock_is_ended() {
    let engine = paper::engine(vec![Reaction::on("go", &[INFO]), Reaction::on("stop", &REPLY)]);
    let (sent, held, lasted) = play(engine);
    assert!(sent.contains("\nstop\n"), "{sent}");
    assert!(held.is_empty() && lasted < ms(300), "{held:?} {lasted:?}");
}

#[test]
fn a_search_that_is_over_is_sent_no_stop() {
    let engine = paper::engine(vec![Reaction::on("go", &REPLY)]);
    let (sent, held, _) = play(engine);
    assert!(!sent.contains("stop"), "{sent}");
    assert!(held.is_empty(), "{held:?}");
}

#[test]
fn whoever_does_not_hear_the_stop_may_use_the_clock() {
    let late = [INFO, (ms(1900), REPLY[1].1)];
    let engine = paper::engine(vec![Reaction::on("go", &late)]);
    let (_, held, _) = play(engine);
    assert!(held.is_empty(), "{held:?}");
}

#[test]
fn a_go_that_was_never_heard_is_not_charged_as_a_lost_stop() {
    let (sent, held, lasted) = play(paper::engine(Vec::new()));
    assert!(!sent.contains("stop"), "{sent}");
    assert!(lasted >= ms(10_000), "{lasted:?}");
    assert!(!held.is_empty() && !held.contains(&"USI-STOP-01"), "{held:?}");
}

#[test]
fn a_silent_search_is_stopped_if_its_clock_gives_more_than_the_wait_or_it_has_none() {
    for limit in ["btime 600000 wtime 600000 byoyomi 0", "infinite", "nodes 1000000000"] {
        let go = GO.replace("btime 0 wtime 0 byoyomi 2000", limit);
        let play = |reactions: Vec<Reaction>| {
            let mut engine = paper::engine(reactions);
            let scenario = scenario("USI-GO-18", &go);
            let trial = trial::play_on(&bench(&limits(), 1), &scenario, &mut engine);
            (engine.sent_text().matches("\nstop\n").count(), !paper::held(&trial).is_empty())
        };
        assert_eq!(play(vec![Reaction::on("stop", &REPLY)]), (1, false), "{limit}");
        assert_eq!(play(Vec::new()), (1, true), "{limit}");
    }
}

#[test]
fn a_search_that_the_script_has_stopped_is_not_stopped_again() {
    let go = GO.replace("  - expect", "  - send: stop\n  - expect");
    let late = [INFO, (ms(500), REPLY[1].1)];
    let mut engine = paper::engine(vec![Reaction::on("stop", &late)]);
    let trial = trial::play_on(&bench(&limits(), 1), &scenario("USI-GO-18", &go), &mut engine);
    let stops = engine.sent_text().matches("\nstop\n").count();
    assert_eq!((stops, held(&trial)), (1, Vec::new()));
}

#[test]
fn a_search_without_a_stop_may_use_a_clock_that_is_longer_than_the_limit() {
    let go = GO.replace("byoyomi 2000", "byoyomi 30000").replace("    stop-after: 100ms\n", "");
    let play = |reply: u64| {
        let late = [INFO, (ms(reply), REPLY[1].1)];
        let mut engine = paper::engine(vec![Reaction::on("go", &late)]);
        let trial = trial::play_on(&bench(&limits(), 1), &scenario("USI-GO-18", &go), &mut engine);
        assert!(!engine.sent_text().contains("stop"));
        held(&trial)
    };
    assert_eq!(play(29_000), Vec::<&str>::new());
    assert_eq!(play(32_500), ["USI-GO-06"]);
    assert_eq!(play(90_000), ["USI-GO-03"]);
}

/// Confirms the findings of an engine with the reactions `first`, using an engine that only answers `stop`. Returns how
/// many stops were sent in the confirming attempt, and whether it has a violation.
fn confirmed_with_stops(first: Vec<Reaction>) -> (usize, bool) {
    let (scenario, limits) = (scenario("USI-GO-18", GO), limits());
    let first = trial::play_on(&bench(&limits, 1), &scenario, &mut paper::engine(first));
    assert!(!paper::held(&first).is_empty(), "{:?}", first.findings);
    let isolation = Isolation::confirming(&first.findings, &first.races, &first.transcript, ms(0));
    let bench = trial::Bench { isolation: Some(&isolation), ..bench(&limits, 1) };
    let answers = vec![Reaction::on("go", &[INFO]), Reaction::on("stop", &REPLY)];
    let mut engine = paper::engine(answers);
    let trial = trial::play_on(&bench, &scenario, &mut engine);
    (engine.sent_text().matches("\nstop\n").count(), !paper::held(&trial).is_empty())
}

#[test]
fn what_no_stop_had_ended_is_confirmed_without_a_stop() {
    assert_eq!(confirmed_with_stops(Vec::new()), (0, true));
    assert_eq!(confirmed_with_stops(vec![Reaction::on("go", &[INFO])]), (1, false));
}

/// Plays a trial with an engine that never answers `isready`, given the questions that are known to be unanswered.
fn mute(known: &Unanswered) -> Trial {
    let steps = "  - send: isready\n  - expect: readyok\n";
    let mut engine = paper::engine(vec![Reaction::on("isready", &[])]);
    let limits = limits();
    let bench = trial::Bench { unanswered: Some(known), ..bench(&limits, 1) };
    trial::play_on(&bench, &scenario("USI-READY-01", steps), &mut engine)
}

#[test]
fn what_is_missing_everywhere_is_waited_for_briefly_and_still_charged() {
    let known = Unanswered::default();
    let lasted = |trial: &Trial| trial.transcript.events.last().map(|event| event.at);
    let full = mute(&known);
    assert!(lasted(&full) >= Some(limits().named_or_reply("readyok")), "{full:?}");
    for scenario in ["a", "b"] {
        let question = Question::new(&["readyok".to_owned()], b"isready", None);
        known.missing(question, scenario, false);
    }
    let brief = mute(&known);
    assert!(lasted(&brief) < Some(ms(2000)), "{:?}", lasted(&brief));
    assert_eq!(held(&brief), held(&full));
    assert!(!held(&brief).is_empty());
    let notes = &paper::held(&brief)[0].notes;
    let reported = |note: &crate::lang::Text| note.to_string().contains("only 500 ms");
    assert!(notes.iter().any(reported), "{notes:?}");
}

/// The violations of an engine that answers `isready` during a search after this time, with an info line every 100 ms.
fn ready_in_search(after: u64) -> Vec<&'static str> {
    let mut lines: Vec<_> =
        (1..after / 100).map(|tenth| (ms(tenth * 100), "info string busy")).collect();
    lines.push((ms(after), "readyok"));
    let engine = paper::engine(vec![Reaction::on("isready", &lines).instead()]);
    let steps = "  - send: position startpos\n  - send: go infinite\n  - send: isready\n  - expect: readyok\n    within: isready_busy\n    clause: USI-READY-01\n";
    held(&paper::play("USI-READY-01", steps, engine))
}

#[test]
fn info_lines_of_a_search_do_not_prolong_the_wait_for_readyok() {
    assert_eq!(ready_in_search(800), Vec::<&str>::new());
    assert_eq!(ready_in_search(3000), ["USI-READY-01"]);
}

#[test]
fn an_engine_that_died_before_the_last_command_did_not_die_of_it() {
    let steps = "  - send: position startpos\n  - send: go infinite\n  - pause: 50ms\n  - send: stop\n  - expect: bestmove\n    within: stop\n    clause: USI-STOP-01\n";
    let mut engine = paper::engine(vec![Reaction::on("go", &[INFO]).crash(ms(2), 11)]);
    let trial = trial::play_on(&bench(&limits(), 1), &scenario("USI-STOP-01", steps), &mut engine);
    let found = paper::held(&trial);
    let messages: Vec<String> = found.iter().map(|finding| finding.message.to_string()).collect();
    let before = |message: &String| message == "the engine had exited before `stop` was sent";
    assert!(messages.iter().any(before), "{messages:?}");
}
