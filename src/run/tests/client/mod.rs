//! The side of the client: every bundled scenario keeps the client rules of the profile in which it is played.
//!
//! Each scenario is played against the built-in engine, and the lines that were sent are checked by rules that share no
//! code with the sender. A scenario may break a client rule only with a probe, or if it names a clause about the
//! engine's reaction to that.

mod generated;
mod profiles;
mod rules;
mod stimuli;
mod wire;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use self::profiles::client_rules;
use self::rules::{Violation, violations};
use self::stimuli::SentLines;
use self::wire::{Passed, Record, Wire};
use crate::engine::{LaunchError, Transport};
use crate::protocol::{self, Dialect, Limits};
use crate::run::plan::Harmless;
use crate::run::schedule::known_state;
use crate::run::schedule::shared_process::{SharedProcess, SharedProcessContext};
use crate::run::schedule::trial::{self, Bench};
use crate::run::timing::process_cost::ProcessCost;
use crate::scenario::{self, Scenario, Step, StepKind, each_step};

/// How many engines run at once. They wait most of the time.
const AT_ONCE: usize = 48;

/// The clauses that require this violation as their stimulus.
fn about(violation: Violation) -> &'static [&'static str] {
    match violation {
        Violation::SecondHello => &["USI-BOOT-12", "UCI-BOOT-07", "UCCI-BOOT-07"],
        Violation::IdleStop => &[
            "USI-STOP-03",
            "USI-STOP-04",
            "USI-GEN-09",
            "UCI-STOP-03",
            "UCI-STOP-04",
            "UCCI-STOP-03",
            "UCCI-STOP-04",
            "UCCI-STATE-11",
        ],
        Violation::SecondStop => &["USI-STOP-05", "UCI-STOP-05", "UCCI-STOP-04"],
        Violation::IdleHit => &["USI-PON-08", "USI-PON-09", "UCI-PH-04", "UCI-PH-07", "UCCI-PH-05"],
        Violation::SecondHit => &["USI-PON-09", "UCI-PH-07"],
        Violation::UnknownCommand => {
            &["USI-GEN-08", "USI-DBG-01", "UCI-GEN-09", "UCCI-QUIT-03", "UCCI-PRB-02"]
        }
        Violation::Blank => &["USI-GEN-17", "UCI-GEN-15"],
        Violation::BareGo => &["USI-GO-02", "UCI-GO-19"],
        Violation::UnknownGoWord => &["USI-GEN-08", "UCI-GO-14"],
        Violation::ShortClock => &["USI-GO-15", "UCI-GO-15", "UCCI-GO-05", "UCCI-GO-06"],
        Violation::Spacing => {
            &["USI-GEN-04", "USI-GEN-05", "UCI-GEN-04", "UCI-GEN-05", "UCCI-GEN-06"]
        }
        Violation::OddClocks
        | Violation::BeforeHandshake
        | Violation::NotReady
        | Violation::NoPosition
        | Violation::PonderWithoutMove
        | Violation::Busy
        | Violation::ReadyInSearch
        | Violation::BareGameOver
        | Violation::OtherGameOver
        | Violation::GameOverOnShortClock
        | Violation::UnpreparedGame
        | Violation::ReadyInGame
        | Violation::OutsideGame => &[],
    }
}

fn is_meant(scenario: &Scenario, violation: Violation) -> bool {
    // A race measures first how soon a search ends, so the shortness of its clock does not matter.
    let races = violation == Violation::ShortClock && scenario.id.contains("/race/");
    let mut clauses = scenario.clauses.iter();
    races || clauses.any(|clause| about(violation).contains(&clause.0))
}

/// The lines of a script that are probes.
fn probes(steps: &[Step]) -> Vec<String> {
    let mut lines = Vec::new();
    each_step(steps, &mut |step| {
        if let StepKind::Send(send) = &step.kind
            && send.probe.is_some()
        {
            lines.extend(send.lines.iter().map(ToString::to_string));
        }
        if let StepKind::SetOptions(set) = &step.kind
            && set.probe.is_some()
        {
            lines.push("setoption *".to_owned());
        }
    });
    lines
}

/// The limits of a run, with short windows of silence: these tests do not check what comes in them.
fn limits(dialect: &dyn Dialect) -> Limits {
    Limits::of(dialect, |name, usual| match name {
        "quiet" | "hold" => Duration::from_millis(60),
        _ => usual,
    })
}

