//! Engines with a defect, examined: many at once, and again with few others where it is doubtful.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kentei::engine::Launch;
use kentei::protocol::{Dialect, judge};
use kentei::reference::{self, Defect};
use kentei::run::plan::{Nobody, Share};
use kentei::run::result::RunResult;
use kentei::run::{self, Harmless, Plan};
use kentei::scenario::{self, Scenario};
use kentei::verdict::{Finding, Severity, Verdict, Watcher};

use crate::matrix::Line;
use crate::record::{Evidence, Kind, blessed};
use crate::settle;

/// How many engines are examined at once. They wait most of the time.
const AT_ONCE: usize = 40;
/// How many are examined at once where the examinations before left a doubt, one look behind the other: a window
/// of a few milliseconds cannot be hit on a crowded machine, and at last each has it for itself.
const AGAIN: [usize; 3] = [12, 4, 1];
/// In how many examinations, of a defect in a profile, something has to be seen to be recorded.
pub(crate) const OFTEN: u32 = 2;
/// Scenarios at once for each engine.
const JOBS: usize = 6;

/// What was found on an engine with a defect.
pub(crate) struct Examined {
    pub(crate) defect: &'static Defect,
    /// What was told each time that it was examined: a list for each profile of the dialect, in its order.
    pub(crate) attempts: Vec<Vec<Vec<Told>>>,
    /// What counts of that, by profile.
    pub(crate) told: Vec<Vec<Told>>,
    /// The clauses and scripts that have to show a defect of a window or of chance.
    pub(crate) shown_by: BTreeSet<(String, String)>,
    /// Scenarios that could not be judged.
    pub(crate) unjudged: Vec<String>,
    /// The time that it took in all profiles together.
    pub(crate) took: Duration,
}

impl Examined {
    /// In how many profiles it was examined.
    pub(crate) fn profiles(&self) -> usize {
        self.attempts.first().map_or(0, Vec::len)
    }

    /// Weighs what was told against the block of the matrix that was reviewed.
    fn weigh(&mut self, known: &str) {
        self.told = settle::settled(self, known);
        self.shown_by = settle::shown_by(self, known, blessed());
    }
}

/// A finding, as far as it is the same each time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Told {
    pub(crate) clause: &'static str,
    pub(crate) severity: Severity,
    /// Name of the rule and its misdeed; `None` for an expectation.
    pub(crate) rule: Option<String>,
    /// The script, without the name of its case.
    pub(crate) scenario: String,
    /// Whether the script names the clause.
    pub(crate) named: bool,
}

impl Told {
    /// The line of the matrix that it belongs to.
    pub(crate) fn line(&self, column: usize) -> Line {
        Line {
            clause: self.clause.to_owned(),
            watcher: self.rule.as_ref().unwrap_or(&self.scenario).clone(),
            column,
            severity: self.severity.word().to_owned(),
        }
    }
}

