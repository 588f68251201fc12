//! Engines with a defect, examined: many at once, and again with few others where it is doubtful.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kentei::protocol::Dialect;
use kentei::reference::{self, Defect};
use kentei::scenario::{self, Scenario};
use kentei::verdict::{Finding, Severity, Verdict, Watcher};

use crate::bless::blessed;
use crate::matrix::Block;
use crate::play::played;
use crate::record::{Evidence, Kind};
use crate::second_judge::disagreements;
use crate::turn::Turn;
use crate::{settle, wanted};

/// How many engines are examined at once. They wait most of the time.
const AT_ONCE: usize = 64;
/// How many at once of those that show in a window of a few milliseconds, which cannot be hit on a crowded machine.
const RACES_AT_ONCE: usize = 12;
/// How many are examined at once where the host was too busy to judge before, one time after the other.
const AGAIN: [usize; 2] = [12, 1];
/// How often a defect is examined that is found by chance, until it is found, and one whose block is written anew.
const TIMES: usize = 4;
/// Of how many examinations more than half have to differ from the record before that is a fault.
const OUT_OF: usize = 3;
/// The ledger of clauses counts what was seen so often: not what only one of several scripts showed.
pub(crate) const OFTEN: u32 = 2;

/// What was found on an engine with a defect.
pub(crate) struct Examined {
    pub(crate) defect: &'static Defect,
    /// The profiles in which it was examined, as their places in the dialect.
    pub(crate) profiles: Range<usize>,
    /// What was reported each time that it was examined: a list for each profile of the dialect, in its order; empty
    /// where it was not examined.
    pub(crate) attempts: Vec<Vec<Vec<ToText>>>,
    /// Whether the host was too busy to judge something in the last of them.
    pub(crate) is_open: bool,
    /// What is on record of it, or what is to be written there.
    pub(crate) block: Block,
    /// What the ledger may count on, by profile.
    pub(crate) reported: Vec<Vec<ToText>>,
    /// Scenarios that could not be judged.
    pub(crate) unjudged: Vec<String>,
    /// The time that it took in all profiles together.
    pub(crate) took: Duration,
}

impl Examined {
    /// In how many examinations it was found as the table wants it, with what was wrong in the others.
    pub(crate) fn found(&self, dialect: &dyn Dialect) -> (u32, Vec<String>) {
        let wrong = self.attempts.iter();
        let wrong = wrong.filter_map(|attempt| wanted::problem(dialect, self, attempt));
        let wrong: Vec<String> = wrong.collect();
        let found = self.attempts.len() - wrong.len();
        (u32::try_from(found).unwrap_or(u32::MAX), wrong)
    }

    /// What is wrong with it, compared with its block: what more than half of its examinations show.
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

    /// Takes one more examination, in the place of the last or beside the others.
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

/// A finding, as far as it is the same each time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ToText {
    pub(crate) clause: &'static str,
    pub(crate) severity: Severity,
    /// Name of the rule and its violation; `None` for an expectation.
    pub(crate) rule: Option<String>,
    /// The script, without the name of its case.
    pub(crate) scenario: String,
    /// Whether the script names the clause.
    pub(crate) named: bool,
}

