//! The table of several engines in JSON, version 1. Fields are only ever added.

use schemars::JsonSchema;
use serde::Serialize;

use super::ReportV1;
use crate::report::engine_comparison::EngineComparison;
use crate::report::engine_comparison::table::{self, Cell, Table};
use crate::run::result::{Conformance, Tool};

/// The value of `format`.
pub(super) const FORMAT: &str = "kentei-table";

/// A comparison of several engines: a table of engines and clauses, and the full report of each engine.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "kentei table, version 1")]
pub struct TableV1<'a> {
    /// Always `kentei-table`.
    #[schemars(extend("const" = "kentei-table"))]
    pub format: String,
    /// Version of this format: 1.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// The program that made the table.
    pub tool: Tool,
    /// The verdict over all engines: nonconformant if one engine is; otherwise inconclusive if one could not be judged
    /// or the user ended the runs early.
    pub verdict: Conformance,
    /// One table for each dialect, ordered by its first engine.
    pub tables: Vec<ClauseTableV1>,
    /// The engines, in the order of the engine file.
    pub engines: Vec<MemberV1<'a>>,
    /// Whether the user ended the runs early.
    pub interrupted: bool,
}

/// The clauses of one dialect, with the outcome of each clause for each engine.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ClauseTableV1 {
    /// Name of the dialect.
    pub dialect: String,
    /// Names of the engines, in the order of the columns.
    pub engines: Vec<String>,
    /// Every clause of the dialect, in catalogue order.
    pub clauses: Vec<RowV1>,
}

/// The outcome of one clause for each engine.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RowV1 {
    /// Id of the clause.
    pub id: String,
    /// One outcome for each of `engines`, in the same order.
    pub verdicts: Vec<CellV1>,
}

/// The outcome of a clause for one engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CellV1 {
    /// The clause is broken.
    Fail,
    /// The clause is broken in a way that is only a warning.
    Warn,
    /// The clause is broken, and the engine file lists this as known.
    Known,
    /// A violation was found but not confirmed; it is not counted against the engine.
    Open,
    /// Something was noted that is never counted.
    Info,
    /// The clause was examined, and no violation was found.
    Pass,
    /// The clause could not be judged.
    Unjudged,
    /// The engine does not offer what the clause is about.
    Skip,
    /// No scenario and no finding of the run is about the clause.
    Unexamined,
}

/// One engine.
#[derive(Serialize, JsonSchema)]
pub struct MemberV1<'a> {
    /// Name in the engine file.
    pub name: String,
    /// The full report. If the engine did not start, or was not run because the user ended the runs, the report has no
    /// scenarios and a `reason`.
    pub report: ReportV1<'a>,
}

impl<'a> TableV1<'a> {
    /// The table of these engines.
    #[must_use]
    pub fn of(engine_comparison: &EngineComparison<'a>) -> Self {
        let engines = engine_comparison.members.iter().map(|member| MemberV1 {
            name: member.name.to_owned(),
            report: ReportV1::of(member.run, None),
        });
        let tables = table::of(engine_comparison);
        Self {
            format: FORMAT.to_owned(),
            version: 1,
            tool: Tool::this(),
            verdict: engine_comparison.verdict(),
            tables: tables
                .iter()
                .map(|table| ClauseTableV1::of(engine_comparison, table))
                .collect(),
            engines: engines.collect(),
            interrupted: engine_comparison.interrupted(),
        }
    }
}

impl ClauseTableV1 {
    fn of(engine_comparison: &EngineComparison<'_>, table: &Table<'_>) -> Self {
        let names = table.columns.iter();
        let rows = table.rows.iter().map(|row| RowV1 {
            id: row.clause.0.to_owned(),
            verdicts: row.cells.iter().copied().map(CellV1::from).collect(),
        });
        Self {
            dialect: table.dialect.to_owned(),
            engines: names.map(|place| engine_comparison.members[*place].name.to_owned()).collect(),
            clauses: rows.collect(),
        }
    }
}

impl From<Cell> for CellV1 {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Fail => Self::Fail,
            Cell::Warn => Self::Warn,
            Cell::Known => Self::Known,
            Cell::Open => Self::Open,
            Cell::Info => Self::Info,
            Cell::Pass => Self::Pass,
            Cell::Unjudged => Self::Unjudged,
            Cell::Skip => Self::Skip,
            Cell::Unexamined => Self::Unexamined,
        }
    }
}
