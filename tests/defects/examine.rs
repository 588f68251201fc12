//! Examines engines with a defect: many at once, and again with few others if the result is doubtful.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kentei::protocol::Dialect;
use kentei::reference::{self, Defect};
use kentei::scenario;
use kentei::verdict::Severity;

use crate::bless::blessed;
use crate::built_in::RunAs;
use crate::matrix::Block;
use crate::one::{Reported, ToText};
use crate::record::{Evidence, Kind};
use crate::turn::Turn;
use crate::{one, settle, wanted};

/// How many engines are examined at once. They mostly wait.
const AT_ONCE: usize = 64;
/// How many defects that show only in a window of a few milliseconds are examined at once: a busy machine misses
/// the window. They begin when a third of the other defects has begun: they mostly wait, for up to a minute, and
/// the end of the examinations would have to wait for them.
const RACES_AT_ONCE: usize = 24;
/// How many engines are examined at once if the host was too busy before; the second number is for what is then
/// still open.
const AGAIN: [usize; 2] = [12, 1];
/// How often a defect whose record has a rate is examined until it is found, and how often a defect whose block is
/// rewritten.
const TIMES: usize = 4;
/// The number of examinations of which more than half must differ from the record to be an error.
const OUT_OF: usize = 3;
/// How often something must be seen so that the ledger of clauses counts it. What only one of several scripts
/// showed counts once.
pub(crate) const OFTEN: u32 = 2;

/// The examinations of an engine with a defect.
pub(crate) struct Examined {
    pub(crate) defect: &'static Defect,
    /// The profiles in which it was examined, as indices of the dialect's profiles.
    pub(crate) profiles: Range<usize>,
    /// What each examination reported: a list for each profile of the dialect, in order, which is empty if the
    /// profile was not examined.
    pub(crate) attempts: Vec<Vec<Vec<ToText>>>,
    /// Whether the host was too busy to judge something in the last examination.
    pub(crate) is_open: bool,
    /// The record of the defect, or the new record to be written.
    pub(crate) block: Block,
    /// What the ledger may rely on, by profile.
    pub(crate) reported: Vec<Vec<ToText>>,
    /// Scenarios that could not be judged.
    pub(crate) unjudged: Vec<String>,
    /// The time that all examinations took together.
    pub(crate) took: Duration,
}

impl Examined {
    /// How many examinations found the defect as the table requires, and what was wrong in the others.
    pub(crate) fn found(&self, dialect: &dyn Dialect) -> (u32, Vec<String>) {
        let wrong = self.attempts.iter();
        let wrong = wrong.filter_map(|attempt| wanted::problem(dialect, self, attempt));
        let wrong: Vec<String> = wrong.collect();
        let found = self.attempts.len() - wrong.len();
        (u32::try_from(found).unwrap_or(u32::MAX), wrong)
    }

    /// How the defect differs from the table and from its block in more than half of its examinations.
    pub(crate) fn problems(&self, dialect: &dyn Dialect) -> Vec<String> {
        let often = |count: usize| 2 * count > self.attempts.len();
        let mut problems: Vec<String> = self.unjudged.clone();
        let (found, wrong) = self.found(dialect);
        if self.block.found.is_none() && often(wrong.len()) || found == 0 {
            problems.extend(wrong);
        }
        let mut differences: BTreeMap<String, usize> = BTreeMap::new();
        for attempt in &self.attempts {
            for difference in settle::differences(self, attempt, &self.block) {
                *differences.entry(difference).or_default() += 1;
            }
        }
        let real = differences.into_iter().filter(|(_, count)| often(*count));
        problems.extend(real.map(|(difference, _)| difference));
        problems
    }

    /// Adds what some scripts reported in a profile to the first examination.
    fn add(&mut self, profile: usize, reported: Reported, took: Duration) {
        let findings = &mut self.attempts[0][profile];
        findings.extend(reported.findings);
        findings.sort();
        findings.dedup();
        self.unjudged.extend(reported.unjudged);
        self.is_open |= reported.is_open;
        self.took += took;
    }

    /// Adds one more examination, or replaces the last one by it.
    fn take(&mut self, more: Self, in_place: bool) {
        if in_place {
            self.attempts.pop();
        }
        self.attempts.extend(more.attempts);
        self.is_open = more.is_open;
        self.unjudged = more.unjudged;
        self.took += more.took;
    }
}

