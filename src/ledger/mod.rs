//! The ledger of a dialect: which rules and scripts detect a violation of each clause, as far as tests show it.
//!
//! A declaration is no proof: a rule may be unreachable, and a script may wait for something that never occurs. So
//! the ledger counts only what tests have seen reported (`record`) and compares it with what is declared. A missing
//! proof is a [`CoverageGap`].

mod record;
mod tally;

use std::collections::BTreeSet;
use std::fmt;

use crate::lang::{Lang, Text, ToText};
use crate::protocol::{Clause, Dialect};
use crate::reference::Defect;
use crate::scenario::Scenario;

use record::Reporters;
pub use tally::{Tally, tallies};

/// All clauses of a dialect, with the rules and scripts that report them, and the gaps in coverage.
#[derive(Debug)]
pub struct Ledger {
    /// One row per clause, in the order of the catalogue.
    pub rows: Vec<Row>,
    /// The gaps; empty if every clause is covered or excused.
    pub gaps: Vec<CoverageGap>,
    /// The number of pairs of a script and a clause that the script names.
    pub pairs: usize,
    /// The pairs for which no engine was ever found to violate the clause in the script, in the order of the scripts.
    pub unproven: Vec<(String, &'static str)>,
}

/// A clause, and what has reported it.
#[derive(Debug)]
pub struct Row {
    /// The clause.
    pub clause: &'static Clause,
    /// Rules that reported the clause, each with the violation: `clock late-stop`.
    pub rules: Vec<String>,
    /// Scripts that name the clause and in which it was reported, for an engine or for a written transcript.
    pub scenarios: Vec<String>,
    /// The scripts among `scenarios` in which it was reported for an engine.
    pub played: Vec<String>,
    /// Defects for which it was reported.
    pub defects: Vec<String>,
    /// Whether the clause is covered.
    pub standing: CoverageStanding,
}

/// Whether a clause is covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CoverageStanding {
    /// A test has found an engine that violates it, in a scenario that names it.
    Watched,
    /// It was reported only for written transcripts, or in scenarios that do not name it.
    Judged,
    /// It is not tested, for this reason.
    Excused(String),
    /// No test has reported it.
    Unwatched,
}

/// A gap in coverage.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum CoverageGap {
    /// A testable clause that no test has ever reported.
    Clause(&'static str),
    /// A testable clause for which no engine was found to violate it in a scenario that names it.
    Judged(&'static str),
    /// A clause that is not testable or that binds the GUI, without a reason in the catalogue.
    Reason(&'static str),
    /// A violation that a rule declares and that no test has reported: the clause, and the rule with the violation.
    Rule(&'static str, String),
    /// A script in which no clause that it names was ever reported.
    Scenario(String),
    /// An id in the record or in a list of defects that does not exist, as a whole sentence.
    Unknown(String),
}

impl ToText for CoverageGap {
    fn to_text(&self) -> Text {
        match self {
            Self::Clause(clause) => {
                say!("{clause}: no test shows that a faulty engine is detected", clause)
            }
            Self::Judged(clause) => {
                say!(
                    "{clause}: no test shows that a scenario that names it detects a faulty engine",
                    clause
                )
            }
            Self::Reason(clause) => say!("{clause}: not tested, and no reason is given", clause),
            Self::Rule(clause, rule) => say!("{clause}: the rule {rule} never fired", clause, rule),
            Self::Scenario(id) => {
                say!(
                    "{id}: no test shows that it detects a faulty engine at one of its clauses",
                    id
                )
            }
            Self::Unknown(text) => Text::plain(text),
        }
    }
}

/// In English, as data files need it.
impl fmt::Display for CoverageGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text().in_lang(Lang::En))
    }
}

