//! Generated sessions against the built-in engine with defects: which session shows which defect.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use kentei::explore::{self, FOLDER, Model, Session};
use kentei::protocol::{Dialect, Limits};
use kentei::reference::Defect;
use kentei::run::plan::NoObserver;
use kentei::run::result::{RunResult, ScenarioResult};
use kentei::run::{self, Plan};
use kentei::scenario::{self, Scenario};
use kentei::verdict::{Severity, Verdict};

use crate::built_in::RunAs;
use crate::play;

/// How many sessions are played before their results are examined.
const BATCH: usize = 24;
/// How many sessions of a batch are played at once.
const JOBS: usize = 8;
/// How many rounds of an exploration are played at most.
const ROUNDS: u64 = 96;
/// In how many of the first rounds each defect has an engine of its own: in these rounds many sessions show some
/// defect.
const ALONE: u64 = 2;
/// How many defects are searched for at once, each in an engine of its own.
const DEFECTS_AT_ONCE: usize = 4;

/// A session that shows a defect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundSession {
    /// How many sessions were played up to and including this one.
    pub(super) sessions: usize,
    /// The session's id.
    pub(super) id: String,
}

/// The sessions that show defects, by the ids of the defects.
pub(super) type Found = BTreeMap<&'static str, FoundSession>;

/// The profile in which a defect is searched for: the first in which the table expects `fail`.
pub(super) fn profile(defect: &Defect) -> &'static str {
    let mut profiles = defect.expected.iter();
    profiles.find(|(_, word)| *word == "fail").expect("it fails in a profile").0
}

/// Plays sessions in one dialect and profile.
pub(super) struct Trial {
    dialect: &'static dyn Dialect,
    profile: &'static str,
    model: Model,
    /// Scenarios on which sessions depend.
    library: Vec<Scenario>,
}

impl Trial {
    pub(super) fn new(dialect: &'static dyn Dialect, profile: &'static str) -> Self {
        let model = Model::of(dialect, profile).expect("a dialect with a model");
        let (library, _) = scenario::load(dialect, &[]);
        let mut library = library.scenarios;
        library.retain(|scenario| scenario.id.ends_with("/boot/handshake"));
        Self { dialect, profile, model, library }
    }

