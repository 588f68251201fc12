//! The ledger of a dialect: who watches each clause, as far as tests have seen them speak.
//!
//! What is declared proves nothing: a rule may be unreachable and a script may never see what it waits for.
//! So the ledger counts only what tests have seen reported (`record`), and compares that with what is
//! declared. What is missing is a [`CoverageGap`].

mod record;
mod tally;

use std::collections::BTreeSet;
use std::fmt;

use crate::lang::{Lang, Text, ToText};
use crate::protocol::{Clause, Dialect};
use crate::reference::Defect;
use crate::scenario::Scenario;

use record::Seen;
pub use tally::{Tally, tallies};

/// All clauses of a dialect with their watchers, and what is missing.
#[derive(Debug)]
pub struct Ledger {
    /// A row a clause, in the order of the catalogue.
    pub rows: Vec<Row>,
    /// What is missing; empty where every clause is watched or excused.
    pub gaps: Vec<CoverageGap>,
    /// How many pairs of a script and a clause that it names there are.
    pub pairs: usize,
    /// Of these, the ones in which no engine was ever found out at the clause, in the order of their scripts.
    pub unproven: Vec<(String, &'static str)>,
}

/// A clause and who has reported it.
#[derive(Debug)]
pub struct Row {
    /// The clause.
    pub clause: &'static Clause,
    /// Rules that have found it broken, each with the violations that they saw: `clock late-stop`.
    pub rules: Vec<String>,
    /// Scripts that name it and in which it was found broken, by an engine or in a text.
    pub scenarios: Vec<String>,
    /// Of these, the ones in which it was an engine.
    pub played: Vec<String>,
    /// Defects on which it was found broken.
    pub defects: Vec<String>,
    /// What that comes to.
    pub standing: Standing,
}

/// Whether a clause is watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// An engine was found out at it in a test, in a scenario that names it.
    Watched,
    /// A rule has reported it in texts, or in scenarios that do not name it.
    Judged,
    /// It is not watched, for this reason.
    Excused(String),
    /// No test has reported it.
    Unwatched,
}

/// Something that is missing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum CoverageGap {
    /// A clause that can be tested, and that no test has ever reported.
    Clause(&'static str),
    /// A clause that can be tested, and at which no engine was found out in a scenario that names it.
    Judged(&'static str),
    /// A clause that cannot be tested or binds the other side, without a word on why.
    Reason(&'static str),
    /// A violation that a rule is there to see, and never saw: the clause, the rule and the violation.
    Rule(&'static str, String),
    /// A script in which nothing was ever found broken that it names.
    Scenario(String),
    /// An id in the record, in a script or in a table that belongs to no clause.
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

/// In English, as it stands in data.
impl fmt::Display for CoverageGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text().in_lang(Lang::En))
    }
}

impl Ledger {
    /// The ledger of a dialect with these scripts and these defects.
    #[must_use]
    pub fn of(dialect: &dyn Dialect, scenarios: &[Scenario], defects: &[Defect]) -> Self {
        let record = record::of(dialect.name());
        let none = Seen::default();
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

fn standing(clause: &Clause, seen: &Seen) -> Standing {
    if !seen.played.is_empty() {
        return Standing::Watched;
    }
    match &clause.why_limited {
        Some(reason) if clause.testable != "yes" || clause.binds == "gui" => {
            Standing::Excused(reason.clone())
        }
        _ if seen.is_empty() => Standing::Unwatched,
        _ => Standing::Judged,
    }
}

fn gap(row: &Row) -> Option<CoverageGap> {
    let id = row.clause.id.0;
    let judged = row.clause.binds != "gui" && row.clause.testable != "no";
    match row.standing {
        Standing::Watched | Standing::Excused(_) => None,
        Standing::Judged if judged => Some(CoverageGap::Judged(id)),
        Standing::Unwatched if judged => Some(CoverageGap::Clause(id)),
        Standing::Judged | Standing::Unwatched => Some(CoverageGap::Reason(id)),
    }
}

/// Ids that belong to nothing.
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