impl Ledger {
    /// The ledger of a dialect that has these scripts and defects.
    #[must_use]
    pub fn of(dialect: &dyn Dialect, scenarios: &[Scenario], defects: &[Defect]) -> Self {
        let record = record::of(dialect.name());
        let none = Reporters::default();
        let row = |clause: &'static Clause| {
            let seen = record.get(clause.id.0).unwrap_or(&none);
            Row {
                clause,
                rules: seen.rules.iter().cloned().collect(),
                scenarios: seen.scenarios.iter().cloned().collect(),
                played: seen.played.iter().cloned().collect(),
                defects: seen.defects.iter().cloned().collect(),
                standing: standing(clause, seen),
            }
        };
        let rows: Vec<Row> = dialect.catalogue().clauses.iter().map(row).collect();
        let mut gaps: Vec<CoverageGap> = rows.iter().filter_map(gap).collect();
        let of = |clause: &str| record.get(clause).unwrap_or(&none);
        for watch in dialect.watches() {
            let rule = format!("{} {}", watch.rule, watch.violation);
            if !of(watch.clause).rules.contains(&rule) {
                gaps.push(CoverageGap::Rule(watch.clause, rule));
            }
        }
        let scripts: BTreeSet<&str> = scenarios.iter().map(|one| script(&one.id)).collect();
        for id in &scripts {
            if !record.values().any(|seen| seen.scenarios.contains(*id)) {
                gaps.push(CoverageGap::Scenario((*id).to_owned()));
            }
        }
        gaps.extend(unknown(dialect, &record, &scripts, defects));
        gaps.sort();
        let pairs = pairs(scenarios);
        let proven = |(script, clause): &(String, &'static str)| of(clause).played.contains(script);
        Self {
            rows,
            gaps,
            pairs: pairs.len(),
            unproven: pairs.into_iter().filter(|pair| !proven(pair)).collect(),
        }
    }
}

/// Each script with each clause that it names.
fn pairs(scenarios: &[Scenario]) -> BTreeSet<(String, &'static str)> {
    let all = scenarios.iter().flat_map(|scenario| {
        let clauses = scenario.clauses.iter();
        clauses.map(|clause| (script(&scenario.id).to_owned(), clause.0))
    });
    all.collect()
}

/// The id of a script without the name of its case.
fn script(id: &str) -> &str {
    id.split('[').next().unwrap_or_default()
}

fn standing(clause: &Clause, seen: &Reporters) -> CoverageStanding {
    if !seen.played.is_empty() {
        return CoverageStanding::Watched;
    }
    match &clause.why_limited {
        Some(reason) if clause.testable != "yes" || clause.binds == "gui" => {
            CoverageStanding::Excused(reason.clone())
        }
        _ if seen.is_empty() => CoverageStanding::Unwatched,
        _ => CoverageStanding::Judged,
    }
}

fn gap(row: &Row) -> Option<CoverageGap> {
    let id = row.clause.id.0;
    let judged = row.clause.binds != "gui" && row.clause.testable != "no";
    match row.standing {
        CoverageStanding::Watched | CoverageStanding::Excused(_) => None,
        CoverageStanding::Judged if judged => Some(CoverageGap::Judged(id)),
        CoverageStanding::Unwatched if judged => Some(CoverageGap::Clause(id)),
        CoverageStanding::Judged | CoverageStanding::Unwatched => Some(CoverageGap::Reason(id)),
    }
}

/// Ids in the record and in the defects that do not exist.
fn unknown(
    dialect: &dyn Dialect,
    record: &record::Record,
    scripts: &BTreeSet<&str>,
    defects: &[Defect],
) -> Vec<CoverageGap> {
    let catalogue = dialect.catalogue();
    let mut gaps = Vec::new();
    for (clause, seen) in record {
        if catalogue.clause(clause).is_none() {
            gaps.push(format!("the record names {clause}, which is no clause"));
        }
        let gone = seen.scenarios.iter().filter(|id| !scripts.contains(id.as_str()));
        gaps.extend(gone.map(|id| format!("the record names {id}, which is no scenario")));
        let known = |id: &&String| !defects.iter().any(|defect| defect.id == **id);
        let gone = seen.defects.iter().filter(known);
        gaps.extend(gone.map(|id| format!("the record names {id}, which is no defect")));
    }
    for defect in defects {
        let mut clauses = defect.clauses.iter();
        if let Some(clause) = clauses.find(|clause| catalogue.clause(clause).is_none()) {
            gaps.push(format!("{} names {clause}, which is no clause", defect.id));
        }
    }
    gaps.sort();
    gaps.dedup();
    gaps.into_iter().map(CoverageGap::Unknown).collect()
}
