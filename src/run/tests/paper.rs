//! Helpers for trials with scripted engines: an engine with handshake and exit, a script, and a bench.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::scripted::{Reaction, Scripted};
use crate::protocol::{self, Limits, judge};
use crate::run::plan::Harmless;
use crate::run::schedule::trial::{self, Bench, Trial};
use crate::scenario::{self, Scenario};
use crate::verdict::Finding;

static GOES_ON: AtomicBool = AtomicBool::new(false);

pub(in crate::run) const fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// An engine that does the handshake, has these reactions, and exits at `quit`.
pub(in crate::run) fn engine(reactions: Vec<Reaction>) -> Scripted {
    let hello = [(ms(1), "id name x"), (ms(1), "id author x"), (ms(1), "usiok")];
    let mut all = vec![Reaction::on("usi", &hello)];
    all.extend(reactions);
    all.push(Reaction::on("isready", &[(ms(1), "readyok")]));
    all.push(Reaction::on("quit", &[]).exit(ms(1), 0));
    Scripted::new(all)
}

/// A scenario with the handshake and these steps.
pub(in crate::run) fn scenario(clauses: &str, steps: &str) -> Scenario {
    let yaml = format!(
        "title: T\nclauses: [{clauses}]\nsteps:\n  - send: usi\n  - expect: usiok\n{steps}"
    );
    let dialect = protocol::dialect("usi").unwrap();
    let (mut scenarios, mistakes) = scenario::of_texts(dialect, [("usi/paper".to_owned(), yaml)]);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
    scenarios.pop().unwrap()
}

pub(in crate::run) fn limits() -> Limits {
    judge::default_limits(protocol::dialect("usi").unwrap())
}

pub(in crate::run) fn bench(limits: &Limits, seed: u64) -> Bench<'_> {
    Bench {
        dialect: protocol::dialect("usi").unwrap(),
        profile: "core",
        limits,
        set: &[],
        harmless: &Harmless::All,
        cancel: &GOES_ON,
        offers: &|_, _| true,
        seed,
        race_offset: None,
        isolation: None,
        cpu_slots: None,
        cost: None,
        unanswered: None,
    }
}

/// Plays steps against one engine.
pub(super) fn play(clauses: &str, steps: &str, mut engine: Scripted) -> Trial {
    trial::play_on(&bench(&limits(), 1), &scenario(clauses, steps), &mut engine)
}

/// The findings that count against the engine.
pub(in crate::run) fn held(trial: &Trial) -> Vec<&Finding> {
    let held = |finding: &&Finding| finding.counts();
    trial.findings.iter().filter(held).collect()
}
