//! Every known misbehaviour, switched on in the built-in engine, is found at one of its clauses and
//! with the severity of its table; what only looks odd is not held against it; and without a defect
//! nothing is found at all.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use kentei::engine::Launch;
use kentei::protocol::{self, Dialect, judge};
use kentei::reference::{self, Defect, Kind};
use kentei::run::plan::Nobody;
use kentei::run::result::RunResult;
use kentei::run::{self, Harmless, Plan};
use kentei::scenario::{self, Scenario};
use kentei::verdict::{Severity, Verdict};

/// Misbehaviours that no scenario brings to light yet, and why. One that is found is no longer a gap.
const GAPS: [(&str, &str, &str); 2] = [
    (
        "uci",
        "U19",
        "the move is the same although its score is not (UCI-NEW-03, only ever noted)",
    ),
    (
        "uci",
        "U52",
        "lines of several depths are also seen in a sound search that is cut (UCI-INFO-06)",
    ),
];

/// How many engines are examined at once. They wait most of the time.
const AT_ONCE: usize = 6;

fn plan(
    dialect: &'static dyn Dialect,
    defect: Option<&str>,
    profile: &'static str,
    scenarios: Vec<Scenario>,
) -> Plan {
    let (library, mistakes) = scenario::load(dialect, &[]);
    assert!(
        mistakes.is_empty(),
        "the bundled scenarios are sound: {mistakes:?}"
    );
    let mut args = vec!["engine".into(), "--dialect".into(), dialect.name().into()];
    if let Some(defect) = defect {
        args.extend(["--defect".into(), defect.into()]);
    }
    let program = PathBuf::from(env!("CARGO_BIN_EXE_kentei"));
    Plan {
        launch: Launch {
            program,
            args,
            ..Launch::default()
        },
        built_in: true,
        dialect,
        profile,
        limits: judge::default_limits(dialect),
        limits_scale: 1.0,
        scenarios,
        library: library.scenarios,
        set: Vec::new(),
        harmless: Harmless::All,
        jobs: 8,
        seed: 0,
        race_offset: None,
        replay: Vec::new(),
        cancel: Arc::new(AtomicBool::new(false)),
    }
}

/// The scenarios that name a clause of a defect.
fn watchers(dialect: &'static dyn Dialect, defect: &Defect) -> Vec<Scenario> {
    let (library, _) = scenario::load(dialect, &[]);
    let names = |scenario: &Scenario| {
        scenario
            .clauses
            .iter()
            .any(|clause| defect.clauses.contains(&clause.0))
    };
    library.scenarios.into_iter().filter(names).collect()
}

fn played(plan: &Plan) -> RunResult {
    run::run(plan, &Nobody).expect("the built-in engine starts")
}

/// What is wrong with how a defect was judged; `None` where all is as it should be.
fn problem(dialect: &'static dyn Dialect, defect: &Defect, column: &mut String) -> Option<String> {
    let scenarios = watchers(dialect, defect);
    let result = played(&plan(dialect, Some(defect.id), "core", scenarios));
    let mut found: Vec<(String, Severity)> = Vec::new();
    let mut unreached = Vec::new();
    for scenario in &result.scenarios {
        if matches!(scenario.verdict, Verdict::Error | Verdict::Inconclusive) {
            unreached.push(format!("{} {:?}", scenario.id, scenario.reason));
        }
        for finding in &scenario.findings {
            let row = (finding.clause.0.to_owned(), finding.severity);
            if !found.contains(&row) {
                found.push(row);
            }
        }
    }
    found.sort();
    for (clause, severity) in found
        .iter()
        .filter(|(_, severity)| *severity > Severity::Info)
    {
        let _ = write!(column, " {clause}:{}", severity.word());
    }
    if !unreached.is_empty() {
        return Some(format!("could not be judged: {unreached:?}"));
    }
    let expected = defect
        .expected
        .iter()
        .find(|(profile, _)| *profile == "core")
        .map_or("pass", |(_, word)| word);
    let shown = || {
        found
            .iter()
            .map(|(clause, severity)| format!("{clause} {}", severity.word()))
            .collect::<Vec<_>>()
    };
    if defect.kind == Kind::Control || expected == "pass" {
        // What a control does may be worth a warning at its own clause (F23), and nowhere else.
        let clean = found.iter().all(|(clause, severity)| match severity {
            Severity::Skip | Severity::Info => true,
            Severity::Warn => defect.clauses.contains(&clause.as_str()),
            Severity::Fail => false,
        });
        return (!clean).then(|| {
            format!(
                "is a control, and was held against the engine: {:?}",
                shown()
            )
        });
    }
    let hit = found.iter().any(|(clause, severity)| {
        defect.clauses.contains(&clause.as_str()) && severity.word() == expected
    });
    if GAPS
        .iter()
        .any(|(name, id, _)| *name == dialect.name() && *id == defect.id)
    {
        return hit.then(|| "is found, so it is no gap any more".to_owned());
    }
    (!hit).then(|| {
        format!(
            "wanted {expected} at one of {:?}, got {:?}",
            defect.clauses,
            shown()
        )
    })
}

