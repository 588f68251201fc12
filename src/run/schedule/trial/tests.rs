//! Trials of several processes, with scripted engines.

use super::*;
use crate::engine::scripted::Reaction;
use crate::run::tests::paper::{self, ms};

const INFO: &str = "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f";

/// A trial of several processes. Each answers its search with one of these lines.
fn played(replies: &[&str]) -> Trial {
    let go = "  - send: isready\n  - expect: readyok\n  - send: position startpos\n  - send: go depth 1\n  - expect: bestmove\n";
    let (scenario, limits) = (paper::scenario("USI-GO-03", go), paper::limits());
    let bench = paper::bench(&limits, 1);
    let mut builder = TrialBuilder::default();
    let mut parts: Vec<Part> = replies
        .iter()
        .map(|reply| {
            let mut engine =
                paper::engine(vec![Reaction::on("go", &[(ms(5), INFO), (ms(5), reply)])]);
            let mut races = bench.races(&scenario.id);
            play_once(&bench, &scenario, &mut engine, None, &mut races)
        })
        .collect();
    let last = parts.pop().expect("a process");
    parts.into_iter().for_each(|part| builder.add(part));
    builder.finish(last, bench.races(&scenario.id), 1)
}

#[test]
fn the_events_of_several_processes_follow_each_other_and_findings_keep_theirs() {
    let (one, two) = ("bestmove 3c3d", "bestmove x");
    let count = |reply| played(&[reply]).transcript.events.len();
    let trial = played(&[one, two]);
    let events = &trial.transcript.events;
    assert_eq!(events.len(), count(one) + count(two));
    assert!(events.windows(2).all(|pair| pair[0].id.0 + 1 == pair[1].id.0));
    assert!(events.windows(2).all(|pair| pair[0].at <= pair[1].at));
    let [first, second] = &paper::held(&trial)[..] else {
        panic!("two findings: {:#?}", trial.findings);
    };
    for (finding, reply) in [(first, one), (second, two)] {
        let is_reply = |event: &&Event| matches!(&event.kind, EventKind::Received(line) if line.text() == reply);
        let event = events.iter().find(is_reply).expect("its event");
        assert!(finding.events.contains(&event.id), "{finding:?} {event:?}");
        assert_eq!(finding.at, event.at);
    }
}

#[test]
fn a_process_that_shows_nothing_new_is_only_counted() {
    let again = played(&["bestmove 3c3d", "bestmove 3c3d"]);
    let once = played(&["bestmove 3c3d"]);
    assert_eq!(again.transcript.events.len(), once.transcript.events.len());
    assert_eq!(again.transcript.dropped, once.transcript.events.len() as u64);
    assert_eq!(paper::held(&again).len(), paper::held(&once).len());
    assert_eq!(again.spent.processes, 2);
}

#[test]
fn a_process_that_was_asked_to_quit_is_not_asked_again() {
    let quits = |steps: &str| {
        let (scenario, limits) = (paper::scenario("USI-QUIT-01", steps), paper::limits());
        let mut engine = paper::engine(Vec::new());
        play_on(&paper::bench(&limits, 1), &scenario, &mut engine);
        engine.sent_text().lines().filter(|line| *line == "quit").count()
    };
    assert_eq!(quits("  - send: quit\n  - expect: exit\n"), 1);
    assert_eq!(quits(""), 1);
    assert_eq!(quits("  - close-input\n"), 0);
}

#[test]
fn a_process_that_has_ended_is_not_asked_to_quit() {
    let steps = "  - send: isready\n  - pause: 10ms\n";
    let (scenario, limits) = (paper::scenario("USI-READY-01", steps), paper::limits());
    let mut engine = paper::engine(vec![Reaction::on("isready", &[]).exit(ms(1), 0)]);
    play_on(&paper::bench(&limits, 1), &scenario, &mut engine);
    assert!(!engine.sent_text().contains("quit"), "{}", engine.sent_text());
}

#[test]
fn what_a_script_shows_to_be_lacking_is_part_of_the_profile_and_nothing_else() {
    let steps = "  - send: isready\n  - expect: readyok\n  - send: position startpos\n  - send: go mate 100\n  \
                 - one-of:\n      - expect: checkmate\n        where: { answer: notimplemented }\n        \
                 outcome: { lacks: mate }\n      - expect: checkmate\n    within: clock\n";
    let (scenario, limits) = (paper::scenario("USI-CM-01", steps), paper::limits());
    let answer = [(ms(1), "checkmate notimplemented")];
    let mut engine = paper::engine(vec![Reaction::on("go mate", &answer)]);
    let trial = play_on(&paper::bench(&limits, 1), &scenario, &mut engine);
    assert_eq!(trial.engine_profile.lacks, ["mate"]);
}

#[test]
fn findings_name_the_races_that_failed_and_no_others() {
    let notes = |replies: [&str; 2]| {
        let race = "  - send: isready\n  - expect: readyok\n  - race:\n      rounds: 1\n      \
                    start: [ { send: [position startpos, go infinite] } ]\n      send: stop\n      \
                    around: { event: send, at: [1ms] }\n      each:\n        - expect: bestmove\n          \
                    within: stop\n  - send: position startpos\n  - send: go depth 1\n  - expect: bestmove\n";
        let (scenario, limits) = (paper::scenario("USI-STOP-01", race), paper::limits());
        let mut engine = paper::engine(vec![
            Reaction::on("go infinite", &[(ms(0), INFO)]),
            Reaction::on("go depth", &[(ms(1), INFO), (ms(1), replies[1])]),
            Reaction::on("stop", &[(ms(1), replies[0])]),
        ]);
        let trial = play_on(&paper::bench(&limits, 1), &scenario, &mut engine);
        assert_eq!(trial.races.len(), 1, "{trial:#?}");
        let held = paper::held(&trial);
        assert!(!held.is_empty(), "{:#?}", trial.findings);
        let mut notes = held.iter().flat_map(|finding| &finding.notes);
        notes.any(|note| note.to_string().contains("stop against"))
    };
    assert!(notes(["bestmove 3c3d", "bestmove 7g7f"]));
    assert!(!notes(["bestmove 7g7f", "bestmove 3c3d"]));
}

#[test]
fn what_comes_soon_after_the_last_step_is_judged_if_no_search_is_open() {
    let found = |steps: &str, does: &[(Duration, &str)]| {
        let (scenario, limits) = (paper::scenario("USI-GO-03", steps), paper::limits());
        let mut engine = paper::engine(vec![Reaction::on("go", does)]);
        let trial = play_on(&paper::bench(&limits, 1), &scenario, &mut engine);
        assert!(engine.sent_text().ends_with("quit\n"));
        paper::held(&trial).len()
    };
    let go = "  - send: isready\n  - expect: readyok\n  - send: position startpos\n  - send: go depth 1\n";
    let answered = format!("{go}  - expect: bestmove\n");
    let reply = [(ms(5), INFO), (ms(5), "bestmove 7g7f")];
    let text = [(ms(9), "info string 7g7f")];
    let (second, late) = ([(ms(20), "bestmove 3g3f")], [(ms(40), "bestmove 3g3f")]);
    assert_eq!(found(&answered, &[&reply[..], &text].concat()), 0);
    assert_eq!(found(&answered, &[&reply[..], &second].concat()), 1);
    assert_eq!(found(&answered, &[&reply[..], &late].concat()), 0, "the script has ended");
    // The script has not waited for the reply.
    assert_eq!(found(go, &[&reply[..], &second].concat()), 0);
}
