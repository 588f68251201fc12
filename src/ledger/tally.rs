//! Totals of a ledger.

use crate::ledger::{CoverageStanding, Row};

/// The number of clauses of a group, by standing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The group: a family of clauses (`PON`) or a strength (`MUST`).
    pub group: String,
    /// Clauses that an engine was found to violate in a test, in a scenario that names them.
    pub watched: usize,
    /// Clauses that were reported only for written transcripts, or in other scenarios.
    pub judged: usize,
    /// Clauses that cannot be tested, with a reason.
    pub excused: usize,
    /// Clauses that no test has reported and that have no reason.
    pub unwatched: usize,
}

/// Totals for each name that `group` returns, in the order in which the names first appear.
pub fn tallies(rows: &[Row], group: fn(&Row) -> &str) -> Vec<Tally> {
    let mut all: Vec<Tally> = Vec::new();
    for row in rows {
        let name = group(row);
        let at = all.iter().position(|tally| tally.group == name);
        let at = at.unwrap_or_else(|| {
            all.push(Tally {
                group: name.to_owned(),
                watched: 0,
                judged: 0,
                excused: 0,
                unwatched: 0,
            });
            all.len() - 1
        });
        match row.standing {
            CoverageStanding::Watched => all[at].watched += 1,
            CoverageStanding::Judged => all[at].judged += 1,
            CoverageStanding::Excused(_) => all[at].excused += 1,
            CoverageStanding::Unwatched => all[at].unwatched += 1,
        }
    }
    all
}

impl Row {
    /// The family of its clause: `PON` of `USI-PON-01`.
    #[must_use]
    pub fn family(&self) -> &str {
        self.clause.id.0.split('-').nth(1).unwrap_or_default()
    }

    /// The strength of its clause: `MUST`.
    #[must_use]
    pub fn strength(&self) -> &str {
        &self.clause.strength
    }
}
