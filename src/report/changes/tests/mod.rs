//! For each kind of change, a report made by hand that shows it, and one that nearly shows it but does not.

mod engine;
mod judged;
mod whole;

use super::types::{ClauseChange, ClauseWhat};
use super::words;
use super::{Changes, Impact, Outcome, between};
use crate::protocol::DeclaredOption;
use crate::report::fixtures;
use crate::report::terminal::changes::plain;
use crate::run::result::{Conformance, RunResult};
use crate::verdict::{Severity, Verdict};

/// The scenarios of a report: id, verdict, and the findings in it.
type ToText<'a> = (&'a str, Verdict, &'a [(&'static str, Severity)]);

fn report(scenarios: &[ToText<'_>]) -> RunResult {
    let scenarios = scenarios.iter().map(|(id, verdict, findings)| {
        let mut scenario = fixtures::scenario(id, *verdict);
        let findings = findings.iter();
        scenario.findings =
            findings.map(|(clause, severity)| fixtures::finding(clause, *severity, &[])).collect();
        scenario.reached_end = true;
        scenario
    });
    let mut report = fixtures::run(Conformance::Nonconformant, scenarios.collect());
    report.latencies.clear();
    report
}

fn passing(ids: &[&str]) -> RunResult {
    let all: Vec<ToText<'_>> = ids.iter().map(|id| (*id, Verdict::Pass, &[][..])).collect();
    report(&all)
}

/// Compares in both directions, and checks that what is worse in one direction is better in the other.
fn compare(old: &RunResult, new: &RunResult) -> Changes {
    let there = between(old, new).expect("they can be compared");
    let back = between(new, old).expect("they can be compared");
    let ways = |changes: &Changes, way: Impact| {
        let clauses = changes.clauses.iter().map(|change| change.way);
        let scenarios = changes.scenarios.iter().map(|change| change.way);
        clauses.chain(scenarios).filter(|found| *found == way).count()
    };
    assert_eq!(ways(&there, Impact::Worse), ways(&back, Impact::Better), "{there:#?}{back:#?}");
    assert_eq!(ways(&there, Impact::Better), ways(&back, Impact::Worse));
    assert_eq!(ways(&there, Impact::Changed), ways(&back, Impact::Changed));
    let flipped: Vec<bool> = back.messages.iter().map(|change| !change.came).collect();
    assert_eq!(there.messages.iter().map(|change| change.came).collect::<Vec<_>>(), flipped);
    assert_eq!(there.is_empty(), back.is_empty());
    there
}

/// The sentences, as a terminal shows them.
fn reported(changes: &Changes) -> Vec<String> {
    words::sentences(changes).iter().map(|sentence| plain(&sentence.parts)).collect()
}

const BOOT: &str = "USI-BOOT-04";
const PONDER: &str = "USI-PON-01";
const FAIL: Severity = Severity::Fail;
const WARN: Severity = Severity::Warn;

fn one(changes: &Changes) -> &ClauseChange {
    let [change] = &changes.clauses[..] else {
        panic!("one clause, not {:#?}", changes.clauses);
    };
    change
}

fn what(old: &[ToText<'_>], new: &[ToText<'_>]) -> (ClauseWhat, Impact, Outcome) {
    let changes = compare(&report(old), &report(new));
    let change = one(&changes);
    (change.what, change.way, changes.outcome)
}

fn no_news(old: &[ToText<'_>], new: &[ToText<'_>]) {
    let changes = compare(&report(old), &report(new));
    assert_eq!((changes.clauses, changes.outcome), (Vec::new(), Outcome::Good));
}

fn option(name: &str) -> DeclaredOption {
    DeclaredOption {
        name: name.to_owned(),
        kind: "spin".to_owned(),
        default: Some("16".to_owned()),
        min: Some(1),
        max: Some(1024),
        choices: Vec::new(),
    }
}
