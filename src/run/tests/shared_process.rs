//! Several scenarios in one process of a scripted engine.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::paper::{self, ms};
use crate::engine::scripted::{Reaction, Scripted};
use crate::engine::{LaunchError, Transport};
use crate::run::schedule::shared_process::{SharedProcess, SharedProcessContext};
use crate::run::schedule::trial::{Bench, Trial};
use crate::run::timing::process_cost::ProcessCost;
use crate::scenario::{Need, Scenario};
use crate::transcript::{EventKind, Stream};

const GAME: &str = "  - send: isready\n  - expect: readyok\n  - send: usinewgame\n  - send: position startpos\n  \
                    - send: go depth 1\n  - expect: bestmove\n    where: { move: legal }\n";

/// Plays scenarios in one process. Returns each trial with whether the state is known after it, and the cost of the
/// start.
fn play(
    scenarios: &[Scenario],
    engine: &dyn Fn() -> Scripted,
) -> (Vec<(Trial, bool)>, ProcessCost) {
    play_with(&[], scenarios, engine)
}

/// The same, with options that the user sets.
fn play_with(
    set: &[(String, String)],
    scenarios: &[Scenario],
    engine: &dyn Fn() -> Scripted,
) -> (Vec<(Trial, bool)>, ProcessCost) {
    let (cancel, cost) = (AtomicBool::new(false), ProcessCost::default());
    let limits = paper::limits();
    let bench = Bench { set, ..paper::bench(&limits, 1) };
    let mut spawn = || -> Result<Box<dyn Transport>, LaunchError> { Ok(Box::new(engine())) };
    let context = SharedProcessContext { cancel: &cancel, cpu_slots: None, cost: &cost };
    let mut shared_process = SharedProcess::start(&bench, context, &mut spawn).expect("it starts");
    let mut trials = Vec::new();
    for scenario in scenarios {
        let trial = shared_process.play(&bench, scenario);
        let known = shared_process.is_known(&trial);
        trials.push((trial, known));
    }
    shared_process.end(bench.dialect);
    (trials, cost)
}

/// The lines that were sent, with the time of each in milliseconds.
fn sent(trial: &Trial) -> Vec<String> {
    let events = trial.transcript.events.iter();
    events
        .filter_map(|event| {
            let EventKind::Sent { line, .. } = &event.kind else {
                return None;
            };
            Some(format!("{} {}", event.at.as_millis(), line.text()))
        })
        .collect()
}

fn answers(reply: &'static str, after: Duration) -> impl Fn() -> Scripted {
    move || paper::engine(vec![Reaction::on("go", &[(after, reply)])])
}

#[test]
fn a_further_scenario_begins_with_a_further_game_and_its_own_numbers() {
    let scenario = paper::scenario("USI-GO-19", GAME);
    let scenarios = [scenario.clone(), scenario];
    let (trials, cost) = play(&scenarios, &answers("bestmove 7g7f", ms(5)));
    let [(first, true), (second, true)] = &trials[..] else {
        panic!("the engine is in a known state: {trials:#?}");
    };
    assert_eq!(
        sent(first),
        ["0 usi", "1 isready", "2 usinewgame", "2 position startpos", "2 go depth 1"]
    );
    assert_eq!(sent(second), ["0 isready", "1 usinewgame", "1 position startpos", "1 go depth 1"]);
    let ids = |trial: &Trial| -> Vec<usize> {
        let events = trial.transcript.events.iter();
        events.map(|event| event.id.0).collect()
    };
    let numbers: Vec<usize> = (0..ids(second).len()).collect();
    assert_eq!(ids(second), numbers);
    assert_eq!((first.spent.processes, first.spent.shared), (1, 0));
    assert_eq!((second.spent.processes, second.spent.shared), (0, 1));
    assert_eq!(cost.is_start_costly(), Some(false));
}