/// Examines these defects in every profile, and up to three times more those that are doubtful: what a defect
/// does may hang on a few milliseconds. `known` are the blocks of the matrix that were reviewed.
pub(crate) fn all(
    dialect: &'static dyn Dialect,
    defects: &[&'static Defect],
    known: &BTreeMap<String, String>,
    doubtful: &dyn Fn(&Examined) -> bool,
) -> Vec<Examined> {
    let reviewed = |row: &Examined| known.get(row.defect.id).map_or("", String::as_str);
    let mut rows = some(dialect, defects, AT_ONCE);
    for row in &mut rows {
        row.weigh(reviewed(row));
    }
    // What a crowded machine has shown is looked at again before it counts.
    for at_once in AGAIN {
        let again: Vec<&'static Defect> = rows
            .iter()
            .filter(|row| doubtful(row))
            .map(|row| row.defect)
            .collect();
        for more in some(dialect, &again, at_once) {
            let mut known = rows.iter_mut();
            let row = known.find(|known| known.defect.id == more.defect.id);
            let row = row.expect("it was examined before");
            row.attempts.extend(more.attempts);
            row.unjudged = more.unjudged;
            row.took += more.took;
            row.weigh(reviewed(row));
        }
    }
    rows
}

fn some(
    dialect: &'static dyn Dialect,
    defects: &[&'static Defect],
    at_once: usize,
) -> Vec<Examined> {
    let (library, mistakes) = scenario::load(dialect, &[]);
    assert!(
        mistakes.is_empty(),
        "the bundled scenarios are sound: {mistakes:?}"
    );
    let profiles = &dialect.catalogue().profiles;
    let mut rows: Vec<Examined> = defects
        .iter()
        .map(|defect| Examined {
            defect,
            attempts: vec![vec![Vec::new(); profiles.len()]],
            told: Vec::new(),
            shown_by: BTreeSet::new(),
            unjudged: Vec::new(),
            took: Duration::ZERO,
        })
        .collect();
    let mut work: Vec<(usize, usize)> = (0..defects.len())
        .flat_map(|defect| (0..profiles.len()).map(move |profile| (defect, profile)))
        .collect();
    // The slow ones first, so that nothing has to be waited for at the end.
    work.sort_by_key(|(defect, _)| !defects[*defect].needs_scale);
    let next = AtomicUsize::new(0);
    let shared = Mutex::new(&mut rows);
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some((at, profile)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begun = Instant::now();
                    let (told, unjudged) = one(
                        dialect,
                        defects[*at],
                        profiles[*profile].0,
                        &library.scenarios,
                    );
                    let mut rows = shared.lock().expect("no thread panics");
                    rows[*at].attempts[0][*profile] = told;
                    rows[*at].unjudged.extend(unjudged);
                    rows[*at].took += begun.elapsed();
                }
            });
        }
    });
    rows
}

/// Whether what a defect trips besides its own clauses is left to chance: where it shows in a window of time,
/// or now and then.
pub(crate) fn is_chancy(defect: &Defect) -> bool {
    defect.category == "race"
}

/// Whether no profile holds it against an engine.
fn is_control(defect: &Defect) -> bool {
    let mut words = defect.expected.iter();
    words.all(|(_, word)| matches!(*word, "pass" | "skip"))
}

/// Examines one defect in one profile with the scenarios that name one of its clauses. Races are for the
/// defects that only they bring to light: they take long, and what else they see hangs on the moment.
fn one(
    dialect: &'static dyn Dialect,
    defect: &Defect,
    profile: &'static str,
    library: &[Scenario],
) -> (Vec<Told>, Vec<String>) {
    let names = |scenario: &&Scenario| {
        let mut clauses = scenario.clauses.iter();
        let named = clauses.any(|clause| defect.clauses.contains(&clause.0));
        named && scenario.id.contains("/race/") == is_chancy(defect)
    };
    let scenarios: Vec<Scenario> = library.iter().filter(names).cloned().collect();
    let result = played(dialect, Some(defect.id), profile, scenarios, library);
    let mut told = Vec::new();
    let mut unjudged = Vec::new();
    for scenario in &result.scenarios {
        if scenario.verdict == Verdict::Error {
            unjudged.push(format!("{} {profile}: {:?}", scenario.id, scenario.reason));
        }
        // A time limit that was kept in another attempt was broken by the machine. Where other examinations
        // took the processor that the engine wanted, what it did is still what the defect is about; of
        // what is no defect it says nothing.
        let excused = scenario.verdict == Verdict::Flaky
            || scenario.verdict == Verdict::Inconclusive && is_control(defect);
        let counts = |finding: &&Finding| !(excused && finding.timing);
        for finding in scenario.findings.iter().filter(counts) {
            let rule = match &finding.watcher {
                Watcher::Rule(rule) => {
                    let misdeed = finding.misdeed.as_deref().unwrap_or_default();
                    Some(format!("{rule} {misdeed}"))
                }
                Watcher::Expectation => None,
            };
            let script = scenario.id.split('[').next().unwrap_or_default();
            told.push(Told {
                clause: finding.clause.0,
                severity: finding.severity,
                rule,
                scenario: script.to_owned(),
                named: scenario.clauses.contains(&finding.clause),
            });
        }
    }
    told.sort();
    told.dedup();
    (told, unjudged)
}