/// Examines these defects in the profiles whose turn it is. Where the host was too busy to judge, and it differs from the record, that
/// examination is made again with fewer others. What is blessed and differs is examined several times, and its block
/// written anew, with rates.
#[expect(clippy::print_stdout, reason = "where the time goes is read in the test's output")]
pub(crate) fn all(
    dialect: &'static dyn Dialect,
    defects: &[&'static Defect],
    mut known: BTreeMap<String, Block>,
) -> Vec<Examined> {
    let begun = Instant::now();
    let turn = Turn::of_this_run();
    let (races, others): (Vec<_>, Vec<_>) = defects.iter().partition(|defect| is_race(defect));
    let mut rows = some(dialect, &others, turn, AT_ONCE);
    rows.extend(some(dialect, &races, turn, RACES_AT_ONCE));
    rows.sort_by_key(|row| defects.iter().position(|defect| defect.id == row.defect.id));
    // Of a race an examination without a record differs in nothing from it.
    let mut new: BTreeSet<&str> = BTreeSet::new();
    for row in &mut rows {
        row.block = known.remove(row.defect.id).unwrap_or_else(|| {
            new.insert(row.defect.id);
            Block::default()
        });
    }
    println!("{} examined once in {:.0} s", rows.len(), begun.elapsed().as_secs_f64());
    for at_once in AGAIN {
        let is_doubtful = |row: &Examined| row.is_open && !row.problems(dialect).is_empty();
        again(dialect, &mut rows, turn, at_once, is_doubtful, true);
    }
    for _ in 1..TIMES {
        let is_lost = |row: &Examined| row.block.found.is_some() && row.found(dialect).0 == 0;
        again(dialect, &mut rows, turn, RACES_AT_ONCE, is_lost, false);
    }
    let differs = |row: &Examined| !row.problems(dialect).is_empty();
    for _ in 1..OUT_OF {
        if !blessed() {
            again(dialect, &mut rows, turn, AGAIN[0], differs, false);
        }
    }
    if blessed() {
        let is_changed = |row: &&Examined| differs(row) || new.contains(row.defect.id);
        let changed: BTreeSet<&str> =
            rows.iter().filter(is_changed).map(|row| row.defect.id).collect();
        for _ in 1..TIMES {
            let is_changed = |row: &Examined| changed.contains(row.defect.id);
            again(dialect, &mut rows, turn, RACES_AT_ONCE, is_changed, false);
        }
        for row in rows.iter_mut().filter(|row| changed.contains(row.defect.id)) {
            row.block = settle::block(row, row.found(dialect).0);
        }
    }
    for row in &mut rows {
        row.reported = settle::certain(row, &row.block);
    }
    rows
}

/// Examines once more those of which this is true.
#[expect(clippy::print_stdout, reason = "where the time goes is read in the test's output")]
fn again(
    dialect: &'static dyn Dialect,
    rows: &mut [Examined],
    turn: Turn,
    at_once: usize,
    wanted: impl Fn(&Examined) -> bool,
    in_place: bool,
) {
    let begun = Instant::now();
    let those = rows.iter().filter(|row| wanted(row));
    let those: Vec<&'static Defect> = those.map(|row| row.defect).collect();
    for more in some(dialect, &those, turn, at_once) {
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
    turn: Turn,
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
            block: Block::default(),
            reported: Vec::new(),
            unjudged: Vec::new(),
            took: Duration::ZERO,
        })
        .collect();
    let mut work: Vec<(usize, usize)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        work.extend(row.profiles.clone().map(|profile| (at, profile)));
    }
    // The slow ones first, so that nothing has to be waited for at the end.
    work.sort_by_key(|(defect, _)| !defects[*defect].needs_scale);
    let next = AtomicUsize::new(0);
    let shared = Mutex::new(&mut rows);
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some((at, profile)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begun = Instant::now();
                    let (reported, unjudged, is_open) =
                        one(dialect, defects[*at], profiles[*profile].0, &library.scenarios);
                    let mut rows = shared.lock().expect("no thread panics");
                    rows[*at].attempts[0][*profile] = reported;
                    rows[*at].unjudged.extend(unjudged);
                    rows[*at].is_open |= is_open;
                    rows[*at].took += begun.elapsed();
                }
            });
        }
    });
    rows
}

/// In which profiles it is examined.
fn profiles_of(dialect: &dyn Dialect, defect: &Defect, turn: Turn) -> Range<usize> {
    let profiles = dialect.catalogue().profiles.len();
    let mut table = reference::defects(dialect.name()).iter();
    let at = table.position(|row| row.id == defect.id);
    turn.of(at.expect("it is in the table"), profiles)
}

/// Whether it shows in a window of a few milliseconds, which only races bring to light.
fn is_race(defect: &Defect) -> bool {
    defect.category == "race"
}

