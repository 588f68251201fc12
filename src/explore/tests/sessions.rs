//! Generated sessions as a whole.

use std::collections::BTreeSet;

use crate::explore::stimuli::sent;
use crate::explore::{Model, Session, Tracker, by_id, fixed, round, scenarios};
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
            let Some(model) = Model::of(*dialect, profile) else { continue };
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
        let Some(model) = Model::of(*dialect, profile) else { continue };
        let sessions = fixed(*dialect, profile);
        let scenarios = scenarios(*dialect, &sessions);
        let all = scenarios.iter().flat_map(|scenario| sent(*dialect, scenario));
        let sent: BTreeSet<String> = all.map(|(_, stimulus)| stimulus).collect();
        for command in dialect.commands() {
            let named = |stimulus: &String| stimulus.split(' ').next() == Some(command);
            let excused = |(what, _): &(&str, &str)| what.contains(command);
            let known = sent.iter().any(named) || model.left_out.iter().any(excused);
            assert!(
                known,
                "{}: no session sends {command}, and no reason is given",
                dialect.name()
            );
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