/// Examines these defects in the profiles whose turn it is. They are functions of this program at first, which takes a
/// third of the time, and processes whenever they are examined again: a few show only as processes. If the host was too
/// busy to judge, and the result differs from the record, the examination is repeated with fewer others. In a blessing
/// run, a defect that differs is examined several times, and its block is rewritten with rates.
#[expect(clippy::print_stdout, reason = "where the time goes is read in the test's output")]
pub(crate) fn all(
    dialect: &'static dyn Dialect,
    defects: &[&'static Defect],
    known: &BTreeMap<String, Block>,
) -> Vec<Examined> {
    let begun = Instant::now();
    let turn = Turn::of_this_run();
    // A record is written from processes, as users run engines.
    let run_as = if blessed() { RunAs::Process } else { RunAs::Function };
    let mut rows = some(dialect, defects, known, turn, run_as, AT_ONCE);
    println!("{} examined once in {:.0} s", rows.len(), begun.elapsed().as_secs_f64());
    for at_once in AGAIN {
        let is_doubtful = |row: &Examined| row.is_open && !row.problems(dialect).is_empty();
        again(dialect, &mut rows, known, turn, at_once, is_doubtful, true);
    }
    for _ in 1..TIMES {
        let is_lost = |row: &Examined| row.block.found.is_some() && row.found(dialect).0 == 0;
        again(dialect, &mut rows, known, turn, RACES_AT_ONCE, is_lost, false);
    }
    let differs = |row: &Examined| !row.problems(dialect).is_empty();
    for _ in 1..OUT_OF {
        if !blessed() {
            again(dialect, &mut rows, known, turn, AGAIN[0], differs, false);
        }
    }
    if blessed() {
        // Without a record, a race does not differ from it.
        let is_changed = |row: &&Examined| differs(row) || !known.contains_key(row.defect.id);
        let changed: BTreeSet<&str> =
            rows.iter().filter(is_changed).map(|row| row.defect.id).collect();
        for _ in 1..TIMES {
            let is_changed = |row: &Examined| changed.contains(row.defect.id);
            again(dialect, &mut rows, known, turn, RACES_AT_ONCE, is_changed, false);
        }
        for row in rows.iter_mut().filter(|row| changed.contains(row.defect.id)) {
            row.block = settle::block(row, row.found(dialect).0);
        }
        for row in &mut rows {
            // Those of the old record need not be kept.
            row.block.rules_in.clear();
            row.block.rules_in = settle::rules_in(row, &row.block);
        }
    }
    for row in &mut rows {
        row.reported = settle::certain(row, &row.block);
    }
    rows
}

/// Examines the defects once more for which `wanted` is true.
#[expect(clippy::print_stdout, reason = "where the time goes is read in the test's output")]
fn again(
    dialect: &'static dyn Dialect,
    rows: &mut [Examined],
    known: &BTreeMap<String, Block>,
    turn: Turn,
    at_once: usize,
    wanted: impl Fn(&Examined) -> bool,
    in_place: bool,
) {
    let begun = Instant::now();
    let those = rows.iter().filter(|row| wanted(row));
    let those: Vec<&'static Defect> = those.map(|row| row.defect).collect();
    for more in some(dialect, &those, known, turn, RunAs::Process, at_once) {
        let mut rows = rows.iter_mut();
        let row = rows.find(|row| row.defect.id == more.defect.id);
        row.expect("it was examined before").take(more, in_place);
    }
    let ids = those.iter().map(|defect| defect.id);
    println!(
        "{} examined again, {at_once} at once, in {:.0} s: {}",
        those.len(),
        begun.elapsed().as_secs_f64(),
        ids.collect::<Vec<_>>().join(" ")
    );
}

fn some(
    dialect: &'static dyn Dialect,
    defects: &[&'static Defect],
    known: &BTreeMap<String, Block>,
    turn: Turn,
    run_as: RunAs,
    at_once: usize,
) -> Vec<Examined> {
    let (library, mistakes) = scenario::load(dialect, &[]);
    assert!(mistakes.is_empty(), "the bundled scenarios are sound: {mistakes:?}");
    let profiles = &dialect.catalogue().profiles;
    let mut rows: Vec<Examined> = defects
        .iter()
        .map(|defect| Examined {
            defect,
            profiles: profiles_of(dialect, defect, turn),
            attempts: vec![vec![Vec::new(); profiles.len()]],
            is_open: false,
            block: known.get(defect.id).cloned().unwrap_or_default(),
            reported: Vec::new(),
            unjudged: Vec::new(),
            took: Duration::ZERO,
        })
        .collect();
    let mut work: Vec<(usize, usize)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        work.extend(row.profiles.clone().map(|profile| (at, profile)));
    }
    // The slow ones first, so that none of them runs alone at the end: scale takes longest, then waits for an end or for
    // a reply that does not come, and then many scripts.
    work.sort_by_cached_key(|(at, _)| {
        let defect = defects[*at];
        let block = known.get(defect.id);
        let scripts = one::scripts(defect, block, &library.scenarios);
        let is_missed = block.is_some_and(Block::has_missing_lines);
        (!defect.needs_scale, !is_waited_for(defect), !is_missed, Reverse(scripts[0].len()))
    });
    let (races, others): (Vec<_>, Vec<_>) =
        work.into_iter().partition(|(at, _)| is_race(defects[*at]));
    let (next, next_race) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let shared = Mutex::new(&mut rows);
    let examine = |(at, profile): (usize, usize)| {
        let defect = defects[at];
        for scripts in one::scripts(defect, known.get(defect.id), &library.scenarios) {
            let begun = Instant::now();
            let name = profiles[profile].0;
            let reported = one::examine(dialect, defect, run_as, name, scripts, &library.scenarios);
            let mut rows = shared.lock().expect("no thread panics");
            rows[at].add(profile, reported, begun.elapsed());
            if rows[at].problems(dialect).is_empty() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        let (examine, others, races) = (&examine, &others, &races);
        let (next, next_race) = (&next, &next_race);
        for thread in 0..at_once {
            scope.spawn(move || {
                if thread < RACES_AT_ONCE {
                    each(&others[..others.len() / 3], next, examine);
                    each(races, next_race, examine);
                }
                each(others, next, examine);
            });
        }
    });
    rows
}

/// Does the work of a list that no other thread has begun.
fn each(work: &[(usize, usize)], next: &AtomicUsize, examine: impl Fn((usize, usize))) {
    let take = || {
        let begin = |at| (at < work.len()).then_some(at + 1);
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, begin).ok()
    };
    while let Some(at) = take() {
        examine(work[at]);
    }
}

