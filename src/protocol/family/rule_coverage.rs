//! The violations that each rule can report, for `explain` and for the ledger of clauses.
//!
//! In debug builds the monitor checks every violation against this list, so tests find what is missing here.

use std::collections::BTreeSet;

use crate::protocol::family::option::violations;
use crate::protocol::family::rule::Rule;
use crate::protocol::family::rules::RULES;
use crate::protocol::family::table::Table;
use crate::protocol::family::violation_id::ViolationId;
use crate::protocol::{Catalogue, RuleCoverage};
use crate::verdict::Severity;

/// The violations that the rules can report in a dialect, each with the clauses that it breaks in any profile.
///
/// # Panics
/// If `violations.yaml` lacks a violation, or has one that no rule reports. A test checks every dialect.
pub(crate) fn watches(table: &Table, catalogue: &Catalogue) -> Vec<RuleCoverage> {
    let mut watches = Vec::new();
    let mut noticed = BTreeSet::new();
    for rule in RULES {
        for id in violations(rule, table) {
            let violation = id.to_string();
            for (profile, _) in &catalogue.profiles {
                let Some(mapping) = catalogue.clause_mapping(&violation, profile) else {
                    continue;
                };
                let severity = catalogue.severity(mapping.clause, profile);
                if severity.min(mapping.at_most) == Severity::Skip {
                    continue;
                }
                watches.push(RuleCoverage {
                    clause: mapping.clause,
                    rule: rule.name,
                    violation: violation.clone(),
                    meaning: id.meaning(),
                });
            }
            noticed.insert(violation);
        }
    }
    let listed: BTreeSet<String> = catalogue.violations.ids().map(str::to_owned).collect();
    let missing: Vec<&String> = noticed.difference(&listed).collect();
    let unknown: Vec<&String> = listed.difference(&noticed).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "the violations.yaml of {} lacks {missing:?}, and no rule notices its {unknown:?}",
        table.hello
    );
    watches.sort();
    watches.dedup();
    watches
}

/// The violations that a rule can report.
pub(crate) fn violations(rule: &Rule, table: &Table) -> Vec<ViolationId> {
    let mut ids = rule.violations.concat();
    if rule.name == "grammar" {
        ids.extend(violations::reserved_violations(table));
    }
    ids
}
