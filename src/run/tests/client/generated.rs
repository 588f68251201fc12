//! Generated sessions keep the rules of their profile. Each session is checked by the rules that are written from the
//! documents, and its lines by the checker for scripts. Neither shares code with the generator, or with the other.

use crate::explore::session::{Action, Wait};
use crate::explore::{Model, Session, round};
use crate::protocol::{self, DIALECTS, Dialect, Driver};
use crate::run::tests::client::profiles::{ClientRules, client_rules};
use crate::run::tests::client::rules::{Violation, violations};
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

/// Passes a part of a dialogue to the checker for scripts.
fn pass(dialect: &dyn Dialect, driver: &mut dyn Driver, one: &Passed) -> Result<(), String> {
    match one {
        Passed::Sent(text) => text.lines().try_for_each(|line| {
            let checked = driver.check_moment(line).and_then(|()| driver.check(line));
            checked.map_err(|error| format!("{} in {line:?}", error.message))
        }),
        Passed::Received(kind) => {
            let closes = dialect.kinds().iter().any(|known| known.name == kind && known.closes);
            driver.wait(if closes { protocol::Wait::Reply } else { protocol::Wait::Other });
            Ok(())
        }
    }
}

/// The line about whose moment the checker for scripts and the rules do not agree, at any point of a session.
fn disputed(
    dialect: &'static dyn Dialect,
    client_rules: &ClientRules,
    session: &Session,
) -> Option<String> {
    let lines = [client_rules.hello, client_rules.new_game, "setoption X", "position startpos"];
    let others = ["banmoves", "go infinite", "go ponder", "ponderhit", "isready", "stop"];
    let mut driver = dialect.driver(None);
    let mut so_far = Vec::new();
    for one in passed(session) {
        for line in lines.into_iter().chain(others) {
            let next = std::iter::once(Passed::Sent(format!("{line}\n")));
            let with: Vec<Passed> = so_far.iter().cloned().chain(next).collect();
            let forbidden =
                violations(client_rules, &with, &[]).into_iter().any(|(violation, _)| {
                    use Violation::{Busy, IdleHit, SecondHello, SecondHit};
                    matches!(violation, Busy | IdleHit | SecondHello | SecondHit)
                });
            if driver.fork().check_moment(line).is_err() != forbidden {
                return Some(format!("{line:?} after {so_far:?}: forbidden is {forbidden}"));
            }
        }
        // The rules check nothing after `quit`; what comes of a search after `gameover` is unknown to the checker.
        if matches!(&one, Passed::Sent(text) if text.contains("quit") || text.contains("gameover"))
        {
            return None;
        }
        if let Err(error) = pass(dialect, &mut *driver, &one) {
            return Some(error);
        }
        so_far.push(one);
    }
    None
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
    for one in passed(session) {
        if let Err(error) = pass(dialect, &mut *driver, &one) {
            return Some(error);
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
            let mut found = wrong(dialect, &client_rules, session);
            if number <= 2 {
                found = found.or_else(|| disputed(dialect, &client_rules, session));
            }
            if let Some(wrong) = found {
                panic!("{} {profile} seed {seed}: {wrong}\n{}", dialect.name(), session.yaml(&[]));
            }
        }
    }
}

#[test]
fn thousands_of_generated_sessions_keep_to_their_profile() {
    let seed = match std::env::var("KENTEI_TURN").as_deref() {
        Err(_) | Ok("all") => 1,
        Ok(number) => number.parse().expect("KENTEI_TURN is a number or `all`"),
    };
    // On several threads: it takes longer than any other test of the library.
    std::thread::scope(|scope| {
        for dialect in DIALECTS {
            for (profile, _) in &dialect.catalogue().profiles {
                scope.spawn(move || all_keep_to(*dialect, profile, seed));
            }
        }
    });
}
