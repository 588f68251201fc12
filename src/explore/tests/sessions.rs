//! Generated sessions as a whole.

use std::collections::BTreeSet;

use crate::explore::session::{Action, Turn};
use crate::explore::stimuli::sent;
use crate::explore::{Model, Session, Tracker, by_id, fixed, round, scenarios};
use crate::lang::Text;
use crate::protocol::DIALECTS;

#[test]
fn each_fixed_session_is_a_scenario_without_a_mistake() {
    for dialect in DIALECTS {
        for (profile, _) in &dialect.catalogue().profiles {
            let sessions = fixed(*dialect, profile);
            let texts = sessions.iter().map(|one| (one.id.clone(), one.yaml(&["boot/handshake"])));
            let (scenarios, mistakes) = crate::scenario::of_texts(*dialect, texts);
            let first = mistakes.first();
            assert!(mistakes.is_empty(), "{} {profile}: {first:?}", dialect.name());
            assert_eq!(scenarios.len(), sessions.len());
        }
    }
}

#[test]
fn the_fixed_sessions_send_each_pair_and_a_round_each_marked_triple() {
    for dialect in DIALECTS {
        for (profile, _) in &dialect.catalogue().profiles {
            let model = Model::of(*dialect, profile).expect("a model");
            let check = |sessions: &[Session], length: usize| {
                let mut tracker = Tracker::new(&model);
                sessions.iter().for_each(|session| tracker.add(&model, session));
                let missing = tracker.missing(&model, length);
                assert!(missing.is_empty(), "{} {profile}: {missing:#?}", dialect.name());
                tracker.covered()
            };
            let pairs = check(&fixed(*dialect, profile), 2);
            let triples = check(&round(&model, 7, 1), 3);
            assert!(pairs.of_pairs > 1000 && triples.of_triples > 50, "{pairs:?} {triples:?}");
        }
    }
}

#[test]
fn a_stimulus_that_no_session_sends_is_left_out_with_a_reason() {
    for dialect in DIALECTS {
        let profile = dialect.catalogue().profiles[0].0;
        let model = Model::of(*dialect, profile).expect("a model");
        let sessions = fixed(*dialect, profile);
        let scenarios = scenarios(*dialect, &sessions);
        let all = scenarios.iter().flat_map(|scenario| sent(*dialect, scenario));
        let sent: BTreeSet<String> = all.map(|(_, stimulus)| stimulus).collect();
        for command in dialect.commands() {
            let named = |stimulus: &String| {
                stimulus == command || stimulus.split(' ').next() == Some(command)
            };
            let excused = |(what, _): &(Text, Text)| what.to_string().contains(command);
            let known = sent.iter().any(named) || model.left_out.iter().any(excused);
            assert!(
                known,
                "{}: no session sends {command}, and no reason is given",
                dialect.name()
            );
        }
    }
}

/// The number of pairs of consecutive turns, in the sessions of the first rounds, for which `are` holds.
fn following(model: &Model, rounds: u64, are: impl Fn(&Turn, &Turn) -> bool) -> usize {
    let sessions: Vec<Session> = (1..=rounds).flat_map(|number| round(model, 3, number)).collect();
    let pairs = sessions.iter().flat_map(|session| session.turns.windows(2));
    pairs.filter(|pair| are(&pair[0], &pair[1])).count()
}

#[test]
fn each_mode_follows_a_search_on_the_opponents_time_as_the_game_goes_on() {
    for (name, profile) in [("usi", "draft"), ("uci", "core"), ("ucci", "core")] {
        let model = Model::of(crate::protocol::dialect(name).unwrap(), profile).unwrap();
        let modes = model.parameters.iter().find(|parameter| parameter.name == "mode").unwrap();
        for mode in modes.classes.iter().filter(|mode| !mode.starts_with("mate")) {
            let found = following(&model, 15, |before, now| {
                before.class("mode") == Some("ponder")
                    && now.class("mode") == Some(*mode)
                    && now.class("step") == Some("next")
                    && before.class("position") == now.class("position")
            });
            assert!(found > 0, "{name}: go {mode} does not follow");
        }
    }
}