/// Plays scenarios against the built-in engine, with or without a defect.
pub(crate) fn played(
    dialect: &'static dyn Dialect,
    defect: Option<&str>,
    profile: &'static str,
    scenarios: Vec<Scenario>,
    library: &[Scenario],
) -> RunResult {
    let mut args = vec!["engine".into(), "--dialect".into(), dialect.name().into()];
    if let Some(defect) = defect {
        args.extend(["--defect".into(), defect.into()]);
    }
    // Some show only where scenarios share a process.
    let mut defects = reference::defects(dialect.name()).iter();
    let in_company = defects.any(|row| row.category == "company" && defect == Some(row.id));
    let plan = Plan {
        launch: Launch {
            program: PathBuf::from(env!("CARGO_BIN_EXE_kentei")),
            args,
            ..Launch::default()
        },
        built_in: true,
        dialect,
        profile,
        limits: judge::default_limits(dialect),
        limits_scale: 1.0,
        filtered: false,
        part: None,
        fail_on: Default::default(),
        scenarios,
        library: library.to_vec(),
        set: Vec::new(),
        harmless: Harmless::All,
        // In which order scenarios come to one process must not hang on the machine.
        jobs: if in_company { 1 } else { JOBS },
        busy: None,
        repeat: 1,
        stub: None,
        share: if in_company {
            Share::Always
        } else {
            Share::Never
        },
        behind: Vec::new(),
        seed: 0,
        race_offset: None,
        replay: Vec::new(),
        cancel: Arc::new(AtomicBool::new(false)),
    };
    run::run(&plan, &Nobody).expect("the built-in engine starts")
}

/// What these examinations prove of the watchers of each clause.
pub(crate) fn evidence(rows: &[Examined]) -> Evidence {
    let mut evidence = Evidence::default();
    for row in rows {
        // What has to show them was seen in every profile when it was recorded.
        for (clause, script) in &row.shown_by {
            for _ in 0..OFTEN {
                evidence.see(clause, Kind::Scenarios, script);
                evidence.see(clause, Kind::Defects, row.defect.id);
            }
        }
        if is_chancy(row.defect) {
            continue;
        }
        for told in row.told.iter().flatten() {
            // What is only noted beside a defect's own clauses may be the machine's doing, as of a line that
            // came a little late.
            if told.severity < Severity::Warn && !row.defect.clauses.contains(&told.clause) {
                continue;
            }
            // All of this stands in the matrix, so that once is enough. Only in which of several scripts
            // a rule spoke does not. At its own clause a defect has to be found; that it was found in this script
            // is no chance if it was in every profile in which the rule spoke at all.
            let same = |other: &&Told| other.clause == told.clause && other.rule == told.rule;
            let profiles = |scenario: Option<&str>| {
                let seen =
                    |other: &Told| scenario.is_none_or(|scenario| other.scenario == scenario);
                let spoke = |profile: &&Vec<Told>| profile.iter().filter(same).any(seen);
                row.told.iter().filter(spoke).count()
            };
            let own = row.defect.clauses.contains(&told.clause);
            let sure = told.rule.is_none()
                || (own && profiles(None) == profiles(Some(told.scenario.as_str())));
            for _ in 0..OFTEN {
                evidence.see(told.clause, Kind::Defects, row.defect.id);
                if let Some(rule) = &told.rule {
                    evidence.see(told.clause, Kind::Rules, rule);
                }
            }
            for _ in 0..if sure { OFTEN } else { 1 } {
                if told.named {
                    evidence.see(told.clause, Kind::Scenarios, &told.scenario);
                }
            }
        }
    }
    evidence
}
