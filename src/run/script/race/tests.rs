//! Races against scripted engines, whose clock only advances while something is waited for.

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