/// Whether what a defect trips besides its own clauses is left to chance: where it shows in a window of time,
/// or now and then, or with how many of our lines one read of the engine happens to get.
pub(crate) fn is_chancy(defect: &Defect) -> bool {
    is_race(defect) || defect.category == "chance"
}

/// Whether no profile holds it against an engine.
fn is_control(defect: &Defect) -> bool {
    let mut words = defect.expected.iter();
    words.all(|(_, word)| matches!(*word, "pass" | "skip"))
}

/// Examines one defect in one profile with the scenarios that name one of its clauses. Races are for the
/// defects that only they bring to light: they take long, and what else they see depends on the moment.
#[expect(clippy::print_stdout, reason = "what could not be reported is read in the test's output")]
fn one(
    dialect: &'static dyn Dialect,
    defect: &Defect,
    profile: &'static str,
    library: &[Scenario],
) -> (Vec<ToText>, Vec<String>, bool) {
    let names = |scenario: &&Scenario| {
        let mut clauses = scenario.clauses.iter();
        let named = clauses.any(|clause| defect.clauses.contains(&clause.0));
        named && scenario.id.contains("/race/") == is_race(defect)
    };
    let scenarios: Vec<Scenario> = library.iter().filter(names).cloned().collect();
    let result = played(dialect, Some(defect.id), profile, scenarios, library);
    let mut reported = Vec::new();
    let mut unjudged = Vec::new();
    let mut is_open = false;
    for scenario in &result.scenarios {
        if scenario.verdict == Verdict::Error {
            unjudged.push(format!("{} {profile}: {:?}", scenario.id, scenario.reason));
        }
        // What the engines write depends on the moment; only `tests/rules` asks the second judge each time.
        if scenario.transcript.dropped == 0 && std::env::var_os("KENTEI_SECOND_JUDGE").is_some() {
            let said = disagreements(dialect.name(), profile, &scenario.transcript.events);
            let said = said.iter().map(|line| format!("{} {profile}: {line}", scenario.id));
            unjudged.extend(said);
        }
        // A time limit that was kept in another attempt was broken by the machine. Where other examinations
        // took the processor that the engine wanted, what it did is still what the defect is about; of
        // what is no defect it says nothing.
        let excused = scenario.verdict == Verdict::Flaky
            || scenario.verdict == Verdict::Inconclusive && is_control(defect);
        if matches!(scenario.verdict, Verdict::Flaky | Verdict::Inconclusive) {
            is_open = true;
            println!(
                "{} in {profile}: {} was left open: {:?}",
                defect.id, scenario.id, scenario.reason
            );
        }
        let counts = |finding: &&Finding| !(excused && finding.timing);
        for finding in scenario.findings.iter().filter(counts) {
            let rule = match &finding.watcher {
                Watcher::Rule(rule) => {
                    let violation = finding.violation.as_deref().unwrap_or_default();
                    Some(format!("{rule} {violation}"))
                }
                Watcher::Expectation => None,
            };
            let script = scenario.id.split('[').next().unwrap_or_default();
            reported.push(ToText {
                clause: finding.clause.0,
                severity: finding.severity,
                rule,
                scenario: script.to_owned(),
                named: scenario.clauses.contains(&finding.clause),
            });
        }
    }
    reported.sort();
    reported.dedup();
    (reported, unjudged, is_open)
}

/// What these examinations prove of the watchers of each clause, besides what is known.
pub(crate) fn evidence(rows: &[Examined], mut evidence: Evidence) -> Evidence {
    for row in rows {
        // Whether these show it is compared with the matrix, where their rates are.
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
            // What is only noted beside a defect's own clauses may be the machine's doing, as of a line that
            // came a little late.
            if reported.severity < Severity::Warn && !row.defect.clauses.contains(&reported.clause)
            {
                continue;
            }
            // All of this stands in the matrix, so that once is enough. Only in which of several scripts
            // a rule spoke does not. At its own clause a defect has to be found; that it was found in this script
            // is no chance if it was in every profile in which the rule spoke at all.
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
