//! The outcome of a clause, and the verdict of all engines together.

use super::table::{self, Cell, Rest, Row};
use super::{EngineComparison, words};
use crate::report::fixtures;
use crate::run::known::{Known, KnownResult, KnownStanding};
use crate::run::result::{Conformance, RunResult, ScenarioResult};
use crate::verdict::{ClauseId, Severity, Verdict};

fn with_engine_comparison<T>(
    runs: &[(String, RunResult)],
    check: impl FnOnce(&EngineComparison<'_>) -> T,
) -> T {
    let catalogue = fixtures::catalogue();
    check(&fixtures::engine_comparison(runs, &catalogue))
}

/// The cell of the pondering clause, which every scenario of the fixtures names, in a run of these scenarios.
fn cell(scenarios: Vec<ScenarioResult>) -> Cell {
    let run = fixtures::run(Conformance::Conformant, scenarios);
    with_engine_comparison(&[("x".to_owned(), run)], |engine_comparison| {
        let tables = table::of(engine_comparison);
        let mut rows = tables[0].rows.iter();
        let row = rows.find(|row| row.clause.0 == "USI-PON-01").unwrap();
        row.cells[0]
    })
}

fn with(verdict: Verdict, severity: Option<Severity>) -> ScenarioResult {
    let mut scenario = fixtures::scenario("usi/x", verdict);
    let found = severity.map(|severity| fixtures::finding("USI-PON-01", severity, &[]));
    scenario.findings = found.into_iter().collect();
    scenario
}

#[test]
fn the_worst_that_is_held_against_an_engine_decides() {
    let check = |scenarios: Vec<ScenarioResult>, expected| assert_eq!(cell(scenarios), expected);
    let (fail, warn) = (Some(Severity::Fail), Some(Severity::Warn));
    check(vec![with(Verdict::Pass, None)], Cell::Pass);
    check(vec![with(Verdict::Warn, warn), with(Verdict::Fail, fail)], Cell::Fail);
    check(vec![with(Verdict::Warn, warn), with(Verdict::Pass, None)], Cell::Warn);
    check(vec![with(Verdict::Pass, Some(Severity::Info))], Cell::Info);
    check(Vec::new(), Cell::Unexamined);
}

#[test]
fn what_is_not_settled_is_never_a_pass() {
    let (fail, info) = (Some(Severity::Fail), Some(Severity::Info));
    for verdict in [Verdict::Flaky, Verdict::Inconclusive, Verdict::Error] {
        let open = vec![with(Verdict::Pass, None), with(verdict, fail)];
        assert_eq!(cell(open), Cell::Open, "{verdict:?}");
    }
    assert_eq!(cell(vec![with(Verdict::Inconclusive, info)]), Cell::Unjudged);
    for verdict in [Verdict::Inconclusive, Verdict::Blocked, Verdict::Error] {
        assert_eq!(cell(vec![with(verdict, None)]), Cell::Unjudged, "{verdict:?}");
    }
    assert_eq!(cell(vec![with(Verdict::Skip, None)]), Cell::Skip);
    // A script that stopped at another clause proves nothing about this one.
    let mut broke_off = with(Verdict::Fail, None);
    assert_eq!(cell(vec![broke_off.clone()]), Cell::Pass);
    broke_off.reached_end = false;
    assert_eq!(cell(vec![broke_off]), Cell::Unjudged);
}

#[test]
fn what_is_known_to_fail_is_neither_broken_nor_kept() {
    let mut run =
        fixtures::run(Conformance::Conformant, vec![with(Verdict::Fail, Some(Severity::Fail))]);
    run.known = vec![KnownResult {
        known: Known {
            clause: Some(ClauseId("USI-PON-01")),
            scenario: None,
            reason: "issue 12".to_owned(),
            place: "kentei.yaml:9".to_owned(),
        },
        standing: KnownStanding::Seen,
        findings: 1,
    }];
    with_engine_comparison(&[("x".to_owned(), run)], |engine_comparison| {
        let rows = &table::of(engine_comparison)[0].rows;
        assert!(rows.iter().any(|row| row.cells == [Cell::Known]));
        assert!(engine_comparison.members[0].held().is_empty());
    });
}

#[test]
fn each_dialect_has_a_table_of_its_own_engines() {
    with_engine_comparison(&fixtures::engines(), |engine_comparison| {
        let tables = table::of(engine_comparison);
        let columns: Vec<(&str, &[usize])> =
            tables.iter().map(|table| (table.dialect, table.columns.as_slice())).collect();
        assert_eq!(columns, [("usi", &[0, 1, 3][..]), ("uci", &[2])]);
        let notable: Vec<&Row> = tables[0].notable().collect();
        let row =
            |clause, cells: [Cell; 3]| Row { clause: ClauseId(clause), cells: cells.to_vec() };
        let absent = Cell::Unexamined;
        assert_eq!(
            notable,
            [
                &row("USI-PON-01", [Cell::Pass, Cell::Fail, absent]),
                &row("USI-INFO-07", [Cell::Unexamined, Cell::Warn, absent]),
            ]
        );
        assert!(notable[0].differs() && !notable[1].differs());
        let rest = tables[0].rest();
        assert_eq!((rest.kept, rest.noted, rest.open), (0, 1, 0));
        assert!(words::rest(rest, true).ends_with("shown: 1 with notes only"));
        assert_eq!(words::rest(Rest::default(), true), "");
    });
}

#[test]
fn a_clause_that_is_in_no_catalogue_is_not_lost() {
    let mut scenario = with(Verdict::Fail, Some(Severity::Fail));
    scenario.findings[0].clause = ClauseId("USI-NEW-99");
    let run = fixtures::run(Conformance::Nonconformant, vec![scenario]);
    with_engine_comparison(&[("x".to_owned(), run)], |engine_comparison| {
        let table = &table::of(engine_comparison)[0];
        assert_eq!(table.rows.last().unwrap().clause.0, "USI-NEW-99");
    });
}

#[test]
fn one_that_is_not_conformant_decides_and_else_one_that_could_not_be_judged() {
    let check = |wanted: &[Conformance], ended, expected| {
        let runs: Vec<(String, RunResult)> = wanted
            .iter()
            .map(|verdict| {
                let mut run = fixtures::run(*verdict, Vec::new());
                run.interrupted = ended;
                ("x".to_owned(), run)
            })
            .collect();
        with_engine_comparison(&runs, |engine_comparison| {
            assert_eq!(engine_comparison.verdict(), expected, "{wanted:?}")
        });
    };
    use Conformance::{Conformant, Inconclusive, Nonconformant};
    check(&[Conformant, Conformant], false, Conformant);
    check(&[Conformant, Inconclusive], false, Inconclusive);
    check(&[Inconclusive, Nonconformant, Conformant], false, Nonconformant);
    check(&[Nonconformant, Conformant], true, Inconclusive);
    check(&[], false, Inconclusive);
    with_engine_comparison(&fixtures::engines(), |engine_comparison| {
        assert_eq!(
            words::verdict(engine_comparison),
            "not conformant: of 4 engines 2 conformant, 1 not conformant, 1 could not be judged"
        );
    });
}
