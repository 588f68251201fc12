use super::*;
use crate::run::tests::paper::ms;

fn race(event: RaceEvent, offsets: &[Offset], rounds: u32) -> Race {
    Race {
        start: Vec::new(),
        send: Vec::new(),
        event,
        offsets: offsets.to_vec(),
        step: Duration::ZERO,
        rounds,
        each: Vec::new(),
    }
}

/// A race after a send, with 100 rounds at offsets of one and two milliseconds.
fn after_send() -> State {
    State::new(&race(RaceEvent::Send, &[at(1), at(2)], 100), 3, 1, None)
}

fn at(ms: i64) -> Offset {
    Offset::Micros(ms * 1000)
}

fn round(failed: bool) -> RaceRound {
    RaceRound { wanted: at(1), offset: at(1), failed }
}

/// Whether the race is over after this number of rounds that failed, each of this length.
fn over_after(rounds: usize, broken: bool, took: Duration) -> bool {
    let mut state = after_send();
    (0..rounds).for_each(|_| state.note(round(true), broken, took));
    assert_eq!(state.next().is_none(), state.is_over());
    state.is_over()
}

#[test]
fn a_race_ends_after_twelve_broken_rounds_and_not_after_exceeded_clocks() {
    assert!(!over_after(11, true, ms(1)));
    assert!(over_after(12, true, ms(1)));
    assert!(!over_after(12, false, ms(1)));
    assert!(over_after(100, false, ms(1)));
}

#[test]
fn a_race_that_failed_ends_after_15_s_and_any_race_after_40_s() {
    assert!(!over_after(1, false, ms(15_000)));
    assert!(over_after(1, false, ms(15_001)));
    let mut sound = after_send();
    sound.note(round(false), false, ms(40_000));
    assert!(!sound.is_over());
    sound.note(round(false), false, ms(1));
    assert!(sound.is_over());
}

#[test]
fn what_failed_is_played_first_three_times_and_ends_with_the_first_failure() {
    let mut state = after_send();
    state.confirm(&[at(7), at(9)]);
    assert_eq!(state.result.planned, 106);
    let first: Vec<_> = (0..6).filter_map(|_| state.next()).collect();
    assert_eq!(first, [at(7), at(9), at(7), at(9), at(7), at(9)]);
    assert!(state.next().is_some_and(|offset| [at(1), at(2)].contains(&offset)));
    state.note(round(false), false, ms(1));
    assert!(!state.is_over());
    state.note(round(true), false, ms(1));
    assert!(state.is_over());
}

#[test]
fn before_an_event_is_aimed_at_its_time_is_measured_three_times() {
    let offsets = [at(-4), at(-3), at(5)];
    let mut state = State::new(&race(RaceEvent::Kind("bestmove"), &offsets, 20), 3, 1, None);
    state.confirm(&[at(-2)]);
    assert_eq!(state.foreseen(), None);
    // An early offset cannot be aimed at yet.
    assert_eq!(state.next(), Some(at(5)));
    assert_eq!(state.next(), Some(at(0)));
    for latency in [30, 90, 40] {
        state.measured(ms(latency));
    }
    assert_eq!(state.foreseen(), Some(ms(40)));
    assert_eq!(state.next(), Some(at(-2)));
    // Only the last nine measurements count.
    (0..9).for_each(|_| state.measured(ms(70)));
    assert_eq!((state.foreseen(), state.latencies.len()), (Some(ms(70)), 9));
}

#[test]
fn an_event_is_expected_after_the_median_of_its_measurements() {
    let mut state = after_send();
    for (latency, foreseen) in [(50, 50), (10, 50), (20, 20), (90, 50), (30, 30)] {
        state.measured(ms(latency));
        assert_eq!(state.foreseen(), Some(ms(foreseen)), "{latency}");
    }
}

#[test]
fn a_single_offset_of_the_run_takes_the_place_of_all() {
    let only = |event, offset| State::new(&race(event, &[at(1)], 3), 3, 1, Some(offset)).next();
    assert_eq!(only(RaceEvent::Send, at(8)), Some(at(8)));
    assert_eq!(only(RaceEvent::Send, at(-8)), Some(at(0)));
    assert_eq!(only(RaceEvent::Send, Offset::SameWrite), Some(at(0)));
    assert_eq!(only(RaceEvent::Kind("bestmove"), at(8)), Some(at(8)));
    let both = race(RaceEvent::Send, &[Offset::SameWrite, at(1)], 3);
    let same = State::new(&both, 3, 1, Some(Offset::SameWrite)).next();
    assert_eq!(same, Some(Offset::SameWrite));
}

#[test]
fn only_more_than_an_exceeded_clock_breaks_a_race() {
    let mut races = Races::new(1, None, vec![(3, vec![at(7)])], "usi/x");
    let race = race(RaceEvent::Send, &[at(1)], 5);
    races.open(0, &race, 2).note(round(true), false, ms(1));
    assert!(!races.is_broken(0));
    assert_eq!(races.open(1, &race, 3).next(), Some(at(7)));
    races.open(1, &race, 3).note(round(true), true, ms(1));
    assert!(races.is_broken(1) && !races.is_broken(0) && !races.is_broken(2));
    let lines: Vec<_> = races.finish().iter().map(|race| (race.line, race.failed())).collect();
    assert_eq!(lines, [(2, 1), (3, 1)]);
}