/// Examines each defect of a dialect and fails with all that is wrong.
#[expect(
    clippy::print_stdout,
    reason = "the table of defects and clauses is read in the test's output"
)]
fn every_defect(dialect: &str) {
    let dialect = protocol::dialect(dialect).expect("a dialect");
    let only = std::env::var("KENTEI_DEFECTS").unwrap_or_default();
    let wanted = |defect: &&Defect| only.is_empty() || only.split(',').any(|id| id == defect.id);
    let defects: Vec<_> = reference::defects(dialect.name())
        .iter()
        .filter(wanted)
        .collect();
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(defect) = defects.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut column = String::new();
                    let problem = problem(dialect, defect, &mut column);
                    rows.lock()
                        .expect("no thread panics")
                        .push((defect.id, column, problem));
                }
            });
        }
    });
    let mut rows = rows.into_inner().expect("no thread panics");
    rows.sort();
    for (id, column, _) in &rows {
        println!("{id}:{column}");
    }
    let problems: Vec<_> = rows
        .iter()
        .filter_map(|(id, _, problem)| problem.as_ref().map(|text| format!("{id}: {text}")))
        .collect();
    assert!(
        problems.is_empty(),
        "{} of {}:\n{}",
        problems.len(),
        rows.len(),
        problems.join("\n")
    );
}

#[test]
fn every_usi_defect_is_found_at_its_clause() {
    every_defect("usi");
}

#[test]
fn every_uci_defect_is_found_at_its_clause() {
    every_defect("uci");
}

/// Nothing at all is found on the sound engine, and every scenario is played to its end.
fn sound(dialect: &str) {
    let dialect = protocol::dialect(dialect).expect("a dialect");
    for (profile, _) in &dialect.catalogue().profiles {
        let (library, _) = scenario::load(dialect, &[]);
        let result = played(&plan(dialect, None, profile, library.scenarios));
        for scenario in &result.scenarios {
            let told: Vec<_> = scenario
                .findings
                .iter()
                .map(|finding| (finding.clause.0, &finding.message))
                .collect();
            assert!(
                told.is_empty(),
                "{} in profile {profile}: {told:?}",
                scenario.id
            );
            let fine = matches!(scenario.verdict, Verdict::Pass | Verdict::Skip);
            assert!(
                fine,
                "{} in profile {profile}: {:?} {:?}",
                scenario.id, scenario.verdict, scenario.reason
            );
            let played = scenario.reached_end || scenario.verdict == Verdict::Skip;
            assert!(
                played,
                "{} in profile {profile} ended at line {:?}",
                scenario.id, scenario.stopped_at_line
            );
        }
    }
}

#[test]
fn nothing_is_found_on_the_sound_usi_engine() {
    sound("usi");
}

#[test]
fn nothing_is_found_on_the_sound_uci_engine() {
    sound("uci");
}
