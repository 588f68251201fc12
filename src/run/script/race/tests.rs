//! Races against scripted engines, whose clock only advances while something is waited for.

use std::time::Duration;

use crate::engine::scripted::{Reaction, Scripted};
use crate::engine::{LaunchError, Transport};
use crate::run::schedule::trial::{self, Trial};
use crate::run::script::state::End;
use crate::run::tests::paper::{self, engine, held, ms};
use crate::scenario::{Offset, Scenario};
use crate::transcript::EventKind;

/// A reply, `after` milliseconds after the line `to`.
fn reply(to: &str, after: u64) -> Reaction {
    let info = "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f";
    Reaction::on(to, &[(ms(after), info), (ms(after), "bestmove 7g7f")])
}

/// A scenario with this race alone.
fn scenario(race: &str) -> Scenario {
    paper::scenario("USI-STOP-01, USI-STOP-04", &format!("  - race:\n{race}"))
}

/// Plays the race against fresh engines. Returns how many of them were started.
fn play(race: &str, seed: u64, engine: &dyn Fn() -> Scripted) -> (Trial, usize) {
    let limits = paper::limits();
    let bench = paper::bench(&limits, seed);
    let mut engines = 0;
    let mut spawn = || -> Result<Box<dyn Transport>, LaunchError> {
        engines += 1;
        Ok(Box::new(engine()))
    };
    let trial = trial::play(&bench, &scenario(race), &mut spawn).unwrap();
    (trial, engines)
}

const AGAINST_BESTMOVE: &str = "      rounds: 9
      start: [ { send: [position startpos, go btime 0 wtime 0 byoyomi 1000] } ]
      send: stop
      around: { event: bestmove, from: -4ms, to: 4ms, step: 1ms }
      each: [ { expect: bestmove, within: stop }, { pause: 10ms } ]
";

#[test]
fn a_sound_engine_is_tried_at_every_offset_and_its_rounds_are_forgotten() {
    let (trial, engines) = play(AGAINST_BESTMOVE, 1, &|| engine(vec![reply("go", 30)]));
    assert_eq!((trial.end.clone(), engines), (Ok(()), 1));
    assert!(held(&trial).is_empty(), "{:#?}", trial.findings);
    let mut rounds = trial.races[0].rounds.clone();
    assert!(rounds.iter().all(|round| !round.failed));
    // The scripted clock only advances in waits, so the real offset equals the wanted one.
    assert!(rounds.iter().all(|round| round.offset == round.wanted), "{rounds:?}");
    rounds.sort_by_key(|round| round.wanted);
    let wanted: Vec<Offset> = rounds.iter().map(|round| round.wanted).collect();
    let grid: Vec<Offset> = (-4..=4).map(|at| Offset::Micros(at * 1000)).collect();
    assert_eq!(wanted, grid);
    let stops = trial.transcript.events.iter().filter(
        |event| matches!(&event.kind, EventKind::Sent { line, .. } if line.bytes == b"stop"),
    );
    assert_eq!(stops.count(), 0);
    assert!(trial.transcript.dropped > 0);
}

#[test]
fn a_second_reply_is_one_finding_with_its_offsets_and_its_lines() {
    let again = || Reaction::on("stop", &[(ms(1), "bestmove 7g7f")]);
    let answers_twice = || engine(vec![again(), reply("go", 30)]);
    let (trial, engines) = play(AGAINST_BESTMOVE, 1, &answers_twice);
    assert_eq!((trial.end.clone(), engines), (Err(End::Unmet), 1));
    let race = &trial.races[0];
    assert_eq!(race.failed(), 9, "{race:?}");
    for finding in held(&trial) {
        for event in &finding.events {
            assert!(trial.transcript.get(*event).is_some(), "{finding:?}");
        }
        assert!(finding.notes.iter().any(|note| note.to_string().contains("9 of 9 rounds failed")));
    }
    let clauses: Vec<_> = held(&trial).iter().map(|finding| finding.clause.0).collect();
    assert!(clauses.contains(&"USI-STOP-04"), "{clauses:?}");
}

