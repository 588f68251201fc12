//! The rules and scenarios that the bad examples prove, for the ledger of clauses.

#[path = "../../../tests/record/mod.rs"]
mod record;

use super::examples::{World, world};
use crate::files::bless;
use crate::protocol::DIALECTS;
use crate::verdict::Watcher;
use record::Kind;

#[test]
fn what_the_examples_prove_is_in_the_ledger() {
    for dialect in DIALECTS {
        let evidence = evidence(&world(*dialect));
        record::compare(&format!("src/ledger/{}/examples.yaml", dialect.name()), &evidence, 1);
    }
}

fn evidence(world: &World) -> record::Evidence {
    let mut evidence = record::Evidence::default();
    for (scenario, finding) in world.findings() {
        let clause = finding.clause.0;
        if let (Watcher::Rule(rule), Some(violation)) = (&finding.watcher, &finding.violation) {
            evidence.see(clause, Kind::Rules, &format!("{rule} {violation}"));
        }
        if let Some(scenario) = scenario
            && scenario.clauses.contains(&finding.clause)
        {
            let script = scenario.id.split('[').next().unwrap_or_default();
            evidence.see(clause, Kind::Scenarios, script);
        }
    }
    evidence
}
