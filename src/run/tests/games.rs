//! Short games as scenarios, and plans for them, for tests of schedulers and whole runs.

use super::paper;
use crate::engine::{EngineSource, Launch};
use crate::protocol;
use crate::run::plan::Plan;
use crate::scenario::Scenario;

/// A scenario that can share a process: it plays one game with one search.
pub(in crate::run) fn game(id: &str) -> Scenario {
    let steps = "  - send: isready\n  - expect: readyok\n  - send: usinewgame\n  - send: position startpos\n  \
                 - send: go depth 1\n  - expect: bestmove\n";
    named(id, steps)
}

/// A scenario that needs a process of its own.
pub(in crate::run) fn alone(id: &str) -> Scenario {
    Scenario { own_process: true, ..game(id) }
}

/// A scenario without prerequisites, with the handshake and these steps.
pub(in crate::run) fn named(id: &str, steps: &str) -> Scenario {
    Scenario { id: id.to_owned(), after: Vec::new(), ..paper::scenario("USI-GO-03", steps) }
}

/// The scenario, with these prerequisites.
pub(in crate::run) fn after(scenario: Scenario, ids: &[&str]) -> Scenario {
    Scenario { after: ids.iter().map(|id| (*id).to_owned()).collect(), ..scenario }
}

/// A plan with one job and an engine that cannot be started.
pub(in crate::run) fn plan(scenarios: Vec<Scenario>) -> Plan {
    plan_for(Launch::new("no such engine"), scenarios)
}

/// A plan with one job.
pub(in crate::run) fn plan_for(engine: impl Into<EngineSource>, scenarios: Vec<Scenario>) -> Plan {
    let dialect = protocol::dialect("usi").expect("a dialect");
    Plan { jobs: 1, busy: None, spare_memory: None, ..Plan::new(engine, dialect, scenarios) }
}