const AFTER_GO: &str = "      rounds: 6
      start: [ { send: [position startpos, go infinite] } ]
      send: stop
      around: { event: send, at: [same-write, 0ms, 1ms, 5ms, 20ms, 50ms] }
      each: [ { expect: bestmove, within: stop } ]
";

#[test]
fn a_round_that_breaks_off_is_followed_by_a_fresh_engine_until_all_are_played() {
    // This engine answers only one `stop`.
    let lazy = || engine(vec![reply("stop", 1).once()]);
    let (trial, engines) = play(AFTER_GO, 3, &lazy);
    assert_eq!(trial.end.clone(), Err(End::Unmet));
    let outcomes: Vec<bool> = trial.races[0].rounds.iter().map(|round| round.failed).collect();
    assert_eq!(outcomes, [false, true, false, true, false, true]);
    assert_eq!(engines, 3);
    let [finding] = &held(&trial)[..] else {
        panic!("one violation: {:#?}", trial.findings);
    };
    assert_eq!(finding.clause.0, "USI-STOP-01");
    assert!(!finding.timing, "the engine answers what it is asked later, so the order decides");
}

#[test]
fn the_seed_decides_the_order() {
    let order = |seed| -> Vec<Offset> {
        let (trial, _) = play(AFTER_GO, seed, &|| engine(vec![reply("stop", 1)]));
        assert!(held(&trial).is_empty(), "{:#?}", trial.findings);
        trial.races[0].rounds.iter().map(|round| round.wanted).collect()
    };
    assert_eq!(order(5), order(5));
    assert_ne!(order(5), order(6));
}

/// A race of one round with a line at the moment of an event. Returns how many milliseconds after the write of the
/// `go` the line was sent, if it was, and whether a violation was found.
fn aimed(start: &str, line: &str, event: &str, reactions: Vec<Reaction>) -> (Option<u128>, bool) {
    let race = format!(
        "      rounds: 1
      start: [ {start} ]
      send: {line}
      around: {{ event: {event}, at: [0ms] }}
      each: [ {{ pause: 5ms }} ]
"
    );
    let mut engine = engine(reactions);
    let limits = paper::limits();
    let trial = trial::play_on(&paper::bench(&limits, 1), &scenario(&race), &mut engine);
    let at = |words: &str| {
        let mut sent = engine.sent().iter();
        sent.find(|(_, bytes)| bytes.starts_with(words.as_bytes())).map(|(at, _)| *at)
    };
    let begun = at("position").expect("the search was begun");
    (at(line).map(|at| (at - begun).as_millis()), !held(&trial).is_empty())
}