/// Runs a task with a bench for a profile.
fn at_bench<T>(
    dialect: &'static dyn Dialect,
    profile: &'static str,
    task: impl FnOnce(&Bench<'_>) -> T,
) -> T {
    let (cancel, limits) = (AtomicBool::new(false), limits(dialect));
    task(&Bench {
        dialect,
        profile,
        limits: &limits,
        set: &[],
        harmless: &Harmless::All,
        cancel: &cancel,
        offers: &|_, _| true,
        seed: 0,
        race_offset: None,
        isolation: None,
        cpu_slots: None,
        cost: None,
        unanswered: None,
    })
}

/// The scenarios of a profile.
fn scenarios(dialect: &'static dyn Dialect, profile: &str) -> Vec<Scenario> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let (library, mistakes) = scenario::load(dialect, &[folder]);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let played = |scenario: &Scenario| {
        let mut profiles = scenario.profiles.iter();
        scenario.profiles.is_empty() || profiles.any(|name| name == profile)
    };
    library.scenarios.into_iter().filter(played).collect()
}

/// How often a scenario is played if the machine may have been too busy.
const ATTEMPTS: usize = 3;

/// The violations of the client in each scenario of a profile. The lines that it sends are added to `sent`.
fn wrong(
    dialect: &'static dyn Dialect,
    profile: &'static str,
    sent: &Mutex<SentLines>,
) -> BTreeMap<String, String> {
    let all = scenarios(dialect, profile);
    let client_rules = client_rules(dialect.name(), profile);
    let wrong = Mutex::new(BTreeMap::new());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(scenario) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let lines = probes(&scenario.steps);
                    let violation = |record: &Record| {
                        record.lock().unwrap().iter().find_map(|passed| {
                            let mut found = violations(&client_rules, passed, &lines);
                            found.retain(|(violation, _)| !is_meant(scenario, *violation));
                            let (violation, line) = found.into_iter().next()?;
                            Some(format!("{violation:?} at {line:?}"))
                        })
                    };
                    // On a busy machine a reply can also be too late for a step that demands none. What the client
                    // does wrong in spite of timely replies shows in each attempt.
                    let mut record = in_time(dialect, profile, scenario);
                    for _ in 1..ATTEMPTS {
                        if violation(&record).is_some() {
                            record = in_time(dialect, profile, scenario);
                        }
                    }
                    if let Some(text) = violation(&record) {
                        wrong.lock().unwrap().insert(scenario.id.clone(), text);
                    }
                    let clauses = scenario.clauses.iter().map(|clause| clause.0).collect();
                    let mut sent = sent.lock().unwrap();
                    let entry = sent.entry(scenario.id.clone());
                    let (_, processes) = entry.or_insert((clauses, Vec::new()));
                    processes
                        .extend(record.lock().unwrap().iter().map(|passed| lines_sent(passed)));
                }
            });
        }
    });
    wrong.into_inner().unwrap()
}

/// Plays a scenario. If the machine was too busy for a reply in time, the client has gone on without it, so the scenario
/// is played again.
fn in_time(dialect: &'static dyn Dialect, profile: &'static str, scenario: &Scenario) -> Record {
    let mut record = Record::default();
    for _ in 0..ATTEMPTS {
        record = Record::default();
        let mut spawn = || -> Result<Box<dyn Transport>, LaunchError> {
            Ok(Box::new(Wire::new(dialect.name(), &record)))
        };
        let played = at_bench(dialect, profile, |bench| trial::play(bench, scenario, &mut spawn));
        let trial = played.expect("it starts");
        let mut rounds = trial.races.iter().flat_map(|race| &race.rounds);
        let is_late = trial.findings.iter().any(|finding| finding.timing);
        if !is_late && !rounds.any(|round| round.failed) {
            break;
        }
    }
    record
}

/// The lines that were sent to a process.
fn lines_sent(passed: &[Passed]) -> Vec<String> {
    let sent = passed.iter().filter_map(|passed| match passed {
        Passed::Sent(text) => Some(text.as_str()),
        Passed::Received(_) => None,
    });
    let text: String = sent.collect();
    text.lines().map(str::to_owned).collect()
}

