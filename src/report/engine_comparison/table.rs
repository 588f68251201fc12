//! Engines × clauses: the outcome of each clause with each engine.

use std::collections::HashMap;

use super::{EngineComparison, Member};
use crate::protocol::Catalogue;
use crate::verdict::{ClauseId, Severity, Verdict};

/// The outcome of a clause with one engine, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// The clause is violated.
    Fail,
    /// The clause is violated, but only in a way that gives a warning.
    Warn,
    /// The clause is violated, and the violation is a known failure.
    Known,
    /// A scenario that was not settled has a finding at the clause; it does not count against the engine.
    Open,
    /// There is a finding at the clause that never counts against an engine.
    Info,
    /// Scenarios about the clause were played to a verdict, and nothing was found.
    Pass,
    /// Scenarios about the clause could not be judged, or ended before they reached it.
    Unjudged,
    /// The engine does not offer what the clause is about.
    Skip,
    /// No scenario and no finding of the run is about the clause.
    Unexamined,
}

impl Cell {
    /// All outcomes, the worst first.
    pub const ALL: [Self; 9] = [
        Self::Fail,
        Self::Warn,
        Self::Known,
        Self::Open,
        Self::Info,
        Self::Pass,
        Self::Unjudged,
        Self::Skip,
        Self::Unexamined,
    ];

    /// Whether the outcome is a problem that readers look for first.
    #[must_use]
    pub fn is_notable(self) -> bool {
        match self {
            Self::Fail | Self::Warn | Self::Known | Self::Open => true,
            Self::Info | Self::Pass | Self::Unjudged | Self::Skip | Self::Unexamined => false,
        }
    }

    /// Whether the outcome says something about the engine, so that engines can be compared by it.
    #[must_use]
    pub fn is_judged(self) -> bool {
        match self {
            Self::Fail | Self::Warn | Self::Known | Self::Info | Self::Pass => true,
            Self::Open | Self::Unjudged | Self::Skip | Self::Unexamined => false,
        }
    }
}

/// The engines of one dialect, and its clauses.
#[derive(Debug, Clone)]
pub struct Table<'a> {
    /// Name of the dialect.
    pub dialect: &'a str,
    /// Its clauses.
    pub catalogue: &'a Catalogue,
    /// The columns: positions of the engines in the comparison.
    pub columns: Vec<usize>,
    /// A row for each clause, in the order of the catalogue; clauses that are in no catalogue come last.
    pub rows: Vec<Row>,
}

/// The outcome of one clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The clause.
    pub clause: ClauseId,
    /// A cell for each column.
    pub cells: Vec<Cell>,
}

impl Row {
    /// Whether a cell is [notable](Cell::is_notable).
    #[must_use]
    pub fn is_notable(&self) -> bool {
        self.cells.iter().any(|cell| cell.is_notable())
    }

    /// Whether engines that were judged on the clause have different outcomes.
    #[must_use]
    pub fn differs(&self) -> bool {
        let mut judged = self.cells.iter().filter(|cell| cell.is_judged());
        let first = judged.next();
        judged.any(|cell| Some(cell) != first)
    }
}

/// The number of rows without a notable cell, by what they contain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rest {
    /// Followed by every engine that was judged on them.
    pub kept: usize,
    /// A finding that never counts, with at least one engine.
    pub noted: usize,
    /// No engine was judged on them.
    pub open: usize,
}

impl Table<'_> {
    /// The rows with a notable cell.
    pub fn notable(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.is_notable())
    }

    /// The numbers of the other rows.
    #[must_use]
    pub fn rest(&self) -> Rest {
        let mut rest = Rest::default();
        for row in self.rows.iter().filter(|row| !row.is_notable()) {
            let has = |cell| row.cells.contains(&cell);
            if has(Cell::Info) {
                rest.noted += 1;
            } else if has(Cell::Pass) {
                rest.kept += 1;
            } else {
                rest.open += 1;
            }
        }
        rest
    }
}