#[test]
fn a_line_is_sent_at_the_event_or_when_the_event_is_no_longer_expected() {
    const INFO: &str = "info depth 1 time 1 nodes 1 score cp 0 pv 7g7f";
    const BEST: &str = "bestmove 7g7f";
    let byoyomi = |time: u64| format!("go btime 0 wtime 0 byoyomi {time}");
    type Lines<'a> = &'a [(u64, &'static str)];
    let check = |go: &str, event, does: Lines<'_>, stopped: Lines<'_>, wanted| {
        let lines = |lines: Lines<'_>| -> Vec<(Duration, &'static str)> {
            lines.iter().map(|(after, line)| (ms(*after), *line)).collect()
        };
        let reactions =
            vec![Reaction::on("go", &lines(does)), Reaction::on("stop", &lines(stopped)).instead()];
        let start = format!("{{ send: [position startpos, {go}] }}");
        assert_eq!(aimed(&start, "stop", event, reactions), wanted, "{event} after {go}");
    };
    let at = |time| (Some(time), false);
    // Other messages are not the event.
    check(&byoyomi(1000), "bestmove", &[(10, INFO), (30, BEST)], &[], at(30));
    // A reply may use its clock, which can be longer than the limit for replies.
    check(&byoyomi(3000), "bestmove", &[(2500, BEST)], &[], at(2500));
    check(&byoyomi(12_000), "bestmove", &[(11_500, BEST)], &[], at(11_500));
    // A search without a clock owes its reply, too.
    check("go mate infinite", "checkmate", &[(400, "checkmate notimplemented")], &[], at(400));
    // A reply that does not come is a violation, and there is nothing to race against.
    check(&byoyomi(1000), "bestmove", &[], &[], (None, true));
    // What need not come at all is waited for briefly, and not beyond the end of the search.
    check("go infinite", "info", &[(200, INFO)], &[(1, BEST)], at(200));
    check("go infinite", "info", &[], &[(1, BEST)], at(300));
    check(&byoyomi(1000), "info", &[(900, BEST)], &[(1, BEST)], at(300));
    check(&byoyomi(1000), "info", &[(50, BEST)], &[], at(50));
}

#[test]
fn a_reply_that_the_start_has_used_is_not_owed_again() {
    let start =
        "{ send: [position startpos, go btime 0 wtime 0 byoyomi 1000] }, { expect: bestmove }";
    let wanted = (Some(300), false);
    assert_eq!(aimed(start, "isready", "bestmove", vec![reply("go", 30)]), wanted);
}

#[test]
fn a_round_ends_with_the_reply_although_its_steps_do_not_wait_for_it() {
    let race = AFTER_GO.replace("{ expect: bestmove, within: stop }", "{ pause: 5ms }");
    let (trial, engines) = play(&race, 1, &|| engine(vec![reply("stop", 30)]));
    assert_eq!((trial.end.clone(), engines), (Ok(()), 1));
    assert_eq!((trial.races[0].rounds.len(), trial.races[0].failed()), (6, 0));
    let (trial, _) = play(&race, 1, &|| engine(Vec::new()));
    assert_eq!(trial.end.clone(), Err(End::Unmet));
    assert_eq!(trial.races[0].failed(), trial.races[0].rounds.len());
    assert!(held(&trial).iter().any(|finding| finding.clause.0 == "USI-STOP-01"));
}

#[test]
fn each_race_of_a_scenario_has_rounds_of_its_own() {
    let two = format!("{AFTER_GO}  - race:\n{AFTER_GO}");
    let (trial, engines) = play(&two, 1, &|| engine(vec![reply("stop", 1)]));
    assert_eq!((trial.end.clone(), engines), (Ok(()), 1));
    let [first, second] = &trial.races[..] else {
        panic!("two races: {:?}", trial.races);
    };
    assert!(first.line < second.line);
    assert_eq!((first.rounds.len(), second.rounds.len()), (6, 6));
}

#[test]
fn rounds_that_pass_follow_each_other_at_once() {
    let (trial, _) = play(AGAINST_BESTMOVE, 1, &|| engine(vec![reply("go", 30)]));
    // Nine searches of 30 ms with a pause of 10 ms, and offsets of up to 4 ms.
    assert!(trial.spent.necessary() < ms(9 * 50), "{:?}", trial.spent);
}

#[test]
fn what_a_failed_round_causes_later_is_not_charged_to_the_next_round() {
    let race = AFTER_GO.replace("within: stop }", "within: stop }, { pause: 20ms }");
    let best = "bestmove 7g7f";
    // The reply to the first `stop` comes three times: the last time when the next rounds could have begun.
    let thrice = Reaction::on("stop", &[(ms(1), best), (ms(2), best), (ms(70), best)]);
    let (trial, _) = play(&race, 1, &|| engine(vec![thrice.clone().once(), reply("stop", 1)]));
    let failed: Vec<bool> = trial.races[0].rounds.iter().map(|round| round.failed).collect();
    assert_eq!(failed, [true, false, false, false, false, false]);
}

#[test]
fn after_a_missing_reply_the_other_rounds_wait_for_less() {
    // It does not answer the later question either, so that only time decides.
    let deaf = || engine(vec![Reaction::on("isready", &[])]);
    let (trial, engines) = play(AFTER_GO, 1, &deaf);
    assert_eq!((trial.races[0].failed(), engines), (6, 6));
    // The first round waits for two seconds, and one more for the answer to the question; each other one for a second.
    assert!(trial.spent.necessary() < ms(9000), "{:?}", trial.spent);
}

#[test]
fn after_a_missing_event_the_other_rounds_wait_for_it_for_less() {
    let race = AGAINST_BESTMOVE.replace("rounds: 9", "rounds: 4");
    let (trial, _) = play(&race, 1, &|| engine(Vec::new()));
    // The first round waits for 10 s. A race that has failed ends after 15 s, so a second such wait would be the last.
    assert_eq!(trial.races[0].failed(), 4);
}

#[test]
fn the_starts_of_new_processes_count_as_time_of_the_race() {
    let rounds = |start: Duration| {
        let hello = [(start, "id name x"), (start, "id author x"), (start, "usiok")];
        let ready = Reaction::on("isready", &[(ms(1), "readyok")]);
        let quit = Reaction::on("quit", &[]).exit(ms(1), 0);
        let engine =
            || Scripted::new(vec![Reaction::on("usi", &hello), ready.clone(), quit.clone()]);
        play(AFTER_GO, 1, &engine).0.races[0].rounds.len()
    };
    // A race that has failed ends after 15 s.
    assert_eq!((rounds(ms(1)), rounds(ms(4000))), (6, 3));
}

#[test]
fn a_race_that_comes_after_one_without_a_failure_is_played_to_its_end_in_new_processes() {
    let race = |offset: &str| {
        format!(
            "  - race:\n      rounds: 3\n      start: [ {{ send: [position startpos, go infinite] }} ]\n      send: stop\n      around: {{ event: send, at: [{offset}] }}\n      each: [ {{ expect: bestmove, within: stop }}, {{ pause: 10ms }} ]\n"
        )
    };
    let scenario =
        paper::scenario("USI-STOP-01, USI-STOP-04", &format!("{}{}", race("1ms"), race("50ms")));
    let limits = paper::limits();
    let mut engines = 0;
    let mut spawn = || -> Result<Box<dyn Transport>, LaunchError> {
        engines += 1;
        // In each process the fourth stop has no answer.
        let answers = reply("stop", 1).once();
        Ok(Box::new(engine(vec![
            answers.clone(),
            answers.clone(),
            answers,
            Reaction::on("stop", &[]),
        ])))
    };
    let trial = trial::play(&paper::bench(&limits, 1), &scenario, &mut spawn).unwrap();
    let rounds: Vec<_> =
        trial.races.iter().map(|race| (race.rounds.len(), race.failed())).collect();
    assert_eq!((rounds[0], rounds.len()), ((3, 0), 2), "{engines}");
    assert!(rounds[1].0 > 1 && rounds[1].1 > 0, "{rounds:?}");
}

#[test]
fn what_earlier_processes_have_shown_counts_if_no_further_process_can_be_started() {
    let limits = paper::limits();
    let mut engines = 0;
    let mut spawn = || -> Result<Box<dyn Transport>, LaunchError> {
        engines += 1;
        if engines == 3 {
            return Err(LaunchError::NotFound("engine".into()));
        }
        Ok(Box::new(engine(vec![reply("go", 30).exit(ms(31), 1)])))
    };
    let trial = trial::play(&paper::bench(&limits, 1), &scenario(AGAINST_BESTMOVE), &mut spawn);
    let trial = trial.unwrap();
    assert_eq!((trial.end.clone(), engines), (Err(End::Unmet), 3));
    let notes: Vec<String> = held(&trial)[0].notes.iter().map(ToString::to_string).collect();
    assert!(notes.iter().any(|note| note.contains("no such file")), "{notes:?}");
}