    /// The first sessions of `kentei explore --seed N` that show these defects, within [`ROUNDS`] rounds.
    pub(super) fn explored(&self, defects: &[&'static Defect], seed: u64) -> Found {
        let round = |number| explore::round(&self.model, seed, number);
        let sessions: Vec<Session> = (1..=ALONE).flat_map(round).collect();
        let mut found = self.each(defects, &sessions);
        let mut before = sessions.len();
        for number in ALONE + 1..=ROUNDS {
            let sessions = round(number);
            for batch in sessions.chunks(BATCH) {
                let mut group = defects.to_vec();
                group.retain(|defect| !found.contains_key(defect.id));
                if group.is_empty() {
                    return found;
                }
                for (defect, shown) in self.together(&group, batch) {
                    let sessions = before + shown.sessions;
                    found.insert(defect, FoundSession { sessions, ..shown });
                }
                before += batch.len();
            }
        }
        found
    }

    /// The first sessions of the fixed set of `kentei run` that show these defects.
    pub(super) fn fixed(&self, defects: &[&'static Defect]) -> Found {
        self.each(defects, &explore::fixed(self.dialect, self.profile))
    }

    /// Whether the session with this id shows a defect; `false` if the session no longer exists.
    pub(super) fn does_show(&self, id: &str, defect: &'static Defect) -> bool {
        let fixed = || {
            let mut fixed = explore::fixed(self.dialect, self.profile).into_iter();
            fixed.find(|session| session.id == id)
        };
        let session = explore::by_id(self.dialect, self.profile, id).or_else(fixed);
        session.is_some_and(|session| {
            let sessions = explore::scenarios(self.dialect, &[session]);
            let (id, library) = (Some(defect.id), &self.library);
            let plan =
                play::plan(self.dialect, id, RunAs::Process, self.profile, sessions, library);
            let played = run::run(&self.impatient(plan, 4), &NoObserver).expect("it starts");
            played.scenarios.iter().any(|one| shows(one, defect))
        })
    }

    /// A hash of the first sessions of this trial, which changes with the model.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut sessions = explore::fixed(self.dialect, self.profile);
        sessions.extend((1..=5).flat_map(|round| explore::round(&self.model, 1, round)));
        let bytes = sessions.iter().flat_map(|session| session.yaml(&[]).into_bytes());
        // FNV-1a, which is the same in each build.
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// The first session that shows each of these defects.
    fn each(&self, defects: &[&'static Defect], sessions: &[Session]) -> Found {
        let shown = all(defects, DEFECTS_AT_ONCE, |defect| self.first(defect, sessions));
        shown.into_iter().filter_map(|(defect, shown)| Some((defect.id, shown?))).collect()
    }

    /// The same, for sessions most of which show no defect. One engine has all the defects, and none of them
    /// changes anything until its combination is sent. Only sessions that fail with this engine are played again
    /// with each defect alone.
    fn together(&self, defects: &[&'static Defect], sessions: &[Session]) -> Found {
        let ids: Vec<&str> = defects.iter().map(|defect| defect.id).collect();
        let played = self.played(&ids.join("+"), sessions);
        let failed = played.scenarios.iter().filter(|one| one.verdict == Verdict::Fail);
        let failed: BTreeSet<&str> = failed.map(|one| one.id.as_str()).collect();
        let mut left = sessions.to_vec();
        left.retain(|session| failed.contains(session.id.as_str()));
        let mut found = self.each(defects, &left);
        for shown in found.values_mut() {
            let place = sessions.iter().position(|session| session.id == shown.id);
            shown.sessions = place.expect("it is one of them") + 1;
        }
        found
    }

    /// The first session that shows a defect, and how many sessions were played up to it.
    fn first(&self, defect: &'static Defect, sessions: &[Session]) -> Option<FoundSession> {
        sessions.chunks(BATCH).enumerate().find_map(|(at, batch)| {
            let played = self.played(defect.id, batch);
            let shows = |session: &Session| {
                played.scenarios.iter().any(|one| one.id == session.id && shows(one, defect))
            };
            let place = batch.iter().position(shows)?;
            Some(FoundSession { sessions: at * BATCH + place + 1, id: batch[place].id.clone() })
        })
    }

    /// Plays sessions against the built-in engine with defects.
    fn played(&self, defects: &str, sessions: &[Session]) -> RunResult {
        let (dialect, run_as) = (self.dialect, RunAs::Function);
        let sessions = explore::scenarios(dialect, sessions);
        let plan =
            play::plan(dialect, Some(defects), run_as, self.profile, sessions, &self.library);
        let plan = Plan { jobs: JOBS, ..self.impatient(plan, 2) };
        run::run(&plan, &NoObserver).expect("it starts")
    }

    /// Shortens each limit to this part, because the built-in engine answers within milliseconds, and every missing
    /// answer is waited for three times.
    fn impatient(&self, plan: Plan, part: u32) -> Plan {
        Plan { limits: Limits::of(self.dialect, |_, limit| limit / part), ..plan }
    }
}

/// Whether a session fails at a clause of the defect.
fn shows(played: &ScenarioResult, defect: &Defect) -> bool {
    let mut findings = played.findings.iter().filter(|one| one.severity >= Severity::Fail);
    played.id.contains(FOLDER)
        && played.verdict == Verdict::Fail
        && findings.any(|finding| defect.clauses.contains(&finding.clause.0))
}

/// Does each piece of work, `at_once` at a time. They start in the order of the list, and the results come in the
/// order in which they end.
pub(super) fn all<W: Copy + Sync + Send, T: Send>(
    work: &[W],
    at_once: usize,
    one: impl Fn(W) -> T + Sync,
) -> Vec<(W, T)> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..at_once.min(work.len()) {
            scope.spawn(|| {
                while let Some(&work) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = one(work);
                    done.lock().expect("no thread panics").push((work, result));
                }
            });
        }
    });
    done.into_inner().expect("no thread panics")
}