#[test]
fn a_finding_points_at_the_events_of_its_own_part() {
    let scenario = paper::scenario("USI-GO-19", GAME);
    let scenarios = [scenario.clone(), scenario];
    // The reply is right in the first game, and a move of the wrong side in the second one.
    let engine = || {
        let first = Reaction::on("go", &[(ms(5), "bestmove 7g7f")]).once();
        let next = Reaction::on("go", &[(ms(5), "bestmove 3c3d")]);
        paper::engine(vec![first, next])
    };
    let (trials, _) = play(&scenarios, &engine);
    assert!(paper::held(&trials[0].0).is_empty());
    let second = &trials[1].0;
    let held = paper::held(second);
    let [finding] = &held[..] else {
        panic!("one finding: {held:#?}");
    };
    let event = finding.events.last().and_then(|id| {
        let mut events = second.transcript.events.iter();
        events.find(|event| event.id == *id)
    });
    let shown = event.map(|event| event.kind.clone());
    assert!(
        matches!(&shown, Some(EventKind::Received(line)) if line.text() == "bestmove 3c3d"),
        "{shown:?}"
    );
    assert!(finding.at < ms(20), "{:?}", finding.at);
}

#[test]
fn the_waits_of_a_part_lie_among_its_events() {
    let scenario = paper::scenario("USI-GO-19", GAME);
    let scenarios = [scenario.clone(), scenario];
    // The second search gets no reply.
    let engine = || {
        paper::engine(vec![
            Reaction::on("go", &[(ms(5), "bestmove 7g7f")]).once(),
            Reaction::on("go", &[]),
        ])
    };
    let (trials, _) = play(&scenarios, &engine);
    let transcript = &trials[1].0.transcript;
    let end = transcript.events.last().map(|event| event.at);
    assert!(transcript.windows.len() >= 2, "{transcript:#?}");
    for window in &transcript.windows {
        assert!(Some(window.ended) <= end, "{window:?} ends after {end:?}");
    }
    let go = transcript.events.iter().find(
        |event| matches!(&event.kind, EventKind::Sent { line, .. } if line.text().starts_with("go")),
    );
    let mut events = transcript.events.iter();
    let since = events.find_map(|event| {
        let EventKind::Overdue(overdue) = &event.kind else {
            return None;
        };
        Some(overdue.since)
    });
    assert_eq!(since, go.map(|go| go.at));
}

#[test]
fn what_a_scenario_has_left_unread_is_no_reply_in_the_next_one() {
    let scenario = paper::scenario("USI-GO-19", &format!("{GAME}  - pause: 20ms\n"));
    let scenarios = [scenario.clone(), scenario];
    // A second `readyok`, which nothing in the first scenario waits for.
    let engine = || {
        let first = Reaction::on("go", &[(ms(5), "bestmove 7g7f"), (ms(9), "readyok")]).once();
        paper::engine(vec![first, Reaction::on("go", &[(ms(5), "bestmove 7g7f")])])
    };
    let (trials, _) = play(&scenarios, &engine);
    let game = ["0 isready", "1 usinewgame", "1 position startpos", "1 go depth 1"];
    assert_eq!(sent(&trials[1].0), game);
    assert!(paper::held(&trials[1].0).is_empty());
}

#[test]
fn the_judge_remembers_what_was_asked_in_the_scenario_before() {
    // The scenario does not wait for the reply to its search.
    let open = "  - send: isready\n  - expect: readyok\n  - send: usinewgame\n  - send: position startpos\n  \
                - send: go depth 1\n  - pause: 10ms\n";
    let open = format!("{open}  - send: isready\n  - expect: readyok\n");
    let scenarios = [paper::scenario("USI-GO-19", &open)];
    let (trials, _) = play(&scenarios, &answers("bestmove 7g7f", ms(500)));
    let [(trial, known)] = &trials[..] else {
        panic!("one trial");
    };
    assert!(trial.end.is_ok() && !known, "a search is open: {trial:#?}");
}