#[test]
fn searches_are_repeated_in_other_words() {
    for (name, profile) in [("usi", "core"), ("uci", "core")] {
        let model = Model::of(crate::protocol::dialect(name).unwrap(), profile).unwrap();
        let same = |before: &Turn, now: &Turn, names: &[&str]| {
            now.class("step") == Some("again")
                && names.iter().all(|name| before.class(name) == now.class(name))
        };
        let search = ["mode", "own", "other", "period", "searchmoves", "ender", "moment"];
        let spelled = following(&model, 5, |before, now| {
            same(before, now, &search) && before.class("position") != now.class("position")
        });
        let permuted = following(&model, 5, |before, now| {
            same(before, now, &search) && before.class("order") != now.class("order")
        });
        assert!(spelled > 20 && permuted > 5, "{name}: {spelled} positions, {permuted} orders");
        let lines = |turn: &Turn| {
            let all = turn.stimuli.iter().filter_map(|stimulus| match &stimulus.action {
                Action::Send(lines) => Some(lines.clone()),
                Action::SetOptions(..) | Action::CloseInput | Action::None => None,
            });
            all.flatten().find(|line| line.starts_with("position"))
        };
        let sessions = round(&model, 3, 4);
        let again = sessions.iter().filter(|session| match &session.turns[..] {
            [first, .., last] => lines(first) == lines(last),
            [_] | [] => false,
        });
        assert!(again.count() > 10, "{name}: a first game that is played again");
    }
}

#[test]
fn after_a_cut_readiness_is_asked_for_and_another_game_is_played() {
    for (name, new_game) in [("usi", "usinewgame"), ("uci", "ucinewgame")] {
        let model = Model::of(crate::protocol::dialect(name).unwrap(), "core").unwrap();
        let rounds = [4, 9, 14].into_iter().flat_map(|number| round(&model, 3, number));
        let ends = |turn: &Turn| matches!(turn.class("ender"), Some("quit" | "end-of-input"));
        let mut lengths = BTreeSet::new();
        for session in rounds.filter(|session| !session.turns.last().is_some_and(ends)) {
            let last = session.turns.last().unwrap();
            let sent = last.stimuli.iter().filter_map(|stimulus| match &stimulus.action {
                Action::Send(lines) => Some(lines),
                Action::SetOptions(..) | Action::CloseInput | Action::None => None,
            });
            let sent: Vec<&str> = sent.flatten().map(String::as_str).collect();
            let has = |start: &str| sent.iter().any(|line| line.starts_with(start));
            let plays = ["isready", new_game, "position", "go"].into_iter().all(has);
            assert!(plays, "{name} {}: {sent:#?}", session.id);
            lengths.insert(session.turns.len());
        }
        assert!(lengths.len() > 3, "{name}: cut after {lengths:?} turns");
    }
}

/// When a number is set, an engine may load its network again, which can take longer than any reply may (control N60).
#[test]
fn after_a_number_readiness_is_asked_for_before_a_position() {
    for dialect in DIALECTS {
        for (profile, _) in &dialect.catalogue().profiles {
            let model = Model::of(*dialect, profile).expect("a model");
            let (mut numbers, name) = (0, dialect.name());
            for session in fixed(*dialect, profile).iter().chain(&round(&model, 3, 4)) {
                let mut is_open = false;
                for stimulus in session.stimuli() {
                    match &stimulus.action {
                        Action::SetOptions(kinds, _) if kinds.contains("spin") => {
                            numbers += 1;
                            is_open = true;
                        }
                        Action::Send(lines) => {
                            for line in lines {
                                is_open &= line != "isready";
                                let is_early = is_open && line.starts_with("position");
                                assert!(!is_early, "{name} {profile} {}: {line}", session.id);
                            }
                        }
                        Action::SetOptions(..) | Action::CloseInput | Action::None => {}
                    }
                }
            }
            assert!(numbers > 5, "{name} {profile}: {numbers} numbers");
        }
    }
}

#[test]
fn a_session_is_found_by_its_id() {
    let dialect = crate::protocol::dialect("usi").unwrap();
    let model = Model::of(dialect, "core").unwrap();
    let session = round(&model, 7, 2).pop().unwrap();
    assert_eq!(by_id(dialect, "core", &session.id), Some(session));
    assert_eq!(by_id(dialect, "core", "usi/generated/7-2-0"), None);
    assert_eq!(by_id(dialect, "core", "usi/boot/handshake"), None);
}
