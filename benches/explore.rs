//! Generated sessions against the built-in engine: how many are played per second, how much of the time is needed
//! for judging, how much memory they take, and how much longer a run takes with their fixed set.
//!
//! `KENTEI_EXPLORE=60 cargo bench --bench explore` plays sessions for 60 seconds. `KENTEI_PAIRS=3` plays all
//! scripts three times with and without the fixed set, in turn, with engines of three kinds (`KENTEI_KINDS` chooses
//! some of them, `KENTEI_DIALECT` another dialect than USI). Without these variables nothing is done.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

mod subject;

use std::collections::VecDeque;
use std::hint::black_box;
use std::time::{Duration, Instant};

use kentei::explore::{self, Model, Session};
use kentei::protocol::Setting;
use kentei::protocol::judge::{default_limits, judge};
use kentei::run::plan::NoObserver;
use kentei::run::{self, Explored};
use kentei::scenario::Scenario;
use kentei::transcript::Event;

use subject::{PROFILE, Subject};

/// The kinds of engines, each with the defect of the built-in engine that makes this kind.
const KINDS: [(&str, Option<&str>); 3] =
    [("built-in", None), ("quick", Some("variant:quick")), ("thorough", Some("variant:thorough"))];
/// How often each transcript is judged, so that the time is long enough to be measured.
const OFTEN: u32 = 20;

fn main() {
    let mut subject = Subject::new();
    let (seconds, pairs) = (number("KENTEI_EXPLORE"), number("KENTEI_PAIRS"));
    if let Some(seconds) = seconds {
        sessions(&subject, Duration::from_secs(seconds));
    }
    let named = std::env::var("KENTEI_KINDS").unwrap_or_default();
    for (name, defect) in KINDS {
        if named.is_empty() || named.split(' ').any(|known| known == name) {
            subject.is_stranger = defect.is_some();
            for pair in 0..pairs.unwrap_or_default() {
                if subject.is_over() {
                    return;
                }
                with_and_without(&subject, name, defect, pair);
            }
        }
    }
    if seconds.or(pairs).is_none() {
        println!("skipped: `KENTEI_EXPLORE=60 KENTEI_PAIRS=3 cargo bench --bench explore` does it");
    }
}

/// The number in an environment variable; `None` if the variable is not set.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")))
}

/// Explores for this time, as the command does.
fn sessions(subject: &Subject, length: Duration) {
    let plan = subject.plan(None, Vec::new(), 1);
    let model = Model::of(subject.dialect, PROFILE).expect("a dialect with a model");
    let begun = Instant::now();
    let (mut round, mut left) = (0, VecDeque::<Session>::new());
    let mut early = 0;
    let before = Usage::now();
    let mut next = |_: &Explored| {
        if early == 0 && begun.elapsed() > length / 4 {
            early = memory();
        }
        if begun.elapsed() >= length {
            return Vec::new();
        }
        while left.len() < 3 * plan.jobs {
            round += 1;
            left.extend(explore::round(&model, plan.seed, round));
        }
        let batch: Vec<Session> = left.drain(..3 * plan.jobs).collect();
        explore::scenarios(subject.dialect, &batch)
    };
    let (result, explored) = run::explore(&plan, &mut next, &NoObserver).expect("it starts");
    let after = Usage::now();
    let (own, engines) = (after.own - before.own, after.children - before.children);
    let (count, wall) = (explored.sessions as f64, explored.elapsed.as_secs_f64());
    println!(
        "{} {PROFILE}: {count} sessions in {wall:.1} s: {:.1} a second, {:.1} for each second of a processor; {} with \
         findings",
        subject.dialect.name(),
        count / wall,
        count / (own + engines),
        explored.broken
    );
    let transcripts = result.scenarios.iter().filter(|one| one.id.contains(explore::FOLDER));
    let transcripts: Vec<&[Event]> =
        transcripts.map(|one| one.transcript.events.as_slice()).collect();
    let judging = judging(subject, &transcripts) * count / transcripts.len().max(1) as f64;
    println!(
        "  time of processors: kentei {own:.1} s, engines and their launchers {engines:.1} s; judging {judging:.2} s, {:.1} % \
         of that of the engines",
        100.0 * judging / engines
    );
    println!("  memory after a quarter {early} KiB, at the end {} KiB", memory());
}

/// How many seconds of processor time it takes to judge these transcripts once.
fn judging(subject: &Subject, transcripts: &[&[Event]]) -> f64 {
    let setting = Setting { profile: PROFILE, limits: default_limits(subject.dialect) };
    let begun = Usage::now().own;
    for _ in 0..OFTEN {
        for events in transcripts {
            black_box(judge(subject.dialect, setting.clone(), events));
        }
    }
    (Usage::now().own - begun) / f64::from(OFTEN)
}

/// Measures how long all scripts take without the fixed set and with it.
fn with_and_without(subject: &Subject, name: &str, defect: Option<&str>, seed: u64) {
    let mut all = subject.library.clone();
    all.retain(|scenario| scenario.is_of_profile(PROFILE));
    let alone = all.clone();
    all.extend(explore::scenarios(subject.dialect, &explore::fixed(subject.dialect, PROFILE)));
    let took =
        |scenarios: Vec<Scenario>| subject.examine(defect, scenarios, seed).elapsed.as_secs_f64();
    // They take turns in being first, because the first run changes the state of the machine for the second.
    let (without, with) = if seed.is_multiple_of(2) {
        let without = took(alone);
        (without, took(all))
    } else {
        let with = took(all);
        (took(alone), with)
    };
    let (dialect, more) = (subject.dialect.name(), with - without);
    println!(
        "{dialect} {name}: scripts {without:.2} s, with the fixed set {with:.2} s: {more:+.2} s"
    );
}

/// Processor time of this process and of its children that have ended, in seconds.
struct Usage {
    own: f64,
    children: f64,
}

impl Usage {
    fn now() -> Self {
        let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let fields = text.rsplit_once(") ").map_or("", |(_, rest)| rest);
        let ticks: Vec<f64> =
            fields.split(' ').map(|field| field.parse().unwrap_or_default()).collect();
        // The fields after the name begin with the third one. Linux counts a hundred ticks per second.
        let sum =
            |at: usize| ticks.get(at..at + 2).map_or(0.0, |pair| pair.iter().sum::<f64>() / 100.0);
        Self { own: sum(11), children: sum(13) }
    }
}

/// The resident memory of this process in KiB; 0 if the system does not report it.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}
