//! One defect and one seed: how many generated sessions are played until it shows.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use kentei::explore::{self, Model, Session};
use kentei::protocol::Dialect;
use kentei::reference::Defect;
use kentei::scenario::{self, Scenario};
use kentei::verdict::{Severity, Verdict};

use crate::play;

/// How many trials are made at once. They wait most of the time.
const AT_ONCE: usize = 16;
/// How many sessions are played before it is asked whether one has shown the defect.
const BATCH: usize = 12;
/// How many rounds of an exploration are played at most.
pub(super) const ROUNDS: u64 = 24;

/// The profile in which a defect is looked for: the first in which it can be shown.
pub(super) fn profile(defect: &Defect) -> &'static str {
    let mut profiles = defect.expected.iter();
    profiles.find(|(_, word)| *word == "fail").expect("it fails in a profile").0
}

/// How many sessions of `kentei explore --seed N` are played until one fails at a clause of the defect; `None` where no
/// session of so many rounds does.
pub(super) fn explored(dialect: &'static dyn Dialect, defect: &Defect, seed: u64) -> Option<usize> {
    let model = Model::of(dialect, profile(defect)).expect("a dialect with a model");
    let mut before = 0;
    for round in 1..=ROUNDS {
        let sessions = explore::round(&model, seed, round);
        if let Some(found) = first(dialect, defect, &sessions) {
            return Some(before + found);
        }
        before += sessions.len();
    }
    None
}

/// Whether a session of the fixed set that each run plays fails at a clause of the defect.
pub(super) fn fixed(dialect: &'static dyn Dialect, defect: &Defect) -> bool {
    first(dialect, defect, &explore::fixed(dialect, profile(defect))).is_some()
}

/// The number of the first session that shows the defect, counted from 1.
fn first(dialect: &'static dyn Dialect, defect: &Defect, sessions: &[Session]) -> Option<usize> {
    let (library, _) = scenario::load(dialect, &[]);
    for (at, batch) in sessions.chunks(BATCH).enumerate() {
        let scenarios: Vec<Scenario> = explore::scenarios(dialect, batch);
        let result =
            play::played(dialect, Some(defect.id), profile(defect), scenarios, &library.scenarios);
        let shows = |session: &Session| {
            let mut played = result.scenarios.iter().filter(|one| one.id == session.id);
            played.any(|one| {
                let mut counts =
                    one.findings.iter().filter(|finding| finding.severity >= Severity::Fail);
                one.verdict == Verdict::Fail
                    && counts.any(|finding| defect.clauses.contains(&finding.clause.0))
            })
        };
        if let Some(found) = batch.iter().position(shows) {
            return Some(at * BATCH + found + 1);
        }
    }
    None
}

/// A defect and a number: a seed, or 0 for the fixed set.
pub(super) type Work = (&'static Defect, u64);

/// Does all of this work, several at once, in the order of the list.
pub(super) fn all<T: Send>(
    work: &[Work],
    one: impl Fn(&'static Defect, u64) -> T + Sync,
) -> Vec<(Work, T)> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(work.len()) {
            scope.spawn(|| {
                while let Some(&(defect, number)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = one(defect, number);
                    done.lock().expect("no thread panics").push(((defect, number), result));
                }
            });
        }
    });
    done.into_inner().expect("no thread panics")
}