fn keeps_to_every_profile(dialect: &str) {
    let dialect = protocol::dialect(dialect).unwrap();
    let profiles = dialect.catalogue().profiles.iter();
    let sent = Mutex::default();
    let wrong: Vec<_> = profiles
        .map(|(profile, _)| (profile, wrong(dialect, profile, &sent)))
        .filter(|(_, wrong)| !wrong.is_empty())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let unplayed = stimuli::unplayed(dialect, &sent.into_inner().unwrap());
    let on_record = stimuli::on_record(dialect);
    let new: Vec<_> = unplayed.difference(&on_record).collect();
    let old: Vec<_> = on_record.difference(&unplayed).collect();
    assert!(
        new.is_empty() && old.is_empty(),
        "sent by no scenario that names the clause: {new:?}; on record in unplayed.txt, and sent: {old:?}"
    );
}

#[test]
fn the_usi_client_keeps_to_each_profile() {
    keeps_to_every_profile("usi");
}

#[test]
fn the_uci_client_keeps_to_each_profile() {
    keeps_to_every_profile("uci");
}

#[test]
fn the_ucci_client_keeps_to_each_profile() {
    keeps_to_every_profile("ucci");
}

/// Plays scenarios one after the other in a shared process. Returns the violations of the client.
///
/// # Errors
/// The scenario after which the state of the engine was not known.
fn shared(
    dialect: &'static dyn Dialect,
    profile: &'static str,
) -> Result<Vec<(Violation, String)>, String> {
    let mut all = scenarios(dialect, profile);
    all.retain(|scenario| known_state::can_share(dialect, scenario));
    // Every seventh scenario is enough to cover the different kinds.
    let chosen: Vec<Scenario> = all.into_iter().step_by(7).collect();
    let record = Record::default();
    let cost = ProcessCost::default();
    let cancel = AtomicBool::new(false);
    let unknown = at_bench(dialect, profile, |bench| {
        let context = SharedProcessContext { cancel: &cancel, cpu_slots: None, cost: &cost };
        let mut spawn = || -> Result<Box<dyn Transport>, LaunchError> {
            Ok(Box::new(Wire::new(dialect.name(), &record)))
        };
        let mut shared_process =
            SharedProcess::start(bench, context, &mut spawn).expect("it starts");
        let unknown = chosen.iter().find_map(|scenario| {
            let trial = shared_process.play(bench, scenario);
            let known = shared_process.is_known(&trial);
            (!known).then(|| format!("{}: {:?}", scenario.id, trial.end))
        });
        shared_process.end(dialect);
        unknown
    });
    if let Some(unknown) = unknown {
        return Err(unknown);
    }
    let record = Arc::into_inner(record).unwrap().into_inner().unwrap();
    let mut found = violations(&client_rules(dialect.name(), profile), &record[0], &[]);
    found.retain(|(violation, _)| !chosen.iter().any(|scenario| is_meant(scenario, *violation)));
    Ok(found)
}

fn shared_process_keeps_to_each_profile(dialect: &str) {
    let dialect = protocol::dialect(dialect).unwrap();
    let check = |profile| {
        // On a busy machine a reply can be later than its limit; a run plays such a scenario again too.
        let mut unknown = Vec::new();
        let found = loop {
            match shared(dialect, profile) {
                Ok(found) => break found,
                Err(scenario) => unknown.push(scenario),
            }
            assert!(unknown.len() < 3, "{} in profile {profile}: {unknown:?}", dialect.name());
        };
        assert!(found.is_empty(), "{} in profile {profile}: {found:#?}", dialect.name());
    };
    std::thread::scope(|scope| {
        for (profile, _) in &dialect.catalogue().profiles {
            scope.spawn(move || check(profile));
        }
    });
}

#[test]
fn a_shared_usi_process_is_led_from_game_to_game_as_each_profile_has_it() {
    shared_process_keeps_to_each_profile("usi");
}

#[test]
fn a_shared_uci_process_is_led_from_game_to_game_as_each_profile_has_it() {
    shared_process_keeps_to_each_profile("uci");
}

#[test]
fn a_shared_ucci_process_is_led_from_game_to_game_as_each_profile_has_it() {
    shared_process_keeps_to_each_profile("ucci");
}