/// A table for each dialect, in the order in which the dialects first appear among the engines.
#[must_use]
pub fn of<'a>(engine_comparison: &EngineComparison<'a>) -> Vec<Table<'a>> {
    let mut tables: Vec<Table<'a>> = Vec::new();
    for (place, member) in engine_comparison.members.iter().enumerate() {
        let same = |table: &&mut Table<'a>| table.dialect == member.run.dialect;
        match tables.iter_mut().find(same) {
            Some(table) => table.columns.push(place),
            None => tables.push(Table {
                dialect: member.run.dialect,
                catalogue: member.catalogue,
                columns: vec![place],
                rows: Vec::new(),
            }),
        }
    }
    for table in &mut tables {
        let seen = table.columns.iter().map(|place| seen(&engine_comparison.members[*place]));
        let seen: Vec<HashMap<ClauseId, ClauseTally>> = seen.collect();
        let known = table.catalogue.clauses.iter().map(|clause| clause.id);
        let mut clauses: Vec<ClauseId> = known.collect();
        let mut others: Vec<ClauseId> = seen.iter().flat_map(|seen| seen.keys().copied()).collect();
        others.retain(|id| table.catalogue.clause(id.0).is_none());
        others.sort_unstable();
        others.dedup();
        clauses.extend(others);
        let cell = |clause: ClauseId, seen: &HashMap<ClauseId, ClauseTally>| {
            seen.get(&clause).map_or(Cell::Unexamined, ClauseTally::cell)
        };
        let rows = clauses.into_iter().map(|clause| Row {
            clause,
            cells: seen.iter().map(|seen| cell(clause, seen)).collect(),
        });
        table.rows = rows.collect();
    }
    tables
}

/// What the scenarios of a run show about a clause.
#[derive(Debug, Clone, Copy, Default)]
struct ClauseTally {
    /// The worst severity of settled findings that are not known failures.
    worst: Option<Severity>,
    known: bool,
    open: bool,
    judged: bool,
    unjudged: bool,
    skipped: bool,
}

impl ClauseTally {
    fn cell(&self) -> Cell {
        match self.worst {
            Some(Severity::Fail) => Cell::Fail,
            Some(Severity::Warn) => Cell::Warn,
            Some(Severity::Info | Severity::Skip) | None if self.known => Cell::Known,
            Some(Severity::Info | Severity::Skip) | None if self.open => Cell::Open,
            Some(Severity::Info) => Cell::Info,
            Some(Severity::Skip) | None if self.judged => Cell::Pass,
            Some(Severity::Skip) | None if self.unjudged => Cell::Unjudged,
            Some(Severity::Skip) | None if self.skipped => Cell::Skip,
            Some(Severity::Skip) | None => Cell::Unexamined,
        }
    }
}

fn seen(member: &Member<'_>) -> HashMap<ClauseId, ClauseTally> {
    let run = member.run;
    let mut clauses: HashMap<ClauseId, ClauseTally> = HashMap::new();
    for scenario in &run.scenarios {
        for clause in &scenario.clauses {
            let seen = clauses.entry(*clause).or_default();
            match scenario.verdict {
                Verdict::Pass | Verdict::Warn | Verdict::Flaky => seen.judged = true,
                // A script that failed at another clause may not have reached this one.
                Verdict::Fail if scenario.reached_end => seen.judged = true,
                Verdict::Fail | Verdict::Blocked | Verdict::Inconclusive | Verdict::Error => {
                    seen.unjudged = true;
                }
                Verdict::Skip => seen.skipped = true,
            }
        }
        let settled = scenario.verdict.is_settled();
        for finding in &scenario.findings {
            let seen = clauses.entry(finding.clause).or_default();
            if !settled {
                seen.open |= finding.counts();
            } else if run.known(&scenario.id, finding).is_some() {
                seen.known = true;
            } else {
                seen.worst = seen.worst.max(Some(finding.severity));
            }
        }
    }
    clauses
}
