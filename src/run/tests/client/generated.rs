//! Generated sessions keep the rules of their profile. Each session is checked by the rules that are written from the
//! documents, and its positions by the checker for scripts. Neither shares code with the generator.

use crate::explore::session::{Action, Wait};
use crate::explore::{Model, Session, round};
use crate::protocol::{DIALECTS, Dialect};
use crate::run::tests::client::profiles::{ClientRules, client_rules};
use crate::run::tests::client::rules::violations;
use crate::run::tests::client::wire::Passed;

/// How many sessions of each dialect and profile are checked: there are eight of these. `KENTEI_TURN`, a number that CI
/// increases with each commit, is their seed, so that each commit has others.
const SESSIONS: usize = 3_125;

/// The dialogue of a session in which the engine sends every reply that is waited for.
fn passed(session: &Session) -> Vec<Passed> {
    let mut all = Vec::new();
    for stimulus in session.stimuli() {
        match &stimulus.action {
            Action::Send(lines) => {
                all.push(Passed::Sent(lines.iter().map(|line| format!("{line}\n")).collect()));
            }
            Action::SetOptions(..) => {
                all.push(Passed::Sent("setoption name X value 1\n".to_owned()));
            }
            Action::CloseInput | Action::None => {}
        }
        if let Wait::Reply { kinds: [kind, ..], .. } = &stimulus.wait {
            all.push(Passed::Received((*kind).to_owned()));
        }
    }
    all
}

/// What is wrong with a session, if anything.
fn wrong(
    dialect: &'static dyn Dialect,
    client_rules: &ClientRules,
    session: &Session,
) -> Option<String> {
    if let Some((violation, line)) = violations(client_rules, &passed(session), &[]).first() {
        return Some(format!("{violation:?} at {line:?}"));
    }
    let mut driver = dialect.driver(None);
    for stimulus in session.stimuli() {
        if let Action::Send(lines) = &stimulus.action {
            for line in lines {
                if let Err(error) = driver.check(line) {
                    return Some(format!("{} in {line:?}", error.message));
                }
            }
        }
    }
    // At the end the engine owes no reply, or has been asked to exit.
    let last = session.stimuli().last();
    match last.map(|stimulus| &stimulus.wait) {
        Some(Wait::Exit { .. } | Wait::Silence(..)) => None,
        _ => Some("it ends without a quiet point".to_owned()),
    }
}

fn all_keep_to(dialect: &'static dyn Dialect, profile: &'static str, seed: u64) {
    let model = Model::of(dialect, profile).expect("a model");
    let client_rules = client_rules(dialect.name(), profile);
    let mut read = 0;
    let mut number = 0;
    while read < SESSIONS {
        number += 1;
        let sessions = round(&model, seed, number);
        assert!(!sessions.is_empty());
        read += sessions.len();
        for session in &sessions {
            if let Some(wrong) = wrong(dialect, &client_rules, session) {
                panic!("{} {profile} seed {seed}: {wrong}\n{}", dialect.name(), session.yaml(&[]));
            }
        }
    }
}

#[test]
fn thousands_of_generated_sessions_keep_to_their_profile() {
    let turn = std::env::var("KENTEI_TURN").ok();
    let seed = turn.and_then(|turn| turn.parse().ok()).unwrap_or(1);
    // On several threads: it takes longer than any other test of the library.
    std::thread::scope(|scope| {
        for dialect in DIALECTS {
            for (profile, _) in &dialect.catalogue().profiles {
                scope.spawn(move || all_keep_to(*dialect, profile, seed));
            }
        }
    });
}
