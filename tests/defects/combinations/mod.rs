//! Defects that need a combination of conditions: no bundled script shows one of them, and generated sessions show
//! each.
//!
//! `docs/combinations.md` records how often and by which session each defect is shown. A run of the tests plays a
//! quarter of the scripts, chosen by the number of `KENTEI_TURN`, and the recorded sessions of all defects.
//! `KENTEI_BLESS=1 KENTEI_SEEDS=20 cargo test --test defects generated_sessions` writes the record; with
//! `KENTEI_DEFECTS=X01,X02` only the rows of these defects. With `KENTEI_MINUTES=30` no seed is started after 30
//! minutes, and seeds that are complete are not played again next time.

mod done;
mod record;
mod trial;

use std::collections::BTreeMap;
use std::num::NonZero;

use kentei::engine::Launch;
use kentei::protocol::{self, Dialect};
use kentei::reference::{self, Defect};
use kentei::run;
use kentei::run::plan::{self, NoObserver, Plan, Share};
use kentei::run::result::ScenarioResult;
use kentei::scenario::{self, Scenario};
use kentei::verdict::{Severity, Verdict};

use crate::bless::blessed;
use crate::built_in::RunAs;
use crate::play;
use crate::turn;

use record::Row;
use trial::Trial;

/// The number of parts of the scripts; each run of the tests plays one part.
const PARTS: usize = 4;
/// How many recorded sessions are played at once. They mostly wait.
const AT_ONCE: usize = 64;
/// How often each recorded session is played until one shows the defect.
const TRIES: usize = 2;
/// How often a script has to show a defect. Some defects depend on the time between two lines, which other work of the
/// machine can change once.
const AGAIN: usize = 3;
/// How many seeds are tried for a defect that no recorded session shows.
const SEEDS: u64 = 2;

/// Plays the scripts of a dialect against an engine that has all of these defects, and fails with each scenario in
/// which a defect shows. No defect changes anything until its combination is sent.
pub(crate) fn are_not_shown(name: &str) {
    let dialect = protocol::dialect(name).expect("a dialect");
    let (library, _) = scenario::load(dialect, &[]);
    let library = library.scenarios;
    let ids: Vec<&str> = reference::generated(name).iter().map(|defect| defect.id).collect();
    let all = ids.join("+");
    let profiles = &dialect.catalogue().profiles;
    let mut shown = Vec::new();
    for (at, (profile, _)) in profiles.iter().enumerate() {
        let mine =
            |number: usize| turn::has_turn(number * profiles.len() + at, PARTS * profiles.len());
        let scripts = library.iter().enumerate().filter(|(number, _)| mine(*number));
        let mut scripts: Vec<Scenario> = scripts.map(|(_, script)| script.clone()).collect();
        let mut found = BTreeMap::new();
        for _ in 0..AGAIN {
            found = shown_by(dialect, &all, profile, scripts, &library);
            let again = library.iter().filter(|script| found.contains_key(&script.id));
            scripts = again.cloned().collect();
            if scripts.is_empty() {
                break;
            }
        }
        shown.extend(found.into_values());
    }
    assert!(shown.is_empty(), "{}", shown.join("\n"));
}

/// What is found with these defects in each script that shows one.
fn shown_by(
    dialect: &'static dyn Dialect,
    defects: &str,
    profile: &'static str,
    scripts: Vec<Scenario>,
    library: &[Scenario],
) -> BTreeMap<String, String> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let (jobs, busy) = plan::jobs(cores, true);
    let plan = play::plan(dialect, Some(defects), RunAs::Process, profile, scripts, library);
    let stub = Launch::new(env!("CARGO_BIN_EXE_kentei")).args(["echo"]);
    let plan = Plan { jobs, busy: Some(busy), share: Share::Auto, stub: Some(stub.into()), ..plan };
    let result = run::run(&plan, &NoObserver).expect("the built-in engine starts");
    let broken = |scenario: &&ScenarioResult| {
        matches!(scenario.verdict, Verdict::Fail | Verdict::Warn | Verdict::Error)
    };
    let found = result.scenarios.iter().filter(broken).map(|scenario| {
        let held = scenario.findings.iter().filter(|one| one.severity >= Severity::Warn);
        let held: Vec<&str> = held.map(|finding| finding.clause.0).collect();
        let (id, reason) = (&scenario.id, &scenario.reason);
        (id.clone(), format!("{id} in {profile}: {held:?} {reason:?}"))
    });
    found.collect()
}

/// Plays the recorded sessions of a dialect's defects. Fails with each defect that neither a recorded session nor
/// an exploration shows. The exploration is needed if the model has changed, because then other sessions may show
/// the defect.
pub(crate) fn are_found(name: &str) {
    let dialect = protocol::dialect(name).expect("a dialect");
    let chosen = reference::generated(name).iter().filter(|defect| turn::is_chosen(defect));
    let chosen: Vec<&'static Defect> = chosen.collect();
    if blessed() && std::env::var_os("KENTEI_SEEDS").is_some() {
        record::write(dialect, &chosen);
        return;
    }
    let rows = record::read(name);
    let profiles = dialect.catalogue().profiles.iter().map(|(profile, _)| *profile);
    let trials: BTreeMap<&str, Trial> =
        profiles.map(|profile| (profile, Trial::new(dialect, profile))).collect();
    let played = trial::all(&chosen, AT_ONCE, |defect| {
        let ids: Vec<&str> = rows.get(defect.id).into_iter().flat_map(Row::ids).collect();
        // On a busy machine the right moment can be missed.
        let mut ids = ids.iter().cycle().take(TRIES * ids.len());
        ids.any(|id| trials[trial::profile(defect)].does_show(id, defect))
    });
    let mut missed: Vec<&'static Defect> =
        played.iter().filter(|(_, shown)| !shown).map(|(defect, _)| *defect).collect();
    for (profile, trial) in &trials {
        for seed in 1..=SEEDS {
            let mut group = missed.clone();
            group.retain(|defect| trial::profile(defect) == *profile);
            if !group.is_empty() {
                let found = trial.explored(&group, seed);
                missed.retain(|defect| !found.contains_key(defect.id));
            }
        }
    }
    let missed: Vec<&str> = missed.iter().map(|defect| defect.id).collect();
    assert!(
        missed.is_empty(),
        "neither the record nor {SEEDS} seeds have a session for {missed:?}"
    );
}

/// The record has each defect, and each was found.
#[test]
fn each_defect_that_needs_a_combination_is_on_record_and_was_found() {
    for (name, least) in [("usi", 40), ("uci", 20)] {
        let rows = record::read(name);
        let defects = reference::generated(name);
        assert!(defects.len() >= least, "{} of {name}", defects.len());
        for defect in defects {
            let row = rows.get(defect.id).unwrap_or_else(|| panic!("{name} {}", defect.id));
            assert_eq!(row.behaviour, defect.behaviour, "{name} {}", defect.id);
            assert!(row.found > 0, "{name} {} was never found", defect.id);
        }
        assert_eq!(rows.len(), defects.len(), "{name}: rows of defects that are gone");
    }
}
