//! Engines with a defect, examined: many at once, and again with few others where it is doubtful.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kentei::engine::Launch;
use kentei::protocol::{Dialect, judge};
use kentei::reference::Defect;
use kentei::run::plan::Nobody;
use kentei::run::result::RunResult;
use kentei::run::{self, Harmless, Plan};
use kentei::scenario::{self, Scenario};
use kentei::verdict::{Finding, Severity, Verdict, Watcher};

use crate::record::Evidence;

/// How many engines are examined at once. They wait most of the time.
const AT_ONCE: usize = 40;
/// How many are examined at once where the first examination left a doubt.
const AGAIN_AT_ONCE: usize = 12;
/// How often a doubt is looked into.
const AGAIN: usize = 2;
/// Scenarios at once for each engine.
const JOBS: usize = 6;

/// What was found on an engine with a defect.
pub(crate) struct Examined {
    pub(crate) defect: &'static Defect,
    /// A list for each profile of the dialect, in its order.
    pub(crate) told: Vec<Vec<Told>>,
    /// Scenarios that could not be judged.
    pub(crate) unjudged: Vec<String>,
    /// The time that it took in all profiles together.
    pub(crate) took: Duration,
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

/// Examines these defects in every profile, and up to twice more those that are doubtful: what a defect
/// does may hang on a few milliseconds, and a row counts if it can be had again.
pub(crate) fn all(
    dialect: &'static dyn Dialect,
    defects: &[&'static Defect],
    doubtful: &dyn Fn(&Examined) -> bool,
) -> Vec<Examined> {
    let mut rows = some(dialect, defects, AT_ONCE);
    // What a crowded machine has shown is looked at again before it counts.
    for _ in 0..AGAIN {
        let again: Vec<&'static Defect> = rows
            .iter()
            .filter(|row| doubtful(row))
            .map(|row| row.defect)
            .collect();
        for row in some(dialect, &again, AGAIN_AT_ONCE) {
            let at = rows
                .iter()
                .position(|known| known.defect.id == row.defect.id);
            rows[at.expect("it was examined before")] = row;
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
            told: vec![Vec::new(); profiles.len()],
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
                    rows[*at].told[*profile] = told;
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
        if matches!(scenario.verdict, Verdict::Error | Verdict::Inconclusive) {
            unjudged.push(format!("{} {profile}: {:?}", scenario.id, scenario.reason));
        }
        // A time limit that was kept in another attempt was broken by the machine.
        let counts = |finding: &&Finding| !(scenario.verdict == Verdict::Flaky && finding.timing);
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
        scenarios,
        library: library.to_vec(),
        set: Vec::new(),
        harmless: Harmless::All,
        jobs: JOBS,
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
    for row in rows.iter().filter(|row| !is_chancy(row.defect)) {
        for told in row.told.iter().flatten() {
            // What is only noted beside a defect's own clauses may be the machine's doing, as of a line that
            // came a little late.
            if told.severity < Severity::Warn && !row.defect.clauses.contains(&told.clause) {
                continue;
            }
            let seen = evidence.clause(told.clause);
            seen.defects.insert(row.defect.id.to_owned());
            if let Some(rule) = &told.rule {
                seen.rules.insert(rule.clone());
            }
            if told.named {
                seen.scenarios.insert(told.scenario.clone());
            }
        }
    }
    evidence
}
