//! Scenarios that share a process: an engine with a slow start is started only a few times more than necessary; the
//! same violations are found as with a process for each scenario; and what an engine carries from one game to the
//! next is reported as carryover.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::cli::kentei;
use kentei::{protocol, run, scenario};
use serde_json::Value;

const PATIENCE: Duration = Duration::from_secs(600);
/// How many starts are allowed in addition to those of scenarios that need a process of their own.
const STARTS: u64 = 5;

/// The report of a run of the built-in engine with a defect.
fn examine(defect: &str, share: &str, filters: &[&str], more: &[&str]) -> Value {
    let mut args = vec!["run", "--share", share, "--report", "json"];
    if !defect.is_empty() {
        args.extend(["--defect", defect]);
    }
    args.extend(filters.iter().flat_map(|filter| ["--filter", filter]));
    args.extend(more);
    let run = kentei(&args).timeout(PATIENCE).assert();
    serde_json::from_slice(&run.get_output().stdout).expect("a report")
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn number(report: &Value, key: &str) -> u64 {
    report["time"][key].as_u64().expect("a number")
}

/// Clauses, each with its verdict, `warn` or `fail`.
type Clauses = BTreeSet<(String, String)>;

/// The clauses that were violated.
fn broken(report: &Value) -> Clauses {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let clauses = list(report, "clauses").iter();
    let held = clauses.filter(|clause| matches!(clause["verdict"].as_str(), Some("warn" | "fail")));
    held.map(|clause| (text(&clause["id"]), text(&clause["verdict"]))).collect()
}

fn verdicts(report: &Value) -> Vec<(&str, &str)> {
    let scenarios = list(report, "scenarios").iter();
    scenarios
        .map(|scenario| {
            let text = |key: &str| scenario[key].as_str().unwrap_or_default();
            (text("id"), text("verdict"))
        })
        .collect()
}

const SOME: [&str; 5] =
    ["usi/go/mated*", "usi/go/declaration*", "usi/position/sfen*", "usi/option/*", "usi/quit/*"];

#[test]
fn a_costly_start_is_paid_a_few_times_only() {
    for slow in ["P01", "P01:ready"] {
        let report = examine(slow, "auto", &SOME, &[]);
        assert_eq!(report["verdict"], "conformant", "{slow}");
        let scenarios = list(&report, "scenarios");
        let needs_none = |scenario: &&Value| !list(scenario, "preceded_by").is_empty();
        let spared = scenarios.iter().filter(needs_none).count() as u64;
        assert_eq!(spared, number(&report, "starts_saved"), "{slow}");
        assert!(spared > 20, "{slow}: {spared} of {}", scenarios.len());
        let own = own_processes(&report);
        let starts = number(&report, "starts");
        assert!(starts <= own + STARTS, "{slow}: {starts} starts, {own} needed");
    }
}

/// How many scenarios of a run need a process of their own.
fn own_processes(report: &Value) -> u64 {
    let dialect = protocol::dialect("usi").expect("a dialect");
    let (library, _) = scenario::load(dialect, &[]);
    let own = list(report, "scenarios").iter().filter(|played| {
        let mut known = library.scenarios.iter();
        let scenario = known.find(|scenario| played["id"] == *scenario.id);
        !run::can_share(dialect, scenario.expect("it is bundled"))
    });
    own.count() as u64
}

/// The engine answers its third `isready` twice. Which `isready` is the third one depends on the scenarios that
/// share the process, but scenarios with a process of their own show the violation too.
#[test]
fn what_fresh_processes_show_as_well_is_not_carried_from_game_to_game() {
    let some = ["usi/go/mated*", "usi/ready/*", "shared/ready/*", "usi/newgame/*"];
    let report = examine("O07", "always", &some, &[]);
    let clauses: Vec<String> = broken(&report).into_iter().map(|(clause, _)| clause).collect();
    assert_eq!(clauses, ["USI-READY-05"]);
}

#[test]
fn an_engine_that_starts_at_once_is_started_for_each_scenario() {
    // On a busy host a start may take as long as that of a slow engine.
    let mut reports = (0..10).map(|_| examine("", "auto", &["usi/go/mated*"], &[]));
    let report = reports.find(|report| number(report, "starts_saved") == 0);
    let report = report.expect("one of ten runs saves no start");
    assert_eq!(number(&report, "starts"), list(&report, "scenarios").len() as u64);
}

/// Different defects: an exit and a lost command between games, replies that cannot be read, a position that is
/// read incorrectly, and state that is carried from game to game.
const DEFECTS: [&str; 6] = ["C15", "C16", "H01", "J02", "N01", "N04"];
/// Scenarios, most of which can share a process.
const PLAYED: [&str; 6] = [
    "usi/position/s*",
    "usi/go/mated*",
    "usi/mate/known*",
    "usi/newgame/*",
    "usi/ready/three-games",
    "usi/info/s*",
];

/// The violated clauses of an engine: those of each examination, and those of any.
#[derive(Debug)]
struct Twice {
    each: Clauses,
    any: Clauses,
}

impl Twice {
    fn of(reported: &Clauses) -> Self {
        Self { each: reported.clone(), any: reported.clone() }
    }

    fn again(&mut self, reported: &Clauses) {
        self.each.retain(|clause| reported.contains(clause));
        self.any.extend(reported.iter().cloned());
    }
}

/// Whether every clause that is violated in separate processes is also violated in a shared process, and no other
/// clause, except for carryover, which can also occur between scenarios.
fn agree(alone: &Twice, shared: &Twice) -> bool {
    let mut others = shared.each.difference(&alone.any);
    shared.any.is_superset(&alone.each) && others.all(|(clause, _)| clause == "USI-GO-19")
}

#[test]
fn the_same_clauses_are_broken_alone_and_in_a_shared_process() {
    std::thread::scope(|scope| {
        for defect in DEFECTS {
            scope.spawn(move || {
                let reported = |share| broken(&examine(defect, share, &PLAYED, &[]));
                let (mut alone, mut shared) =
                    (Twice::of(&reported("never")), Twice::of(&reported("always")));
                assert!(!alone.each.is_empty(), "{defect} shows in these scenarios");
                // Which move the engine finds in time may decide whether it is legal in the position that the
                // engine wrongly remembers.
                if !agree(&alone, &shared) {
                    alone.again(&reported("never"));
                    shared.again(&reported("always"));
                }
                assert!(agree(&alone, &shared), "{defect}: {alone:?}, {shared:?}");
            });
        }
    });
}

#[test]
fn what_is_carried_from_game_to_game_is_reported_as_that_and_can_be_played_again() {
    // One job, because the result depends on the order of the scenarios in a process.
    let one_by_one = ["--jobs", "1"];
    let report = examine("P02", "always", &["usi/go/mated*"], &one_by_one);
    let scenarios = list(&report, "scenarios");
    let leaks = |scenario: &&Value| {
        let mut findings = list(scenario, "findings").iter();
        findings.any(|finding| finding["clause"] == "USI-GO-19" && finding["severity"] == "fail")
    };
    // A repetition plays the prerequisites after the same preceding scenario too. The last carryover is taken, because
    // no prerequisite of `usi/go/stop` is skipped for that reason.
    let leak = scenarios.iter().rev().find(leaks).expect("a leak is reported");
    assert_eq!(leak["verdict"], "fail", "{leak:#}");
    let [before] = list(leak, "preceded_by") else {
        panic!("the one before is enough: {leak:#}");
    };
    let (id, before) = (leak["id"].as_str(), before.as_str());
    let (id, before) = (id.expect("an id"), before.expect("an id"));

    let alone = examine("P02", "never", &[id], &[]);
    assert_eq!(alone["verdict"], "conformant", "by itself it is right");
    let after = examine("P02", "never", &[id], &["--preceded-by", before]);
    let verdicts = verdicts(&after);
    assert!(verdicts.contains(&(id, "fail")), "{verdicts:?}");
}

/// A late reply in a shared process counts only if it is late in each repetition, with nothing else running.
#[test]
fn a_clock_that_is_carried_over_is_reported_as_that() {
    // The order of the scenarios in a process must not depend on the machine.
    let filters = ["usi/go/byoyomi*", "usi/go/answers"];
    let report = examine("P03", "always", &filters, &["--jobs", "1"]);
    let scenarios = list(&report, "scenarios").iter();
    let leaks: Vec<&Value> = scenarios
        .flat_map(|scenario| list(scenario, "findings"))
        .filter(|finding| finding["clause"] == "USI-GO-19")
        .collect();
    let [leak, ..] = leaks[..] else {
        panic!("a leak is reported: {:?}", verdicts(&report));
    };
    assert_eq!(leak["timing"], true);
    let notes = list(leak, "notes");
    let counts = |note: &Value| note.as_str().is_some_and(|text| text.starts_with("3 of 3 times"));
    assert!(notes.iter().any(counts), "{notes:?}");
}

#[test]
fn nothing_can_be_after_a_scenario_that_needs_a_process_of_its_own() {
    let run = kentei(&["run", "--filter", "usi/go/stop", "--preceded-by", "usi/quit/before-ready"]);
    let run = { run }.assert().code(2);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.contains("needs a process of its own"), "{said}");
}