#[test]
fn options_of_the_user_are_set_once_in_a_process() {
    let scenario = paper::scenario("USI-GO-19", GAME);
    let set = [("USI_Hash".to_owned(), "32".to_owned())];
    let engine = answers("bestmove 7g7f", ms(5));
    let (trials, _) = play_with(&set, &[scenario.clone(), scenario], &engine);
    let sets = |trial: &Trial| {
        let sent = sent(trial);
        sent.iter().filter(|line| line.ends_with("setoption name USI_Hash value 32")).count()
    };
    let counts: Vec<usize> = trials.iter().map(|(trial, _)| sets(trial)).collect();
    assert_eq!(counts, [1, 0]);
}

#[test]
fn no_scenario_follows_one_that_failed_or_that_ended_the_engine() {
    let is_known = |steps: &str, engine: &dyn Fn() -> Scripted| {
        let scenario = paper::scenario("USI-GO-19", &format!("{GAME}{steps}"));
        let (trials, _) = play(&[scenario], engine);
        trials[0].1
    };
    let sound = answers("bestmove 7g7f", ms(5));
    assert!(is_known("", &sound));
    let mate = "  - send: position startpos\n  - send: go mate 100\n  - expect: checkmate\n";
    assert!(!is_known(mate, &sound), "the answer is another one");
    let quit = "  - send: quit\n";
    assert!(!is_known(&format!("{quit}  - expect: exit\n"), &sound));
    assert!(!is_known(quit, &sound), "it may still run");
    let pause = "  - send: isready\n  - pause: 20ms\n";
    assert!(is_known(pause, &sound));
    let after_the_handshake = |what: Reaction| {
        move || {
            let first = Reaction::on("isready", &[(ms(1), "readyok")]).once();
            let go = Reaction::on("go", &[(ms(5), "bestmove 7g7f")]);
            paper::engine(vec![first, what.clone(), go])
        }
    };
    let exits = after_the_handshake(Reaction::on("isready", &[]).exit(ms(1), 0));
    assert!(!is_known(pause, &exits));
    let falls_silent = after_the_handshake(Reaction::on("isready", &[]).eof(ms(1), Stream::Stdout));
    assert!(!is_known(pause, &falls_silent));
    let leaves_a_child =
        after_the_handshake(Reaction::on("isready", &[]).exit_leaving_child(ms(1), 0));
    assert!(!is_known(pause, &leaves_a_child));
}

#[test]
fn what_one_scenario_needs_is_switched_off_for_the_next_that_does_not() {
    let plain = paper::scenario("USI-GO-19", GAME);
    let mut pondering = plain.clone();
    pondering.needs.push(Need::Capability("ponder".to_owned()));
    let option = "option name USI_Ponder type check default false";
    let engine = || {
        let hello = [(ms(1), "id name x"), (ms(1), "id author x"), (ms(1), option)];
        let hello = [&hello[..], &[(ms(1), "usiok")]].concat();
        Scripted::new(vec![
            Reaction::on("usi", &hello),
            Reaction::on("isready", &[(ms(1), "readyok")]),
            Reaction::on("go", &[(ms(5), "bestmove 7g7f")]),
            Reaction::on("quit", &[]).exit(ms(1), 0),
        ])
    };
    let scenarios = [&plain, &pondering, &pondering, &plain, &plain].map(Clone::clone);
    let (trials, _) = play(&scenarios, &engine);
    let set = trials.iter().map(|(trial, _)| {
        let sent = sent(trial).into_iter();
        sent.filter(|line| line.contains("setoption")).collect::<Vec<_>>()
    });
    let set: Vec<_> = set.collect();
    let line = |value: &str| vec![format!("0 setoption name USI_Ponder value {value}")];
    assert_eq!(set, [vec![], line("true"), vec![], line("false"), vec![]]);
}
