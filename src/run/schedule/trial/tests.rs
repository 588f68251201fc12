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
