//! Some violations show in many scenarios, and one bundled script is about each of them. A script that would report
//! such a violation at a clause of its own must have that script as a prerequisite: then it is blocked, and the
//! violation is reported once.

use std::collections::BTreeSet;

use crate::protocol::{self, Dialect};
use crate::scenario::{self, Scenario, Silence, Step, StepKind, any_step};

/// The bundled scenarios of USI and UCI.
fn libraries() -> impl Iterator<Item = (&'static dyn Dialect, Vec<Scenario>)> {
    ["usi", "uci"].into_iter().map(|name| {
        let dialect = protocol::dialect(name).unwrap();
        (dialect, scenario::load(dialect, &[]).0.scenarios)
    })
}

/// All direct and indirect prerequisites of a scenario.
fn before<'s>(scenario: &'s Scenario, all: &'s [Scenario]) -> BTreeSet<&'s str> {
    let mut known = BTreeSet::new();
    let mut open = vec![scenario];
    while let Some(next) = open.pop() {
        for id in &next.after {
            if known.insert(id.as_str()) {
                open.extend(all.iter().filter(|other| other.id == *id));
            }
        }
    }
    known
}

#[test]
fn who_charges_a_readyok_comes_after_the_script_that_counts_them() {
    const COUNTS: &str = "shared/ready/once-each";
    for (dialect, all) in libraries() {
        let counts = all.iter().find(|scenario| scenario.id == COUNTS).unwrap();
        let reports = |kind: &StepKind| {
            let StepKind::Silence(Silence { of, clause, .. }) = kind else {
                return false;
            };
            of.contains(&"readyok")
                && clause.is_some_and(|clause| !counts.clauses.contains(&clause))
        };
        for scenario in all.iter().filter(|one| any_step(&one.steps, &reports)) {
            let id = &scenario.id;
            let reported = before(scenario, &all).contains(COUNTS);
            assert!(reported, "{}: {id} is not after {COUNTS}", dialect.name());
        }
    }
}

/// Whether a step reports a bestmove in `go infinite` at a clause that the step names.
fn charges_an_early_reply(steps: &[Step], infinite: &mut bool) -> bool {
    steps.iter().any(|step| match &step.kind {
        StepKind::Send(send) => {
            for line in send.lines.iter().map(ToString::to_string) {
                *infinite = match line.as_str() {
                    "stop" => false,
                    line => *infinite || line.starts_with("go infinite"),
                };
            }
            false
        }
        StepKind::Silence(silence) => {
            *infinite && silence.clause.is_some() && silence.of.contains(&"bestmove")
        }
        StepKind::Repeat(repeat) => charges_an_early_reply(&repeat.steps, infinite),
        StepKind::Raw(_)
        | StepKind::Expect(_)
        | StepKind::OneOf(_)
        | StepKind::AllOf(_)
        | StepKind::Pause(_)
        | StepKind::CloseInput
        | StepKind::Race(_)
        | StepKind::SetOptions(_)
        | StepKind::Need(_) => false,
    })
}

#[test]
fn who_charges_an_early_reply_comes_after_the_script_that_holds_go_infinite() {
    for (dialect, all) in libraries() {
        let holds = format!("{}/go/infinite[start]", dialect.name());
        let about = holds.trim_end_matches("[start]");
        // It counts the same reply at the same clause, and waits so long that nothing should come before it.
        let long = format!("{}/go/long-infinite", dialect.name());
        let others = all.iter().filter(|one| !one.id.starts_with(about) && one.id != long);
        for scenario in others {
            if charges_an_early_reply(&scenario.steps, &mut false) {
                let id = &scenario.id;
                let reported = before(scenario, &all).contains(holds.as_str());
                assert!(reported, "{id} is not after {holds}");
            }
        }
    }
}