/// The profiles in which the defect is examined.
fn profiles_of(dialect: &dyn Dialect, defect: &Defect, turn: Turn) -> Range<usize> {
    let profiles = dialect.catalogue().profiles.len();
    let mut table = reference::defects(dialect.name()).iter();
    let at = table.position(|row| row.id == defect.id);
    turn.of(at.expect("it is in the table"), profiles)
}

/// Whether the defect shows only in a window of a few milliseconds, which only races hit.
pub(crate) fn is_race(defect: &Defect) -> bool {
    defect.category == "race"
}

/// Whether the engine does not do what is waited for longest: it stays when it should leave, gives no `readyok`, or
/// does not end a line.
fn is_waited_for(defect: &Defect) -> bool {
    let clauses = ["GEN-03", "QUIT-", "READY-", "SYNC-"];
    let mut own = defect.clauses.iter();
    own.any(|clause| clauses.iter().any(|part| clause.contains(part)))
}

/// Whether it is a matter of chance what the defect violates besides its own clauses: it shows only in a window of
/// time, or sometimes, or depending on how many of our lines the engine gets in one read.
pub(crate) fn is_chancy(defect: &Defect) -> bool {
    is_race(defect) || defect.category == "chance"
}

/// Whether no profile counts the behaviour against an engine.
pub(crate) fn is_control(defect: &Defect) -> bool {
    let mut words = defect.expected.iter();
    words.all(|(_, word)| matches!(*word, "pass" | "skip"))
}

/// Adds to the evidence what these examinations prove about the rules and scripts of each clause.
pub(crate) fn evidence(rows: &[Examined], mut evidence: Evidence) -> Evidence {
    for row in rows {
        // Whether these scripts show the defect is compared with the matrix, which has their rates.
        for (clause, script) in row.block.shown.keys() {
            for _ in 0..OFTEN {
                evidence.see(clause, Kind::Scenarios, script);
                evidence.see(clause, Kind::Defects, row.defect.id);
            }
        }
        if is_chancy(row.defect) {
            continue;
        }
        for reported in row.reported.iter().flatten() {
            // A note at a clause that is not one of the defect's own may be caused by the machine, for example if a
            // line came a little late.
            if reported.severity < Severity::Warn && !row.defect.clauses.contains(&reported.clause)
            {
                continue;
            }
            // The matrix has all of this, so one examination is enough. It does not have which of several scripts a
            // rule reported in. At its own clause the defect must be found; it is no chance that this script showed
            // it if it did so in every profile in which the rule reported anything.
            let same =
                |other: &&ToText| other.clause == reported.clause && other.rule == reported.rule;
            let profiles = |scenario: Option<&str>| {
                let seen =
                    |other: &ToText| scenario.is_none_or(|scenario| other.scenario == scenario);
                let spoke = |profile: &&Vec<ToText>| profile.iter().filter(same).any(seen);
                row.reported.iter().filter(spoke).count()
            };
            let own = row.defect.clauses.contains(&reported.clause);
            let sure = reported.rule.is_none()
                || (own && profiles(None) == profiles(Some(reported.scenario.as_str())));
            for _ in 0..OFTEN {
                evidence.see(reported.clause, Kind::Defects, row.defect.id);
                if let Some(rule) = &reported.rule {
                    evidence.see(reported.clause, Kind::Rules, rule);
                }
            }
            for _ in 0..if sure { OFTEN } else { 1 } {
                if reported.named {
                    evidence.see(reported.clause, Kind::Scenarios, &reported.scenario);
                }
            }
        }
    }
    evidence
}
